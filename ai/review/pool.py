"""Tasks mapped over a pool of processes or done in this one; what they give does not depend on how many there are."""

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from livingstone.engine.errors import LivingstoneError

Result = TypeVar("Result")

_worker: dict[str, Any] = {}
"""In a worker: what all tasks share."""


def map_tasks(
    prepare: Callable[..., Callable[[int], Result]], shared: Sequence[Any], tasks: int, jobs: int
) -> Iterator[Result]:
    """The results of the tasks 0, 1, ... in order.

    Args:
        prepare: a function of a module; called with ``shared`` in each process, it gives what does one task.
        shared: plain values.
        tasks: how many.
        jobs: processes; with one the work is done in this one.

    Raises:
        LivingstoneError: when a process was ended from outside.
    """
    if jobs <= 1 or tasks <= 1:
        yield from map(prepare(*shared), range(tasks))
        return
    # spawn: a copy of a process that has threads (a progress bar's) could hang
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, tasks), context, _set_up, (prepare, tuple(shared)))
    try:
        with _deaf_children():
            results = pool.map(_one, range(tasks))  # starts the processes
        yield from results
    except BrokenProcessPool:
        raise LivingstoneError(
            "a process of the review was ended from outside; with --jobs 1 everything is done in one"
        ) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextlib.contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes started in the block do not hear a Ctrl-C, which is for the one that waits for them."""
    if threading.current_thread() is not threading.main_thread():  # there only can handlers be set
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _set_up(prepare: Callable[..., Callable[[int], Any]], shared: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Windows it is not inherited
    _worker["do"] = prepare(*shared)


def _one(task: int) -> Any:
    return _worker["do"](task)
