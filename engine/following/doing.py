"""What a line says was done, or would be: the action, and the event with what was drawn as far as it is seen."""

from dataclasses import replace
from typing import Any, NamedTuple

from livingstone.engine.action_text import TENT_WORDS
from livingstone.engine.constants import FACES, NO_DIE, Card, Phase
from livingstone.engine.errors import IllegalAction, NotationError
from livingstone.engine.events import HIDDEN_DONATION, Event
from livingstone.engine.following.follower import Follower
from livingstone.engine.following.wishes import Wish
from livingstone.engine.following.words import ALL, NOTHING, SOME, keyword, stone_words
from livingstone.engine.names import CARDS, GEMS, STONES, fold, quote, read_count, read_counts
from livingstone.engine.notation import Action, space_text
from livingstone.engine.wording import counted


class Mover(NamedTuple):
    """The seat to move, as far as somebody knows it."""

    row: Any
    """``record[0]`` of what is known."""
    seat: int
    name: str

    @property
    def held(self) -> int:
        """The die in hand, or NO_DIE."""
        return int(self.row.held) if int(self.row.phase) == Phase.DIE_HELD else NO_DIE


def die_of(mover: Mover, wish: Wish) -> int | None:
    """The die that is used or taken; None without one.

    As said, or the one in hand, or as many as stones were drawn, or the row of a tent that no card puts there.

    Raises:
        NotationError: where none is said and none follows, and for a value that no die has.
    """
    if not wish.takes_die or wish.kind == "pass":
        return None
    die = wish.die
    if die is None and mover.held != NO_DIE:
        return mover.held
    if die is None and wish.kind == "mine" and wish.rest:
        die = sum(stones_of(wish.rest))
    if die is None and wish.kind == "tent":
        die = _row_of(wish.rest)
    if die is None:
        raise NotationError(f"with which die? expected its value, such as '{mover.name} 4 {wish.kind}'")
    if not 1 <= die <= FACES:
        raise NotationError(f"there is no die {die}: expected 1 to {FACES}")
    return die


def _row_of(rest: list[str]) -> int | None:
    """The row that a tent is said to stand in; None with ignore_die, or where none is said."""
    if len(rest) < 2 or TENT_WORDS.get(fold(rest[0])) != "row" or not rest[1].isdecimal():
        return None
    cards = (CARDS.match(rest, at) for at in range(2, len(rest)))
    return None if any(card and card[0] == Card.IGNORE_DIE for card in cards) else read_count(rest[1])


def action_of(mover: Mover, wish: Wish, die: int | None) -> Action:
    """The action of a seat that sees its own coins; nothing that is drawn may be told with it.

    Args:
        mover: with the die in hand, where one is used.
        wish: what the line says.
        die: of :func:`die_of`.

    Raises:
        LivingstoneError: for words that are not understood, and for what must be said and is missing.
    """
    rest = wish.rest
    if wish.kind == "donate":
        return _donation(rest)
    if wish.kind in ("sell", "market"):
        return _sale(mover, wish)
    if wish.kind == "tent":
        return _tent(mover, die or 0, rest)
    if wish.kind == "extra_tent":
        return Action.parse(f"extra_tent {' '.join(rest)}")
    if wish.card in (Card.IGNORE_DIE, Card.NO_COST):
        name = CARDS.key(wish.card)
        raise NotationError(
            f"{name} is played with a tent: expected a line such as '{mover.name} 4 tent "
            f"{'row 6 ' if wish.card == Card.IGNORE_DIE else ''}{name}'"
        )
    if rest:
        raise NotationError(f"{quote(' '.join(rest))} is not understood: expected the end of the line")
    if wish.card is not None:
        return Action.play(wish.card)
    if wish.kind == "take":
        return Action.take(die or 0)
    return Action.parse(f"die {die} {wish.kind}" if wish.takes_die and die is not None else wish.kind)


def event_of(state: Follower, action: Action) -> Event:
    """An action of the seat to move that draws nothing."""
    return {"seat": state.seat, "act": action.to_json()}


