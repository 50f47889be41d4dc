"""Random play over the complete legal list, for tests that need whole games."""

import random
from collections.abc import Callable, Iterator

import pytest

from livingstone.engine.constants import Kind, Phase
from livingstone.engine.editions import Edition
from livingstone.engine.game import Game
from livingstone.engine.notation import Action

Play = Callable[..., Iterator[Game]]


def concrete(entry: Action, rng: random.Random) -> Action:
    """An action within an entry of a legal list: amounts of a range are drawn."""
    if entry.kind == Kind.DONATE:
        return Action.donate(1 + rng.randrange(min(entry.coins, 3)))
    if entry.kind not in (Kind.SELL, Kind.MARKET):
        return entry
    make = Action.sell if entry.kind == Kind.SELL else Action.market
    while True:
        gems = [rng.randint(0, most) for most in entry.gems]
        if any(gems):
            return make(gems)


@pytest.fixture
def random_action() -> Callable[[Game, random.Random], Action]:
    """A function (game, rng) -> a legal action, uniform over the kinds of action first."""

    def choose(game: Game, rng: random.Random) -> Action:
        legal = game.legal()
        kind = rng.choice(sorted({entry.kind for entry in legal}))
        return concrete(rng.choice([entry for entry in legal if entry.kind == kind]), rng)

    return choose


@pytest.fixture
def random_game(random_action: Callable[[Game, random.Random], Action]) -> Play:
    """A function (players, edition, seed) -> the one game after each of its steps, from the deal to the end."""

    def play(players: int, edition: str | Edition, seed: int) -> Iterator[Game]:
        game, rng = Game.new(players, edition, seed=seed), random.Random(seed)
        yield game
        while game.phase != Phase.OVER:
            if game.awaits_chance:
                game.roll()
            else:
                game.play(random_action(game, rng))
            yield game

    return play
