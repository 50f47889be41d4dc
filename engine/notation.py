"""Actions with a face: the integer code of :mod:`livingstone.engine.codes` as text, as JSON, in a sentence.

The grammar stands in ``docs/notation.md``. Columns and rows count from 0 in the code and in every argument
and attribute here, from 1 in text and JSON.
"""

from collections.abc import Mapping, Sequence
from typing import Self

from livingstone.engine.action_json import most_of, read_json
from livingstone.engine.action_sentence import describe
from livingstone.engine.action_text import read_action, split_turn
from livingstone.engine.constants import KIND, MAX_ROWS, NO_DIE, Card, Kind
from livingstone.engine.names import CARDS, gems_text
from livingstone.engine.packing import (
    BARE,
    DIE_ONLY,
    GEM_SALES,
    check_code,
    pack_die,
    pack_donation,
    pack_extra_tent,
    pack_gems,
    pack_play,
    pack_tent,
    unpack_gems,
    unpack_tent,
)

__all__ = ["Action", "describe", "only_action", "parse_turn", "space_text"]


def space_text(column: int, row: int) -> str:
    """``c2 r1`` for the 0-based space (1, 0)."""
    return f"c{column + 1} r{row + 1}"


class Action(int):
    """One action: an int (its code), so it can stand in arrays and dictionaries, with names for its parts.

    Attributes that a kind of action does not have are ``None`` (``row``, ``column``, ``card``, ``source``), 0
    (``die``, ``coins``), (0, 0, 0) (``gems``) or False (``ignore_die``, ``no_cost``, ``scored``).

    Raises:
        NotationError: from the constructor, for an int that is the code of no action. Whether an action is
            legal is another question: ask the game.
    """

    __slots__ = ()

    def __new__(cls, code: int) -> Self:
        """The action with this code, checked."""
        return super().__new__(cls, check_code(code))

    @classmethod
    def trusted(cls, code: int) -> Self:
        """The action with a code that a kernel made: no check."""
        return super().__new__(cls, code)

    @classmethod
    def end(cls) -> Self:
        """End the turn (R24)."""
        return cls.trusted(Kind.END)

    @classmethod
    def pass_(cls) -> Self:
        """Take no die and finish the round (R10, where the edition allows it)."""
        return cls.trusted(Kind.PASS)

    @classmethod
    def take(cls, die: int) -> Self:
        """Take a die of this value from the pool (R7)."""
        return cls.trusted(pack_die(die, Kind.TAKE))

    @classmethod
    def use(cls, die: int, kind: Kind) -> Self:
        """Use the die in hand for CARD, COINS or MINE (R11-R13), or for a TENT in its row (R14)."""
        return cls.tent(die) if kind == Kind.TENT else cls.trusted(pack_die(die, kind))

    @classmethod
    def tent(
        cls,
        die: int,
        *,
        row: int | None = None,
        ignore_die: bool = False,
        no_cost: bool = False,
        source: tuple[int, int] | None = None,
        scored: bool = False,
    ) -> Self:
        """Place a tent with the die in hand (R14, R31-R33), or with two players move one (R45).

        Args:
            die: the value of the die in hand.
            row: 0-based; the die's row when left out. Another row needs ``ignore_die``.
            ignore_die: the card ignore_die is played with it.
            no_cost: the card no_cost is played with it.
            source: 0-based (column, row) of the own tent that moves; None = from the supply.
            scored: the tent that moves is one that R25 has counted there.
        """
        return cls.trusted(pack_tent(die, row, ignore_die, no_cost, source, scored))

    @classmethod
    def play(cls, card: Card) -> Self:
        """Play a card that needs nothing else said (R35-R38, R40)."""
        return cls.trusted(pack_play(card))

    @classmethod
    def extra_tent(cls, column: int, row: int) -> Self:
        """Play extra_tent on the 0-based space (R34)."""
        return cls.trusted(pack_extra_tent(column, row))

    @classmethod
    def market(cls, gems: Sequence[int]) -> Self:
        """Play market for these amounts of (clear, blue, red) gems (R39)."""
        return cls.trusted(pack_gems(Kind.MARKET, gems))

    @classmethod
    def sell(cls, gems: Sequence[int]) -> Self:
        """Sell these amounts of (clear, blue, red) gems (R18)."""
        return cls.trusted(pack_gems(Kind.SELL, gems))

    @classmethod
    def donate(cls, coins: int) -> Self:
        """Put coins into the own chest (R22)."""
        return cls.trusted(pack_donation(coins))

    @classmethod
    def parse(cls, text: str) -> Self:
        """The action a text stands for, in any spelling of ``docs/notation.md``.

        Raises:
            NotationError: naming the word that was not understood and what was expected there.
        """
        return cls.trusted(read_action(text))

    @classmethod
    def from_json(cls, obj: object) -> Self:
        """The action of a decoded JSON form, read strictly.

        Raises:
            NotationError: for an unknown key, a wrong type (a boolean is no number), an impossible value.
        """
        return cls.trusted(read_json(obj))

    @classmethod
    def from_legal_json(cls, obj: object) -> Self:
        """The entry of a legal list from its JSON form, ranges at their most; the inverse of :meth:`legal_json`.

        Raises:
            NotationError: as of :meth:`from_json`.
        """
        return cls.from_json(most_of(obj))

    @classmethod
    def read(cls, action: int | str | Mapping[str, object]) -> Self:
        """The action from any of its faces: code, text or JSON form; errors as of those."""
        if isinstance(action, cls):
            return action
        if isinstance(action, str):
            return cls.parse(action)
        return cls.from_json(action) if isinstance(action, Mapping) else cls(action)

    @property
    def kind(self) -> Kind:
        """What is done."""
        return KIND[int(self) & 15]

    @property
    def die(self) -> int:
        """The value of the die taken or used."""
        kind = self.kind
        if kind == Kind.TENT:
            return unpack_tent(self)[0]
        return int(self) >> 4 if kind in DIE_ONLY else NO_DIE

    @property
    def row(self) -> int | None:
        """0-based row of the space a tent goes to (TENT, EXTRA_TENT)."""
        kind = self.kind
        if kind == Kind.TENT:
            return unpack_tent(self)[1]
        return (int(self) >> 4) % MAX_ROWS if kind == Kind.EXTRA_TENT else None

    @property
    def column(self) -> int | None:
        """0-based column of EXTRA_TENT; a TENT goes to the boat's column."""
        return (int(self) >> 4) // MAX_ROWS if self.kind == Kind.EXTRA_TENT else None

    @property
    def ignore_die(self) -> bool:
        """TENT: the card ignore_die is played with it (R31)."""
        return self.kind == Kind.TENT and unpack_tent(self)[2]

    @property
    def no_cost(self) -> bool:
        """TENT: the card no_cost is played with it (R32)."""
        return self.kind == Kind.TENT and unpack_tent(self)[3]

    @property
    def source(self) -> tuple[int, int] | None:
        """TENT: 0-based (column, row) of the own tent that moves (R45); None = from the supply."""
        return unpack_tent(self)[4] if self.kind == Kind.TENT else None

    @property
    def scored(self) -> bool:
        """TENT: the tent that moves has been scored where it stands."""
        return self.kind == Kind.TENT and unpack_tent(self)[5]

    @property
    def card(self) -> Card | None:
        """The card of PLAY, EXTRA_TENT and MARKET."""
        if self.kind == Kind.PLAY:
            return Card(int(self) >> 4)
        return {Kind.EXTRA_TENT: Card.EXTRA_TENT, Kind.MARKET: Card.MARKET}.get(self.kind)

    @property
    def gems(self) -> tuple[int, int, int]:
        """(clear, blue, red) of MARKET and SELL; in a legal list the most of each."""
        return unpack_gems(self) if self.kind in GEM_SALES else (0, 0, 0)

    @property
    def coins(self) -> int:
        """The amount of DONATE; in a legal list the most."""
        return int(self) >> 4 if self.kind == Kind.DONATE else 0

    def covers(self, action: int) -> bool:
        """Whether this entry of a legal list allows ``action``: the same, or an amount within its range."""
        if int(self) == int(action):
            return True
        other = Action(action)
        if other.kind != self.kind:
            return False
        if self.kind in GEM_SALES:
            return all(few <= most for few, most in zip(other.gems, self.gems, strict=True))
        return self.kind == Kind.DONATE and other.coins <= self.coins

    def __str__(self) -> str:
        """The canonical text: ``die 4 tent no_cost``."""
        kind = self.kind
        word = kind.name.lower()
        if kind in BARE:
            return word
        if kind == Kind.PLAY:
            return f"play {CARDS.keys[int(self) >> 4]}"
        if kind == Kind.EXTRA_TENT:
            return f"{word} {space_text(*divmod(int(self) >> 4, MAX_ROWS))}"
        if kind in GEM_SALES:
            return f"{word} {gems_text(self.gems)}"
        if kind == Kind.DONATE:
            return f"{word} {self.coins}"
        if kind == Kind.TENT:
            return _tent_text(self)
        return f"die {self.die}" if kind == Kind.TAKE else f"die {self.die} {word}"

    def __repr__(self) -> str:
        """A call that makes the action: ``Action.parse('die 4 tent')``."""
        return f"Action.parse({str(self)!r})"

    def legal_text(self) -> str:
        """The text in a legal list: ``donate 1..7``, ``sell up to 2 clear 1 red``."""
        if self.kind == Kind.DONATE:
            return f"donate 1..{self.coins}"
        if self.kind in GEM_SALES:
            return f"{self.kind.name.lower()} up to {gems_text(self.gems)}"
        return str(self)

    def to_json(self) -> dict[str, object]:
        """The JSON form: ``{"die": 4, "use": "tent", "no_cost": True}``."""
        kind = self.kind
        word = kind.name.lower()
        if kind in BARE:
            return {word: True}
        if kind == Kind.PLAY:
            return {word: CARDS.keys[int(self) >> 4]}
        if kind == Kind.EXTRA_TENT:
            return {word: _space_json(divmod(int(self) >> 4, MAX_ROWS))}
        if kind in GEM_SALES:
            return {word: list(self.gems)}
        if kind == Kind.DONATE:
            return {word: self.coins}
        if kind == Kind.TENT:
            return _tent_json(self)
        return {"die": self.die} if kind == Kind.TAKE else {"die": self.die, "use": word}

    def legal_json(self) -> dict[str, object]:
        """The JSON form in a legal list: ``{"donate": [1, 7]}``, ``{"sell": {"max": [2, 1, 1]}}``."""
        if self.kind == Kind.DONATE:
            return {"donate": [1, self.coins]}
        if self.kind in GEM_SALES:
            return {self.kind.name.lower(): {"max": list(self.gems)}}
        return self.to_json()


