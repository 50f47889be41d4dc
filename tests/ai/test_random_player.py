"""The random player: its draw is the kernel's, uniform as it says, and its own."""

from collections import Counter

import numpy as np
import pytest

from livingstone.ai.random_player import RandomPlayer
from livingstone.engine.constants import Kind, Stream
from livingstone.engine.game import Game
from livingstone.engine.kernels.playing import concrete, random_entry
from livingstone.engine.notation import Action
from livingstone.engine.rng import new_words

MIXED = [
    Action.end(),
    Action.sell((1, 1, 0)),
    Action.donate(4),
]
TWO_KINDS = [Action.take(2), Action.take(5), Action.donate(3)]


def draws(legal: list[Action], count: int, seed: int = 3) -> Counter[Action]:
    player, observation = RandomPlayer(seed), rolled(2).observation()
    return Counter(player.choose(observation, legal) for _ in range(count))


def rolled(players: int, seed: int = 1) -> Game:
    game = Game.new(players, seed=seed)
    game.roll()
    return game


def test_kinds_are_uniform_then_amounts() -> None:
    found = draws(MIXED, 6000)
    by_kind = Counter[Kind]()
    for action, count in found.items():
        by_kind[action.kind] += count
    assert all(1850 < by_kind[kind] < 2150 for kind in (Kind.END, Kind.SELL, Kind.DONATE)), by_kind
    coins = [found[Action.donate(amount)] for amount in range(1, 5)]
    assert sum(coins) == by_kind[Kind.DONATE]
    assert all(400 < count < 600 for count in coins), coins
    sales = [found[Action.sell(gems)] for gems in ((1, 0, 0), (0, 1, 0), (1, 1, 0))]
    assert sum(sales) == by_kind[Kind.SELL]
    assert all(560 < count < 780 for count in sales), sales


def test_entries_of_a_kind_share_the_kind() -> None:
    found = draws(TWO_KINDS, 4000)
    assert 1850 < found[Action.take(2)] + found[Action.take(5)] < 2150
    assert 850 < found[Action.take(2)] < 1150


def test_is_the_kernels_draw() -> None:
    game, words, player = rolled(3), new_words(9, Stream.PLAYER), RandomPlayer(9)
    while not game.is_over:
        if game.awaits_chance:
            game.roll()
            continue
        legal = game.legal()
        codes = np.array(legal, np.int64)
        expected = int(concrete(random_entry(codes, len(codes), words), words))
        assert player.choose(game.observation(), legal) == expected
        game.play(expected)


def test_a_seed_gives_the_same_answers_also_after_reset() -> None:
    player, observation = RandomPlayer(1), rolled(2).observation()
    first = [player.choose(observation, MIXED) for _ in range(30)]
    other = [RandomPlayer(2).choose(observation, MIXED) for _ in range(30)]
    player.reset(1)
    assert [player.choose(observation, MIXED) for _ in range(30)] == first
    assert other != first


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", ["schmidt-2009", "bga"])
def test_every_answer_is_legal(players: int, edition: str) -> None:
    game, player = Game.new(players, edition, seed=players), RandomPlayer(players)
    while not game.is_over:
        if game.awaits_chance:
            game.roll()
        else:
            game.play(player.choose(game.observation(), game.legal()))
    assert game.result().places
