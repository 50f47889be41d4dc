"""States that a simulation keeps, the desk they are stepped on, and their plain form for programs."""

from typing import Any, Final, NamedTuple

from livingstone.engine.constants import MAX_ROWS, MAX_SEATS, Card, Phase
from livingstone.engine.editions import Edition
from livingstone.engine.flat import standing_tents
from livingstone.engine.game import Game
from livingstone.engine.layout import Array, new_state
from livingstone.engine.money import Donation
from livingstone.engine.names import CARDS
from livingstone.engine.observation import faces
from livingstone.engine.rng import MASK

_SEAT_NUMBERS: Final = (
    "cash", "chest", "gave", "vp", "vp_market", "vp_animals", "supply", "placed", "last_die",
)  # fmt: skip


class State(NamedTuple):
    """One position with all secrets and the seed of its luck; never changed."""

    edition: Edition
    record: Array
    """STATE array of shape (1,)."""
    seed: int
    donations: tuple[tuple[Donation, ...], ...]


class Desk(Game):
    """A game that any state of its edition is laid on: the steps of many states share its working memory."""

    __slots__ = ()

    @classmethod
    def of(cls, edition: Edition) -> "Desk":
        """An empty desk; lay a state on it first."""
        return cls(edition, new_state(), 0, ())

    def lay(self, state: State, seed: int | None = None) -> "Desk":
        """Put a copy of the state here; ``seed``: of the luck to come, instead of the state's own."""
        self.record[:] = state.record  # in place: a game keeps views of its record
        self.donations = [list(events) for events in state.donations]
        self.seed = state.seed if seed is None else seed
        self._chance[0].seed[:] = (self.seed & MASK, self.seed >> 32)
        return self

    def lift(self) -> State:
        """The state that lies here now."""
        return State(self.edition, self.record.copy(), self.seed or 0, tuple(map(tuple, self.donations)))


def plain_state(record: Array) -> dict[str, Any]:
    """A full state as plain values (docs/vectors.md): what the rules need, nothing about seeds.

    Columns, rows and rounds count from 1, seats from 0. Stones are counts of black, white, clear, blue, red,
    gems of clear, blue, red; cards are counts by name.
    """
    state = record[0]
    return {
        "players": int(state.players),
        "phase": Phase(int(state.phase)).name.lower(),
        "seat": int(state.seat),
        "start": int(state.start),
        "round": int(state.round_number),
        "column": int(state.boat) + 1,
        "held": int(state.held),
        "taken": int(state.taken),
        "two_dice": bool(state.two_dice),
        "pool": faces(state.pool),
        "final_dice": faces(state.final_dice),
        "bag": state.bag.tolist(),
        "pile": state.pile.tolist(),
        "deck": _cards(state.deck),
        "discards": _cards(state.discards),
        "tents": [_tents(*standing) for standing in standing_tents(record)],
        "seats": [_seat(state.seats[seat]) for seat in range(int(state.players))],
    }


def _cards(counts: Array) -> dict[str, int]:
    return {CARDS.key(card): int(counts[card]) for card in Card if counts[card]}


def _tents(place: int, tents: int, scored: int) -> list[int]:
    space, seat = divmod(place, MAX_SEATS)
    column, row = divmod(space, MAX_ROWS)
    return [column + 1, row + 1, seat, tents, scored]


def _seat(row: Any) -> dict[str, Any]:
    numbers = {name: int(row[name]) for name in _SEAT_NUMBERS}
    return {
        **numbers,
        "gems": row.gems.tolist(),
        "hand": _cards(row.hand),
        "forfeited": bool(row.forfeited),
    }
