"""A rules service for programs in any language: JSON requests in, JSON answers out (docs/simulate.md).

States are immutable and kept under short handles; a step makes a new one. Nothing here reads or writes a
stream: ``livingstone-ai simulate`` does.
"""

import sys
import traceback
from collections.abc import Callable
from typing import Any, Final

from livingstone import __version__
from livingstone.ai.simulation_playouts import POLICIES, draw_worlds, play_out
from livingstone.ai.simulation_requests import (
    LONGEST_NAME,
    MOST_PLAYOUTS,
    MOST_WORLDS,
    Apply,
    Determinise,
    Drop,
    EditionData,
    Fault,
    Handle,
    Look,
    New,
    Observe,
    Playout,
    Request,
    Seed,
    Shown,
    Sourced,
    as_position,
    check_range,
    read_request,
)
from livingstone.ai.simulation_state import Desk, State, plain_state
from livingstone.ai.simulation_steps import roll_due, show_legal, step
from livingstone.engine.codec import dumps, loads
from livingstone.engine.constants import Stream
from livingstone.engine.editions import BUILTIN, Edition
from livingstone.engine.errors import LivingstoneError, NotationError
from livingstone.engine.game import Game, read_seed
from livingstone.engine.layout import Array
from livingstone.engine.names import did_you_mean, quote
from livingstone.engine.observation import Observation
from livingstone.engine.position_fit import check_edition
from livingstone.engine.record_lines import result_json
from livingstone.engine.rng import new_words, next_word

LONGEST_LINE: Final = 1 << 20
"""Bytes of a request, its line end included."""
MOST_STATES: Final = 50_000
"""Kept at once unless the caller says otherwise; about 3 kB each."""
_MOST_EDITIONS: Final = 16
Answer = dict[str, Any]


