"""Games to test players on: random ones stopped somewhere, and the same with other hidden data."""

from collections.abc import Iterator

import numpy as np

from livingstone.engine.constants import Card, Kind
from livingstone.engine.editions import Edition
from livingstone.engine.game import Game
from livingstone.engine.notation import Action

EDITIONS = ("schmidt-2009", "bga")


def random_action(game: Game, rng: np.random.Generator) -> Action:
    """Uniform over the legal list's entries; amounts uniform."""
    legal = game.legal()
    entry = legal[int(rng.integers(len(legal)))]
    if entry.kind == Kind.DONATE:
        return Action.donate(int(rng.integers(1, entry.coins + 1)))
    return entry


def random_games(
    seeds: range,
    stops: int = 3,
    editions: tuple[str, ...] = EDITIONS,
    players: tuple[int, ...] = (2, 3, 4, 5),
) -> Iterator[Game]:
    """Copies of random games, each stopped at a few of its decisions."""
    for seed in seeds:
        rng = np.random.default_rng(seed)
        game = Game.new(players[seed % len(players)], Edition.load(editions[seed % len(editions)]), seed=seed)
        decisions = set(rng.integers(5, 60 * game.players, stops).tolist())
        step = 0
        while not game.is_over:
            if game.awaits_chance:
                game.roll()
                continue
            if step in decisions:
                yield game.copy()
            game.play(random_action(game, rng))
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
