"""Observations as JSON: they come back equal, and a wrong one is refused with its field."""

import copy
import itertools
from typing import Any

import numpy as np
import pytest

from livingstone.ai.random_player import RandomPlayer
from livingstone.engine.codec import dumps, loads
from livingstone.engine.constants import Card, Kind, Phase
from livingstone.engine.editions import Edition
from livingstone.engine.errors import NotationError
from livingstone.engine.events import action_event
from livingstone.engine.game import Game
from livingstone.engine.names import CARDS, GEMS, STONES
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation, faces
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


def naive(seen: Observation) -> dict[str, Any]:
    """The observation read field by field from its record: the slow twin of what the protocol sends."""
    state, phase = seen.record[0], seen.phase
    return {
        "seat": seen.seat,
        "to_move": int(state.seat),
        "phase": phase.name.lower(),
        "round": int(state.round_number),
        "column": int(state.boat) + 1,
        "start": int(state.start),
        "pool": faces(state.pool),
        "held": int(state.held) if phase == Phase.DIE_HELD else None,
        "dice_taken": int(state.taken),
        "two_dice": bool(state.two_dice),
        "final_dice": faces(state.final_dice),
        "bag": counted(STONES.keys, state.bag),
        "pile": counted(STONES.keys, state.pile),
        "discards": counted(CARDS.keys, state.discards),
        "unseen_cards": counted(CARDS.keys, state.deck),
        "deck_size": int(state.deck_size),
        "shuffled": counted(CARDS.keys, state.shuffled),
        "draws": {
            "stones": int(state.bag_draws),
            "shuffles": int(state.shuffles),
            "cards": int(state.deck_draws),
        },
        "tents": [
            {
                "column": column + 1,
                "row": row + 1,
                "seat": seat,
                "tents": int(state.tents[column, row, seat]),
                "scored": int(state.scored[column, row, seat]),
            }
            for column, row, seat in np.argwhere(state.tents).tolist()
        ],
        "seats": [naive_seat(seen, seat) for seat in range(seen.players)],
    }


def naive_seat(seen: Observation, seat: int) -> dict[str, Any]:
    """One seat of :func:`naive`."""
    row, money = seen.record[0].seats[seat], seen.money[seat]
    plain: dict[str, Any] = {
        name: int(row[name]) for name in ("vp", "vp_market", "vp_animals", "supply", "placed")
    }
    plain["last_die"] = int(row.last_die) or None
    plain |= {name: int(row[name]) for name in ("cards", "old_cards")}
    plain |= {"gems": counted(GEMS.keys, row.gems), "forfeited": bool(row.forfeited)}
    plain |= {name: list(getattr(money, name)) for name in ("wealth", "cash", "chest", "gave")}
    plain["donations"] = [event._asdict() for event in money.events]
    if seat == seen.seat:
        plain["hand"] = [CARDS.key(card) for card in seen.hand]
    return plain


def counted(names: tuple[str, ...], counts: Any) -> dict[str, int]:
    """Counts by name, zeros left out."""
    return {name: int(count) for name, count in zip(names, counts, strict=True) if count}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("edition", "rules"), [("schmidt-2009", ()), ("bga", ()), ("schmidt-2009", ("money=open",))]
)
def test_the_bytes_are_those_of_the_slow_twin(players: int, edition: str, rules: tuple[str, ...]) -> None:
    game = Game.new(players, Edition.load(edition, rules), seed=10 + players)
    player = RandomPlayer(players)
    forfeits_at = 30
    for step in itertools.count():
        for seat in range(players):
            seen = game.observation(seat)
            expected = naive(seen)
            assert dumps(seen.to_encodable()) == dumps(expected)
            assert seen.to_dict() == expected
        if game.is_over:
            break
        if step == forfeits_at:
            game.forfeit(players - 1)
        if game.awaits_chance:
            game.roll()
        else:
            game.play(player.choose(game.observation(), game.legal()))
    assert step > forfeits_at


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
