"""Whether a hint hangs on what nobody could count: the search again under several kinds of donors."""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec
import numpy as np

from livingstone.ai.belief import belief_of
from livingstone.ai.calibration import calibration_of, stage_of
from livingstone.ai.decisive import decisive_opponent
from livingstone.ai.effort import Effort, OnProgress, grow
from livingstone.ai.ideas import COMPARISON_SEED, Gap, gap_between, problem_after, value_of
from livingstone.ai.ismcts import problem_of
from livingstone.ai.plans import Path
from livingstone.ai.stages import Stages
from livingstone.engine.constants import Phase
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation

Donors = Literal["steady", "frugal", "all_in"]
DONORS: Final[tuple[Donors, ...]] = ("steady", "frugal", "all_in")
"""The hypotheses, in the order in which they are tried."""
LOSS_WORTH_SAYING: Final = 0.01
"""Of win chance: a hint that loses less holds (docs/suggest.md)."""


class Case(msgspec.Struct, frozen=True):
    """What the search says if the others donate in one way."""

    donors: Donors
    """How: ``steady``, ``frugal`` (they give little) or ``all_in`` (all they have, early)."""
    turn: tuple[str, ...]
    """Its best choice, up to the use of the die."""
    win: float
    """Win chance of it."""
    loss: float
    """How much less win chance the hint has here (0 where it is the same choice)."""
    loss_half_width: float | None
    """Half its 95 % interval; null for the same choice."""
    holds: bool
    """The hint is the best choice here too, cannot be told from it, or loses less than 1 % against it."""


class Robustness(msgspec.Struct, frozen=True):
    """The hint under all hypotheses."""

    holds: bool
    """It holds in all of them."""
    cases: tuple[Case, ...]
    """Each way of giving."""
    seat: int | None
    """Whose money decides most about the asker's safety; null if nobody's does."""
    unknown: Literal["wealth", "split"] | None
    """What is not known of it: ``wealth`` (its coins could be counted), or only the ``split`` of it."""
    fact: str | None
    """What to find out, in words: ``count Blue's coins``."""


def is_money_open(observation: Observation) -> bool:
    """Whether more than one split of another seat's money is possible; hypotheses are about the others."""
    sizes = belief_of(observation).sizes[: observation.players]
    return bool((np.delete(sizes, observation.seat) > 1).any())


def robustness(
    observation: Observation,
    hint: Path,
    effort: Effort,
    seed: int,
    names: Sequence[str],
    on_progress: OnProgress | None = None,
) -> Robustness:
    """Search again under each of ``DONORS``, each with ``effort``; only where :func:`is_money_open`.

    ``hint``: its whole turn. ``names``: by seat. What is unlike the hint is compared with it at the cost of as much
    again.
    """
    stages = Stages(on_progress, 2 * len(DONORS))
    cases = tuple(_case(observation, hint, donors, effort, seed, stages) for donors in DONORS)
    decisive = decisive_opponent(observation, belief_of(observation))
    return Robustness(
        holds=all(case.holds for case in cases),
        cases=cases,
        seat=None if decisive is None else decisive.seat,
        unknown=None if decisive is None else decisive.unknown,
        fact=None if decisive is None else decisive.fact(names[decisive.seat]),
    )


def _case(
    observation: Observation, hint: Path, donors: Donors, effort: Effort, seed: int, stages: Stages
) -> Case:
    grown = grow(problem_of(observation, donors=donors), effort, seed, stages.next(1))
    comparison = stages.next(1)
    plans = grown.plans
    turn = plans.best_turn(observation.phase == Phase.DIE_HELD, grown.sure)
    own = plans.head_within(turn)
    found = plans.of(own)
    win = calibration_of(observation).win(found.win)
    if own == plans.head_within(hint):
        return Case(donors, _texts(own), win, 0.0, None, True)
    last = stage_of(observation).last
    pair = plans.judged(turn, last=last), plans.judged(hint, last=last)
    gap = _loss(observation, *pair, donors, grown.simulations // 2, grown.groups, seed)
    if comparison is not None:
        comparison(1.0, grown.simulations)
    holds = not gap.is_sure or gap.win < LOSS_WORTH_SAYING
    return Case(donors, _texts(own), win, max(0.0, gap.win), gap.half_width, holds)


def _loss(
    observation: Observation, own: Path, hint: Path, donors: str, simulations: int, groups: int, seed: int
) -> Gap:
    """How much better ``own`` is than the hint under these donors, by searches of each alone; calibrated."""
    mine, best = (
        value_of(problem_after(observation, path, donors=donors), simulations, groups, seed ^ COMPARISON_SEED)
        for path in (own, hint)
    )
    return gap_between(mine, best).scaled(calibration_of(observation).win.scale(mine.win, best.win))


def _texts(path: Sequence[Action]) -> tuple[str, ...]:
    return tuple(str(action) for action in path)
