"""Random games: whole ones, ones stopped somewhere, and the same with other hidden data."""

import random
from collections.abc import Iterator

import numpy as np

from livingstone.engine.constants import Card, Kind
from livingstone.engine.editions import Edition
from livingstone.engine.game import Game
from livingstone.engine.notation import Action

EDITIONS = ("schmidt-2009", "bga")


def concrete(entry: Action, rng: random.Random) -> Action:
    """An action within an entry of a legal list: amounts of a range are drawn, few coins at a time."""
    if entry.kind == Kind.DONATE:
        return Action.donate(1 + rng.randrange(min(entry.coins, 3)))
    if entry.kind not in (Kind.SELL, Kind.MARKET):
        return entry
    make = Action.sell if entry.kind == Kind.SELL else Action.market
    while True:
        gems = [rng.randint(0, most) for most in entry.gems]
        if any(gems):
            return make(gems)


def random_action(game: Game, rng: random.Random) -> Action:
    """A legal action, uniform over the kinds of action first."""
    legal = game.legal()
    kind = rng.choice(sorted({entry.kind for entry in legal}))
    return concrete(rng.choice([entry for entry in legal if entry.kind == kind]), rng)


def random_game(players: int, edition: str | Edition, seed: int) -> Iterator[Game]:
    """The one game after each of its steps, from the deal to the end."""
    game, rng = Game.new(players, edition, seed=seed), random.Random(seed)
    yield game
    while not game.is_over:
        if game.awaits_chance:
            game.roll()
        else:
            game.play(random_action(game, rng))
        yield game


def random_games(
    seeds: range,
    stops: int = 3,
    editions: tuple[str, ...] = EDITIONS,
    players: tuple[int, ...] = (2, 3, 4, 5),
) -> Iterator[Game]:
    """Copies of random games, each stopped at a few of its decisions."""
    for seed in seeds:
        count = players[seed % len(players)]
        steps = random.Random(seed)
        decisions = {steps.randrange(5, 60 * count) for _ in range(stops)}
        step = 0
        for game in random_game(count, editions[seed % len(editions)], seed):
            if game.awaits_chance or game.is_over:
                continue
            if step in decisions:
                yield game.copy()
            step += 1


def with_other_secrets(game: Game, observer: int, rng: np.random.Generator) -> Game:
    """A copy whose hidden data differ where ``observer`` cannot see it: hands, deck, splits of wealth, seed."""
    twin = game.copy()
    twin.seed = None if game.seed is None else game.seed ^ 0x5DEECE66D
    state = twin.record[0]
    others = [seat for seat in range(twin.players) if seat != observer]
    cards = [card for card in Card for _ in range(int(state.deck[card]))]
    for seat in others:
        cards += [card for card in Card for _ in range(int(state.seats[seat].hand[card]))]
        state.seats[seat].hand[:] = 0
    state.deck[:] = 0
    movable = [card for card in cards if card != Card.MINE_COLLAPSE]
    rng.shuffle(movable)
    for seat in others:
        for _ in range(int(state.seats[seat].cards)):
            state.seats[seat].hand[movable.pop()] += 1
        wealth = int(state.seats[seat].cash) + int(state.seats[seat].chest)
        if state.seats[seat].gave:
            state.seats[seat].chest = int(rng.integers(0, wealth + 1))
            state.seats[seat].cash = wealth - int(state.seats[seat].chest)
    for card in movable + [card for card in cards if card == Card.MINE_COLLAPSE]:
        state.deck[card] += 1
    return twin
