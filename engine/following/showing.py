"""The line that ends a followed game: ``chests Blue 12 lion Red 9``."""

from typing import TYPE_CHECKING

from livingstone.engine.constants import Card
from livingstone.engine.errors import NotationError
from livingstone.engine.events import Event
from livingstone.engine.following.words import split_player
from livingstone.engine.names import CARDS, did_you_mean, quote, read_count, split_words

if TYPE_CHECKING:
    from livingstone.engine.following.follower import Follower


def read_chests(body: str, follower: "Follower") -> Event:
    """The reveal that a line tells: for each player the coins of the chest, then the cards shown.

    The own chest and cards need not be said.

    Raises:
        NotationError: naming what was not understood, or who is missing.
    """
    rest = body.partition(" ")[2].replace(",", " ").replace("=", " ").replace(":", " ")
    chests: dict[int, int] = {follower.me: int(follower.record[0].seats[follower.me].chest)}
    hands: dict[int, list[Card]] = {follower.me: list(follower.observation().hand)}
    said: set[int] = set()
    while rest.strip():
        seat, after = split_player(rest, follower.names, follower.me)
        if seat is None or seat in said:
            word = rest.split()[0]
            why = "is named twice"
            if seat is None:
                why = f"is no player and no card{did_you_mean(word, [*follower.names, *CARDS.keys])}"
            raise NotationError(
                f"{quote(word)} {why}: expected 'chests Blue 12 lion Red 9', each player once"
            )
        said.add(seat)
        chests[seat], cards, rest = _one(after, follower, follower.names[seat])
        if cards or seat != follower.me:
            hands[seat] = cards
    missing = [name for seat, name in enumerate(follower.names) if seat not in chests]
    if missing:
        raise NotationError(f"the chest of {' and '.join(missing)} is missing: expected each player's coins")
    seats = range(follower.players)
    event: Event = {"chests": [chests[seat] for seat in seats]}
    if any(hands.values()):
        event["hands"] = [[CARDS.key(card) for card in hands[seat]] for seat in seats]
    return event


def _one(text: str, follower: "Follower", who: str) -> tuple[int, list[Card], str]:
    """Coins, cards and what is left of the line, after a player's name."""
    tokens = text.split()
    if not tokens or not tokens[0].isdecimal():
        raise NotationError(f"how many coins were in the chest of {who}? expected a number after the name")
    coins, cards, at = read_count(tokens[0]), [], 1
    while at < len(tokens):
        found = CARDS.match(split_words(" ".join(tokens[at:])), 0)
        seat, _ = split_player(" ".join(tokens[at:]), follower.names, follower.me)
        if seat is not None or found is None:
            break
        card, used = found
        cards.append(card)
        at += _tokens_of(tokens[at:], used)
    return coins, cards, " ".join(tokens[at:])


def _tokens_of(tokens: list[str], words: int) -> int:
    """How many tokens hold so many words (``four_coins`` is two words)."""
    count = 0
    for number, token in enumerate(tokens, 1):
        count += len(split_words(token))
        if count >= words:
            return number
    return len(tokens)
