"""Whether a hint hangs on what nobody could count: the search again under several kinds of donors."""

from collections.abc import Sequence
from typing import Final

import msgspec

from livingstone.ai.belief import belief_of
from livingstone.ai.calibration import calibration_of
from livingstone.ai.effort import Effort, grow
from livingstone.ai.ideas import Gap, gap_between, problem_after, value_of
from livingstone.ai.ismcts import problem_of
from livingstone.ai.plans import LEAST_VISITS, Path
from livingstone.ai.safety import decisive_opponent
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation

DONORS: Final = ("steady", "frugal", "all_in")
"""The hypotheses, in the order in which they are tried."""
LEAST_SIMULATIONS: Final = 200
COMPARISON_SEED: Final = 1 << 60
"""Choices are compared with other seeds than those that chose them."""


class Case(msgspec.Struct, frozen=True):
    """What the search says if the others donate in one way."""

    donors: str
    """``steady``, ``frugal`` or ``all_in``."""
    turn: tuple[str, ...]
    """Its best choice, up to the use of the die."""
    win: float
    """Win chance of it."""
    loss: float
    """How much less win chance the hint has here (0 where it is the same choice)."""
    loss_half_width: float | None
    """Half its 95 % interval; None for the same choice."""
    holds: bool
    """The hint is the best choice here too, or cannot be told from it."""


class Robustness(msgspec.Struct, frozen=True):
    """The hint under all hypotheses."""

    holds: bool
    """In all of them."""
    cases: tuple[Case, ...]
    seat: int | None
    """Whose money decides most about the own safety."""
    unknown: str | None
    """What is not known of it: ``wealth`` (its coins could be counted), or only the ``split`` of it."""


def is_money_open(observation: Observation) -> bool:
    """Whether more than one split of somebody's money is possible."""
    return bool((belief_of(observation).sizes[: observation.players] > 1).any())


def robustness(observation: Observation, best: Path, effort: Effort, seed: int) -> Robustness | None:
    """Search again under each of ``DONORS``, each with ``effort``; None when no money is uncertain.

    ``best``: the hint, up to the use of the die.
    """
    if not is_money_open(observation):
        return None
    cases = tuple(_case(observation, best, donors, effort, seed) for donors in DONORS)
    fact = decisive_opponent(observation, belief_of(observation))
    return Robustness(
        holds=all(case.holds for case in cases),
        cases=cases,
        seat=None if fact is None else fact.seat,
        unknown=None if fact is None else fact.unknown,
    )


def _case(observation: Observation, best: Path, donors: str, effort: Effort, seed: int) -> Case:
    grown = grow(problem_of(observation, donors=donors), effort, seed)
    plans = grown.plans
    own = plans.head_within(plans.whole_turn((), LEAST_VISITS))
    found = plans.of(own)
    shown = calibration_of(observation).win
    win = shown(found.mean(found.wins))
    if own == best:
        return Case(donors, _texts(own), win, 0.0, None, True)
    gap = _loss(observation, own, best, donors, grown.simulations // 2, grown.groups, seed)
    return Case(
        donors, _texts(own), win, max(0.0, gap.win), gap.half_width, not (gap.is_sure and gap.win > 0)
    )


def _loss(
    observation: Observation, own: Path, best: Path, donors: str, simulations: int, groups: int, seed: int
) -> Gap:
    """How much better ``own`` is than the hint under these donors, by searches of each alone; calibrated."""
    mine, hint = (
        value_of(problem_after(observation, path, donors=donors), simulations, groups, seed ^ COMPARISON_SEED)
        for path in (own, best)
    )
    return gap_between(mine, hint).scaled(calibration_of(observation).win.scale(mine.win, hint.win))


def _texts(path: Sequence[Action]) -> tuple[str, ...]:
    return tuple(str(action) for action in path)
