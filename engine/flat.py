"""A state record as plain integers: reading one field after the other from Python costs 0.1-0.3 us each.

All fields of ``STATE`` but the tents are int32 and stand before them, so a view of the bytes reads them as a
list would. ``FIELD`` and ``SEAT_FIELD`` say where each stands.
"""

from typing import Any, Final

import numpy as np

from livingstone.engine.layout import SEAT, STATE, Array

WORD: Final = 4
"""Bytes of an int32."""
_TENTS_AT: Final = int(STATE.fields["tents"][1])  # type: ignore[index]
_SCORED_AT: Final = int(STATE.fields["scored"][1])  # type: ignore[index]
_TENT_SPACES: Final = _SCORED_AT - _TENTS_AT
TENT_BYTES: Final = slice(_TENTS_AT, _SCORED_AT + _TENT_SPACES)
"""The bytes of STATE that say where tents stand and which are scored."""


def _slices(fields: "np.dtype[Any]") -> dict[str, slice]:
    """Where the int32 fields of a dtype stand, in words."""
    found = {}
    for name, (kind, offset, *_) in (fields.fields or {}).items():
        if offset < _TENTS_AT:
            first = offset // WORD
            found[name] = slice(first, first + kind.itemsize // WORD)
    return found


FIELD: Final = _slices(STATE)
"""Field of STATE to its words in the list of :func:`flat`; ``seats`` holds all seats."""
AT: Final[dict[str, int]] = {name: words.start for name, words in FIELD.items()}
"""Field of STATE to its first word."""
SEATS_AT: Final = FIELD["seats"].start
SEAT_WORDS: Final = SEAT.itemsize // WORD
SEAT_FIELD: Final = _slices(SEAT)
"""Field of SEAT to its words within the ``SEAT_WORDS`` words of a seat."""


def words_of(record: Array) -> "memoryview[int]":
    """A view of a STATE array of shape (1,) as int32 words, for single fields: ``words_of(record)[AT["phase"]]``."""
    return record.view(np.int32).data


def words_in(raw: bytes) -> "memoryview[int]":
    """The int32 words in the bytes of a STATE array (as far as the tents), or of a part of one."""
    return memoryview(raw)[:_TENTS_AT].cast("i")


def standing_tents(record: Array) -> list[tuple[int, int, int]]:
    """``(place, tents, scored)`` where someone's tents stand, ascending.

    ``place`` is the index of (column, row, seat) in an array of (MAX_COLUMNS, MAX_ROWS, MAX_SEATS).
    """
    return standing_in(record.tobytes()[TENT_BYTES])


def standing_in(spaces: bytes) -> list[tuple[int, int, int]]:
    """As :func:`standing_tents`, from the bytes ``TENT_BYTES`` of a record."""
    places = np.flatnonzero(np.frombuffer(spaces, np.int8, _TENT_SPACES)).tolist()
    return [(place, spaces[place], spaces[_TENT_SPACES + place]) for place in places]
