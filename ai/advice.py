"""A hint: the best whole turn, its alternatives, and how sure the search is."""

import time
from collections.abc import Callable
from typing import Final

import msgspec
import numpy as np

from livingstone import __version__
from livingstone.ai.ismcts import (
    TIME_CAPACITY,
    TUNING,
    own_problem,
    root_menu,
    search_simulations,
    search_until,
)
from livingstone.ai.plans import Path, Plans, half_width
from livingstone.ai.search import new_workspace
from livingstone.engine.constants import Phase
from livingstone.engine.editions import assumption_line
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation

FEW_GROUPS: Final = 4
MANY_GROUPS: Final = 8
MANY_FROM: Final = 8000
"""Simulations from which eight groups are large enough."""
SURE_SHARE: Final = 0.01
"""A turn is spelled out while its next action holds this share of all simulations."""
LONGEST_SECONDS: Final = 3600.0


class Choice(msgspec.Struct, frozen=True):
    """One way to play the turn."""

    turn: tuple[str, ...]
    """The actions in text form, as far as the search is sure of them."""
    win: float
    """Win chance (R47)."""
    win_half_width: float | None
    """Half the 95 % interval: batch means over the independent groups; None if only one group tried it."""
    points: float
    """Expected VP at the end."""
    risk: float
    """Chance to be eliminated (R43, R46)."""
    visits: int
    equal: bool
    """Whether the data cannot tell it from the best (the interval of the difference covers 0)."""


class Advice(msgspec.Struct, frozen=True):
    """A hint for one position."""

    seat: int
    best: Choice
    alternatives: tuple[Choice, ...]
    forced: bool
    """The first action is the only legal one."""
    simulations: int
    groups: int
    seconds: float
    seed: int
    edition: str
    assumptions: str | None
    """One line while values of the edition are assumed, not known."""
    version: str


def groups_for(simulations: int | None) -> int:
    """How many independent trees the simulations are split into."""
    return FEW_GROUPS if simulations is not None and simulations < MANY_FROM else MANY_GROUPS


def advise(
    observation: Observation,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    top: int = 5,
    on_progress: Callable[[float, int], None] | None = None,
) -> Advice:
    """Search an observation whose seat is to move, by a number of simulations or by time.

    ``on_progress`` is told the share done (0 to 1) and the simulations. Raises :class:`LivingstoneError` when
    nobody is to move or the limits make no sense.
    """
    started = time.perf_counter()
    if (simulations is None) == (seconds is None):
        raise LivingstoneError("a hint needs either simulations or a time")
    problem = own_problem(observation)
    if simulations is not None and simulations < 1:
        raise LivingstoneError(f"simulations: {simulations}, expected at least 1")
    if seconds is not None and not 0 < seconds <= LONGEST_SECONDS:
        raise LivingstoneError(f"time: {seconds:g} s, expected more than 0 and at most an hour")
    choices = root_menu(problem)
    if not choices:
        raise LivingstoneError("nothing to decide in this position, expected a turn that has begun")
    groups = min(groups_for(simulations), simulations or MANY_GROUPS)
    tuning = TUNING[observation.players]
    work = new_workspace(TIME_CAPACITY if simulations is None else 2 * (simulations // groups + 1) + 64)
    plans = Plans(groups)
    done = 0
    for group in range(groups):
        group_seed = (seed + (group << 40)) & 0xFFFFFFFFFFFFFFFF
        if simulations is not None:
            size = simulations // groups + (group < simulations % groups)
            search_simulations(problem, work, tuning, group_seed, size)
        else:
            assert seconds is not None
            deadline = started + seconds * (group + 1) / groups
            before = done

            def tell(count: int, before: int = before) -> None:
                if on_progress is not None:
                    on_progress(min(1.0, (time.perf_counter() - started) / seconds), before + count)

            size = search_until(problem, work, tuning, group_seed, deadline, tell)
        done += size
        plans.add(group, work, observation.seat)
        if on_progress is not None:
            on_progress((group + 1) / groups, done)
    sure = max(2, int(SURE_SHARE * done))
    best = plans.whole_turn((), sure)
    head = plans.head_within(best)
    others = [path for path in plans.alternatives(observation.phase == Phase.DIE_HELD) if path != head]
    return Advice(
        seat=observation.seat,
        best=_choice(plans, best, head, head),
        alternatives=tuple(
            _choice(plans, plans.whole_turn(path, sure), path, head) for path in others[: max(0, top - 1)]
        ),
        forced=observation.forced is not None,
        simulations=done,
        groups=groups,
        seconds=time.perf_counter() - started,
        seed=seed,
        edition=observation.edition.name,
        assumptions=assumption_line(observation.edition),
        version=__version__,
    )


def _choice(plans: Plans, turn: Path, head: Path, best: Path) -> Choice:
    known = plans.of(head)
    difference = plans.of(best).win_by_tree() - known.win_by_tree()
    margin = half_width(difference)
    return Choice(
        turn=tuple(str(action) for action in turn),
        win=known.mean(known.wins),
        win_half_width=half_width(known.win_by_tree()),
        points=known.mean(known.points),
        risk=known.mean(known.risk),
        visits=known.total,
        equal=head != best and (margin is None or abs(float(np.nanmean(difference))) <= margin),
    )


def turn_of(choice: Choice) -> list[Action]:
    """The actions of a choice."""
    return [Action.parse(text) for text in choice.turn]
