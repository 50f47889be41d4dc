"""What was done in a turn, from the words of a line: the event, with what was drawn as far as it is seen."""

from livingstone.engine.constants import Card
from livingstone.engine.errors import IllegalAction, NotationError
from livingstone.engine.events import HIDDEN_DONATION, Event
from livingstone.engine.following.follower import Follower
from livingstone.engine.following.wishes import Wish
from livingstone.engine.following.words import ALL, NOTHING, keyword, stone_words
from livingstone.engine.names import CARDS, GEMS, STONES, fold, quote, read_count, read_counts
from livingstone.engine.notation import Action, space_text
from livingstone.engine.wording import counted


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
    rest = wish.rest
    if wish.kind == "donate":
        return _donation(state, rest)
    if wish.kind in ("sell", "market"):
        return event_of(state, _sale(state, wish))
    if wish.kind == "tent":
        return event_of(state, _tent(state, die or 0, rest))
    if wish.kind == "extra_tent":
        return event_of(state, Action.parse(f"extra_tent {' '.join(rest)}"))
    if wish.kind == "mine":
        return event_of(state, Action.parse(f"die {die} mine")) | _drawn_stones(state, rest, die or 0)
    if wish.kind == "card":
        return event_of(state, Action.parse(f"die {die} card")) | _drawn_cards(state, rest)
    if wish.card in (Card.IGNORE_DIE, Card.NO_COST):
        name = CARDS.key(wish.card)
        raise NotationError(
            f"{name} is played with a tent: expected a line such as '{state.names[state.seat]} 4 tent "
            f"{'row 6 ' if wish.card == Card.IGNORE_DIE else ''}{name}'"
        )
    if wish.card == Card.THREE_STONES:
        return event_of(state, Action.play(wish.card)) | _drawn_stones(state, rest, 3)
    if rest:
        raise NotationError(f"{quote(' '.join(rest))} is not understood: expected the end of the line")
    if wish.card is not None:
        return event_of(state, Action.play(wish.card))
    text = {"coins": f"die {die} coins"}.get(wish.kind, wish.kind)
    return event_of(state, Action.parse(text))


def _donation(state: Follower, rest: list[str]) -> Event:
    numbers = [word for word in rest if word.isdecimal()]
    if any(not word.isdecimal() and keyword(word) != "coins" for word in rest) or len(numbers) > 1:
        raise NotationError(f"{quote(' '.join(rest))} is not understood: expected a number of coins")
    if state.sees_money(state.seat):
        if not numbers:
            raise NotationError("how many coins? expected a number, such as 'donate 3'")
        return event_of(state, Action.donate(read_count(numbers[0])))
    if numbers:
        who = state.names[state.seat]
        raise NotationError(f"the coins that {who} donates are not seen: expected '{who} donates'")
    return {"seat": state.seat, "act": HIDDEN_DONATION}


def _sale(state: Follower, wish: Wish) -> Action:
    """What was sold; everything where no gem is named."""
    if not wish.rest or all(fold(word) in ALL for word in wish.rest):
        gems = [int(count) for count in state.record[0].seats[state.seat].gems]
        if not any(gems):
            raise IllegalAction(f"{state.names[state.seat]} has no gem to sell (R23)", "R23")
    else:
        gems = read_counts(wish.rest, GEMS)
    return Action.market(gems) if wish.kind == "market" else Action.sell(gems)


def _tent(state: Follower, die: int, rest: list[str]) -> Action:
    """A tent from the supply, or moved where that is how it goes (R45)."""
    unscored = any(fold(word) == "unscored" for word in rest)
    words = " ".join(word for word in rest if fold(word) != "unscored")
    action = Action.parse(f"die {die} tent {words}")
    if action.source is None or action.scored:
        return action
    column, row = action.source
    board = state.record[0]
    standing = int(board.tents[column, row, state.seat])
    scored = int(board.scored[column, row, state.seat])
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
