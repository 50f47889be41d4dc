"""One plain sentence on why a choice is the best: what it has over the next one."""

from typing import Final

RISK_WORTH_SAYING: Final = 0.03
POINTS_WORTH_SAYING: Final = 0.5


def reason(
    *,
    forced: bool,
    points: float | None,
    risk: float | None,
    risk_now: float,
    risk_after: float,
    other: str | None,
    equal: bool,
) -> str:
    """The sentence.

    Args:
        forced: nothing else is legal.
        points: expected VP more than the next choice; None without one.
        risk: chance of elimination more than the next choice's.
        risk_now, risk_after: closed forms for a game that ended at once, before and after the turn.
        other: the next choice in words.
        equal: the search cannot tell the two apart.
    """
    if forced:
        return "Nothing else is legal."
    if other is None or points is None or risk is None:
        return "The search weighed nothing else."
    if equal:
        return f"It is about as good as {other}: take what you like better."
    more = points >= POINTS_WORTH_SAYING
    less = points <= -POINTS_WORTH_SAYING
    safer = risk <= -RISK_WORTH_SAYING
    bolder = risk >= RISK_WORTH_SAYING
    gain = f"{abs(points):.1f} points {'more' if points > 0 else 'less'} in the end than {other}"
    odds = f"{100 * abs(risk):.0f} % {'less' if risk < 0 else 'more'} risk to be out"
    if more and safer:
        return f"It brings {gain}, and {odds}."
    if more and bolder:
        return f"It brings {gain}, which is worth {odds}."
    if more:
        return f"It brings {gain}, at the same risk to be out."
    if less and safer:
        return f"It costs {gain}, but has {odds}."
    if safer:
        return f"It has {odds} than {other}, for the same points."
    if risk_after <= risk_now - RISK_WORTH_SAYING:
        return f"It makes the chest safer now: {_percent(risk_now)} to be out before, {_percent(risk_after)} after."
    return f"It wins more often than {other}, with about the same points and risk."


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"
