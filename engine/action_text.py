"""Reading an action from text (``docs/notation.md``): tolerant in spelling, strict in meaning."""

from collections.abc import Iterator
from typing import Final

from livingstone.engine.constants import Card, Kind
from livingstone.engine.errors import NotationError
from livingstone.engine.names import CARDS, did_you_mean, fold, quote, read_count, read_counts, split_words
from livingstone.engine.names import GEMS as GEM_NAMES
from livingstone.engine.packing import (
    pack_die,
    pack_donation,
    pack_extra_tent,
    pack_gems,
    pack_play,
    pack_tent,
)


def _table(rows: dict[str, str]) -> dict[str, str]:
    """Spelling (folded) -> keyword, from keyword -> spellings."""
    return {fold(word): key for key, words in rows.items() for word in (key, *words.split())}


VERBS: Final = _table(
    {
        "die": "dice take würfel nimm nehme",
        "play": "use spiele spiel ausspielen",
        "sell": "verkaufe verkaufen",
        "donate": "donation give spende spenden",
        "end": "done stop ende fertig",
        "pass": "passe passen",
    }
)
USES: Final = _table(
    {
        "card": "draw karte aktionskarte",
        "coins": "coin money münzen münze geld",
        "mine": "dig stones steine bergwerk",
        "tent": "camp place zelt lager",
    }
)
TENT_WORDS: Final = _table({"row": "reihe", "from": "von", "scored": "counted gewertet"})
SPACE_WORDS: Final = _table({"c": "col column spalte", "r": "row reihe"})
FILLERS: Final = frozenset({"the", "with", "and", "in", "to", "on", "a", "my", "den", "mit", "und", "auf"})
_ACTIONS: Final = "die, play, extra_tent, market, sell, donate, end or pass"
_USES: Final = "card, coins, mine or tent"
_HINTS: Final = [
    "die", "play", "extra_tent", "market", "sell", "donate", "end", "pass", "card", "coins", "mine", "tent",
    "row", "ignore_die", "no_cost", "from", "scored", *CARDS.keys,
]  # fmt: skip


class Words:
    """A place in the words of one action."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = split_words(text)
        self.at = 0

    def skip_fillers(self) -> None:
        """Step over words that carry no meaning."""
        while self.at < len(self.words) and self.words[self.at].casefold() in FILLERS:
            self.at += 1

    def keyword(self, table: dict[str, str]) -> str | None:
        """The keyword of the next word, stepping over it, or None."""
        self.skip_fillers()
        key = table.get(fold(self.words[self.at])) if self.at < len(self.words) else None
        self.at += key is not None
        return key

    def card(self) -> Card | None:
        """The card named by the next words, stepping over them, or None."""
        self.skip_fillers()
        found = CARDS.match(self.words, self.at)
        if found is None:
            return None
        self.at = found[1]
        return found[0]

    def number(self, what: str) -> int:
        """The number that must stand here."""
        if self.at < len(self.words) and self.words[self.at].isdecimal():
            self.at += 1
            return read_count(self.words[self.at - 1])
        raise self.stuck(what)

    def at_end(self) -> bool:
        """Whether no word with a meaning is left."""
        self.skip_fillers()
        return self.at >= len(self.words)

    def stuck(self, expected: str) -> NotationError:
        """The error for the word here."""
        if self.at_end():
            after = f" after {quote(self.text)}" if self.words else ""
            return NotationError(f"the action stops too early{after}: expected {expected}")
        word = self.words[self.at]
        hint = did_you_mean("".join(self.words[self.at : self.at + 2]), _HINTS) or did_you_mean(word, _HINTS)
        found = quote(word) if word == self.text.strip() else f"{quote(word)} in {quote(self.text)}"
        return NotationError(f"{found} is not understood{hint}: expected {expected}")


def read_action(text: str) -> int:
    """The code of the action a text stands for.

    Raises:
        NotationError: naming the word that was not understood and what was expected there.
    """
    words = Words(text)
    code = _action(words)
    if not words.at_end():
        raise words.stuck("the end of the action")
    return code


def _action(words: Words) -> int:
    verb = words.keyword(VERBS)
    if verb == "end":
        words.keyword({"turn": "turn", "zug": "turn"})
        return int(Kind.END)
    if verb == "pass":
        return int(Kind.PASS)
    if verb == "die":
        return _die(words)
    if verb == "sell":
        return _sale(words, Kind.SELL)
    if verb == "donate":
        coins = words.number("a number of coins")
        words.keyword({fold(word): "coins" for word in ("coin", "coins", "Münze", "Münzen")})
        return pack_donation(coins)
    card = words.card()
    if card is None:
        raise words.stuck("a card, such as four_coins" if verb == "play" else _ACTIONS)
    if card == Card.EXTRA_TENT:
        return pack_extra_tent(*_space(words))
    if card == Card.MARKET:
        return _sale(words, Kind.MARKET)
    return pack_play(card)


def _die(words: Words) -> int:
    """After the verb: a number, then nothing (TAKE) or the use of the die."""
    words.keyword(VERBS)  # "take die 4"
    die = words.number("the value of a die, 1 to 6")
    if words.at_end():
        return pack_die(die, Kind.TAKE)
    use = words.keyword(USES)
    if use is None:
        raise words.stuck(_USES)
    return _tent(words, die) if use == "tent" else pack_die(die, Kind[use.upper()])


def _tent(words: Words, die: int) -> int:
    """After ``tent``: row, cards and source in any order, each at most once."""
    row: int | None = None
    source: tuple[int, int] | None = None
    cards: set[Card] = set()
    scored = False
    expected = "row, ignore_die, no_cost, from or the end of the action"
    while not words.at_end():
        start = words.at
        key = words.keyword(TENT_WORDS)
        card = words.card() if key is None else None
        if key == "row" and row is None:
            row = words.number("the number of a row") - 1
        elif key == "from" and source is None:
            source = _space(words)
        elif key == "scored" and not scored:
            scored = True
        elif card in (Card.IGNORE_DIE, Card.NO_COST) and card not in cards:
            cards.add(card)
        else:
            words.at = start
            raise words.stuck(expected)
    return pack_tent(die, row, Card.IGNORE_DIE in cards, Card.NO_COST in cards, source, scored)


def _space(words: Words) -> tuple[int, int]:
    """A space, ``c2 r1``: 0-based (column, row)."""
    parts: dict[str, int] = {}
    for _ in range(2):
        start = words.at
        key = words.keyword(SPACE_WORDS)
        if key is None or key in parts:
            words.at = start
            raise words.stuck("a space, such as 'c2 r1'")
        parts[key] = words.number("a number") - 1
    return parts["c"], parts["r"]


def _sale(words: Words, kind: Kind) -> int:
    """The rest of the words: amounts of gems."""
    rest = words.words[words.at :]
    if not rest:
        raise words.stuck("gems, such as '2 clear 1 red'")
    words.at = len(words.words)
    return pack_gems(kind, read_counts(rest, GEM_NAMES))


def split_turn(text: str) -> Iterator[str]:
    """The actions of a turn written in one line, separated by commas, semicolons or line ends."""
    for part in text.replace(";", ",").replace("\n", ",").split(","):
        if part.strip():
            yield part.strip()
