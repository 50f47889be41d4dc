"""Edition files: TOML (or plain data) read into checked values with the source of each.

A user's file may be partial: it starts from a built-in edition, its ``base``, and what it states has the
provenance ``user``.
"""

import functools
import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Final, NamedTuple

from livingstone.engine.edition_values import (
    CAPACITY,
    KEYS,
    check_together,
    hint,
    key_of,
    read_value,
    states_all,
)
from livingstone.engine.errors import EditionError
from livingstone.engine.names import quote

DEFAULT: Final = "schmidt-2009"
BUILTIN: Final = ("schmidt-2009", "bga")
PROVENANCES: Final = ("rulebook", "bga", "review", "assumed", "user")
LONGEST_NAME: Final = 80


class Contents(NamedTuple):
    """What a file holds: every value, and its source, by key."""

    name: str
    values: dict[str, Any]
    sources: dict[str, str]
    base: str
    """The built-in edition a partial file starts from; "" for one that states everything by itself."""


def read_builtin(name: str) -> Contents:
    """A built-in edition; the dicts are the caller's own."""
    kept = _parse_builtin(name)
    return kept._replace(values=dict(kept.values), sources=dict(kept.sources))


@functools.cache
def _parse_builtin(name: str) -> Contents:
    text = resources.files("livingstone.engine").joinpath("data", f"{name}.toml").read_text(encoding="utf-8")
    return read_complete(tomllib.loads(text), f"{name}: ")


def read_file(path: Path) -> Contents:
    """A user's file. Raises EditionError: one line with the file, the field and what was expected."""
    try:
        # Editors on Windows put a byte order mark before the text.
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise EditionError(
            f"edition {quote(str(path))}: no such name or file, {hint(path.name, BUILTIN)}"
        ) from None
    except UnicodeDecodeError:
        raise EditionError(f"{path}: not UTF-8 text, expected a TOML file") from None
    except tomllib.TOMLDecodeError as error:
        raise EditionError(f"{path}: {error}") from None
    except RecursionError:
        raise EditionError(f"{path}: nested too deeply, expected the keys of an edition") from None
    except OSError as error:
        raise EditionError(f"{path}: {error.strerror}, expected an edition file") from None
    except ValueError as error:  # a path no file can have
        raise EditionError(f"edition {quote(str(path))}: {error}") from None
    return read_partial(data, f"{path}: ", path.stem)


def read_complete(data: Any, where: str) -> Contents:
    """Data that states every value. Cards and stones it does not name are none."""
    if not isinstance(data, Mapping):
        raise EditionError(f"{where}{quote(data)}, expected a table of all values of an edition")
    rest = dict(data)
    name = _read_name(rest.pop("name", ""), where)
    return _read(rest, where, Contents(name, {}, {}, ""))


def read_partial(data: Mapping[str, Any], where: str, name: str) -> Contents:
    """Data that may leave values to its ``base``; ``name``: the edition's name when the data has none."""
    rest = dict(data)
    title = _read_name(rest.pop("name", name), where)
    base = rest.pop("base", DEFAULT)
    if base not in BUILTIN:
        raise EditionError(f"{where}base: {quote(base)}, {hint(str(base), BUILTIN)}")
    return _read(rest, where, read_builtin(base)._replace(name=title, base=base))


def _read(rest: dict[str, Any], where: str, start: Contents) -> Contents:
    """``start`` with what ``rest`` states."""
    sizes = {what: rest.pop(what) for what, _ in CAPACITY.values() if what in rest}
    given = rest.pop("provenance", {})
    values, sources = dict(start.values), dict(start.sources)
    for name, value in rest.items():
        key = key_of(name, where.removesuffix(": "))
        values[name] = read_value(key, value, values.get(name), f"{where}{name}")
        # One kind of card stated says nothing of the others: they are as assumed as before.
        if states_all(key, value) or sources.get(name) != "assumed":
            sources[name] = "user"
    missing = [key for key in KEYS if key.name not in values]
    if missing:
        raise EditionError(f"{where}{missing[0].name}: missing, expected {missing[0].text}")
    found = Contents(start.name, values, sources, start.base)
    _read_provenance(given, found, start, where)
    check_together(values, where)
    for key_name, (what, _) in CAPACITY.items():
        if what in sizes and sizes[what] != len(values[key_name]):
            numbers = f"{key_name} has {len(values[key_name])} numbers"
            raise EditionError(f"{where}{what}: {quote(sizes[what])}, but {numbers}, expected the same")
    return found


def _read_name(name: Any, where: str) -> str:
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        wanted = f"a line of 1 to {LONGEST_NAME} characters"
        raise EditionError(f"{where}name: {quote(name)}, expected {wanted}")
    return name


def _read_provenance(given: Any, found: Contents, start: Contents, where: str) -> None:
    """Stated sources. One that only repeats the base's holds as long as the value is the base's too."""
    if not isinstance(given, Mapping):
        raise EditionError(f"{where}provenance: {quote(given)}, expected a table of key = source")
    for name, source in given.items():
        key_of(name, f"{where}provenance")
        if source not in PROVENANCES:
            raise EditionError(f"{where}provenance.{name}: {quote(source)}, {hint(str(source), PROVENANCES)}")
        is_changed = bool(start.values) and found.values[name] != start.values[name]
        if not (is_changed and source == start.sources[name]):
            found.sources[name] = source
