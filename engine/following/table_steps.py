"""The steps of a table file as types: those of a record as one seat sees them, and the reveal at the end."""

from typing import Any, Final

import msgspec

from livingstone.engine.action_json import read_json
from livingstone.engine.codec import convert
from livingstone.engine.constants import STONE_KINDS, Card
from livingstone.engine.errors import RecordError
from livingstone.engine.names import CARDS, quote
from livingstone.engine.notation import Action

KINDS: Final = ("roll", "act", "forfeit", "final", "reveal", "result")
"""A step has exactly one of these keys."""


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was shown after the last round."""

    chests: list[int]
    """Donated coins by seat."""
    hands: list[list[str]] | None = None
    """Cards shown by seat; only animals count (R42), so other cards may be left out."""


class TableStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line after the first: exactly one of roll, act (with seat), forfeit, final, reveal, result."""

    roll: list[int] | None = None
    """Faces of the dice of a round (R6)."""
    seat: int | None = None
    """Who acts; only with ``act``."""
    act: dict[str, Any] | None = None
    """The action in its JSON form; ``{"donate": true}`` where the coins are not seen."""
    stones: list[int] | None = None
    """Stones this action drew: black, white, clear, blue, red."""
    cards: list[str] | None = None
    """Cards seen that this action drew: every mine_collapse, then, of the own seat, the card kept (R28)."""
    cards_hidden: int | None = None
    """1 when another seat kept a card."""
    forfeit: int | None = None
    """The seat that forfeits (R47)."""
    final: list[int] | None = None
    """Faces of the four final dice (R46)."""
    reveal: Reveal | None = None
    """Chests and cards, shown when the game is over."""
    result: dict[str, Any] | None = None
    """The end, as in a record; only after ``reveal``."""
    info: dict[str, Any] | None = None
    """Anything else a writer wants to note; never checked."""

    @property
    def kind(self) -> str:
        """Which of ``KINDS`` the step is."""
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    @property
    def hides_coins(self) -> bool:
        """Whether this is a donation of unseen coins."""
        return self.act is not None and len(self.act) == 1 and self.act.get("donate") is True

    @property
    def action(self) -> Action:
        """The action of an ``act`` step; of unseen coins one."""
        return Action.donate(1) if self.hides_coins else Action.trusted(read_json(self.act))

    @property
    def shown_cards(self) -> list[Card]:
        """The cards seen."""
        return [CARDS.from_key(card) for card in self.cards or ()]


def read_step(event: object, players: int) -> TableStep:
    """A step from its JSON form, strictly.

    Raises:
        LivingstoneError: for an unknown key, a wrong type, keys that do not belong together.
    """
    step = convert(event, TableStep)
    found = [kind for kind in KINDS if getattr(step, kind) is not None]
    if len(found) != 1:
        what = " and ".join(found) or "none"
        raise RecordError(f"a step has exactly one of {', '.join(KINDS)}: found {what}")
    if found[0] != "act":
        for key in ("seat", "stones", "cards", "cards_hidden"):
            if getattr(step, key) is not None:
                raise RecordError(f"'{key}' belongs to an action, not to '{found[0]}'")
    elif step.seat is None:
        raise RecordError("'seat' is missing: who acts?")
    for seat in (step.seat, step.forfeit):
        if seat is not None and not 0 <= seat < players:
            raise RecordError(f"seat {seat}: expected 0 to {players - 1}")
    if step.stones is not None and len(step.stones) != STONE_KINDS:
        raise RecordError(f"'stones' has {len(step.stones)} numbers: expected black, white, clear, blue, red")
    if step.cards_hidden not in (None, 1):
        raise RecordError(f"'cards_hidden' is {quote(step.cards_hidden)}: expected 1, or no such key")
    if step.act is not None:
        _ = step.action
    _ = step.shown_cards
    return step
