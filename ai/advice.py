"""A hint: the best whole turn, its alternatives, how sure the search is, and what hangs on hidden money.

One search over what is believed of all donors gives the turn and its chances; smaller ones ask whether it holds
for particular donors, and what a turn of the asker's own choice would lose.
"""

import time
from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np

from livingstone import __version__
from livingstone.ai.belief import belief_of
from livingstone.ai.calibration import Calibration, calibration_of
from livingstone.ai.determinisation import Belief
from livingstone.ai.effort import Effort, Grown, OnProgress, grow
from livingstone.ai.evidence import Evidence, Payment, evidence_of
from livingstone.ai.ideas import carry_out, gap_between, problem_after, value_of
from livingstone.ai.ismcts import own_problem, root_menu
from livingstone.ai.main_line import Step, main_line
from livingstone.ai.plans import Path, Plans, doubt, half_width, with_doubt
from livingstone.ai.reasons import reason
from livingstone.ai.robustness import COMPARISON_SEED, LEAST_SIMULATIONS, Robustness, robustness
from livingstone.ai.safety import Panel, donation_panel, own_elimination_chance
from livingstone.engine.constants import Kind, Phase
from livingstone.engine.editions import assumption_line
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation

SURE_SHARE: Final = 0.01
"""A turn is spelled out while its next action holds this share of all simulations."""
DONORS_SHARE: Final = 0.08
"""Of the effort, for each hypothesis about the donors (three of them, and as much again where they differ)."""
MAIN_SHARE: Final = 0.6
MAIN_SHARE_WITH_IDEA: Final = 0.35
"""Of a time, for the main search."""
LINE_SHARE: Final = 0.25
"""Of the main search's simulations, for the main line."""


class Choice(msgspec.Struct, frozen=True):
    """One way to play the turn."""

    turn: tuple[str, ...]
    """The actions in text form, as far as the search is sure of them."""
    win: float
    """Win chance (R47), calibrated."""
    win_half_width: float | None
    """Half the 95 % interval: from the spread of the independent groups, and what a much longer search would
    change; None if only one group tried it."""
    points: float
    """Expected VP at the end."""
    risk: float
    """Chance to be eliminated at the end (R43, R46), calibrated."""
    risk_after: float
    """The same if the game ended right after the turn: in closed form, from the chests as they are believed."""
    visits: int
    equal: bool
    """Whether the data cannot tell it from the best (the interval of the difference covers 0)."""


class Idea(msgspec.Struct, frozen=True):
    """A turn of the asker's own choice against the best one, searched alike."""

    turn: tuple[str, ...]
    win: float
    win_half_width: float | None
    points: float
    risk: float
    risk_after: float
    loss: float
    """How much more win chance the best turn has; negative when it has less."""
    loss_half_width: float | None
    """Half its 95 % interval; None with a single group."""
    equal: bool
    """The interval of the difference covers 0."""


class Advice(msgspec.Struct, frozen=True):
    """A hint for one position."""

    seat: int
    best: Choice
    alternatives: tuple[Choice, ...]
    forced: bool
    """The first action is the only legal one."""
    reason: str
    """One sentence."""
    risk_now: float
    """Chance to be eliminated if the game ended at once, before the turn (closed form)."""
    donations: Panel
    evidence: tuple[Evidence, ...]
    """What bounds the others' chests, where there is history."""
    robustness: Robustness | None
    """Whether the hint hangs on hidden money; None when nothing about it is uncertain."""
    line: tuple[Step, ...]
    """What likely follows in this round; empty unless asked for."""
    idea: Idea | None
    """The asker's own turn; None unless asked for."""
    simulations: int
    groups: int
    seconds: float
    seed: int
    edition: str
    assumptions: str | None
    """One line while values of the edition are assumed, not known."""
    version: str


class Question(msgspec.Struct, frozen=True):
    """What else is asked of a hint."""

    top: int = 5
    """How many choices, the best included."""
    explain: bool = False
    """The main line too."""
    idea: tuple[Action, ...] = ()
    """A turn to compare with the best."""
    names: tuple[str, ...] = ()
    """By seat, for sentences; ``seat 0`` and so on without."""
    payments: Sequence[Payment] = ()
    """Of a followed game, for the evidence."""


