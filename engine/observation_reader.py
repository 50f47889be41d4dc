"""Reading an observation from its JSON form, strictly: what comes from outside may be anything."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from livingstone.engine.codec import convert
from livingstone.engine.constants import FACES, MAX_SEATS, MIN_SEATS, NO_DIE, Phase
from livingstone.engine.errors import LivingstoneError, NotationError
from livingstone.engine.layout import Array, new_state
from livingstone.engine.money import Donation, Money, Range
from livingstone.engine.names import CARDS, GEMS, STONES, did_you_mean, quote
from livingstone.engine.observation_json import PHASES
from livingstone.engine.position_fit import check_view

_MOST: Final = (1 << 31) - 1
_MOST_TENTS: Final = 127


class _Draws(msgspec.Struct, frozen=True):
    stones: int = 0
    shuffles: int = 0
    cards: int = 0


class _Tents(msgspec.Struct):
    column: int
    row: int
    seat: int
    tents: int
    scored: int


class _Donation(msgspec.Struct):
    round: int
    wealth: int
    least_wealth: int


class _Seat(msgspec.Struct):
    vp: int
    supply: int
    placed: int
    last_die: int | None
    cards: int
    old_cards: int
    gems: dict[str, int]
    forfeited: bool
    wealth: Range
    cash: Range
    chest: Range
    gave: Range
    donations: list[_Donation]
    vp_market: int = 0
    vp_animals: int = 0
    hand: list[str] | None = None


class _Observation(msgspec.Struct):
    """The form of ``plain_observation``; unknown fields are ignored, as newer hosts may add some."""

    seat: int
    to_move: int
    phase: str
    round: int
    column: int
    start: int
    pool: list[int]
    held: int | None
    dice_taken: int
    two_dice: bool
    bag: dict[str, int]
    pile: dict[str, int]
    discards: dict[str, int]
    unseen_cards: dict[str, int]
    deck_size: int
    shuffled: dict[str, int]
    tents: list[_Tents]
    seats: list[_Seat]
    final_dice: list[int] = []
    draws: _Draws = _Draws()


def read_observation(rules: Array, data: Mapping[str, object]) -> tuple[int, Array, tuple[Money, ...]]:
    """The observer's seat, the redacted STATE array of shape (1,) and the money by seat.

    Args:
        rules: RULES array of shape (1,) of the game's edition.
        data: the form of :func:`livingstone.engine.observation_json.plain_observation`.

    Raises:
        NotationError: naming the field that is missing, of a wrong type, or impossible.
    """
    try:
        view = convert(data, _Observation)
    except LivingstoneError as error:
        raise NotationError(f"observation: {error}") from None
    players = len(view.seats)
    if not MIN_SEATS <= players <= MAX_SEATS:
        raise _fault("seats", f"{players} seats: expected 2 to 5 (R1)")
    for name in ("seat", "to_move", "start"):
        _number(name, getattr(view, name), 0, players - 1)
    record = new_state()
    state = record[0]
    state.players = players
    _write_table(state, view, int(rules[0].columns))
    for place in view.tents:
        _write_tents(state, place, int(rules[0].columns), int(rules[0].rows), players)
    for seat, row in enumerate(view.seats):
        _write_seat(state.seats[seat], row, f"seats[{seat}]", known=seat == view.seat or rules[0].money_open)
    own = view.seats[view.seat].hand
    if own is None:
        raise _fault(f"seats[{view.seat}].hand", "missing: the observer knows the own hand")
    for card in own:
        state.seats[view.seat].hand[CARDS.from_key(card)] += 1
    check_view(record, rules, view.seat)
    return view.seat, record, tuple(_money(row, f"seats[{seat}]") for seat, row in enumerate(view.seats))


def _write_table(state: Any, view: _Observation, columns: int) -> None:
    """Everything that is no seat's."""
    if view.phase not in PHASES:
        hint = did_you_mean(view.phase, PHASES) or f": expected {', '.join(PHASES)}"
        raise _fault("phase", f"{quote(view.phase)} is no phase{hint}")
    state.phase = PHASES.index(view.phase)
    state.seat, state.start = view.to_move, view.start
    state.round_number = _number("round", view.round, 1)
    state.boat = _number("column", view.column, 1, columns) - 1
    state.taken = _number("dice_taken", view.dice_taken, 0, 2)
    state.two_dice = view.two_dice
    if state.phase in (Phase.DIE_HELD, Phase.ACTION_DONE):
        held = view.held if state.phase == Phase.DIE_HELD else view.seats[view.to_move].last_die
        state.held = _number("held", held, 1, FACES)
    for name in ("pool", "final_dice"):
        for face in getattr(view, name):
            state[name][_number(name, face, NO_DIE + 1, FACES)] += 1
    for name, names in (
        ("bag", STONES.keys),
        ("pile", STONES.keys),
        ("discards", CARDS.keys),
        ("shuffled", CARDS.keys),
    ):
        state[name][:] = _counts(name, getattr(view, name), names)
    state.deck[:] = _counts("unseen_cards", view.unseen_cards, CARDS.keys)
    state.deck_size = _number("deck_size", view.deck_size)
    state.bag_draws = _number("draws.stones", view.draws.stones)
    state.shuffles = _number("draws.shuffles", view.draws.shuffles)
    state.deck_draws = _number("draws.cards", view.draws.cards)


