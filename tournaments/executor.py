"""Where tasks are worked off: the one interface that inline, local and distributed execution share.

A task and its result are plain values that can be sent to another process or machine; what a task gives depends on
the task alone. So a run does not mind who works off what, nor in which order it comes back.
"""

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

ATTEMPTS: Final = 3
"""At a task that the host spoils; an exception is nobody's luck and is not tried again."""


@dataclass(frozen=True)
class Done(Generic[Task, Result]):
    """A task and its result."""

    task: Task
    result: Result


@dataclass(frozen=True)
class Failed(Generic[Task]):
    """A task that nobody could finish."""

    task: Task
    reason: str
    """One line."""
    detail: str
    """The traceback, where there is one."""
    attempts: int


class Executor(Protocol[Task, Result]):
    """Works tasks off, each to a result or a failure.

    ``inline`` does it in this process, ``workers`` in processes of this machine; whoever has more machines implements
    this one method.
    """

    def run(self, tasks: Iterable[Task]) -> Generator[Done[Task, Result] | Failed[Task], None, None]:
        """Every task once, as it is finished. Tasks are taken when there is room for them, not before.

        Closing the iterator ends the work; what was being worked at is lost.
        """
        ...
