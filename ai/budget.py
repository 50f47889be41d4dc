"""How a hint's effort is shared out among its searches."""

from typing import Final, NamedTuple

from livingstone.ai.effort import Effort
from livingstone.ai.robustness import DONORS

DONORS_SHARE: Final = 0.12
"""Of the main search, for each hypothesis about the donors (as much again where one differs)."""
LINE_SHARE: Final = 0.25
"""Of the main search's simulations, for the main line."""
IDEA_SHARE: Final = 1.0
"""Of the main search's simulations, for the idea and the hint together."""
LEAST_SIMULATIONS: Final = 200
"""Of a search besides the main one."""
LEAST_LINE_SIMULATIONS: Final = 5000
MOST_LINE_SIMULATIONS: Final = 200_000
HYPOTHESES_WEIGHT: Final = 2 * len(DONORS) * DONORS_SHARE
"""The most that all hypotheses cost, the main search being 1."""
_USUAL_COMPARISONS: Final = 0.5
"""Share of the hypotheses that differ from the hint, for planning a time."""


class Budget(NamedTuple):
    """What each search may cost."""

    main: Effort
    donors: Effort
    """For each hypothesis."""
    weights: float
    """What everything costs at the most, the main search being 1: for :class:`livingstone.ai.stages.Stages`."""

    @classmethod
    def of(cls, effort: Effort, *, donors: bool, line: bool, idea: bool) -> "Budget":
        """Share out an effort.

        A number of simulations is that of the main search; the others come on top of it. A time is for all of
        them together.
        """
        others = LINE_SHARE * line + IDEA_SHARE * idea
        hypotheses = DONORS_SHARE * len(DONORS) * donors
        weights = 1 + HYPOTHESES_WEIGHT * donors + others
        if effort.simulations is not None:
            return cls(effort, effort.part(DONORS_SHARE, LEAST_SIMULATIONS), weights)
        main = effort.part(1 / (1 + (1 + _USUAL_COMPARISONS) * hypotheses + others))
        return cls(main, main.part(DONORS_SHARE), weights)


def line_simulations(main: int) -> int:
    """Simulations for the main line after so many of the main search."""
    return min(MOST_LINE_SIMULATIONS, max(LEAST_LINE_SIMULATIONS, int(LINE_SHARE * main)))
