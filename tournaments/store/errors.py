"""What can go wrong with a store, as one line each: SQLite's words and the system's are for programmers."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from livingstone.engine.errors import LivingstoneError


class StoreError(LivingstoneError):
    """A store that cannot be opened, read or written; the message starts with its path."""


class StoreBusy(StoreError):
    """Another process writes this store."""


_FULL: Final = "the disk is full: what was stored before is safe, make room and go on"
_READ_ONLY: Final = "cannot be written: the disk or the folder is read-only, or belongs to another user"
_DENIED: Final = "permission denied: the folder is read-only or belongs to another user"

_SQLITE: Final = {
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: the folder may be read-only or belong to another user",
    sqlite3.SQLITE_NOTADB: "is no store of this program",
    sqlite3.SQLITE_CORRUPT: "is damaged, restore it from a copy",
    sqlite3.SQLITE_BUSY: "is locked by another program, close it and try again",
}
_SYSTEM: Final = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EROFS: _READ_ONLY,
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
}


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and of the system into :class:`StoreError`; mistakes of a caller pass unchanged."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.InterfaceError):
        raise
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF  # the rest is a detail
        raise StoreError(f"{path}: {_SQLITE.get(code, error)}") from error
    except BrokenPipeError:
        raise  # of a reader of what is printed: no store is a pipe
    except OSError as error:
        reason = _SYSTEM.get(error.errno or 0) or (error.strerror or str(error)).lower()
        raise StoreError(f"{error.filename or path}: {reason}") from error
