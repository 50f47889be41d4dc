"""One bot process under test: like a session of the host, but with a hand on every byte, and more patient.

What a session would forfeit at once (a stray line, a second answer) is kept here, so that one habit fails the
check that is about it and not all of them.
"""

import contextlib
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from livingstone.engine.codec import dumps, loads
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import quote
from livingstone.engine.notation import Action
from livingstone.engine.observation_json import PHASES
from livingstone.engine.tally import SEAT_LETTERS
from livingstone.protocol import messages
from livingstone.protocol.answers import WrongAnswer, read_answer
from livingstone.protocol.channel import Closed, Late, LongLine
from livingstone.protocol.clock import MARGIN_MS, NS_PER_MS
from livingstone.protocol.lines import BadLine, decode_bot, encode, is_blank
from livingstone.protocol.process import BotProcess, Launch
from livingstone.protocol.reaper import TOKEN_NAME
from livingstone.protocol.session import HOST
from livingstone.protocol.termination import BotFault, HostStalled
from livingstone.protocol.version import FEATURES, SUPPORTED
from livingstone.tournaments.conformance.deviation import Deviation
from livingstone.tournaments.conformance.walk import Position, Walk

GAME: Final = "g-check"
_GRACE_MS: Final = 700
"""How long a bot that is late is listened to, to tell how late it was."""
_AFTER_EOF_MS: Final = 500
"""How long it is then listened to with its input closed: what lay in a buffer comes at once."""
_LONGEST_SHOWN: Final = 120
_BOT_TYPES: Final = ("hello", "error", "ready", "action", "ping", "pong", "log", "quit")
_Message = TypeVar("_Message", messages.BotHello, messages.Ready, messages.Action, messages.Pong)
Writer = Callable[[bytes], None]


class Noise(NamedTuple):
    """A line that is no message, and why not."""

    line: bytes
    problem: str


