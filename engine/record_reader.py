"""Reading a game record, strictly: every error names its line. Nothing is replayed here."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from livingstone.engine.codec import convert, is_json, loads
from livingstone.engine.constants import MAX_SEATS, MIN_SEATS, STONE_KINDS
from livingstone.engine.errors import LivingstoneError, RecordError
from livingstone.engine.names import quote
from livingstone.engine.notation import Action
from livingstone.engine.record_lines import FORMAT, KINDS, LONGEST_LINE, VERSION, Header, Line, Record, Step


def read_record(source: str | Path | Iterable[bytes]) -> Record:
    """Read a record from a file or from lines with their line ends.

    A last line that was cut short (no line end, no JSON) is left out and noted in ``cut``.

    Raises:
        RecordError: for a line that does not belong to a record, naming its number; for a file that cannot be
            read.
    """
    lines = _file_lines(Path(source)) if isinstance(source, str | Path) else list(source)
    if not lines or not lines[0].strip():
        raise RecordError("line 1: a record begins with its header, found nothing")
    header = _header(lines[0])
    steps: list[Line] = []
    for number, line in enumerate(lines[1:], 2):
        if number == len(lines) and not line.endswith(b"\n") and not is_json(line):
            return Record(header, tuple(steps), number)
        if steps and steps[-1].step.result is not None:
            raise RecordError(f"line {number}: the result in line {number - 1} ends a record")
        steps.append(Line(number, _step(number, line, header.players)))
    return Record(header, tuple(steps), None)


def format_of(path: str | Path) -> str | None:
    """What a file's first line says that it is ("livingstone-record"); None if it says nothing or cannot be read."""
    try:
        with Path(path).open("rb") as file:
            header = loads(file.readline(LONGEST_LINE))
    except (OSError, ValueError, LivingstoneError):
        return None
    found = header.get("format") if isinstance(header, dict) else None
    return found if isinstance(found, str) else None


def _file_lines(path: Path) -> list[bytes]:
    try:
        return path.read_bytes().splitlines(keepends=True)
    except OSError as error:
        raise RecordError(f"cannot read {quote(str(path))}: {error.strerror or error}") from None


def _decoded(number: int, line: bytes) -> Any:
    """The JSON object of a line."""
    if len(line) > LONGEST_LINE:
        raise RecordError(f"line {number}: {len(line)} bytes are too long for a step of a record")
    try:
        value = loads(line)
    except LivingstoneError as error:
        raise RecordError(f"line {number}: {error}") from None
    if not isinstance(value, dict):
        raise RecordError(f"line {number}: {quote(value)} is no step: expected a JSON object")
    return value


def _header(line: bytes) -> Header:
    if not line.lstrip().startswith(b"{"):
        raise RecordError("line 1: this is no game record: expected its header, a JSON object")
    value = _decoded(1, line)
    if value.get("format") != FORMAT:
        found = f", found {quote(value['format'])}" if "format" in value else ""
        raise RecordError(f'line 1: no header of a game record: expected "format": "{FORMAT}"{found}')
    if value.get("version") != VERSION:
        raise RecordError(
            f"line 1: record version {quote(value.get('version'))}: this program reads {VERSION}"
        )
    try:
        header = convert(value, Header)
        header.load_edition()
    except LivingstoneError as error:
        raise RecordError(f"line 1: {error}") from None
    if not MIN_SEATS <= header.players <= MAX_SEATS:
        raise RecordError(f"line 1: {header.players} players: expected {MIN_SEATS} to {MAX_SEATS} (R1)")
    if not 0 <= header.start < header.players:
        raise RecordError(f"line 1: start {header.start}: expected a seat from 0 to {header.players - 1}")
    if len(header.names) not in (0, header.players):
        raise RecordError(f"line 1: {len(header.names)} names for {header.players} players")
    for name in header.names:
        if not name.isprintable():
            raise RecordError(f"line 1: {quote(name)} is no name: expected printable characters")
    if header.chance == "seed" and header.seed is None:
        raise RecordError('line 1: "chance": "seed" without a seed: expected the seed, or "chance": "fed"')
    return header


def _step(number: int, line: bytes, players: int) -> Step:
    try:
        step = convert(_decoded(number, line), Step)
        found = [kind for kind in KINDS if getattr(step, kind) is not None]
        if len(found) != 1:
            what = " and ".join(found) or "none"
            raise RecordError(f"a step has exactly one of {', '.join(KINDS)}: found {what}")
        _check_keys(step, found[0])
        for seat in (step.seat, step.forfeit):
            if seat is not None and not 0 <= seat < players:
                raise RecordError(f"seat {seat}: expected 0 to {players - 1}")
        if step.act is not None:
            Action.from_json(step.act)
        _ = step.outcome
    except LivingstoneError as error:
        text = str(error)
        raise RecordError(text if text.startswith("line ") else f"line {number}: {text}") from None
    return step


def _check_keys(step: Step, kind: str) -> None:
    """``seat`` stands with ``act`` and only there, as do what was drawn."""
    if kind != "act":
        for key in ("seat", "stones", "cards"):
            if getattr(step, key) is not None:
                raise RecordError(f"'{key}' belongs to an action, not to '{kind}'")
    elif step.seat is None:
        raise RecordError("'seat' is missing: who acts?")
    if step.stones is not None and len(step.stones) != STONE_KINDS:
        raise RecordError(f"'stones' has {len(step.stones)} numbers: expected black, white, clear, blue, red")
