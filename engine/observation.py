"""What one seat may know of a game."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from livingstone.engine.constants import FACES, NO_DIE, Card, Gem, Phase, Stone
from livingstone.engine.kernels import entry
from livingstone.engine.kernels.redaction import redacted_copy
from livingstone.engine.layout import Array, new_actions, new_state
from livingstone.engine.notation import Action, only_action

if TYPE_CHECKING:
    from livingstone.engine.editions import Edition

Range = tuple[int, int]
"""Least and most, both possible."""


class Donation(NamedTuple):
    """One announced donation: public, but for its amount."""

    round: int
    wealth: int
    """The seat's wealth (coins in hand and chest) when it donated."""
    least_wealth: int
    """The least wealth from then until the next donation, or until now: the chest never held more (R15)."""


class Money(NamedTuple):
    """What is known of one seat's coins: bounds, and the donation events that they follow from."""

    wealth: Range
    cash: Range
    chest: Range
    gave: Range
    """How many donations were announced."""
    events: tuple[Donation, ...] = ()

    @classmethod
    def exact(cls, cash: int, chest: int, gave: int, events: Sequence[Donation] = ()) -> "Money":
        """One's own money."""
        wealth = cash + chest
        return cls((wealth, wealth), (cash, cash), (chest, chest), (gave, gave), tuple(events))

    @classmethod
    def followed(cls, wealth: int, gave: int, events: Sequence[Donation]) -> "Money":
        """Another seat's money after following all public payments.

        Each donation was at least one coin (R22), and a payment after it proves that what was paid had not
        been donated (R15).
        """
        most = 0
        if gave > 0:
            most = events[-1].least_wealth if events else wealth
        return cls(
            (wealth, wealth), (wealth - most, wealth - gave), (gave, most), (gave, gave), tuple(events)
        )


class Observation:
    """What one seat may know at one moment. It shares no memory with the game it was made from.

    ``record`` is a redacted STATE array of shape (1,), see :func:`livingstone.engine.kernels.redaction.redact`;
    ``money`` has one :class:`Money` a seat.
    """

    __slots__ = ("edition", "money", "record", "seat")

    def __init__(self, edition: "Edition", seat: int, record: Array, money: Sequence[Money]) -> None:
        self.edition = edition
        self.seat = seat
        self.record = record
        self.money = tuple(money)

    @classmethod
    def of(
        cls, edition: "Edition", state: Array, seat: int, donations: Sequence[Sequence[Donation]]
    ) -> "Observation":
        """The observation of ``seat`` in a full state (STATE array of shape (1,))."""
        record = new_state()
        redacted_copy(state, edition.to_rules(), seat, record)
        money = []
        for other, events in enumerate(donations):
            row = record[0].seats[other]
            cash, chest, gave = int(row.cash), int(row.chest), int(row.gave)
            if other == seat or edition.money == "open":
                money.append(Money.exact(cash, chest, gave, events))
            else:
                money.append(Money.followed(cash, gave, events))
        return cls(edition, seat, record, money)

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(self.record[0].players)

    @property
    def phase(self) -> Phase:
        """Where the turn stands."""
        return Phase(int(self.record[0].phase))

    @property
    def to_move(self) -> int:
        """The seat whose turn it is."""
        return int(self.record[0].seat)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The observer's own cards, by kind."""
        own = self.record[0].seats[self.seat].hand
        return tuple(card for card in Card for _ in range(int(own[card])))

    @property
    def cash(self) -> int:
        """The observer's coins in hand."""
        return int(self.record[0].seats[self.seat].cash)

    @property
    def chest(self) -> int:
        """The coins the observer has donated."""
        return int(self.record[0].seats[self.seat].chest)

    def legal(self) -> list[Action]:
        """The complete legal list when it is the observer's turn, else an empty list."""
        if self.to_move != self.seat:
            return []
        out = new_actions()
        count = entry.legal_actions(self.record, self.edition.to_rules(), out)
        return [Action.trusted(code) for code in out[:count].tolist()]

    @property
    def forced(self) -> Action | None:
        """The only legal action, when it is the observer's turn and there is but one; else None."""
        return only_action(self.legal())

    def to_bytes(self) -> bytes:
        """Everything the observer knows as bytes; equal observations give equal bytes."""
        return self.record.tobytes() + repr((self.seat, self.money, self.edition.digest)).encode()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Observation) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def __repr__(self) -> str:
        state = self.record[0]
        return (
            f"<Observation of seat {self.seat}: round {state.round_number}, column {int(state.boat) + 1}, "
            f"{self.phase.name.lower()} of seat {self.to_move}>"
        )

    def to_dict(self) -> dict[str, Any]:
        """The observation as plain values (columns, rows and rounds 1-based), for JSON."""
        state = self.record[0]
        return {
            "seat": self.seat,
            "to_move": self.to_move,
            "phase": self.phase.name.lower(),
            "round": int(state.round_number),
            "column": int(state.boat) + 1,
            "start": int(state.start),
            "pool": faces(state.pool),
            "held": int(state.held) if state.phase == Phase.DIE_HELD else None,
            "dice_taken": int(state.taken),
            "two_dice": bool(state.two_dice),
            "bag": named_counts(Stone, state.bag),
            "pile": named_counts(Stone, state.pile),
            "discards": named_counts(Card, state.discards),
            "unseen_cards": named_counts(Card, state.deck),
            "deck_size": int(state.deck_size),
            "shuffled": named_counts(Card, state.shuffled),
            "tents": self._tents(),
            "seats": [self._seat(seat) for seat in range(self.players)],
        }

    def _tents(self) -> list[dict[str, int]]:
        state = self.record[0]
        return [
            {
                "column": int(column) + 1,
                "row": int(row) + 1,
                "seat": int(seat),
                "tents": int(state.tents[column, row, seat]),
                "scored": int(state.scored[column, row, seat]),
            }
            for column, row, seat in np.argwhere(state.tents)
        ]

    def _seat(self, seat: int) -> dict[str, Any]:
        row, money = self.record[0].seats[seat], self.money[seat]
        known: dict[str, Any] = {}
        if seat == self.seat:
            known["hand"] = [card.name.lower() for card in self.hand]
        return {
            "vp": int(row.vp),
            "supply": int(row.supply),
            "placed": int(row.placed),
            "last_die": int(row.last_die) or None,
            "cards": int(row.cards),
            "old_cards": int(row.old_cards),
            "gems": named_counts(Gem, row.gems),
            "forfeited": bool(row.forfeited),
            "wealth": list(money.wealth),
            "cash": list(money.cash),
            "chest": list(money.chest),
            "gave": list(money.gave),
            "donations": [event._asdict() for event in money.events],
            **known,
        }


def faces(counts: Any) -> list[int]:
    """Dice by face as an ascending list of faces."""
    return [face for face in range(NO_DIE + 1, FACES + 1) for _ in range(int(counts[face]))]


def named_counts(kinds: Any, counts: Any) -> dict[str, int]:
    """Counts by kind as a dict of lower-case names, zeros left out."""
    return {kind.name.lower(): int(counts[kind]) for kind in kinds if counts[kind]}
