"""What happened, as one seat sees it: the steps of a game record with the hidden parts taken out.

A seat that follows the events of a game knows as much as its observations say, and no more.
"""

from typing import Any, Final

from livingstone.engine.constants import Card, Kind
from livingstone.engine.names import CARDS
from livingstone.engine.notation import Action
from livingstone.engine.outcome import NOTHING, Outcome

Event = dict[str, Any]
"""Plain values for JSON, in the forms of docs/record.md."""

HIDDEN_DONATION: Final[Event] = {"donate": True}
"""Stands for another seat's donation: the fact is public, the coins are not (R22)."""


def roll_event(outcome: Outcome, *, final: bool = False) -> Event:
    """The dice of a round (R6) or the final dice (R46): everybody sees them."""
    return {"final" if final else "roll": list(outcome.dice or ())}


def forfeit_event(seat: int) -> Event:
    """A seat is lost; a stand-in plays on for it (R47)."""
    return {"forfeit": seat}


def action_event(
    viewer: int, seat: int, action: Action, outcome: Outcome = NOTHING, *, money_open: bool = False
) -> Event:
    """An action of ``seat`` and what it drew, as ``viewer`` sees it.

    Stones lie open (R17), so does mine_collapse (R28); the card kept is the drawer's own (R11), shown to the
    others as ``"cards_hidden": 1``; so are the coins of a donation, unless the edition's money is open.
    """
    own = viewer == seat
    hides_coins = action.kind == Kind.DONATE and not own and not money_open
    event: Event = {"seat": seat, "act": HIDDEN_DONATION if hides_coins else action.to_json()}
    if outcome.stones is not None:
        event["stones"] = list(outcome.stones)
    if outcome.cards is not None:
        shown = [card for card in outcome.cards if own or card == Card.MINE_COLLAPSE]
        event["cards"] = [CARDS.key(card) for card in shown]
        if len(shown) < len(outcome.cards):
            event["cards_hidden"] = len(outcome.cards) - len(shown)
    return event
