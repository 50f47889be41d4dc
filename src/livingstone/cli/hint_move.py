"""A turn as a person types it: what was left out is filled in, what is illegal is explained."""

from collections.abc import Sequence

from livingstone.ai.ideas import carry_out
from livingstone.engine.action_text import USES, split_turn
from livingstone.engine.constants import NO_DIE, Kind, Phase
from livingstone.engine.errors import IllegalAction, LivingstoneError, NotationError
from livingstone.engine.following.reasons import reason
from livingstone.engine.names import fold, quote
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation


def read_move(observation: Observation, names: Sequence[str], text: str) -> tuple[Action, ...]:
    """The beginning of a turn that a text stands for, checked.

    Actions are separated by ``;``, ``,`` or line ends, in the spellings of docs/notation.md; ``4 tent`` is the die
    4 as well, ``tent`` the die in hand, and a die that is used without having been taken is taken first.

    Raises:
        LivingstoneError: for what is not understood, for what is not legal, with the reason and the clause, and for
            what follows a draw.
    """
    try:
        actions = _actions(observation, text)
        _check(observation, names, actions)
    except LivingstoneError as error:
        raise LivingstoneError(f"move: {error}") from None
    return tuple(actions)


def _actions(observation: Observation, text: str) -> list[Action]:
    held = int(observation.record[0].held) if observation.phase == Phase.DIE_HELD else NO_DIE
    actions: list[Action] = []
    for part in split_turn(text):
        action = _read_part(part, held)
        if action.die != NO_DIE and action.kind != Kind.TAKE and held == NO_DIE:
            actions.append(Action.take(action.die))
        if action.die != NO_DIE:
            held = action.die if action.kind == Kind.TAKE else NO_DIE
        actions.append(action)
    if not actions:
        raise NotationError("nothing to do in it, expected actions such as 'die 4 tent; donate 2'")
    return actions


def _read_part(part: str, held: int) -> Action:
    """An action; a number before the use of a die is that die, also in ``4 coins`` (the card is ``four coins``)."""
    words = part.split()
    try:
        if words[0].isdecimal() and len(words) > 1 and fold(words[1]) in USES:
            return Action.parse(f"die {part}")
        return Action.parse(part)
    except NotationError:
        if words[0].isdecimal():
            return Action.parse(f"die {part}")
        if held != NO_DIE and fold(words[0]) in USES:
            return Action.parse(f"die {held} {part}")
        raise


def _check(observation: Observation, names: Sequence[str], actions: list[Action]) -> None:
    """Play the actions one by one, so that the first illegal one is explained where it stands."""
    for count in range(len(actions)):
        try:
            carry_out(observation, actions[: count + 1])
        except IllegalAction as error:
            action = actions[count]
            before, _ = carry_out(observation, actions[:count])
            if before.to_move != observation.seat:
                why = "the turn is over before it"
            else:
                why = _why(before, names, action, error.clause)
            raise LivingstoneError(f"{quote(str(action))} is not legal: {why} ({error.clause})") from None


def _why(observation: Observation, names: Sequence[str], action: Action, clause: str) -> str:
    rules = observation.edition.shared_rules()
    return reason(
        observation.record[0], rules, observation.edition, names, action, int(clause[1:]), observation.seat
    )