class Simulation:
    """One session: its kept states, its edition for requests that name none, its source of seeds."""

    def __init__(self, edition: Edition, seed: int | None = None, most_states: int = MOST_STATES) -> None:
        """``seed``: of everything drawn where a request gives no seed; drawn itself when absent."""
        self.edition = edition
        self.most_states = most_states
        self._states: dict[Handle, State] = {}
        self._next = 1
        self._words = new_words(read_seed(seed), Stream.PLAYER)
        self._editions: dict[bytes, Edition] = {}
        self._desks: dict[Edition, Desk] = {}
        self._do: dict[str, Callable[[Any], Answer]] = {
            "new": self._new,
            "legal": self._legal,
            "state": self._state,
            "apply": self._apply,
            "observe": self._observe,
            "determinise": self._determinise,
            "playout": self._playout,
            "result": self._result,
            "drop": self._drop,
            "ping": self._ping,
        }

    def answer_line(self, line: bytes) -> bytes:
        """The answer to one line, with its line feed. Never raises for what the line holds."""
        try:
            if len(line) > LONGEST_LINE:
                raise Fault("too_long", f"a line of more than {LONGEST_LINE} bytes")
            request = loads(line)
        except Fault as fault:
            return dumps(_refusal(None, fault), newline=True)
        except LivingstoneError as error:
            return dumps(_refusal(None, Fault("bad_json", str(error))), newline=True)
        return dumps(self.answer(request), newline=True)

    def answer(self, request: object) -> Answer:
        """The answer to one decoded request, or to a batch of them."""
        if not isinstance(request, dict) or "batch" not in request:
            return self._answer_one(request)
        items, number = request["batch"], request.get("id")
        extra = request.keys() - {"id", "batch"}
        if not isinstance(items, list) or extra:
            what = (
                f"unknown field {quote(min(extra))} beside it"
                if extra
                else f"{quote(items)}, expected a list"
            )
            return _refusal(number, Fault("bad_request", f"batch: {what}", "batch"))
        return {"id": number, "ok": True, "batch": [self._answer_one(item) for item in items]}

    def _answer_one(self, data: object) -> Answer:
        number = data.get("id") if isinstance(data, dict) else None
        try:
            if not isinstance(data, dict):
                raise Fault("bad_request", f"{quote(data)} is no request: expected an object")
            if "batch" in data:
                raise Fault("bad_request", "batch: not within a batch", "batch")
            request = read_request(data)
            return {"id": number, "ok": True, **self._do[request.do](request)}
        except LivingstoneError as error:
            return _refusal(number, Fault.of(error))
        except Exception as error:  # noqa: BLE001 - the service outlives a fault of its own, and tells of it
            traceback.print_exc(file=sys.stderr)
            return _refusal(number, Fault("internal", f"{type(error).__name__}: {error}"))

    # ---------------------------------------------------------------- requests

    def _new(self, request: New) -> Answer:
        edition = self._edition_of(request.edition)
        game = Game.new(request.players, edition, self._seed_of(request.seed), request.start)
        desk = self._desk(edition).lay(State(edition, game.record, game.seed or 0, ((),) * game.players))
        answer: Answer = {"seed": str(game.seed)}
        if request.roll:
            answer["rolled"] = roll_due(desk)
        return self._made(desk, request, request.name) | answer

    def _legal(self, request: Look) -> Answer:
        show: list[Shown] = ["legal", *(request.show or [])]
        if request.text:
            show.append("text")
        return self._shown(self._laid(request), show)

    def _state(self, request: Look) -> Answer:
        return self._shown(
            self._laid(request), ["position", "state"] if request.show is None else request.show
        )

    def _apply(self, request: Apply) -> Answer:
        if (request.action is None) == (request.actions is None):
            raise Fault("bad_request", "expected either 'action' or 'actions'", "action")
        desk = self._laid(request)
        answer: Answer = {}
        if request.actions is None:
            assert request.action is not None
            if isinstance(request.chance, list):
                raise Fault("bad_request", "chance: expected an object, as for one action", "chance")
            answer["drawn"] = step(desk, request.action, request.chance)
        else:
            chances = [None] * len(request.actions) if request.chance is None else request.chance
            if not isinstance(chances, list) or len(chances) != len(request.actions):
                raise Fault("bad_request", "chance: expected a list as long as 'actions'", "chance")
            answer["drawn"] = [
                self._numbered(desk, number, form, chance)
                for number, (form, chance) in enumerate(zip(request.actions, chances, strict=True))
            ]
        if request.roll:
            answer["rolled"] = roll_due(desk)
        name: Handle | None = request.name
        if request.in_place:
            if request.s is None or name is not None or request.keep is False:
                raise Fault("bad_request", "in_place: only with 's', without 'as' and 'keep'", "in_place")
            name = request.s
        return self._made(desk, request, name, keep=request.s is not None) | answer

    def _observe(self, request: Observe) -> Answer:
        desk = self._laid(request)
        return {"observation": desk.observation(request.seat).to_dict()}

    def _determinise(self, request: Determinise) -> Answer:
        edition = self._edition_of(request.edition)
        check_range(request.n, "n", 1, MOST_WORLDS)
        seed = self._seed_of(request.seed)
        try:
            observation = Observation.from_dict(edition, request.observation)
            worlds = draw_worlds(observation, request.n, seed)
            check_edition(worlds[:1], edition.to_rules())
        except LivingstoneError as error:
            raise Fault.of(error, "bad_observation", "observation") from None
        donations = tuple(tuple(money.events) for money in observation.money)
        luck = new_words(seed, Stream.PLAYER, 4)
        keep = request.keep
        if keep:
            self._check_room(request.n)
        made = []
        for world in range(request.n):
            state = State(edition, worlds[world : world + 1].copy(), _draw_seed(luck), donations)
            made.append(self._keep(state) if keep else self._desk(edition).lay(state).position())
        return {"s" if keep else "positions": made, "seed": str(seed)}

    def _playout(self, request: Playout) -> Answer:
        if request.policy not in POLICIES:
            hint = did_you_mean(request.policy, POLICIES) or f": expected {' or '.join(POLICIES)}"
            raise Fault("bad_request", f"policy: {quote(request.policy)} is unknown{hint}", "policy")
        handles = request.s if isinstance(request.s, list) else [request.s]
        if not handles:
            raise Fault("bad_request", "s: expected at least one state", "s")
        check_range(request.n, "n", 1, MOST_PLAYOUTS // len(handles))
        seed = self._seed_of(request.seed)
        states = [self._source(handle, request.position, request.edition, None) for handle in handles]
        edition = states[0].edition
        if any(
            state.edition != edition or len(state.donations) != len(states[0].donations) for state in states
        ):
            raise Fault("bad_request", "s: expected states of one edition and one number of players", "s")
        records = [self._after(state, request.actions) for state in states]
        means = play_out(records, edition.to_rules(), request.n, seed, request.policy)
        return {"playouts": request.n * len(records), **means._asdict(), "seed": str(seed)}

    def _result(self, request: Sourced) -> Answer:
        try:
            return {"result": result_json(self._laid(request).result())}
        except LivingstoneError as error:
            raise Fault.of(error, "not_over") from None

    def _drop(self, request: Drop) -> Answer:
        if request.all == (request.s is not None):
            raise Fault("bad_request", "expected either 's' or 'all': true", "s")
        before = len(self._states)
        if request.all:
            self._states.clear()
        for handle in request.s if isinstance(request.s, list) else [request.s]:
            if handle is not None:
                self._states.pop(handle, None)
        return {"dropped": before - len(self._states), "states": len(self._states)}

    def _ping(self, request: Request) -> Answer:
        return {
            "version": __version__,
            "edition": self.edition.name,
            "states": len(self._states),
            "most_states": self.most_states,
        }

    # ---------------------------------------------------------------- states

    def _source(
        self, handle: Handle | None, position: str | None, edition: EditionData | None, seed: Seed | None
    ) -> State:
        """The state that a request names."""
        if (handle is None) == (position is None):
            raise Fault("bad_request", "expected either 's' or 'position'", "s")
        if position is None:
            if edition is not None:
                raise Fault("bad_request", "edition: a kept state has its own", "edition")
            state = self._states.get(handle)  # type: ignore[arg-type]
            if state is None:
                raise Fault("unknown_state", f"s: no state {quote(handle)} is kept", "s")
            return state if seed is None else state._replace(seed=self._seed_of(seed))
        try:
            game = Game.from_position(position, self._edition_of(edition))
        except NotationError as error:
            raise as_position(error) from None
        donations = tuple(tuple(events) for events in game.donations)
        return State(game.edition, game.record, self._seed_of(seed), donations)

    def _laid(self, request: Sourced) -> Desk:
        state = self._source(request.s, request.position, request.edition, request.seed)
        return self._desk(state.edition).lay(state)

    def _after(self, state: State, forms: list[Any]) -> Array:
        """The record of a state after some steps."""
        if not forms:
            return state.record
        desk = self._desk(state.edition).lay(state)
        for number, form in enumerate(forms):
            self._numbered(desk, number, form, None)
        return desk.record

    def _numbered(self, desk: Desk, number: int, form: Any, chance: dict[str, Any] | None) -> Any:
        """A step of a list; its fault says which."""
        try:
            return step(desk, form, chance)
        except Fault as fault:
            raise Fault(fault.code, f"actions[{number}]: {fault}", "actions", fault.clause) from None

    def _made(self, desk: Desk, request: New | Apply, name: Handle | None, *, keep: bool = True) -> Answer:
        """The answer about the state that lies on the desk now, which is kept or else given as a position."""
        keep = keep if request.keep is None else request.keep
        if name is not None and request.keep is None:
            keep = True
        show = request.show if keep or "position" in request.show else [*request.show, "position"]
        answer = self._shown(desk, show)
        return {"s": self._keep(desk.lift(), name), **answer} if keep else answer

    def _keep(self, state: State, name: Handle | None = None) -> Handle:
        if isinstance(name, str) and not 0 < len(name) <= LONGEST_NAME:
            raise Fault("bad_request", f"as: expected a name of 1 to {LONGEST_NAME} characters", "as")
        if name is None or name not in self._states:
            self._check_room(1)
        if name is None:
            name = self._next
            self._next += 1
        self._states[name] = state
        return name

    def _check_room(self, wanted: int) -> None:
        if len(self._states) + wanted > self.most_states:
            raise Fault(
                "too_many_states",
                f"{len(self._states)} states are kept, {self.most_states} can be: drop some, "
                "or start with a larger --states",
            )

    def _shown(self, desk: Desk, show: list[Shown]) -> Answer:
        answer: Answer = {"phase": desk.phase.name.lower(), "seat": desk.seat}
        legal = desk.legal() if "legal" in show or "text" in show else []
        for what in show:
            if what == "legal":
                answer["legal"] = show_legal(legal)
            elif what == "text":
                answer["legal_text"] = [action.legal_text() for action in legal]
            elif what == "position":
                answer["position"] = desk.position()
            else:
                answer["state"] = plain_state(desk.record)
        return answer

    # ---------------------------------------------------------------- editions and seeds

    def _desk(self, edition: Edition) -> Desk:
        desk = self._desks.get(edition)
        if desk is None:
            if len(self._desks) >= _MOST_EDITIONS:
                self._desks.clear()
            desk = self._desks[edition] = Desk.of(edition)
        return desk

    def _edition_of(self, data: EditionData | None) -> Edition:
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

    def _seed_of(self, given: Seed | None) -> int:
        """A seed as given; the next one of the session when absent or ``"fresh"``."""
        if given is None or given == "fresh":
            return _draw_seed(self._words)
        try:
            return read_seed(given)
        except LivingstoneError as error:
            raise Fault("bad_request", str(error), "seed") from None


def _draw_seed(words: Any) -> int:
    return int(next_word(words)) | int(next_word(words)) << 32


def _refusal(number: object, fault: Fault) -> Answer:
    return {"id": number, "ok": False, "error": fault.to_dict()}
