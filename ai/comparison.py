"""A turn of the asker's own choice against the hint: what it would lose."""

from typing import Final

from livingstone.ai.advice_parts import Choice, Idea, Trial, turn_of
from livingstone.ai.budget import LEAST_SIMULATIONS
from livingstone.ai.calibration import calibration_of, stage_of
from livingstone.ai.determinisation import Belief
from livingstone.ai.effort import Effort, Grown, OnProgress, grow
from livingstone.ai.ideas import COMPARISON_SEED, Value, carry_out, gap_between, problem_after, value_of
from livingstone.ai.ismcts import own_problem
from livingstone.ai.plans import Path, doubt, with_doubt
from livingstone.ai.safety import own_elimination_chance
from livingstone.ai.stages import Stages
from livingstone.engine.constants import Kind
from livingstone.engine.observation import Observation

_KNOWN_VISITS: Final = 40
"""From so many visits on the main search tells how a turn goes on that its menu has."""


def compared(
    observation: Observation,
    belief: Belief,
    idea: Path,
    best: Choice,
    grown: Grown,
    seed: int,
    on_progress: OnProgress | None = None,
) -> Idea:
    """The idea, a legal beginning of a turn, against the hint ``best`` of the main search ``grown``.

    Both are searched alone, with the same new seeds; an idea that the hint begins with is the hint. In the last round
    an idea is searched with the rest of its turn: what is left open there is mostly the coins to give, and a search
    that tries bad amounts would hold them against the idea.
    """
    hint = turn_of(best)
    if hint[: len(idea)] == idea:
        trial = Trial(best.turn, best.win, best.win_half_width, best.points, best.risk, best.risk_after)
        return Idea(mine=trial, rest=(), best=trial, is_best=True, loss=0.0, loss_half_width=None, equal=True)
    rest = _rest(observation, idea, grown, seed)
    mine = idea + rest if stage_of(observation).last else idea
    stages = Stages(on_progress, 2)
    values = [
        value_of(
            problem_after(observation, path),
            max(LEAST_SIMULATIONS, grown.simulations // 2),
            grown.groups,
            seed ^ COMPARISON_SEED,
            on_progress=stages.next(1),
        )
        for path in (mine, hint)
    ]
    scale = calibration_of(observation).win.scale(values[1].win, values[0].win)
    gap = gap_between(values[1], values[0]).scaled(scale)
    return Idea(
        mine=_trial(observation, belief, idea, rest, values[0]),
        rest=_texts(rest),
        best=_trial(observation, belief, hint, (), values[1]),
        is_best=False,
        loss=gap.win,
        loss_half_width=gap.half_width,
        equal=not gap.is_sure,
    )


def risk_after(observation: Observation, belief: Belief, turn: Path) -> float:
    """Chance of elimination if the game ended right after the turn: what it gives is in the chest by then."""
    given = sum(action.coins for action in turn if action.kind == Kind.DONATE)
    return own_elimination_chance(observation, belief, given)


def _trial(observation: Observation, belief: Belief, turn: Path, rest: Path, value: Value) -> Trial:
    shown = calibration_of(observation)
    half = with_doubt(value.win_half_width, doubt(value.win, last=stage_of(observation).last))
    return Trial(
        turn=_texts(turn),
        win=shown.win(value.win),
        win_half_width=shown.win.half_width(value.win, half),
        points=float(value.points.mean()),
        risk=shown.out(float(value.risk.mean())),
        risk_after=risk_after(observation, belief, turn + rest),
    )


def _rest(observation: Observation, idea: Path, grown: Grown, seed: int) -> Path:
    """How the turn goes on after the idea, up to its end or a draw."""
    known = grown.plans.whole_turn(idea, _KNOWN_VISITS)[len(idea) :]
    if known:
        return known
    after, draw = carry_out(observation, idea)
    if draw is not None or after.to_move != observation.seat:
        return ()
    small = grow(own_problem(after), Effort(simulations=LEAST_SIMULATIONS), seed)
    return small.plans.whole_turn((), LEAST_SIMULATIONS // 4)


def _texts(path: Path) -> tuple[str, ...]:
    return tuple(str(action) for action in path)
