"""Who sits left of whom, and which block is played when."""

from itertools import permutations
from typing import Final

from livingstone.tournaments.schedule_draw import Draw

WINDOW: Final = 24
"""How many blocks ahead are looked at for the one whose bots have played least."""


class Seating:
    """Circular orders for one table size; it remembers all blocks it has seated, over the cycles."""

    def __init__(self) -> None:
        self._followed: dict[tuple[int, int], int] = {}
        """How often the second bot sat next in turn to the first."""
        self._single: dict[tuple[int, ...], tuple[int, ...]] = {}
        """The last order of each set that was seated an odd number of times."""

    def seat(self, block: list[int], draw: Draw) -> tuple[int, ...]:
        """The members by seat: the order whose neighbours were neighbours least often so far.

        A set that comes back is seated in the mirrored order first: who followed a bot then precedes it.
        """
        key = tuple(sorted(block))
        last = self._single.pop(key, None)
        if last is not None:
            order = last[:1] + last[:0:-1]
        else:
            first, *others = draw.shuffled(block)
            order = min(((first, *rest) for rest in permutations(others)), key=self._repeats)
            self._single[key] = order
        for pair in _neighbours(order):
            self._followed[pair] = self._followed.get(pair, 0) + 1
        return order

    def _repeats(self, order: tuple[int, ...]) -> int:
        return sum(self._followed.get(pair, 0) for pair in _neighbours(order))


def _neighbours(order: tuple[int, ...]) -> list[tuple[int, int]]:
    return list(zip(order, order[1:] + order[:1], strict=True))


def in_order_of_play(blocks: list[list[int]], draw: Draw) -> list[list[int]]:
    """The blocks so that at any moment everybody has played about equally often: a table so far means something."""
    waiting = draw.shuffled(blocks)[::-1]
    played: dict[int, int] = {}
    ordered = []
    while waiting:
        window = range(len(waiting) - 1, max(-1, len(waiting) - 1 - WINDOW), -1)
        chosen = min(window, key=lambda at: sum(played.get(bot, 0) for bot in waiting[at]))
        block = waiting.pop(chosen)
        for bot in block:
            played[bot] = played.get(bot, 0) + 1
        ordered.append(block)
    return ordered
