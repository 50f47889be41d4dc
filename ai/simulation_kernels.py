"""The kernels of ``simulate``: many playouts of one position in one call, and many worlds of one observation."""

from typing import Final

from livingstone.ai.determinisation import Int64, determinise
from livingstone.ai.playout import playout
from livingstone.ai.rewards import LARGEST_SUM, Floats, survival
from livingstone.engine._jit import kernel
from livingstone.engine.constants import Phase
from livingstone.engine.kernels.apply import apply
from livingstone.engine.kernels.playing import play_randomly
from livingstone.engine.kernels.result import final_points, final_sum, mark_out, standing
from livingstone.engine.layout import ActionArray, Array, IntArray, RulesRecord, StateRecord
from livingstone.engine.rng import Words

FULL_CAUTION: Final = 256

_WIN: Final = 0
_PLACE: Final = 1
_POINTS: Final = 2
_OUT: Final = 3
_DONATION: Final = 4
ROWS: Final = 5
"""Rows of ``sums``: win share, place, points, out, donation."""


@kernel
def _add_standing(
    state: StateRecord,
    rules: RulesRecord,
    dice_sum: int,
    weight: float,
    scratch: IntArray,
    sums: Floats,
) -> None:
    """Add the standing that this sum of the final dice gives; ``scratch[0]`` holds the final points."""
    points, out, places = scratch[0], scratch[1], scratch[2]
    mark_out(state, rules, dice_sum, out)
    winners = standing(state, rules, points, out, places)
    for seat in range(state.players):
        sums[_PLACE, seat] += weight * places[seat]
        sums[_OUT, seat] += weight * out[seat]
        if places[seat] == 1 and out[seat] == 0 and state.seats[seat].forfeited == 0:
            sums[_WIN, seat] += weight / winners


@kernel
def _add_end(state: StateRecord, rules: RulesRecord, rolled: bool, scratch: IntArray, sums: Floats) -> None:
    """Add the end of one playout. With two players all sums of the final dice count, by their chances.

    ``rolled``: the game was over before, its final dice are known.
    """
    final_points(state, rules, scratch[0])
    for seat in range(state.players):
        sums[_POINTS, seat] += scratch[0, seat]
        sums[_DONATION, seat] += state.seats[seat].chest
    if state.players > 2 or rolled:
        _add_standing(state, rules, final_sum(state), 1.0, scratch, sums)
        return
    low = min(state.seats[0].chest, state.seats[1].chest)
    high = max(state.seats[0].chest, state.seats[1].chest)
    both, one = survival(low), survival(high)
    _add_standing(state, rules, low, both, scratch, sums)
    if one > both:
        _add_standing(state, rules, high, one - both, scratch, sums)
    if one < 1.0:
        _add_standing(state, rules, LARGEST_SUM, 1.0 - one, scratch, sums)


@kernel(inline=False)
def run(
    states: Array,
    rules: Array,
    chances: Array,
    words: Words,
    actions: ActionArray,
    count: int,
    policy: int,
    first: int,
    scratch: IntArray,
    sums: Floats,
) -> None:
    """``count`` playouts of ``states[0]``, played in ``states[1]``; ends are added to ``sums``.

    ``first``: the code of the action that each begins with (what it draws is new each time), or -1.
    """
    law = rules[0]
    rolled = states[0].phase == Phase.OVER
    for _ in range(count):
        states[1] = states[0]
        if first >= 0:
            apply(states[1], law, first, chances[0])
        if policy == 0:
            playout(states[1], law, chances[0], words, FULL_CAUTION)
        else:
            play_randomly(states[1], law, chances[0], words, actions)
        _add_end(states[1], law, rolled, scratch, sums)


@kernel(inline=False)
def fill(
    worlds: Array, rules: Array, observer: int, sizes: Int64, pairs: Int64, cumulative: Int64, words: Words
) -> None:
    """Fill in the secrets of every redacted record of ``worlds``."""
    for world in range(len(worlds)):
        determinise(worlds[world], rules[0], observer, sizes, pairs, cumulative, words)
