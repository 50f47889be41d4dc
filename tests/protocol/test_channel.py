"""The pipes by themselves: lines, deadlines, the host's own delays, and descriptors that live on."""

import os
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from livingstone.protocol import channel as module
from livingstone.protocol.channel import Channel, Closed, HeadAndTail, Late, LongLine

MS = 1_000_000


class Pipes:
    """A channel and its other ends; the "process" ends when the test says so."""

    def __init__(self) -> None:
        self.input, stdin = os.pipe()
        stdout, self.output = os.pipe()
        stderr, self.errors = os.pipe()
        self.ended = False
        self.host_ends = (stdin, stdout, stderr)
        self.channel = Channel(stdin, stdout, stderr, None, lambda: self.ended)

    def say(self, data: bytes) -> None:
        os.write(self.output, data)

    def close(self) -> None:
        for fd in (self.input, self.output, self.errors, *self.host_ends):
            with suppress(OSError):
                os.close(fd)


@pytest.fixture
def pipes() -> Iterator[Pipes]:
    made = Pipes()
    yield made
    made.close()


def soon(milliseconds: int = 50) -> int:
    return time.monotonic_ns() + milliseconds * MS


def test_lines_come_one_by_one_however_they_were_written(pipes: Pipes) -> None:
    pipes.say(b"one\ntw")
    assert pipes.channel.receive(soon()) == b"one\n"
    assert not pipes.channel.has_line
    pipes.say(b"o\r\n\nthree\n")
    assert [pipes.channel.receive(soon()) for _ in range(3)] == [b"two\r\n", b"\n", b"three\n"]
    with pytest.raises(Late):
        pipes.channel.receive(soon(1))
    assert not pipes.channel.stalled


def test_half_a_line_is_late_at_the_first_deadline(pipes: Pipes) -> None:
    began = time.monotonic()
    pipes.say(b"half")
    with pytest.raises(Late):
        pipes.channel.receive(soon(30))
    assert 0.03 <= time.monotonic() - began < 1


def test_the_longest_line(pipes: Pipes) -> None:
    pipes.channel.longest = 100
    pipes.say(b"x" * 99 + b"\n")
    assert len(pipes.channel.receive(soon())) == 100
    pipes.say(b"x" * 100 + b"\n")
    with pytest.raises(LongLine):
        pipes.channel.receive(soon())


def test_an_unfinished_long_line_is_not_waited_for(pipes: Pipes) -> None:
    pipes.channel.longest = 100
    pipes.say(b"x" * 100)
    with pytest.raises(LongLine):
        pipes.channel.receive(None)


def test_what_was_written_before_the_end_still_counts(pipes: Pipes) -> None:
    pipes.say(b"last words\nand a half")
    pipes.ended = True
    assert pipes.channel.receive(soon(500)) == b"last words\n"
    with pytest.raises(Closed):
        pipes.channel.receive(soon(500))


def test_a_closed_output_is_noticed_though_the_process_lives(pipes: Pipes) -> None:
    os.close(pipes.output)
    with pytest.raises(Closed):
        pipes.channel.receive(None)
    assert pipes.channel.output_closed


class SlowPoll:
    """A host that is held up while it looks."""

    def __init__(self, poll: object, seconds: float) -> None:
        self._poll, self._seconds = poll, seconds

    def poll(self, timeout: int | None) -> list[tuple[int, int]]:
        ready = self._poll.poll(timeout)  # type: ignore[attr-defined]
        time.sleep(self._seconds)
        return ready  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> object:
        return getattr(self._poll, name)


@pytest.mark.parametrize(
    ("line", "held_s", "stalled"),
    [(b"", 0.3, True), (b"", 0.03, False), (b"answer\n", 0.1, True), (b"ans", 0.1, False)],
)
def test_a_host_that_was_held_up_says_so(pipes: Pipes, line: bytes, held_s: float, stalled: bool) -> None:
    """With a line there it may have come in time; without one the bot had long enough, if the delay was short."""
    if line:
        pipes.say(line)
    pipes.channel._poll = SlowPoll(pipes.channel._poll, held_s)  # type: ignore[assignment]
    with pytest.raises(Late):
        pipes.channel.receive(soon(20))
    assert pipes.channel.stalled is stalled


def test_chatter_that_keeps_the_host_busy_is_no_stall(pipes: Pipes) -> None:
    """The host works on lines that came in time, beyond the deadline; the answer among them would count."""
    pipes.say(b"chatter\n" * 5)
    deadline = soon(20)
    for _ in range(5):
        assert pipes.channel.receive(deadline) == b"chatter\n"
        time.sleep(0.01)
    pipes.say(b"more\n")
    pipes.channel._taken_at = time.monotonic_ns()  # the last piece of work was short
    with pytest.raises(Late):
        pipes.channel.receive(deadline)
    assert not pipes.channel.stalled


def test_a_reader_that_reads_nothing_blocks_nobody(pipes: Pipes) -> None:
    began = time.monotonic()
    pipes.channel.send(b"x" * 1_000_000 + b"\n")
    assert time.monotonic() - began < 1
    assert pipes.channel.has_unsent
    with pytest.raises(Late):
        pipes.channel.finish_sending(soon(20))
    got = 0
    while got <= 1_000_000:  # it reads after all
        got += len(os.read(pipes.input, 1 << 16))
        if got <= 1_000_000:
            with suppress(Late):
                pipes.channel.finish_sending(soon(1))
    assert not pipes.channel.has_unsent


def test_unsent_bytes_never_reach_a_descriptor_of_the_same_number(pipes: Pipes) -> None:
    """In another thread a new pipe may get the number of the input that was just closed."""
    stdin = pipes.host_ends[0]
    pipes.channel.send(b"secret" * 200_000)
    pipes.channel.close_input()
    read, write = os.pipe()
    os.dup2(write, stdin)  # closes it, and the number is another pipe's
    os.set_blocking(read, False)
    pipes.channel.send(b"secret")
    assert not pipes.channel.drain(soon(20))
    with pytest.raises(BlockingIOError):
        os.read(read, 10)
    os.close(read)
    os.close(write)


def test_draining_ends_though_somebody_writes_on(pipes: Pipes) -> None:
    """A child that inherited the pipe."""
    pipes.ended = True
    writer = os.fork()
    if writer == 0:
        while True:
            os.write(pipes.output, b"still here\n" * 100)
    try:
        began = time.monotonic()
        assert pipes.channel.drain(soon(200))
        assert time.monotonic() - began < 2
    finally:
        os.kill(writer, 9)
        os.waitpid(writer, 0)


def test_a_flood_on_stdout_does_not_hide_stderr(pipes: Pipes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process has ended; its child writes faster than the host reads."""
    pipes.ended = True
    os.write(pipes.errors, b"what went wrong\n")
    monkeypatch.setattr(pipes.channel, "_read", lambda: True)
    assert pipes.channel.drain(soon(20))
    assert pipes.channel.stderr.last_line() == "what went wrong"


def test_stderr_is_kept_at_both_ends() -> None:
    kept = HeadAndTail(10)
    for number in range(1000):
        kept.add(b"%03d\n" % number)
    kept.add(b"\n \n")
    assert kept.size == 4003
    assert kept.text() == "000\n001\n00\n[... 3983 bytes left out ...]\n98\n999\n\n \n"
    assert kept.last_line() == "999"
    assert HeadAndTail().last_line() == ""
    assert len(kept._tail) <= 20


def test_the_constants_leave_room_for_a_busy_machine() -> None:
    assert module.FOUND_STALL_NS < module.SILENT_STALL_NS
