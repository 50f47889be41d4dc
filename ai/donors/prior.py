"""What is likely of coins that a position says little of: by kind, for given (cash, chest) pairs.

Within a kind, coins in hand and the chest are taken as independent at a given time; bounds and sums then follow
from the pairs that are asked for.
"""

import numpy as np
import numpy.typing as npt

from livingstone.ai.donors.clock import Clock
from livingstone.ai.donors.model import MOST_ANNOUNCED, Floats, count_group, donor_model, with_floor
from livingstone.engine.money import Range

Int64 = npt.NDArray[np.int64]

MOST_COUNTS = 64
"""Counts of donations that a wide range is followed through; the floor of the tables covers what is beyond."""


def cash_weights(clock: Clock, placed: int, cash: Int64) -> Floats:
    """P(coins in hand | kind), float64 (K, n): ``placed`` is how many tents the seat has placed."""
    model = donor_model()
    group = int((placed > model.tents[clock.table, clock.tenth]).sum())
    return with_floor(model.cash[:, clock.table, clock.tenth, group], cash)


def chest_prior(clock: Clock, gave: Range, chest: Int64) -> Floats:
    """P(coins in the chest and a count of donations within ``gave`` | kind), float64 (K, n)."""
    model = donor_model()
    counts = model.announced[:, clock.table, clock.tenth]
    total = np.zeros((len(counts), len(chest)))
    last = min(gave[1], gave[0] + MOST_COUNTS, max(int(chest.max(initial=0)), gave[0]))
    for announced in range(gave[0], last + 1):
        beyond = max(0, announced - MOST_ANNOUNCED)
        chance = counts[:, min(announced, MOST_ANNOUNCED)] * 0.5 ** (beyond + (announced >= MOST_ANNOUNCED))
        total += chance[:, np.newaxis] * _chest_given(clock, announced, chest)
    return total


def _chest_given(clock: Clock, announced: int, chest: Int64) -> Floats:
    """P(coins in the chest | kind, donations so far): at least one coin a donation (R22)."""
    rows = donor_model().chest
    if announced == 0:
        return np.broadcast_to((chest == 0).astype(float), (len(rows), len(chest)))
    beyond = chest - announced
    row = rows[:, clock.table, clock.stage(clock.round), count_group(announced)]
    return np.where(beyond >= 0, with_floor(row, np.maximum(beyond, 0)), 0.0)
