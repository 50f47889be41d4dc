"""The memory layout of a game: nested NumPy records, and the protocols that name their fields for type checkers.

Kernels take one-element structured arrays from Python and read ``state[0]`` fields; inside kernels a record is
passed on. A record holds no Python object and no random state. All fields are int32 but the tents (int8).
Private to this package: people use :class:`livingstone.engine.game.Game`.
"""

from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from livingstone.engine.constants import (
    CARD_KINDS,
    FACES,
    GEM_KINDS,
    MAX_CARDS_OF_A_KIND,
    MAX_COLUMNS,
    MAX_ROWS,
    MAX_SEATS,
    STONE_KINDS,
)

Array: TypeAlias = npt.NDArray[Any]
IntArray: TypeAlias = npt.NDArray[np.int32]
ActionArray: TypeAlias = npt.NDArray[np.int64]

SEAT = np.dtype(
    [
        ("cash", "i4"),  # coins in hand (private)
        ("chest", "i4"),  # coins donated (private); cash + chest = wealth (public)
        ("gave", "i4"),  # announced donations (public)
        ("vp", "i4"),  # victory points so far, before R41 and R42
        ("vp_market", "i4"),  # part of vp from the market card
        ("vp_animals", "i4"),  # part of vp from animals played (bga)
        ("supply", "i4"),  # tents not on the board
        ("placed", "i4"),  # tents put on the board, extra tents included, moves not (R47)
        ("last_die", "i4"),  # R8; 0 = none this round, PASSED = finished by passing
        ("cards", "i4"),  # hand size (public)
        ("old_cards", "i4"),  # hand cards surely held since before the last shuffle: a lower bound (public)
        ("forfeited", "i4"),  # R47
        ("gems", "i4", (GEM_KINDS,)),
        ("hand", "i4", (CARD_KINDS,)),  # private
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("players", "i4"),
        ("phase", "i4"),
        ("seat", "i4"),  # whose turn it is
        ("start", "i4"),  # start player of this round
        ("round_number", "i4"),  # 1, 2, ...
        ("boat", "i4"),  # column index, 0-based
        ("held", "i4"),  # die taken last in this turn (stays while ACTION_DONE), 0 = none
        ("taken", "i4"),  # dice taken in this turn: 0, 1, 2
        ("two_dice", "i4"),  # two_dice was played in this turn
        ("bag_draws", "i4"),  # address of the next draw of stones
        ("shuffles", "i4"),  # address of the next card: shuffles so far (0 for the first deck) ...
        ("deck_draws", "i4"),  # ... and cards drawn since
        ("deck_size", "i4"),
        ("pool", "i4", (FACES + 2,)),  # dice on the table by face, [1..6] used
        ("final_dice", "i4", (FACES + 2,)),  # the four final dice by face, all 0 before
        ("bag", "i4", (STONE_KINDS,)),
        ("pile", "i4", (STONE_KINDS,)),  # set-aside stones
        ("deck", "i4", (CARD_KINDS,)),  # counts; order is drawn lazily (hidden: see observation)
        ("discards", "i4", (CARD_KINDS,)),
        (
            "shuffled",
            "i4",
            (CARD_KINDS,),
        ),  # the discards that went into the deck at the last shuffle (public)
        ("seats", SEAT, (MAX_SEATS,)),
        ("tents", "i1", (MAX_COLUMNS, MAX_ROWS, MAX_SEATS)),  # all tents standing on a space
        ("scored", "i1", (MAX_COLUMNS, MAX_ROWS, MAX_SEATS)),  # those of them that R25 has counted there
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("columns", "i4"),
        ("rows", "i4"),
        ("dice_per_player", "i4"),
        ("tents_per_player", "i4"),
        ("start_coins", "i4"),
        ("kept_gem_vp", "i4"),
        ("animals_when_played", "i4"),
        ("act_before_die", "i4"),
        ("must_take_die", "i4"),
        ("surcharge_on_no_cost", "i4"),
        ("surcharge_on_extra_tent", "i4"),
        ("white_draw_pays", "i4"),
        ("tie_break_tents", "i4"),  # last tie-break by tents placed, else shared
        ("all_equal_all_out", "i4"),  # 3-5 players, all donations equal: everyone is out
        ("money_open", "i4"),
        ("max_rounds", "i4"),
        ("bag", "i4", (STONE_KINDS,)),
        ("cards", "i4", (CARD_KINDS,)),
        ("cost", "i4", (MAX_COLUMNS,)),
        ("bonus", "i4", (MAX_ROWS,)),
        ("gem_price", "i4", (GEM_KINDS,)),
        ("market_coins", "i4", (GEM_KINDS,)),
        ("market_vp", "i4", (GEM_KINDS,)),
        ("animal_vp", "i4", (3,)),  # lion, rhino, antelope
    ],
    align=True,
)
"""An edition's values as kernels read them; made by ``Edition.to_rules()``."""

