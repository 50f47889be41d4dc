"""Processes of this machine that work off tasks: one task each at a time, replaced when they die.

A task and its result are plain values that can be pickled. A task whose worker died, or during which the host was
held up, is given out again, three times in all; an exception is nobody's luck and comes back at once.
"""

import contextlib
import multiprocessing.connection
import signal
import traceback
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing.connection import Connection
from typing import Any, Final, Generic

from livingstone.protocol.termination import HostStalled
from livingstone.tournaments.executor import ATTEMPTS, Done, Failed, Result, Task
from livingstone.tournaments.worker_logging import Channel, WorkerLogs

_GRACE_S: Final = 5.0
_ENDING: Final = {getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGALRM") if hasattr(signal, name)}
"""Signals that stop us by an exception of their handlers: Ctrl-C, a service manager, the end of a night's time."""


class Workers(Generic[Task, Result]):
    """So many processes that call ``work`` on tasks; they start with :meth:`run` and end with it.

    Args:
        work: a function of a module, which every worker imports; with ``fork`` any function.
        count: processes.
        logs: where their log records go, and how they are started.
        prepare: called once in each worker before its first task.
    """

    def __init__(
        self,
        work: Callable[[Task], Result],
        count: int,
        logs: WorkerLogs,
        prepare: Callable[[], None] | None = None,
    ) -> None:
        self._work = work
        self._count = count
        self._logs = logs
        self._prepare = prepare

    def run(self, tasks: Iterable[Task]) -> Generator[Done[Task, Result] | Failed[Task], None, None]:
        """Results as they come. Closing the iterator stops the workers, and what they were at is lost."""
        waiting = iter(tasks)
        again: deque[tuple[Task, int]] = deque()
        workers: list[_Worker[Task]] = []
        try:
            while True:
                for worker in workers:
                    if worker.task is None:
                        _give(worker, waiting, again)
                while len(workers) < self._count:
                    worker = self._start()
                    workers.append(worker)
                    if not _give(worker, waiting, again):
                        break
                busy = [worker for worker in workers if worker.task is not None]
                if not busy:
                    return
                ready = multiprocessing.connection.wait([worker.connection for worker in busy])
                for worker in [worker for worker in busy if worker.connection in ready]:
                    outcome = _outcome(worker, again)
                    if not worker.is_alive:
                        workers.remove(worker)
                    else:  # it works on while the caller is busy with the outcome
                        _give(worker, waiting, again)
                    if outcome is not None:
                        yield outcome
        finally:
            _stop(workers)

    def _start(self) -> "_Worker[Task]":
        with _deferred_signals(), warnings.catch_warnings():
            # Python 3.12 and later warn of a fork beside a thread; ours only hand log records on.
            warnings.simplefilter("ignore", DeprecationWarning)
            ours, theirs = self._logs.context.Pipe()
            records = self._logs.channel()
            arguments = (theirs, self._work, records.set_up, self._prepare)
            process = self._logs.context.Process(target=_serve, args=arguments, daemon=True)  # type: ignore[attr-defined]
            try:
                process.start()
            except BaseException:
                records.finish()
                raise
            theirs.close()
            records.begin()
        return _Worker(process, ours, records)


@contextlib.contextmanager
def _deferred_signals() -> Iterator[None]:
    """Signals that end us come at the end of the block: what their handlers raise in a hook of a fork is lost.

    Threads that are started within take none at all: they would reach this one through them.
    """
    if not hasattr(signal, "pthread_sigmask"):  # no fork either
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker(Generic[Task]):
    """A process as seen from here."""

    def __init__(self, process: Any, connection: Connection, records: Channel) -> None:
        self.process = process
        self.connection = connection
        self.records = records
        self.task: Task | None = None
        self.attempt = 0
        self.is_alive = True


def _give(worker: _Worker[Task], waiting: Iterator[Task], again: "deque[tuple[Task, int]]") -> bool:
    """Hand the next task to an idle worker, if there is one."""
    if again:
        task, attempt = again.popleft()
    else:
        try:
            task, attempt = next(waiting), 1
        except StopIteration:
            return False
    worker.task, worker.attempt = task, attempt
    with contextlib.suppress(BrokenPipeError):  # it has died: found out when its answer is read
        worker.connection.send((task,))
    return True


def _outcome(worker: _Worker[Task], again: "deque[tuple[Task, int]]") -> Any:
    """What a worker answered: a result, a failure, or None when its task is to be given out again."""
    task, attempt = worker.task, worker.attempt
    assert task is not None
    worker.task = None
    try:
        kind, value = worker.connection.recv()
    except (EOFError, OSError):
        worker.is_alive = False
        worker.connection.close()
        worker.process.join(_GRACE_S)
        worker.records.finish()
        kind, value = "died", f"a worker died (exit code {worker.process.exitcode})"
    if kind == "done":
        return Done(task, value)
    if kind == "error":
        return Failed(task, value.strip().splitlines()[-1], value, attempt)
    if attempt >= ATTEMPTS:
        return Failed(task, value, "", attempt)
    again.append((task, attempt + 1))
    return None


def _stop(workers: list[_Worker[Task]]) -> None:
    """Let idle workers end by themselves, so that their log records arrive; end the others."""
    for worker in workers:
        if worker.task is None:
            # Not the end of the pipe: workers forked later hold copies of our end.
            with contextlib.suppress(OSError):
                worker.connection.send(())
        else:
            worker.process.terminate()
    for worker in workers:
        worker.process.join(_GRACE_S)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        worker.records.finish()
        worker.connection.close()


def _serve(
    connection: Connection,
    work: Callable[[Any], Any],
    set_up: Callable[[], None],
    prepare: Callable[[], None] | None,
) -> None:
    """A worker: tasks in, results out, until it is told to end or its coordinator is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the coordinator, which then ends us
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # so, and without the coordinator's handler
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)  # our start blocked them; bots inherit this
    set_up()
    if prepare is not None:
        prepare()
    while tasks := _next_tasks(connection):
        try:
            answer = ("done", work(*tasks))
        except HostStalled as stall:
            answer = ("stalled", str(stall))
        except Exception:  # noqa: BLE001 - whatever it is, the coordinator reports it
            answer = ("error", traceback.format_exc())
        connection.send(answer)


def _next_tasks(connection: Connection) -> Any:
    """The next task in a tuple; nothing when there will be none.

    The end of the pipe does not tell that the coordinator was killed: a forked worker holds copies of the other
    end of its own pipe and of the older workers'. The sentinel of the parent tells it, to the youngest first.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None
    if connection not in multiprocessing.connection.wait([connection, parent.sentinel]):
        return ()
    try:
        return connection.recv()
    except EOFError:
        return ()
