"""Steps of a simulation: an action or a roll in any of its written forms, with the chance given or drawn."""

from collections.abc import Sequence
from typing import Any

from livingstone.ai.simulation_requests import ActionData, Fault
from livingstone.engine.codec import convert
from livingstone.engine.constants import Kind, Phase
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.game import Game
from livingstone.engine.names import CARDS, did_you_mean, quote
from livingstone.engine.notation import Action
from livingstone.engine.outcome import NOTHING, Outcome

_CHANCE = ("stones", "cards")


def step(game: Game, form: ActionData, chance: dict[str, Any] | None = None) -> dict[str, Any] | None:
    """Carry out one step; what chance gave as plain values, or None when the step draws nothing.

    Raises :class:`Fault`; the game is then untouched.
    """
    if isinstance(form, dict) and ("roll" in form or "final" in form):
        return _roll(game, form)
    outcome = NOTHING if chance is None else _outcome(chance)
    try:
        action = read_action(game, form)
    except LivingstoneError as error:
        raise Fault.of(error, "bad_action", "action") from None
    if game.awaits_chance:
        text = f"action: '{action}' while a roll is due: R6, expected {{'roll': true}} or the faces"
        raise Fault("illegal_action", text, "action", "R6")
    try:
        return _drawn(game.play(action, outcome))
    except LivingstoneError as error:
        raise Fault.of(error, "bad_action", "action") from None


def roll_due(game: Game) -> dict[str, Any] | None:
    """The roll that is due, drawn; None when none is."""
    return _roll(game, {"roll": True}) if game.awaits_chance else None


def read_action(game: Game, form: ActionData) -> Action:
    """The action in its JSON form, as text, as an index into the legal list, or as index and amounts.

    A range named by its index alone stands for its most. Raises a LivingstoneError.
    """
    if isinstance(form, str | dict):
        return Action.read(form)
    index, *amounts = [form] if isinstance(form, int) else form or [-1]
    legal = game.legal()
    if not 0 <= index < len(legal):
        most = f"0 to {len(legal) - 1}" if legal else "no index, nothing is legal"
        raise Fault("bad_action", f"action: index {index}, expected {most}", "action")
    entry = legal[index]
    if not amounts:
        return entry
    wanted = {Kind.DONATE: 1, Kind.SELL: 3, Kind.MARKET: 3}.get(entry.kind, 0)
    if len(amounts) != wanted:
        raise Fault(
            "bad_action", f"action: {len(amounts)} amounts for '{entry}', expected {wanted}", "action"
        )
    if entry.kind == Kind.DONATE:
        return Action.donate(amounts[0])
    return Action.sell(amounts) if entry.kind == Kind.SELL else Action.market(amounts)


def show_legal(legal: Sequence[Action]) -> list[dict[str, object]]:
    """A legal list in its JSON forms."""
    return [action.legal_json() for action in legal]


def _roll(game: Game, form: dict[str, Any]) -> dict[str, Any]:
    """``{"roll": true}`` or the faces; ``final`` says that the final dice are meant."""
    key = "final" if "final" in form else "roll"
    faces = form[key]
    if len(form) > 1 or not (faces is True or isinstance(faces, list)):
        raise Fault("bad_action", f"action: expected {{'{key}': true}} or a list of faces", "action")
    if key == "final" and game.phase != Phase.FINAL_DICE:
        raise Fault("illegal_action", "action: the final dice are not due: R46", "action", "R46")
    final = game.phase == Phase.FINAL_DICE
    try:
        outcome = game.roll(None if faces is True else faces)
    except LivingstoneError as error:
        raise Fault.of(error, "bad_action", "action") from None
    return {"final" if final else "roll": list(outcome.dice or ())}


def _outcome(chance: dict[str, Any]) -> Outcome:
    """Stones or cards given from outside."""
    for key in chance:
        if key not in _CHANCE:
            hint = did_you_mean(key, _CHANCE) or f": expected {' or '.join(_CHANCE)}"
            raise Fault("bad_request", f"chance: unknown key {quote(key)}{hint}", "chance")
    try:
        if "stones" in chance:
            return Outcome(stones=tuple(convert(chance["stones"], list[int])))
        if "cards" in chance:
            names = convert(chance["cards"], list[str])
            return Outcome(cards=tuple(CARDS.from_key(name) for name in names))
    except LivingstoneError as error:
        raise Fault("bad_request", f"chance: {error}", "chance") from None
    return NOTHING


def _drawn(outcome: Outcome) -> dict[str, Any] | None:
    if outcome.stones is not None:
        return {"stones": list(outcome.stones)}
    if outcome.cards is not None:
        return {"cards": [CARDS.key(card) for card in outcome.cards]}
    return None
