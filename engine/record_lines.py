"""The lines of a game record as types: the header, the steps, and how they are made (``docs/record.md``)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec

from livingstone import __version__
from livingstone.engine.constants import Phase
from livingstone.engine.editions import Edition
from livingstone.engine.errors import RecordError
from livingstone.engine.game import Game, Result
from livingstone.engine.names import CARDS
from livingstone.engine.notation import Action
from livingstone.engine.outcome import NOTHING, Outcome

FORMAT: Final = "livingstone-record"
VERSION: Final = 1
LONGEST_LINE: Final = 1 << 20
"""Bytes; a longer line is no line of a record."""
KINDS: Final = ("roll", "act", "forfeit", "final", "result")
"""A step has exactly one of these keys."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    format: str
    version: int
    engine: str
    """Version of the program that wrote the record."""
    edition: dict[str, Any]
    """The edition with all its values, as ``Edition.to_dict`` gives them."""
    players: int
    names: list[str]
    """By seat; empty when nobody has a name."""
    seed: str | None
    """The seed in decimal digits, or null when all chance came from outside."""
    start: int
    """The first start player's seat."""
    chance: Literal["seed", "fed"]
    """Whether the outcomes are those of the seed's streams."""
    info: dict[str, Any] = {}
    """Anything else a writer wants to note; never checked."""

    def load_edition(self) -> Edition:
        """The edition of the game. Raises EditionError."""
        return Edition.from_dict(self.edition)

    def new_game(self) -> Game:
        """The game before its first roll. Raises LivingstoneError."""
        edition = self.load_edition()
        if self.chance == "fed":
            return Game.new(self.players, edition, start=self.start, fed=True)
        return Game.new(self.players, edition, seed=self.seed, start=self.start)


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line after the first: exactly one of roll, act (with seat), forfeit, final, result."""

    roll: list[int] | None = None
    """Faces of the dice of a round (R6)."""
    seat: int | None = None
    """Who acts; only with ``act``."""
    act: dict[str, Any] | None = None
    """The action in its JSON form."""
    stones: list[int] | None = None
    """Stones this action drew: black, white, clear, blue, red."""
    cards: list[str] | None = None
    """Cards this action drew, in order: every mine_collapse, then the card kept (R28)."""
    forfeit: int | None = None
    """The seat that forfeits (R47)."""
    final: list[int] | None = None
    """Faces of the four final dice (R46)."""
    result: dict[str, Any] | None = None
    """The end, as :func:`result_json` writes it."""
    info: dict[str, Any] | None = None
    """Anything else a writer wants to note, such as thinking time; never checked."""

    @property
    def kind(self) -> str:
        """Which of ``KINDS`` the step is."""
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    @property
    def action(self) -> Action:
        """The action of an ``act`` step. Raises NotationError."""
        return Action.from_json(self.act)

    @property
    def outcome(self) -> Outcome:
        """What chance gave in this step. Raises NotationError for an unknown card."""
        cards = None if self.cards is None else tuple(CARDS.from_key(card) for card in self.cards)
        dice = self.roll if self.roll is not None else self.final
        return Outcome(
            dice=None if dice is None else tuple(dice),
            stones=None if self.stones is None else tuple(self.stones),
            cards=cards,
        )


class Line(NamedTuple):
    """A step and where it stands."""

    number: int
    """1-based line number; the header is line 1."""
    step: Step


class Record(NamedTuple):
    """A record as read: nothing is replayed yet."""

    header: Header
    lines: tuple[Line, ...]
    cut: int | None
    """Number of a last line that was cut short while it was written, if there is one."""


def header_of(game: Game, names: Sequence[str] = (), info: Mapping[str, object] | None = None) -> Header:
    """The first line for a game that has just begun.

    Raises:
        RecordError: when the game is past its first roll: a record begins at the beginning.
    """
    state = game.record[0]
    if state.round_number != 1 or game.phase != Phase.ROLL:
        raise RecordError(f"a record begins before the first roll: the game is in round {state.round_number}")
    if len(names) not in (0, game.players):
        raise RecordError(f"{len(names)} names for {game.players} players")
    return Header(
        format=FORMAT,
        version=VERSION,
        engine=__version__,
        edition=game.edition.to_dict(),
        players=game.players,
        names=list(names),
        seed=None if game.seed is None else str(game.seed),
        start=int(state.start),
        chance="fed" if game.seed is None else "seed",
        info=dict(info or {}),
    )


def action_step(
    seat: int, action: Action, outcome: Outcome = NOTHING, info: Mapping[str, object] | None = None
) -> Step:
    """The line for an action and what it drew."""
    return Step(
        seat=seat,
        act=action.to_json(),
        stones=None if outcome.stones is None else list(outcome.stones),
        cards=None if outcome.cards is None else [CARDS.key(card) for card in outcome.cards],
        info=None if info is None else dict(info),
    )


def roll_step(outcome: Outcome, *, final: bool = False) -> Step:
    """The line for the dice of a round, or for the final dice."""
    dice = list(outcome.dice or ())
    return Step(final=dice) if final else Step(roll=dice)


def result_json(result: Result) -> dict[str, Any]:
    """A result as plain values, every field by seat."""
    return {
        key: [dict(item) if isinstance(item, dict) else item for item in value]
        for key, value in result._asdict().items()
    }