def done_event(state: Follower, wish: Wish, die: int | None) -> Event:
    """The event of what was done in the turn of the seat to move.

    Args:
        state: a state in which the die is in hand, where one is needed.
        wish: what the line says.
        die: the value of that die.

    Raises:
        LivingstoneError: for words that are not understood, and for what must be said and is missing.
    """
    if wish.kind == "donate" and not state.sees_money(state.seat):
        return _hidden_donation(state, wish.rest)
    mover = mover_of(state)
    if wish.kind not in ("mine", "card") and wish.card != Card.THREE_STONES:
        return event_of(state, action_of(mover, wish, die))
    event = event_of(state, action_of(mover, replace(wish, rest=[]), die))
    if wish.kind == "card":
        return event | _drawn_cards(state, wish.rest)
    return event | _drawn_stones(state, wish.rest, 3 if die is None else die)


def mover_of(state: Follower) -> Mover:
    """Who is to move."""
    return Mover(state.record[0], state.seat, state.names[state.seat])


def _coins(rest: list[str]) -> str | None:
    """The number of a donation."""
    numbers = [word for word in rest if word.isdecimal()]
    if any(not word.isdecimal() and keyword(word) != "coins" for word in rest) or len(numbers) > 1:
        raise NotationError(f"{quote(' '.join(rest))} is not understood: expected a number of coins")
    return numbers[0] if numbers else None


def _donation(rest: list[str]) -> Action:
    coins = _coins(rest)
    if coins is None:
        raise NotationError("how many coins? expected a number, such as 'donate 3'")
    return Action.donate(read_count(coins))


def _hidden_donation(state: Follower, rest: list[str]) -> Event:
    if _coins([word for word in rest if fold(word) not in SOME]) is not None:
        who = state.names[state.seat]
        raise NotationError(f"the coins that {who} donates are not seen: expected '{who} donates'")
    return {"seat": state.seat, "act": HIDDEN_DONATION}


def _sale(mover: Mover, wish: Wish) -> Action:
    """What is sold: as counted, or everything, or everything of the colours that are named with ``all``."""
    words = [word for word in wish.rest if fold(word) not in ALL]
    if words and (len(words) == len(wish.rest) or any(word.isdecimal() for word in words)):
        gems = read_counts(words, GEMS)
    else:
        gems = _all_gems(mover, read_counts(words, GEMS) if words else [1] * len(GEMS.keys))
    return Action.market(gems) if wish.kind == "market" else Action.sell(gems)


def _all_gems(mover: Mover, wanted: list[int]) -> list[int]:
    """All that the seat has of the wanted colours. IllegalAction where that is nothing."""
    owned = [int(count) for count in mover.row.seats[mover.seat].gems]
    gems = [count if want else 0 for count, want in zip(owned, wanted, strict=True)]
    if not any(gems):
        colours = " or ".join(key for key, want in zip(GEMS.keys, wanted, strict=True) if want)
        which = "" if all(wanted) else f"{colours} "
        raise IllegalAction(f"{mover.name} has no {which}gem to sell (R23)", "R23")
    return gems


def _tent(mover: Mover, die: int, rest: list[str]) -> Action:
    """A tent from the supply, or moved where that is how it goes (R45)."""
    unscored = any(fold(word) == "unscored" for word in rest)
    words = " ".join(word for word in rest if fold(word) != "unscored")
    action = Action.parse(f"die {die} tent {words}")
    if action.source is None or action.scored:
        return action
    column, row = action.source
    standing = int(mover.row.tents[column, row, mover.seat])
    scored = int(mover.row.scored[column, row, mover.seat])
    if 0 < scored < standing and not unscored:
        raise NotationError(
            f"a scored and an unscored tent stand on {space_text(column, row)}: expected 'scored' or "
            "'unscored' at the end"
        )
    if scored and not unscored:
        return Action.parse(f"{action} scored")
    return action


def _drawn_stones(state: Follower, rest: list[str], wanted: int) -> Event:
    expected = min(wanted, int(state.record[0].bag.sum()))
    if not rest:
        example = f"{expected - 1} black 1 clear" if expected > 1 else "1 black"
        raise NotationError(f"what was drawn? expected {counted(expected, 'stone')}, such as ': {example}'")
    return {"stones": stones_of(rest)}


def _drawn_cards(state: Follower, rest: list[str]) -> Event:
    """The cards seen: every mine_collapse, and of the own seat the card kept."""
    cards: list[Card] = []
    at = 0
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


def stones_of(words: list[str]) -> list[int]:
    """Counts of (black, white, clear, blue, red)."""
    return read_counts(stone_words(words), STONES)
