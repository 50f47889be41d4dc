"""Readers for the values of a tournament's config: each takes what TOML gives and says what it expected."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from livingstone.engine.constants import MAX_SEATS, MIN_SEATS
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import did_you_mean, quote
from livingstone.protocol.clock import EXAMPLES, parse_time
from livingstone.protocol.isolation import Isolation, read_isolation
from livingstone.protocol.messages import TimeControl

Reader = Callable[[Any], Any]
"""Gives the value as the config keeps it, or raises LivingstoneError: ``3, expected ...``."""

LONGEST_NAME: Final = 64
MOST_CYCLES: Final = 100_000
MOST_MB: Final = 1 << 20
MOST_THREADS: Final = 1024


def whole(least: int, most: int) -> Reader:
    """A whole number within bounds."""

    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise _wrong(value, f"a whole number from {least} to {most}")
        return value

    return read


def line(longest: int = LONGEST_NAME) -> Reader:
    """A text of one line."""

    def read(value: Any) -> str:
        is_line = isinstance(value, str) and value.isprintable() and value == value.strip()
        if not is_line or not 1 <= len(value) <= longest:
            raise _wrong(value, f"a text of 1 to {longest} characters without spaces around it")
        return str(value)

    return read


def choice(*words: str) -> Reader:
    """One of some words."""

    def read(value: Any) -> str:
        if value not in words:
            hint = did_you_mean(value, words) if isinstance(value, str) else ""
            raise LivingstoneError(f"{quote(value)}{hint or ', expected ' + ' or '.join(map(quote, words))}")
        return str(value)

    return read


def flag(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise _wrong(value, "true or false")
    return value


def sizes(value: Any) -> tuple[int, ...]:
    """Table sizes, ascending; a single number stands for a list of one."""
    found = [value] if isinstance(value, int) else value
    read = whole(MIN_SEATS, MAX_SEATS)
    try:
        numbers = [read(size) for size in found] if isinstance(found, list) else []
    except LivingstoneError:
        numbers = []
    if not numbers or len(set(numbers)) < len(numbers):
        raise _wrong(value, f"different table sizes from {MIN_SEATS} to {MAX_SEATS}, such as [2, 4]")
    return tuple(sorted(numbers))


def names(value: Any) -> tuple[str, ...]:
    """Different names of bots."""
    if not isinstance(value, list) or not value or len(set(map(str, value))) < len(value):
        raise _wrong(value, "a list of different bots' names")
    return tuple(line()(name) for name in value)


def seed(value: Any) -> str:
    """A number or a text; ``5`` and ``"5"`` are one seed."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 64:
        return str(value)
    try:
        return str(line(200)(value))
    except LivingstoneError:
        raise _wrong(value, "a whole number from 0 or a text of 1 to 200 characters") from None


def time(value: Any) -> TimeControl:
    """A time control."""
    if not isinstance(value, str):
        raise _wrong(value, EXAMPLES)
    try:
        return parse_time(value)
    except LivingstoneError:
        raise _wrong(value, EXAMPLES) from None


def isolation(value: Any) -> Isolation:
    """A level by name."""
    if not isinstance(value, str):
        raise _wrong(value, f"one of {', '.join(Isolation)}")
    try:
        return read_isolation(value)
    except LivingstoneError as error:
        raise LivingstoneError(str(error).removeprefix("isolation ")) from None


def rules(value: Any) -> tuple[str, ...]:
    """Changed values of the edition, as the ``key=value`` texts of ``--rule``.

    ``{ must_take_die = false, market_coins = [1, 2, 3], cards = { market = 2 } }``
    """
    if not isinstance(value, Mapping):
        raise _wrong(value, "a table such as { must_take_die = false }")
    return tuple(_overrides(value, ""))


def _overrides(table: Mapping[str, Any], prefix: str) -> list[str]:
    texts = []
    for key, value in table.items():
        if isinstance(value, Mapping) and not prefix:
            texts += _overrides(value, f"{key}.")
        elif isinstance(value, bool):
            texts.append(f"{prefix}{key}={'yes' if value else 'no'}")
        elif isinstance(value, list) and all(isinstance(part, int) for part in value):
            texts.append(f"{prefix}{key}={','.join(str(part) for part in value)}")
        elif isinstance(value, int | str):
            texts.append(f"{prefix}{key}={value}")
        else:
            raise LivingstoneError(f"{prefix}{key}: {quote(value)}, expected a value of an edition")
    return texts


def _wrong(value: Any, expected: str) -> LivingstoneError:
    return LivingstoneError(f"{quote(value)}, expected {expected}")
