"""Players by name: what is made, and what a mistyped name is answered with."""

import pytest

from livingstone.ai.ismcts import IsmctsPlayer
from livingstone.ai.player import Player, ResettablePlayer
from livingstone.ai.players import make_player, player_names
from livingstone.ai.random_player import RandomPlayer
from livingstone.ai.scripted import ScriptedPlayer
from livingstone.engine.errors import LivingstoneError


def test_every_listed_name_is_made_and_explained() -> None:
    for name, about in player_names().items():
        assert isinstance(make_player(name, 1), Player)
        assert about
        assert "\n" not in about


def test_specs() -> None:
    assert isinstance(make_player("random"), RandomPlayer)
    assert isinstance(make_player("random"), ResettablePlayer)
    scripted = make_player("scripted:frugal")
    assert isinstance(scripted, ScriptedPlayer)
    assert scripted.style.name == "frugal"
    default = make_player("scripted")
    assert isinstance(default, ScriptedPlayer)
    assert default.style.name == "steady"


def test_search_options() -> None:
    by_count = make_player("ismcts:sims=50", 7)
    assert isinstance(by_count, IsmctsPlayer)
    assert (by_count.simulations, by_count.seconds, by_count.seed) == (50, None, 7)
    for text, seconds in (("time=1s", 1.0), ("time=2.5s", 2.5), ("time=200ms", 0.2)):
        by_time = make_player(f"ismcts:{text}")
        assert isinstance(by_time, IsmctsPlayer)
        assert by_time.seconds == pytest.approx(seconds)


def test_two_seats_get_two_objects() -> None:
    assert make_player("random", 1) is not make_player("random", 1)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("rando", "player 'rando': no player 'rando' (did you mean 'random'?)"),
        ("alpha", "player 'alpha': no player 'alpha': expected random, scripted, ismcts"),
        ("", "player '': no player '': expected random, scripted, ismcts"),
        ("random:fast=1", "player 'random:fast=1': no option 'fast': expected no options"),
        ("ismcts:", "player 'ismcts:': expected options after the colon"),
        ("ismcts:sim=5", "player 'ismcts:sim=5': no option 'sim' (did you mean 'sims'?)"),
        ("ismcts:sims", "player 'ismcts:sims': sims: expected a value, for example sims=2000"),
        ("ismcts:sims=0", "player 'ismcts:sims=0': sims=0: expected a whole number from 1 to 10000000"),
        ("ismcts:sims=1e3", "player 'ismcts:sims=1e3': sims=1e3: expected a whole number from 1 to 10000000"),
        ("ismcts:sims=5,sims=6", "player 'ismcts:sims=5,sims=6': sims is given twice"),
        (
            "ismcts:time=1",
            "player 'ismcts:time=1': time=1: expected a time above 0 such as 1s, 2.5s or 200ms",
        ),
        (
            "ismcts:time=0s",
            "player 'ismcts:time=0s': time=0s: expected a time above 0 such as 1s, 2.5s or 200ms",
        ),
        (
            "ismcts:sims=5,time=1s",
            "player 'ismcts:sims=5,time=1s': sims and time together: expected one of them",
        ),
        ("scripted:frugl", "player 'scripted:frugl': no donation style 'frugl' (did you mean 'frugal'?)"),
        (
            "scripted:x",
            "player 'scripted:x': no donation style 'x': expected steady, frugal, last_minute, all_in",
        ),
        (
            "scripted:steady,frugal",
            "player 'scripted:steady,frugal': expected one donation style: steady, frugal, last_minute, all_in",
        ),
    ],
)
def test_refusals(spec: str, message: str) -> None:
    with pytest.raises(LivingstoneError) as caught:
        make_player(spec)
    assert str(caught.value) == message
