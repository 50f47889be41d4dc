"""The three pipes of a bot, never blocking: lines out, lines in with one absolute deadline, stderr always drained.

POSIX only (``poll`` on pipes). Times are nanoseconds of ``time.monotonic_ns``.
"""

import contextlib
import os
import select
import time
from collections.abc import Callable
from typing import Final, NoReturn

from livingstone.protocol.version import BOT_LINE_BYTES

STDERR_KEPT: Final = 64 * 1024
"""Bytes kept of the beginning and of the end of stderr."""
SILENT_STALL_NS: Final = 200_000_000
"""Looking so long after the deadline and finding nothing, the host was held up, perhaps the bot with it."""
FOUND_STALL_NS: Final = 5_000_000
"""Looking so long after the deadline and finding a line, the host cannot say when it came."""
_CHUNK: Final = 1 << 16
_SLICE_MS: Final = 50
"""Where the system cannot signal a process's end (no pidfd), we look this often."""


class Late(Exception):
    """The deadline passed without a complete line."""


class Closed(Exception):
    """No line can come any more: the process ended, or closed its output."""


class LongLine(Exception):
    """A line goes beyond the limit."""


class HeadAndTail:
    """The beginning and the end of a stream of any length."""

    def __init__(self, kept: int = STDERR_KEPT) -> None:
        self._kept = kept
        self._head = bytearray()
        self._tail = bytearray()
        self.size = 0

    def add(self, data: bytes) -> None:
        """More of the stream."""
        self.size += len(data)
        room = self._kept - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        if len(self._tail) > 2 * self._kept:
            del self._tail[: -self._kept]

    def text(self) -> str:
        """What was kept; a line says how much is missing between."""
        tail = bytes(self._tail[-self._kept :])
        missing = self.size - len(self._head) - len(tail)
        gap = f"\n[... {missing} bytes left out ...]\n".encode() if missing else b""
        return (bytes(self._head) + gap + tail).decode(errors="replace")

    def last_line(self) -> str:
        """The last line that is not blank; empty if there is none."""
        lines = [line.strip() for line in self.text().splitlines() if line.strip()]
        return lines[-1] if lines else ""


