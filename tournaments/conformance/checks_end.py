"""How it ends, and what it uses while nobody asks."""

import sys
import time
from typing import Final

from livingstone.protocol import messages
from livingstone.protocol.isolation import Isolation
from livingstone.protocol.reaper import processes_with
from livingstone.protocol.usage import usage_of
from livingstone.tournaments.conformance.bench import Bench
from livingstone.tournaments.conformance.deviation import Deviation, Skipped
from livingstone.tournaments.conformance.probe import Probe

_EXIT_MS: Final = 2000
_LINGER_S: Final = 0.3
"""Children may take this long to notice that their parent is gone."""
_IDLE_S: Final = 0.5
_IDLE_CPU_MS: Final = 150
_MIB: Final = 1 << 20


def takes_an_error(bench: Bench) -> str:
    """Told that it has forfeited, it does not fall over: it waits for quit, or exits."""
    with bench.greeted() as probe:
        probe.play(bench.walk(label="error"), 2)
        probe.send(
            messages.Error(code="timeout", message="request 2: no answer after 1010 ms (limit 1000 ms)")
        )
        probe.send(messages.Quit())
        return _exits(probe, "an error and quit")


def quits(bench: Bench) -> str:
    """Exit code 0 after quit, its input still open: between games and in the middle of one."""
    for requests in (0, 3):
        with bench.greeted() as probe:
            if requests:
                probe.play(bench.walk(label="quit"), requests)
            probe.send(messages.Quit())
            took = _exits(probe, "quit")
    return took


def quits_at_the_end_of_input(bench: Bench) -> str:
    """Exit code 0 when the host is gone."""
    for requests in (0, 3):
        with bench.greeted() as probe:
            if requests:
                probe.play(bench.walk(label="end"), requests)
            probe.process.end_input()
            took = _exits(probe, "the end of its input")
    return took


def _exits(probe: Probe, after: str) -> str:
    started = time.monotonic()
    if not probe.ended(_EXIT_MS):
        raise Deviation(f"it runs on {_EXIT_MS} ms after {after}", "its exit")
    took = (time.monotonic() - started) * 1000
    how = probe.how_it_ended()
    if how != "exited with code 0":
        raise Deviation(f"it {how} after {after}", "exit code 0")
    return f"{took:.0f} ms"


def leaves_nothing(bench: Bench) -> str:
    """After its end none of its processes runs."""
    if sys.platform != "linux":
        raise Skipped("needs Linux")
    if bench.isolation is Isolation.BUBBLEWRAP:
        raise Skipped("bubblewrap ends whatever a bot leaves; --isolation limits would show it")
    with bench.greeted() as probe:
        token = probe.token()
        probe.play(bench.walk(label="children"), 3)
        probe.send(messages.Quit())
        probe.process.end_input()
        if not probe.ended(_EXIT_MS):
            raise Skipped("it does not end by itself")
        until = time.monotonic() + _LINGER_S
        while (left := [] if token is None else processes_with(token)) and time.monotonic() < until:
            time.sleep(0.02)
    if token is None:
        raise Skipped("the system does not show its processes")
    if left:
        count = f"{len(left)} process{'es' if len(left) > 1 else ''}"
        raise Deviation(f"{count} left after its end", "none")
    return ""


def rests(bench: Bench) -> str:
    """Hardly any processor time while it is not asked, before a game and within one."""
    with bench.greeted() as probe:
        before = _least_idle_ms(probe)
        probe.play(bench.walk(label="rest"), 3)
        within = _least_idle_ms(probe)
    used = max(before, within)
    if used > _IDLE_CPU_MS:
        where = "before a game" if before >= within else "between requests"
        seen = f"{used:.0f} ms of processor time in {_IDLE_S * 1000:.0f} ms {where}"
        raise Deviation(seen, f"at most {_IDLE_CPU_MS} ms")
    return f"{used:.0f} ms in {_IDLE_S * 1000:.0f} ms"


def _least_idle_ms(probe: Probe) -> float:
    """The lesser of two spells, if the first is too much: a runtime may be compiling or tidying up."""
    least = float("inf")
    for _ in range(2):
        start = _usage(probe)
        probe.silence(int(_IDLE_S * 1000), "its last answer")
        least = min(least, _usage(probe) - start)
        if least <= _IDLE_CPU_MS:
            break
    return least


def _usage(probe: Probe) -> float:
    used = usage_of(probe.process.pid)
    if not used.memory_bytes:
        raise Skipped("this system does not tell what a process uses")
    return used.cpu_ms


def fits_its_memory(bench: Bench) -> str:
    """Resident memory of all its processes after most of a game."""
    with bench.greeted() as probe:
        probe.play(bench.walk(5, label="memory"), 40)
        used = usage_of(probe.process.pid).memory_bytes / _MIB
    if not used:
        raise Skipped("this system does not tell what a process uses")
    if used > bench.memory_mb:
        raise Deviation(f"{used:.0f} MiB", f"at most {bench.memory_mb} MiB")
    return f"{used:.0f} of {bench.memory_mb} MiB"
