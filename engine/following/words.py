"""The words of the typed lines: verbs in any person, and who is meant."""

from collections.abc import Sequence
from typing import Final

from livingstone.engine import action_text
from livingstone.engine.constants import Card
from livingstone.engine.errors import LivingstoneError, NotationError
from livingstone.engine.names import CARDS, did_you_mean, fold, quote, split_words

FORMS: Final = {
    "roll": "rolls rolled wurf würfelt würfeln",
    "final": "",
    "die": "takes took nimmt",
    "play": "plays played uses spielt",
    "sell": "sells sold verkauft",
    "donate": "donates donated gives spendet",
    "end": "ends beendet",
    "pass": "passes passed passt",
    "forfeit": "forfeits resigns resign aufgeben",
    "chests": "chest reveal truhen truhe",
    "card": "",
    "coins": "",
    "mine": "mines digs gräbt schürft",
    "tent": "tents",
    "draw": "draws drew zieht ziehe",
    "place": "places placed puts pitches setzt setze stellt",
}
"""Keyword to the spellings that it has beside those of the notation."""
KEYWORDS: Final = {
    **action_text.VERBS,
    **action_text.USES,
    # Over those of the notation: there "draw" and "place" are uses of a die, here a use may follow them.
    **{fold(word): key for key, words in FORMS.items() for word in (key, *words.split())},
}
"""Spelling (folded) to keyword."""
SKIPPED: Final = action_text.FILLERS | {"an", "for", "ein", "eine", "für", "der", "das", "dem"}
ME: Final = frozenset({"me", "i", "ich"})
COMMANDS: Final = ("back", "hint", "show", "money", "events", "help", "quit", "exit")
"""What a table is asked, beside what is told to it."""
ALL: Final = frozenset({"all", "everything", "alle", "alles"})
SOME: Final = frozenset({"some", "something", "etwas"})
"""For coins that are not seen."""
NOTHING: Final = frozenset({"nothing", "none", "hidden", "unseen", "nichts", "verdeckt"})
_STONE_LETTERS: Final = {"b": "black", "k": "black", "w": "white", "c": "clear", "u": "blue", "r": "red"}


def keyword(word: str) -> str | None:
    """The keyword a word is a form of."""
    return KEYWORDS.get(fold(word))


def stone_words(words: Sequence[str]) -> list[str]:
    """The words with letters for colours spelt out.

    Raises:
        NotationError: for ``bl``, which may be black or blue.
    """
    for word in words:
        if fold(word) == "bl":
            raise NotationError("'bl' may be black or blue: write b or k for black, u for blue")
    return [_STONE_LETTERS.get(fold(word), word) for word in words]


def is_reserved(name: str) -> bool:
    """Whether a player cannot be called so, because a line could not be told from a name."""
    folded = fold(name)
    return (
        folded in KEYWORDS
        or folded in ME
        or folded in COMMANDS
        or (folded in SKIPPED and len(folded) > 1)  # A, B and C are players
        or folded.isdecimal()
        or any(folded == fold(card) for card in CARDS.keys)
    )


def split_player(text: str, names: Sequence[str], me: int) -> tuple[int | None, str]:
    """The seat a line begins with, or None, and the rest of the line.

    A player is named in full, by ``me``, or by the beginning of a name that no other name has.

    Raises:
        NotationError: for the beginning of several names.
    """
    tokens = text.split()
    heads = [fold(token.strip(":,.!")) for token in tokens]
    for seat in sorted(range(len(names)), key=lambda seat: -len(names[seat].split())):
        parts = [fold(part.strip(":,.!")) for part in names[seat].split()]
        if heads[: len(parts)] == parts:
            return seat, " ".join(tokens[len(parts) :])
    if not heads or not heads[0]:
        return None, text
    rest = " ".join(tokens[1:])
    if heads[0] in ME:
        return me, rest
    if heads[0] in KEYWORDS or not heads[0][0].isalpha() or begins_card(tokens):
        return None, text
    found = [seat for seat, name in enumerate(names) if fold(name).startswith(heads[0])]
    if len(found) > 1:
        who = " or ".join(names[seat] for seat in found)
        raise NotationError(f"{quote(tokens[0])} may be {who}: expected more of the name")
    return (found[0], rest) if found else (None, text)


def begins_card(tokens: Sequence[str]) -> bool:
    """Whether a line begins with the name of a card."""
    words = [token.strip(":,.!") for token in tokens]
    return CARDS.match(words, 0) is not None


def unknown(word: str, names: Sequence[str], line: str) -> NotationError:
    """The error for a word that is no player, no verb and no card."""
    hint = did_you_mean(word, [*names, *FORMS, *COMMANDS, *(CARDS.key(card) for card in Card)])
    found = quote(word) if word == line.strip() else f"{quote(word)} in {quote(line)}"
    return NotationError(
        f"{found} is not understood{hint}: expected a player ({', '.join(names)}) and what was done, "
        "such as '4 coins', 'donates', 'plays market'; or the dice"
    )


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
