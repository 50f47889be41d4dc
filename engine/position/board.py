"""The board as a person draws it: a line of column numbers, then one line per row.

A cell is a dot or the letters of the tents there. ``+`` behind a letter says that R25 has counted this tent
where it stands, ``-`` that it has not; without a sign, tents left of the boat have been counted and the
others have not.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from livingstone.engine.layout import RulesRecord, StateRecord
from livingstone.engine.position.fields import fail, show

_REMARK: Final = re.compile(r"\([^()]*\)?|#.*")
_NUMBER: Final = re.compile(r"([0-9]{1,4})(\*?)")
_EMPTY: Final = frozenset({".", "-", "_", "·"})
_SIGNS: Final = "+-"
_FIELD: Final = "tents"


@dataclass
class Board:
    """Tents as written: (column, row, seat, sign) -> count, 0-based; sign is ``+``, ``-`` or empty."""

    tents: Counter[tuple[int, int, int, str]] = field(default_factory=Counter)
    boat: int | None = None
    drawn: bool = False
    last_column: int = -1
    """Index of the last column written; those after it are empty."""

    def of(self, seat: int) -> int:
        """How many tents of a seat stand on the board."""
        return sum(count for (_, _, owner, _), count in self.tents.items() if owner == seat)


def _header(words: Sequence[str], columns: int, where: str) -> tuple[list[int], int | None]:
    """Column indices and the boat's column of the first line."""
    numbers: list[int] = []
    boat: int | None = None
    for word in words:
        found = _NUMBER.fullmatch(word)
        if not found:
            fail(where, f"expected column numbers such as 1 2 3 4*, got {show(word)}")
        column = int(found[1])
        if not 1 <= column <= columns:
            fail(where, f"there is no column {column}: expected 1 to {columns}")
        if numbers and column - 1 <= numbers[-1]:
            fail(where, f"column {column} after {numbers[-1] + 1}: expected rising column numbers")
        if found[2]:
            if boat is not None:
                fail(where, f"two boats: columns {boat + 1} and {column} are both marked with *")
            boat = column - 1
        numbers.append(column - 1)
    return numbers, boat


def _cell(word: str, letters: str, where: str) -> list[tuple[int, str]]:
    """The tents of one cell as (seat, sign)."""
    if word in _EMPTY:
        return []
    tents: list[tuple[int, str]] = []
    for letter in word:
        if letter in _SIGNS and tents and not tents[-1][1]:
            tents[-1] = (tents[-1][0], letter)
        elif letter.casefold() in letters.casefold():
            tents.append((letters.casefold().index(letter.casefold()), ""))
        else:
            known = ", ".join(letters)
            fail(
                where,
                f"{show(word)}: {show(letter)} is no player's letter; they are {known}",
            )
    return tents


def parse(lines: Sequence[str], letters: str, columns: int, rows: int) -> Board:
    """The board in ``lines``.

    ``letters`` holds one letter per seat. Lines are counted as written, from 1.

    Raises:
        PositionError: naming the line.
    """
    board = Board()
    numbers: list[int] | None = None
    seen: set[int] = set()
    for at, line in enumerate(lines, 1):
        words = _REMARK.sub(" ", line).split()
        where = f"{_FIELD}, line {at}"
        if not words:
            continue
        if numbers is None:
            numbers, board.boat = _header(words, columns, where)
            board.drawn = True
            board.last_column = numbers[-1]
            continue
        row_word, cells = words[0], words[1:]
        if not _NUMBER.fullmatch(row_word) or "*" in row_word:
            hint = "; the boat is marked behind a column number" if "*" in row_word else ""
            fail(where, f"expected the row's number first, got {show(row_word)}{hint}")
        row = int(row_word)
        if not 1 <= row <= rows:
            fail(where, f"there is no row {row}: expected 1 to {rows}")
        if row in seen:
            fail(where, f"row {row} is written twice")
        if len(cells) != len(numbers):
            fail(where, f"row {row} has {len(cells)} cells, but the first line names {len(numbers)} columns")
        seen.add(row)
        for column, cell in zip(numbers, cells, strict=True):
            for seat, sign in _cell(cell, letters, where):
                board.tents[column, row - 1, seat, sign] += 1
    return board


def is_scored(column: int, boat: int, sign: str) -> bool:
    """Whether a tent has been counted where it stands; by default those left of the boat have."""
    return sign == "+" or (sign == "" and column < boat)


def draw(state: StateRecord, rules: RulesRecord, letters: str) -> list[str]:
    """The inverse of :func:`parse`: a state's board with the boat marked, up to the last column in use."""
    used = [column for column in range(rules.columns) if state.tents[column].any()]
    last = max([*used, state.boat, min(1, rules.columns - 1)])
    grid = [[""] * (last + 1) for _ in range(rules.rows)]
    for column in range(last + 1):
        for row in range(rules.rows):
            cell = ""
            for seat in range(state.players):
                scored = int(state.scored[column, row, seat])
                fresh = int(state.tents[column, row, seat]) - scored
                plain_scored = is_scored(column, state.boat, "")
                cell += (letters[seat] + ("" if plain_scored else "+")) * scored
                cell += (letters[seat] + ("-" if plain_scored else "")) * fresh
            grid[row][column] = cell or "."
    head = [f"{column + 1}{'*' if column == state.boat else ''}" for column in range(last + 1)]
    widths = [max(len(head[c]), *(len(grid[r][c]) for r in range(rules.rows))) for c in range(last + 1)]
    lines = ["   " + " ".join(head[c].ljust(widths[c]) for c in range(last + 1)).rstrip()]
    return lines + [
        f"{row + 1}  " + " ".join(grid[row][c].ljust(widths[c]) for c in range(last + 1)).rstrip()
        for row in reversed(range(rules.rows))
    ]
