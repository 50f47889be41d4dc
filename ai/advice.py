"""A hint: the best whole turn, its alternatives, how sure the search is, and what hangs on hidden money.

One search over what is believed of all donors gives the turn and its chances; smaller ones ask whether it holds
for particular donors, what the others will answer, and what a turn of the asker's own choice would lose.
"""

import time
from typing import Final

from livingstone import __version__
from livingstone.ai.advice_parts import Advice, Choice, Question, turn_of
from livingstone.ai.belief import belief_of
from livingstone.ai.budget import HYPOTHESES_WEIGHT, IDEA_SHARE, LINE_SHARE, Budget, line_simulations
from livingstone.ai.calibration import calibration_of, stage_of
from livingstone.ai.comparison import compared, risk_after
from livingstone.ai.determinisation import Belief
from livingstone.ai.effort import Effort, Grown, OnProgress, grow
from livingstone.ai.evidence import evidence_of
from livingstone.ai.ideas import carry_out, problem_after
from livingstone.ai.ismcts import own_problem, root_menu
from livingstone.ai.main_line import Step, main_line
from livingstone.ai.plans import Path, Plans, doubt, win_gap, with_doubt
from livingstone.ai.reasons import reason
from livingstone.ai.robustness import is_money_open, robustness
from livingstone.ai.safety import donation_panel, own_elimination_chance
from livingstone.ai.stages import Stages
from livingstone.engine.constants import Phase
from livingstone.engine.editions import assumption_line
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.observation import Observation

KNOWN_SHARE: Final = 0.0005
"""A choice with less of all simulations was thrown away at once: nothing is known of it."""


def advise(
    observation: Observation,
    effort: Effort,
    *,
    seed: int = 0,
    question: Question = Question(),
    on_progress: OnProgress | None = None,
) -> Advice:
    """Search an observation whose seat is to move.

    With ``effort`` in simulations it is reproducible on one machine. ``on_progress`` hears the share done of all
    searches together. Raises :class:`LivingstoneError` when nobody is to move or the limits make no sense,
    :class:`IllegalAction` for an idea that is not legal.
    """
    started = time.perf_counter()
    effort.check()
    problem = own_problem(observation)
    menu = root_menu(problem)
    if not menu:
        raise LivingstoneError("nothing to decide in this position, expected a turn that has begun")
    if question.idea:
        carry_out(observation, question.idea)
    forced = observation.forced is not None
    only_end = len(menu) == 1 and observation.phase == Phase.ACTION_DONE
    doubtful = not only_end and is_money_open(observation)
    budget = Budget.of(effort, donors=doubtful, line=question.explain, idea=bool(question.idea))
    stages = Stages(on_progress, budget.weights)
    grown = grow(problem, budget.main, seed, stages.next(1))
    belief = belief_of(observation)
    choices = _choices(observation, belief, grown, question.top)
    best = choices[0]
    turn = turn_of(best)
    names = question.names or tuple(f"seat {seat}" for seat in range(observation.players))
    risk_now = own_elimination_chance(observation, belief)
    held = None
    if doubtful and len(choices) > 1:
        held = robustness(observation, turn, budget.donors, seed, names, stages.next(HYPOTHESES_WEIGHT))
    line: tuple[Step, ...] = ()
    if question.explain:
        stages.next(LINE_SHARE)
        line = main_line(problem_after(observation, turn), line_simulations(grown.simulations), seed)
    idea = None
    if question.idea:
        idea = compared(observation, belief, question.idea, best, grown, seed, stages.next(IDEA_SHARE))
    other = choices[1] if len(choices) > 1 else None
    return Advice(
        seat=observation.seat,
        best=best,
        alternatives=choices[1 : question.top],
        forced=forced,
        reason=reason(forced=forced, alone=len(menu) == 1, best=best, other=other, risk_now=risk_now),
        risk_now=risk_now,
        donations=donation_panel(observation, belief),
        evidence=evidence_of(observation, names, question.payments),
        robustness=held,
        line=line,
        idea=idea,
        simulations=grown.simulations,
        groups=grown.groups,
        seconds=time.perf_counter() - started,
        seed=seed,
        edition=observation.edition.name,
        assumptions=assumption_line(observation.edition),
        version=__version__,
    )


def _choices(observation: Observation, belief: Belief, grown: Grown, top: int) -> tuple[Choice, ...]:
    """The best choice and its alternatives: ``top`` of them, but two if there are so many."""
    plans = grown.plans
    die_held = observation.phase == Phase.DIE_HELD
    best = plans.best_turn(die_held, grown.sure)
    head = plans.head_within(best)
    least = KNOWN_SHARE * grown.simulations
    others = (path for path in plans.alternatives(die_held) if path != head and plans.of(path).total >= least)
    turns = [best]
    for path in others:
        if len(turns) == max(2, top):
            break
        turn = plans.whole_turn(path, grown.sure)
        if turn not in turns:  # a free act alone goes on into a turn that has a head of its own
            turns.append(turn)
    return tuple(_choice(observation, belief, plans, turn, best) for turn in turns)


def _choice(observation: Observation, belief: Belief, plans: Plans, turn: Path, best: Path) -> Choice:
    """``turn`` beside the ``best`` one."""
    stage, shown = stage_of(observation), calibration_of(observation)
    known = plans.of(plans.judged(turn, last=stage.last))
    gap, margin = win_gap(plans.of(plans.judged(best, last=stage.last)), known)
    half = with_doubt(known.win_half_width(), doubt(known.win, last=stage.last))
    return Choice(
        turn=tuple(str(action) for action in turn),
        win=shown.win(known.win),
        win_half_width=shown.win.half_width(known.win, half),
        points=known.mean(known.points),
        risk=shown.out(known.mean(known.risk)),
        risk_after=risk_after(observation, belief, turn),
        visits=plans.of(plans.head_within(turn)).total,
        equal=turn != best and (margin is None or abs(gap) <= margin),
    )