class Channel:
    """The pipes; made from descriptors that the channel makes non-blocking and does not close.

    ``pidfd``: becomes readable when the process ends (Linux), else None and ``has_ended`` is asked.
    """

    def __init__(
        self, stdin: int, stdout: int, stderr: int, pidfd: int | None, has_ended: Callable[[], bool]
    ) -> None:
        self._stdin, self._stdout, self._stderr, self._pidfd = stdin, stdout, stderr, pidfd
        self._has_ended = has_ended
        self.longest = BOT_LINE_BYTES
        """Bytes that a line may have, its LF included."""
        self._out = bytearray()
        self._in = bytearray()
        self._searched = 0
        self._poll = select.poll()
        for fd in (stdin, stdout, stderr):
            os.set_blocking(fd, False)
        for fd in (stdout, stderr, *(() if pidfd is None else (pidfd,))):
            self._poll.register(fd, select.POLLIN)
        self._awaits_room = False
        """Whether the poll watches for room in the bot's input."""
        self._ended = False
        self._taken_at = 0
        """When the last line was handed out; what the host does with one is not waiting."""
        self.output_closed = False
        self.input_closed = False
        self.written_at = 0
        """When the last byte of the last line was written."""
        self.read_at = 0
        """When the last bytes of output were read."""
        self.stalled = False
        """Whether the host was held up, so that the last ``Late`` may not be the bot's fault."""
        self.stderr = HeadAndTail()

    @property
    def has_unsent(self) -> bool:
        """Whether the bot has not yet read everything that was sent."""
        return bool(self._out)

    @property
    def has_line(self) -> bool:
        """Whether a whole line has come and was not taken yet."""
        return self._in.find(b"\n") >= 0

    @property
    def unfinished(self) -> int:
        """Bytes that came after the last LF."""
        return len(self._in) - (self._in.rfind(b"\n") + 1)

    def send(self, line: bytes) -> None:
        """Write a line as far as the bot reads it; the rest goes out while :meth:`receive` waits."""
        if self.input_closed:
            return
        waiting = bool(self._out)
        self._out += line
        if not waiting:
            self._flush()

    def look(self) -> None:
        """Take in what has come, without waiting.

        Before every request, when nearly always nothing has come: to ask for that costs half of a vain read (1 us).
        """
        if self._poll.poll(0):
            self._read()

    def receive(self, deadline: int | None) -> bytes:
        """The next line, with its LF.

        Raises:
            Late: at ``deadline``. :attr:`stalled` says whether the host can be sure of that.
            Closed: nothing can come any more.
            LongLine: beyond :attr:`longest` bytes.
        """
        while True:
            end = self._in.find(b"\n", self._searched)
            if 0 <= end < self.longest:
                if deadline is not None and self.read_at > deadline:
                    self._too_late(self.read_at, deadline)
                line = bytes(self._in[: end + 1])
                del self._in[: end + 1]
                self._searched = 0
                self._taken_at = time.monotonic_ns()
                return line
            if end >= 0 or len(self._in) >= self.longest:
                raise LongLine
            self._searched = len(self._in)
            if self.output_closed or (self._ended and not self._read()):
                raise Closed
            if not self._ended:
                self._wait(deadline)

    def finish_sending(self, deadline: int | None) -> None:
        """Wait until the bot has read everything. Raises Late."""
        while self._out and not self._ended:
            self._wait(deadline)

    def drain(self, until: int) -> bool:
        """Throw away what comes, until the process has ended (True) or the time has come (False)."""
        while not self._ended:
            try:
                self._wait(until)
            except Late:
                return False
            self._in.clear()
            self._searched = 0
        # Whoever inherited the pipes may write on for ever.
        while any([self._read(), self._read_stderr()]) and time.monotonic_ns() < until:
            self._in.clear()
        return True

    def close_input(self) -> None:
        """Forget what was not sent: the descriptor is about to be closed, and its number to be used again."""
        self._out.clear()
        self.input_closed = True
        self._forget(self._stdin)

    def _wait(self, deadline: int | None) -> None:
        """Look once; returns after something happened. Raises Late."""
        if deadline is None:
            timeout = None
        else:
            timeout = max(0, -(-(deadline - time.monotonic_ns()) // 1_000_000))
        if self._pidfd is None:
            timeout = _SLICE_MS if timeout is None else min(timeout, _SLICE_MS)
        ready = self._poll.poll(timeout)
        now = time.monotonic_ns()
        for fd, _ in ready:
            if fd == self._stdout:
                self._read()
            elif fd == self._stdin:
                self._flush()
            elif fd == self._stderr:
                self._read_stderr()
            else:
                self._end()
        if self._pidfd is None and self._has_ended():
            self._end()
        if deadline is not None and now > deadline:
            self._too_late(now, deadline)

    def _too_late(self, now: int, deadline: int) -> NoReturn:
        """It is past the deadline, by the bot's doing or because the host did not look for some time.

        A bot that chatters keeps the host busy beyond the deadline, line by line: that is no stall.
        """
        found = self.has_line
        unseen = now - max(deadline, self._taken_at)
        self.stalled = unseen > (FOUND_STALL_NS if found else SILENT_STALL_NS)
        raise Late

    def _read(self) -> bool:
        """Take what is there; whether there was any."""
        if self.output_closed:
            return False
        try:
            data = os.read(self._stdout, _CHUNK)
        except BlockingIOError:
            return False
        self.read_at = time.monotonic_ns()
        if not data:
            self.output_closed = True
            self._forget(self._stdout)
            return False
        self._in += data
        return True

    def _read_stderr(self) -> bool:
        try:
            data = os.read(self._stderr, _CHUNK)
        except BlockingIOError:
            return False
        if not data:
            self._forget(self._stderr)
            return False
        self.stderr.add(data)
        return True

    def _forget(self, fd: int) -> None:
        with contextlib.suppress(KeyError):
            self._poll.unregister(fd)

    def _end(self) -> None:
        """The process has ended; what it wrote before may still be in the pipe."""
        self._ended = True
        if self._pidfd is not None:
            self._forget(self._pidfd)

    def _flush(self) -> None:
        try:
            while self._out:
                del self._out[: os.write(self._stdin, self._out)]
        except BlockingIOError:
            self._poll.register(self._stdin, select.POLLOUT)
            self._awaits_room = True
            return
        except OSError:  # it closed its input: whether that matters shows when it is asked
            self._out.clear()
            self.input_closed = True
        if self._awaits_room:
            self._forget(self._stdin)
            self._awaits_room = False
        self.written_at = time.monotonic_ns()
