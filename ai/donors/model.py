"""The donor tables: read from ``tables.json``, every legal value kept possible.

A table row holds parts per thousand, as self-play gave them. To every distribution read here a floor is added:
people are looser than any table, and what nobody did yet is not impossible.
"""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from livingstone.ai.donors import KINDS
from livingstone.ai.donors.clock import STAGES, TABLES, TENTHS
from livingstone.engine.codec import loads

Floats = npt.NDArray[np.float64]

MOST_CASH: Final = 20
"""Coins in hand with a row of their own in the table of amounts; more are read from this one's, see ``chests``."""
MOST_ANNOUNCED: Final = 15
"""Donations counted one by one; the last entry stands for all beyond."""
COUNTS: Final = (1, 2, 3, 5, 8)
"""Last counts of donations of the rows of the table of chests; one row more for all beyond."""
TENT_GROUPS: Final = 3
"""Few, some and many tents for the time."""
ROUND_COUNTS: Final = 3
"""Donations in a round: none, one, more."""
AMOUNT_FLOOR: Final = 0.05
"""Share of donations of any amount, all alike likely."""
FLOOR: Final = 0.02
"""Share of cash and chests of any size, falling with the square of the coins."""


class DonorModel(NamedTuple):
    """Distributions by kind of donor (first index) and table size (second index)."""

    shares: Floats
    """(K,): how often a donor is of a kind."""
    amounts: Floats
    """(K, 2, STAGES, MOST_CASH + 1, MOST_CASH + 1): P(amount | coins in hand, donates); last index the amount."""
    rounds: Floats
    """(K, 2, STAGES, ROUND_COUNTS): P(donations in a round)."""
    announced: Floats
    """(K, 2, TENTHS, MOST_ANNOUNCED + 1): P(donations so far)."""
    cash: Floats
    """(K, 2, TENTHS, TENT_GROUPS, n): P(coins in hand)."""
    chest: Floats
    """(K, 2, STAGES, len(COUNTS) + 1, n): P(coins in the chest beyond one a donation | donations so far > 0)."""
    tents: Floats
    """(2, TENTHS, TENT_GROUPS - 1): the most tents placed of each group but the last."""


@cache
def donor_model() -> DonorModel:
    """The shipped tables."""
    return read_model((files("livingstone.ai.donors") / "tables.json").read_bytes())


def read_model(text: bytes) -> DonorModel:
    """A model from the JSON text that ``benchmarks/donors.py`` writes."""
    data = loads(text)
    shape = (len(KINDS), len(TABLES))
    return DonorModel(
        shares=np.array([data["shares"][kind] for kind in KINDS]),
        amounts=_amounts(data["amounts"]),
        rounds=_shares(np.array(_rows(data["rounds"]), float).reshape(*shape, STAGES, -1) + 1),
        announced=_shares(np.array(_rows(data["announced"]), float).reshape(*shape, TENTHS, -1) + 1),
        cash=_shares(np.array(_rows(data["cash"]), float).reshape(*shape, TENTHS, TENT_GROUPS, -1)),
        chest=_shares(np.array(_rows(data["chest"]), float).reshape(*shape, STAGES, len(COUNTS) + 1, -1)),
        tents=np.array([data["tents"][table] for table in TABLES], float),
    )


def with_floor(row: Floats, coins: npt.NDArray[np.int64]) -> Floats:
    """Chances of coin counts by rows ``row`` (..., n): (..., len(coins)); positive for every count >= 0."""
    inside = np.where(coins < row.shape[-1], row[..., np.minimum(coins, row.shape[-1] - 1)], 0.0)
    chances: Floats = (1 - FLOOR) * inside + FLOOR * 0.6 / (1.0 + coins) ** 2  # the sum of 1/n^2 is 1.64
    return chances


def count_group(announced: int) -> int:
    """The row of the table of chests for a count of donations (at least 1)."""
    return sum(announced > most for most in COUNTS)


def _rows(by_kind: Any) -> Iterable[Any]:
    return [by_kind[kind][table] for kind in KINDS for table in TABLES]


def _shares(counts: Floats) -> Floats:
    shares: Floats = counts / counts.sum(axis=-1, keepdims=True)
    return shares


def _amounts(by_kind: Any) -> Floats:
    """Rows of the lower triangle, by kind, table, stage and coins in hand: one flat run of numbers."""
    lower = np.tri(MOST_CASH + 1, dtype=bool)
    lower[:, 0] = False
    stages = chain.from_iterable(_rows(by_kind))
    flat = np.fromiter(chain.from_iterable(chain.from_iterable(stages)), float)
    counts = np.zeros((len(KINDS), len(TABLES), STAGES, *lower.shape))
    counts[..., lower] = flat.reshape(*counts.shape[:3], -1)
    total = np.maximum(counts.sum(axis=-1, keepdims=True), 1)
    alike = lower / np.maximum(lower.sum(axis=-1, keepdims=True), 1)
    chances: Floats = (1 - AMOUNT_FLOOR) * counts / total + AMOUNT_FLOOR * alike
    return chances
