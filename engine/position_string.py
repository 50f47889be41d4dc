"""A whole position in one line that can be read back: this game's "FEN" (``docs/notation.md``).

``L1 phase=die_held seat=1 ... tents=c1r4:Ab2 seat0=5/3/1/... seat1=...``: fields ``key=value`` in a fixed
order. The line holds everything, hidden parts included; of a redacted record, as an observation holds one,
unknown cards of a hand are written ``?2``. It knows no edition: see :mod:`livingstone.engine.position_fit`.
"""

import re
from collections.abc import Callable
from typing import Any, Final

from livingstone.engine.constants import MAX_COLUMNS, MAX_ROWS, MAX_SEATS, MIN_SEATS
from livingstone.engine.errors import NotationError
from livingstone.engine.layout import Array, new_state
from livingstone.engine.money import Donation
from livingstone.engine.names import did_you_mean, quote
from livingstone.engine.position_fit import check_coherence
from livingstone.engine.position_line import (
    COLUMN_OF,
    FIELDS,
    LARGEST,
    PHASES,
    RANGES,
    SEAT_NUMBERS,
    VERSION,
    tents_text,
    to_text,
)
from livingstone.engine.tally import CARD_LETTERS, EMPTY, GEM_LETTERS, SEAT_LETTERS, STONE_LETTERS, read_tally

__all__ = ["from_text", "to_text"]

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,6}")
_SPACE: Final = re.compile(r"c([1-9][0-9]?)r([1-9]):([A-Ea-e0-9]+)")
_TENT: Final = re.compile(r"([A-Ea-e])([1-9][0-9]?)?")
_UNKNOWN: Final = re.compile(r"\?([1-9][0-9]{0,2})")


def from_text(text: str) -> tuple[Array, tuple[tuple[Donation, ...], ...]]:
    """The record, a ``STATE`` array of shape (1,), and each seat's donation events that a line holds.

    Raises:
        NotationError: naming the field that is missing, not understood or contradicts another.
    """
    values = _split(text)
    record = new_state()
    state = record[0]
    players = len(values) - len(FIELDS)
    state["players"] = players
    for key, value in zip(FIELDS, values, strict=False):
        _field(key, _READERS.get(key, _read_plain), state, key, value)
    events = tuple(
        _field(f"seat{seat}", _read_seat, state, f"seat{seat}", values[len(FIELDS) + seat])
        for seat in range(players)
    )
    check_coherence(record)
    _check_spelling(text.split(), to_text(record, events).split())
    return record, events


def _check_spelling(found: list[str], expected: list[str]) -> None:
    """A position has one line: kinds, faces, spaces and seats stand in their order."""
    for word, canonical in zip(found, expected, strict=True):
        if word != canonical:
            key, _, value = canonical.partition("=")
            raise NotationError(f"position string, field '{key}': out of order: expected {quote(value)}")


def _split(text: str) -> list[str]:
    """The values of the fields, in order."""
    words = text.split()
    if not words or words[0] != VERSION:
        found = quote(words[0]) if words else "nothing"
        raise NotationError(f"a position string begins with '{VERSION}': found {found}")
    expected = [*FIELDS, *(f"seat{seat}" for seat in range(MAX_SEATS))]
    if len(words) > len(expected) + 1:
        raise NotationError(f"position string: {quote(words[len(expected) + 1])} after the last field")
    values = []
    for word, key in zip(words[1:], expected, strict=False):
        found, equals, value = word.partition("=")
        if found != key or not equals:
            hint = "" if found in expected else did_you_mean(found, expected)
            raise NotationError(f"position string: expected the field '{key}=', found {quote(word)}{hint}")
        values.append(value)
    if len(values) < len(FIELDS) + MIN_SEATS:
        raise NotationError(f"position string: the field '{expected[len(values)]}=' is missing")
    return values


def _field(name: str, read: Callable[[Any, str, str], Any], state: Any, key: str, value: str) -> Any:
    """Run a reader; its errors get the field's name."""
    try:
        return read(state, key, value)
    except NotationError as error:
        raise NotationError(f"position string, field '{name}': {error}") from None


def _number(text: str, what: str = "") -> int:
    """A number in the range of ``what``."""
    least, most = RANGES.get(what, (0, LARGEST))
    if not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise NotationError(f"{what and what + ' '}{quote(text)} is no number from {least} to {most}")
    return int(text)


def _read_plain(state: Any, key: str, value: str) -> None:
    state[COLUMN_OF.get(key, key)] = _number(value, key) - (key == "boat")


def _read_phase(state: Any, key: str, value: str) -> None:
    if value not in PHASES:
        raise NotationError(f"{quote(value)} is none of {', '.join(PHASES)}{did_you_mean(value, PHASES)}")
    state[key] = PHASES.index(value)