CHANCE = np.dtype(
    [
        (
            "mode",
            "i8",
        ),  # 0 sequential generator, 1 keyed by (seed, stream, index), 2 outcomes fed from outside
        ("rng", "i8", (4,)),  # sfc32 words
        ("seed", "i8", (2,)),  # low and high 32 bits of the game seed (mode 1)
        ("dice", "i4", (FACES + 2,)),  # last roll by face: written by modes 0 and 1, read by mode 2
        ("stones", "i4", (STONE_KINDS,)),  # last draw of stones
        ("drawn", "i4"),  # cards drawn by the last card action
        ("cards", "i4", (MAX_CARDS_OF_A_KIND + 1,)),  # their kinds in order: mine_collapse ..., the card kept
    ],
    align=True,
)


class SeatRecord(Protocol):
    """Fields of ``SEAT``; see there."""

    cash: int
    chest: int
    gave: int
    vp: int
    vp_market: int
    vp_animals: int
    supply: int
    placed: int
    last_die: int
    cards: int
    old_cards: int
    forfeited: int
    gems: IntArray
    hand: IntArray


class StateRecord(Protocol):
    """Fields of ``STATE``; see there."""

    players: int
    phase: int
    seat: int
    start: int
    round_number: int
    boat: int
    held: int
    taken: int
    two_dice: int
    bag_draws: int
    shuffles: int
    deck_draws: int
    deck_size: int
    pool: IntArray
    final_dice: IntArray
    bag: IntArray
    pile: IntArray
    deck: IntArray
    discards: IntArray
    shuffled: IntArray
    seats: "list[SeatRecord]"
    tents: npt.NDArray[np.int8]
    scored: npt.NDArray[np.int8]


class RulesRecord(Protocol):
    """Fields of ``RULES``; see there."""

    columns: int
    rows: int
    dice_per_player: int
    tents_per_player: int
    start_coins: int
    kept_gem_vp: int
    animals_when_played: int
    act_before_die: int
    must_take_die: int
    surcharge_on_no_cost: int
    surcharge_on_extra_tent: int
    white_draw_pays: int
    tie_break_tents: int
    all_equal_all_out: int
    money_open: int
    max_rounds: int
    bag: IntArray
    cards: IntArray
    cost: IntArray
    bonus: IntArray
    gem_price: IntArray
    market_coins: IntArray
    market_vp: IntArray
    animal_vp: IntArray


class ChanceRecord(Protocol):
    """Fields of ``CHANCE``; see there."""

    mode: int
    rng: npt.NDArray[np.int64]
    seed: npt.NDArray[np.int64]
    dice: IntArray
    stones: IntArray
    drawn: int
    cards: IntArray


# As ``np.record``, so that with the JIT off an element gives its fields as attributes, like in a kernel.
_STATE_RECORD = np.dtype((np.record, STATE))
_RULES_RECORD = np.dtype((np.record, RULES))
_CHANCE_RECORD = np.dtype((np.record, CHANCE))


def new_state() -> Array:
    """A zeroed ``STATE`` record as an array of shape (1,)."""
    # 0.3 us; np.zeros of a record takes 1.6 us, and every observation begins with one.
    return np.frombuffer(bytearray(STATE.itemsize), _STATE_RECORD)


def new_rules() -> Array:
    """A zeroed ``RULES`` record as an array of shape (1,)."""
    return np.zeros(1, _RULES_RECORD)


def new_chance() -> Array:
    """A zeroed ``CHANCE`` record as an array of shape (1,)."""
    return np.zeros(1, _CHANCE_RECORD)


def new_actions(capacity: int = 2048) -> ActionArray:
    """Room for a legal list: int64 action codes, shape (capacity,)."""
    return np.zeros(capacity, np.int64)
