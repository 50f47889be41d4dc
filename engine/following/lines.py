"""The short typed language of a followed game: one line, checked against the rules, as events (``docs/track.md``).

A line may leave unsaid what follows from the rules: that a turn ends when the next one begins, that a die is
taken before it is used.
"""

from typing import Final, NamedTuple

from livingstone.engine.constants import FACES, Card, Phase
from livingstone.engine.errors import IllegalAction, LivingstoneError, NotationError
from livingstone.engine.events import HIDDEN_DONATION, Event
from livingstone.engine.following.follower import Follower
from livingstone.engine.following.showing import read_chests
from livingstone.engine.following.wishes import Wish, read_wish
from livingstone.engine.following.words import (
    ALL,
    NOTHING,
    is_reserved,
    keyword,
    split_player,
    stone_words,
    unknown,
)
from livingstone.engine.names import CARDS, GEMS, STONES, fold, quote, read_count, read_counts, split_words
from livingstone.engine.notation import Action, space_text

END: Final = Action.end()


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
    reader = _Reader(follower.copy())
    parts = [part.strip() for part in text.split(";") if part.strip()]
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
        die = self._die(wish)
        if die is not None and state.phase != Phase.DIE_HELD:
            self._step(self._event(Action.take(die)))
        if wish.kind != "take":
            self._step(self._done(wish, die))
        elif state.phase == Phase.DIE_HELD and int(state.record[0].held) != die:
            self._step(self._event(Action.take(die or 0)))  # refused, with the reason

    def _die(self, wish: Wish) -> int | None:
        """The die that the line uses: as said, the one in hand, or as many as stones were drawn."""
        if not wish.takes_die or wish.kind == "pass":
            return None
        state = self.state
        if wish.die is None:
            if state.phase == Phase.DIE_HELD:
                return int(state.record[0].held)
            if wish.kind == "mine" and wish.rest:
                wish.die = sum(_stones(wish.rest))
            else:
                raise NotationError(
                    f"with which die? expected its value, such as '{state.names[state.seat]} 4 {wish.kind}'"
                )
        if not 1 <= wish.die <= FACES:
            raise NotationError(f"there is no die {wish.die}: expected 1 to {FACES}")
        return wish.die

    def _event(self, action: Action) -> Event:
        return {"seat": self.state.seat, "act": action.to_json()}

    def _done(self, wish: Wish, die: int | None) -> Event:
        """The event of what was done in the turn of the seat to move."""
        state, rest = self.state, wish.rest
        if wish.kind == "donate":
            return self._donation(rest)
        if wish.kind in ("sell", "market"):
            return self._event(self._sale(wish))
        if wish.kind == "tent":
            return self._event(self._tent(die or 0, rest))
        if wish.kind == "extra_tent":
            return self._event(Action.parse(f"extra_tent {' '.join(rest)}"))
        if wish.kind == "mine":
            return self._event(Action.parse(f"die {die} mine")) | self._drawn_stones(rest, die or 0)
        if wish.kind == "card":
            return self._event(Action.parse(f"die {die} card")) | self._drawn_cards(rest)
        if wish.card in (Card.IGNORE_DIE, Card.NO_COST):
            name = CARDS.key(wish.card)
            raise NotationError(
                f"{name} is played with a tent: expected a line such as '{state.names[state.seat]} 4 tent "
                f"{'row 6 ' if wish.card == Card.IGNORE_DIE else ''}{name}'"
            )
        if wish.card == Card.THREE_STONES:
            return self._event(Action.play(wish.card)) | self._drawn_stones(rest, 3)
        if rest:
            raise NotationError(f"{quote(' '.join(rest))} is not understood: expected the end of the line")
        if wish.card is not None:
            return self._event(Action.play(wish.card))
        text = {"coins": f"die {die} coins"}.get(wish.kind, wish.kind)
        return self._event(Action.parse(text))

    def _donation(self, rest: list[str]) -> Event:
        state = self.state
        numbers = [word for word in rest if word.isdecimal()]
        if any(not word.isdecimal() and keyword(word) != "coins" for word in rest) or len(numbers) > 1:
            raise NotationError(f"{quote(' '.join(rest))} is not understood: expected a number of coins")
        if state.sees_money(state.seat):
            if not numbers:
                raise NotationError("how many coins? expected a number, such as 'donate 3'")
            return self._event(Action.donate(read_count(numbers[0])))
        if numbers:
            who = state.names[state.seat]
            raise NotationError(f"the coins that {who} donates are not seen: expected '{who} donates'")
        return {"seat": state.seat, "act": HIDDEN_DONATION}

    def _sale(self, wish: Wish) -> Action:
        """What was sold; everything where no gem is named."""
        state = self.state
        if not wish.rest or all(fold(word) in ALL for word in wish.rest):
            gems = [int(count) for count in state.record[0].seats[state.seat].gems]
            if not any(gems):
                raise IllegalAction(f"{state.names[state.seat]} has no gem to sell (R23)", "R23")
        else:
            gems = read_counts(wish.rest, GEMS)
        return Action.market(gems) if wish.kind == "market" else Action.sell(gems)

    def _tent(self, die: int, rest: list[str]) -> Action:
        """A tent from the supply, or moved where that is how it goes (R45)."""
        unscored = any(fold(word) == "unscored" for word in rest)
        words = " ".join(word for word in rest if fold(word) != "unscored")
        action = Action.parse(f"die {die} tent {words}")
        if action.source is None or action.scored:
            return action
        column, row = action.source
        state = self.state.record[0]
        standing = int(state.tents[column, row, self.state.seat])
        scored = int(state.scored[column, row, self.state.seat])
        if 0 < scored < standing and not unscored:
            raise NotationError(
                f"a scored and an unscored tent stand on {space_text(column, row)}: expected 'scored' or "
                "'unscored' at the end"
            )
        if scored and not unscored:
            return Action.parse(f"{action} scored")
        return action

    def _drawn_stones(self, rest: list[str], wanted: int) -> Event:
        expected = min(wanted, int(self.state.record[0].bag.sum()))
        if not rest:
            example = f"{expected - 1} black 1 clear" if expected > 1 else "1 black"
            several = "s" if expected > 1 else ""
            raise NotationError(f"what was drawn? expected {expected} stone{several}, such as ': {example}'")
        return {"stones": _stones(rest)}

    def _drawn_cards(self, rest: list[str]) -> Event:
        """The cards seen: every mine_collapse, and of the own seat the card kept."""
        state, cards, at = self.state, [], 0
        while at < len(rest):
            found = CARDS.match(rest, at)
            if found is not None:
                cards.append(found[0])
                at = found[1]
            elif fold(rest[at]) in NOTHING or keyword(rest[at]) == "card":
                at += 1
            else:
                raise NotationError(CARDS.unknown(rest[at]))
        collapses = sum(card == Card.MINE_COLLAPSE for card in cards)
        follows = state.card_follows(collapses)
        event: Event = {"cards": [CARDS.key(card) for card in cards]}
        if state.seat != state.me:
            kept = next((card for card in cards if card != Card.MINE_COLLAPSE), None)
            if kept is not None:
                who = state.names[state.seat]
                raise NotationError(f"the card that {who} drew is not seen: leave out {CARDS.key(kept)}")
            return event | ({"cards_hidden": 1} if follows else {})
        if collapses == len(cards) and follows:
            raise NotationError("which card did you draw? expected its name, such as '4 card lion'")
        return event


