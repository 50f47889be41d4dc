"""What a schedule is made of: blocks, plain values with names of their own, and how even they are."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from livingstone.engine.wording import counted


@dataclass(frozen=True, slots=True)
class Block:
    """One table of different bots, played in all seat rotations. The statistical unit, and one task."""

    id: str
    """``p4-c1-b007``: players, cycle, number; ``x1-p4-b003`` in the first extension."""
    players: int
    cycle: int
    """From 1."""
    number: int
    """From 1, within the cycle; within the extension for its blocks."""
    bots: tuple[str, ...]
    """By seat in rotation 0."""
    deals: tuple[int, ...]
    """Seeds of the chance: one that all rotations share, or one for each rotation."""

    def lineup(self, rotation: int) -> tuple[str, ...]:
        """The bots by seat in a rotation: everyone moves one seat clockwise each time."""
        shift = rotation % self.players
        return self.bots[self.players - shift :] + self.bots[: self.players - shift]

    def deal(self, rotation: int) -> int:
        """The seed of a rotation's chance."""
        return self.deals[rotation % len(self.deals)]

    def game_id(self, rotation: int) -> str:
        """``p4-c1-b007-r2``; rotations count from 0."""
        return f"{self.id}-r{rotation}"

    @property
    def game_ids(self) -> tuple[str, ...]:
        """Of all rotations."""
        return tuple(self.game_id(rotation) for rotation in range(self.players))


class Spread(NamedTuple):
    """The smallest and the largest of some counts."""

    least: int
    most: int

    def __str__(self) -> str:
        return f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"


class Balance(NamedTuple):
    """How even the blocks of one table size are. Seats are exactly even: every block is played in all rotations."""

    players: int
    blocks: int
    bots: Spread
    """Blocks of a bot; in a gauntlet, of a bot of the field."""
    pairs: Spread
    """Blocks that two bots share, over all that may meet; in a gauntlet, a challenger and one of the field."""
    challengers: Spread | None = None
    """Blocks of a challenger, in a gauntlet."""
    newcomer: str = ""
    """Who joined with these blocks, as a challenger of all others; empty: they are of the beginning."""

    @property
    def games(self) -> int:
        """A block is played once in each rotation."""
        return self.blocks * self.players

    def __str__(self) -> str:
        size = f"{self.players} players: {counted(self.blocks, 'block')} ({self.games} games)"
        if self.challengers is None:
            return f"{size}, each bot in {self.bots}, each pair in {self.pairs}"
        if self.newcomer:
            return f"{self.newcomer} joins, {size}, each other bot in {self.bots} of them"
        return (
            f"{size}, each challenger in {self.challengers}, each other bot in {self.bots}, "
            f"each challenger with each of them in {self.pairs}"
        )


@dataclass(frozen=True)
class Schedule:
    """All blocks in the order of play. A pure function of its arguments: to resume is to leave out what is done."""

    blocks: tuple[Block, ...]
    balance: tuple[Balance, ...]
    """By table size, over all cycles."""

    @property
    def games(self) -> int:
        """How many games the blocks are."""
        return sum(block.players for block in self.blocks)

    def __iter__(self) -> Iterator[Block]:
        return iter(self.blocks)
