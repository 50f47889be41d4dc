"""What a board shows, gathered once for text and picture: a full position, or only what one seat knows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from livingstone.engine.constants import NO_DIE, PASSED, Card, Phase
from livingstone.engine.layout import Array
from livingstone.engine.money import Money
from livingstone.engine.names import CARDS
from livingstone.engine.observation import Observation, faces
from livingstone.engine.tally import SEAT_LETTERS
from livingstone.engine.wording import range_text

if TYPE_CHECKING:
    from livingstone.engine.editions import Edition

Bounds = tuple[int, int]
"""The least and the most of an amount of coins that may be hidden."""


class View(Protocol):
    """What a board is drawn from: a ``Game`` or an ``Observation``."""

    @property
    def edition(self) -> "Edition": ...
    @property
    def record(self) -> Array: ...


_MOST_COINS_SHOWN: Final = 99
"""A bound beyond it says no more than "unknown" and would need a wider column."""


@dataclass(frozen=True)
class SeatScene:
    """One line of the table of seats."""

    letter: str
    name: str
    on_turn: bool
    vp: int
    cards: int
    hand: str | None
    """Names of the cards, or None when hidden."""
    cash: Bounds
    chest: Bounds
    gave: Bounds
    gems: tuple[int, int, int]
    supply: int
    last_die: str
    forfeited: bool


@dataclass(frozen=True)
class Scene:
    """Everything a board shows."""

    title: str
    columns: int
    rows: int
    boat: int
    cost: tuple[int, ...]
    bonus: tuple[int, ...]
    tents: Array
    """int8 of shape (columns, rows, players): all tents of a space."""
    scored: Array
    pool: tuple[int, ...]
    held: int
    bag: tuple[int, ...]
    pile: tuple[int, ...]
    deck_size: int
    discards: str
    seats: tuple[SeatScene, ...]


_PHASES: Final = {
    Phase.BEFORE_DIE: "to take a die",
    Phase.DIE_HELD: "holds a die",
    Phase.ACTION_DONE: "has done the die's action",
    Phase.ROLL: "to roll the dice",
}


def scene_of(view: View, names: Sequence[str] = (), letters: Sequence[str] = SEAT_LETTERS) -> Scene:
    """The scene of a game (everything) or of an observation (what its seat knows)."""
    observer = view.seat if isinstance(view, Observation) else None
    money = view.money if isinstance(view, Observation) else ()
    state, law = view.record[0], view.edition.to_rules()[0]
    columns, rows, players = int(law["columns"]), int(law["rows"]), int(state["players"])
    seats = []
    for seat in range(players):
        hidden = observer is not None and seat != observer
        known = money[seat] if hidden and money else None
        seats.append(_seat_scene(state, seat, hidden, known, names, letters))
    return Scene(
        title=_title(state, seats),
        columns=columns,
        rows=rows,
        boat=int(state["boat"]),
        cost=tuple(int(n) for n in law["cost"][:columns]),
        bonus=tuple(int(n) for n in law["bonus"][:rows]),
        tents=state["tents"][:columns, :rows, :players].copy(),
        scored=state["scored"][:columns, :rows, :players].copy(),
        pool=tuple(faces(state["pool"])),
        held=int(state["held"]) if state["phase"] == Phase.DIE_HELD else NO_DIE,
        bag=tuple(int(n) for n in state["bag"]),
        pile=tuple(int(n) for n in state["pile"]),
        deck_size=int(state["deck_size"]),
        discards=cards_text(state["discards"]),
        seats=tuple(seats),
    )


def initials(names: Sequence[str]) -> Sequence[str]:
    """First letters for the tents, as position files have them, where these are all different; else A, B, C."""
    letters = [name[0].upper() for name in names]
    return letters if len(set(letters)) == len(letters) else SEAT_LETTERS


def cards_text(counts: Sequence[int]) -> str:
    """``2 four_coins, market`` for counts by :class:`Card`; ``none`` when all are 0."""
    names = [
        CARDS.key(card) if counts[card] == 1 else f"{counts[card]} {CARDS.key(card)}"
        for card in Card
        if counts[card]
    ]
    return ", ".join(names) or "none"


def _seat_scene(
    state: Any, seat: int, hidden: bool, money: Money | None, names: Sequence[str], letters: Sequence[str]
) -> SeatScene:
    me = state["seats"][seat]
    cash, chest, gave = ((int(me[field]),) * 2 for field in ("cash", "chest", "gave"))
    if money is not None:
        cash, chest, gave = money.cash, money.chest, money.gave
    clear, blue, red = (int(n) for n in me["gems"])
    last = int(me["last_die"])
    return SeatScene(
        letter=letters[seat].upper(),
        name=names[seat] if seat < len(names) else "",
        on_turn=seat == state["seat"] and state["phase"] < Phase.FINAL_DICE,
        vp=int(me["vp"]),
        cards=int(me["cards"]),
        hand=None if hidden else cards_text(me["hand"]),
        cash=cash,
        chest=chest,
        gave=gave,
        gems=(clear, blue, red),
        supply=int(me["supply"]),
        last_die="passed" if last == PASSED else str(last or "-"),
        forfeited=bool(me["forfeited"]),
    )


def _title(state: Any, seats: Sequence[SeatScene]) -> str:
    """One line: where the game stands."""
    phase = Phase(int(state["phase"]))
    head = f"Round {state['round_number']}, boat on column {state['boat'] + 1}"
    if phase == Phase.OVER:
        dice = [str(face) for face in faces(state["final_dice"])]
        return f"{head}: the game is over" + (f", final dice {' '.join(dice)}" if dice else "")
    if phase == Phase.FINAL_DICE:
        return f"{head}: the final dice are to be rolled"
    seat = seats[state["seat"]]
    doing = f"holds the die {state['held']}" if phase == Phase.DIE_HELD else _PHASES[phase]
    return f"{head}: {seat.letter}{' ' + seat.name if seat.name else ''} {doing}"


def bounds_text(bounds: Bounds) -> str:
    """``5``, or ``2-8`` when hidden; ``2+`` where the most is so much that it only means "unknown"."""
    if bounds[1] > _MOST_COINS_SHOWN > bounds[0]:
        return f"{bounds[0]}+"
    return range_text(*bounds)
