"""Lines to a bot and messages from it, each wait with one absolute deadline; every failure gets its class.

Times are nanoseconds of ``time.monotonic_ns``.
"""

import time
from collections.abc import Callable
from typing import Final, NoReturn, TypeVar

from livingstone.engine.names import quote
from livingstone.protocol import messages
from livingstone.protocol.channel import Closed, Late, LongLine
from livingstone.protocol.clock import MARGIN_MS, NS_PER_MS
from livingstone.protocol.lines import BadLine, decode_bot, encode, is_blank
from livingstone.protocol.process import BotProcess
from livingstone.protocol.termination import BotFault, HostStalled, Termination
from livingstone.protocol.version import UNSUPPORTED

Tap = Callable[[str, bytes], None]
"""Sees every line: ``">"`` to the bot or ``"<"`` from it, and the bytes with their LF."""
MARGIN_NS: Final = MARGIN_MS * NS_PER_MS
_LOGS_KEPT: Final = 1000
_MOST_ASIDES: Final = 10_000
"""Lines between two answers that answer nothing: more would keep host and logs busy for as long as time lasts."""
_LAST_WORDS: Final = 200
"""Characters quoted of why a bot ended: the line of a traceback is worth reading whole."""
_Message = TypeVar("_Message", messages.BotHello, messages.Ready, messages.Pong)


class Wait:
    """One wait for an answer: since when, how long it may take, and what for."""

    __slots__ = ("deadline", "limit_ns", "started", "what")

    def __init__(self, what: str, limit_ns: int | None, started: int) -> None:
        self.what = what
        self.limit_ns = limit_ns
        self.started = started
        self.deadline = None if limit_ns is None else started + limit_ns + MARGIN_NS


