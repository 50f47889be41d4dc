"""The schedule of a season: each night has a design of its own for whoever plays in it, the cycles run on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from livingstone.tournaments.config_season import Night
from livingstone.tournaments.schedule import Deals, obstacle, schedule
from livingstone.tournaments.schedule_block import Block, Schedule
from livingstone.tournaments.seeding import derive


def season_schedule(
    nights: Sequence[Night],
    sizes: Sequence[int],
    master: int | str,
    *,
    authors: Mapping[str, str],
    deals: Deals,
) -> Schedule:
    """All blocks of all nights; another night leaves those before it as they are. The balance is the last one's.

    A night has the table sizes for which it has bots. ``authors``: by bot, see :func:`schedule`.

    Raises:
        LivingstoneError: where a night has no schedule at all, with the reason.
    """
    blocks: list[Block] = []
    last = Schedule((), ())
    cycles = 0
    for number, night in enumerate(nights, 1):
        known = tuple((name, authors[name]) for name in night.bots if name in authors)
        last = _night(night, number, cycles, tuple(sizes), str(master), known, deals)
        blocks += last.blocks
        cycles += night.cycles
    return Schedule(tuple(blocks), last.balance)


@lru_cache(maxsize=1024)  # a command reads a plan several times, and a season may have hundreds of nights
def _night(
    night: Night,
    number: int,
    before: int,
    sizes: tuple[int, ...],
    master: str,
    authors: tuple[tuple[str, str], ...],
    deals: Deals,
) -> Schedule:
    """One night's blocks; its cycles count from ``before``."""
    by = dict(authors)
    seated = [
        size for size in sizes if not obstacle(night.bots, size, challengers=night.challengers, authors=by)
    ]
    found = schedule(
        night.bots,
        seated or sizes,
        night.cycles,
        derive(master, "night", number),
        challengers=night.challengers,
        authors=by,
        deals=deals,
    )
    return Schedule(tuple(_shifted(block, before) for block in found.blocks), found.balance)


def _shifted(block: Block, before: int) -> Block:
    """The block with its cycle's number in the season; the deal stays."""
    cycle = block.cycle + before
    return replace(block, id=f"p{block.players}-c{cycle}-b{block.number:03}", cycle=cycle)
