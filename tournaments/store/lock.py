"""The right to write a store: one process at a time.

The lock is SQLite's own on an empty file beside the store, held for as long as the writer lives. The system ends
it with the process, however that dies, so no lock is ever stale, a process number that is used again cannot be
mistaken for its former owner, and nothing has to be cleaned up after a power cut. A lock on the store itself
would shut out the readers.
"""

import errno
import os
import sqlite3
from pathlib import Path
from typing import Final

from livingstone.tournaments.store.errors import StoreBusy, explained

_PATIENCE_S: Final = 0.3
"""Two that start at once disturb each other for a moment; one of them must get it."""


class WriterLock:
    """Held from its making to :meth:`release`.

    A forked child does not hold it, and must not touch it.

    Raises:
        StoreBusy: another process, or another object of this one, holds it.
        StoreError: the file cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with explained(path):
            self._connection = sqlite3.connect(path, timeout=_PATIENCE_S, isolation_level=None)
            try:
                self._connection.execute("PRAGMA journal_mode = MEMORY")  # else it makes a second file
                self._connection.execute("BEGIN EXCLUSIVE")
                # On a file it may only read, SQLite is content with a lock that excludes nobody. (Do not try by
                # opening the file here: closing it again would end this process's other locks on it.)
                if not os.access(path, os.W_OK):
                    raise PermissionError(errno.EACCES, "no right to write", str(path))
            except BaseException as error:
                self._connection.close()
                if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                    raise StoreBusy(f"{path.parent}: another process writes this run") from None
                raise

    def release(self) -> None:
        """Let others write; a second call does nothing."""
        self._connection.close()