class Probe:
    """A started process. Its methods raise :class:`Deviation`; :meth:`close` leaves nothing of it."""

    def __init__(self, launch: Launch, limits: messages.BotLimits, answer_ms: int) -> None:
        self.limits = limits
        self.answer_ms = answer_ms
        self.hello: messages.BotHello | None = None
        self.features: tuple[str, ...] = ()
        self.noise: list[Noise] = []
        self.second_answers = 0
        """Answers to requests that were answered before."""
        self.took_ms = 0.0
        """From the last message's last byte to the newline of its answer."""
        self.last_id = 0
        self.answered: set[int] = set()
        """Ids of requests that need no answer any more."""
        self._events = 0
        try:
            self.process = BotProcess(launch)
        except BotFault as fault:
            raise Deviation(str(fault), "a program that can be started", "start") from None
        self._channel = self.process.channel
        self.writer: Writer = self.write
        """How a whole line goes out; a check may put its own in place."""

    # Bytes and messages

    def write(self, data: bytes) -> None:
        """Bytes as they are, as far as the bot reads them."""
        self._channel.send(data)

    def send(self, message: messages.HostMessage) -> None:
        """A message, through :attr:`writer`."""
        self.writer(encode(message))

    def next(self, limit_ms: float) -> messages.BotMessage | None:
        """The next message that is no log and no ping, None at the limit.

        Raises:
            Deviation: the process ended, or the line is a wrong message.
            HostStalled: the host was held up.
        """
        deadline = time.monotonic_ns() + int(limit_ms * NS_PER_MS)
        while True:
            try:
                line = self._channel.receive(deadline)
            except Late:
                if self._channel.stalled:
                    raise HostStalled("the host itself was held up") from None
                return None
            except LongLine:
                limit = self.limits.bot_line
                raise Deviation(f"a line of more than {limit} bytes", f"at most {limit}", "long") from None
            except Closed:
                raise Deviation(f"it {self._ending()}", "it to go on", "crash") from None
            message = None if is_blank(line) else self._read(line)
            if isinstance(message, messages.Ping):
                self.send(messages.Pong(id=message.id))
            elif message is not None and not isinstance(message, messages.Log):
                return message

    def expect(self, kind: type[_Message], limit_ms: int, what: str) -> _Message:
        """The next message, which must be of a kind; second answers to an old request are passed over."""
        started, heard = time.monotonic_ns(), len(self.noise)
        with contextlib.suppress(Late):  # then nothing will come either
            self._channel.finish_sending(started + (limit_ms + MARGIN_MS) * NS_PER_MS)
        started = max(started, self._channel.written_at)
        until = started + (limit_ms + MARGIN_MS) * NS_PER_MS
        while True:
            message = self.next((until - time.monotonic_ns()) / NS_PER_MS)
            if message is None:
                raise self._late(kind, limit_ms, what, heard)
            if isinstance(message, messages.Action) and message.id in self.answered:
                self.second_answers += 1
                continue
            if isinstance(message, kind):
                self.took_ms = (self._channel.read_at - started) / NS_PER_MS
                return message
            raise Deviation(f"{_shown(message)} instead of {what}", what)

    def silence(self, limit_ms: int, after: str) -> None:
        """Nothing may come but second answers, which are counted."""
        until = time.monotonic_ns() + limit_ms * NS_PER_MS
        while (message := self.next((until - time.monotonic_ns()) / NS_PER_MS)) is not None:
            if isinstance(message, messages.Action) and message.id in self.answered:
                self.second_answers += 1
                continue
            raise Deviation(f"{_shown(message)} after {after}", "nothing more")

    # The course of a session

    def greet(self) -> messages.BotHello:
        """Hello, hello, welcome."""
        self.send(messages.Hello(host=HOST, limits=self.limits))
        hello = self.expect(messages.BotHello, self.limits.hello_ms, "a hello")
        if hello.major not in SUPPORTED:
            known = " or ".join(map(str, SUPPORTED))
            raise Deviation(
                f"hello with major {hello.major}", f"major {known}, which the host supports", "hello"
            )
        self.hello = hello
        self.features = tuple(feature for feature in FEATURES if feature in hello.features)
        self.send(messages.Welcome(features=self.features))
        return hello

    def begin(self, walk: Walk, names: tuple[str, ...] | None = None, *, tries: int = 1) -> None:
        """A new game, and ready."""
        new_game = messages.NewGame(
            game=GAME,
            edition=walk.edition.to_dict(),
            players=walk.players,
            seat=walk.seat,
            names=names or tuple(SEAT_LETTERS[: walk.players]),
            seed=str(walk.seed),
            strict=tries == 1,
            tries=tries,
            time=messages.TimeControl(cap_ms=self.answer_ms),
        )
        self._events = 0
        self.send(new_game)
        self.expect(messages.Ready, self.limits.ready_ms, "ready")

    def tell(self, event: Mapping[str, Any]) -> None:
        """An event, if it asked for events."""
        if "events" in self.features:
            self._events += 1
            self.send(messages.Event(game=GAME, seq=self._events, event=dict(event)))

    def ask(self, position: Position, number: int | None = None) -> Action:
        """The bot's legal answer at a position; ``number``: the request's id, by default the next one."""
        self.last_id = self.last_id + 1 if number is None else number
        self.send(self.request(position))
        return self.answer(position)

    def answer(self, position: Position) -> Action:
        """The answer to the last request, legal at ``position``."""
        message = self.expect(messages.Action, self.answer_ms, f"an answer to request {self.last_id}")
        if message.id != self.last_id:
            raise Deviation(f"an answer with id {message.id}", f"id {self.last_id}, as in the request", "id")
        self.answered.add(message.id)
        observation, legal = position
        try:
            return read_answer(message.action, observation, legal)
        except WrongAnswer as error:
            phase, seats = PHASES[observation.phase], observation.players
            where = f"at {phase} in round {int(observation.record[0].round_number)} of {seats} players"
            raise Deviation(f"{quote(message.action)} {where}: {error}", "a legal action", "legal") from None

    def request(self, position: Position) -> messages.Request:
        """The request for a position, with the last id."""
        observation, legal = position
        return messages.Request(
            game=GAME,
            id=self.last_id,
            kind=PHASES[observation.phase],  # type: ignore[arg-type]
            observation=observation.to_dict(),
            legal=[entry.legal_json() for entry in legal],
            legal_text=[entry.legal_text() for entry in legal] if "text" in self.features else None,
            time=messages.RequestTime(
                cap_ms=self.answer_ms, bank_ms=None, increment_ms=0, deadline_ms=self.answer_ms
            ),
        )

    def game_over(self, walk: Walk) -> None:
        """The game is over."""
        self.send(messages.GameOver(game=GAME, **walk.game_over()))

    def play(self, walk: Walk, requests: int) -> list[Action]:
        """The first requests of a random game, answered legally."""
        self.begin(walk)
        answers: list[Action] = []
        for step in walk.steps():
            if len(answers) == requests:
                break
            if isinstance(step, Position):
                answers.append(self.ask(step))
            else:
                self.tell(step)
        return answers

    # The end

    def ended(self, limit_ms: int) -> bool:
        """Whether it ends by itself in time; what it still writes is thrown away."""
        return self._channel.drain(time.monotonic_ns() + limit_ms * NS_PER_MS)

    def how_it_ended(self) -> str:
        """``exited with code 0``, for example."""
        return self.process.how_it_ended()

    def stderr(self) -> list[str]:
        """The lines on its stderr so far."""
        return [line.rstrip() for line in self.process.stderr.text().splitlines() if line.strip()]

    def token(self) -> str | None:
        """What marks all its processes; None where the system does not tell."""
        with contextlib.suppress(OSError):
            for entry in Path(f"/proc/{self.process.pid}/environ").read_bytes().split(b"\0"):
                name, _, value = entry.partition(b"=")
                if name == TOKEN_NAME.encode():
                    return value.decode()
        return None

    def close(self) -> None:
        """End it; can be called again."""
        if self.process.is_running:
            self.write(encode(messages.Quit()))
            self.process.stop()

    def _read(self, line: bytes) -> messages.BotMessage | None:
        """A line as a message; one that is none at all is kept as noise."""
        try:
            return decode_bot(line)
        except BadLine as error:
            with contextlib.suppress(LivingstoneError):
                value = loads(line.strip(b"\r\n \t"))
                if isinstance(value, dict) and value.get("type") in _BOT_TYPES:
                    raise Deviation(str(error), "the fields of docs/protocol.md", "fields") from None
            self.noise.append(Noise(line, str(error)))
            return None

    def _late(self, kind: type[Any], limit_ms: int, what: str, heard: int) -> Deviation:
        """What to say of a bot that is late; closing its input shows whether its lines lay in a buffer.

        ``heard``: so many lines of noise had come before the wait; a later one may be a misspelt answer.
        """
        if self._channel.has_unsent:
            return Deviation(f"it did not read its input for {limit_ms} ms", what, "unread")
        if self._comes(kind, _GRACE_MS):
            after = (self._channel.read_at - self._channel.written_at) / NS_PER_MS
            return Deviation(f"nothing within {limit_ms} ms, but after {after:.0f} ms", what, "late")
        unfinished = self._channel.unfinished  # before the process ends and its output is thrown away
        self.process.end_input()
        if self._comes(kind, _AFTER_EOF_MS):
            seen = f"nothing within {limit_ms} ms, but {what} came as soon as its input was closed"
            return Deviation(seen, f"{what} at once", "flush")
        if len(self.noise) > heard:
            seen = f"no message within {limit_ms} ms, but a line: {self.noise[-1].problem}"
            return Deviation(seen, what, "noise")
        if unfinished:
            seen = f"{unfinished} bytes within {limit_ms} ms, but no LF after them"
            return Deviation(seen, what, "newline")
        return Deviation(f"nothing within {limit_ms} ms", what)

    def _comes(self, kind: type[Any], limit_ms: int) -> bool:
        """Whether a message of the kind still comes."""
        until = time.monotonic_ns() + limit_ms * NS_PER_MS
        with contextlib.suppress(Deviation, HostStalled):
            while (message := self.next((until - time.monotonic_ns()) / NS_PER_MS)) is not None:
                if isinstance(message, kind):
                    return True
        return False

    def _ending(self) -> str:
        fault = self.process.fault
        return self.how_it_ended() if fault is None else f"was killed, it {fault}"


def _shown(message: messages.BotMessage) -> str:
    kind = str(message.__struct_config__.tag)
    try:
        text = dumps(message).decode()
    except LivingstoneError:  # it can be read, but not written
        return kind
    return text if len(text) <= _LONGEST_SHOWN else kind
