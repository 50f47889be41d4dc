"""What one seat may know of a game."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from livingstone.engine.constants import FACES, NO_DIE, PHASE, Card, Phase
from livingstone.engine.flat import AT, SEAT_WORDS, SEATS_AT, words_of
from livingstone.engine.kernels import entry
from livingstone.engine.kernels.redaction import redacted_copy
from livingstone.engine.layout import Array, new_actions, new_state
from livingstone.engine.money import Donation, Money
from livingstone.engine.notation import Action, only_action
from livingstone.engine.observation_json import encodable_observation, plain_observation
from livingstone.engine.observation_reader import read_observation

if TYPE_CHECKING:
    from livingstone.engine.editions import Edition


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
        redacted_copy(state, edition.shared_rules(), seat, record)
        words = words_of(record)
        all_open = edition.money == "open"
        money = []
        for other, events in enumerate(donations):
            at = SEATS_AT + other * SEAT_WORDS
            cash, chest, gave = words[at : at + 3]  # the first fields of SEAT
            if all_open or other == seat:
                money.append(Money.exact(cash, chest, gave, events))
            else:
                money.append(Money.followed(cash, gave, events))
        return cls(edition, seat, record, money)

    @property
    def players(self) -> int:
        """Seats at the table."""
        return words_of(self.record)[AT["players"]]

    @property
    def phase(self) -> Phase:
        """Where the turn stands."""
        return PHASE[words_of(self.record)[AT["phase"]]]

    @property
    def to_move(self) -> int:
        """The seat whose turn it is."""
        return words_of(self.record)[AT["seat"]]

    @property
    def rounds_left(self) -> int:
        """Rounds after this one, unless the boat goes back (R26, R35, max_rounds); the last one has 0 or less."""
        words, edition = words_of(self.record), self.edition
        return min(edition.columns - 1 - words[AT["boat"]], edition.max_rounds - words[AT["round_number"]])

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
        count = entry.legal_actions(self.record, self.edition.shared_rules(), out)
        return [Action.trusted(code) for code in out[:count].tolist()]

    def broken_clause(self, action: int) -> str | None:
        """The clause that an action of the observer breaks now ("R15"), or None when it is legal."""
        clause = entry.broken_clause(self.record, self.edition.shared_rules(), int(action))
        return f"R{clause}" if clause else None

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
        """The observation as plain values (columns, rows and rounds 1-based), for JSON (docs/protocol.md)."""
        return plain_observation(self.seat, self.record, self.money)

    def to_encodable(self) -> dict[str, Any]:
        """As :meth:`to_dict`, only for :func:`livingstone.engine.codec.dumps`: three times as fast."""
        return encodable_observation(self.seat, self.record, self.money)

    @classmethod
    def from_dict(cls, edition: "Edition", data: Mapping[str, object]) -> "Observation":
        """The inverse of :meth:`to_dict`, checked. Raises NotationError naming the field."""
        seat, record, money = read_observation(edition.shared_rules(), data)
        return cls(edition, seat, record, money)


def faces(counts: Any) -> list[int]:
    """Dice by face as an ascending list of faces."""
    return [face for face in range(NO_DIE + 1, FACES + 1) for _ in range(int(counts[face]))]
