"""A board as an SVG picture, drawn from simple shapes: no publisher art, readable on light and dark pages.

The picture brings its own paper, so it needs nothing of the page around it. Seats differ by letter as well as
by colour (the colours are those of Okabe and Ito, told apart with any colour vision).
"""

from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from livingstone.engine.constants import NO_DIE, STONE_KINDS
from livingstone.engine.names import STONES
from livingstone.engine.render.scene import Scene, SeatScene, View, bounds_text, scene_of
from livingstone.engine.tally import SEAT_LETTERS

SEAT_COLOURS: Final = ("#0072b2", "#c2410c", "#007a5a", "#8f4a8b", "#7a5c00")
STONE_COLOURS: Final = ("#2b2b2b", "#ffffff", "#cfe8ef", "#2a6fdb", "#d1343c")
PAPER: Final = "#f7f0e0"
INK: Final = "#33291c"
FAINT: Final = "#8a7a60"
LAND: Final = ("#e9dcb8", "#e4d5ac")
NOW: Final = "#fbe7a1"
RIVER: Final = "#8fc1d6"

LEFT: Final = 92
TOP: Final = 62
CELL_WIDTH: Final = 84
CELL_HEIGHT: Final = 56
RIVER_HEIGHT: Final = 44
SEAT_HEIGHT: Final = 30
MARGIN: Final = 20
_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_HEADS: Final = (
    (300, "VP"),
    (362, "cash"),
    (432, "chest"),
    (496, "gave"),
    (552, "cards"),
    (610, "left"),
    (668, "die"),
)
_GEMS_AT: Final = 720
_NARROWEST: Final = 960


def drawing(view: View, *, names: Sequence[str] = ()) -> str:
    """The picture of a ``Game`` (everything) or an ``Observation`` (what its seat knows), as SVG."""
    scene = scene_of(view, names)
    width = max(_NARROWEST, LEFT + scene.columns * CELL_WIDTH + MARGIN)
    table_top = TOP + scene.rows * CELL_HEIGHT + RIVER_HEIGHT + 116
    hands = [seat for seat in scene.seats if seat.hand is not None]
    hands_top = table_top + (len(scene.seats) + 1) * SEAT_HEIGHT + 12
    height = hands_top + 22 * len(hands) + MARGIN // 2
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="Georgia, \'DejaVu Serif\', serif" fill="{INK}">'
    )
    paper = (
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="14" fill="{PAPER}" '
        f'stroke="{FAINT}" stroke-width="1.5"/>'
    )
    parts = [
        head,
        f"<title>{escape(scene.title)}</title>",
        paper,
        _text(MARGIN, 36, scene.title, size=20, weight="bold"),
        *_land(scene),
        *_tents(scene),
        *_river(scene),
        *_supplies(scene, table_top - 50),
        *_table(scene, table_top, width),
        *_hands(hands, hands_top),
        "</svg>",
    ]
    return "\n".join(parts)


def _text(
    x: float,
    y: float,
    text: object,
    *,
    size: int = 14,
    weight: str = "normal",
    anchor: str = "start",
    fill: str = INK,
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" '
        f'fill="{fill}">{escape(str(text))}</text>'
    )


def _row_top(scene: Scene, row: int) -> int:
    """Row 1 (index 0) lies nearest the river, at the bottom."""
    return TOP + (scene.rows - 1 - row) * CELL_HEIGHT


def _land(scene: Scene) -> Iterator[str]:
    """The spaces, with row numbers and bonuses left of them."""
    yield _text(LEFT - 52, TOP - 6, "bonus", size=12, anchor="middle", fill=FAINT)
    yield _text(LEFT - 16, TOP - 6, "row", size=12, anchor="middle", fill=FAINT)
    for row in range(scene.rows):
        top = _row_top(scene, row)
        middle = top + CELL_HEIGHT / 2 + 5
        yield _text(LEFT - 52, middle, scene.bonus[row], size=15, anchor="middle", fill=FAINT)
        yield _text(LEFT - 16, middle, row + 1, size=18, weight="bold", anchor="middle")
        for column in range(scene.columns):
            fill = NOW if column == scene.boat else LAND[(row + column) % 2]
            yield (
                f'<rect x="{LEFT + column * CELL_WIDTH + 1.5}" y="{top + 1.5}" width="{CELL_WIDTH - 3}" '
                f'height="{CELL_HEIGHT - 3}" rx="6" fill="{fill}" stroke="#cbb988"/>'
            )


