"""What a fresh bot costs its host, and how soon a crash is known: ``python benchmarks/starts.py [--json]``.

Prints medians in milliseconds; asserts nothing. Wall time grows with whatever else runs, processor time hardly does;
so both are given. The rows are explained in docs/performance.md.
"""

import argparse
import contextlib
import ctypes
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from livingstone.protocol import messages
from livingstone.protocol.isolation import Isolation, best_isolation
from livingstone.protocol.kits import write_kit
from livingstone.protocol.lines import encode
from livingstone.protocol.process import Launch
from livingstone.protocol.session import HOST, Session
from livingstone.protocol.termination import BotFault
from livingstone.tournaments.entrants import read_entrant
from livingstone.tournaments.hosting import Hosting

ROUNDS = 25
CRASHING = "import sys; input(); raise SystemExit('dead')"
PATIENCE_S = 1.0
"""How long is waited for processes that a host leaves behind."""
SET_CHILD_SUBREAPER = 36
"""Of prctl(2)."""


class Cost(NamedTuple):
    """Milliseconds."""

    wall: float
    processor: float
    """Host and bot together."""

    def beyond(self, other: "Cost") -> "Cost":
        """How much more."""
        return Cost(self.wall - other.wall, self.processor - other.processor)


def adopt_orphans() -> None:
    """What bubblewrap leaves behind becomes our child: else nobody could tell its processor time."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def children() -> set[str]:
    """Our processes, as far as the system tells."""
    with contextlib.suppress(OSError):
        return set(Path("/proc/thread-self/children").read_text().split())
    return set()


def cost_of(work: Callable[[], object]) -> Cost:
    """Of something that starts processes and ends them."""

    def processor_s() -> float:
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.process_time() + ended.ru_utime + ended.ru_stime

    others = children()
    before, began = processor_s(), time.perf_counter()
    work()
    wall_s = time.perf_counter() - began
    until = time.perf_counter() + PATIENCE_S
    while (left := children() - others) and time.perf_counter() < until:
        for process in left:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(int(process), os.WNOHANG)
        time.sleep(0.001)
    return Cost(1000 * wall_s, 1000 * (processor_s() - before))


def hosted(launch: Launch, level: Isolation) -> Callable[[], None]:
    """From nothing to a bot that has greeted and is gone again."""

    def start() -> None:
        session = Session(Launch(launch.argv, launch.folder, launch.memory_mb, 1, level))
        session.greet()
        session.close()

    return start


def alone(launch: Launch) -> Callable[[], object]:
    """The same bot with the same lines from a file, and no host."""
    lines = (
        messages.Hello(host=HOST, limits=messages.BotLimits()),
        messages.Welcome(features=()),
        messages.Quit(),
    )
    talk = b"".join(encode(line) for line in lines)
    return lambda: subprocess.run(
        launch.argv, cwd=launch.folder, input=talk, stdout=subprocess.PIPE, check=True
    )


def median(costs: list[Cost]) -> dict[str, float]:
    """Part by part."""
    return {part: round(statistics.median(getattr(cost, part) for cost in costs), 1) for part in Cost._fields}


def start_costs(launch: Launch, levels: list[Isolation]) -> dict[str, dict[str, float]]:
    """A bare interpreter, the bot alone, and what a host adds to that, by level.

    The kinds take turns, and a difference is one within its round: so the machine is as busy for both sides.
    """
    kinds: dict[str, Callable[[], object]] = {
        "interpreter": lambda: subprocess.run([sys.executable, "-c", "pass"], check=True),
        "alone": alone(launch),
        **{level.value: hosted(launch, level) for level in levels},
    }
    for work in kinds.values():
        work()  # now the reaper runs, and all files are in memory
    rounds = [{name: cost_of(work) for name, work in kinds.items()} for _ in range(ROUNDS)]
    found = {name: median([costs[name] for costs in rounds]) for name in ("interpreter", "alone")}
    for level in levels:
        found[level.value] = median([costs[level.value].beyond(costs["alone"]) for costs in rounds])
    return found


def crash_ms(level: Isolation) -> float:
    """From the start of a bot that dies at its first line to the verdict."""
    session = Session(Launch((sys.executable, "-c", CRASHING), Path(), 256, 1, level))
    began = time.perf_counter()
    try:
        session.greet()
    except BotFault:
        return 1000 * (time.perf_counter() - began)
    raise RuntimeError("the crash went unnoticed")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    adopt_orphans()
    levels = [level for level in Isolation if level.rank <= best_isolation().rank]
    with tempfile.TemporaryDirectory() as folder:
        write_kit("python", Path(folder) / "fresh", "fresh")
        launch = read_entrant(str(Path(folder) / "fresh")).launch(Hosting())
        crashes = {
            level.value: round(statistics.median(crash_ms(level) for _ in range(ROUNDS)), 1)
            for level in levels
        }
        found = {"start_ms": start_costs(launch, levels), "crash_ms": crashes}
    print(json.dumps(found, indent=None if arguments.json else 2))


if __name__ == "__main__":
    main()
