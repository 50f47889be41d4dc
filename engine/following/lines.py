"""The short typed language of a followed game: one line, checked against the rules, as events (``docs/track.md``).

A line may leave unsaid what follows from the rules: that a turn ends when the next one begins, that a die is
taken before it is used.
"""

from typing import Final, NamedTuple

from livingstone.engine.constants import FACES, Phase
from livingstone.engine.errors import IllegalAction, LivingstoneError, NotationError
from livingstone.engine.events import Event
from livingstone.engine.following.doing import die_of, done_event, event_of, mover_of
from livingstone.engine.following.follower import Follower
from livingstone.engine.following.showing import read_chests
from livingstone.engine.following.wishes import Wish, read_wish
from livingstone.engine.following.words import keyword, split_player, unknown
from livingstone.engine.names import fold
from livingstone.engine.notation import Action

END: Final = Action.end()
_EXPECTED: Final = {
    Phase.ROLL: "them as rolled, such as '1 3 3 6'",
    Phase.FINAL_DICE: "them as rolled, such as '2 3 4 5'",
    Phase.OVER: "'chests' with the coins of each chest",
}
"""What is typed where no turn is due."""
LONGEST_LINE: Final = 1000
"""Characters: a line is kept in the table file, and what reads that takes no line of any length."""


class Typed(NamedTuple):
    """A line as understood."""

    events: tuple[Event, ...]
    """In order; with what the line left unsaid."""
    stages: tuple[Follower, ...]
    """The state before the first event and after each: one more than events."""

    @property
    def after(self) -> Follower:
        """The state after the line."""
        return self.stages[-1]


def read_line(text: str, follower: Follower) -> Typed:
    """The events that a line tells; the follower is not changed.

    Several lines may stand in one, separated by semicolons: all are understood or none.

    Raises:
        LivingstoneError: in one line: what was not understood or is not possible, and what was expected.
    """
    if len(text) > LONGEST_LINE:
        raise NotationError(
            f"{len(text)} characters are too long for a line: expected at most {LONGEST_LINE}"
        )
    reader = _Reader(follower.copy())
    parts = [part.strip(" \t.!") for part in text.split(";") if part.strip(" \t.!")]
    if not parts:
        raise NotationError("expected a line such as 'Blue 4 coins'; 'help' shows more")
    for part in parts:
        reader.read(part)
    return Typed(tuple(reader.events), tuple(reader.stages))


def end_turn(follower: Follower) -> Follower:
    """A copy in which a turn that can end has ended; the same state where none can."""
    twin = follower.copy()
    if twin.phase == Phase.ACTION_DONE and twin.broken_clause(twin.seat, END) is None:
        twin.step({"seat": twin.seat, "act": END.to_json()})
    return twin


def at_own_turn(follower: Follower) -> Follower:
    """The state a hint is asked in: another seat's turn that can end is taken as ended.

    Raises:
        LivingstoneError: when it is not the own seat's turn then.
    """
    state = follower if follower.seat == follower.me else end_turn(follower)
    if state.phase == Phase.OVER:
        raise LivingstoneError("the game is over: there is nothing left to decide")
    if state.phase in (Phase.ROLL, Phase.FINAL_DICE):
        raise LivingstoneError(f"a hint is about your turn, and it has not begun: {state.due}")
    if state.seat != state.me:
        raise LivingstoneError(f"a hint is about your turn, and it is {state.names[state.seat]}'s")
    return state


class _Reader:
    """Reads lines one after the other and moves a state on."""

    def __init__(self, state: Follower) -> None:
        self.state = state
        self.events: list[Event] = []
        self.stages = [state.copy()]

    def read(self, line: str) -> None:
        state = self.state
        seat, body = split_player(line, state.names, state.me)
        first = body.split()[0].strip(":,") if body.split() else ""
        if keyword(first) == "chests":
            self._end_turn_if_open()
            if state.phase != Phase.OVER:
                raise IllegalAction(f"the chests are shown when the game is over: {_standing(state)}", "R26")
            self._step({"reveal": read_chests(body, state)})
            return
        if fold(body).startswith("givesup"):
            body = "forfeit"
        wish = read_wish(body)
        if wish is None:
            raise unknown(first, state.names, line)
        if wish.kind == "roll":
            self._roll(wish)
        elif wish.kind == "forfeit":
            self._forfeit(seat, wish)
        else:
            self._act(seat, wish)

    def _step(self, event: Event) -> None:
        self.state.step(event)
        self.events.append(event)
        self.stages.append(self.state.copy())

    def _end_turn_if_open(self) -> None:
        if self.state.phase == Phase.ACTION_DONE:
            self._step({"seat": self.state.seat, "act": END.to_json()})

    def _roll(self, wish: Wish) -> None:
        self._end_turn_if_open()
        state = self.state
        if state.phase not in (Phase.ROLL, Phase.FINAL_DICE):
            raise IllegalAction(f"no roll is due: {_standing(state)} (R7)", "R7")
        self._step({"final" if state.phase == Phase.FINAL_DICE else "roll": sorted(wish.dice)})

    def _forfeit(self, seat: int | None, wish: Wish) -> None:
        if seat is None and wish.rest:
            seat, _ = split_player(" ".join(wish.rest), self.state.names, self.state.me)
        if seat is None:
            raise NotationError("who forfeits? expected a player, such as 'forfeit Blue'")
        self._step({"forfeit": seat})

    def _act(self, seat: int | None, wish: Wish) -> None:
        """Bring the turn of the seat about, take the die, do what was done."""
        state = self.state
        if state.phase == Phase.ACTION_DONE and wish.kind != "end":
            if seat not in (None, state.seat) or (wish.takes_die and not _second_die_is_due(state)):
                self._end_turn_if_open()
        if state.phase not in (Phase.BEFORE_DIE, Phase.DIE_HELD, Phase.ACTION_DONE):
            raise IllegalAction(f"{_standing(state)} (R6)", "R6")
        if seat not in (None, state.seat):
            raise IllegalAction(_not_their_turn(state, seat or 0), "R7")
        die = die_of(mover_of(state), wish)
        if die is not None and state.phase != Phase.DIE_HELD:
            self._step(event_of(self.state, Action.take(die)))
        if wish.kind != "take":
            self._step(done_event(state, wish, die))
        elif state.phase == Phase.DIE_HELD and int(state.record[0].held) != die:
            self._step(event_of(self.state, Action.take(die or 0)))  # refused, with the reason


def _second_die_is_due(state: Follower) -> bool:
    """Whether the open turn has a second die (R37)."""
    row = state.record[0]
    return bool(row.two_dice) and int(row.taken) == 1 and _has_legal_die(state, state.seat)


def _has_legal_die(state: Follower, seat: int) -> bool:
    row = state.record[0]
    return bool(row.pool[int(row.seats[seat].last_die) + 1 : FACES + 1].any())


def _standing(state: Follower) -> str:
    """What comes next and how to say it, for a line that does not."""
    over = f"round {state.round - 1} is over, and " if state.phase == Phase.ROLL and state.round > 1 else ""
    expected = _EXPECTED.get(state.phase)
    return f"{over}{state.due}{f': expected {expected}' if expected else ''}"


def _not_their_turn(state: Follower, seat: int) -> str:
    """Why a seat that was named is not to move."""
    who, mover = state.names[seat], state.names[state.seat]
    if state.phase == Phase.DIE_HELD:
        return f"{state.due}: it is {mover}'s turn, not {who}'s (R7)"
    if not _has_legal_die(state, seat):
        return f"{who} has no legal die left: it is {mover}'s turn (R9)"
    return f"it is {mover}'s turn, not {who}'s (R7)"
