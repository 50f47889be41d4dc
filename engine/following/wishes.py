"""A typed line without its player, cut into what was done: no rule is asked here."""

from dataclasses import dataclass, field
from typing import Final

from livingstone.engine.action_json import USES
from livingstone.engine.constants import Card
from livingstone.engine.errors import NotationError
from livingstone.engine.following.words import FORMS, SKIPPED, keyword, stone_words
from livingstone.engine.names import CARDS, STONES, did_you_mean, quote, read_count, split_words

MOST_DICE: Final = 100
_DOING: Final = {"draw": "card", "place": "tent"}
"""Verbs that a use follows, and the use where none does."""


@dataclass
class Wish:
    """What a line says was done."""

    kind: str
    """roll, take, card, coins, mine, tent, play, extra_tent, market, sell, donate, end, pass, forfeit."""
    die: int | None = None
    """The die it was done with, if said."""
    dice: list[int] = field(default_factory=list)
    """Of a roll."""
    card: Card | None = None
    """Of a play."""
    rest: list[str] = field(default_factory=list)
    """The words that follow: gems, stones, cards, a space, coins."""

    @property
    def takes_die(self) -> bool:
        """Whether a die is needed for it."""
        return self.kind in ("take", "pass", *USES)


def read_wish(body: str) -> Wish | None:
    """What the words say, or None when the first one is no verb, number or card.

    Raises:
        NotationError: for what follows the first word and is not understood.
    """
    head, colon, tail = body.partition(":")
    words = _without_fillers(split_words(head))
    drawn = split_words(tail)
    if not words:
        raise NotationError("expected what was done, such as '4 coins' or 'donates'")
    verb = keyword(words[0])
    if verb in _DOING and len(words) > 1:  # "draws a card", "places a tent"
        words = words[1:]
        verb = keyword(words[0])
    dice = _dice(words, verb)
    if dice is not None and not drawn:
        return Wish("roll", dice=dice)
    while verb == "die" and len(words) > 1 and (words[1].isdecimal() or keyword(words[1]) == "die"):
        words, verb = words[1:], keyword(words[1])  # "takes the die 4"
    if verb == "play" and len(words) > 1 and words[1].isdecimal() and CARDS.match(words, 1) is None:
        words, verb = words[1:], None  # "uses the 4 for a tent"
    if words[0].isdecimal() and len(words) > 1 and keyword(words[1]) in _DOING:  # "4 draws a card", "4 draw"
        use = [] if len(words) > 2 and keyword(words[2]) in USES else [_DOING[str(keyword(words[1]))]]
        words = [words[0], *use, *words[2:]]
    if words[0].isdecimal() and (len(words) == 1 or keyword(words[1]) in USES):
        return _with_die(words, drawn)
    if verb in USES:
        return _use(str(verb), words[1:], drawn, colon != "")
    if verb == "forfeit":  # a player may be called by a filler, such as A
        return Wish(verb, rest=split_words(body.replace(":", " "))[1:])
    if verb in ("sell", "donate", "end", "pass"):
        return Wish(verb, rest=words[1:] + drawn)
    played = CARDS.match(words, 1 if verb == "play" else 0)
    if played is None:
        if verb is None and not words[0].isdecimal():
            return None
        raise _stuck(words[1:], verb, body)
    card, end = played
    kind = {Card.EXTRA_TENT: "extra_tent", Card.MARKET: "market"}.get(card, "play")
    return Wish(kind, card=card, rest=words[end:] + drawn)


def _without_fillers(words: list[str]) -> list[str]:
    return [word for word in words if word.casefold() not in SKIPPED]


def _dice(words: list[str], verb: str | None) -> list[int] | None:
    """The dice of a roll: more than one number of digits 1 to 6, with or without ``roll``."""
    numbers = words
    while numbers and keyword(numbers[0]) in ("roll", "final", "die"):
        numbers = numbers[1:]
    digits = "".join(numbers)
    if not digits.isdecimal() or not all(number.isdecimal() for number in numbers):
        if verb in ("roll", "final"):
            raise NotationError("expected the dice as rolled, such as 'roll 1336'")
        return None
    if len(digits) < 2 and verb not in ("roll", "final"):
        return None
    if len(digits) > MOST_DICE:
        raise NotationError(f"{len(digits)} dice are more than any roll has")
    return [int(digit) for digit in digits]


def _with_die(words: list[str], drawn: list[str]) -> Wish:
    """After ``die``: a number, then nothing or the use of that die."""
    die = read_count(words[0])
    if len(words) == 1:
        if drawn:
            raise NotationError(f"what was done with the die {die}? expected {', '.join(USES)}")
        return Wish("take", die=die)
    return Wish(str(keyword(words[1])), die=die, rest=words[2:] + drawn)


def _use(use: str, words: list[str], drawn: list[str], has_colon: bool) -> Wish:
    """``mine 3: 2 black``: the number may be the die, or belong to the stones that were drawn."""
    if words and words[0].isdecimal():
        counts = use == "mine" and not has_colon and STONES.match(stone_words(words), 1) is not None
        if not counts:
            return Wish(use, die=read_count(words[0]), rest=words[1:] + drawn)
    return Wish(use, rest=words + drawn)


def _stuck(words: list[str], verb: str | None, line: str) -> NotationError:
    """The error for what follows a verb or a number."""
    expected = {
        "play": "a card, such as 'plays four coins'",
        "die": "the value of a die, 1 to 6",
        "draw": "card or stones",
        "place": "tent",
        "chests": "'chests Blue 12 Red 9'",
    }.get(verb or "", f"what was done with the die: {', '.join(USES)}")
    if not words:
        return NotationError(f"{quote(line)} stops too early: expected {expected}")
    hint = did_you_mean(words[0], [*USES, *CARDS.keys, *FORMS])
    return NotationError(f"{quote(words[0])} in {quote(line)} is not understood{hint}: expected {expected}")
