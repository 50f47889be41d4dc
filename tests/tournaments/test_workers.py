"""Worker processes: every task is answered once, whoever dies on the way."""

import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from livingstone.protocol.termination import HostStalled
from livingstone.tournaments.executor import ATTEMPTS, Done, Failed
from livingstone.tournaments.worker_logging import START_METHODS, WorkerLogs
from livingstone.tournaments.workers import Workers

METHODS = [method for method in START_METHODS if method in multiprocessing.get_all_start_methods()]


def square(task: int) -> int:
    return task * task


def work(task: tuple[str, str]) -> str:
    """``what`` happens, and a file to remember attempts by."""
    what, path = task
    seen = Path(path)
    before = int(seen.read_text()) if seen.exists() else 0
    seen.write_text(str(before + 1))
    if what == "dies" or (what == "dies once" and before == 0):
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "stalls" or (what == "stalls once" and before == 0):
        raise HostStalled("held up")
    if what == "raises":
        raise KeyError("a bug")
    return f"{what} {before + 1}"


def sleep(task: float) -> int:
    time.sleep(task)
    return os.getpid()


def workers(method: str, function: Any, count: int = 2) -> Workers[Any, Any]:
    return Workers(function, count, WorkerLogs(method, logging.getLogger("livingstone.workers.test")))


@pytest.mark.parametrize("method", METHODS)
def test_every_task_is_answered_once(method: str) -> None:
    pool = workers(method, square)
    outcomes = list(pool.run(range(50)))
    assert sorted(outcome.result for outcome in outcomes) == [task * task for task in range(50)]
    assert all(isinstance(outcome, Done) for outcome in outcomes)


def test_a_dead_worker_is_replaced_and_its_task_given_out_again(tmp_path: Path) -> None:
    names = ["fine", "dies once", "fine", "stalls once", "dies", "stalls", "raises", "fine"]
    tasks = [(what, str(tmp_path / str(number))) for number, what in enumerate(names)]
    pool = workers("fork", work)
    outcomes = {outcome.task: outcome for outcome in pool.run(tasks)}
    assert len(outcomes) == len(tasks)
    found = [outcomes[task] for task in tasks]
    assert [outcome.result for outcome in found if isinstance(outcome, Done)] == [
        "fine 1", "dies once 2", "fine 1", "stalls once 2", "fine 1",
    ]  # fmt: skip
    dies, stalls, raises = [outcome for outcome in found if isinstance(outcome, Failed)]
    assert dies.attempts == stalls.attempts == ATTEMPTS
    assert dies.reason == "a worker died (exit code -9)"
    assert stalls.reason == "held up"
    assert raises.attempts == 1
    assert raises.reason == "KeyError: 'a bug'"
    assert "in work" in raises.detail


def test_tasks_run_side_by_side_in_processes_that_stay() -> None:
    pool = workers("fork", sleep, 3)
    began = time.monotonic()
    pids = [outcome.result for outcome in pool.run([0.3] * 9)]
    assert time.monotonic() - began < 2.4  # one after the other: 2.7 s
    assert len(set(pids)) == 3


def test_closing_the_results_ends_all_workers() -> None:
    before = {process.pid for process in multiprocessing.active_children()}
    pool = workers("fork", sleep, 2)
    results = pool.run([0.01, 60.0, 60.0])
    next(results)
    began = time.monotonic()
    results.close()
    assert time.monotonic() - began < 10
    assert {process.pid for process in multiprocessing.active_children()} <= before


def test_no_more_workers_than_tasks_and_none_for_none() -> None:
    pool = workers("fork", sleep, 8)
    assert list(pool.run([])) == []
    assert len(list(pool.run([0.0]))) == 1


FORKING = """
import logging, os, signal, sys
from livingstone.tournaments.worker_logging import WorkerLogs
from livingstone.tournaments.workers import Workers

number = signal.Signals[sys.argv[1]]
logging.basicConfig()
signal.signal(number, signal.default_int_handler)
os.register_at_fork(before=lambda: os.kill(os.getpid(), number))
try:
    print(len(list(Workers(abs, 1, WorkerLogs("fork")).run([1, 2, 3]))))
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGALRM"])
def test_a_signal_during_a_fork_is_not_lost(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORKING, name], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


WORKING = """
import logging, os, sys, time
from livingstone.tournaments.worker_logging import WorkerLogs
from livingstone.tournaments.workers import Workers

def work(task):
    os.write(1, b"%d\\n" % os.getpid())
    time.sleep(task)

if __name__ == "__main__":
    pool = Workers(work, 3, WorkerLogs(sys.argv[1], logging.getLogger("livingstone.workers.test")))
    list(pool.run([0.5] * 999))
"""


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
@pytest.mark.parametrize("method", METHODS)
def test_workers_end_when_the_process_that_started_them_is_killed(tmp_path: Path, method: str) -> None:
    """Also under fork, where each worker holds copies of this side of its own pipe and of the older ones'."""
    (tmp_path / "working.py").write_text(WORKING)
    command = [sys.executable, str(tmp_path / "working.py"), method]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as host:
        assert host.stdout is not None
        pids = {int(host.stdout.readline()) for _ in range(3)}
        host.kill()
        try:
            host.communicate(timeout=20)  # to the end of the output: nobody is left who could write there
        except subprocess.TimeoutExpired:
            for pid in pids:
                os.kill(pid, signal.SIGKILL)
            raise
    assert len(pids) == 3
