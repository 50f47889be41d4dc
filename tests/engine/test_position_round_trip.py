"""Observations of random games, written as position files and read back."""

import json
import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from livingstone.engine.constants import MAX_SEATS
from livingstone.engine.editions import Edition
from livingstone.engine.errors import PositionError
from livingstone.engine.game import Game
from livingstone.engine.observation import Observation
from livingstone.engine.position import parse_position, to_position, to_toml
from livingstone.engine.position.keys import SEAT, TOP
from sample_games import random_game

NAMES = ("Anna", "Bo 'x'", "Chloé", 'D"\\', "Adele")


def said(observation: Observation) -> Observation:
    """The observation without what a file cannot say: sources of points, addresses of chance events."""
    record = observation.record.copy()
    state = record[0]
    state.bag_draws = state.deck_draws = 0
    state.shuffles = int(state.shuffled.any())
    for seat in range(MAX_SEATS):
        state.seats[seat].vp_market = state.seats[seat].vp_animals = 0
    return Observation(observation.edition, observation.seat, record, observation.money)


def moments(edition: Edition, players: int, seed: int) -> Iterator[Game]:
    """A random game at some of its decisions."""
    rng = random.Random(seed)
    for game in random_game(players, edition, seed):
        if not game.awaits_chance and not game.is_over and rng.random() < 0.1:
            yield game


@pytest.mark.parametrize("edition", ["schmidt-2009", "bga"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_observations_come_back_equal(edition: str, players: int) -> None:
    count = 0
    for seed in range(4):
        for game in moments(Edition.load(edition), players, seed):
            observation = game.observation(seed % players)
            data = to_position(observation, NAMES[:players])
            expected = said(observation)
            assert parse_position(to_toml(data)).observation == expected, game.position()
            assert parse_position(json.dumps(data)).observation == expected, game.position()
            count += 1
    assert count > 20


def test_a_changed_record_does_not_come_back_equal() -> None:
    game = next(moments(Edition.load("schmidt-2009"), 3, 1))
    observation = game.observation()
    data = to_position(observation, NAMES[:3])
    data["seats"][NAMES[0]]["vp"] += 1
    assert parse_position(to_toml(data)).observation != said(observation)


def test_an_edition_of_ones_own_is_carried_whole() -> None:
    edition = Edition.load("schmidt-2009", ["must_take_die=no", "cost.3=7"])
    game = next(moments(edition, 3, 2))
    observation = game.observation()
    again = parse_position(to_toml(to_position(observation, NAMES[:3]))).observation
    assert again.edition == edition
    assert again == said(observation)


def test_the_default_edition_is_not_written() -> None:
    game = next(moments(Edition.load("schmidt-2009"), 2, 3))
    assert "edition" not in to_position(game.observation(), NAMES[:2])


def test_between_turns_there_is_nothing_to_write() -> None:
    with pytest.raises(PositionError) as error:
        to_position(Game.new(2, seed=1).observation(0), NAMES[:2])
    assert str(error.value) == "a position file shows a moment of a turn, not the phase roll"


def test_names_must_differ() -> None:
    game = next(moments(Edition.load("schmidt-2009"), 2, 3))
    with pytest.raises(PositionError) as error:
        to_position(game.observation(), ["Ann", "ann"])
    assert str(error.value) == "names: expected 2 different names, got Ann, ann"


def refusal(text: str) -> str:
    """The message with which a text is refused, empty if it is read."""
    try:
        parse_position(text)
    except PositionError as error:
        return str(error)
    return ""


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda data: data.decode("latin-1")))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    assert "\n" not in refusal(text)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["3-6", "4x"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
SEAT_KEYS = st.sampled_from([key.name for key in SEAT])
TOP_KEYS = st.sampled_from([key.name for key in TOP])


@given(
    st.dictionaries(TOP_KEYS, VALUES, max_size=2),
    st.dictionaries(SEAT_KEYS, VALUES, max_size=2),
)
def test_any_value_is_read_or_refused_in_one_line(top: dict[str, object], seat: dict[str, object]) -> None:
    data: dict[str, object] = {"me": "A", "dice": "1 2 3 4", "seats": {"A": {"cash": 3} | seat, "B": seat}}
    assert "\n" not in refusal(json.dumps(data | top, allow_nan=True))
