"""The parts of a hint as types; what people read of them is docs/suggest.md."""

from collections.abc import Sequence

import msgspec

from livingstone.ai.evidence import Evidence
from livingstone.ai.main_line import Step
from livingstone.ai.robustness import Robustness
from livingstone.ai.safety import Panel
from livingstone.engine.following.payments import Payment
from livingstone.engine.notation import Action


class Choice(msgspec.Struct, frozen=True):
    """One way to play the turn."""

    turn: tuple[str, ...]
    """The actions in text form, as far as the search is sure of them; a draw ends it."""
    win: float
    """Win chance (R47), calibrated."""
    win_half_width: float | None
    """Half its 95 % interval: from the spread of the independent groups, and what a much longer search would
    change; null if hardly more than one group tried it."""
    points: float
    """Expected VP at the end."""
    risk: float
    """Chance to be eliminated at the end (R43, R46), calibrated."""
    risk_after: float
    """The same if the game ended right after the turn: in closed form, from the chests as they are believed."""
    visits: int
    """Simulations that went this way."""
    equal: bool
    """The data cannot tell it from the best: the interval of the difference covers 0."""


class Trial(msgspec.Struct, frozen=True):
    """A turn that was searched alone: all simulations began with it."""

    turn: tuple[str, ...]
    """The actions in text form."""
    win: float
    """Win chance (R47), calibrated."""
    win_half_width: float | None
    """Half its 95 % interval; null with a single group."""
    points: float
    """Expected VP at the end."""
    risk: float
    """Chance to be eliminated at the end, calibrated."""
    risk_after: float
    """The same if the game ended right after the turn."""


class Idea(msgspec.Struct, frozen=True):
    """A turn of the asker's own choice against the hint, both searched alone with the same seeds."""

    mine: Trial
    """The turn as it was read, with the takes of dice that were left out."""
    rest: tuple[str, ...]
    """How the search goes on in the same turn; it was left open, so it is not part of ``mine``."""
    best: Trial
    """The hint."""
    is_best: bool
    """The idea is the hint itself, or how it begins; then both are read from the main search."""
    loss: float
    """How much more win chance the hint has; negative when it has less."""
    loss_half_width: float | None
    """Half its 95 % interval; null with a single group."""
    equal: bool
    """The data cannot tell the two apart: the interval of the difference covers 0."""


class Advice(msgspec.Struct, frozen=True):
    """A hint for one position."""

    seat: int
    """Whose turn it is."""
    best: Choice
    """The hint."""
    alternatives: tuple[Choice, ...]
    """Other ways, most visited first."""
    forced: bool
    """The first action is the only legal one."""
    reason: str
    """Why, in one sentence."""
    risk_now: float
    """Chance to be eliminated if the game ended at once, before the turn (closed form)."""
    donations: Panel
    """The others' coins, and what keeps the asker in."""
    evidence: tuple[Evidence, ...]
    """What bounds the others' chests, where there is history."""
    robustness: Robustness | None
    """Whether the hint hangs on hidden money; null when none is uncertain or nothing is to be decided."""
    line: tuple[Step, ...]
    """What likely follows in this round; empty unless asked for."""
    idea: Idea | None
    """The asker's own turn; null unless asked for."""
    simulations: int
    """Of the main search."""
    groups: int
    """Independent searches that these are split into."""
    seconds: float
    """What everything took, by the clock."""
    seed: int
    """Of all searches."""
    edition: str
    """Whose values of the rules."""
    assumptions: str | None
    """One line while values of the edition are assumed, not known."""
    version: str
    """Of the program."""


class Question(msgspec.Struct, frozen=True):
    """What else is asked of a hint."""

    top: int = 5
    """How many choices, the best included."""
    explain: bool = False
    """The main line too."""
    idea: tuple[Action, ...] = ()
    """A turn to compare with the best."""
    names: tuple[str, ...] = ()
    """By seat, for sentences; ``seat 0`` and so on without."""
    payments: Sequence[Payment] = ()
    """Of a followed game, for the evidence."""


def turn_of(choice: Choice | Trial) -> tuple[Action, ...]:
    """The actions of a choice."""
    return tuple(Action.parse(text) for text in choice.turn)
