"""A board as text: nothing but single-width characters; narrower than 100 columns and pure ASCII on request."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from livingstone.engine.constants import NO_DIE
from livingstone.engine.names import gems_text, stones_text
from livingstone.engine.render.scene import Scene, SeatScene, View, bounds_text, scene_of
from livingstone.engine.tally import SEAT_LETTERS

WIDTH: Final = 100
"""No line is longer, unless a name is."""
_MARGIN: Final = 12
"""Width of ``bonus  row |``."""
_WIDEST_CELL: Final = 7
_NARROWEST_CELL: Final = 3
"""A letter and a number of tents."""


class Lines(NamedTuple):
    """The characters a frame is drawn with."""

    across: str
    down: str
    cross: str
    river: str
    boat: str


UNICODE: Final = Lines("─", "│", "┼", "≈", "▲")
ASCII: Final = Lines("-", "|", "+", "~", "^")


def board(
    view: View,
    *,
    names: Sequence[str] = (),
    letters: Sequence[str] = SEAT_LETTERS,
    ascii_only: bool = False,
    width: int = WIDTH,
) -> str:
    """The board and the table of seats as lines joined by newlines.

    Args:
        view: a ``Game`` (everything is shown) or an ``Observation`` (what its seat knows).
        names: of the seats; their letters alone where left out.
        letters: of the tents, one a seat.
        ascii_only: no character above 127 but in the names.
        width: columns that the board and the notes may take; cells have at least three.
    """
    scene = scene_of(view, names, letters)
    lines = [scene.title, "", *_board(scene, ASCII if ascii_only else UNICODE, width), "", *_table(scene)]
    notes = _supplies(scene)
    notes += [f"hand {seat.letter}: {seat.hand}" for seat in scene.seats if seat.hand is not None]
    lines += ["", *(line for note in notes for line in wrap(note, max(40, width), subsequent_indent="  "))]
    return "\n".join(line.rstrip() for line in lines)


def _board(scene: Scene, marks: Lines, most: int) -> list[str]:
    """Rows from the farthest down to the river, then the boat, the columns and their costs."""
    width = max(_NARROWEST_CELL, min(_WIDEST_CELL, (most - _MARGIN) // scene.columns - 1))
    rule = marks.across * 11 + marks.cross + (marks.across * width + marks.cross) * scene.columns
    lines = ["bonus  row", rule]
    for row in reversed(range(scene.rows)):
        cells = [_cell(scene, column, row, width) for column in range(scene.columns)]
        for line in range(max(1, *map(len, cells))):
            head = f"{scene.bonus[row]:>5}  {row + 1:>3} " if line == 0 else " " * 11
            texts = [cell[line] if line < len(cell) else "" for cell in cells]
            lines.append(head + marks.down + "".join(f"{text:^{width}}{marks.down}" for text in texts))
    boat = [
        marks.boat * 3 if column == scene.boat else marks.river * width for column in range(scene.columns)
    ]
    lines += [
        rule,
        f"{'river':>10}  " + " ".join(f"{text:^{width}}" for text in boat),
        f"{'column':>10}  " + " ".join(f"{column + 1:^{width}}" for column in range(scene.columns)),
        f"{'cost':>10}  " + " ".join(f"{cost:^{width}}" for cost in scene.cost),
    ]
    return lines


def _cell(scene: Scene, column: int, row: int, width: int) -> list[str]:
    """The tents of a space as lines that fit the cell: capital = scored, small = not scored yet."""
    terms = []
    for seat in range(len(scene.seats)):
        counted = int(scene.scored[column, row, seat])
        fresh = int(scene.tents[column, row, seat]) - counted
        letter = scene.seats[seat].letter
        terms += [
            sign if count == 1 else f"{sign}{count}"
            for sign, count in ((letter, counted), (letter.lower(), fresh))
            if count
        ]
    lines = [""]
    for term in terms:
        if len(lines[-1]) + len(term) > width:
            lines.append("")
        lines[-1] += term
    return lines


def _table(scene: Scene) -> list[str]:
    """A line per seat."""
    head = ["", "seat", "VP", "cash", "chest", "gave", "cards", "left", "die", "gems"]
    rows = [head, *(_seat_line(seat) for seat in scene.seats)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return [
        "  ".join(
            text.ljust(size) if column in (0, 1, len(head) - 1) else text.rjust(size)
            for column, (text, size) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def _seat_line(seat: SeatScene) -> list[str]:
    return [
        ">" if seat.on_turn else "",
        f"{seat.letter} {seat.name}".rstrip() + (" (forfeited)" if seat.forfeited else ""),
        str(seat.vp),
        bounds_text(seat.cash),
        bounds_text(seat.chest),
        bounds_text(seat.gave),
        str(seat.cards),
        str(seat.supply),
        seat.last_die,
        gems_text(seat.gems),
    ]


def _supplies(scene: Scene) -> list[str]:
    """Dice, stones and cards that belong to nobody."""
    dice = " ".join(map(str, scene.pool)) or "none"
    held = f" (in hand: {scene.held})" if scene.held != NO_DIE else ""
    return [
        f"dice: {dice}{held}",
        f"bag: {stones_text(scene.bag)}; set aside: {stones_text(scene.pile)}",
        f"deck: {scene.deck_size} cards; discards: {scene.discards}",
        "tents: capital letters are scored, small ones not yet",
    ]