def _write_tents(state: Any, place: _Tents, columns: int, rows: int, players: int) -> None:
    column = _number("tents.column", place.column, 1, columns) - 1
    row = _number("tents.row", place.row, 1, rows) - 1
    seat = _number("tents.seat", place.seat, 0, players - 1)
    state.tents[column, row, seat] = _number("tents.tents", place.tents, 1, _MOST_TENTS)
    state.scored[column, row, seat] = _number("tents.scored", place.scored, 0, place.tents)


def _write_seat(row: Any, seat: _Seat, where: str, *, known: bool) -> None:
    """``known``: whether cash and chest are exact; else the redacted record has the wealth in their place."""
    row.cash, row.chest = (seat.cash[1], seat.chest[0]) if known else (seat.wealth[1], 0)
    row.gave = _number(f"{where}.gave", seat.gave[1])
    for name in ("vp", "vp_market", "vp_animals", "supply", "placed", "cards", "old_cards"):
        row[name] = _number(f"{where}.{name}", getattr(seat, name))
    row.last_die = _number(f"{where}.last_die", seat.last_die or NO_DIE, NO_DIE, FACES + 1)
    row.forfeited = seat.forfeited
    row.gems[:] = _counts(f"{where}.gems", seat.gems, GEMS.keys)


def _money(seat: _Seat, where: str) -> Money:
    for name in ("wealth", "cash", "chest", "gave"):
        least, most = getattr(seat, name)
        _number(f"{where}.{name}", least, 0, most)
        _number(f"{where}.{name}", most)
    events = tuple(Donation(event.round, event.wealth, event.least_wealth) for event in seat.donations)
    return Money(seat.wealth, seat.cash, seat.chest, seat.gave, events)


def _counts(where: str, counts: Mapping[str, int], names: tuple[str, ...]) -> list[int]:
    for name, count in counts.items():
        if name not in names:
            hint = did_you_mean(name, names) or f": expected {', '.join(names)}"
            raise _fault(where, f"unknown name {quote(name)}{hint}")
        _number(f"{where}.{name}", count)
    return [counts.get(name, 0) for name in names]


def _number(where: str, value: int | None, least: int = 0, most: int = _MOST) -> int:
    if value is None or not least <= value <= most:
        raise _fault(where, f"{quote(value)}: expected a whole number from {least} to {most}")
    return value


def _fault(field: str, message: str) -> NotationError:
    return NotationError(f"observation, field '{field}': {message}")
