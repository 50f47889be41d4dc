"""What is left of a lost seat: its lines, to repeat the fault with, and what the program wrote to stderr."""

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Self

from livingstone.ai.player import Player
from livingstone.tournaments.guest import Guest
from livingstone.tournaments.match import GameResult


class Evidence(NamedTuple):
    """Of one seat in one game."""

    lines: Path | None
    """The file of the session's lines, where they were kept."""
    stderr: str


def evidence_of(players: Sequence[Player], result: GameResult) -> dict[int, Evidence]:
    """By lost seat, of programs."""
    return {
        seat: Evidence(_with_lines(player.log_path), player.stderr)
        for seat, player in enumerate(players)
        if isinstance(player, Guest) and result.faults[seat]
    }


def _with_lines(path: Path | None) -> Path | None:
    """None for the empty file of a program that could not be started: nothing there can be repeated."""
    return path if path is not None and path.exists() and path.stat().st_size else None


class EvidenceKeeper:
    """A temporary folder for lines that nobody asked for: after each game only those of lost seats stay.

    It is left behind where it holds any, at most ``most`` of them.
    """

    def __init__(self, most: int = 20) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="livingstone-match-"))
        self._kept: set[Path] = set()
        self._most = most

    def keep(self, evidence: Mapping[int, Evidence]) -> None:
        """Keep these files and remove the others of the game."""
        for found in evidence.values():
            if found.lines is not None and len(self._kept) < self._most:
                self._kept.add(found.lines)
        self._tidy()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._tidy()
        if not self._kept:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _tidy(self) -> None:
        for file in self.folder.iterdir():
            if file.with_suffix(".lines") not in self._kept:
                file.unlink(missing_ok=True)
