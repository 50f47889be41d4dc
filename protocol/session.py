"""A bot as its host talks to it: greeting, games, requests and answers.

Whatever a bot does wrong comes out as :class:`BotFault`; the host itself never fails by it.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from livingstone import __version__
from livingstone.engine.codec import Fragment, dumps
from livingstone.engine.constants import Kind
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation
from livingstone.engine.observation_json import PHASES
from livingstone.protocol import messages
from livingstone.protocol.answers import WrongAnswer, read_answer
from livingstone.protocol.clock import NS_PER_MS, Clock
from livingstone.protocol.dialogue import Dialogue, Tap
from livingstone.protocol.lines import encode
from livingstone.protocol.process import BotProcess, Launch
from livingstone.protocol.termination import BotFault, Termination
from livingstone.protocol.version import FEATURES, NOTE_BYTES, SUPPORTED, UNSUPPORTED

# The same entries come again and again: made and encoded once they take a tenth of the time.
_LEGAL_JSON: Final[Callable[[Action], Any]] = lru_cache(maxsize=8192)(
    lambda entry: Fragment(dumps(Action.legal_json(entry)))
)
_LEGAL_TEXT: Final = lru_cache(maxsize=8192)(Action.legal_text)
HOST: Final = messages.HostInfo(name="livingstone-ai", version=__version__)


class Reply(NamedTuple):
    """A legal answer."""

    action: Action
    used_ns: int
    """From the last byte of the request to the newline of the answer."""
    note: str = ""
    evaluation: messages.Evaluation | None = None


class Session:
    """One bot process from its start to its end.

    Every method but :meth:`close` can raise BotFault; the process is ended before the fault is raised, and the
    bot has been told why where it could still be told.
    """

    def __init__(
        self, launch: Launch, limits: messages.BotLimits | None = None, tap: Tap | None = None
    ) -> None:
        self.limits = limits or messages.BotLimits(memory_mb=launch.memory_mb, threads=launch.threads)
        self.process = BotProcess(launch)
        self.dialogue = Dialogue(self.process, tap)
        self.hello = messages.BotHello(major=0, name="?")
        """What the bot said of itself."""
        self.features: tuple[str, ...] = ()
        self._name = ""
        self._tries = 1
        self._clock = Clock(messages.TimeControl())
        self._events = 0
        self._spells = 0
        self._pings = 0

    def greet(self) -> messages.BotHello:
        """Hello, hello, welcome. All faults here are ``not_started``."""
        try:
            greeting = encode(messages.Hello(host=HOST, limits=self.limits))
            wait = self.dialogue.post(greeting, self.limits.hello_ms * NS_PER_MS, "hello")
            hello = self.dialogue.expect(messages.BotHello, wait)
            if hello.major not in SUPPORTED:
                known = ", ".join(map(str, SUPPORTED))
                text = f"hello: major {hello.major}, expected {known}"
                raise BotFault(Termination.NOT_STARTED, text, UNSUPPORTED)
        except BotFault as fault:
            self._abandon(fault)
            raise BotFault(Termination.NOT_STARTED, str(fault)) from None
        self.hello = hello
        self.features = tuple(feature for feature in FEATURES if feature in hello.features)
        self.dialogue.send(messages.Welcome(features=self.features))
        return hello

    def new_game(self, game: messages.NewGame) -> None:
        """Announce a game and wait until the bot is ready."""
        self._name, self._tries = game.game, 1 if game.strict else game.tries
        self._clock = Clock(game.time)
        self._events = 0
        self.process.idle_spell = 0
        try:
            wait = self.dialogue.post(encode(game), self.limits.ready_ms * NS_PER_MS, "ready")
            self.dialogue.expect(messages.Ready, wait)
        except BotFault as fault:
            self._abandon(fault)
            raise

    def tell(self, event: Mapping[str, Any]) -> None:
        """An event, as this seat sees it; nothing is sent to a bot that did not ask for events."""
        if "events" in self.features:
            self._events += 1
            self.dialogue.send(messages.Event(game=self._name, seq=self._events, event=dict(event)))

    def ask(self, observation: Observation, legal: Sequence[Action]) -> Reply:
        """The bot's action, and the time it took from its clock.

        Raises:
            BotFault: for any fault of the bot.
            HostStalled: when the host was held up, so that nobody can say whether the bot was late.
        """
        try:
            self.dialogue.catch_up(f"before request {self.dialogue.last_id + 1}")
            self.dialogue.last_id += 1
            self.process.idle_spell = 0
            reply = self._asked(observation, legal)
        except BotFault as fault:
            self._abandon(fault)
            raise
        self._spells += 1
        self.process.idle_spell = self._spells
        if reply.action.kind in (Kind.END, Kind.PASS):
            self._clock.end_turn()
        return reply

    def game_over(self, message: messages.GameOver) -> None:
        """Tell the result; no answer."""
        self.process.idle_spell = 0
        self.dialogue.send(message)

    def ping(self, timeout_ms: int = 1000) -> float:
        """Milliseconds until the pong."""
        self._pings += 1
        try:
            wait = self.dialogue.post(encode(messages.Ping(id=self._pings)), timeout_ms * NS_PER_MS, "pong")
            while self.dialogue.expect(messages.Pong, wait).id != self._pings:
                pass
        except BotFault as fault:
            self._abandon(fault)
            raise
        return (time.monotonic_ns() - wait.started) / NS_PER_MS

    def close(self) -> None:
        """End the bot; afterwards none of its processes is left. Can be called again."""
        if self.process.is_running:
            try:
                self.dialogue.send(messages.Quit())
            finally:  # also where a tap fails, as a log of lines does on a full disk
                self.process.stop()

    def _asked(self, observation: Observation, legal: Sequence[Action]) -> Reply:
        """The answer, after as many tries as the game allows."""
        line = self._request(observation, legal)
        what = f"request {self.dialogue.last_id}"
        for tries_left in range(self._tries - 1, -1, -1):
            wait = self.dialogue.post(line, self._clock.left_ns, what)
            answer = self.dialogue.answer(wait)
            used = max(0, self.dialogue.channel.read_at - wait.started)
            self._clock.spend(used)
            if answer.note is not None and len(answer.note.encode()) > NOTE_BYTES:
                raise BotFault(Termination.BAD_LINE, f"{what}: a note of more than {NOTE_BYTES} bytes")
            try:
                action = read_answer(answer.action, observation, legal)
            except WrongAnswer as error:
                if not tries_left:
                    raise BotFault(Termination.ILLEGAL, f"{what}: {error}") from None
                code = Termination.ILLEGAL if error.clause else "bad_answer"
                line = encode(
                    messages.Reject(id=answer.id, code=code, message=str(error), tries_left=tries_left)
                )
                continue
            return Reply(action, used, answer.note or "", answer.evaluation)
        raise AssertionError("the last try returns or raises")

    def _request(self, observation: Observation, legal: Sequence[Action]) -> bytes:
        request = messages.Request(
            game=self._name,
            id=self.dialogue.last_id,
            kind=PHASES[observation.phase],  # type: ignore[arg-type]
            observation=observation.to_encodable(),
            legal=[_LEGAL_JSON(entry) for entry in legal],
            legal_text=[_LEGAL_TEXT(entry) for entry in legal] if "text" in self.features else None,
            time=self._clock.to_message(),
        )
        return encode(request)

    def _abandon(self, fault: BotFault) -> None:
        """Tell the bot why, and end it."""
        try:
            self.dialogue.send(messages.Error(code=fault.code, message=str(fault)))
        finally:
            self.close()
