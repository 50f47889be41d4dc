"""The tables of a store, and the steps that bring an older one up to date."""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Final

from livingstone.tournaments.store.transaction import transaction

APPLICATION_ID: Final = 0x4C767374
"""In the header of every store (``PRAGMA application_id``): "Lvst". A file without it is not ours."""

# Whole numbers in the columns named ``key`` stand for the long texts in references. Per-seat values are rows of
# their own, so that SQL can ask for them. Seeds are texts: they have up to 64 bits without a sign.
_FIRST: Final = (
    """CREATE TABLE run (
        key INTEGER PRIMARY KEY CHECK (key = 1),
        name TEXT NOT NULL,
        format TEXT NOT NULL,
        created TEXT NOT NULL,
        engine TEXT NOT NULL,
        config TEXT NOT NULL,
        config_digest TEXT NOT NULL,
        master_seed TEXT NOT NULL,
        seed_commitment TEXT NOT NULL,
        edition TEXT NOT NULL,
        edition_digest TEXT NOT NULL,
        machine TEXT NOT NULL,
        isolation TEXT NOT NULL
    )""",
    """CREATE TABLE bot (
        key INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        digest TEXT NOT NULL,
        entrant TEXT NOT NULL,
        author TEXT NOT NULL,
        hello TEXT,
        excluded TEXT NOT NULL DEFAULT '',
        UNIQUE (name, digest)
    )""",
    """CREATE TABLE block (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        players INTEGER NOT NULL,
        cycle INTEGER NOT NULL,
        number INTEGER NOT NULL
    )""",
    # Every reader goes along this order, so that what it finds does not depend on who was faster.
    "CREATE UNIQUE INDEX block_in_order ON block (players, cycle, number, id)",
    """CREATE TABLE game (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        block INTEGER NOT NULL REFERENCES block,
        rotation INTEGER NOT NULL,
        deal TEXT NOT NULL,
        start INTEGER NOT NULL,
        rounds INTEGER NOT NULL,
        degraded INTEGER NOT NULL CHECK (degraded IN (0, 1)),
        record TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        finished_at TEXT NOT NULL,
        UNIQUE (block, rotation)
    )""",
    """CREATE TABLE seat (
        game INTEGER NOT NULL REFERENCES game,
        seat INTEGER NOT NULL,
        bot INTEGER NOT NULL REFERENCES bot,
        place INTEGER NOT NULL,
        points INTEGER NOT NULL,
        donation INTEGER NOT NULL,
        out INTEGER NOT NULL CHECK (out IN (0, 1)),
        share REAL NOT NULL,
        termination TEXT NOT NULL,
        fault TEXT NOT NULL,
        decisions INTEGER NOT NULL,
        seconds REAL NOT NULL,
        slowest REAL NOT NULL,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID""",
    "CREATE INDEX seat_by_bot ON seat (bot)",
    """CREATE TABLE void (
        key INTEGER PRIMARY KEY,
        block TEXT NOT NULL,
        attempt INTEGER NOT NULL,
        reason TEXT NOT NULL,
        traceback TEXT NOT NULL,
        at TEXT NOT NULL
    )""",
    "CREATE INDEX void_by_block ON void (block)",
    """CREATE TABLE writer (
        key INTEGER PRIMARY KEY CHECK (key = 1),
        pid INTEGER NOT NULL,
        machine TEXT NOT NULL,
        since TEXT NOT NULL
    )""",
)


def _make_first_tables(connection: sqlite3.Connection) -> None:
    """Version 1."""
    for statement in _FIRST:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


Migration = Callable[[sqlite3.Connection], None]

MIGRATIONS: Final[tuple[Migration, ...]] = (_make_first_tables,)
"""Step i brings a store from version i to i + 1, inside a transaction that is not its own."""

VERSION: Final = len(MIGRATIONS)


def version_of(connection: sqlite3.Connection) -> int:
    """The version of a store (``PRAGMA user_version``); 0: it has no tables yet."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, steps: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring a store up to date, each version in one commit. One that is newer is left as it is."""
    for version in range(version_of(connection), len(steps)):
        with transaction(connection):
            _advance(connection, version, steps)


def make(connection: sqlite3.Connection, steps: Sequence[Migration] = MIGRATIONS) -> None:
    """All tables of a new store, in the transaction of the caller."""
    for version in range(len(steps)):
        _advance(connection, version, steps)


def _advance(connection: sqlite3.Connection, version: int, steps: Sequence[Migration]) -> None:
    steps[version](connection)
    connection.execute(f"PRAGMA user_version = {version + 1}")
