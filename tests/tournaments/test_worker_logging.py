"""No record of a worker is lost, however the worker was started."""

import logging
import multiprocessing
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from livingstone.tournaments.worker_logging import START_METHODS, WorkerLogs

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


@pytest.mark.parametrize("method", [m for m in START_METHODS if m in multiprocessing.get_all_start_methods()])
def test_every_record_of_every_worker_arrives_once_and_in_order(method: str, tmp_path: Path) -> None:
    logger = logging.getLogger("livingstone.test")
    logger.setLevel(logging.INFO)
    logger.propagate = False
    handler = logging.FileHandler(tmp_path / "log", encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    logger.handlers = [handler]
    try:
        with WorkerLogs(method, logger) as logs, warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # fork beside the thread that receives
            started = [logs.context.Process(target=work, args=(logs.set_up, n)) for n in range(WORKERS)]  # type: ignore[attr-defined]
            for process in started:
                process.start()
            for process in started:
                process.join(60)
                assert process.exitcode == 0
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
