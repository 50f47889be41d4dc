"""Student's t: known quantiles, and intervals that cover what they should."""

import math
import random

import pytest

from livingstone.ai.student import Estimate, estimate, t_quantile


@pytest.mark.parametrize(
    ("freedom", "expected"),
    [
        (1, 12.70620),
        (2, 4.302653),
        (3, 3.182446),
        (4, 2.776445),
        (9, 2.262157),
        (30, 2.042272),
        (999, 1.962341),
    ],
)
def test_known_quantiles(freedom: int, expected: float) -> None:
    assert t_quantile(0.975, freedom) == pytest.approx(expected, rel=1e-5)


def test_a_worked_example() -> None:
    mean, low, high = estimate([1.0, 2.0, 3.0, 4.0])
    half = 3.182446 * math.sqrt(5 / 3) / 2
    assert (mean, low, high) == pytest.approx((2.5, 2.5 - half, 2.5 + half), rel=1e-6)


def test_one_value_has_no_interval() -> None:
    assert estimate([0.25]) == Estimate(0.25, -math.inf, math.inf)
    assert str(estimate([0.25])) == "0.250 (one block: no interval)"


def test_bounds_cut_the_interval() -> None:
    assert estimate([1.0, 1.0, 0.8], bounds=(0, 1)).high == 1
    assert str(estimate([0.5, 0.5])) == "0.500 [0.500, 0.500]"


def test_coverage() -> None:
    rng = random.Random(1)
    hits = sum(
        low <= 0 <= high
        for _, low, high in (estimate([rng.gauss(0, 1) for _ in range(5)]) for _ in range(2000))
    )
    assert 0.935 < hits / 2000 < 0.965
