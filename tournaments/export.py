"""A run as a plain table, a row for each seat of each game, for other programs and for ``tournament rate``."""

import csv
import io
from collections.abc import Iterator
from typing import Any, Final

from livingstone.engine.codec import dumps
from livingstone.tournaments.store import Store, StoredGame

COLUMNS: Final = (
    "run",
    "game",
    "block",
    "rotation",
    "players",
    "deal",
    "edition",
    "edition_digest",
    "start",
    "rounds",
    "seat",
    "order",
    "bot",
    "digest",
    "place",
    "points",
    "donation",
    "out",
    "share",
    "termination",
    "fault",
    "decisions",
    "seconds",
    "slowest_turn_s",
    "record",
    "sha256",
    "finished_at",
)
"""``order``: 0 for the start player, then clockwise; ``share``: of the win; seeds are texts of up to 64 bits."""


def rows_of(store: Store) -> Iterator[dict[str, Any]]:
    """All rows, in the order of the schedule and by seat."""
    run = store.run()
    for game in store.games():
        yield from _rows(game, run.name, run.edition.name, run.edition.digest)


def _rows(game: StoredGame, run: str, edition: str, digest: str) -> Iterator[dict[str, Any]]:
    players = len(game.seats)
    for number, seat in enumerate(game.seats):
        values = (
            run,
            game.id,
            game.block,
            game.rotation,
            players,
            game.deal,
            edition,
            digest,
            game.start,
            game.rounds,
            number,
            (number - game.start) % players,
            *seat.bot,
            seat.place,
            seat.points,
            seat.donation,
            seat.out,
            seat.share,
            seat.termination.value,
            seat.fault,
            seat.decisions,
            seat.seconds,
            seat.slowest,
            game.record,
            game.sha256,
            game.finished_at,
        )
        yield dict(zip(COLUMNS, values, strict=True))


def as_jsonl(store: Store) -> Iterator[bytes]:
    """JSON Lines."""
    for row in rows_of(store):
        yield dumps(row, newline=True)


def as_csv(store: Store) -> Iterator[bytes]:
    """CSV (RFC 4180, but lines end with LF) below a line of column names; ``out`` is 0 or 1."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows_of(store):
        writer.writerow([int(value) if value is True or value is False else value for value in row.values()])
        yield file.getvalue().encode()
        file.seek(0)
        file.truncate()
    yield file.getvalue().encode()  # a run without games still has its columns
