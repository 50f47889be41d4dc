"""Runs whose coordinator or workers are killed: nothing is lost, nothing is twice, nothing is left behind."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot_zoo import processes_of
from livingstone.tournaments.run.plan import Plan
from livingstone.tournaments.store import Store
from run_samples import outcome, play, program, write_config

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

BOTS = ["random", "scripted", "scripted:frugal", "scripted:steady", "ismcts:sims=10"]


def config(folder: Path) -> Path:
    """Ninety games of a few milliseconds; a program takes part in some of them."""
    return write_config(folder, [*BOTS, f"prog@{program(str(folder))}"], players=[2, 4])


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What a run comes to that nobody disturbs."""
    folder = tmp_path_factory.mktemp("uninterrupted")
    play(config(folder), folder / "run")
    return outcome(folder / "run")


def command(folder: Path, *words: str) -> "subprocess.Popen[str]":
    """``livingstone-ai tournament ...``, its output in a pipe."""
    return subprocess.Popen(
        [sys.executable, "-m", "livingstone", "tournament", *words, "--workers", "2", "--quiet"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def go_on(folder: Path) -> "subprocess.Popen[str]":
    """Begin the run, or resume it."""
    run = folder / "run"
    if (run / "store.sqlite").exists() and _is_begun(run):
        return command(folder, "resume", str(run))
    return command(folder, "run", str(folder / "night.toml"), "--into", str(run))


def _is_begun(run: Path) -> bool:
    with suppress(Exception):
        Store.open(run, readonly=True).close()
        return True
    (run / "store.sqlite").unlink(missing_ok=True)
    return False


def records(folder: Path) -> int:
    """How many games have a record."""
    with suppress(FileNotFoundError):
        return sum(name.endswith(".gz") for name in os.listdir(folder / "run" / "records"))  # noqa: PTH208
    return 0


def wait_until(condition: Callable[[], bool], process: "subprocess.Popen[str]") -> bool:
    """Whether it came true before the process ended."""
    until = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.002)
    return False


def nothing_is_left(folder: Path) -> bool:
    """Whether all processes that have to do with a folder end soon."""
    until = time.monotonic() + 10
    while processes_of(str(folder)):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def check_result(folder: Path, expected: Any) -> None:
    """Everything once, and the same as without any kill."""
    run = folder / "run"
    with Store.open(run, readonly=True) as store:
        plan = Plan.read(store)
        assert store.check(block.id for block in plan.schedule) == []
        assert store.orphans() == []
        assert store.done() == {block.id for block in plan.schedule}
        assert len(list(store.games())) == plan.schedule.games == records(folder)
        assert store.voids() == []
    assert outcome(run) == expected


def kill_coordinators(folder: Path, kills: int, rng: random.Random, games: int) -> None:
    """Kill so often, then go on to the end."""
    killed = 0
    while killed < kills:
        process = go_on(folder)
        there = records(folder)
        # Often at once: many kills must fall into a run of few games; sometimes before it has begun.
        more = min(rng.randrange(12), max(0, (games - there) // (kills - killed)))
        moment = wait_until(lambda there=there, more=more: records(folder) > there + more, process)  # type: ignore[misc]
        time.sleep(rng.random() * 0.03)
        process.kill()
        process.communicate()
        assert nothing_is_left(folder), "a worker or a bot outlived its coordinator"
        killed += 1
        if not moment:
            break  # all is played
    process = go_on(folder)
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 0, output


def kill_two_workers(folder: Path, rng: random.Random) -> None:
    """Kill two while a run goes on (a third kill might make a block void), then interrupt it."""
    process = go_on(folder)
    there = records(folder)
    assert wait_until(lambda: records(folder) > there, process)
    for _ in range(2):
        time.sleep(rng.random() * 0.1)
        os.kill(rng.choice(_workers(process.pid)), signal.SIGKILL)
        there = records(folder)
        assert wait_until(lambda there=there: records(folder) > there, process)  # type: ignore[misc]
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 5, output
    assert nothing_is_left(folder)


def _workers(coordinator: int) -> list[int]:
    """Children with the coordinator's own command line: it was forked."""
    with suppress(OSError):
        children = Path(f"/proc/{coordinator}/task/{coordinator}/children").read_text().split()
        own = Path(f"/proc/{coordinator}/cmdline").read_bytes()
        return [int(pid) for pid in children if Path(f"/proc/{pid}/cmdline").read_bytes() == own]
    return []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a config in it."""
    config(tmp_path)
    return tmp_path


def test_killed_five_times_the_coordinator_loses_nothing(folder: Path, uninterrupted: Any) -> None:
    kill_coordinators(folder, 5, random.Random(1), len(uninterrupted["games"]))
    check_result(folder, uninterrupted)
    assert nothing_is_left(folder)


def test_killed_workers_are_replaced_and_their_games_played(folder: Path, uninterrupted: Any) -> None:
    for _ in range(3):
        kill_two_workers(folder, random.Random(2))
    assert go_on(folder).wait(timeout=120) == 0
    check_result(folder, uninterrupted)
    assert nothing_is_left(folder)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_killed_ten_times_again_and_again(folder: Path, uninterrupted: Any, seed: int) -> None:
    rng = random.Random(100 + seed)
    kill_coordinators(folder, 10, rng, len(uninterrupted["games"]))
    check_result(folder, uninterrupted)
    assert nothing_is_left(folder)


def test_an_interrupt_stops_cleanly_and_names_the_command_that_goes_on(
    folder: Path, uninterrupted: Any
) -> None:
    for number, how in enumerate((signal.SIGINT, signal.SIGTERM)):
        process = go_on(folder)
        there = records(folder)
        assert wait_until(lambda there=there: records(folder) > there + 3, process)  # type: ignore[misc]
        process.send_signal(how)
        output, _ = process.communicate(timeout=30)
        assert process.returncode == 5, (number, output)
        assert f"resume with: livingstone-ai tournament resume {folder / 'run'}" in output
        assert "Traceback" not in output
        assert nothing_is_left(folder)
        with Store.open(folder / "run", readonly=True) as store:
            assert store.check() == []
    assert go_on(folder).wait(timeout=120) == 0
    check_result(folder, uninterrupted)


def test_a_second_command_on_a_run_is_refused_with_its_own_exit_code(folder: Path) -> None:
    process = go_on(folder)
    assert wait_until(lambda: records(folder) > 0, process)
    second = command(folder, "resume", str(folder / "run"))
    output, _ = second.communicate(timeout=30)
    assert second.returncode == 6
    assert output.startswith(
        f"error: {folder / 'run'}: another process writes this run (process {process.pid} on"
    )
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 5
