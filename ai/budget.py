"""How a hint's effort is shared out among its searches, and one share done over all of them."""

from typing import Final, NamedTuple

from livingstone.ai.effort import Effort, OnProgress

DONORS_SHARE: Final = 0.12
"""Of the main search, for each hypothesis about the donors (three of them, as much again where one differs)."""
LINE_SHARE: Final = 0.25
"""Of the main search's simulations, for the main line."""
IDEA_SHARE: Final = 1.0
"""Of the main search's simulations, for the idea and the hint together."""
LEAST_SIMULATIONS: Final = 200
"""Of a search besides the main one."""
LEAST_LINE_SIMULATIONS: Final = 5000
MOST_LINE_SIMULATIONS: Final = 200_000
_HYPOTHESES: Final = 3
HYPOTHESES_WEIGHT: Final = 2 * _HYPOTHESES * DONORS_SHARE
"""The most that all hypotheses cost, the main search being 1."""
_USUAL_COMPARISONS: Final = 0.5
"""Share of the hypotheses that differ from the hint, for planning a time."""


class Budget(NamedTuple):
    """What each search may cost."""

    main: Effort
    donors: Effort
    """For each hypothesis."""
    weights: float
    """What everything costs at the most, the main search being 1: for :class:`Stages`."""

    @classmethod
    def of(cls, effort: Effort, *, donors: bool, line: bool, idea: bool) -> "Budget":
        """Share out an effort.

        A number of simulations is that of the main search; the others come on top of it. A time is for all of
        them together.
        """
        others = LINE_SHARE * line + IDEA_SHARE * idea
        hypotheses = DONORS_SHARE * _HYPOTHESES * donors
        weights = 1 + HYPOTHESES_WEIGHT * donors + others
        if effort.simulations is not None:
            return cls(effort, effort.part(DONORS_SHARE, LEAST_SIMULATIONS), weights)
        main = effort.part(1 / (1 + (1 + _USUAL_COMPARISONS) * hypotheses + others))
        return cls(main, main.part(DONORS_SHARE), weights)


def line_simulations(main: int) -> int:
    """Simulations for the main line after so many of the main search."""
    return min(MOST_LINE_SIMULATIONS, max(LEAST_LINE_SIMULATIONS, int(LINE_SHARE * main)))


class Stages:
    """One share done over searches that follow each other.

    ``weights``: the sum of what the stages may cost, in any unit.
    """

    def __init__(self, listener: OnProgress | None, weights: float) -> None:
        self._listener = listener
        self._weights = weights
        self._done = 0.0
        self._count = 0

    def next(self, weight: float) -> OnProgress | None:
        """The listener of the next stage, which tells its own share and simulations; None if nobody listens."""
        if self._listener is None:
            return None
        listener, start, before = self._listener, self._done, self._count
        self._done += weight / self._weights

        def tell(share: float, count: int) -> None:
            self._count = before + count
            listener(min(1.0, start + share * weight / self._weights), self._count)

        return tell
