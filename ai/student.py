"""Student's t interval of a mean, without a statistics package (importing one costs a second)."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple


class Estimate(NamedTuple):
    """A mean and the ends of its interval; with fewer than two values the interval is unbounded."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        if math.isinf(self.low):
            return f"{self.mean:.3f} (one block: no interval)"
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


def estimate(
    values: Sequence[float], level: float = 0.95, bounds: tuple[float, float] = (-math.inf, math.inf)
) -> Estimate:
    """The mean of independent values (block means) with a two-sided interval, cut at the values' ``bounds``."""
    count = len(values)
    mean = math.fsum(values) / count
    if count < 2:
        return Estimate(mean, -math.inf, math.inf)
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    half = t_quantile(0.5 + level / 2, count - 1) * math.sqrt(variance / count)
    return Estimate(mean, max(bounds[0], mean - half), min(bounds[1], mean + half))


@lru_cache(maxsize=4096)
def t_quantile(probability: float, freedom: int) -> float:
    """The t that a Student variable with ``freedom`` degrees stays below with ``probability`` (0.5 to 1)."""
    low, high = 0.0, 1.0
    while t_below(high, freedom) < probability:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        if t_below(middle, freedom) < probability:
            low = middle
        else:
            high = middle
    return high


def t_below(t: float, freedom: int) -> float:
    """P(T <= t) for t >= 0: the finite sums of Abramowitz and Stegun 26.7.3 and 26.7.4."""
    angle = math.atan2(t, math.sqrt(freedom))
    cosine2 = math.cos(angle) ** 2
    term = total = 1.0
    if freedom % 2 == 0:
        for k in range(1, freedom // 2):
            term *= cosine2 * (2 * k - 1) / (2 * k)
            total += term
        return 0.5 + 0.5 * math.sin(angle) * total
    if freedom == 1:
        return 0.5 + angle / math.pi
    for k in range(1, (freedom - 1) // 2):
        term *= cosine2 * (2 * k) / (2 * k + 1)
        total += term
    return 0.5 + (angle + math.sin(angle) * math.cos(angle) * total) / math.pi
