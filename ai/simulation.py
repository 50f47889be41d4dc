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
    MOST_PLAYOUTS,
    MOST_WORLDS,
    Apply,
    Determinise,
    Drop,
    Fault,
    Handle,
    Look,
    New,
    Observe,
    Playout,
    Request,
    Shown,
    Sourced,
    check_range,
    named_field,
    read_request,
)
from livingstone.ai.simulation_shelf import Shelf, draw_seed
from livingstone.ai.simulation_state import Desk, State, plain_state
from livingstone.ai.simulation_steps import roll_due, show_legal, step
from livingstone.engine.codec import dumps, loads
from livingstone.engine.constants import Stream
from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.game import Game, read_seed
from livingstone.engine.layout import Array
from livingstone.engine.names import did_you_mean, quote
from livingstone.engine.observation import Observation
from livingstone.engine.position_fit import check_edition
from livingstone.engine.record_lines import result_json
from livingstone.engine.rng import new_words

LONGEST_LINE: Final = 1 << 20
"""Bytes of a request, its line end included."""
MOST_STATES: Final = 50_000
"""Kept at once unless the caller says otherwise; about 3 kB each."""
Answer = dict[str, Any]


class Simulation:
    """One session: its kept states, its edition for requests that name none, its source of seeds."""

    def __init__(self, edition: Edition, seed: int | None = None, most_states: int = MOST_STATES) -> None:
        """``seed``: of everything drawn where a request gives no seed; drawn itself when absent."""
        self._shelf = Shelf(edition, read_seed(seed), most_states)
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
        items = request["batch"]
        try:
            number = _id_of(request)
        except Fault as fault:
            return _refusal(None, fault)
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
        number = None
        try:
            number = _id_of(data)
            if not isinstance(data, dict):
                raise Fault("bad_request", f"{quote(data)} is no request: expected an object")
            if "batch" in data:
                raise Fault("bad_request", "batch: not within a batch", "batch")
            request = read_request(data)
            return {"id": number, "ok": True, **self._do[request.do](request)}
        except LivingstoneError as error:
            field = named_field(error, data) if isinstance(data, dict) else None
            return _refusal(number, Fault.of(error, field=field))
        except Exception as error:  # noqa: BLE001 - the service outlives a fault of its own, and tells of it
            traceback.print_exc(file=sys.stderr)
            return _refusal(number, Fault("internal", f"{type(error).__name__}: {error}"))

    # ---------------------------------------------------------------- requests

    def _new(self, request: New) -> Answer:
        edition = self._shelf.edition_of(request.edition)
        game = Game.new(request.players, edition, self._shelf.seed_of(request.seed), request.start)
        desk = self._shelf.desk(edition).lay(
            State(edition, game.record, game.seed or 0, ((),) * game.players)
        )
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
        edition = self._shelf.edition_of(request.edition)
        check_range(request.n, "n", 1, MOST_WORLDS)
        seed = self._shelf.seed_of(request.seed)
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
            self._shelf.check_room(request.n)
        made = []
        for world in range(request.n):
            state = State(edition, worlds[world : world + 1].copy(), draw_seed(luck), donations)
            made.append(self._shelf.keep(state) if keep else self._shelf.desk(edition).lay(state).position())
        return {"s" if keep else "positions": made, "seed": str(seed)}

    def _playout(self, request: Playout) -> Answer:
        if request.policy not in POLICIES:
            hint = did_you_mean(request.policy, POLICIES) or f": expected {' or '.join(POLICIES)}"
            raise Fault("bad_request", f"policy: {quote(request.policy)} is unknown{hint}", "policy")
        handles = request.s if isinstance(request.s, list) else [request.s]
        if not handles:
            raise Fault("bad_request", "s: expected at least one state", "s")
        check_range(request.n, "n", 1, MOST_PLAYOUTS // len(handles))
        seed = self._shelf.seed_of(request.seed)
        states = [self._shelf.source(handle, request.position, request.edition, None) for handle in handles]
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
        before = len(self._shelf.states)
        if request.all:
            self._shelf.states.clear()
        for handle in request.s if isinstance(request.s, list) else [request.s]:
            if handle is not None:
                self._shelf.states.pop(handle, None)
        return {"dropped": before - len(self._shelf.states), "states": len(self._shelf.states)}

    def _ping(self, request: Request) -> Answer:
        return {
            "version": __version__,
            "edition": self._shelf.edition.name,
            "states": len(self._shelf.states),
            "most_states": self._shelf.most_states,
        }

    # ---------------------------------------------------------------- states

    def _laid(self, request: Sourced) -> Desk:
        state = self._shelf.source(request.s, request.position, request.edition, request.seed)
        return self._shelf.desk(state.edition).lay(state)

    def _after(self, state: State, forms: list[Any]) -> Array:
        """The record of a state after some steps."""
        if not forms:
            return state.record
        desk = self._shelf.desk(state.edition).lay(state)
        for number, form in enumerate(forms):
            self._numbered(desk, number, form, None)
        return desk.lift().record

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
        return {"s": self._shelf.keep(desk.lift(), name), **answer} if keep else answer

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


def _id_of(data: object) -> object:
    """What the answer repeats. Raises :class:`Fault` for an id that could not be written there."""
    number = data.get("id") if isinstance(data, dict) else None
    if isinstance(number, list | dict):
        try:
            dumps({"batch": [{"id": number}]})  # as deep as it will stand
        except LivingstoneError as error:
            raise Fault("bad_request", f"id: {error}", "id") from None
    return number


def _refusal(number: object, fault: Fault) -> Answer:
    return {"id": number, "ok": False, "error": fault.to_dict()}