def _read_draws(state: Any, key: str, value: str) -> None:
    parts = value.split("/")
    if len(parts) != 3:
        raise NotationError(f"{quote(value)} is not 'stone draws/shuffles/cards drawn since'")
    state["bag_draws"], state["shuffles"], state["deck_draws"] = (_number(part) for part in parts)


def _read_dice(state: Any, key: str, value: str) -> None:
    if value == EMPTY:
        return
    if not re.fullmatch(r"[1-6]{1,99}", value):
        raise NotationError(f"{quote(value)} are no dice: expected faces such as 1446, or '{EMPTY}'")
    for face in value:
        state[COLUMN_OF.get(key, key)][int(face)] += 1


def _read_stones(state: Any, key: str, value: str) -> None:
    state[key] = read_tally(value, STONE_LETTERS)


def _read_cards(state: Any, key: str, value: str) -> None:
    state[key] = read_tally(value, CARD_LETTERS)


def _read_deck(state: Any, key: str, value: str) -> None:
    cards, slash, size = value.partition("/")
    _read_cards(state, key, cards)
    known = int(state["deck"].sum())
    state["deck_size"] = _number(size) if slash else known
    if state["deck_size"] > known:
        raise NotationError(f"{size} cards in the deck are more than the {known} unseen ones")


def _read_tents(state: Any, key: str, value: str) -> None:
    for space in [] if value == EMPTY else value.split(","):
        match = _SPACE.fullmatch(space)
        if not match or int(match[1]) > MAX_COLUMNS or int(match[2]) > MAX_ROWS:
            raise NotationError(f"{quote(space)} is no space with tents: expected for example c1r4:A2b")
        place = int(match[1]) - 1, int(match[2]) - 1
        if state["tents"][place].any():
            raise NotationError(f"the space {quote(space)} stands twice")
        _read_space(state, place, match[3])


def _read_space(state: Any, place: tuple[int, int], counts: str) -> None:
    for sign, count in _terms(counts):
        seat = SEAT_LETTERS.index(sign.upper())
        if seat >= state["players"]:
            raise NotationError(f"{quote(sign)} in {quote(counts)} is a tent of a seat that is not there")
        state["tents"][(*place, seat)] += count
        if sign.isupper():
            state["scored"][(*place, seat)] = count
    if tents_text(state["tents"][place], state["scored"][place]) != counts:
        raise NotationError(f"{quote(counts)} is not written in the order of the seats, scored tents first")


def _terms(counts: str) -> list[tuple[str, int]]:
    """(letter, count) pairs of the tents of one space."""
    terms, at = [], 0
    while at < len(counts):
        term = _TENT.match(counts, at)
        if term is None:
            raise NotationError(f"{quote(counts)} are no tents: expected letters with counts such as A2b")
        terms.append((term[1], int(term[2] or 1)))
        at = term.end()
    return terms


def _read_seat(state: Any, key: str, value: str) -> tuple[Donation, ...]:
    seat = state["seats"][int(key[4:])]
    parts = value.split("/")
    count = len(SEAT_NUMBERS) + 3
    if len(parts) != count:
        form = "/".join((*SEAT_NUMBERS, "gems", "hand", "donations"))
        raise NotationError(f"{len(parts)} parts separated by '/', expected {count}: {form}")
    for name, part in zip(SEAT_NUMBERS, parts, strict=False):
        seat[name] = _number(part, name)
    gems, hand, events = parts[len(SEAT_NUMBERS) :]
    seat["gems"] = read_tally(gems, GEM_LETTERS)
    unknown = _UNKNOWN.search(hand)
    known = hand[: unknown.start()] if unknown else hand
    if unknown and unknown.end() != len(hand):
        raise NotationError(f"hand {quote(hand)}: '?' and a count end it")
    seat["hand"] = read_tally(EMPTY if unknown and not known else known, CARD_LETTERS)
    seat["cards"] = int(seat["hand"].sum()) + (int(unknown[1]) if unknown else 0)
    if seat["old_cards"] > seat["cards"]:
        raise NotationError(f"old_cards {seat['old_cards']} are more than the {seat['cards']} of the hand")
    return () if events == EMPTY else tuple(_read_event(event) for event in events.split(","))


def _read_event(text: str) -> Donation:
    parts = text.split(".")
    if len(parts) != 3:
        raise NotationError(f"{quote(text)} is no donation: expected 'round.wealth.least_wealth'")
    return Donation(*(_number(part) for part in parts))


_READERS: Final[dict[str, Callable[[Any, str, str], None]]] = {
    "phase": _read_phase,
    "draws": _read_draws,
    "pool": _read_dice,
    "final": _read_dice,
    "bag": _read_stones,
    "pile": _read_stones,
    "deck": _read_deck,
    "discards": _read_cards,
    "shuffled": _read_cards,
    "tents": _read_tents,
}
