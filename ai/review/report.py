"""What a review says, as types (``docs/review.md``); chances are from 0 to 1, lists are by seat."""

from typing import Final, Literal

import msgspec

Grade = Literal["fine", "inaccuracy", "mistake", "blunder"]
EventKind = Literal["dice", "stones", "cards", "final"]
Part = Literal["die", "act"]

GRADES: Final[tuple[Grade, ...]] = ("fine", "inaccuracy", "mistake", "blunder")
KINDS: Final[tuple[EventKind, ...]] = ("dice", "stones", "cards", "final")
FORMAT: Final = "livingstone-review"
VERSION: Final = 1

BOUNDS: Final[dict[Grade, float]] = {"inaccuracy": 0.02, "mistake": 0.05, "blunder": 0.10}
"""The least win chance lost of each grade.

0.02 is about what a review of the default length can tell from nothing; 0.05 is a fifth of a fair share at a table
of four (a tenth with two players), 0.10 twice that. The bounds are absolute: what is lost is lost at any table.
"""


def grade_of(lost: float, half_width: float | None) -> Grade:
    """The grade of a loss: anything but fine only where the 95 % interval excludes zero."""
    if half_width is None or lost <= half_width:
        return "fine"
    reached: Grade = "fine"
    for grade, least in BOUNDS.items():
        if lost >= least:
            reached = grade
    return reached


class Option(msgspec.Struct, frozen=True):
    """A part of a turn and what it is worth to the seat that decides, as far as it could know."""

    actions: tuple[str, ...]
    win: float
    points: float
    """Expected VP at the end."""
    risk: float
    """Chance to be eliminated (R43, R46)."""


class Decision(msgspec.Struct, frozen=True):
    """A decision with its grade."""

    number: int
    """From 1, over the decisions of all seats that had a choice."""
    step: int
    """The step of its first action, as ``replay --step`` counts."""
    line: int
    """The record's line of that action."""
    round: int
    seat: int
    part: Part
    """``die``: from taking a die to its use; ``act``: a card, a sale, a donation, the end of the turn."""
    played: Option
    best: Option
    """The same actions as ``played`` where the search would have played them too."""
    lost: float
    """Win chance of ``best`` less that of ``played``; a little below 0 where the search chose worse."""
    half_width: float | None
    """Half its 95 % interval; 0 where both are the same, None where it is not known."""
    grade: Grade


class Chance(msgspec.Struct, frozen=True):
    """An event of chance, and whom it helped."""

    step: int
    line: int
    round: int
    seat: int
    """Who rolled or drew."""
    kind: EventKind
    text: str
    luck: tuple[float, ...]
    """Win chance after it less win chance before it."""
    half_width: tuple[float, ...]
    """Half its 95 % interval."""


class Point(msgspec.Struct, frozen=True):
    """The win chances of all seats after a step, from the playouts that luck is measured with."""

    step: int
    round: int
    win: tuple[float, ...]


class SeatTotal(msgspec.Struct, frozen=True):
    """Skill and luck of a seat."""

    seat: int
    name: str
    reviewed: bool
    """Whether its decisions were graded."""
    grades: dict[str, int]
    """Number of decisions by grade."""
    lost: float
    """Sum over its decisions."""
    lost_half_width: float
    luck: dict[str, float]
    """Sums by kind, over the events of all seats: others' luck is one's own bad luck."""
    luck_total: float
    luck_half_width: float
    share: float | None
    """Win share of the result (R47); None for an unfinished record."""


class Review(msgspec.Struct, frozen=True):
    """A whole review."""

    format: str
    version: int
    players: int
    names: tuple[str, ...]
    edition: str
    assumptions: str | None
    """One line while values of the edition are assumed, not known."""
    finished: bool
    remark: str
    """Where an unfinished record ends; else empty."""
    rounds: int
    steps: int
    result: str
    """The end in a sentence; empty for an unfinished record."""
    followed_by: int | None
    """The seat whose view of the game is all that is known; None for a record with all its secrets."""
    simulations: int
    """Of each search of a decision, and playouts of each side of an event."""
    groups: int
    seed: int
    engine: str
    """Version of the program."""
    seats: tuple[SeatTotal, ...]
    worst: tuple[int, ...]
    """Numbers of the decisions that are not fine, the largest loss first."""
    decisions: tuple[Decision, ...]
    chances: tuple[Chance, ...]
    curve: tuple[Point, ...]
