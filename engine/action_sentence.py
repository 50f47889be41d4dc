"""An action as a sentence for people."""

from livingstone.engine.constants import MAX_ROWS, Card, Kind
from livingstone.engine.names import CARDS, gems_text
from livingstone.engine.packing import GEM_SALES, check_code, unpack_gems, unpack_tent
from livingstone.engine.wording import counted


def describe(action: int) -> str:
    """``place a tent in row 4``, ``donate 3 coins``; columns and rows from 1.

    Raises:
        NotationError: for an int that is the code of no action.
    """
    code = check_code(action)
    kind, argument = Kind(code & 15), code >> 4
    if kind == Kind.TENT:
        return _tent(code)
    if kind in GEM_SALES:
        return f"sell {gems_text(unpack_gems(code))}" + (" at the market" if kind == Kind.MARKET else "")
    if kind == Kind.EXTRA_TENT:
        column, row = divmod(argument, MAX_ROWS)
        return f"place an extra tent in column {column + 1}, row {row + 1}"
    if kind == Kind.PLAY:
        return f"play the card {CARDS.human(Card(argument))}"
    return {
        Kind.END: "end the turn",
        Kind.PASS: "pass for the rest of the round",
        Kind.TAKE: f"take the die {argument}",
        Kind.CARD: "draw a card",
        Kind.COINS: f"take {counted(argument, 'coin')}",
        Kind.MINE: f"draw {counted(argument, 'stone')} from the mine",
        Kind.DONATE: f"donate {counted(argument, 'coin')}",
    }[kind]


def _tent(code: int) -> str:
    _, row, ignore_die, no_cost, source, scored = unpack_tent(code)
    words = f"place a tent in row {row + 1}"
    if source is not None:
        state = "scored" if scored else "unscored"
        words = f"move the {state} tent of column {source[0] + 1}, row {source[1] + 1} to row {row + 1}"
    cards = [card for card, played in ((Card.IGNORE_DIE, ignore_die), (Card.NO_COST, no_cost)) if played]
    if cards:
        words += f" with {' and '.join(CARDS.key(card) for card in cards)}"
    return words
