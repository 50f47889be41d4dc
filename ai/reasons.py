"""One plain sentence on why a choice is the best: what it has over the next one."""

from collections.abc import Sequence
from typing import Final

from livingstone.ai.advice_parts import Choice
from livingstone.engine.wording import counted

RISK_WORTH_SAYING: Final = 0.03
POINTS_WORTH_SAYING: Final = 0.5


def reason(*, forced: bool, alone: bool, best: Choice, other: Choice | None, risk_now: float) -> str:
    """The sentence.

    Args:
        forced: the first action is the only legal one.
        alone: it is the only one of the search's menu.
        best: the hint.
        other: the next choice; None without one.
        risk_now: chance of elimination if the game ended at once, before the turn.
    """
    if other is None:
        if forced:
            return "Nothing else is legal."
        return "No other act is worth weighing here." if alone else "So short a search tried nothing else."
    than = f"'{short_turn(other.turn)}'"
    points = best.points - other.points
    risk = best.risk - other.risk
    if best.win == other.win and best.win in (0.0, 1.0):
        return f"With {than} {'no try won either' if best.win == 0 else 'every try won too'}."
    if other.equal:
        return f"About as good as {than}{_difference(points, risk)}."
    if best.win < other.win:
        return f"The search came back to it most often, although {than} won more of fewer tries."
    gain = f"It wins {_games(best.win - other.win)} more than {than}"
    return f"{gain}{_cause(best, points, risk, risk_now)}."


def short_turn(turn: Sequence[str]) -> str:
    """A turn as people say it: without the take of a die that is used at once, and without its end."""
    kept = [
        action
        for index, action in enumerate(turn)
        if not (index + 1 < len(turn) and turn[index + 1].startswith(f"{action} "))
    ]
    if len(kept) > 1 and kept[-1] == "end":
        kept.pop()
    return "; ".join(kept)


def _difference(points: float, risk: float) -> str:
    """What may tip the scales between two choices that are equally good."""
    parts = []
    if abs(points) >= POINTS_WORTH_SAYING:
        parts.append(_points(points))
    if abs(risk) >= RISK_WORTH_SAYING:
        parts.append(_risk(risk))
    if not parts:
        return ": take what you like better"
    return f", with {' and '.join(parts)}"


def _cause(best: Choice, points: float, risk: float, risk_now: float) -> str:
    """What goes with the higher win chance: the rest of the sentence."""
    more, less = points >= POINTS_WORTH_SAYING, points <= -POINTS_WORTH_SAYING
    safer, bolder = risk <= -RISK_WORTH_SAYING, risk >= RISK_WORTH_SAYING
    if more and safer:
        return f": {_points(points)} and {_risk(risk)}"
    if more and bolder:
        return f": {_points(points)} are worth {_risk(risk)}"
    if more:
        return f": {_points(points)}, at about the same risk to be out"
    if less and safer:
        return f": {_risk(risk)} is worth {_points(points)}"
    if safer:
        return f": {_risk(risk)}, for about as many points"
    if not less and not bolder and best.risk_after <= risk_now - RISK_WORTH_SAYING:
        return f": the risk to be out goes from {_percent(risk_now)} to {_percent(best.risk_after)} now"
    parts = [_points(points)] * less + [_risk(risk)] * bolder
    return f", although with {' and '.join(parts)}" if parts else ", with about the same points and risk"


def _points(points: float) -> str:
    """``2.1 points more``."""
    return f"{abs(points):.1f} points {'more' if points > 0 else 'less'}"


def _risk(risk: float) -> str:
    """``5 % less risk to be out``."""
    return f"{_percent(abs(risk))} {'more' if risk > 0 else 'less'} risk to be out"


def _games(gain: float) -> str:
    """``8 games in 100``: for a difference of chances, where "8 % more often" would say a ratio."""
    return f"{counted(round(100 * gain), 'game') if gain >= 0.01 else 'less than 1 game'} in 100"


def _percent(chance: float) -> str:
    """Without decimals, but never a zero where there is something."""
    return f"{100 * chance:.0f} %" if chance >= 0.01 else "less than 1 %"
