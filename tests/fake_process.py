"""A bot within the test: real pipes, and a function in place of the program. Thousands of sessions run in seconds."""

import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from unittest.mock import patch

from livingstone.engine.codec import dumps, loads
from livingstone.protocol.channel import Channel, HeadAndTail
from livingstone.protocol.process import Launch
from livingstone.protocol.session import Session
from livingstone.protocol.termination import BotFault

Respond = Callable[[dict[str, Any]], bytes]
"""A message of the host to what the bot writes before it reads the next."""


class FakeProcess:
    """What a session needs of a :class:`livingstone.protocol.process.BotProcess`."""

    def __init__(self, respond: Respond, *, one_answer: bool = False) -> None:
        self._respond = respond
        self._one_answer = one_answer
        self._input, stdin = os.pipe()
        stdout, self.output = os.pipe()
        stderr, self._errors = os.pipe()
        self._ends = [self._input, stdin, stdout, self.output, stderr, self._errors]
        os.set_blocking(self._input, False)
        if hasattr(fcntl, "F_SETPIPE_SZ"):
            fcntl.fcntl(
                self.output, fcntl.F_SETPIPE_SZ, 1 << 20
            )  # an answer is written at once, nobody reads yet
        self.channel = Channel(stdin, stdout, stderr, None, lambda: False)
        self.fault: BotFault | None = None
        self.idle_spell = 0
        self.is_running = True
        self.stderr = HeadAndTail()
        self.heard: list[dict[str, Any]] = []
        """What the host said."""

    def tap(self, direction: str, line: bytes) -> None:
        """The host's line is seen just before it is written; the answer is there as soon as the host looks."""
        if direction == ">":
            with suppress(BlockingIOError):
                os.read(self._input, 1 << 20)
            self.heard.append(loads(line))
            answer = self._respond(self.heard[-1])
            if answer and self.output in self._ends:
                os.write(self.output, answer)
                if self._one_answer:
                    self.end()

    def end(self) -> None:
        """Nothing more will come."""
        self._close(self.output)

    def how_it_ended(self) -> str:
        """For the text of a fault."""
        return "exited with code 0"

    def stop(self) -> None:
        """Close everything."""
        self.is_running = False
        for end in list(self._ends):
            self._close(end)

    def _close(self, end: int) -> None:
        if end in self._ends:
            self._ends.remove(end)
            os.close(end)


def fake_session(respond: Respond, *, one_answer: bool = False) -> tuple[Session, FakeProcess]:
    """A session with a bot that is this function. ``one_answer``: its output ends after the first."""
    process = FakeProcess(respond, one_answer=one_answer)
    with patch("livingstone.protocol.session.BotProcess", lambda _: process):
        return Session(Launch(("fake",)), tap=process.tap), process


def message(kind: str, **fields: Any) -> bytes:
    """A line of a bot."""
    return dumps({"type": kind, **fields}, newline=True)


def honest(**answers: Callable[[dict[str, Any]], bytes]) -> Respond:
    """A bot that plays the first of the list; ``request=...`` and so on replace what it says to that type."""
    replies: dict[str, Callable[[dict[str, Any]], bytes]] = {
        "hello": lambda _: message("hello", major=1, name="fake", features=["events", "text", "telepathy"]),
        "new_game": lambda _: message("ready"),
        "request": lambda request: message("action", id=request["id"], action=0),
        "ping": lambda ping: message("pong", id=ping["id"]),
    }
    replies |= answers
    return lambda said: replies.get(said["type"], lambda _: b"")(said)
