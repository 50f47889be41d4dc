"""Who meets whom: blocks in which everybody plays equally often and all pairs meet as equally often as can be.

Bots are numbers here. A design is filled greedily with those who have met least, then improved by swaps of two
bots between two blocks, which leave everybody's number of blocks as it is: the sum of squared pair counts falls.
What one cycle could not share out evenly, the next ones make up for: they know who has met before.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
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


class History:
    """What the cycles so far have come to."""

    def __init__(self) -> None:
        self.played: Counter[int] = Counter()
        """Blocks of each bot."""
        self.met: Counter[tuple[int, int]] = Counter()
        """Blocks of each pair, the lower number first."""

    def add(self, blocks: Iterable[Sequence[int]]) -> None:
        """Count the blocks of one more cycle."""
        for block in blocks:
            self.played.update(block)
            self.met.update(combinations(sorted(block), 2))


def round_robin(field: Field, draw: Draw, before: History) -> list[list[int]]:
    """The blocks of a cycle in which everybody meets everybody; members and blocks in no special order.

    There must be as many authors as seats. Where one has more than ``bots / players`` bots they cannot all play as
    often as the others: one of them sits in every block, in turn.
    """
    bots, players = field.bots, field.players
    if players == 2:
        return [list(pair) for pair in combinations(range(bots), 2)]
    meetings = least_meetings(bots, players)
    count = meetings * bots * (bots - 1) // (players * (players - 1))
    blocks = cyclic_design(bots, players, meetings, draw) if field.is_free else None
    design = _Design(field, draw, before)
    if blocks is None:
        turns = range(bots) if field.is_free else design.turns(range(bots))
        design.fill([], _quotas(field, turns, players, count), count)
    else:
        names = draw.shuffled(range(bots))
        design.add([[names[bot] for bot in block] for block in blocks])
    if blocks is None or len(blocks) <= MOST_BLOCKS:
        design.improve()
    return design.blocks


def gauntlet(
    field: Field, challengers: Sequence[int], meetings: int, draw: Draw, before: History
) -> list[list[int]]:
    """Blocks of one challenger each, the first member, with others of the field.

    Every challenger has equally many blocks and meets each of the others who may meet it ``meetings`` times, or
    as nearly so as the numbers allow.
    """
    design = _Design(field, draw, before)
    others = [bot for bot in range(field.bots) if bot not in set(challengers)]
    count = gauntlet_blocks(len(others), field.players, meetings)
    for challenger in challengers:
        allowed = design.turns([bot for bot in others if not field.apart(bot, challenger)])
        design.fill([challenger], _quotas(field, allowed, field.players - 1, count), count)
    design.improve()
    return design.blocks


def _quotas(field: Field, allowed: Sequence[int], seats: int, count: int) -> list[int]:
    """How often each bot takes one of some seats of ``count`` blocks; the first of ``allowed`` get one more."""
    quotas, needed = [0] * field.bots, [0] * field.bots

    def share(among: Sequence[int], open_seats: int) -> None:
        each, more = divmod(count * open_seats, len(among))
        for bot in among:
            quotas[bot] = each
            needed[field.authors[bot]] += each
        for bot in among:
            if more and needed[field.authors[bot]] < count:
                quotas[bot] += 1
                needed[field.authors[bot]] += 1
                more -= 1

    rest, open_seats = allowed, seats
    while crowds := _crowds(field, rest, open_seats):
        for crowd in crowds:
            share(crowd, 1)
        rest = [bot for bot in rest if not any(bot in crowd for crowd in crowds)]
        open_seats -= len(crowds)
    share(rest, open_seats)
    return quotas


def _crowds(field: Field, bots: Sequence[int], seats: int) -> list[list[int]]:
    """The bots of each author who has so many that equal turns would need more than one seat of every block."""
    by_author: dict[int, list[int]] = {}
    for bot in bots:
        by_author.setdefault(field.authors[bot], []).append(bot)
    return [crowd for crowd in by_author.values() if len(crowd) * seats > len(bots)]


def gauntlet_blocks(others: int, players: int, meetings: int) -> int:
    """How many blocks of a challenger are needed to meet each of the others so often at least (then rounded up)."""
    while meetings * others % (players - 1):
        meetings += 1
    return meetings * others // (players - 1)


class _Design:
    """Blocks, and how often every pair has met in them and before."""

    def __init__(self, field: Field, draw: Draw, before: History) -> None:
        self.blocks: list[list[int]] = []
        self._played = [before.played[bot] for bot in range(field.bots)]
        self._field, self._draw = field, draw
        self._fixed = 0
        """Leading members of each block that swaps leave where they are."""
        self._met = [
            [APART if field.apart(one, other) else 0 for other in range(field.bots)]
            for one in range(field.bots)
        ]
        self._groups: list[range] = []
        """Blocks between which swaps are made: those with the same leading members."""
        for (one, other), count in before.met.items():
            self._met[one][other] += count
            self._met[other][one] += count

    def turns(self, bots: Sequence[int]) -> list[int]:
        """The bots in the order in which they get what cannot be shared out evenly: who has played least first."""
        return sorted(self._draw.shuffled(bots), key=self._played.__getitem__)

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
            self._played[bot] += 1
        for one, other in combinations(block, 2):
            self._met[one][other] += 1
            self._met[other][one] += 1

    def _meetings(self, bot: int, block: list[int]) -> int:
        met = self._met[bot]
        return sum(met[other] for other in block)

    def _counts(self) -> list[int]:
        """How often each pair has met whose count swaps can change."""
        seated = sorted({bot for block in self.blocks for bot in block[self._fixed :]})
        pairs = combinations(seated, 2)
        return [self._met[one][other] for one, other in pairs if not self._field.apart(one, other)]

    def _cost(self) -> int:
        """The sum of squared counts."""
        return sum(count * count for count in self._counts())

    def _least(self) -> int:
        """What the cost cannot fall below: all counts equal, or next to each other."""
        counts = self._counts()
        each, more = divmod(sum(counts), max(1, len(counts)))
        return len(counts) * each * each + more * (2 * each + 1)

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
