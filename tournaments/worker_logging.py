"""Log records of worker processes, brought to the handlers of the process that started them.

Under ``fork`` through multiprocessing-logging, whose handlers the workers inherit; under ``spawn`` and
``forkserver``, where it loses records, through the standard library's queue handler. Either way each worker has a
pipe of its own, in place of the queue that those share among processes: a worker that is killed while it writes takes
that queue's lock with it, and then neither the other workers' records arrive nor does the starting process end. Of a
killed worker everything arrives but the record that it was writing.
"""

import logging
import logging.handlers
import multiprocessing
import queue
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from typing import Any, Final, Protocol

from multiprocessing_logging import MultiProcessingHandler

START_METHODS: Final = ("fork", "spawn", "forkserver")
_DRAIN_S: Final = 5.0
"""For what a worker that has ended left in its pipe."""


def default_start_method() -> str:
    """``fork`` on Linux (a worker is ready in 20 ms and inherits compiled code), else ``spawn``."""
    return "fork" if sys.platform == "linux" else "spawn"


class Channel(Protocol):
    """The way of one worker's records to the process that starts it."""

    @property
    def set_up(self) -> Callable[[], None]:
        """What the worker calls first; it can be sent to the worker as it is started."""

    def begin(self) -> None:
        """The worker is started: from now on it alone holds the end that is written to."""

    def finish(self) -> None:
        """The worker has ended, however it did: wait until its records are handed over."""


class WorkerLogs:
    """Makes the channels by which the records of workers reach the handlers of ``logger``, one for each worker."""

    def __init__(self, method: str, logger: logging.Logger | None = None) -> None:
        self.context: BaseContext = multiprocessing.get_context(method)
        """The multiprocessing context to start the workers with."""
        self._forks = method == "fork"
        self._logger = logger or logging.getLogger()

    def channel(self) -> Channel:
        """To be made right before its worker is started, and finished once the worker has ended."""
        return (_ForkChannel if self._forks else _QueueChannel)(self._logger, self.context)


class _ForkChannel:
    """Each handler wrapped by multiprocessing-logging; a forked worker finds the wrappers in its memory."""

    def __init__(self, logger: logging.Logger, context: BaseContext) -> None:
        self._logger = logger
        # Not install_mp_handler: it asks for fork as the default of the whole program.
        self._wrappers = [_PipeHandler(handler, context) for handler in logger.handlers]

    @property
    def set_up(self) -> Callable[[], None]:
        return self._install

    def _install(self) -> None:
        self._logger.handlers = list(self._wrappers)

    def begin(self) -> None:
        for wrapper in self._wrappers:
            wrapper.writer.close()

    def finish(self) -> None:
        self.begin()
        for wrapper in self._wrappers:
            wrapper.close()


class _PipeHandler(MultiProcessingHandler):  # type: ignore[misc]  # it has no types
    """Sends records through a pipe, on whose other side a thread gives them to the handler behind.

    The end of the pipe is the end of the thread.
    """

    def __init__(self, handler: logging.Handler, context: BaseContext) -> None:
        self._reader, self.writer = context.Pipe(duplex=False)
        super().__init__("worker-logs", handler)

    def _send(self, record: logging.LogRecord) -> None:
        self.writer.send(record)

    def _receive(self) -> None:
        while True:
            try:
                record = self._reader.recv()
            except (EOFError, OSError):
                return
            _hand_over(record, self.sub_handler)

    def close(self) -> None:
        """Wait for what is still on its way; the handler behind stays open."""
        self._receive_thread.join(_DRAIN_S)
        logging.Handler.close(self)


class _QueueChannel:
    """A queue handler in the worker, a queue listener here."""

    def __init__(self, logger: logging.Logger, context: BaseContext) -> None:
        reader, self._writer = context.Pipe(duplex=False)
        self._set_up = _ToQueue(self._writer, logger.name, logger.level)
        self._listener = _Listener(_PipeQueue(reader), *logger.handlers)
        self._listener.start()

    @property
    def set_up(self) -> Callable[[], None]:
        return self._set_up

    def begin(self) -> None:
        self._writer.close()

    def finish(self) -> None:
        self.begin()
        self._listener.stop()


class _ToQueue:
    """Makes a worker's logger write into the pipe."""

    def __init__(self, writer: Connection, name: str, level: int) -> None:
        self._writer = writer
        self._name = name
        self._level = level

    def __call__(self) -> None:
        logger = logging.getLogger(None if self._name == "root" else self._name)
        logger.handlers = [logging.handlers.QueueHandler(_PipeQueue(self._writer))]
        logger.setLevel(self._level)


class _PipeQueue:
    """An end of a pipe as the queue of a queue handler or of a queue listener."""

    def __init__(self, end: Connection) -> None:
        self._end = end

    def put_nowait(self, item: object) -> None:
        """Written when it returns."""
        self._end.send(item)

    def get(self, block: bool = True) -> Any:
        """The next record; ``queue.Empty``, which ends a listener, when the worker has ended."""
        try:
            return self._end.recv()
        except (EOFError, OSError):
            raise queue.Empty from None


class _Listener(logging.handlers.QueueListener):
    """Ends with the pipe."""

    def handle(self, record: logging.LogRecord) -> None:
        """To each handler that takes its level."""
        for handler in self.handlers:
            if record.levelno >= handler.level:
                _hand_over(record, handler)

    def enqueue_sentinel(self) -> None:
        """Nothing: the worker's end of the pipe says it."""


def _hand_over(record: logging.LogRecord, handler: logging.Handler) -> None:
    """Whatever a handler raises: a worker would wait for ever for a thread that reads no more."""
    try:
        handler.handle(record)
    except Exception:  # noqa: BLE001
        handler.handleError(record)
