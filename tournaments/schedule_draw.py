"""Draws for schedules that are the same on every machine and in every version of Python."""

import random
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

ODDS: Final = (0.3, 0.2, 0.12, 0.06, 0.0)
"""Stages of a search: the chance of taking a step that makes the sum of squares worse by 2."""


class Draw:
    """Built on ``Random.random`` alone, which keeps its sequence for a seed; the other methods may change."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random

    def below(self, bound: int) -> int:
        """A whole number from 0 to ``bound`` - 1."""
        return int(self.random() * bound)

    def shuffled(self, values: Sequence[T]) -> list[T]:
        """The values in a drawn order."""
        order = list(values)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def tolerances(odds: float) -> tuple[float, ...]:
    """The chance of taking a step that costs 0, 2, 4, ...; by products, as powers differ between machines."""
    chances = [1.0]
    while odds and chances[-1] > 1e-4:
        chances.append(chances[-1] * odds)
    return tuple(chances)
