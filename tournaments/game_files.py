"""Games from elsewhere than one run: several runs, game records, and tables of results."""

import gzip
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from livingstone.engine.codec import convert, loads
from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.record_lines import FORMAT, Header
from livingstone.protocol.termination import Termination
from livingstone.tournaments.result_rows import read_csv, read_rows
from livingstone.tournaments.standings_games import GameFacts, SeatFacts, games_of
from livingstone.tournaments.store import BotKey, Store
from livingstone.tournaments.store.store import FILE

_ENDS: Final = (".jsonl", ".jsonl.gz")


def read_games(paths: Sequence[Path]) -> list[GameFacts]:
    """The games of run folders, folders of records, records (``.jsonl``, ``.jsonl.gz``) and exported tables.

    What a file is, its first line tells. Records are taken at their word (``livingstone-ai verify`` checks them);
    one without a result is no finished game and is left out.

    Raises:
        LivingstoneError: with file and line.
    """
    games: list[GameFacts] = []
    for path in paths:
        if path.is_dir():
            games += _folder(path)
        else:
            games += _file(path)
    return games


def _folder(path: Path) -> Iterator[GameFacts]:
    if (path / FILE).is_file():
        with Store.open(path, readonly=True) as store:
            yield from games_of(store)
        return
    files = sorted(file for file in path.iterdir() if file.name.endswith(_ENDS))
    if not files:
        raise LivingstoneError(f"{path}: neither a run ({FILE}) nor records (*.jsonl, *.jsonl.gz) there")
    for file in files:
        yield from _file(file)


def _file(path: Path) -> list[GameFacts]:
    content = _content(path)
    first = content.split(b"\n", 1)[0].strip()
    if not first.startswith(b"{"):
        return read_csv(content, str(path))
    lines = content.splitlines()
    header = _object(lines[0], f"{path}: line 1")
    if header.get("format") == FORMAT:
        return _record(header, lines, str(path))
    rows = [
        (_object(line, f"{path}: line {number}"), number)
        for number, line in enumerate(lines, 1)
        if line.strip()
    ]
    return read_rows(rows, str(path))


def _content(path: Path) -> bytes:
    content = path.read_bytes()
    if path.suffix != ".gz":
        return content
    try:
        return gzip.decompress(content)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise LivingstoneError(f"{path}: damaged, expected a file compressed with gzip") from None


def _object(line: bytes, where: str) -> dict[str, Any]:
    try:
        return convert(loads(line), dict[str, Any])
    except LivingstoneError as error:
        raise LivingstoneError(f"{where}: {error}") from None


class _Result(msgspec.Struct):
    """What the ratings need of a record's result, by seat."""

    places: list[int]
    shares: list[float]
    out: list[bool]
    forfeited: list[bool]


class _Step(msgspec.Struct):
    """What they need of a step."""

    forfeit: int | None = None
    result: _Result | None = None
    info: dict[str, Any] = {}


def _record(first: dict[str, Any], lines: Sequence[bytes], path: str) -> list[GameFacts]:
    """The game of a record, from its header, its result, and its forfeits on the way."""
    number = 1
    result, terminations = None, {}
    try:
        header = convert(first, Header)
        edition = Edition.from_dict(header.edition)
        for number, line in enumerate(lines[1:], 2):  # noqa: B007 - an error names the line
            if b'"result"' in line or b'"forfeit"' in line:
                step = convert(loads(line), _Step)
                result = step.result or result
                if step.forfeit is not None:
                    told = step.info.get("termination", Termination.CRASHED)
                    terminations[step.forfeit] = convert(told, Termination)
        if result is not None and any(
            len(part) != header.players for part in msgspec.structs.astuple(result)
        ):
            raise LivingstoneError(f"the result is not one of {header.players} seats")
        if result is not None and len(header.names) != header.players:
            number = 1
            raise LivingstoneError("no names, expected one for each seat")
    except LivingstoneError as error:
        raise LivingstoneError(f"{path}: line {number}: {error}") from None
    if result is None:
        return []
    seats = [
        SeatFacts(
            BotKey(name, ""),
            result.places[seat],
            result.shares[seat],
            result.out[seat],
            terminations.get(seat, Termination.CRASHED) if result.forfeited[seat] else Termination.COMPLETED,
        )
        for seat, name in enumerate(header.names)
    ]
    deal = header.seed or path  # chance that came from outside is nobody else's
    return [GameFacts(deal, edition.digest, tuple(seats[header.start :] + seats[: header.start]))]
