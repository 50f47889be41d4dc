"""Observations as JSON: they come back equal, and a wrong one is refused with its field."""

import copy

import pytest

from livingstone.ai.random_player import RandomPlayer
from livingstone.engine.codec import dumps, loads
from livingstone.engine.constants import Card, Kind
from livingstone.engine.editions import Edition
from livingstone.engine.errors import NotationError
from livingstone.engine.events import action_event
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation
from livingstone.engine.outcome import Outcome


@pytest.mark.parametrize(
    ("players", "edition", "rules"),
    [
        (2, "schmidt-2009", ()),
        (3, "bga", ("must_take_die=no",)),
        (4, "schmidt-2009", ("money=open", "max_rounds=4")),
        (5, "bga", ("max_rounds=5",)),
    ],
)
def test_every_observation_of_a_game_comes_back_equal(
    players: int, edition: str, rules: tuple[str, ...]
) -> None:
    game = Game.new(players, Edition.load(edition, rules), seed=players)
    player = RandomPlayer(players)
    steps = 0
    while True:
        for seat in {game.seat, (game.seat + 1) % players}:
            seen = game.observation(seat)
            read = Observation.from_dict(game.edition, loads(dumps(seen.to_dict())))
            assert read == seen
            assert read.legal() == seen.legal()
        if game.is_over:
            break
        steps += 1
        if game.awaits_chance:
            game.roll()
        else:
            game.play(player.choose(game.observation(), game.legal()))
    assert steps > 40


WRONG = [
    ({"phase": "befor_die"}, "field 'phase'.*before_die"),
    ({"seat": 3}, "field 'seat'.*from 0 to 1"),
    ({"column": 11}, "field 'column'"),
    ({"pool": [1, 7]}, "field 'pool'"),
    ({"bag": {"blak": 3}}, "field 'bag'.*black"),
    ({"bag": {"black": 3}}, "field 'bag'"),
    ({"deck_size": 3}, "field 'deck'"),
    ({"discards": {"lion": 1}}, "field 'deck'"),
    ({"seats": []}, "field 'seats'"),
    ({"round": "one"}, "round"),
    ({"round": None}, "round"),
    ({"tents": [{"column": 1, "row": 9, "seat": 0, "tents": 1, "scored": 0}]}, r"field 'tents\.row'"),
    ({"tents": [{"column": 1, "row": 1, "seat": 0, "tents": 1, "scored": 0}]}, "field 'seat0'"),
    ({"draws": {"stones": -1}}, r"field 'draws\.stones'"),
]


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_a_wrong_observation_is_refused_naming_the_field(change: dict[str, object], message: str) -> None:
    game = Game.new(2, seed=1)
    game.roll()
    data = loads(dumps(game.observation().to_dict()))
    with pytest.raises(NotationError, match=message):
        Observation.from_dict(game.edition, data | change)


def test_a_missing_field_is_named() -> None:
    game = Game.new(2, seed=1)
    data = loads(dumps(game.observation().to_dict()))
    for name in ("seat", "pool", "seats"):
        short = copy.deepcopy(data)
        del short[name]
        with pytest.raises(NotationError, match=name):
            Observation.from_dict(game.edition, short)


def test_an_event_hides_what_the_seat_does_not_see() -> None:
    drawn = Outcome(cards=(Card.MINE_COLLAPSE, Card.LION))
    card = Action.use(4, Kind.CARD)
    assert action_event(0, 0, card, drawn)["cards"] == ["mine_collapse", "lion"]
    assert action_event(1, 0, card, drawn) == {
        "seat": 0,
        "act": {"die": 4, "use": "card"},
        "cards": ["mine_collapse"],
        "cards_hidden": 1,
    }
    assert action_event(0, 0, Action.donate(3))["act"] == {"donate": 3}
    assert action_event(1, 0, Action.donate(3)) == action_event(1, 0, Action.donate(5))
    assert action_event(1, 0, Action.donate(3), money_open=True)["act"] == {"donate": 3}
    stones = Outcome(stones=(1, 0, 2, 0, 0))
    assert action_event(1, 0, Action.use(3, Kind.MINE), stones)["stones"] == [1, 0, 2, 0, 0]
