"""What a finished playout is worth: win share by R47, mixed with a bounded margin of points.

Final dice are never rolled: with two players the chances of survival come from the distribution of 4d6.
"""

import math
from typing import Final

import numpy as np
import numpy.typing as npt

from livingstone.engine._jit import kernel
from livingstone.engine.constants import FACES, FINAL_DICE
from livingstone.engine.kernels.result import beats, mark_out
from livingstone.engine.layout import IntArray, RulesRecord, StateRecord

Floats = npt.NDArray[np.float64]


def _survival_table() -> Floats:
    ways = np.ones(1)
    for _ in range(FINAL_DICE):
        ways = np.convolve(ways, np.array([0] + [1] * FACES))
    chances = np.cumsum(ways) / FACES**FINAL_DICE
    chances[-1] = 1.0
    return chances


SURVIVAL: Final = _survival_table()
"""P(a donation of d coins survives) = P(sum of four dice <= d), by d = 0..24 (R46)."""
LARGEST_SUM: Final = FACES * FINAL_DICE
_SURVIVAL_BY_COINS: Final = tuple(SURVIVAL.tolist())


@kernel
def survival(donation: int) -> float:
    """R46: the chance that a donation survives the final dice."""
    return float(_SURVIVAL_BY_COINS[min(donation, LARGEST_SUM)])


@kernel
def _win_shares(
    state: StateRecord, rules: RulesRecord, points: IntArray, out: IntArray, weight: float, wins: Floats
) -> None:
    """Add ``weight`` times each seat's win share (R47), given who is out."""
    winners = 0
    mask = 0
    for seat in range(state.players):
        if out[seat] == 0 and state.seats[seat].forfeited == 0:
            first = True
            for other in range(state.players):
                if other != seat and beats(state, rules, points, out, other, seat):
                    first = False
                    break
            if first:
                winners += 1
                mask |= 1 << seat
    for seat in range(state.players):
        if (mask >> seat) & 1:
            wins[seat] += weight / winners


@kernel
def _margins(
    state: StateRecord, points: IntArray, out: IntArray, weight: float, scale: float, margins: Floats
) -> None:
    """Add ``weight`` times a logistic margin over the best surviving other; 1 with none, 0 for who is out."""
    for seat in range(state.players):
        if out[seat] or state.seats[seat].forfeited:
            continue
        best = -1
        for other in range(state.players):
            if other != seat and out[other] == 0 and state.seats[other].forfeited == 0:
                best = max(best, points[other])
        if best < 0:
            margins[seat] += weight
        else:
            margins[seat] += weight / (1.0 + math.exp((best - points[seat]) / scale))


@kernel
def evaluate(
    state: StateRecord,
    rules: RulesRecord,
    points: IntArray,
    out: IntArray,
    scale: float,
    wins: Floats,
    margins: Floats,
    risks: Floats,
) -> None:
    """Win share, margin and chance of elimination by seat, float64 (5,) each, of a finished playout.

    ``points`` must hold the final VP; ``out`` is scratch. With two players the three ranges of the final sum
    (both survive, one survives, none) are weighted by their chances.
    """
    for seat in range(state.players):
        wins[seat] = 0.0
        margins[seat] = 0.0
        risks[seat] = 0.0
    if state.players > 2:
        mark_out(state, rules, 0, out)
        _win_shares(state, rules, points, out, 1.0, wins)
        _margins(state, points, out, 1.0, scale, margins)
        for seat in range(state.players):
            risks[seat] = out[seat]
        return
    low = min(state.seats[0].chest, state.seats[1].chest)
    high = max(state.seats[0].chest, state.seats[1].chest)
    both, one = survival(low), survival(high) - survival(low)
    mark_out(state, rules, low, out)
    _win_shares(state, rules, points, out, both, wins)
    _margins(state, points, out, both, scale, margins)
    if one > 0.0:
        mark_out(state, rules, high, out)
        _win_shares(state, rules, points, out, one, wins)
        _margins(state, points, out, one, scale, margins)
    for seat in range(2):
        risks[seat] = 1.0 - survival(state.seats[seat].chest)
