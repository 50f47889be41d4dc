"""The bot's side of the protocol for bots written in Python with this package.

A bot has one method, ``choose(request)``; what else happens it hears where it has the method for it::

    from livingstone.protocol.serve import serve

    class MyBot:
        def choose(self, request):
            return request.legal[0]

    serve(MyBot(), name="my-bot", version="1.0")
"""

import functools
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO, Final, Protocol, runtime_checkable

from livingstone.engine.editions import Edition
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation
from livingstone.protocol import messages
from livingstone.protocol.answers import Answer
from livingstone.protocol.lines import BadLine, UnknownType, decode_host, encode, is_blank
from livingstone.protocol.version import MAJOR, PROTOCOL, UNSUPPORTED


class Question:
    """A request as a bot gets it; the parts are made when they are asked for."""

    def __init__(self, message: messages.Request, edition: Edition) -> None:
        self.message = message
        self._edition = edition

    @functools.cached_property
    def legal(self) -> list[Action]:
        """The legal list, as :meth:`livingstone.engine.game.Game.legal` gives it."""
        return [Action.from_legal_json(entry) for entry in self.message.legal]

    @functools.cached_property
    def observation(self) -> Observation:
        """What the seat knows."""
        return Observation.from_dict(self._edition, self.message.observation)

    @property
    def deadline_ms(self) -> int | None:
        """Time for the answer; None: no limit."""
        return self.message.time.deadline_ms


class Bot(Protocol):
    """What :func:`serve` needs."""

    def choose(self, request: Question) -> Answer:
        """The action: an :class:`Action`, its text or JSON, or an index of the legal list."""
        ...


@runtime_checkable
class Prepares(Protocol):
    """A bot that makes itself ready for a game."""

    def new_game(self, game: messages.NewGame) -> None:
        """Load and compile here: the clock does not run yet."""
        ...


@runtime_checkable
class Listens(Protocol):
    """A bot that hears the events; it should ask for the feature ``events``."""

    def event(self, event: Mapping[str, Any]) -> None:
        """Something happened at the table."""
        ...


@runtime_checkable
class Concludes(Protocol):
    """A bot that hears how a game ended."""

    def game_over(self, result: messages.GameOver) -> None:
        """The result."""
        ...


def serve(
    bot: Bot,
    *,
    name: str,
    version: str = "",
    author: str = "",
    features: Sequence[str] = (),
    stdin: BinaryIO | None = None,
    stdout: BinaryIO | None = None,
) -> int:
    """Answer a host until it quits; the exit code (0; 2 for a line that is no host's).

    What the bot prints goes to stderr: stdout belongs to the protocol. An exception of the bot passes through.
    """
    lines = sys.stdin.buffer if stdin is None else stdin
    out = _claim_stdout() if stdout is None else stdout
    hello = messages.BotHello(
        major=MAJOR,
        name=name,
        version=version,
        author=author,
        language="Python",
        features=tuple(features),
    )
    server = _Server(bot, hello, out)
    for line in iter(lines.readline, b""):
        code = None if is_blank(line) else server.hear(line)
        if code is not None:
            return code
    return 0


def _claim_stdout() -> BinaryIO:
    """The protocol's own stdout; whatever else is printed goes to stderr from now on."""
    sys.stdout.flush()
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return out


def _tell(message: messages.Error | messages.Reject) -> None:
    print(f"host: {message.code}: {message.message}", file=sys.stderr, flush=True)


_DONE: Final = 0
_NO_HOST: Final = 2


class _Server:
    """What the host said, answered."""

    def __init__(self, bot: Bot, hello: messages.BotHello, out: BinaryIO) -> None:
        self._bot = bot
        self._hello = hello
        self._out = out
        self._edition = Edition.load()

    def hear(self, line: bytes) -> int | None:
        """Answer one line; an exit code when it was the last."""
        try:
            message = decode_host(line)
        except UnknownType:
            return None  # of a newer minor version
        except BadLine as error:
            self._say(messages.Error(code="bad_line", message=str(error)))
            return _NO_HOST
        match message:
            case messages.Hello():
                return self._greet(message)
            case messages.NewGame():
                self._edition = Edition.from_dict(message.edition)
                if isinstance(self._bot, Prepares):
                    self._bot.new_game(message)
                self._say(messages.Ready())
            case messages.Request():
                self._answer(message)
            case messages.Event() if isinstance(self._bot, Listens):
                self._bot.event(message.event)
            case messages.GameOver() if isinstance(self._bot, Concludes):
                self._bot.game_over(message)
            case messages.Ping():
                self._say(messages.Pong(id=message.id))
            case messages.Quit():
                return _DONE
            case messages.Error():
                _tell(message)
            case messages.Reject():
                _tell(message)
                # The bot has no better idea; the first entry of the legal list is legal for sure.
                self._say(messages.Action(id=message.id, action=0))
            case _:
                pass
        return None

    def _greet(self, host: messages.Hello) -> int | None:
        if host.protocol == PROTOCOL and MAJOR in host.supported:
            self._say(self._hello)
            return None
        spoken = f"{PROTOCOL} {MAJOR}"
        self._say(messages.Error(code=UNSUPPORTED, message=f"this bot speaks {spoken}"))
        return _DONE  # a polite refusal is no failure

    def _answer(self, request: messages.Request) -> None:
        answer = self._bot.choose(Question(request, self._edition))
        action = answer.to_json() if isinstance(answer, Action) else answer
        if isinstance(action, Mapping):
            action = dict(action)
        elif not isinstance(action, int | str):
            action = list(action)
        self._say(messages.Action(id=request.id, action=action))

    def _say(self, message: messages.BotMessage) -> None:
        self._out.write(encode(message))
        self._out.flush()