def only_action(legal: Sequence[Action]) -> Action | None:
    """The action that a legal list forces: its one entry, if that is no range of amounts; else None."""
    if len(legal) != 1 or sum(legal[0].gems) > 1 or legal[0].coins > 1:
        return None
    return legal[0]


def _tent_text(action: int) -> str:
    die, row, ignore_die, no_cost, source, scored = unpack_tent(action)
    words = f"die {die} tent"
    if ignore_die:
        words += f" row {row + 1} ignore_die"
    if no_cost:
        words += " no_cost"
    if source is not None:
        words += f" from {space_text(*source)}"
    return words + " scored" if scored else words


def _space_json(space: tuple[int, int]) -> list[int]:
    return [space[0] + 1, space[1] + 1]


def _tent_json(action: int) -> dict[str, object]:
    die, row, ignore_die, no_cost, source, scored = unpack_tent(action)
    form: dict[str, object] = {"die": die, "use": "tent"}
    if ignore_die:
        form |= {"row": row + 1, "ignore_die": True}
    if no_cost:
        form["no_cost"] = True
    if source is not None:
        form["from"] = _space_json(source)
    if scored:
        form["scored"] = True
    return form


def parse_turn(text: str, *, implied_take: bool = False) -> list[Action]:
    """The actions of a turn in one line: ``"die 4 tent, donate 3, end"``.

    Args:
        text: actions separated by commas, semicolons or line ends.
        implied_take: put ``die 4`` before a use of the die 4 that does not follow it, for people who write
            only what they do with a die.

    Raises:
        NotationError: for an action that is not understood, or a text without any.
    """
    actions: list[Action] = []
    held = NO_DIE
    for part in split_turn(text):
        action = Action.parse(part)
        if implied_take and action.die != NO_DIE and action.kind != Kind.TAKE and action.die != held:
            actions.append(Action.take(action.die))
        if action.die != NO_DIE:
            held = action.die if action.kind == Kind.TAKE else NO_DIE
        actions.append(action)
    if not actions:
        read_action(text.replace(",", " ").replace(";", " "))
    return actions
