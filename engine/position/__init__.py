"""The position file: a moment at a real table, written down by a person (``docs/position.md``).

:func:`read_position` reads a file, :func:`parse_position` a text; both give a :class:`Position` with the
:class:`~livingstone.engine.observation.Observation` in it. :func:`to_position` goes the other way.
"""

from collections.abc import Sequence
from pathlib import Path

from livingstone.engine.editions import Edition
from livingstone.engine.errors import PositionError
from livingstone.engine.position.builder import Position, build
from livingstone.engine.position.coins import default_wealth
from livingstone.engine.position.keys import schema, schema_text
from livingstone.engine.position.sheet import read_sheet
from livingstone.engine.position.source import read_text, source_name, to_data
from livingstone.engine.position.template import template
from livingstone.engine.position.writer import to_position, to_toml

__all__ = [
    "Position",
    "default_wealth",
    "parse_position",
    "read_position",
    "schema",
    "schema_text",
    "template",
    "to_position",
    "to_toml",
]


def parse_position(
    text: str, folder: Path | None = None, edition: Edition | None = None, rules: Sequence[str] = ()
) -> Position:
    """The position in a text, TOML or JSON.

    ``folder`` is where an edition file is looked for first. ``edition`` replaces the edition of the text;
    ``rules`` (``key=value``) change single values of the text's own edition.

    Raises:
        PositionError: one line, naming the field and what was expected.
    """
    return build(read_sheet(to_data(text), folder, edition, rules))


def read_position(path: str | Path, edition: Edition | None = None, rules: Sequence[str] = ()) -> Position:
    """The position in a file, or on standard input for ``-``; see :func:`parse_position`.

    Raises:
        PositionError: one line, naming the file, the field and what was expected.
    """
    text = read_text(path)
    folder = Path(path).parent if str(path) != "-" else None
    try:
        return parse_position(text, folder, edition, rules)
    except PositionError as error:
        raise PositionError(f"{source_name(path)}: {error}") from None
