"""The games of a match: who sits where, on which luck. A pure function of the numbers."""

import math
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Final, NamedTuple

from livingstone.engine.constants import MAX_SEATS, MIN_SEATS
from livingstone.engine.errors import LivingstoneError
from livingstone.tournaments.seeding import deal_seed, derive, private_seed

MOST_UNASKED: Final = 1000
"""Games that a full round of all tables may have beyond what was asked for."""


class Fixture(NamedTuple):
    """One game."""

    number: int
    """From 1."""
    block: int
    """From 0: games of a block share their table, its players in all seat rotations."""
    seats: tuple[int, ...]
    """Entrants by seat, as places in the list of entrants."""
    deal_seed: int
    private_seed: int

    @property
    def name(self) -> str:
        """``g0001``, also of its files."""
        return f"g{self.number:04}"


def table_size(entrants: int, players: int | None) -> int:
    """The seats at a table: as asked, else one for each entrant as far as that goes. Raises LivingstoneError."""
    if entrants < 2:
        raise LivingstoneError("one bot: expected two or more; to play a bot against itself name it twice")
    if players is None:
        return min(entrants, MAX_SEATS)
    if not MIN_SEATS <= players <= MAX_SEATS:
        raise LivingstoneError(f"players: {players}, expected a table of 2 to 5")
    return players


def tables(entrants: int, players: int) -> list[tuple[int, ...]]:
    """The tables of a full round, each with its entrants by seat in rotation 0.

    More entrants than seats: every choice of so many. More seats than entrants: they repeat in turn, and where
    that does not come out even, each has the additional seats once.
    """
    if entrants > players:
        return list(combinations(range(entrants), players))
    starts = range(entrants) if players % entrants else range(1)
    return [tuple((start + seat) % entrants for seat in range(players)) for start in starts]


def games_in_round(entrants: int, players: int) -> int:
    """Games that balance seats and meetings."""
    return (
        math.comb(entrants, players) * players
        if entrants > players
        else len(tables(entrants, players)) * players
    )


def rounded_up(games: int, entrants: int, players: int) -> int:
    """At least so many games, in full rounds. Raises LivingstoneError where that is far more than asked for."""
    round_games = games_in_round(entrants, players)
    if round_games > max(games, MOST_UNASKED):
        raise LivingstoneError(
            f"{entrants} bots at tables of {players} have {round_games} games in a round, {games} were asked for: "
            f"give --games {round_games} or fewer bots"
        )
    return -(-games // round_games) * round_games


def fixtures(
    entrants: int, players: int, games: int, seed: int, *, fresh_deals: bool = False
) -> Iterator[Fixture]:
    """``games`` games, a whole number of rounds.

    All games of a block share one deal, unless ``fresh_deals``. From round to round the circular order changes, so
    that everyone has everyone as left neighbour.
    """
    orders = list(permutations(range(1, players)))
    round_tables = tables(entrants, players)
    for block in range(games // players):
        turn, place = divmod(block, len(round_tables))
        order = (0, *orders[turn % len(orders)])
        table = tuple(round_tables[place][seat] for seat in order)
        for rotation in range(players):
            yield Fixture(
                number=block * players + rotation + 1,
                block=block,
                seats=table[players - rotation :] + table[: players - rotation],
                deal_seed=derive(seed, "deal", block, rotation) if fresh_deals else deal_seed(seed, block),
                private_seed=private_seed(seed, block, rotation),
            )
