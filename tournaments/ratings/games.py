"""Finished games as the ratings see them, and the pairs within a game that they are made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from livingstone.engine.constants import MAX_SEATS, MIN_SEATS
from livingstone.tournaments.scoring import Score, pair_score

SEAT_EFFECTS: Final = sum(range(MIN_SEATS, MAX_SEATS + 1))
"""Seat effects in all: one for each place at each size of table."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """One game; everything is listed in the order of the first turn, the start player first.

    That order, not the seat's number, is what gives a seat its advantage: seats go round a circle.
    """

    deal: int
    """Games of one deal share their luck, and leave the jackknife together."""
    bots: tuple[str, ...]
    places: tuple[int, ...]
    """1-based, ties share a number (R47)."""
    shares: tuple[float, ...]
    """Of the win."""
    out: tuple[bool, ...] = ()
    """Who was eliminated."""
    lost: tuple[bool, ...] = ()
    """Who forfeited; empty: nobody."""

    @property
    def is_degraded(self) -> bool:
        """Whether a stand-in played for somebody."""
        return any(self.lost)


class Pairs(NamedTuple):
    """All compared pairs, one row each; arrays of one length."""

    bots: tuple[str, ...]
    """By index."""
    one: npt.NDArray[np.int64]
    other: npt.NDArray[np.int64]
    """Bots by index."""
    seat_one: npt.NDArray[np.int64]
    seat_other: npt.NDArray[np.int64]
    """Indices of the seat effects, 0 to ``SEAT_EFFECTS`` - 1."""
    score: npt.NDArray[np.float64]
    """Of ``one``: 1, 1/2 or 0."""
    weight: npt.NDArray[np.float64]
    """1 / (players - 1): a game weighs one for each bot in it, whatever the size of the table."""
    deal: npt.NDArray[np.int64]
    """0 to ``deals`` - 1."""
    deals: int


def seat_effect(players: int, order: int) -> int:
    """Index of the effect of sitting ``order``-th at a table of ``players``."""
    return (players - MIN_SEATS) * (players + MIN_SEATS - 1) // 2 + order


def pairs_of(
    games: Sequence[RatedGame], score: Score = "placement", *, exclude_degraded: bool = False
) -> Pairs:
    """Compare every two different bots of a game.

    ``score``: ``placement`` compares places; ``win`` only who won, so two losers of a game are not compared
    (counting them as draws would halve the spread). ``exclude_degraded``: of a game in which somebody forfeited,
    only the pairs with that bot count.
    """
    bots = tuple(sorted({bot for game in games for bot in game.bots}))
    index = {bot: number for number, bot in enumerate(bots)}
    deals: dict[int, int] = {}
    rows: list[tuple[int, int, int, int, float, float, int]] = []
    for game in games:
        players = len(game.bots)
        deal = deals.setdefault(game.deal, len(deals))
        for a, b in combinations(range(players), 2):
            result = pair_score(game.places, game.shares, (a, b), score)
            if result is None or game.bots[a] == game.bots[b]:
                continue
            if exclude_degraded and game.is_degraded and not (game.lost[a] or game.lost[b]):
                continue
            seats = seat_effect(players, a), seat_effect(players, b)
            rows.append((index[game.bots[a]], index[game.bots[b]], *seats, result, 1 / (players - 1), deal))
    columns = np.array(rows, np.float64).reshape(-1, 7).T
    whole = columns[[0, 1, 2, 3, 6]].astype(np.int64)
    return Pairs(bots, whole[0], whole[1], whole[2], whole[3], columns[4], columns[5], whole[4], len(deals))
