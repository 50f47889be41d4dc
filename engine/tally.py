"""Short texts for counts by kind, as a position string has them: ``K20WC3``, 20 black, 1 white, 3 clear."""

import re
from collections.abc import Sequence
from typing import Final

from livingstone.engine.constants import Card, Stone
from livingstone.engine.errors import NotationError
from livingstone.engine.names import quote

CARD_LETTERS: Final = "INXBFTLRAMSC"
"""By :class:`Card`: Ignore_die, No_cost, eXtra_tent, Boat_back, Four_coins, Two_dice, Lion, Rhino, Antelope,
Market, three_Stones, mine_Collapse."""
STONE_LETTERS: Final = "KWCBR"
"""By :class:`Stone`: blacK, White, Clear, Blue, Red."""
GEM_LETTERS: Final = STONE_LETTERS[2:]
SEAT_LETTERS: Final = "ABCDE"
EMPTY: Final = "-"
_TERM: Final = re.compile(r"(\D)([1-9][0-9]{0,3})?")

assert len(CARD_LETTERS) == len(Card)
assert len(STONE_LETTERS) == len(Stone)


def tally_text(counts: Sequence[int], letters: str) -> str:
    """Letters in their order, each followed by its count when above 1; ``-`` when all are 0."""
    return "".join(_term(letter, int(n)) for letter, n in zip(letters, counts, strict=True) if n) or EMPTY


def _term(letter: str, count: int) -> str:
    return letter if count == 1 else f"{letter}{count}"


def read_tally(text: str, letters: str) -> list[int]:
    """Counts by letter.

    Raises:
        NotationError: for a letter that is none of ``letters`` or stands twice, or a bad count.
    """
    counts = [0] * len(letters)
    if text == EMPTY:
        return counts
    at = 0
    while at < len(text):
        term = _TERM.match(text, at)
        kind = letters.find(term[1]) if term else -1
        if term is None or kind < 0:
            raise NotationError(f"{quote(text[at])} in {quote(text)} is none of the letters {letters}")
        if counts[kind]:
            raise NotationError(f"the letter {term[1]} stands twice in {quote(text)}")
        counts[kind] = int(term[2] or 1)
        at = term.end()
    if not at:
        raise NotationError(f"nothing is written: expected letters of {letters} with counts, or '{EMPTY}'")
    return counts
