"""The words of the game: cards, stones and gems by English key, human name and alias (German ones included).

Upper and lower case, spaces, underscores, hyphens and umlaut spellings are equal: ``Four Coins``,
``four_coins``, ``4 coins``, ``vier Münzen`` and ``VIER-MUENZEN`` are one card. The keys are what every text
and JSON form writes; a human name is for sentences.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from enum import IntEnum
from typing import Final, Generic, TypeVar

from livingstone.engine.constants import Card, Gem, Stone
from livingstone.engine.errors import NotationError

Member = TypeVar("Member", bound=IntEnum)

MAX_DIGITS: Final = 12
"""Longer numbers are refused before they are converted."""
_LONGEST_QUOTE: Final = 40
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_WORD: Final = re.compile(r"[^\W\d_]+|[0-9]+")
_BETWEEN: Final = re.compile(r"[\s_+,]*(?:(?<=[^\W_])-(?=[^\W_])[\s_+,]*)?")


def fold(text: str) -> str:
    """The form in which names are compared: no case, umlauts spelt out, no spaces, underscores or hyphens."""
    composed = unicodedata.normalize("NFC", text)
    return re.sub(r"[\s_-]+", "", composed.casefold().translate(_UMLAUTS))


def quote(value: object, longest: int = _LONGEST_QUOTE) -> str:
    """A text in quotes, any other value as Python writes it: on one line, cut to ``longest`` characters.

    What cannot be shown is escaped: texts of strangers would steer a terminal.
    """
    try:
        text = value if isinstance(value, str) else repr(value)
    except ValueError:  # an int of more digits than Python is willing to print
        return "a number that large"
    text = " ".join(text.split())
    if len(text) > longest:
        text = text[: longest - 3] + "..."
    if not text.isprintable():
        text = "".join(sign if sign.isprintable() else _escaped(sign) for sign in text)
    return f"'{text}'" if isinstance(value, str) else text


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape").decode()


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """``" (did you mean 'x'?)"`` for the known word nearest to ``word``, or an empty text."""
    by_fold = {fold(name): name for name in reversed(known)}
    near = get_close_matches(fold(word), list(by_fold), n=1, cutoff=0.65)
    return f" (did you mean '{by_fold[near[0]]}'?)" if near and near[0] != fold(word) else ""


def split_words(text: str) -> list[str]:
    """``text`` cut into runs of letters and runs of digits (``c2 r1`` gives c, 2, r, 1).

    Raises:
        NotationError: at a character that belongs to no word, such as the minus of ``-3``.
    """
    text = unicodedata.normalize("NFC", text)
    words: list[str] = []
    at = 0
    while True:
        gap = _BETWEEN.match(text, at)
        at = gap.end() if gap else at
        if at == len(text):
            return words
        word = _WORD.match(text, at)
        if word is None:
            bad = quote(text[at:].split()[0])
            raise NotationError(f"{bad} in {quote(text)} is not understood: expected words and whole numbers")
        words.append(word.group())
        at = word.end()


class Names(Generic[Member]):
    """One table of names: member -> (key, human name, alias, ...)."""

    def __init__(self, what: str, table: Mapping[Member, tuple[str, ...]]) -> None:
        self.what: Final = what
        """What a member is, for messages: ``card``."""
        self.keys: Final = tuple(names[0] for names in table.values())
        self._names = dict(table)
        self._by_fold = {fold(name): member for member, names in table.items() for name in names}
        self._spellings = [name for names in table.values() for name in names]
        self._most_words = max(len(_WORD.findall(name)) for name in self._spellings)

    def key(self, member: Member) -> str:
        """The English key: ``four_coins``."""
        return self._names[member][0]

    def human(self, member: Member) -> str:
        """The name in a sentence: ``four coins``."""
        return self._names[member][1]

    def find(self, text: str) -> Member:
        """The member with this name.

        Raises:
            NotationError: for an unknown name, with the nearest known one or the whole list.
        """
        member = self._by_fold.get(fold(text))
        if member is None:
            raise NotationError(self.unknown(text))
        return member

    def from_key(self, key: object) -> Member:
        """The member with exactly this key: the strict reading for JSON."""
        member = self._by_fold.get(fold(key)) if isinstance(key, str) else None
        if member is None:
            raise NotationError(self.unknown(key))
        if key != self.key(member):
            raise NotationError(f"{quote(key)} is no {self.what} (did you mean '{self.key(member)}'?)")
        return member

    def unknown(self, text: object) -> str:
        """The message for a name that is none of these."""
        hint = did_you_mean(text, self._spellings) if isinstance(text, str) else ""
        return f"{quote(text)} is no {self.what}{hint or ': expected ' + ', '.join(self.keys)}"

    def match(self, words: Sequence[str], at: int) -> tuple[Member, int] | None:
        """The longest name made of the words from index ``at`` on: (member, index after it), or None."""
        for end in range(min(len(words), at + self._most_words), at, -1):
            member = self._by_fold.get(fold("".join(words[at:end])))
            if member is not None:
                return member, end
        return None


CARDS: Final = Names[Card](
    "card",
    {
        Card.IGNORE_DIE: (
            "ignore_die", "ignore the die", "any row", "ignore row", "Würfel ignorieren", "Würfel egal",
            "beliebige Reihe", "freie Reihe",
        ),
        Card.NO_COST: (
            "no_cost", "no expedition cost", "free", "free tent", "kostenlos", "gratis", "keine Kosten",
            "keine Expeditionskosten", "kostenloses Zelt",
        ),
        Card.EXTRA_TENT: (
            "extra_tent", "extra tent", "additional tent", "second tent", "Extrazelt", "Zusatzzelt",
            "zusätzliches Zelt", "weiteres Zelt",
        ),
        Card.BOAT_BACK: (
            "boat_back", "boat back", "ship back", "move boat back", "Boot zurück", "Schiff zurück",
            "Dampfer zurück",
        ),
        Card.FOUR_COINS: ("four_coins", "four coins", "4 coins", "vier Münzen", "4 Münzen"),
        Card.TWO_DICE: ("two_dice", "two dice", "2 dice", "zwei Würfel", "2 Würfel"),
        Card.LION: ("lion", "lion", "Löwe"),
        Card.RHINO: ("rhino", "rhino", "rhinoceros", "Nashorn", "Rhinozeros"),
        Card.ANTELOPE: ("antelope", "antelope", "Antilope"),
        Card.MARKET: ("market", "market", "marketplace", "Markt", "Marktplatz"),
        Card.THREE_STONES: (
            "three_stones", "three stones", "3 stones", "drei Steine", "3 Steine",
        ),
        Card.MINE_COLLAPSE: (
            "mine_collapse", "mine collapse", "collapse", "cave in", "Mineneinsturz", "Mineneinbruch",
            "Einsturz", "Mine stürzt ein",
        ),
    },
)  # fmt: skip

_CLEAR: Final = (
    "clear", "clear", "clears", "colourless", "colorless", "transparent", "crystal", "diamond", "diamonds",
    "klar", "klare", "klarer", "klaren", "farblos", "durchsichtig", "Diamant", "Diamanten",
)  # fmt: skip
_BLUE: Final = (
    "blue", "blue", "blues", "sapphire", "sapphires", "blau", "blaue", "blauer", "blauen", "Saphir",
    "Saphire",
)  # fmt: skip
_RED: Final = (
    "red", "red", "reds", "ruby", "rubies", "rot", "rote", "roter", "roten", "Rubin", "Rubine",
)  # fmt: skip

STONES: Final = Names[Stone](
    "colour of stone",
    {
        Stone.BLACK: ("black", "black", "schwarz", "schwarze", "schwarzer", "schwarzen"),
        Stone.WHITE: ("white", "white", "weiß", "weiße", "weißer", "weißen"),
        Stone.CLEAR: _CLEAR,
        Stone.BLUE: _BLUE,
        Stone.RED: _RED,
    },
)

GEMS: Final = Names[Gem](
    "colour of gem",
    {Gem.CLEAR: (*_CLEAR, "c"), Gem.BLUE: (*_BLUE, "b"), Gem.RED: (*_RED, "r")},
)

_NONE: Final = frozenset({"", "none", "no", "nothing", "keine", "keiner", "nichts", "0"})
_FILLERS: Final = frozenset({"and", "und", "gem", "gems", "stone", "stones", "x"})


def card_of(text: str) -> Card:
    """The card with this name, or :class:`NotationError` with a suggestion."""
    return CARDS.find(text)


def gem_of(text: str) -> Gem:
    """The gem with this colour, or :class:`NotationError`; the white stone (R19) is no gem."""
    if STONES.match([text], 0) == (Stone.WHITE, 1):
        raise NotationError(f"{quote(text)} is the white stone, no gem: the gem without a colour is 'clear'")
    return GEMS.find(text)


def stone_of(text: str) -> Stone:
    """The stone with this colour, or :class:`NotationError` with a suggestion."""
    return STONES.find(text)


def read_count(word: str) -> int:
    """The whole number a word of digits stands for.

    Raises:
        NotationError: when it has more digits than any amount of the game.
    """
    if len(word) > MAX_DIGITS:
        raise NotationError(f"{quote(word)} is too large for a number of this game")
    return int(word)


def read_counts(words: Sequence[str], table: Names[Gem] | Names[Stone]) -> list[int]:
    """Amounts by colour from words such as 2, clear, 1, red; a colour without a number counts one."""
    counts = [0] * len(table.keys)
    named: set[int] = set()
    at = 0
    while at < len(words):
        if words[at].casefold() in _FILLERS:
            at += 1
            continue
        count = 1
        if words[at].isdecimal():
            count = read_count(words[at])
            at += 1
            while at < len(words) and words[at].casefold() in _FILLERS:
                at += 1
            if at == len(words):
                raise NotationError(f"a colour is missing after {count}: expected {', '.join(table.keys)}")
        colour = gem_of(words[at]) if table is GEMS else table.find(words[at])
        if colour in named:
            raise NotationError(
                f"the colour '{table.keys[colour]}' is named twice: expected each at most once"
            )
        named.add(colour)
        counts[colour] = count
        at += 1
    return counts


def parse_gems(text: str) -> tuple[int, int, int]:
    """Amounts of (clear, blue, red) from ``"2 clear 1 blue"``, ``"1 rot"``, ``"2c 1b"`` or ``"none"``.

    Raises:
        NotationError: for an unknown colour, a colour named twice, a number without a colour.
    """
    if text.strip().casefold() in _NONE:
        return (0, 0, 0)
    clear, blue, red = read_counts(split_words(text), GEMS)
    return (clear, blue, red)


def parse_stones(text: str) -> tuple[int, int, int, int, int]:
    """Amounts of (black, white, clear, blue, red) from ``"3 black 1 clear"``, as :func:`parse_gems`."""
    if text.strip().casefold() in _NONE:
        return (0, 0, 0, 0, 0)
    black, white, clear, blue, red = read_counts(split_words(text), STONES)
    return (black, white, clear, blue, red)


def gems_text(gems: Sequence[int]) -> str:
    """``"2 clear 1 red"`` for (2, 0, 1); ``"none"`` when all are 0."""
    return " ".join(f"{n} {GEMS.keys[i]}" for i, n in enumerate(gems) if n) or "none"


def stones_text(stones: Sequence[int]) -> str:
    """``"1 black 1 red"`` for counts by :class:`Stone`; ``"none"`` when all are 0."""
    return " ".join(f"{n} {STONES.keys[i]}" for i, n in enumerate(stones) if n) or "none"
