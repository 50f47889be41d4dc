"""The simplest executor: one task after another, in this process."""

import traceback
from collections.abc import Callable, Generator, Iterable
from typing import Generic

from livingstone.protocol.termination import HostStalled
from livingstone.tournaments.executor import ATTEMPTS, Done, Failed, Result, Task


class InlineExecutor(Generic[Task, Result]):
    """Calls ``work`` in the calling thread."""

    def __init__(self, work: Callable[[Task], Result]) -> None:
        self._work = work

    def run(self, tasks: Iterable[Task]) -> Generator[Done[Task, Result] | Failed[Task], None, None]:
        """Results in the order of the tasks."""
        for task in tasks:
            yield self._outcome(task)

    def _outcome(self, task: Task) -> Done[Task, Result] | Failed[Task]:
        reason = ""
        for _ in range(ATTEMPTS):
            try:
                return Done(task, self._work(task))
            except HostStalled as stall:
                reason = str(stall)
            except Exception:  # noqa: BLE001 - whatever it is, the caller reports it
                detail = traceback.format_exc()
                return Failed(task, detail.strip().splitlines()[-1], detail, 1)
        return Failed(task, reason, "", ATTEMPTS)
