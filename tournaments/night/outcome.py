"""What came of a night: counts, the verdict in one line, and the exit code."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from livingstone.engine.wording import counted
from livingstone.tournaments.night.pruning import Pruned

_NAMED: Final = 3
"""Bots that the verdict names."""


class ExitCode(IntEnum):
    """Of a night."""

    OK = 0
    ERROR = 1
    """Something the user can mend: the config, the disk."""
    BOT_FAILED = 3
    """With ``--strict``: a bot failed, or was left out."""
    HOST_FAILED = 4
    """Nobody's games suffer; the blocks are played the next night."""
    UNFINISHED = 5
    """Interrupted, or out of time; the next night goes on."""
    BUSY = 6
    """Another night is being played."""


@dataclass
class NightOutcome:
    """One night."""

    number: int = 0
    """From 1; 0: it did not come so far."""
    games: int = 0
    """Played tonight."""
    missing: int = 0
    """Games that are left for the next night."""
    faults: Counter[str] = field(default_factory=Counter)
    """Seats lost tonight, by unit."""
    voids: int = 0
    """Blocks that the host spoiled tonight."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Bots of the config that did not play, and why."""
    no_tables: dict[int, str] = field(default_factory=dict)
    """Table sizes that were not played tonight as too few bots were left, and why."""
    news: tuple[str, ...] = ()
    is_out_of_time: bool = False
    was_interrupted: bool = False
    error: str = ""
    """What ended the night early: the user's to mend."""
    host_error: str = ""
    """The same, but a fault of this program."""
    lead: str = ""
    """Who leads whom by how much, over the season."""
    pruned: Pruned = field(default_factory=Pruned)
    report: str = ""
    """Where the report is, or why there is none."""
    used_s: float = 0.0

    @property
    def verdict(self) -> str:
        """The first line of the summary."""
        games = counted(self.games, "game")
        lead = f", {self.lead}" if self.lead else ""
        if self.error:
            return f"failed: {self.error}"
        if self.host_error:
            return f"void: the host failed: {self.host_error}; {games}"
        if self.voids:
            blocks = counted(self.voids, "block")
            return f"void: {blocks} spoiled by the host, nobody pays; {games}{lead}"
        if self.was_interrupted or self.is_out_of_time:
            word = "interrupted" if self.was_interrupted else "out of time"
            troubles = f"; {self._troubles()}" if self._troubles() else ""
            return f"{word}: {games}, {self.missing} left for the next night{troubles}{lead}"
        if self._troubles():
            return f"faults: {self._troubles()}; {games}{lead}"
        return f"ok: {games}{lead}"

    def exit_code(self, *, strict: bool = False) -> ExitCode:
        """The one of the worst that happened."""
        if self.error:
            return ExitCode.ERROR
        if self.host_error or self.voids:
            return ExitCode.HOST_FAILED
        if self.was_interrupted or self.is_out_of_time:
            return ExitCode.UNFINISHED
        if strict and (self.faults or self.left_out):
            return ExitCode.BOT_FAILED
        return ExitCode.OK

    def _troubles(self) -> str:
        """``3 seats lost (tired 2, ill 1), sad left out``."""
        parts = []
        lost = self.faults.total()
        if lost:
            named = [f"{name} {count}" for name, count in self.faults.most_common()]
            parts.append(f"{counted(lost, 'seat')} lost ({_some(named)})")
        if self.left_out:
            parts.append(f"{_some(list(self.left_out))} left out")
        if self.no_tables:
            parts.append(f"no tables of {' and '.join(map(str, self.no_tables))}")
        return ", ".join(parts)


def _some(names: list[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join([*names[:_NAMED], *([f"{more} more"] if more > 0 else [])])