class Dialogue:
    """The conversation with one process. Its methods raise BotFault for whatever the bot does wrong."""

    def __init__(self, process: BotProcess, tap: Tap | None = None) -> None:
        self.process = process
        self.channel = process.channel
        self.last_id = 0
        """The last request that was sent; earlier ones are stale."""
        self.stale_answers = 0
        """Answers to requests that were answered before: ignored, but not in order."""
        self.logs: list[str] = []
        """What the bot asked to be logged, the first thousand."""
        self._tap = tap
        self._asides = 0

    def send(self, message: messages.HostMessage) -> None:
        """Send without waiting for anything."""
        self.write(encode(message))

    def write(self, line: bytes) -> None:
        """Send a line as far as the bot reads it; nothing is waited for."""
        if self._tap is not None:
            self._tap(">", line)
        self.channel.send(line)

    def post(self, line: bytes, limit_ns: int | None, what: str) -> Wait:
        """Send a line to its last byte, from which the time counts."""
        started = time.monotonic_ns()
        if line:
            self.write(line)
        if self.channel.has_unsent:
            wait = Wait(f"{what}: it does not read its input", limit_ns, started)
            try:
                self.channel.finish_sending(wait.deadline)
            except Late:
                self._late(wait)
        self._check_alive(what)
        return Wait(what, limit_ns, max(started, self.channel.written_at))

    def expect(self, kind: type[_Message], wait: Wait) -> _Message:
        """The next message that is no aside; it must be of this kind."""
        while True:
            message = self.receive(wait)
            if isinstance(message, kind):
                self._asides = 0
                return message
            self._aside(message, wait.what, due=str(kind.__struct_config__.tag))

    def answer(self, wait: Wait) -> messages.Action:
        """The answer to the last request."""
        while True:
            message = self.receive(wait)
            if isinstance(message, messages.Action) and message.id == self.last_id:
                self._asides = 0
                return message
            self._aside(message, wait.what, due="action")

    def catch_up(self, what: str) -> None:
        """Hear what the bot said unasked, so that nothing of it can pass for an answer to come."""
        self.channel.look()
        while self.channel.has_line:
            message = self._next(Wait(what, None, 0))
            if message is not None:
                self._aside(message, what, due="nothing")

    def receive(self, wait: Wait) -> messages.BotMessage:
        """The next message, whatever it is."""
        while True:
            message = self._next(wait)
            if message is not None:
                return message

    def _next(self, wait: Wait) -> messages.BotMessage | None:
        """The next line's message; None if the line is blank."""
        try:
            line = self.channel.receive(wait.deadline)
        except Late:
            self._late(wait)
        except LongLine:
            self._check_alive(wait.what)
            text = f"{wait.what}: a line of more than {self.channel.longest} bytes"
            raise BotFault(Termination.BAD_LINE, text) from None
        except Closed:
            self._check_alive(wait.what)
            raise BotFault(Termination.CRASHED, f"{wait.what}: {self._ending()}") from None
        if self._tap is not None:
            self._tap("<", line)
        if is_blank(line):
            self._count_aside(wait.what)
            return None
        try:
            return decode_bot(line)
        except BadLine as error:
            raise BotFault(Termination.BAD_LINE, f"{wait.what}: {error}") from None

    def _count_aside(self, what: str) -> None:
        self._asides += 1
        if self._asides > _MOST_ASIDES:
            text = f"{what}: more than {_MOST_ASIDES} lines that answer nothing"
            raise BotFault(Termination.BAD_LINE, text)

    def _aside(self, message: messages.BotMessage, what: str, *, due: str) -> None:
        """What a bot may say at any time, though not without end; anything else but ``due`` is a fault."""
        self._count_aside(what)
        match message:
            case messages.Log():
                if len(self.logs) < _LOGS_KEPT:
                    self.logs.append(message.message)
            case messages.Ping():
                self.send(messages.Pong(id=message.id))
            case messages.Pong():
                pass
            case messages.Action() if 0 < message.id <= self.last_id:
                self.stale_answers += 1
            case messages.Action():
                last = f"the last one was {self.last_id}" if self.last_id else "nothing was asked yet"
                raise BotFault(Termination.BAD_LINE, f"{what}: it answered request {message.id}, {last}")
            case messages.Quit():
                raise BotFault(Termination.RESIGNED, f"{what}: it quit")
            case messages.Error():
                text = f"{what}: it gave up: {quote(message.message, _LAST_WORDS)}"
                code = UNSUPPORTED if message.code == UNSUPPORTED else ""
                raise BotFault(Termination.RESIGNED, text, code)
            case _:
                kind = message.__struct_config__.tag
                raise BotFault(Termination.BAD_LINE, f"{what}: {quote(kind)} is not due: expected {due}")

    def _late(self, wait: Wait) -> NoReturn:
        self._check_alive(wait.what)
        waited = (time.monotonic_ns() - wait.started) // NS_PER_MS
        measured = f"{waited} ms (limit {(wait.limit_ns or 0) // NS_PER_MS} ms)"
        if self.channel.stalled:
            raise HostStalled(f"{wait.what}: no answer after {measured}, but the host itself was held up")
        part = self.channel.unfinished
        hint = f": {part} bytes came, but no LF after them" if part else ""
        raise BotFault(Termination.TIMEOUT, f"{wait.what}: no answer after {measured}{hint}")

    def _check_alive(self, what: str) -> None:
        """A fault that the watchdog found comes before whatever followed from it."""
        fault = self.process.fault
        if fault is not None:
            raise BotFault(fault.termination, f"{what}: it {fault}")
        if not self.channel.input_closed:
            return
        self.channel.look()  # what it said at last explains more than how it ended
        if not self.channel.has_line:
            raise BotFault(Termination.CRASHED, f"{what}: {self._ending()}")

    def _ending(self) -> str:
        how = self.process.how_it_ended()
        last = self.process.stderr.last_line()
        return f"it {how}; its stderr ends {quote(last, _LAST_WORDS)}" if last else f"it {how}"
