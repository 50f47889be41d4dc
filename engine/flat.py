"""A state record as plain integers: reading one field after the other from Python costs 0.1-0.3 us each.

All fields of ``STATE`` but the tents are int32 and stand before them, so one call turns them into a list.
``FIELD`` and ``seat_field`` say where each stands.
"""

from typing import Any, Final

import numpy as np

from livingstone.engine.layout import SEAT, STATE, Array, IntArray

_WORD: Final = 4
_TENTS_AT: Final = int(STATE.fields["tents"][1])  # type: ignore[index]
_SCORED_AT: Final = int(STATE.fields["scored"][1])  # type: ignore[index]
_TENT_SPACES: Final = _SCORED_AT - _TENTS_AT


def _slices(fields: "np.dtype[Any]") -> dict[str, slice]:
    """Where the int32 fields of a dtype stand, in words."""
    found = {}
    for name, (kind, offset, *_) in (fields.fields or {}).items():
        if offset < _TENTS_AT:
            first = offset // _WORD
            found[name] = slice(first, first + kind.itemsize // _WORD)
    return found


FIELD: Final = _slices(STATE)
"""Field of STATE to its words in the list of :func:`flat`; ``seats`` holds all seats."""
AT: Final = {name: words.start for name, words in FIELD.items()}
"""Field of STATE to its first word."""
SEATS_AT: Final = FIELD["seats"].start
SEAT_WORDS: Final = SEAT.itemsize // _WORD
SEAT_FIELD: Final = _slices(SEAT)
"""Field of SEAT to its words within the ``SEAT_WORDS`` words of a seat."""


def words_of(record: Array) -> IntArray:
    """A view of a STATE array of shape (1,) as int32 words, for single fields: ``words_of(record)[AT["phase"]]``."""
    return record.view(np.int32)


def flat(record: Array) -> list[int]:
    """All int32 words of a STATE array of shape (1,) in the order of memory."""
    return memoryview(record.tobytes())[:_TENTS_AT].cast("i").tolist()


def standing_tents(record: Array) -> list[tuple[int, int, int]]:
    """``(place, tents, scored)`` where someone's tents stand, ascending.

    ``place`` is the index of (column, row, seat) in an array of (MAX_COLUMNS, MAX_ROWS, MAX_SEATS).
    """
    spaces = record.tobytes()
    tents = np.frombuffer(spaces, np.int8, _TENT_SPACES, _TENTS_AT)
    places = np.flatnonzero(tents).tolist()
    return [(place, spaces[_TENTS_AT + place], spaces[_SCORED_AT + place]) for place in places]
