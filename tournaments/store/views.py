"""Rows into values. Everything comes in the order of the schedule, whatever order it was stored in."""

import sqlite3
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from livingstone.engine.codec import loads
from livingstone.engine.editions import Edition
from livingstone.protocol.termination import Termination
from livingstone.tournaments.store.values import (
    BotKey,
    StoredBlock,
    StoredBot,
    StoredGame,
    StoredRun,
    StoredSeat,
    StoredVoid,
)

# CROSS JOIN keeps SQLite to this order of loops, along the indices: nothing is sorted.
_SEATS: Final = "FROM block b CROSS JOIN game g ON g.block = b.key CROSS JOIN seat s ON s.game = g.key"
_GAME: Final = (
    "SELECT g.key, g.id, b.id, g.rotation, g.deal, g.start, g.rounds, g.record, g.sha256, g.finished_at,"
    " o.name, o.digest, s.place, s.points, s.donation, s.out, s.share, s.termination, s.fault,"
    " s.decisions, s.seconds, s.slowest"
)
_ORDER: Final = "ORDER BY b.players, b.cycle, b.number, b.id, g.rotation, s.seat"


def read_run(connection: sqlite3.Connection) -> StoredRun:
    """The one row of ``run``."""
    columns = "name, format, config, config_digest, master_seed, edition, isolation, created, engine, machine"
    row = connection.execute(f"SELECT {columns} FROM run").fetchone()
    values = dict(zip(columns.split(", "), row, strict=True))
    return StoredRun(**values | {"edition": Edition.from_dict(loads(values["edition"]))})


def read_bots(connection: sqlite3.Connection) -> list[StoredBot]:
    """All bots, in the order in which they joined."""
    rows = connection.execute("SELECT name, digest, entrant, author, hello, excluded FROM bot ORDER BY key")
    return [
        StoredBot(
            name=name,
            digest=digest,
            entrant=loads(entrant),
            author=author,
            hello=None if hello is None else loads(hello),
            excluded=excluded,
        )
        for name, digest, entrant, author, hello, excluded in rows
    ]


def read_done(connection: sqlite3.Connection) -> set[str]:
    """Ids of all blocks."""
    return {block for (block,) in connection.execute("SELECT id FROM block")}


def read_games(connection: sqlite3.Connection) -> Iterator[StoredGame]:
    """All games, one after another."""
    rows = connection.execute(f"{_GAME} {_SEATS} CROSS JOIN bot o ON o.key = s.bot {_ORDER}")
    for _, seats in groupby(rows, itemgetter(0)):
        yield _game(list(seats))


def read_game(connection: sqlite3.Connection, game: str) -> StoredGame | None:
    """One game; None: there is none of this id."""
    rows = connection.execute(
        f"{_GAME} FROM game g JOIN block b ON b.key = g.block JOIN seat s ON s.game = g.key"
        " JOIN bot o ON o.key = s.bot WHERE g.id = ? ORDER BY s.seat",
        (game,),
    ).fetchall()
    return _game(rows) if rows else None


def _game(rows: list[tuple[Any, ...]]) -> StoredGame:
    """A game from the rows of its seats."""
    _, name, block, rotation, deal, start, rounds, record, sha256, finished_at = rows[0][:10]
    return StoredGame(
        id=name,
        block=block,
        rotation=rotation,
        deal=deal,
        start=start,
        rounds=rounds,
        seats=tuple(_seat(*row[10:]) for row in rows),
        record=record,
        sha256=sha256,
        finished_at=finished_at,
    )


def _seat(
    name: str,
    digest: str,
    place: int,
    points: int,
    donation: int,
    out: int,
    share: float,
    termination: str,
    fault: str,
    decisions: int,
    seconds: float,
    slowest: float,
) -> StoredSeat:
    return StoredSeat(
        bot=BotKey(name, digest),
        place=place,
        points=points,
        donation=donation,
        out=bool(out),
        share=share,
        termination=Termination(termination),
        fault=fault,
        decisions=decisions,
        seconds=seconds,
        slowest=slowest,
    )


def read_blocks(connection: sqlite3.Connection) -> Iterator[StoredBlock]:
    """All blocks: their bots are those of the first rotation, their deals those of all games."""
    rows = connection.execute(
        "SELECT b.id, b.cycle, b.number, g.rotation, g.deal, o.name, o.digest"
        f" {_SEATS} CROSS JOIN bot o ON o.key = s.bot {_ORDER}"
    )
    for (block, cycle, number), group in groupby(rows, itemgetter(0, 1, 2)):
        seats = list(group)
        deals = tuple({rotation: deal for _, _, _, rotation, deal, _, _ in seats}.values())
        yield StoredBlock(
            id=block,
            cycle=cycle,
            number=number,
            bots=tuple(BotKey(*row[5:]) for row in seats if row[3] == 0),
            deals=deals[:1] if len(set(deals)) == 1 else deals,
        )


def read_voids(connection: sqlite3.Connection) -> list[StoredVoid]:
    """All attempts that count for nobody, oldest first."""
    rows = connection.execute("SELECT block, attempt, reason, traceback, at FROM void ORDER BY key")
    return [
        StoredVoid(block=block, attempt=attempt, reason=reason, traceback=traceback, at=at)
        for block, attempt, reason, traceback, at in rows
    ]
