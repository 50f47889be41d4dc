"""The cross table: what each bot scored against each other one."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from livingstone.tournaments.ratings.games import RatedGame, pairs_of
from livingstone.tournaments.scoring import Score


class Cell(NamedTuple):
    """One bot against another."""

    score: float
    """Mean over their games together: 1 before it, 1/2 level, 0 behind."""
    games: int


Cross = tuple[tuple[Cell | None, ...], ...]


def cross_table(games: Sequence[RatedGame], bots: Sequence[str], score: Score) -> Cross:
    """Rows and columns in the order of ``bots``; None: they have not met."""
    pairs = pairs_of(games, score)
    sums: defaultdict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
    columns = (pairs.one.tolist(), pairs.other.tolist(), pairs.score.tolist())
    for one, other, result in zip(*columns, strict=True):
        for mine, theirs, value in ((one, other, result), (other, one, 1 - result)):
            entry = sums[pairs.bots[mine], pairs.bots[theirs]]
            entry[0] += value
            entry[1] += 1
    return tuple(
        tuple(
            Cell(sums[row, column][0] / sums[row, column][1], int(sums[row, column][1]))
            if (row, column) in sums
            else None
            for column in bots
        )
        for row in bots
    )
