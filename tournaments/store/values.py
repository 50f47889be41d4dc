"""What a store holds, as plain values."""

import hashlib
import platform
from typing import Any, NamedTuple

import msgspec

from livingstone import __version__
from livingstone.engine.editions import Edition
from livingstone.protocol.termination import Termination
from livingstone.tournaments.store.clock import now


class StoredRun(msgspec.Struct, frozen=True, kw_only=True):
    """What all games of a store have in common."""

    name: str
    format: str
    """``round_robin`` or ``gauntlet``."""
    config: str
    """The text of the configuration."""
    config_digest: str
    """Over what changes the games."""
    master_seed: str
    edition: Edition
    isolation: str = "none"
    """The level that was reached, not the one that was asked for."""
    created: str = msgspec.field(default_factory=now)
    engine: str = __version__
    machine: str = msgspec.field(default_factory=platform.platform)

    @property
    def seed_commitment(self) -> str:
        """SHA-256 of the master seed, in hex: published before the games, the seed after them."""
        return hashlib.sha256(self.master_seed.encode()).hexdigest()


class BotKey(NamedTuple):
    """One bot of one content: a changed bot is another one, also under the same name."""

    name: str
    digest: str
    """The hash of its files, or of its spec and this program's version."""


class StoredBot(msgspec.Struct, frozen=True, kw_only=True):
    """A bot as it was when it joined."""

    name: str
    digest: str
    entrant: dict[str, Any]
    """How it is started, as JSON."""
    author: str = ""
    hello: dict[str, Any] | None = None
    """What it said of itself; None for a built-in player."""
    excluded: str = ""
    """Why it plays no longer; empty: it plays."""

    @property
    def key(self) -> BotKey:
        """What blocks and games call it."""
        return BotKey(self.name, self.digest)


class StoredBlock(msgspec.Struct, frozen=True, kw_only=True):
    """One set of bots, in all seat rotations."""

    id: str
    cycle: int
    number: int
    bots: tuple[BotKey, ...]
    """By seat, in rotation 0."""
    deals: tuple[str, ...]
    """Seeds of the chance: one that all rotations share, or one for each."""

    @property
    def players(self) -> int:
        """Size of the table, and number of games."""
        return len(self.bots)

    def game_id(self, rotation: int) -> str:
        """The name of one of its games."""
        return f"{self.id}-r{rotation}"

    def deal(self, rotation: int) -> str:
        """The chance of one of its games."""
        return self.deals[rotation % len(self.deals)]

    def lineup(self, rotation: int) -> tuple[BotKey, ...]:
        """The bots by seat in a rotation: everyone moves one seat clockwise each time."""
        return tuple(self.bots[(seat - rotation) % self.players] for seat in range(self.players))


class StoredSeat(msgspec.Struct, frozen=True, kw_only=True):
    """How one bot fared in one game."""

    bot: BotKey
    place: int
    """1-based, ties share a number (R47)."""
    points: int
    donation: int
    out: bool
    share: float
    """Of the win."""
    termination: Termination = Termination.COMPLETED
    fault: str = ""
    decisions: int = 0
    seconds: float = 0.0
    """Time for all its decisions."""
    slowest: float = 0.0
    """Seconds of its slowest turn."""


class StoredGame(msgspec.Struct, frozen=True, kw_only=True):
    """One finished game."""

    id: str
    block: str
    rotation: int
    deal: str
    """Seed of its chance."""
    start: int
    """Seat of the first start player (R1)."""
    rounds: int
    seats: tuple[StoredSeat, ...]
    record: str = ""
    """File of the record, relative to the run's folder; the store names it, and empties it when it is pruned."""
    sha256: str = ""
    """Of the record's JSON lines (not of the compressed file), in hex; the store fills it in."""
    finished_at: str = msgspec.field(default_factory=now)

    @property
    def bots(self) -> tuple[BotKey, ...]:
        """By seat."""
        return tuple(seat.bot for seat in self.seats)

    @property
    def is_degraded(self) -> bool:
        """Whether a stand-in played for somebody."""
        return any(seat.termination is not Termination.COMPLETED for seat in self.seats)


class StoredVoid(msgspec.Struct, frozen=True, kw_only=True):
    """A fault of the host: an attempt at a block that counts for nobody."""

    block: str
    attempt: int
    reason: str
    traceback: str = ""
    at: str = msgspec.field(default_factory=now)
