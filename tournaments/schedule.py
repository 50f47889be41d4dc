"""The schedule of a tournament, a pure function of who plays, the table sizes, the cycles and the master seed.

A cycle is the smallest design in which all bots meet equally often. Each cycle has a design of its own, and more
cycles leave the earlier ones as they are. The order in which the bots are given does not matter.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, Literal

from livingstone.engine.constants import MAX_SEATS, MIN_SEATS
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import did_you_mean, quote
from livingstone.tournaments.schedule_block import Balance, Block, Schedule, Spread
from livingstone.tournaments.schedule_design import Field, History, gauntlet, least_meetings, round_robin
from livingstone.tournaments.schedule_draw import Draw
from livingstone.tournaments.schedule_order import Seating, in_order_of_play
from livingstone.tournaments.seeding import derive

__all__ = ["Balance", "Block", "Deals", "Schedule", "Spread", "extension", "obstacle", "schedule"]

Deals = Literal["shared", "fresh"]

MOST_GAMES: Final = 1_000_000
"""Of a schedule: it is made as a whole, in about 12 s and 350 MB at this size."""

_NO_AUTHORS: Final[Mapping[str, str]] = {}


def schedule(
    bots: Sequence[str],
    sizes: Sequence[int],
    cycles: int,
    master: int | str,
    *,
    challengers: Sequence[str] = (),
    authors: Mapping[str, str] = _NO_AUTHORS,
    deals: Deals = "shared",
) -> Schedule:
    """All blocks of a tournament.

    ``sizes``: players at a table; each size has its own design. ``challengers``: makes it a gauntlet, in which
    every block has exactly one of them and others of the field. ``authors``: by bot; two bots of one author share
    no table of three or more; leave it empty to allow that. ``deals``: whether all rotations of a block share
    their chance.

    Raises:
        LivingstoneError: where there is no such schedule, with the reason.
    """
    names = _sorted_names(bots)
    leading = _leading(names, challengers)
    tables = [_Table.of(names, size, authors, leading) for size in sorted(set(sizes))]
    return _schedule(names, tables, cycles, master, deals)


def obstacle(
    bots: Sequence[str],
    size: int,
    *,
    challengers: Sequence[str] = (),
    authors: Mapping[str, str] = _NO_AUTHORS,
) -> str:
    """Why there is no table of a size for these bots, in one line; empty: there is one.

    Arguments as for :func:`schedule`. Raises LivingstoneError for challengers that are not there.
    """
    names = _sorted_names(bots)
    leading = _leading(names, challengers)
    try:
        _Table.of(names, size, authors, leading)
    except LivingstoneError as error:
        return str(error)
    return ""


def extension(
    bots: Sequence[str],
    new: str,
    sizes: Sequence[int],
    cycles: int,
    master: int | str,
    number: int,
    *,
    challengers: Sequence[str] = (),
    authors: Mapping[str, str] = _NO_AUTHORS,
    deals: Deals = "shared",
) -> Schedule:
    """The blocks that bring a new bot into a tournament of ``bots``: it sits in every one of them.

    In a cycle it meets every other bot as often as those meet each other in one of theirs, or a little more. In a
    gauntlet it is one more challenger. ``number``: 1 for the first bot that is added, 2 for the second (whose
    ``bots`` include the first); ids begin with ``x1-``, ``x2-``, so they never collide. Other arguments and
    errors as for :func:`schedule`.
    """
    if new in bots:
        raise LivingstoneError(f"bot {quote(new)}: is in the tournament already, expected another name")
    names = _sorted_names([*(bot for bot in bots if bot not in challengers), new])
    tables = []
    for size in sorted(set(sizes)):
        table = _Table.of(names, size, authors, (names.index(new),))
        if not challengers and len(bots) >= size:
            table = replace(table, meetings=least_meetings(len(bots), size))
        tables.append(table)
    found = _schedule(names, tables, cycles, master, deals, f"x{number}-")
    return replace(found, balance=tuple(balance._replace(newcomer=new) for balance in found.balance))


@dataclass(frozen=True)
class _Table:
    """What the blocks of one table size are made from."""

    field: Field
    leading: tuple[int, ...]
    """The challengers; empty for a round robin."""
    meetings: int = 1
    """In a gauntlet, how often a challenger meets each of the others in a cycle, at least."""

    @classmethod
    def of(
        cls, names: Sequence[str], size: int, authors: Mapping[str, str], leading: tuple[int, ...]
    ) -> "_Table":
        """Checked. Raises LivingstoneError."""
        if not MIN_SEATS <= size <= MAX_SEATS:
            raise LivingstoneError(f"table of {size}: expected {MIN_SEATS} to {MAX_SEATS} players")
        if len(names) < size:
            raise LivingstoneError(f"table of {size}: needs {size} different bots, there are {len(names)}")
        by = [authors.get(name, "") if size > 2 else "" for name in names]
        known = {author: number for number, author in enumerate(dict.fromkeys(by)) if author}
        numbers = tuple(known.get(author, len(by) + bot) for bot, author in enumerate(by))
        compact = {number: index for index, number in enumerate(dict.fromkeys(numbers))}
        table = cls(Field(len(names), size, tuple(compact[number] for number in numbers)), leading)
        if not leading:
            table.check_room(range(len(names)), size, by, "")
        for challenger in leading:
            others = [
                bot
                for bot in range(len(names))
                if bot not in leading and not table.field.apart(bot, challenger)
            ]
            table.check_room(others, size - 1, by, f"challenger {quote(names[challenger])}: ")
        return table

    def check_room(self, bots: Sequence[int], seats: int, by: Sequence[str], where: str) -> None:
        """That there are enough of ``bots`` for some seats of a table, no two of an author at once."""
        size = self.field.players
        if len(bots) < seats:
            what = "may meet it" if where else "are there"
            raise LivingstoneError(f"{where}table of {size}: needs {seats} other bots, {len(bots)} {what}")
        free = len(bots) - sum(1 for bot in bots if by[bot]) + len({by[bot] for bot in bots if by[bot]})
        if free < seats:
            authors = ", ".join(quote(author) for author in dict.fromkeys(by[bot] for bot in bots) if author)
            raise LivingstoneError(
                f"{where}table of {size}: only {free} of {len(bots)} bots can share one, as no two of an author "
                f"({authors}) meet; same_author_together = true allows it"
            )

    def cycle(self, draw: Draw, before: History) -> list[list[int]]:
        """The blocks of one cycle, in no special order; ``before``: of the cycles before."""
        if self.leading:
            return gauntlet(self.field, self.leading, self.meetings, draw, before)
        return round_robin(self.field, draw, before)

    def balance(self, blocks: Sequence[Sequence[int]]) -> Balance:
        """How even some blocks are."""
        field, leading = self.field, self.leading
        played = Counter(bot for block in blocks for bot in block)
        met = Counter(pair for block in blocks for pair in combinations(sorted(block), 2))
        others = [bot for bot in range(field.bots) if bot not in leading]
        pairs = [
            met[pair]
            for pair in combinations(range(field.bots), 2)
            if not field.apart(*pair) and (not leading or sum(bot in leading for bot in pair) == 1)
        ]
        return Balance(
            field.players,
            len(blocks),
            _spread([played[bot] for bot in others]),
            _spread(pairs),
            _spread([played[bot] for bot in leading]) if leading else None,
        )


def _schedule(
    names: Sequence[str],
    tables: Sequence[_Table],
    cycles: int,
    master: int | str,
    deals: Deals,
    prefix: str = "",
) -> Schedule:
    """The cycles, one table size after the other in each. With a prefix the numbers run on over the cycles."""
    if cycles < 1:
        raise LivingstoneError(f"cycles: {cycles}, expected at least 1")
    seatings = [Seating() for _ in tables]
    seated: list[list[tuple[int, ...]]] = [[] for _ in tables]
    histories = [History() for _ in tables]
    blocks = []
    for cycle in range(1, cycles + 1):
        for table, seating, done, history in zip(tables, seatings, seated, histories, strict=True):
            size = table.field.players
            draw = Draw(derive(master, "schedule", f"{prefix}p{size}", cycle))
            before = 0 if not prefix else len(done)
            series = f"{prefix}p{size}" if prefix else f"p{size}-c{cycle}"
            members_of_blocks = table.cycle(draw, history)
            history.add(members_of_blocks)
            for number, members in enumerate(in_order_of_play(members_of_blocks, draw), before + 1):
                done.append(seating.seat(members, draw))
                bots = tuple(names[bot] for bot in done[-1])
                name = f"{series}-b{number:03}"
                blocks.append(Block(name, size, cycle, number, bots, _deals(master, name, size, deals)))
        if cycle == 1 < cycles:
            _check_size(sum(block.players for block in blocks), cycles)
    balance = [table.balance(done) for table, done in zip(tables, seated, strict=True)]
    return Schedule(tuple(blocks), tuple(balance))


def _check_size(games: int, cycles: int) -> None:
    """``games``: of one cycle; all have about as many."""
    if games * cycles > MOST_GAMES:
        most = max(1, MOST_GAMES // games)
        raise LivingstoneError(
            f"cycles: {cycles} are about {games * cycles} games, expected at most {MOST_GAMES}: {most} cycles"
        )


def _deals(master: int | str, name: str, size: int, deals: Deals) -> tuple[int, ...]:
    if deals == "shared":
        return (derive(master, "deal", name),)
    return tuple(derive(master, "deal", name, rotation) for rotation in range(size))


def _leading(names: Sequence[str], challengers: Sequence[str]) -> tuple[int, ...]:
    for name in challengers:
        if name not in names:
            hint = did_you_mean(name, names) or f": expected one of {', '.join(names)}"
            raise LivingstoneError(f"challenger {quote(name)}: there is no bot of this name{hint}")
    return tuple(sorted({names.index(name) for name in challengers}))


def _sorted_names(bots: Sequence[str]) -> list[str]:
    for name, count in Counter(bots).items():
        if count > 1:
            raise LivingstoneError(f"bot {quote(name)}: is there {count} times, expected names that differ")
    return sorted(bots)


def _spread(counts: Sequence[int]) -> Spread:
    return Spread(min(counts, default=0), max(counts, default=0))
