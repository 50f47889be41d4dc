"""Who meets whom: blocks in which everybody plays equally often and all pairs meet as equally often as can be.

Bots are numbers here. A design is filled greedily with those who have met least, then improved by swaps of two
bots between two blocks, which leave everybody's number of blocks as it is: the sum of squared pair counts falls.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from livingstone.tournaments.schedule_cyclic import cyclic_design
from livingstone.tournaments.schedule_draw import ODDS, Draw, tolerances

APART: Final = 1 << 20
"""Added to the count of a pair that may not meet: no swap that joins it is ever an improvement."""
TRIES: Final = 40_000
TRIES_A_BLOCK: Final = 150
"""Swaps tried in a round are the sum of both."""
ROUNDS: Final = 3
MOST_BLOCKS: Final = 60
"""Of a design with a symmetry that is not quite exact: with more, swaps did not make one better."""


@dataclass(frozen=True)
class Field:
    """The bots of a design, and who must be kept apart."""

    bots: int
    players: int
    authors: tuple[int, ...]
    """By bot: bots with one number never share a block."""

    @property
    def is_free(self) -> bool:
        """Whether any two may meet."""
        return len(set(self.authors)) == self.bots

    def apart(self, one: int, other: int) -> bool:
        """Whether these two may not meet."""
        return self.authors[one] == self.authors[other]


def least_meetings(bots: int, players: int) -> int:
    """How often all pairs meet in the smallest design whose numbers are whole (the lambda of block designs)."""
    meetings = 1
    while meetings * (bots - 1) % (players - 1) or meetings * bots * (bots - 1) % (players * (players - 1)):
        meetings += 1
    return meetings


def round_robin(field: Field, draw: Draw) -> list[list[int]]:
    """The blocks of a cycle in which everybody meets everybody; members and blocks in no special order.

    No author may have more than ``bots / players`` bots: then such a design exists.
    """
    bots, players = field.bots, field.players
    if players == 2:
        return [list(pair) for pair in combinations(range(bots), 2)]
    meetings = least_meetings(bots, players)
    each = meetings * (bots - 1) // (players - 1)
    blocks = cyclic_design(bots, players, meetings, draw) if field.is_free else None
    design = _Design(field, draw)
    if blocks is None:
        design.fill([], [each] * bots, each * bots // players)
    else:
        names = draw.shuffled(range(bots))
        design.add([[names[bot] for bot in block] for block in blocks])
    if blocks is None or len(blocks) <= MOST_BLOCKS:
        design.improve()
    return design.blocks


def gauntlet(field: Field, challengers: Sequence[int], meetings: int, draw: Draw) -> list[list[int]]:
    """Blocks of one challenger each, the first member, with others of the field.

    Every challenger has equally many blocks and meets each of the others who may meet it ``meetings`` times, or
    as nearly so as the numbers allow.
    """
    design = _Design(field, draw)
    others = [bot for bot in range(field.bots) if bot not in set(challengers)]
    count = gauntlet_blocks(len(others), field.players, meetings)
    for challenger in challengers:
        allowed = [bot for bot in others if not field.apart(bot, challenger)]
        # What cannot be shared out evenly goes to those who have played least so far.
        allowed = sorted(draw.shuffled(allowed), key=design.played.__getitem__)
        design.fill([challenger], _quotas(field, allowed, count), count)
    design.improve()
    return design.blocks


def _quotas(field: Field, allowed: list[int], count: int) -> list[int]:
    """How often each bot sits in ``count`` blocks of a challenger; the first of ``allowed`` get one more."""
    each, more = divmod(count * (field.players - 1), len(allowed))
    quotas, needed = [0] * field.bots, [0] * field.bots
    for bot in allowed:
        quotas[bot] = each
        needed[field.authors[bot]] += each
    for bot in allowed:
        if more and needed[field.authors[bot]] < count:
            quotas[bot] += 1
            needed[field.authors[bot]] += 1
            more -= 1
    return quotas


def gauntlet_blocks(others: int, players: int, meetings: int) -> int:
    """How many blocks of a challenger are needed to meet each of the others so often at least (then rounded up)."""
    while meetings * others % (players - 1):
        meetings += 1
    return meetings * others // (players - 1)


class _Design:
    """Blocks, and how often every pair has met in them."""

    def __init__(self, field: Field, draw: Draw) -> None:
        self.blocks: list[list[int]] = []
        self.played = [0] * field.bots
        self._field, self._draw = field, draw
        self._fixed = 0
        """Leading members of each block that swaps leave where they are."""
        self._met = [
            [APART if field.apart(one, other) else 0 for other in range(field.bots)]
            for one in range(field.bots)
        ]
        self._groups: list[range] = []
        """Blocks between which swaps are made: those with the same leading members."""

    def add(self, blocks: list[list[int]]) -> None:
        """Add a group of blocks."""
        self._groups.append(range(len(self.blocks), len(self.blocks) + len(blocks)))
        for block in blocks:
            self._seat(block)

    def fill(self, leading: list[int], quotas: list[int], count: int) -> None:
        """Add a group of ``count`` blocks in which every bot sits as often as its quota says, besides ``leading``.

        An author whose bots are needed in all blocks left is taken first; so the quotas always come out if no
        author's sum exceeds ``count``.
        """
        self._fixed = len(leading)
        self._groups.append(range(len(self.blocks), len(self.blocks) + count))
        authors = self._field.authors
        needed = [0] * len(authors)
        for bot, quota in enumerate(quotas):
            needed[authors[bot]] += quota
        for left in range(count, 0, -1):
            block = list(leading)
            free = [bot for bot in self._draw.shuffled(range(len(quotas))) if quotas[bot]]
            while len(block) < self._field.players:
                urgent = [bot for bot in free if needed[authors[bot]] == left]
                bot = min(urgent or free, key=lambda bot: (self._meetings(bot, block), -quotas[bot]))
                block.append(bot)
                quotas[bot] -= 1
                free = [other for other in free if authors[other] != authors[bot]]
            for bot in block[len(leading) :]:
                needed[authors[bot]] -= 1
            self._seat(block)

    def improve(self) -> None:
        """Swap until the counts are as even as whole numbers can be, or the tries are used up; keeps the best."""
        least, cost = self._least(), self._cost()
        best, best_cost = [list(block) for block in self.blocks], cost
        tries = (TRIES + TRIES_A_BLOCK * len(self.blocks)) // len(ODDS)
        for odds in ODDS * ROUNDS if cost > least else ():
            chances = tolerances(odds)
            for _ in range(tries):
                cost += self._try(chances)
                if cost == least:
                    return
            if cost < best_cost:
                best, best_cost = [list(block) for block in self.blocks], cost
        self.blocks = best

    def _seat(self, block: list[int]) -> None:
        self.blocks.append(block)
        for bot in block:
            self.played[bot] += 1
        for one, other in combinations(block, 2):
            self._met[one][other] += 1
            self._met[other][one] += 1

    def _meetings(self, bot: int, block: list[int]) -> int:
        met = self._met[bot]
        return sum(met[other] for other in block)

    def _cost(self) -> int:
        """The sum of squared counts over pairs that swaps can change."""
        counts: dict[tuple[int, int], int] = {}
        for block in self.blocks:
            for pair in combinations(sorted(block[self._fixed :]), 2):
                counts[pair] = counts.get(pair, 0) + 1
        return sum(count * count for count in counts.values())

    def _least(self) -> int:
        """What the cost cannot fall below: all counts equal, or next to each other."""
        seated = sorted({bot for block in self.blocks for bot in block[self._fixed :]})
        pairs = sum(not self._field.apart(one, other) for one, other in combinations(seated, 2))
        open_seats = self._field.players - self._fixed
        each, more = divmod(len(self.blocks) * (open_seats * (open_seats - 1) // 2), max(1, pairs))
        return pairs * each * each + more * (2 * each + 1)

    def _try(self, chances: tuple[float, ...]) -> int:
        """Swap two bots of two blocks of one group if that is no worse, or by chance; gives the change of cost."""
        draw, met = self._draw, self._met
        group = self._groups[draw.below(len(self._groups))]
        a = self.blocks[group.start + draw.below(len(group))]
        b = self.blocks[group.start + draw.below(len(group))]
        open_seats = self._field.players - self._fixed
        at, bt = self._fixed + draw.below(open_seats), self._fixed + draw.below(open_seats)
        one, other = a[at], b[bt]
        if one in b or other in a:
            return 0
        stay_a = [bot for bot in a if bot != one and bot not in b]
        stay_b = [bot for bot in b if bot != other and bot not in a]
        met_one, met_other = met[one], met[other]
        change = 2 * (len(stay_a) + len(stay_b))
        for bot in stay_a:
            change += 2 * (met_other[bot] - met_one[bot])
        for bot in stay_b:
            change += 2 * (met_one[bot] - met_other[bot])
        worse = max(0, change) // 2
        if worse >= len(chances) or (worse and draw.random() >= chances[worse]):
            return 0
        a[at], b[bt] = other, one
        for bot, by in [(bot, 1) for bot in stay_a] + [(bot, -1) for bot in stay_b]:
            met_other[bot] += by
            met_one[bot] -= by
            met[bot][other] += by
            met[bot][one] -= by
        return change
