"""How much a search may cost, and searches in independent groups within that."""

import time
from collections.abc import Callable
from typing import Final, NamedTuple

from livingstone.ai.ismcts import TIME_CAPACITY, TUNING, room_for, search_simulations, search_until
from livingstone.ai.plans import Plans
from livingstone.ai.search import Problem, new_workspace
from livingstone.engine.errors import LivingstoneError

FEW_GROUPS: Final = 4
MANY_GROUPS: Final = 8
MANY_FROM: Final = 8000
"""Simulations from which eight groups are large enough."""
LONGEST_SECONDS: Final = 3600.0
SURE_SHARE: Final = 0.01
"""A turn is spelled out while its next action holds this share of all simulations."""
GROUP_SHIFT: Final = 40
"""Seeds of a search's groups differ above this bit."""

OnProgress = Callable[[float, int], None]
"""Is told the share done (0 to 1) and the simulations so far."""


class Effort(NamedTuple):
    """A limit of a search: exactly one of simulations and seconds."""

    simulations: int | None = None
    seconds: float | None = None

    def check(self) -> "Effort":
        """Itself; LivingstoneError when it makes no sense."""
        if (self.simulations is None) == (self.seconds is None):
            raise LivingstoneError("a hint needs either simulations or a time")
        if self.simulations is not None and self.simulations < 1:
            raise LivingstoneError(f"simulations: {self.simulations}, expected at least 1")
        if self.seconds is not None and not 0 < self.seconds <= LONGEST_SECONDS:
            raise LivingstoneError(f"time: {self.seconds:g} s, expected more than 0 and at most an hour")
        return self

    def part(self, share: float, least: int = 1) -> "Effort":
        """A share of it, but ``least`` simulations."""
        if self.simulations is not None:
            return Effort(simulations=max(least, round(self.simulations * share)))
        assert self.seconds is not None
        return Effort(seconds=self.seconds * share)

    @property
    def groups(self) -> int:
        """How many independent trees it is split into."""
        if self.simulations is None:
            return MANY_GROUPS
        return min(self.simulations, FEW_GROUPS if self.simulations < MANY_FROM else MANY_GROUPS)


class Grown(NamedTuple):
    """The trees of one search laid over each other."""

    plans: Plans
    simulations: int
    groups: int

    @property
    def sure(self) -> int:
        """Visits from which an action belongs to the turn that it goes on with."""
        return max(2, int(SURE_SHARE * self.simulations))


def group_seed(seed: int, group: int) -> int:
    """The seed of one of a search's independent groups."""
    return (seed + (group << GROUP_SHIFT)) & 0xFFFFFFFFFFFFFFFF


def grow(problem: Problem, effort: Effort, seed: int, on_progress: OnProgress | None = None) -> Grown:
    """Search a problem in independent groups; by simulations it is reproducible on one machine."""
    started = time.perf_counter()
    simulations, seconds, groups = effort.simulations, effort.seconds, effort.groups
    tuning = TUNING[int(problem.root[0].players)]
    work = new_workspace(TIME_CAPACITY if simulations is None else room_for(simulations // groups + 1))
    plans = Plans(groups)
    done = 0
    for group in range(groups):
        if simulations is not None:
            size = simulations // groups + (group < simulations % groups)
            search_simulations(problem, work, tuning, group_seed(seed, group), size)
        else:
            assert seconds is not None
            deadline = started + seconds * (group + 1) / groups
            tell = _by_clock(started, seconds, done, on_progress)
            size = search_until(problem, work, tuning, group_seed(seed, group), deadline, tell)
        done += size
        plans.add(group, work, problem.searcher)
        if on_progress is not None:
            on_progress((group + 1) / groups, done)
    return Grown(plans, done, groups)


def _by_clock(
    started: float, seconds: float, before: int, on_progress: OnProgress | None
) -> Callable[[int], None] | None:
    """Progress by time passed, for a group that began after ``before`` simulations."""
    if on_progress is None:
        return None

    def tell(count: int) -> None:
        on_progress(min(1.0, (time.perf_counter() - started) / seconds), before + count)

    return tell
