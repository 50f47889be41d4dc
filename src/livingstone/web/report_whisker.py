"""Ratings with their intervals as dots and whiskers, all rows of a table on one scale."""

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

from livingstone.tournaments.ratings.table import Row

WIDTH: Final = 260
"""Of a drawing, in its own units."""
_MARGIN: Final = 8
_MOST_TICKS: Final = 5
_NARROWEST: Final = 100.0
"""Elo points that a scale shows at least."""


class Tick(NamedTuple):
    """A number on the scale."""

    x: float
    elo: int


class Whisker(NamedTuple):
    """One row; places in units of the drawing."""

    x: float
    left: float
    right: float
    open_left: bool
    open_right: bool
    """The interval has no end on this side."""


class Scale:
    """From Elo points to places; made for some rows, so that all that is finite of them fits."""

    width: Final = WIDTH

    def __init__(self, rows: Iterable[Row]) -> None:
        ends = [end for row in rows for end in (row.low, row.elo, row.high) if math.isfinite(end)]
        least, most = min(ends, default=1000.0), max(ends, default=1000.0)
        missing = max(0.0, _NARROWEST - (most - least)) / 2
        self._least, self._most = least - missing, most + missing

    def x(self, elo: float) -> float:
        """Rounded: a page is to be the same on every machine."""
        part = (elo - self._least) / (self._most - self._least)
        return round(_MARGIN + part * (WIDTH - 2 * _MARGIN), 1)

    def whisker(self, row: Row) -> Whisker:
        """The drawing of a row."""
        open_left, open_right = not math.isfinite(row.low), not math.isfinite(row.high)
        return Whisker(
            self.x(row.elo),
            0.0 if open_left else self.x(row.low),
            float(WIDTH) if open_right else self.x(row.high),
            open_left,
            open_right,
        )

    @property
    def ticks(self) -> list[Tick]:
        """Round numbers, a few."""
        span = self._most - self._least
        step = next(
            base * 10**power
            for power in range(1, 9)
            for base in (1, 2, 5)
            if span / (base * 10**power) <= _MOST_TICKS
        )
        first, last = math.ceil(self._least / step), math.floor(self._most / step)
        return [Tick(self.x(number * step), number * step) for number in range(first, last + 1)]
