"""No record of a worker is lost, however the worker was started."""

import logging
import multiprocessing
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from livingstone.tournaments.worker_logging import START_METHODS, WorkerLogs

METHODS = [method for method in START_METHODS if method in multiprocessing.get_all_start_methods()]
RECORDS = 400
WORKERS = 3


def work(set_up: Callable[[], None], number: int) -> None:
    set_up()
    logger = logging.getLogger("livingstone.test")
    for record in range(RECORDS):
        logger.info("worker %d record %d", number, record)
    try:
        raise ZeroDivisionError("in the worker")
    except ZeroDivisionError:
        logger.exception("worker %d failed", number)


@pytest.mark.parametrize("method", METHODS)
def test_every_record_of_every_worker_arrives_once_and_in_order(method: str, tmp_path: Path) -> None:
    logger = logging.getLogger("livingstone.test")
    logger.setLevel(logging.INFO)
    logger.propagate = False
    handler = logging.FileHandler(tmp_path / "log", encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    logger.handlers = [handler]
    try:
        logs = WorkerLogs(method, logger)
        channels = [logs.channel() for _ in range(WORKERS)]
        started = [
            logs.context.Process(target=work, args=(channel.set_up, number))  # type: ignore[attr-defined]
            for number, channel in enumerate(channels)
        ]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # fork beside the threads that receive
            for process, channel in zip(started, channels, strict=True):
                process.start()
                channel.begin()
        for process, channel in zip(started, channels, strict=True):
            process.join(60)
            assert process.exitcode == 0
            channel.finish()
        logger.info("the host's own")
        assert logger.handlers == [handler]
        logger.info("after")
    finally:
        logger.handlers = []
        handler.close()
    lines = (tmp_path / "log").read_text().splitlines()
    for number in range(WORKERS):
        own = [line for line in lines if line.startswith(f"INFO worker {number} record")]
        assert own == [f"INFO worker {number} record {record}" for record in range(RECORDS)]
        assert lines.count(f"ERROR worker {number} failed") == 1
    assert sum("ZeroDivisionError: in the worker" in line for line in lines) == WORKERS
    assert lines.count("INFO the host's own") == 1
    assert lines[-1] == "INFO after"


KILLING = """
import logging, sys, time
from livingstone.tournaments.worker_logging import WorkerLogs
from livingstone.tournaments.workers import Workers

LOG = logging.getLogger("livingstone.test")


def work(task):
    if task == "writes":
        while True:
            LOG.info("r" * 100_000)  # more than a pipe holds: it is killed with a part of one written
    time.sleep(0.3)
    LOG.info(task)


if __name__ == "__main__":
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
    LOG.handlers = [logging.FileHandler(sys.argv[2])]
    results = Workers(work, 3, WorkerLogs(sys.argv[1], LOG)).run(["first", "writes", "writes", "second", "writes"])
    next(results)
    next(results)
    results.close()
    LOG.info("closed")
"""


@pytest.mark.parametrize("method", METHODS)
def test_a_worker_killed_while_it_writes_holds_up_neither_the_others_nor_the_end(
    method: str, tmp_path: Path
) -> None:
    """A queue that they share is locked for ever by who is killed with its lock, and waited for at exit."""
    (tmp_path / "killing.py").write_text(KILLING)
    words = [sys.executable, "killing.py", method, "log"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    lines = (tmp_path / "log").read_text().splitlines()
    assert [line for line in lines if not line.startswith("r")] == ["first", "second", "closed"]
    assert {len(line) for line in lines if line.startswith("r")} == {100_000}


class Raising(logging.Handler):
    """A handler that does not keep to the rules."""

    def emit(self, record: logging.LogRecord) -> None:
        raise OSError(record.getMessage())


def talk(set_up: Callable[[], None]) -> None:
    """More than a pipe holds."""
    set_up()
    logging.raiseExceptions = False
    for _ in range(300):
        logging.getLogger("livingstone.test").info("r" * 1000)


@pytest.mark.parametrize("method", METHODS)
def test_a_handler_that_raises_holds_up_no_worker(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "raiseExceptions", False)
    logger = logging.getLogger("livingstone.test")
    monkeypatch.setattr(logger, "handlers", [Raising()])
    monkeypatch.setattr(logger, "level", logging.INFO)
    logs = WorkerLogs(method, logger)
    channel = logs.channel()
    process = logs.context.Process(target=talk, args=(channel.set_up,))  # type: ignore[attr-defined]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()
    channel.begin()
    process.join(20)
    try:
        assert process.exitcode == 0
    finally:
        process.kill()
        process.join()
        channel.finish()
