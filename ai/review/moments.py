"""What a review looks at in a game: the decisions of the seats and the events of chance."""

from collections.abc import Sequence
from typing import NamedTuple

from livingstone.ai.plans import USES, is_draw
from livingstone.ai.review.report import EventKind
from livingstone.engine.constants import Kind, Phase
from livingstone.engine.editions import Edition
from livingstone.engine.game import Result
from livingstone.engine.layout import Array
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation


class Place(NamedTuple):
    """Where in the record something stands."""

    step: int
    line: int
    round: int
    seat: int


class Moment(NamedTuple):
    """A decision: what the seat knew, and the part of its turn that it played then."""

    place: Place
    observation: Observation
    played: tuple[Action, ...]


class Event(NamedTuple):
    """An event of chance between two states.

    A side is the full state (STATE array of shape (1,)), or what the followed seat knew of it.
    """

    place: Place
    kind: EventKind
    text: str
    before: Array | Observation
    first: Action | None
    """The action that draws, which leads on from ``before``; None for a roll."""
    after: Array | Observation


class Course(NamedTuple):
    """A game as a review sees it, up to its last step."""

    edition: Edition
    names: tuple[str, ...]
    """By seat; letters where the file has no names."""
    known: tuple[int, ...]
    """The seats whose decisions are known: all, or the one that followed the game."""
    moments: tuple[Moment, ...]
    events: tuple[Event, ...]
    steps: int
    rounds: int
    result: Result | None
    remark: str
    """Where an unfinished game ends; empty with a result."""

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.names)


def part_of(actions: Sequence[Action], *, holding: bool) -> tuple[Action, ...] | None:
    """The first part of a turn, which is one decision; None where the actions stop before its end.

    A die is taken and used in one decision, whatever is done in between, up to a draw; any other action is a
    decision of its own. ``holding``: a die has been taken before.
    """
    if not actions:
        return None
    if not holding and actions[0].kind != Kind.TAKE:
        return tuple(actions[:1])
    for index, action in enumerate(actions):
        if action.kind in USES or is_draw(action):
            return tuple(actions[: index + 1])
    return None


class Cutter:
    """Gathers actions until a decision is whole."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self._gone: set[int] = set()
        self._start: tuple[Place, Observation] | None = None
        self._actions: list[Action] = []

    def forfeit(self, seat: int) -> None:
        """From here a stand-in plays for the seat: that is no decision of anybody."""
        self._gone.add(seat)
        if self._start is not None and self._start[0].seat == seat:
            self._start, self._actions = None, []

    def act(self, place: Place, observation: Observation, action: Action) -> None:
        """One action of ``place.seat``; ``observation``: what it knew before."""
        if place.seat in self._gone:
            return
        if self._start is None:
            self._start = place, observation
        self._actions.append(action)
        start, known = self._start
        part = part_of(self._actions, holding=known.phase == Phase.DIE_HELD)
        if part is not None:
            self.moments.append(Moment(start, known, part))
            self._start, self._actions = None, []
