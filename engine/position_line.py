"""The fields of a position string, and how they are written from a record (``docs/notation.md``)."""

from collections.abc import Sequence
from typing import Any, Final

from livingstone.engine.constants import FACES, MAX_COLUMNS, MAX_ROWS, MAX_SEATS, PASSED, Phase
from livingstone.engine.layout import Array
from livingstone.engine.money import Donation
from livingstone.engine.tally import (
    CARD_LETTERS,
    EMPTY,
    GEM_LETTERS,
    SEAT_LETTERS,
    STONE_LETTERS,
    tally_text,
)

VERSION: Final = "L1"
LARGEST: Final = 999_999
"""Numbers above it are refused: every sum stays far inside the record's 32 bits."""
SEAT_NUMBERS: Final = (
    "cash", "chest", "gave", "vp", "vp_market", "vp_animals", "supply", "placed", "last_die", "old_cards",
    "forfeited",
)  # fmt: skip
"""The numbers a seat's field begins with; gems, hand and donations follow."""
RANGES: Final = {
    "seat": (0, MAX_SEATS - 1),
    "start": (0, MAX_SEATS - 1),
    "round": (1, LARGEST),
    "boat": (1, MAX_COLUMNS),
    "held": (0, FACES),
    "taken": (0, 2),
    "two_dice": (0, 1),
    "last_die": (0, PASSED),
    "forfeited": (0, 1),
}
"""What the number of a field may be, as it is written (the boat's column counts from 1)."""
FIELDS: Final = (
    "phase", "seat", "start", "round", "boat", "held", "taken", "two_dice", "draws", "pool", "final", "bag",
    "pile", "deck", "discards", "shuffled", "tents",
)  # fmt: skip
"""The fields before those of the seats, in their order."""
COLUMN_OF: Final = {"round": "round_number", "final": "final_dice"}
"""Names in the record that differ from those in the line."""
PHASES: Final = tuple(phase.name.lower() for phase in Phase)


def to_text(record: Array, donations: Sequence[Sequence[Donation]] = ()) -> str:
    """The line for a position.

    Args:
        record: a ``STATE`` array of shape (1,), full or redacted.
        donations: each seat's donation events in their order; none for any seat when empty.
    """
    state = record[0]
    events = donations or [()] * int(state["players"])
    values = [
        PHASES[state["phase"]],
        *(str(state[COLUMN_OF.get(key, key)] + (key == "boat")) for key in FIELDS[1:8]),
        f"{state['bag_draws']}/{state['shuffles']}/{state['deck_draws']}",
        _dice_text(state["pool"]),
        _dice_text(state["final_dice"]),
        *(tally_text(state[key], STONE_LETTERS) for key in ("bag", "pile")),
        _deck_text(state),
        *(tally_text(state[key], CARD_LETTERS) for key in ("discards", "shuffled")),
        _tents_text(state),
    ]
    fields = [f"{key}={value}" for key, value in zip(FIELDS, values, strict=True)]
    seats = [
        f"seat{seat}={_seat_text(state['seats'][seat], events[seat])}" for seat in range(state["players"])
    ]
    return " ".join([VERSION, *fields, *seats])


def _dice_text(by_face: Any) -> str:
    return "".join(str(face) * int(by_face[face]) for face in range(1, FACES + 1)) or EMPTY


def _deck_text(state: Any) -> str:
    """The kinds of the deck; of a redacted record the unseen cards, and how many of them are in the deck."""
    text = tally_text(state["deck"], CARD_LETTERS)
    return text if state["deck_size"] == state["deck"].sum() else f"{text}/{state['deck_size']}"


def _tents_text(state: Any) -> str:
    spaces = []
    for column in range(MAX_COLUMNS):
        for row in range(MAX_ROWS):
            counts = tents_text(state["tents"][column, row], state["scored"][column, row])
            if counts:
                spaces.append(f"c{column + 1}r{row + 1}:{counts}")
    return ",".join(spaces) or EMPTY


def tents_text(tents: Sequence[int], scored: Sequence[int]) -> str:
    """The tents of one space by seat: ``A2b`` for two scored ones of seat 0 and an unscored one of seat 1."""
    text = ""
    for letter, standing, counted in zip(SEAT_LETTERS, tents, scored, strict=True):
        for sign, count in ((letter, counted), (letter.lower(), standing - counted)):
            if count:
                text += sign if count == 1 else f"{sign}{count}"
    return text


def _seat_text(seat: Any, events: Sequence[Donation]) -> str:
    hand = tally_text(seat["hand"], CARD_LETTERS)
    unknown = int(seat["cards"] - seat["hand"].sum())
    if unknown:
        hand = f"{'' if hand == EMPTY else hand}?{unknown}"
    parts = [str(seat[key]) for key in SEAT_NUMBERS]
    parts += [tally_text(seat["gems"], GEM_LETTERS), hand]
    parts.append(",".join(f"{e.round}.{e.wealth}.{e.least_wealth}" for e in events) or EMPTY)
    return "/".join(parts)
