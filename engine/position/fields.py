"""Single values of a position file: each reader names the field and what it expected, in one line."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, NoReturn, TypeAlias

from livingstone.engine import names
from livingstone.engine.constants import CARD_KINDS, FACES, MAX_ROWS, NO_DIE, Card, Stone
from livingstone.engine.errors import NotationError, PositionError
from livingstone.engine.position.keys import MAX_COINS, MAX_COUNT, TIMES, UNKNOWN, Key

Span: TypeAlias = tuple[int, int]
"""Least and most, both included."""

LARGEST_SHOWN: Final = 10**12
LONGEST_SHOWN: Final = 40
"""Of a number and of the characters that a message repeats."""
_SPAN: Final = re.compile(r"\s*([0-9]{1,7})\s*(?:(?:-|–|\.\.|to|bis)\s*([0-9]{1,7})\s*)?")
_GAVE: Final = re.compile(r"(.*?)\s*(times?|x|mal|coins?|münzen?|muenzen?)?\s*", re.IGNORECASE | re.DOTALL)
_REPEATED: Final = re.compile(r"(.*?)\s*[x×]\s*([0-9]{1,4})\s*", re.DOTALL)


def fail(field: str, message: str) -> NoReturn:
    """Refuse the file because of ``field``."""
    raise PositionError(f"{field}: {message}")


def show(value: object) -> str:
    """A value as a person wrote it, short enough for one line."""
    if isinstance(value, str):
        return names.quote(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, int) and abs(value) > LARGEST_SHOWN:
        return "a huge number"
    text = " ".join(str(value).split())
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def known_keys(given: Mapping[str, Any], keys: Iterable[Key], field: str) -> None:
    """Refuse a key that is none of ``keys``; ``field`` is the table's own name, empty at the top."""
    known = [key.name for key in keys]
    for name in given:
        if name not in known:
            where = f"{field}.{name}" if field else str(name)
            hint = names.did_you_mean(str(name), known) or f"; known are {', '.join(known)}"
            fail(" ".join(where.split())[:60], f"there is no such key{hint}")


