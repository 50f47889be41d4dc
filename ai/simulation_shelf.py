"""What a simulation keeps: states under handles, editions, one desk an edition, the source of open seeds."""

from typing import Final

from livingstone.ai.simulation_requests import LONGEST_NAME, EditionData, Fault, Handle, Seed, as_position
from livingstone.ai.simulation_state import Desk, State
from livingstone.engine.codec import dumps
from livingstone.engine.constants import Stream
from livingstone.engine.editions import BUILTIN, Edition
from livingstone.engine.errors import LivingstoneError, NotationError
from livingstone.engine.game import Game, read_seed
from livingstone.engine.names import did_you_mean, quote
from livingstone.engine.rng import Words, new_words, next_word

_MOST_EDITIONS: Final = 16


class Shelf:
    """The memory of one session."""

    def __init__(self, edition: Edition, seed: int, most_states: int) -> None:
        """``edition``: of requests that name none; ``seed``: of the seeds that requests leave open."""
        self.edition = edition
        self.most_states = most_states
        self.states: dict[Handle, State] = {}
        self._next = 1
        self._words = new_words(seed, Stream.PLAYER)
        self._editions: dict[bytes, Edition] = {}
        self._desks: dict[Edition, Desk] = {}

    def source(
        self, handle: Handle | None, position: str | None, edition: EditionData | None, seed: Seed | None
    ) -> State:
        """The state that a request names. Raises :class:`Fault`."""
        if (handle is None) == (position is None):
            raise Fault("bad_request", "expected either 's' or 'position'", "s")
        if position is None:
            if edition is not None:
                raise Fault("bad_request", "edition: a kept state has its own", "edition")
            state = self.states.get(handle)  # type: ignore[arg-type]
            if state is None:
                raise Fault("unknown_state", f"s: no state {quote(handle)} is kept", "s")
            return state if seed is None else state._replace(seed=self.seed_of(seed))
        try:
            game = Game.from_position(position, self.edition_of(edition))
        except NotationError as error:
            raise as_position(error) from None
        donations = tuple(tuple(events) for events in game.donations)
        return State(game.edition, game.record, self.seed_of(seed), donations)

    def keep(self, state: State, name: Handle | None = None) -> Handle:
        """Keep a state under a name or the next number; the handle. Raises :class:`Fault`."""
        if isinstance(name, str) and not 0 < len(name) <= LONGEST_NAME:
            raise Fault("bad_request", f"as: expected a name of 1 to {LONGEST_NAME} characters", "as")
        if name is None or name not in self.states:
            self.check_room(1)
        if name is None:
            name = self._next
            self._next += 1
        self.states[name] = state
        return name

    def check_room(self, wanted: int) -> None:
        """Raises :class:`Fault` when so many more states cannot be kept."""
        if len(self.states) + wanted > self.most_states:
            raise Fault(
                "too_many_states",
                f"{len(self.states)} states are kept, {self.most_states} can be: drop some, "
                "or start with a larger --states",
            )

    def desk(self, edition: Edition) -> Desk:
        """The desk on which states of an edition are stepped."""
        desk = self._desks.get(edition)
        if desk is None:
            if len(self._desks) >= _MOST_EDITIONS:
                self._desks.clear()
            desk = self._desks[edition] = Desk.of(edition)
        return desk

    def edition_of(self, data: EditionData | None) -> Edition:
        """The edition that a request names by a built-in name or with all its values."""
        if data is None:
            return self.edition
        if isinstance(data, str) and data not in BUILTIN:
            hint = did_you_mean(data, BUILTIN) or f": expected {', '.join(BUILTIN)}, or all values"
            raise Fault("bad_edition", f"edition: {quote(data)} is no built-in edition{hint}", "edition")
        key = dumps(data)
        found = self._editions.get(key)
        if found is None:
            found = Edition.load(data) if isinstance(data, str) else Edition.from_dict(data)
            if len(self._editions) >= _MOST_EDITIONS:
                self._editions.clear()
            self._editions[key] = found
        return found

    def seed_of(self, given: Seed | None) -> int:
        """A seed as given; the next one of the session when absent or ``"fresh"``."""
        if given is None or given == "fresh":
            return draw_seed(self._words)
        try:
            return read_seed(given)
        except LivingstoneError as error:
            raise Fault("bad_request", str(error), "seed") from None


def draw_seed(words: Words) -> int:
    """The next 64 bits of a generator."""
    return int(next_word(words)) | int(next_word(words)) << 32
