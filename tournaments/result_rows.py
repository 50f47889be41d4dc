"""Results as a table: a row for each seat of each game. ``tournament export`` writes such tables, others may too.

Needed are ``game``, ``bot`` and ``place``. The rows of a game stand in the order of the first turn, unless
``order`` (0: the start player) or ``seat`` and ``start`` tell it; games of one ``deal`` share their luck.
"""

import csv
import io
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from livingstone.engine.constants import MAX_SEATS, MIN_SEATS
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import quote
from livingstone.protocol.termination import Termination
from livingstone.tournaments.standings_games import GameFacts, SeatFacts
from livingstone.tournaments.store import BotKey

_NEEDED: Final = ("game", "bot", "place")


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row as read; columns of other names are ignored."""

    game: str | int
    bot: str
    place: int
    run: str | int = ""
    digest: str = ""
    deal: str | int = ""
    edition_digest: str = ""
    order: int | None = None
    seat: int | None = None
    start: int | None = None
    share: float | None = None
    out: bool = False
    termination: Termination = Termination.COMPLETED
    decisions: int = 0
    seconds: float = 0.0
    slowest_turn_s: float = 0.0


def read_csv(content: bytes, source: str) -> list[GameFacts]:
    """The games of a CSV file (UTF-8, comma, a line of column names). Raises LivingstoneError with the line."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LivingstoneError(f"{source}: not UTF-8 text, expected a record or a table of results") from None
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    rows: list[tuple[dict[str, Any], int]] = []
    try:
        missing = [name for name in _NEEDED if name not in (reader.fieldnames or ())]
        if missing:
            raise LivingstoneError(
                f"{source}: line 1: no column {quote(missing[0])}, expected a record or a table with the columns "
                f"{', '.join(_NEEDED)}"
            )
        for row in reader:
            if None in row:
                raise LivingstoneError(f"{source}: line {reader.line_num}: more values than columns")
            rows.append(({name: value for name, value in row.items() if value}, reader.line_num))
    except csv.Error as error:
        raise LivingstoneError(f"{source}: line {reader.line_num}: {error}") from None
    return read_rows(rows, source, strict=False)


def read_rows(
    rows: Sequence[tuple[dict[str, Any], int]], source: str, *, strict: bool = True
) -> list[GameFacts]:
    """The games of rows, each with its line number. ``strict``: numbers are numbers, not texts of digits.

    Raises LivingstoneError with the line.
    """
    games: dict[tuple[str, str], list[tuple[Row, int]]] = {}
    for values, number in rows:
        try:
            row = msgspec.convert(values, Row, strict=strict)
        except msgspec.ValidationError as error:
            raise LivingstoneError(f"{source}: line {number}: {error}") from None
        games.setdefault((str(row.run), str(row.game)), []).append((row, number))
    return [_game(name, seats, source) for (_, name), seats in games.items()]


def _game(name: str, rows: Sequence[tuple[Row, int]], source: str) -> GameFacts:
    players, first = len(rows), rows[0][1]
    where = f"{source}: line {first}: game {quote(name)}"
    if not MIN_SEATS <= players <= MAX_SEATS:
        raise LivingstoneError(f"{where} has {players} rows, expected one for each of 2 to 5 seats")
    orders = [_order(row, at, players) for at, (row, _) in enumerate(rows)]
    if sorted(orders) != list(range(players)):
        raise LivingstoneError(
            f"{where} has the seats {orders} in order of the first turn, expected each once"
        )
    seated = [
        row for _, row in sorted(zip(orders, (row for row, _ in rows), strict=True), key=lambda it: it[0])
    ]
    places = [row.place for row in seated]
    if any(not 1 <= place <= players for place in places) or 1 not in places:
        raise LivingstoneError(f"{where} has the places {places}, expected 1 to {players}, somebody first")
    if len({(row.deal, row.edition_digest) for row in seated}) > 1:
        raise LivingstoneError(f"{where} has rows of several deals or editions, expected one")
    winners = sum(row.place == 1 and not row.out for row in seated)
    seats = tuple(
        SeatFacts(
            bot=BotKey(row.bot, row.digest),
            place=row.place,
            share=_share(row, winners),
            out=row.out,
            termination=row.termination,
            decisions=row.decisions,
            seconds=row.seconds,
            slowest=row.slowest_turn_s,
        )
        for row in seated
    )
    deal = seated[0].deal
    return GameFacts(str(deal) if deal != "" else f"{source}/{name}", seated[0].edition_digest, seats)


def _share(row: Row, winners: int) -> float:
    """Of the win: as told, else what R47 gives."""
    if row.share is not None:
        return row.share
    return 1 / winners if row.place == 1 and not row.out else 0.0


def _order(row: Row, at: int, players: int) -> int:
    if row.order is not None:
        return row.order
    if row.seat is not None and row.start is not None:
        return (row.seat - row.start) % players
    return at
