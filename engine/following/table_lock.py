"""One writer a table file: a lock beside it, gone when its process is."""

import contextlib
import os
import sys
from pathlib import Path
from typing import BinaryIO

from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import quote

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class TableLock:
    """Holds the hidden file ``.NAME.lock`` locked until :meth:`release`; a killed process leaves it unlocked.

    Raises:
        LivingstoneError: when another process holds it.
        OSError: when the folder cannot be written to, naming the table file.
    """

    def __init__(self, path: Path) -> None:
        self._lock = path.with_name(f".{path.name}.lock")
        while True:
            try:
                self._file = self._lock.open("ab")
            except OSError as error:
                error.filename = str(path)
                raise
            if not _try_lock(self._file):
                self._file.close()
                raise LivingstoneError(
                    f"{quote(str(path), 200)} is open in another 'track': one person writes a table file"
                )
            # Who released it in between has removed the file this lock is on: a new one is needed.
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(self._file.fileno()), self._lock.stat()):
                    return
            self._file.close()

    def release(self) -> None:
        """Remove the lock."""
        if sys.platform == "win32":
            self._file.close()  # Windows removes no open file
        with contextlib.suppress(OSError):
            self._lock.unlink()
        self._file.close()


def _try_lock(file: BinaryIO) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