def advise(
    observation: Observation,
    effort: Effort,
    *,
    seed: int = 0,
    question: Question = Question(),
    on_progress: OnProgress | None = None,
) -> Advice:
    """Search an observation whose seat is to move.

    With ``effort`` in simulations it is reproducible on one machine. Raises :class:`LivingstoneError` when
    nobody is to move or the limits make no sense, :class:`IllegalAction` for an idea that is not legal.
    """
    started = time.perf_counter()
    effort.check()
    problem = own_problem(observation)
    if not root_menu(problem):
        raise LivingstoneError("nothing to decide in this position, expected a turn that has begun")
    if question.idea:
        carry_out(observation, question.idea)
    grown = grow(problem, effort.part(_main_share(effort, question)), seed, on_progress)
    belief = belief_of(observation)
    choices = _choices(observation, belief, grown, question.top)
    best, head = choices[0], grown.plans.head_within(_path(choices[0]))
    names = question.names or tuple(f"seat {seat}" for seat in range(observation.players))
    forced = observation.forced is not None
    risk_now = own_elimination_chance(observation, belief)
    return Advice(
        seat=observation.seat,
        best=best,
        alternatives=choices[1 : question.top],
        forced=forced,
        reason=_reason(forced, choices, risk_now),
        risk_now=risk_now,
        donations=donation_panel(observation, belief),
        evidence=evidence_of(observation, names, question.payments),
        robustness=robustness(observation, head, effort.part(DONORS_SHARE, LEAST_SIMULATIONS), seed),
        line=_line(observation, best, grown, seed) if question.explain else (),
        idea=_idea(observation, belief, question.idea, best, grown, seed) if question.idea else None,
        simulations=grown.simulations,
        groups=grown.groups,
        seconds=time.perf_counter() - started,
        seed=seed,
        edition=observation.edition.name,
        assumptions=assumption_line(observation.edition),
        version=__version__,
    )


def _main_share(effort: Effort, question: Question) -> float:
    """Of a time the other searches take their part; a number of simulations is that of the main search."""
    if effort.simulations is not None:
        return 1.0
    return MAIN_SHARE_WITH_IDEA if question.idea else MAIN_SHARE


def _choices(observation: Observation, belief: Belief, grown: Grown, top: int) -> tuple[Choice, ...]:
    """The best choice and its alternatives: ``top`` of them, but two if there are so many."""
    plans = grown.plans
    sure = max(2, int(SURE_SHARE * grown.simulations))
    best = plans.whole_turn((), sure)
    head = plans.head_within(best)
    others = [path for path in plans.alternatives(observation.phase == Phase.DIE_HELD) if path != head]
    turns = [(best, head)] + [(plans.whole_turn(path, sure), path) for path in others[: max(1, top - 1)]]
    shown = calibration_of(observation)
    return tuple(_choice(observation, belief, plans, shown, turn, path, head) for turn, path in turns)


def _choice(
    observation: Observation,
    belief: Belief,
    plans: Plans,
    shown: Calibration,
    turn: Path,
    head: Path,
    best: Path,
) -> Choice:
    known = plans.of(head)
    difference = plans.of(best).win_by_tree() - known.win_by_tree()
    margin = half_width(difference)
    win = known.mean(known.wins)
    half = with_doubt(half_width(known.win_by_tree()), doubt(observation.players))
    return Choice(
        turn=tuple(str(action) for action in turn),
        win=shown.win(win),
        win_half_width=shown.win.half_width(win, half),
        points=known.mean(known.points),
        risk=shown.out(known.mean(known.risk)),
        risk_after=_risk_after(observation, belief, turn),
        visits=known.total,
        equal=head != best and (margin is None or abs(float(np.nanmean(difference))) <= margin),
    )


def _risk_after(observation: Observation, belief: Belief, turn: Path) -> float:
    """If the game ended right after the turn: what it gives is in the chest by then."""
    given = sum(action.coins for action in turn if action.kind == Kind.DONATE)
    return own_elimination_chance(observation, belief, given)


def _reason(forced: bool, choices: Sequence[Choice], risk_now: float) -> str:
    best, other = choices[0], choices[1] if len(choices) > 1 else None
    return reason(
        forced=forced,
        points=None if other is None else best.points - other.points,
        risk=None if other is None else best.risk - other.risk,
        risk_now=risk_now,
        risk_after=best.risk_after,
        other=None if other is None else f"'{'; '.join(other.turn)}'",
        equal=other is not None and other.equal,
    )


def _line(observation: Observation, best: Choice, grown: Grown, seed: int) -> tuple[Step, ...]:
    problem = problem_after(observation, _path(best))
    return main_line(problem, max(LEAST_SIMULATIONS, int(LINE_SHARE * grown.simulations)), seed)


def _idea(
    observation: Observation, belief: Belief, turn: Path, best: Choice, grown: Grown, seed: int
) -> Idea:
    """Both turns searched alone, with the same new seeds."""
    mine, ideal = (
        value_of(
            problem_after(observation, path), grown.simulations // 2, grown.groups, seed ^ COMPARISON_SEED
        )
        for path in (turn, _path(best))
    )
    shown = calibration_of(observation)
    gap = gap_between(ideal, mine).scaled(shown.win.scale(ideal.win, mine.win))
    half = with_doubt(mine.win_half_width, doubt(observation.players))
    return Idea(
        turn=tuple(str(action) for action in turn),
        win=shown.win(mine.win),
        win_half_width=shown.win.half_width(mine.win, half),
        points=float(mine.points.mean()),
        risk=shown.out(float(mine.risk.mean())),
        risk_after=_risk_after(observation, belief, turn),
        loss=gap.win,
        loss_half_width=gap.half_width,
        equal=not gap.is_sure,
    )


def _path(choice: Choice) -> Path:
    return tuple(turn_of(choice))


def turn_of(choice: Choice | Idea) -> list[Action]:
    """The actions of a choice."""
    return [Action.parse(text) for text in choice.turn]
