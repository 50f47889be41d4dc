"""The file of a followed game: JSON Lines like a record's, of what one seat sees (``docs/track.md``)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from livingstone import __version__
from livingstone.engine.codec import convert, is_json, loads
from livingstone.engine.constants import MAX_SEATS, MIN_SEATS
from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError, RecordError
from livingstone.engine.following.follower import Follower
from livingstone.engine.following.table_steps import TableStep, read_step
from livingstone.engine.names import fold, quote
from livingstone.engine.record_lines import LONGEST_LINE
from livingstone.engine.record_reader import format_of
from livingstone.engine.wording import counted

FORMAT: Final = "livingstone-table"
VERSION: Final = 1


class TableHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    format: str
    version: int
    engine: str
    """Version of the program that wrote the file."""
    edition: dict[str, Any]
    """The edition with all its values, as ``Edition.to_dict`` gives them."""
    names: list[str]
    """By seat, in clockwise order."""
    me: int
    """The seat whose knowledge the file holds."""
    start: int
    """The first start player's seat."""
    info: dict[str, Any] = {}
    """Anything else a writer wants to note; never checked."""

    def new_follower(self) -> Follower:
        """The game before its first roll. Raises LivingstoneError."""
        edition = Edition.from_dict(self.edition)
        return Follower(edition, len(self.names), self.names, self.me, self.start)


class Table(NamedTuple):
    """A table file as read."""

    header: TableHeader
    steps: tuple[TableStep, ...]
    follower: Follower
    """After all the steps."""
    cut: int | None
    """Number of a last line that was cut short while it was written, if there is one; it is left out."""


def header_of(edition: Edition, names: Sequence[str], me: int, start: int) -> TableHeader:
    """The first line of a new file.

    Raises:
        RecordError: for names or seats that cannot be.
    """
    header = TableHeader(FORMAT, VERSION, __version__, edition.to_dict(), list(names), me, start)
    check_header(header)
    return header


def check_header(header: TableHeader) -> None:
    """Refuse names and seats that cannot be.

    Raises:
        RecordError: naming them.
    """
    if not MIN_SEATS <= len(header.names) <= MAX_SEATS:
        raise RecordError(f"{counted(len(header.names), 'name')}: expected 2 to 5 players (R1)")
    for name in header.names:
        if not name.strip() or not name.isprintable():
            raise RecordError(f"{quote(name)} is no name: expected printable characters")
    if len({fold(name) for name in header.names}) < len(header.names):
        raise RecordError("two players have the same name")
    for what, seat in (("me", header.me), ("start", header.start)):
        if not 0 <= seat < len(header.names):
            raise RecordError(f"{what} {seat}: expected a seat from 0 to {len(header.names) - 1}")


def is_table(path: str | Path) -> bool:
    """Whether a file says in its first line that it is a table file; False when it cannot be read."""
    return format_of(path) == FORMAT


def read_table(path: str | Path) -> Follower:
    """What the seat of a table file knows after its last step.

    Raises:
        RecordError: for a file that is none, naming the first wrong line.
    """
    return load_table(path).follower


def load_table(path: str | Path) -> Table:
    """Read a table file and follow it, strictly.

    A last line that was cut short (no line end, no JSON) is left out and noted in ``cut``.

    Raises:
        RecordError: naming the file, the first wrong line and, where the rules refuse it, the clause.
    """
    where = quote(str(path), 200)
    try:
        lines = Path(path).read_bytes().splitlines(keepends=True)
    except (OSError, ValueError) as error:
        raise RecordError(f"cannot read {where}: {getattr(error, 'strerror', None) or error}") from None
    number = 1
    try:
        header = _header(lines[0] if lines else b"")
        follower = header.new_follower()
        steps: list[TableStep] = []
        for number, line in enumerate(lines[1:], 2):
            if number == len(lines) and not line.endswith(b"\n") and not is_json(line):
                return Table(header, tuple(steps), follower, number)
            if steps and steps[-1].result is not None:
                raise RecordError(f"the result in line {number - 1} ends a table file")
            step = read_step(_decoded(line), follower.players)
            follower.step(step)
            steps.append(step)
    except LivingstoneError as error:
        clause = getattr(error, "clause", None)
        raise RecordError(f"{where}, line {number}: {error}", clause) from None
    return Table(header, tuple(steps), follower, None)


def _decoded(line: bytes) -> dict[str, Any]:
    """The JSON object of a line."""
    if len(line) > LONGEST_LINE:
        raise RecordError(f"{len(line)} bytes are too long for a step")
    if not line.strip():
        raise RecordError("the line is empty")
    value = loads(line)
    if not isinstance(value, dict):
        raise RecordError(f"{quote(value)} is no step: expected a JSON object")
    return value


def _header(line: bytes) -> TableHeader:
    if not line.strip():
        raise RecordError("a table file begins with its header, found nothing")
    if not line.lstrip().startswith(b"{"):
        raise RecordError("this is no file of a followed game: expected its header, a JSON object")
    value = _decoded(line)
    if value.get("format") != FORMAT:
        raise RecordError(f'no header of a table file: expected "format": "{FORMAT}"')
    if value.get("version") != VERSION:
        raise RecordError(f"table version {quote(value.get('version'))}: this program reads {VERSION}")
    header = convert(value, TableHeader)
    check_header(header)
    return header
