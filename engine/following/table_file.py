"""Writing a table file while the game goes on: every step is on the disk before the next is asked for."""

import contextlib
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

import msgspec

from livingstone.engine.codec import dumps
from livingstone.engine.durability import sync_folder
from livingstone.engine.errors import RecordError
from livingstone.engine.following.follower import Follower
from livingstone.engine.following.table_lock import TableLock
from livingstone.engine.following.table_record import TableHeader, check_header, load_table
from livingstone.engine.following.table_steps import TableStep

_FOLLOWS = "follows"
"""In ``info``: the step belongs to the line typed for the one before it."""


class TableFile:
    """A table file open for writing, locked against a second writer.

    Raises:
        LivingstoneError: from :meth:`create` and :meth:`open`, for a file that is none or is open elsewhere.
        OSError: naming the file.
    """

    def __init__(self, path: Path, lock: TableLock) -> None:
        self._path = path
        self._lock = lock
        self._file: BinaryIO | None = None
        self.header: TableHeader
        self.steps: list[TableStep] = []
        self.follower: Follower
        self.cut: int | None = None
        """Number of a last line that was found cut short, and removed."""

    @classmethod
    def create(cls, path: str | Path, header: TableHeader) -> Self:
        """A new file; one that exists is refused with FileExistsError."""
        check_header(header)
        table = cls._locked(path)
        with table._closing_on_error():
            table.header, table.follower = header, header.new_follower()
            table._path.open("xb").close()
            # Appending: what is written after a line that was taken away must stand where that began.
            table._file = table._path.open("ab", buffering=0)
            try:
                table._write(_encoded(header))
            except OSError:
                table._file.close()  # Windows removes no open file
                table._path.unlink()  # an empty file would be taken for a game that began
                raise
            sync_folder(table._path.parent)
        return table

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """A file that exists, read and checked."""
        table = cls._locked(path)
        with table._closing_on_error():
            table.header, steps, table.follower, table.cut = load_table(table._path)
            table.steps = list(steps)
            if table.cut is None and table._path.read_bytes().endswith(b"\n"):
                table._file = table._path.open("ab", buffering=0)
            else:
                table._rewrite()
        return table

    def add(self, events: Sequence[dict[str, Any]], follower: Follower, typed: str | None = None) -> None:
        """Append the steps of one typed line, all or none.

        Args:
            events: the steps' JSON forms, accepted by a follower.
            follower: the state after them.
            typed: the line, for the file's own notes.
        """
        steps = []
        for number, event in enumerate(events):
            info = {_FOLLOWS: True} if number else {} if typed is None else {"line": typed}
            steps.append(msgspec.convert(event | ({"info": info} if info else {}), TableStep))
        self._write(b"".join(_encoded(step) for step in steps))
        self.steps += steps
        self.follower = follower

    def back(self) -> list[TableStep]:
        """Take the last typed line back: its steps, removed.

        Raises:
            RecordError: when there is no step.
        """
        if not self.steps:
            raise RecordError("there is nothing to take back")
        first = len(self.steps) - 1
        while first > 0 and (self.steps[first].info or {}).get(_FOLLOWS) is True:
            first -= 1
        follower = self.header.new_follower()
        for step in self.steps[:first]:
            follower.step(step)
        removed, kept = self.steps[first:], self.steps[:first]
        self.steps = kept
        try:
            self._rewrite()
        except OSError:
            self.steps = kept + removed
            raise
        self.follower = follower
        return removed

    def close(self) -> None:
        """Close the file and let others write."""
        if self._file is not None:
            self._file.close()
            self._file = None
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @classmethod
    def _locked(cls, path: str | Path) -> Self:
        # A link is followed once, here: the lock and the rewritten file belong beside the file itself.
        real = Path(path).resolve()
        return cls(real, TableLock(real))

    def _write(self, data: bytes) -> None:
        """Append and wait for the disk; what was written in part is taken away again."""
        assert self._file is not None
        size = os.fstat(self._file.fileno()).st_size
        try:
            done = 0
            while done < len(data):
                done += self._file.write(data[done:])
            os.fsync(self._file.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file.fileno(), size)
            error.filename = str(self._path)
            raise

    def _rewrite(self) -> None:
        """The whole file anew: it is there as it was, or as it is to be, whenever the machine stops."""
        new = self._path.with_name(f".{self._path.name}.new")
        try:
            with new.open("wb") as file:
                # While it is empty: what comes into it is for those alone who may read the file.
                shutil.copymode(self._path, new)
                file.write(_encoded(self.header) + b"".join(_encoded(step) for step in self.steps))
                file.flush()
                os.fsync(file.fileno())
            if self._file is not None:
                self._file.close()  # Windows replaces no open file
            new.replace(self._path)
        except OSError as error:
            error.filename = error.filename or str(new)
            with contextlib.suppress(OSError):
                new.unlink()
            raise
        finally:
            self._file = self._path.open("ab", buffering=0)
        sync_folder(self._path.parent)

    @contextlib.contextmanager
    def _closing_on_error(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self.close()
            raise


def _encoded(line: TableHeader | TableStep) -> bytes:
    return dumps(msgspec.to_builtins(line), newline=True)
