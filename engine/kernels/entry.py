"""The kernels as Python calls them: one-element arrays in (ten times cheaper to pass than record scalars)."""

from livingstone.engine._jit import kernel
from livingstone.engine.kernels import apply as _apply
from livingstone.engine.kernels import legal as _legal
from livingstone.engine.kernels import result as _result
from livingstone.engine.layout import ActionArray, Array, IntArray


@kernel
def deal(states: Array, rules: Array, players: int, start: int) -> None:
    """See :func:`livingstone.engine.kernels.apply.deal`."""
    _apply.deal(states[0], rules[0], players, start)


@kernel
def legal_actions(states: Array, rules: Array, out: ActionArray) -> int:
    """See :func:`livingstone.engine.kernels.legal.legal_actions`."""
    return _legal.legal_actions(states[0], rules[0], out)


@kernel
def broken_clause(states: Array, rules: Array, code: int) -> int:
    """See :func:`livingstone.engine.kernels.legal.broken_clause`."""
    return _legal.broken_clause(states[0], rules[0], code)


@kernel
def apply(states: Array, rules: Array, code: int, chances: Array) -> None:
    """See :func:`livingstone.engine.kernels.apply.apply`."""
    _apply.apply(states[0], rules[0], code, chances[0])


@kernel
def roll(states: Array, rules: Array, chances: Array) -> None:
    """See :func:`livingstone.engine.kernels.apply.roll`."""
    _apply.roll(states[0], rules[0], chances[0])


@kernel
def roll_final(states: Array, rules: Array, chances: Array) -> None:
    """See :func:`livingstone.engine.kernels.apply.roll_final`."""
    _apply.roll_final(states[0], rules[0], chances[0])


@kernel
def finish(
    states: Array, rules: Array, rows: IntArray, points: IntArray, out: IntArray, places: IntArray
) -> int:
    """The result of a finished game; four int32 arrays of shape (5,) are written.

    ``rows``: VP from R41 (must be zeroed); ``points``: total VP; ``out``: 1 for the eliminated; ``places``:
    1-based, ties shared. Returns the number of joint winners.
    """
    state, edition = states[0], rules[0]
    _result.add_row_bonuses(state, edition, rows)
    _result.final_points(state, edition, points)
    _result.mark_out(state, edition, _result.final_sum(state), out)
    return _result.standing(state, edition, points, out, places)
