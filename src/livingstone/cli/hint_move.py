"""A turn as a person types it: what was left out is filled in, what is illegal is explained."""

from collections.abc import Sequence

from livingstone.ai.ideas import carry_out
from livingstone.engine.action_text import split_turn
from livingstone.engine.constants import NO_DIE
from livingstone.engine.errors import IllegalAction, LivingstoneError, NotationError
from livingstone.engine.following.doing import Mover, action_of, die_of
from livingstone.engine.following.reasons import reason
from livingstone.engine.following.wishes import read_wish
from livingstone.engine.following.words import split_player, unknown
from livingstone.engine.names import quote
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation

_SUCH_AS = "expected actions such as 'die 4 tent; donate 2'"


def read_move(observation: Observation, names: Sequence[str], text: str) -> tuple[Action, ...]:
    """The beginning of a turn that a text stands for, checked.

    Actions are separated by ``;``, ``,`` or line ends, in the words of a followed game (docs/track.md); a die that
    is used without having been taken is taken first, and the die in hand need not be said.

    Raises:
        LivingstoneError: for what is not understood, for what is not legal, with the reason and the clause, and for
            what follows a draw.
    """
    actions: list[Action] = []
    try:
        for part in split_turn(text):
            now, _ = carry_out(observation, actions)
            for action in _read_part(now, names, part):
                actions.append(action)
                _check(observation, names, actions)
        if not actions:
            raise NotationError(f"nothing to do in it, {_SUCH_AS}")
    except LivingstoneError as error:
        raise LivingstoneError(f"move: {error}") from None
    return tuple(actions)


def _read_part(now: Observation, names: Sequence[str], part: str) -> list[Action]:
    """What one line of a turn says, with the taking of the die that it needs."""
    seat, body = split_player(part, names, now.seat)
    wish = read_wish(body)
    if wish is None:
        raise unknown(body.split()[0], names, part)
    if seat not in (None, now.seat) or wish.kind in ("roll", "forfeit"):
        raise NotationError(f"{quote(part)} is no part of {names[now.seat]}'s turn: {_SUCH_AS}")
    mover = Mover(now.record[0], now.seat, names[now.seat])
    die = die_of(mover, wish)
    taken = [] if die is None or wish.kind == "take" or mover.held != NO_DIE else [Action.take(die)]
    return [*taken, action_of(mover, wish, die)]


def _check(observation: Observation, names: Sequence[str], actions: Sequence[Action]) -> None:
    """Play the actions; explain the last one, the only one that can be illegal, where it stands."""
    try:
        carry_out(observation, actions)
    except IllegalAction as error:
        before, _ = carry_out(observation, actions[:-1])
        why = "the turn is over before it"
        if before.to_move == observation.seat:
            why = _why(before, names, actions[-1], error.clause)
        raise LivingstoneError(f"{quote(str(actions[-1]))} is not legal: {why} ({error.clause})") from None


def _why(observation: Observation, names: Sequence[str], action: Action, clause: str) -> str:
    rules = observation.edition.shared_rules()
    return reason(
        observation.record[0], rules, observation.edition, names, action, int(clause[1:]), observation.seat
    )
