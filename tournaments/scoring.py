"""What counts of a game, and what it says of two of its players."""

from collections.abc import Sequence
from typing import Literal

Score = Literal["placement", "win"]
"""What counts of a game: the order of the standing, or who won."""


def pair_score(
    places: Sequence[int], shares: Sequence[float], pair: tuple[int, int], score: Score
) -> float | None:
    """What the first of a ``pair`` of a game's players scores against the second: 1, 1/2 or 0.

    ``places``: 1-based, ties share a number. ``shares``: of the win. None: the pair says nothing, as two losers do
    where only wins count.
    """
    one, other = pair
    if score == "placement":
        mine, theirs = -places[one], -places[other]
    else:
        mine, theirs = int(shares[one] > 0), int(shares[other] > 0)
        if mine == theirs == 0:
            return None
    return 0.5 if mine == theirs else float(mine > theirs)