def whole(value: object, field: str, low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``."""
    if isinstance(value, bool) or not isinstance(value, int):
        quoted = isinstance(value, str) and value.strip().isdecimal()
        hint = "; write it without quotes" if quoted else ""
        fail(field, f"expected a whole number from {low} to {high}, got {show(value)}{hint}")
    if not low <= value <= high:
        fail(field, f"expected a whole number from {low} to {high}, got {show(value)}")
    return value


def yes_no(value: object, field: str) -> bool:
    """``true`` or ``false``."""
    if not isinstance(value, bool):
        fail(field, f"expected true or false, got {show(value)}")
    return value


def text(value: object, field: str, what: str) -> str:
    """A text; ``what`` says of what."""
    if not isinstance(value, str):
        fail(field, f"expected {what} in quotes, got {show(value)}")
    return value


def span(value: object, field: str) -> Span:
    """A number of coins, or a range of it: 4, "4", "3-6", "3..6", [3, 6]."""
    low = high = -1
    if isinstance(value, int) and not isinstance(value, bool):
        low = high = value
    elif isinstance(value, str) and (found := _SPAN.fullmatch(value)):
        low = int(found[1])
        high = int(found[2]) if found[2] else low
    elif isinstance(value, list) and len(value) == 2:
        low, high = (whole(item, field, 0, MAX_COINS) for item in value)
    else:
        fail(field, f'expected a number or a range such as "3-6", got {show(value)}')
    if not (0 <= low <= MAX_COINS and 0 <= high <= MAX_COINS):
        fail(field, f"expected coins from 0 to {MAX_COINS}, got {show(value)}")
    if low > high:
        fail(field, f"the range {show(value)} runs backwards: expected the lower end first")
    return low, high


def is_unknown(value: object) -> bool:
    """Whether somebody wrote that he does not know: the key counts as left out."""
    return isinstance(value, str) and value.strip().casefold() in UNKNOWN


def gave(value: object, field: str) -> tuple[Span | None, Span | None]:
    """Donations as (announcements, coins); exactly one is given: 4, "once", "2-4 times" or "5-9 coins"."""
    if not isinstance(value, str):
        return span(value, field), None
    word = names.fold(value)
    if word in TIMES:
        return (TIMES[word], TIMES[word]), None
    found = _GAVE.fullmatch(value)
    amount, unit = (found[1], (found[2] or "times").lower()) if found else (value, "times")
    if not _SPAN.fullmatch(amount):
        fail(field, f'expected 4, "4 times", "2-4 times", "7 coins" or "5-9 coins", got {show(value)}')
    numbers = span(amount, field)
    if unit.startswith(("coin", "m")) and unit != "mal":
        return None, numbers
    return numbers, None


def dice(value: object, field: str) -> list[int]:
    """Faces, ascending: "4 4 6", "4,4,6", "446" or [4, 4, 6]."""
    items: list[object]
    if isinstance(value, str):
        items = list("".join(value.replace(",", " ").split()))
        if len(items) > MAX_COUNT:
            fail(field, f"expected the faces of a few dice, got {len(items)}")
        for word in value.replace(",", " ").split():
            if not word.isascii() or not word.isdecimal():
                fail(field, f'expected faces 1-{FACES} such as "4 4 6", got {show(word)}')
            if int(word) > FACES and set(word) - set("123456"):
                fail(field, f"expected faces from 1 to {FACES}, got {show(word)}")
        items = [int(str(item)) for item in items]
    elif isinstance(value, list):
        items = value
    elif isinstance(value, int) and not isinstance(value, bool):
        items = [value]
    else:
        fail(field, f'expected faces such as "4 4 6" or [4, 4, 6], got {show(value)}')
    return sorted(whole(item, field, 1, FACES) for item in items)


def die(value: object, field: str, least: int = 1) -> int:
    """One face; with ``least`` 0 also 0 or "-" for none."""
    if least == NO_DIE and value == "-":
        return NO_DIE
    return whole(value, field, least, FACES)


def gems(value: object, field: str) -> list[int]:
    """Counts of clear, blue and red gems: "2 clear 1 blue" or [2, 1, 0]."""
    if isinstance(value, list) and len(value) == 3:
        return [whole(item, field, 0, MAX_COUNT) for item in value]
    if not isinstance(value, str):
        fail(field, f'expected gems such as "2 clear 1 blue", got {show(value)}')
    try:
        counts = names.parse_gems(value)
    except NotationError as error:
        fail(field, str(error))
    return [whole(item, field, 0, MAX_COUNT) for item in counts]


def stones(value: object, field: str) -> list[int]:
    """Counts by :class:`Stone`: "9 black 2 clear" or [9, 0, 2, 0, 0]."""
    if isinstance(value, list) and len(value) == len(Stone):
        return [whole(item, field, 0, MAX_COUNT) for item in value]
    if not isinstance(value, str):
        fail(field, f'expected stones such as "9 black 2 clear", got {show(value)}')
    try:
        counts = names.parse_stones(value)
    except NotationError as error:
        fail(field, str(error))
    return [whole(item, field, 0, MAX_COUNT) for item in counts]


def cards(value: object, field: str) -> list[int]:
    """Counts by :class:`Card`: "market, four coins x2" or ["market", "four coins", "four coins"]."""
    if isinstance(value, str):
        items: list[object] = [part for part in re.split(r"[,;\n]", value) if part.strip()]
        if names.fold(value) in ("none", "keine", "nothing"):
            items = []
    elif isinstance(value, list):
        items = value
    else:
        fail(field, f'expected cards such as "market, four coins", got {show(value)}')
    counts = [0] * CARD_KINDS
    for item in items:
        word = text(item, field, "the name of a card")
        repeated = _REPEATED.fullmatch(word)
        word, count = (repeated[1], int(repeated[2])) if repeated else (word, 1)
        try:
            counts[names.card_of(word.strip())] += count
        except NotationError as error:
            fail(field, f"{error}")
    return counts


def tent_lines(value: object, field: str) -> list[str]:
    """The board's lines: a text of several lines, or a list of them."""
    if isinstance(value, str):
        lines = value.splitlines()
    elif isinstance(value, list):
        lines = [text(item, field, "lines of the board") for item in value]
    else:
        fail(field, f"expected the board as text, got {show(value)}")
    if len(lines) > 4 * MAX_ROWS:
        fail(field, f"expected one line of columns and one a row, got {len(lines)} lines")
    return lines


def one_of(value: object, field: str, known: list[str]) -> int:
    """The index of a seat's name, upper and lower case being equal."""
    name = text(value, field, "the name of a seat")
    folded = [item.casefold() for item in known]
    if name.casefold() not in folded:
        hint = names.did_you_mean(name, known) or f"; the seats are {', '.join(known)}"
        fail(field, f"there is no seat {show(name)}{hint}")
    return folded.index(name.casefold())


def cards_text(counts: Iterable[int]) -> str:
    """``"market, four_coins x2"`` for counts by :class:`Card`; an empty text when all are 0."""
    parts = [
        names.CARDS.key(Card(kind)) + (f" x{count}" if count > 1 else "")
        for kind, count in enumerate(counts)
        if count
    ]
    return ", ".join(parts)
