"""Values into rows; the caller's transaction makes them one commit."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from livingstone.engine.codec import dumps
from livingstone.engine.names import quote
from livingstone.tournaments.store.errors import StoreError
from livingstone.tournaments.store.values import (
    BotKey,
    StoredBlock,
    StoredBot,
    StoredGame,
    StoredRun,
    StoredVoid,
)

Keys = Mapping[BotKey, int]


def bot_keys(connection: sqlite3.Connection) -> dict[BotKey, int]:
    """The row of every bot."""
    return {
        BotKey(name, digest): key
        for key, name, digest in connection.execute("SELECT key, name, digest FROM bot")
    }


def insert_run(connection: sqlite3.Connection, run: StoredRun) -> None:
    """The one row of a new store."""
    values = (
        run.name,
        run.format,
        run.created,
        run.engine,
        run.config,
        run.config_digest,
        run.master_seed,
        run.seed_commitment,
        dumps(run.edition.to_dict()).decode(),
        run.edition.digest,
        run.machine,
        run.isolation,
    )
    connection.execute(f"INSERT INTO run VALUES (1{', ?' * len(values)})", values)


def insert_bots(connection: sqlite3.Connection, bots: Iterable[StoredBot]) -> None:
    """Bots that are there already stay as they are."""
    connection.executemany(
        "INSERT INTO bot (name, digest, entrant, author, hello, excluded) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (name, digest) DO NOTHING",
        [
            (
                bot.name,
                bot.digest,
                dumps(bot.entrant).decode(),
                bot.author,
                None if bot.hello is None else dumps(bot.hello).decode(),
                bot.excluded,
            )
            for bot in bots
        ],
    )


def insert_block(
    connection: sqlite3.Connection,
    block: StoredBlock,
    games: Sequence[StoredGame],
    records: Mapping[str, tuple[str, str]],
) -> None:
    """A block with all its games; ``records``: file and hash by game id. Raises StoreError: an unknown bot."""
    keys = bot_keys(connection)
    for bot in block.bots:
        if bot not in keys:
            known = " with this content" if any(bot.name == other.name for other in keys) else ""
            raise StoreError(f"block {block.id}: the store has no bot {quote(bot.name)}{known}")
    cursor = connection.execute(
        "INSERT INTO block (id, players, cycle, number) VALUES (?, ?, ?, ?)",
        (block.id, block.players, block.cycle, block.number),
    )
    row = cursor.lastrowid
    assert row is not None
    for game in games:
        _insert_game(connection, row, game, records[game.id], keys)


def _insert_game(
    connection: sqlite3.Connection, block: int, game: StoredGame, record: tuple[str, str], keys: Keys
) -> None:
    cursor = connection.execute(
        "INSERT INTO game (id, block, rotation, deal, start, rounds, degraded, record, sha256, finished_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            game.id,
            block,
            game.rotation,
            game.deal,
            game.start,
            game.rounds,
            game.is_degraded,
            *record,
            game.finished_at,
        ),
    )
    connection.executemany(
        f"INSERT INTO seat VALUES (?{', ?' * 12})",
        [
            (
                cursor.lastrowid,
                number,
                keys[seat.bot],
                seat.place,
                seat.points,
                seat.donation,
                seat.out,
                seat.share,
                str(seat.termination),
                seat.fault,
                seat.decisions,
                seat.seconds,
                seat.slowest,
            )
            for number, seat in enumerate(game.seats)
        ],
    )


def insert_void(connection: sqlite3.Connection, void: StoredVoid) -> None:
    """An attempt that counts for nobody."""
    connection.execute(
        "INSERT INTO void (block, attempt, reason, traceback, at) VALUES (?, ?, ?, ?, ?)",
        (void.block, void.attempt, void.reason, void.traceback, void.at),
    )
