"""Whether a store is what it says: every game there once and whole, every record unchanged."""

import sqlite3
from collections.abc import Iterable, Iterator

from livingstone.engine.wording import counted
from livingstone.tournaments.store.errors import StoreError
from livingstone.tournaments.store.records import RecordFolder, fingerprint
from livingstone.tournaments.store.views import read_run


def faults(
    connection: sqlite3.Connection, records: RecordFolder, scheduled: Iterable[str] | None
) -> Iterator[str]:
    """One line for each thing that is wrong; ``scheduled``: ids of the blocks that may be there."""
    yield from _database(connection)
    yield from _run(connection)
    yield from _blocks(connection)
    if scheduled is not None:
        known = set(scheduled)
        for (block,) in connection.execute("SELECT id FROM block ORDER BY id"):
            if block not in known:
                yield f"block {block}: not in the schedule"
    yield from _records(connection, records)


def _database(connection: sqlite3.Connection) -> Iterator[str]:
    for (line,) in connection.execute("PRAGMA integrity_check"):
        if line != "ok":
            yield f"database: {line}"
    for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        yield f"database: row {row} of table {table} refers to a row of {parent} that is not there"


def _run(connection: sqlite3.Connection) -> Iterator[str]:
    """The digests beside the seed and the edition are theirs."""
    run = read_run(connection)
    digests = connection.execute("SELECT seed_commitment, edition_digest FROM run").fetchone()
    if digests[0] != run.seed_commitment:
        yield f"run: the commitment {digests[0]} is not that of the master seed"
    if digests[1] != run.edition.digest:
        yield f"run: the edition has digest {run.edition.digest}, expected {digests[1]}"


def _blocks(connection: sqlite3.Connection) -> Iterator[str]:
    """Blocks without all their games, and games without all their seats."""
    for block, players, games in connection.execute(
        "SELECT b.id, b.players, count(g.key) AS games FROM block b LEFT JOIN game g ON g.block = b.key"
        " GROUP BY b.key HAVING games != b.players ORDER BY b.id"
    ):
        yield f"block {block}: has {counted(games, 'game')}, expected {players}"
    for game, players, seats in connection.execute(
        "SELECT g.id, b.players, count(s.seat) AS seats FROM game g JOIN block b ON g.block = b.key"
        " LEFT JOIN seat s ON s.game = g.key GROUP BY g.key HAVING seats != b.players ORDER BY g.id"
    ):
        yield f"game {game}: has {counted(seats, 'seat')}, expected {players}"


def _records(connection: sqlite3.Connection, records: RecordFolder) -> Iterator[str]:
    for game, name, sha256 in connection.execute(
        "SELECT id, record, sha256 FROM game WHERE record != '' ORDER BY id"
    ):
        try:
            content = records.read(name)
        except StoreError as error:
            yield f"game {game}: {error}"
            continue
        if fingerprint(content) != sha256:
            yield f"game {game}: {name} is not the record that was stored, its hash differs"


def orphans(connection: sqlite3.Connection, records: RecordFolder) -> list[str]:
    """Files among the records that belong to no game."""
    return sorted(records.names() - {name for (name,) in connection.execute("SELECT record FROM game")})