def _tents(scene: Scene) -> Iterator[str]:
    for column in range(scene.columns):
        for row in range(scene.rows):
            tents = []
            for seat in range(len(scene.seats)):
                counted = int(scene.scored[column, row, seat])
                fresh = int(scene.tents[column, row, seat]) - counted
                tents += [(seat, count, done) for count, done in ((counted, True), (fresh, False)) if count]
            yield from _space(tents, LEFT + column * CELL_WIDTH, _row_top(scene, row))


def _space(tents: Sequence[tuple[int, int, bool]], left: float, top: float) -> Iterator[str]:
    """The tents of one space, (seat, count, scored) each, in as many columns and lines as they need."""
    across, down, scale = next(
        size
        for size in ((1, 1, 1.25), (2, 1, 1.05), (3, 2, 0.74), (5, 2, 0.5))
        if size[0] * size[1] >= len(tents)
    )
    if len(tents) <= across:
        down = 1
    for index, (seat, count, scored) in enumerate(tents):
        x = left + CELL_WIDTH * (index % across + 0.5) / across
        y = top + CELL_HEIGHT * (index // across + 0.5) / down
        yield _tent(x, y, scale, seat, count, scored)


def _tent(x: float, y: float, scale: float, seat: int, count: int, scored: bool) -> str:
    """A tent: filled when it has been scored where it stands, else hollow; its seat's letter in it."""
    colour = SEAT_COLOURS[seat]
    fill, ink = (colour, "#ffffff") if scored else ("#ffffff", colour)
    shape = (
        f'<path d="M0 -15 L15 13 H-15 Z M0 -15 L3 -19 M0 -15 L-3 -19" fill="{fill}" stroke="{colour}" '
        f'stroke-width="2.2" stroke-linejoin="round"/>'
    )
    letter = _text(
        -3 if count > 1 else 0, 8, SEAT_LETTERS[seat], size=14, weight="bold", anchor="middle", fill=ink
    )
    badge = ""
    if count > 1:
        badge = f'<circle cx="14" cy="10" r="8" fill="{PAPER}" stroke="{colour}" stroke-width="1.5"/>'
        badge += _text(14, 14.2, count, size=12, weight="bold", anchor="middle")
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{shape}{letter}{badge}</g>'


def _river(scene: Scene) -> Iterator[str]:
    """The river with the boat, and the cost of every column below it."""
    top = TOP + scene.rows * CELL_HEIGHT
    width = scene.columns * CELL_WIDTH
    height = RIVER_HEIGHT - 4
    yield f'<rect x="{LEFT}" y="{top + 2}" width="{width}" height="{height}" rx="8" fill="{RIVER}"/>'
    for wave in range(scene.columns * 2):
        x = LEFT + 10 + wave * CELL_WIDTH / 2
        y = top + 14 + 16 * (wave % 2)
        yield (
            f'<path d="M{x:g} {y} q6 -6 12 0 t12 0" fill="none" stroke="#ffffff" stroke-opacity="0.6" '
            f'stroke-width="1.6"/>'
        )
    yield _boat(LEFT + (scene.boat + 0.5) * CELL_WIDTH, top + RIVER_HEIGHT / 2)
    for label, y in (("column", 16), ("cost", 38)):
        yield _text(LEFT - 8, top + RIVER_HEIGHT + y, label, size=12, anchor="end", fill=FAINT)
    for column in range(scene.columns):
        x = LEFT + (column + 0.5) * CELL_WIDTH
        weight = "bold" if column == scene.boat else "normal"
        yield _text(x, top + RIVER_HEIGHT + 16, column + 1, weight=weight, anchor="middle")
        yield f'<circle cx="{x:g}" cy="{top + RIVER_HEIGHT + 33}" r="10.5" fill="#eec95c" stroke="#b28b1d"/>'
        yield _text(x, top + RIVER_HEIGHT + 37.5, scene.cost[column], size=13, anchor="middle")


def _boat(x: float, y: float) -> str:
    return (
        f'<g transform="translate({x:g} {y:g})" stroke="{INK}" stroke-width="1.5" stroke-linejoin="round">'
        '<path d="M-30 3 H30 L23 15 H-23 Z" fill="#8c3b24"/>'
        '<path d="M-18 3 V-6 H12 V3 Z" fill="#fdf6e3"/>'
        '<path d="M-5 -6 V-17 H3 V-6 Z" fill="#3d3d3d"/></g>'
    )


def _supplies(scene: Scene, y: float) -> Iterator[str]:
    """The pool of dice, then bag, set-aside stones and cards."""
    x = float(MARGIN + 14)
    for face in scene.pool:
        yield _die(x, y, face, "#ffffff")
        x += 32
    if scene.held != NO_DIE:
        yield _die(x + 6, y, scene.held, NOW)
        yield _text(x + 26, y + 5, "in hand", size=12)
        x += 84
    if not scene.pool and scene.held == NO_DIE:
        yield _text(MARGIN, y + 5, "no dice on the table", size=13, fill=FAINT)
        x = 160
    x = max(x + 12, 330)
    for label, counts in (("bag", scene.bag), ("set aside", scene.pile)):
        yield _text(x, y + 5, label, size=13)
        x += 7 * len(label) + 22
        for stone in range(STONE_KINDS):
            if counts[stone]:
                yield _stone(x, y, stone, counts[stone])
                x += 42 if counts[stone] > 9 else 36
        x += 8
    yield _text(MARGIN, y + 32, f"deck {scene.deck_size}; discards: {scene.discards}", size=13)


def _die(x: float, y: float, face: int, fill: str) -> str:
    pips = "".join(f'<circle cx="{7 * a}" cy="{7 * b}" r="2.4"/>' for a, b in _PIPS[face])
    box = f'<rect x="-13" y="-13" width="26" height="26" rx="5" fill="{fill}" stroke="{INK}"/>'
    return f'<g transform="translate({x:g} {y:g})">{box}{pips}</g>'


def _stone(x: float, y: float, stone: int, count: int) -> str:
    """A stone with its number beside it."""
    shape = (
        f'<path transform="translate({x:g} {y:g})" d="M0 -9 L8 -3 L5 8 H-5 L-8 -3 Z" stroke="{INK}" '
        f'fill="{STONE_COLOURS[stone]}"><title>{STONES.keys[stone]}</title></path>'
    )
    return shape + _text(x + 12, y + 5, count, size=13)


def _table(scene: Scene, top: float, width: float) -> Iterator[str]:
    """A line per seat, the one on turn marked."""
    for x, head in _HEADS:
        yield _text(x, top + 18, head, size=12, anchor="middle", fill=FAINT)
    yield _text(_GEMS_AT - 8, top + 18, "gems", size=12, fill=FAINT)
    for index, seat in enumerate(scene.seats):
        y = top + SEAT_HEIGHT * (index + 1.5)
        if seat.on_turn:
            yield (
                f'<rect x="{MARGIN - 8}" y="{y - SEAT_HEIGHT / 2:g}" width="{width - 2 * MARGIN + 16}" '
                f'height="{SEAT_HEIGHT}" rx="7" fill="{NOW}"/>'
            )
        yield from _seat(seat, index, y)


def _seat(seat: SeatScene, index: int, y: float) -> Iterator[str]:
    yield _tent(MARGIN + 12, y, 0.75, index, 1, scored=True)
    name = (seat.name or f"seat {seat.letter}") + (" (forfeited)" if seat.forfeited else "")
    yield _text(MARGIN + 34, y + 5, name if len(name) <= 28 else name[:27] + "…", weight="bold")
    values = (
        seat.vp,
        bounds_text(seat.cash),
        bounds_text(seat.chest),
        bounds_text(seat.gave),
        seat.cards,
        seat.supply,
        seat.last_die,
    )
    for (at, head), value in zip(_HEADS, values, strict=True):
        yield _text(at, y + 5, value, weight="bold" if head == "VP" else "normal", anchor="middle")
    x = float(_GEMS_AT)
    for gem, count in enumerate(seat.gems):
        if count:
            yield _stone(x, y, gem + 2, count)
            x += 42


def _hands(seats: Sequence[SeatScene], top: float) -> Iterator[str]:
    """The hands that are known."""
    for index, seat in enumerate(seats):
        yield _text(MARGIN, top + 22 * index + 8, f"hand {seat.letter}: {seat.hand}", size=13)
