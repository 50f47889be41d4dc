"""Kept lines fed to a fresh bot: what the host said then, in the same order, and what the bot says now."""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import quote
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation
from livingstone.protocol import messages
from livingstone.protocol.answers import WrongAnswer, read_answer
from livingstone.protocol.clock import NS_PER_MS
from livingstone.protocol.dialogue import Dialogue
from livingstone.protocol.lines import BadLine, decode_bot, decode_host
from livingstone.protocol.process import BotProcess, Launch
from livingstone.protocol.termination import BotFault, Termination

_LIMITS: Final = messages.BotLimits()


class Exchange(NamedTuple):
    """A line of the host, and what the bot wrote before the next one."""

    line: bytes
    message: messages.HostMessage | None
    """None: of a type that is not known here."""
    answers: tuple[bytes, ...]
    where: str
    """File and line, for errors."""


class Reply(NamedTuple):
    """An answer to a request, now and then; as an action where it is a legal one, else as it came."""

    request: int
    now: str
    logged: str | None
    """None: it did not answer then."""
    used_ms: float

    @property
    def is_same(self) -> bool:
        """Whether both are the same action, in whatever form."""
        return self.now == self.logged


def read_lines(path: Path) -> list[Exchange]:
    """A file of :class:`livingstone.tournaments.hosting.LineLog`. Raises LivingstoneError naming the line."""
    exchanges: list[Exchange] = []
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise LivingstoneError(f"{path}: {error.strerror}") from None
    for number, line in enumerate(lines, 1):
        mark, text = line[:2], line[2:] + b"\n"
        if mark == b"> ":
            where = f"{path}, line {number}"
            exchanges.append(Exchange(text, _decoded(text, where), (), where))
        elif mark == b"< " and exchanges:
            last = exchanges[-1]
            exchanges[-1] = last._replace(answers=(*last.answers, text))
        elif line.strip():
            shown = quote(line.decode(errors="replace"))
            raise LivingstoneError(f"{path}, line {number}: {shown}, expected '> ' or '< ' and a message")
    if not exchanges:
        raise LivingstoneError(f"{path}: no lines, expected those of --log-lines")
    return exchanges


def _decoded(line: bytes, where: str) -> messages.HostMessage | None:
    try:
        return decode_host(line)
    except BadLine as error:
        if type(error) is not BadLine:
            return None
        raise LivingstoneError(f"{where}: {error}") from None


@dataclass
class LineReplay:
    """One bot going through the lines again."""

    exchanges: Sequence[Exchange]
    launch: Launch
    has_own_limit: bool = False
    """Whether ``limit_ms`` stands in place of what the lines say."""
    limit_ms: int | None = None
    """For each answer; None: no limit."""
    fault: BotFault | None = None
    """What ended it before the end."""
    lacking: tuple[str, ...] = ()
    """Features that the bot asks for and that the session of the lines had not: it may wait for them in vain."""
    stderr: str = ""
    """Of the bot, when it has ended."""
    verdict: messages.Error | None = None
    """What the host said then when the bot failed."""
    _edition: Edition = field(default_factory=Edition.load)
    _request: messages.Request | None = None
    """The last one."""

    def run(self, until: int | None = None) -> Iterator[Reply]:
        """The answers in order, until request ``until``, the end of the lines or a fault.

        Raises:
            LivingstoneError: for a line that no host says there, as in a file that was edited.
            HostStalled: when the host was held up, so that nobody can say whether the bot was late.
        """
        try:
            process = BotProcess(self.launch)
        except BotFault as fault:
            self.fault = fault
            return
        dialogue = Dialogue(process)
        try:
            for place, exchange in enumerate(self.exchanges):
                try:
                    reply = self._feed(dialogue, exchange, is_rejected=self._rejects(place + 1))
                except LivingstoneError as error:
                    raise LivingstoneError(f"{exchange.where}: {error}") from None
                if reply is not None:
                    yield reply
                    if reply.request == until:
                        break
        except BotFault as fault:
            self.fault = fault
        finally:
            with contextlib.suppress(BotFault):
                dialogue.send(messages.Quit())
            process.stop()
            self.stderr = process.stderr.text()

    def _rejects(self, place: int) -> bool:
        return place < len(self.exchanges) and isinstance(self.exchanges[place].message, messages.Reject)

    def _feed(self, dialogue: Dialogue, exchange: Exchange, *, is_rejected: bool) -> Reply | None:
        match exchange.message:
            case messages.Hello() as hello:
                wait = dialogue.post(exchange.line, self._ns(_LIMITS.hello_ms), "hello")
                answer = dialogue.expect(messages.BotHello, wait)
                self.lacking = self._lacking(set(answer.features) & set(hello.features))
            case messages.NewGame() as game:
                self._edition = Edition.from_dict(game.edition)
                dialogue.expect(
                    messages.Ready, dialogue.post(exchange.line, self._ns(_LIMITS.ready_ms), "ready")
                )
            case messages.Ping():
                dialogue.expect(messages.Pong, dialogue.post(exchange.line, self._ns(1000), "pong"))
            case messages.Request() as request:
                self._request = request
                dialogue.catch_up(f"before request {request.id}")
                dialogue.last_id = request.id
                return self._ask(dialogue, exchange, is_rejected=is_rejected)
            case messages.Reject():
                return self._ask(dialogue, exchange, is_rejected=is_rejected)
            case messages.Error() as error:
                self.verdict = error
            case messages.Quit():
                pass
            case _:
                dialogue.write(exchange.line)
        return None

    def _lacking(self, asked: set[str]) -> tuple[str, ...]:
        told = next((e.message for e in self.exchanges if isinstance(e.message, messages.Welcome)), None)
        return () if told is None else tuple(sorted(asked.difference(told.features)))

    def _ask(self, dialogue: Dialogue, exchange: Exchange, *, is_rejected: bool) -> Reply:
        """Wait for the answer that is due."""
        request = self._request
        if request is None:
            raise LivingstoneError("'reject' is not due: expected a request before it")
        what = f"request {request.id}"
        wait = dialogue.post(exchange.line, self._ns(request.time.deadline_ms), what)
        answer = dialogue.answer(wait)
        used = dialogue.channel.read_at - wait.started
        then = next((old for line in exchange.answers if (old := _old_answer(line, request.id))), None)
        now, problem = self._read(answer, request)
        if problem is not None and not is_rejected:
            raise BotFault(Termination.ILLEGAL, f"{what}: {problem}")
        return Reply(
            request.id, now, None if then is None else self._read(then, request)[0], used / NS_PER_MS
        )

    def _ns(self, limit_ms: int | None) -> int | None:
        limit = self.limit_ms if self.has_own_limit else limit_ms
        return None if limit is None else limit * NS_PER_MS

    def _read(self, answer: messages.Action, request: messages.Request) -> tuple[str, str | None]:
        """The action's text, and what is wrong with it."""
        seen = Observation.from_dict(self._edition, request.observation)
        legal = [Action.from_legal_json(entry) for entry in request.legal]
        try:
            return str(read_answer(answer.action, seen, legal)), None
        except WrongAnswer as error:
            return quote(answer.action), str(error)


def _old_answer(line: bytes, request: int) -> messages.Action | None:
    """What a kept line answered to a request, if it did."""
    with contextlib.suppress(BadLine):
        message = decode_bot(line)
        if isinstance(message, messages.Action) and message.id == request:
            return message
    return None
