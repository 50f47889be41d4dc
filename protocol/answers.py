"""What a bot answered, as an action: JSON, text, an index of the legal list, or an index with amounts."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from livingstone.engine.constants import Kind
from livingstone.engine.errors import LivingstoneError, NotationError
from livingstone.engine.names import quote
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation

Answer = Mapping[str, Any] | str | int | Sequence[int]
_LONGEST_KEPT: Final = 64
"""Characters; a longer text is read but not kept: a bot that pads its answers shall not fill the memory."""
# Bots say the same again and again, and to read a text takes 5 to 25 us.
_read_text: Final = lru_cache(maxsize=4096)(Action.parse)


class WrongAnswer(LivingstoneError):
    """An answer that is no legal action; ``clause``: the rule it breaks, where one does."""

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.clause = clause


def read_answer(answer: Answer, observation: Observation, legal: Sequence[Action]) -> Action:
    """The legal action that ``answer`` stands for.

    Raises:
        WrongAnswer: saying what is wrong with it, with the clause where the rules refuse it. It says nothing
            that the seat does not know.
    """
    try:
        action = _action(answer, legal)
    except NotationError as error:
        raise WrongAnswer(str(error)) from None
    clause = observation.broken_clause(action)
    if clause is not None:
        choices = ", ".join(entry.legal_text() for entry in legal[:8]) + (", ..." if len(legal) > 8 else "")
        raise WrongAnswer(f"{str(action)!r} is illegal by {clause}: expected one of {choices}", clause)
    return action


def _action(answer: Answer, legal: Sequence[Action]) -> Action:
    if isinstance(answer, int):
        return _entry(answer, legal)
    if isinstance(answer, str):
        return _read_text(answer) if len(answer) <= _LONGEST_KEPT else Action.parse(answer)
    if isinstance(answer, Mapping):
        return Action.from_json(answer)
    if not answer:
        raise NotationError("[]: expected an index of the legal list, and amounts")
    entry, amounts = _entry(answer[0], legal), list(answer[1:])
    if not amounts:
        return entry
    if entry.kind == Kind.DONATE and len(amounts) == 1:
        return Action.donate(amounts[0])
    if entry.kind in (Kind.SELL, Kind.MARKET) and len(amounts) == 3:
        return Action.sell(amounts) if entry.kind == Kind.SELL else Action.market(amounts)
    expected = "coins" if entry.kind == Kind.DONATE else "clear, blue, red"
    if not any((entry.coins, *entry.gems)):
        expected = "the index alone"
    raise NotationError(
        f"{quote(list(answer))} for {entry.legal_text()!r}: {len(amounts)} amounts, expected {expected}"
    )


def _entry(index: int, legal: Sequence[Action]) -> Action:
    if not 0 <= index < len(legal):
        raise NotationError(f"index {quote(index)}: expected 0 to {len(legal) - 1}, the legal list's entries")
    return legal[index]
