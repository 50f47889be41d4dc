"""The single redaction function: what one seat may know of a state. Every other layer only encodes its result."""

from livingstone.engine._jit import kernel
from livingstone.engine.constants import CARD_KINDS
from livingstone.engine.layout import Array, RulesRecord, StateRecord


@kernel
def redact(state: StateRecord, rules: RulesRecord, observer: int) -> None:
    """Remove, in place, what ``observer`` may not know ("What each seat knows" in the rules).

    For every other seat cash becomes the public wealth (unless the edition's money is open), chest 0, and the
    hand moves among the unseen cards: ``deck`` then counts deck and foreign hands together; ``cards`` and
    ``deck_size`` keep the public sizes.
    """
    for seat in range(state.players):
        if seat == observer:
            continue
        other = state.seats[seat]
        if not rules.money_open:
            other.cash += other.chest
            other.chest = 0
        for card in range(CARD_KINDS):
            state.deck[card] += other.hand[card]
            other.hand[card] = 0


@kernel
def redacted_copy(states: Array, rules: Array, observer: int, out: Array) -> None:
    """``redact`` on a copy: ``states`` and ``out`` are STATE arrays of shape (1,), ``rules`` RULES (1,)."""
    out[0] = states[0]
    redact(out[0], rules[0], observer)
