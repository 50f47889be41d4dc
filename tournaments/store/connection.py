"""Opening the database of a store: what it must be, and how it is set up."""

import os
import platform
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

from livingstone.tournaments.store.clock import now
from livingstone.tournaments.store.errors import StoreBusy, StoreError, explained
from livingstone.tournaments.store.lock import WriterLock
from livingstone.tournaments.store.schema import APPLICATION_ID, VERSION, migrate, version_of
from livingstone.tournaments.store.transaction import transaction

_BUSY_S: Final = 5.0
"""Other programs may look into the file for a moment."""


def open_reader(path: Path) -> sqlite3.Connection:
    """A connection that cannot write; it sees every commit of a writer beside it.

    Raises:
        StoreError: the file is no store, or of another version.
    """
    try:
        return _connect(path, "mode=ro", writes=False)
    except StoreError:
        # Readers share their state through a file beside the database. Where none can be made (a read-only
        # disk), a database without a pending log can be read as the file it is.
        if _pending(path) or os.access(path.parent, os.W_OK):
            raise
        return _connect(path, "mode=ro&immutable=1", writes=False)


def open_writer(path: Path, lock: WriterLock) -> sqlite3.Connection:
    """The connection of the one process that holds ``lock``; an older store is brought up to date."""
    connection = _connect(path, "mode=rw", writes=True)
    try:
        with explained(path):
            migrate(connection)
            sign(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def open_new(path: Path, lock: WriterLock) -> sqlite3.Connection:
    """A connection to a database without tables; one whose making was cut off counts as new.

    Raises:
        StoreError: there is something in the file.
    """
    with explained(path):
        connection = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None)
        try:
            if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                _require_store(connection, path)
                raise StoreError(f"{path.parent}: there is a run in this folder already, resume or extend it")
            _set_up(connection, writes=True)
        except BaseException:
            connection.close()
            raise
    return connection


def sign(connection: sqlite3.Connection) -> None:
    """Say who writes, for those that are refused."""
    with transaction(connection):
        connection.execute(
            "INSERT OR REPLACE INTO writer VALUES (1, ?, ?, ?)", (os.getpid(), platform.node(), now())
        )


def take_lock(folder: Path, path: Path) -> WriterLock:
    """The lock of the run in ``folder``, whose database is ``path``.

    Raises:
        StoreBusy: it is held; the message says by whom.
    """
    try:
        return WriterLock(folder / "store.lock")
    except StoreBusy as busy:
        raise StoreBusy(f"{busy}{_signed(path)}") from None


def _signed(path: Path) -> str:
    with suppress(StoreError, sqlite3.Error):
        connection = open_reader(path)
        try:
            for pid, machine, since in connection.execute("SELECT pid, machine, since FROM writer"):
                return f" (process {pid} on {machine}, since {since})"
        finally:
            connection.close()
    return ""


def _connect(path: Path, how: str, *, writes: bool) -> sqlite3.Connection:
    with explained(path):
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?{how}", uri=True, timeout=_BUSY_S, isolation_level=None
        )
        try:
            _require_store(connection, path)
            _set_up(connection, writes=writes)
        except BaseException:
            connection.close()
            raise
    return connection


def _require_store(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse what is no store, or one that this program does not understand."""
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    version = version_of(connection)
    if mark != APPLICATION_ID or version < 1:
        raise StoreError(f"{path}: is no store of this program")
    if version > VERSION:
        raise StoreError(
            f"{path}: has version {version}, expected at most {VERSION}: a newer livingstone-ai wrote it"
        )


def _set_up(connection: sqlite3.Connection, *, writes: bool) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    if writes:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")


def _pending(path: Path) -> bool:
    log = path.with_name(f"{path.name}-wal")
    return log.exists() and log.stat().st_size > 0