def _stones(words: list[str]) -> list[int]:
    return read_counts(stone_words(words), STONES)


def _second_die_is_due(state: Follower) -> bool:
    """Whether the open turn has a second die (R37)."""
    row = state.record[0]
    return bool(row.two_dice) and int(row.taken) == 1 and _has_legal_die(state, state.seat)


def _has_legal_die(state: Follower, seat: int) -> bool:
    row = state.record[0]
    return bool(row.pool[int(row.seats[seat].last_die) + 1 : FACES + 1].any())


def _standing(state: Follower) -> str:
    """What comes next, for a line that does not."""
    who = state.names[state.seat]
    held = int(state.record[0].held)
    return {
        Phase.ROLL: f"the dice of round {state.round} come first: expected them as rolled, such as '1 3 3 6'",
        Phase.FINAL_DICE: "the four final dice come first: expected them as rolled, such as '2 3 4 5'",
        Phase.OVER: "the game is over: expected 'chests' with the coins of each chest",
        Phase.BEFORE_DIE: f"it is {who}'s turn",
        Phase.DIE_HELD: f"{who} has not used the die {held} yet",
        Phase.ACTION_DONE: f"the turn of {who} is not over",
    }[state.phase]


def _not_their_turn(state: Follower, seat: int) -> str:
    """Why a seat that was named is not to move."""
    who, mover = state.names[seat], state.names[state.seat]
    if state.phase == Phase.DIE_HELD:
        return f"{_standing(state)}: it is {mover}'s turn, not {who}'s (R7)"
    if not _has_legal_die(state, seat):
        return f"{who} has no legal die left: it is {mover}'s turn (R9)"
    return f"it is {mover}'s turn, not {who}'s (R7)"


def check_names(names: list[str]) -> None:
    """Refuse names that a line could not be told from.

    Raises:
        LivingstoneError: naming the name.
    """
    for name in names:
        try:
            split_words(name)
        except NotationError:
            raise LivingstoneError(
                f"{quote(name)} is no name for typed lines: expected letters and digits"
            ) from None
        if is_reserved(name):
            raise LivingstoneError(f"a player cannot be called {quote(name)}: it is a word of the lines")
