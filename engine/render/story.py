"""A step of a game as a sentence, with what it drew: everything, or only what others may know."""

from collections.abc import Sequence

from livingstone.engine.constants import Card, Kind
from livingstone.engine.names import CARDS, stones_text
from livingstone.engine.notation import Action, describe
from livingstone.engine.outcome import Outcome


def tell(who: str, action: Action, outcome: Outcome, *, hidden: bool = False) -> str:
    """``Anna: draw 4 stones from the mine: 3 black 1 red``.

    Args:
        who: the acting seat's name.
        action: what it did.
        outcome: what that drew.
        hidden: leave out what the others at the table do not see: the card drawn, the coins donated.
    """
    if action.kind == Kind.DONATE and hidden:
        return f"{who}: donate"
    sentence = f"{who}: {describe(action)}"
    if outcome.stones is not None:
        sentence += f": {stones_text(outcome.stones)}"
    if outcome.cards is not None:
        sentence += f": {_cards(outcome.cards, hidden)}"
    return sentence


def tell_result(
    names: Sequence[str], winners: Sequence[int], points: Sequence[int], out: Sequence[bool]
) -> str:
    """``Anna wins (VP: Anna 37, Bob 40; out by donation: Bob)``.

    Args:
        names: by seat.
        winners: seats.
        points: VP by seat.
        out: by seat, whether its donation put it out (R43, R46).
    """
    won = " and ".join(names[seat] for seat in winners)
    table = ", ".join(f"{name} {vp}" for name, vp in zip(names, points, strict=True))
    gone = " and ".join(name for name, is_out in zip(names, out, strict=True) if is_out)
    told = f"{won} win{'s' if len(winners) == 1 else ''}" if won else "Nobody wins"
    return f"{told} (VP: {table}{'; out by donation: ' + gone if gone else ''})"


def _cards(cards: tuple[Card, ...], hidden: bool) -> str:
    """Cards in order; mine_collapse is shown to all (R28), the card kept is not."""
    words = ["hidden" if hidden and card != Card.MINE_COLLAPSE else CARDS.key(card) for card in cards]
    if all(card == Card.MINE_COLLAPSE for card in cards):
        words.append("no card left")
    return ", ".join(words)
