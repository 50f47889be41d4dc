"""What is left of a lost seat: its lines, to repeat the fault with, and what the program wrote to stderr."""

import os
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, Self

from livingstone.ai.player import Player
from livingstone.tournaments.guest import Guest
from livingstone.tournaments.match import GameResult
from livingstone.tournaments.store.errors import StoreError
from livingstone.tournaments.store.lock import WriterLock

_PREFIX: Final = "livingstone-match-"
_LOCK: Final = ".lock"
_STALE_S: Final = 3600.0
"""A younger folder is left alone, whoever made it."""


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

    It is left behind where it holds any, at most ``most`` of them. One whose match was killed is removed by a later
    match: a lock beside it tells whether its own still runs.
    """

    def __init__(self, most: int = 20) -> None:
        remove_stale(Path(tempfile.gettempdir()))
        self.folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        self._lock = WriterLock(_lock_path(self.folder))
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
        try:
            self._tidy()
            if not self._kept:
                shutil.rmtree(self.folder, ignore_errors=True)
        finally:
            self._lock.release()
            self._lock.path.unlink(missing_ok=True)

    def _tidy(self) -> None:
        for file in self.folder.iterdir():
            if file.with_suffix(".lines") not in self._kept:
                file.unlink(missing_ok=True)


def _lock_path(folder: Path) -> Path:
    return folder.with_name(folder.name + _LOCK)


def remove_stale(place: Path, age_s: float = _STALE_S) -> None:
    """Remove this user's folders of matches that were killed, if they are older than that.

    Those that a match left on purpose have no lock beside them, and stay.
    """
    for path in place.glob(f"{_PREFIX}*{_LOCK}"):
        with suppress(OSError, StoreError):  # it is another user's, or its match runs: leave it
            if not _is_own(path) or time.time() - path.lstat().st_mtime < age_s:
                continue
            folder = path.with_name(path.name.removesuffix(_LOCK))
            lock = WriterLock(path)
            try:
                if not folder.is_symlink():
                    shutil.rmtree(folder, ignore_errors=True)
                path.unlink()
            finally:
                lock.release()


def _is_own(path: Path) -> bool:
    """Whether it is a file of ours, and no link to one."""
    return not path.is_symlink() and (not hasattr(os, "getuid") or path.lstat().st_uid == os.getuid())
