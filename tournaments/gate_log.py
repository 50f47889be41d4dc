"""What a gate has played, as JSON Lines that a kill cannot spoil: a header, then a line for each block."""

import os
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec

from livingstone.engine.codec import convert, dumps, loads
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import quote
from livingstone.tournaments.gate_block import GateGame
from livingstone.tournaments.store.lock import WriterLock

FILE: Final = "gate.jsonl"
FORMAT: Final = "livingstone-gate"


class GateHeader(msgspec.Struct, frozen=True, kw_only=True):
    """All that makes the games what they are, and the test that was decided on before them."""

    format: str = FORMAT
    version: int = 1
    candidate: str
    candidate_digest: str
    base: str
    base_digest: str
    players: tuple[int, ...]
    seed: str
    edition: str
    """Its digest."""
    time: str
    score: str
    tries: int
    isolation: str
    elo0: float
    elo1: float
    alpha: float
    beta: float


class _Line(msgspec.Struct, frozen=True, kw_only=True):
    block: int
    games: list[GateGame] = []
    void: str = ""


class GateLog:
    """The blocks of a gate by number, kept in ``folder`` (None: only in memory). Close it, or use ``with``.

    Raises:
        StoreBusy: another process writes there.
        LivingstoneError: what is there is no log, or one of another gate; the message names what differs.
    """

    def __init__(self, folder: Path | None, header: GateHeader) -> None:
        self.games: dict[int, list[GateGame]] = {}
        """By block."""
        self.voids: dict[int, str] = {}
        """Blocks that count for nobody, and why."""
        self._file = None
        self._lock = None
        if folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = WriterLock(folder / "gate.lock")
        try:
            self._file = (folder / FILE).open("a+b")
            self._read(header, folder / FILE)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let others write; a second call does nothing."""
        if self._file is not None:
            self._file.close()
        if self._lock is not None:
            self._lock.release()

    @property
    def done(self) -> set[int]:
        """Numbers of blocks that need not be played."""
        return self.games.keys() | self.voids.keys()

    def add(self, block: int, games: list[GateGame]) -> None:
        """Keep a block; on return it is on the disk."""
        self.games[block] = games
        self._append(_Line(block=block, games=games))

    def add_void(self, block: int, reason: str) -> None:
        """Keep that a block failed by the host's fault."""
        self.voids[block] = reason
        self._append(_Line(block=block, void=reason))

    def _append(self, line: msgspec.Struct) -> None:
        if self._file is not None:
            self._file.write(dumps(line, newline=True))
            self._file.flush()
            os.fsync(self._file.fileno())

    def _read(self, header: GateHeader, path: Path) -> None:
        """Take what is there; a last line that was cut short is dropped."""
        assert self._file is not None
        self._file.seek(0)
        content = self._file.read()
        whole = content[: content.rfind(b"\n") + 1]
        if len(whole) < len(content):
            self._file.truncate(len(whole))
        lines = whole.splitlines()
        if not lines:
            self._append(header)
            return
        for number, line in enumerate(lines, 1):
            try:
                if number == 1:
                    _require_same(convert(loads(line), GateHeader), header)
                    continue
                kept = convert(loads(line), _Line)
            except LivingstoneError as error:
                raise LivingstoneError(f"{path}: line {number}: {error}") from None
            if kept.void:
                self.voids[kept.block] = kept.void
            else:
                self.games[kept.block] = kept.games


def kept_seed(folder: Path) -> int | None:
    """The seed of the log in ``folder``; None: there is none that can be read (:class:`GateLog` says why)."""
    try:
        with (folder / FILE).open("rb") as file:
            return int(convert(loads(file.readline()), GateHeader).seed)
    except (OSError, LivingstoneError, ValueError):
        return None


def _require_same(found: GateHeader, wanted: GateHeader) -> None:
    for name in wanted.__struct_fields__:
        was, now = getattr(found, name), getattr(wanted, name)
        if was != now:
            what = name.replace("_digest", "'s files").replace("_", " ")
            raise LivingstoneError(
                f"these games were played with {what} {quote(was)}, not {quote(now)}: expected the same, or another "
                "folder"
            )
