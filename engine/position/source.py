"""The text of a position file: where it comes from, and TOML or JSON to plain data."""

import json
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

from livingstone.engine.errors import PositionError
from livingstone.engine.names import quote

LARGEST: Final = 1 << 20
"""Bytes; a position is far smaller, so a larger file is the wrong one."""
STDIN: Final = "-"


def read_text(path: str | Path) -> str:
    """The text of a file, or of standard input for ``-``.

    Raises:
        PositionError: when it cannot be read, is no UTF-8 text or far too large.
    """
    try:
        if str(path) == STDIN:
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PositionError(f"{path}: cannot be read: {reason}") from None
    where = source_name(path)
    if len(data) > LARGEST:
        raise PositionError(f"{where}: larger than {LARGEST} bytes, this is no position file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PositionError(f"{where}: line {line}: expected UTF-8 text") from None


def source_name(path: str | Path) -> str:
    """How a message names the file."""
    return "standard input" if str(path) == STDIN else str(path)


def _no_constant(word: str) -> Any:
    raise PositionError(f"not valid JSON: {word} is no number")


def _no_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise PositionError(f"not valid JSON: the key {quote(twice)} is written twice in one table")
    return table


def to_data(text: str) -> dict[str, Any]:
    """The table a text holds: JSON if it begins with ``{``, else TOML.

    Python's own JSON reader is used here, not the faster one of :mod:`livingstone.engine.codec`: it can
    refuse a key that is written twice, a likely slip in a file typed by hand.

    Raises:
        PositionError: with the line and column.
    """
    is_json = text.lstrip().startswith("{")
    try:
        if is_json:
            data: dict[str, Any] = json.loads(
                text, parse_constant=_no_constant, object_pairs_hook=_no_repetition
            )
        else:
            data = tomllib.loads(text)
    except json.JSONDecodeError as error:
        raise PositionError(
            f"not valid JSON: {error.msg} (at line {error.lineno}, column {error.colno})"
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise PositionError(f"not valid TOML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise PositionError(f"not valid {'JSON' if is_json else 'TOML'}: nested too deeply") from None
    except ValueError:
        raise PositionError(f"not valid {'JSON' if is_json else 'TOML'}: a number is far too long") from None
    return data
