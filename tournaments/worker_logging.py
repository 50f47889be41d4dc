"""Log records of worker processes, brought to the handlers of the process that started them.

Under ``fork`` through multiprocessing-logging, which wraps the handlers that the workers inherit; under ``spawn``
and ``forkserver``, where it loses records, through the standard library's queue handler. Either way a worker's record
arrives unless the worker is killed while it is on its way.
"""

import contextlib
import logging
import logging.handlers
import multiprocessing
import sys
from collections.abc import Callable
from multiprocessing.context import BaseContext
from types import TracebackType
from typing import Any, Final, Self

START_METHODS: Final = ("fork", "spawn", "forkserver")


def default_start_method() -> str:
    """``fork`` on Linux (a worker is ready in 20 ms and inherits compiled code), else ``spawn``."""
    return "fork" if sys.platform == "linux" else "spawn"


class WorkerLogs:
    """While the context is open, records of workers reach the handlers of ``logger``.

    Start the workers within it, run :attr:`set_up` first thing in each, and join them before it closes: a worker
    that ends by itself has handed over all its records.
    """

    def __init__(self, method: str, logger: logging.Logger | None = None) -> None:
        self.context: BaseContext = multiprocessing.get_context(method)
        """The multiprocessing context to start the workers with."""
        self._forks = method == "fork"
        self._logger = logger or logging.getLogger()
        self._plain: list[logging.Handler] = []
        self._queue: Any = None
        self._listener: logging.handlers.QueueListener | None = None

    @property
    def set_up(self) -> Callable[[], None]:
        """What a worker calls first; it can be sent to any worker."""
        if self._forks:
            return _inherited
        return _ToQueue(self._queue, self._logger.name, self._logger.level)

    def __enter__(self) -> Self:
        self._plain = list(self._logger.handlers)
        if self._forks:
            self._wrap()
        else:
            self._queue = self.context.Queue()
            self._listener = logging.handlers.QueueListener(
                self._queue, *self._plain, respect_handler_level=True
            )
            self._listener.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._forks:
            for wrapper in [handler for handler in self._logger.handlers if handler not in self._plain]:
                self._logger.removeHandler(wrapper)
                _finish(wrapper)
            for handler in self._plain:
                self._logger.addHandler(handler)
        elif self._listener is not None:
            self._listener.stop()
            self._queue.close()
            self._queue.join_thread()

    def _wrap(self) -> None:
        # Not install_mp_handler: it asks for fork as the default of the whole program.
        from multiprocessing_logging import MultiProcessingHandler

        for number, handler in enumerate(self._plain):
            self._logger.removeHandler(handler)
            self._logger.addHandler(MultiProcessingHandler(f"worker-logs-{number}", handler))


def _finish(wrapper: Any) -> None:
    """Let a wrapper hand over what is still on its way, without closing the handler behind it."""
    behind = wrapper.sub_handler
    wrapper.sub_handler = _Open(behind)
    with contextlib.suppress(OSError, ValueError):
        wrapper.close()


class _Open(logging.Handler):
    """Passes records on, and closes nothing."""

    def __init__(self, behind: logging.Handler) -> None:
        super().__init__()
        self._behind = behind

    def emit(self, record: logging.LogRecord) -> None:
        """On to the handler behind."""
        self._behind.emit(record)


def _inherited() -> None:
    """A forked worker has the wrapped handlers already."""


class _ToQueue:
    """Sends a worker's records to the queue."""

    def __init__(self, queue: Any, name: str, level: int) -> None:
        self._queue = queue
        self._name = name
        self._level = level

    def __call__(self) -> None:
        logger = logging.getLogger(None if self._name == "root" else self._name)
        logger.handlers = [logging.handlers.QueueHandler(self._queue)]
        logger.setLevel(self._level)
