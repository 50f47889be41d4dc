"""The coordinator: hands blocks out and alone writes what comes back, block by block, into the store."""

import logging
import os
import shutil
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from livingstone.engine.wording import counted
from livingstone.protocol.termination import Termination
from livingstone.tournaments.executor import Done, Executor, Failed
from livingstone.tournaments.run.plan import Plan
from livingstone.tournaments.run.task import LIVE, LOG, Task, TaskResult, play_task
from livingstone.tournaments.run.watcher import Watcher
from livingstone.tournaments.schedule_block import Block
from livingstone.tournaments.store import Store, StoredGame, StoredVoid
from livingstone.tournaments.store.errors import explained
from livingstone.tournaments.worker_logging import WorkerLogs, default_start_method
from livingstone.tournaments.workers import Workers

LOGS: Final = "logs"
"""Folder of a run: ``run.log``, and the lines and stderr of lost seats, named by game."""
MOST_VOIDS: Final = 10
"""In a row; then something is wrong with the machine, and the run stops."""
_ORPHANED_S: Final = 0.2


@dataclass
class Summary:
    """What came of a run, or of a part of it."""

    games: int = 0
    """Games played now."""
    faults: int = 0
    """Seats lost in them."""
    voids: int = 0
    """Blocks the host spoiled."""
    missing: int = 0
    """Games that are still to be played, those of excluded bots left out."""
    was_interrupted: bool = False


@dataclass
class Coordinator:
    """Plays what a store's plan has and the store has not. The store is open for writing."""

    store: Store
    plan: Plan
    workers: int
    watcher: Watcher = field(default_factory=Watcher)
    method: str = field(default_factory=default_start_method)
    """How workers are started."""
    executor: Executor[Task, TaskResult] | None = None
    """Where blocks are played; None: in ``workers`` processes of this machine."""
    may_begin: Callable[[Block], bool] = field(default=lambda _: True)
    """Asked before a block is given out; after the first no, none is, and the run ends with the running ones."""
    secret: tuple[Path, ...] = ()
    """Folders and files beside the run's own folder that no program may look into."""

    def __post_init__(self) -> None:
        done = self.store.done()
        self._pending = [block for block in self.plan.schedule if block.id not in done]
        self._excluded = dict(self.plan.excluded)
        self._faults: Counter[str] = Counter()
        self._voids_in_a_row = 0
        self._summary = Summary()
        self._next = 0
        """Of the pending blocks, where they are stored in order."""
        self._arrived: dict[str, Done[Task, TaskResult] | Failed[Task]] = {}
        self._missing = {block.id for block in self._pending}

    def run(self) -> Summary:
        """Play to the end, or to an interruption (Ctrl-C), which abandons the running blocks.

        Raises:
            StoreError: the store cannot be written, for a full disk for example; what it holds is safe.
        """
        logs = self.store.folder / LOGS
        with explained(self.store.folder):  # logs and kept lines fill a disk too
            shutil.rmtree(logs / LIVE, ignore_errors=True)
            logs.mkdir(exist_ok=True)
            self.store.remove_orphans()
            self._exclude_by_count()
            if self._left():
                with _log_file(logs / "run.log"):
                    self._play(logs)
                shutil.rmtree(logs / LIVE, ignore_errors=True)
        self._summary.missing = self._left()
        return self._summary

    def _play(self, logs: Path) -> None:
        left = self._left()
        done = sum(block.players for block in self.plan.schedule) - self._skipped() - left
        LOG.info("%d games to play, %d are stored; %d workers", left, done, self.workers)
        self.watcher.on_begin(self.plan, done, done + left)
        executor = self.executor
        if executor is None:
            executor = Workers(play_task, self.workers, WorkerLogs(self.method, LOG), _Prepare(os.getpid()))
        try:
            with closing(executor.run(self._tasks(logs))) as outcomes:
                for outcome in self._in_order(outcomes):
                    self._settle(outcome)
                    if self._voids_in_a_row >= MOST_VOIDS:
                        LOG.error("stopped: %d blocks in a row are void", self._voids_in_a_row)
                        break
        except KeyboardInterrupt:
            self._summary.was_interrupted = True
            LOG.info("interrupted")

    def _tasks(self, logs: Path) -> Iterator[Task]:
        """Made when a worker is free: bots that are excluded by then need not play."""
        for block in self._pending:
            if self._is_skipped(block):
                continue
            if not self.may_begin(block):
                LOG.info("no more blocks are begun, %d games are left", self._left())
                return
            yield self.plan.task(block, logs, (self.store.folder, *self.secret))

    def _in_order(
        self, outcomes: Iterable[Done[Task, TaskResult] | Failed[Task]]
    ) -> Iterator[Done[Task, TaskResult] | Failed[Task]]:
        """Outcomes as they come; in the order of the schedule where faults exclude.

        So who is excluded when does not depend on which worker was faster: what was played too much is dropped.
        """
        if self.plan.config.exclude_after is None:
            yield from outcomes
            return
        for outcome in outcomes:
            self._arrived[outcome.task.block.id] = outcome
            while self._next < len(self._pending):
                block = self._pending[self._next]
                if not self._is_skipped(block):
                    if block.id not in self._arrived:
                        break
                    yield self._arrived.pop(block.id)
                self._next += 1

    def _settle(self, outcome: Done[Task, TaskResult] | Failed[Task]) -> None:
        """Store a block, or the host's fault."""
        block = outcome.task.block
        if isinstance(outcome, Failed):
            self._void(outcome)
            return
        self._voids_in_a_row = 0
        games, records = outcome.result
        self.store.add_block(block, games, records)
        self._missing.discard(block.id)
        self._summary.games += len(games)
        self.watcher.on_block(block, games)
        for game in games:
            self._count(game)
        self._exclude()

    def _void(self, outcome: Failed[Task]) -> None:
        block = outcome.task.block
        self._summary.voids += 1
        self._voids_in_a_row += 1
        LOG.error("%s: void: %s", block.id, outcome.reason)
        dump = f"block {block.id}, {outcome.attempts} attempts: {outcome.reason}\n\n{outcome.task}\n\n"
        path = self.store.folder / LOGS / f"void-{block.id}.txt"
        path.write_text(dump + outcome.detail, encoding="utf-8")
        before = sum(void.block == block.id for void in self.store.voids())
        self.store.add_void(
            StoredVoid(block=block.id, attempt=before + 1, reason=outcome.reason, traceback=outcome.detail)
        )
        self.watcher.on_void(block, outcome.reason)

    def _count(self, game: StoredGame, *, is_new: bool = True) -> None:
        for seat in game.seats:
            if seat.termination is not Termination.COMPLETED:
                self._faults[seat.bot.name] += 1
                if is_new:
                    self._summary.faults += 1
                    self.watcher.on_fault(game, seat)

    def _exclude_by_count(self) -> None:
        """Exclude whoever had its faults before a stop."""
        if self.plan.config.exclude_after is not None:
            for game in self.store.games():
                self._count(game, is_new=False)
            self._exclude()

    def _exclude(self) -> None:
        most = self.plan.config.exclude_after
        if most is None:
            return
        for name, count in self._faults.items():
            if count >= most and name not in self._excluded:
                reason = f"{counted(count, 'fault')}, excluded after {most}"
                before = self._left()
                self._excluded[name] = reason
                self.store.exclude(name, reason)
                LOG.warning("%s: %s", name, reason)
                self.watcher.on_exclusion(name, reason, before - self._left())

    def _is_skipped(self, block: Block) -> bool:
        return any(name in self._excluded for name in block.bots)

    def _left(self) -> int:
        """Games that are still to be stored."""
        return sum(
            block.players
            for block in self._pending
            if block.id in self._missing and not self._is_skipped(block)
        )

    def _skipped(self) -> int:
        """Games of excluded bots that were not played."""
        return sum(block.players for block in self._pending if self._is_skipped(block))


class _Prepare:
    """What a worker does first; can be sent to any worker."""

    def __init__(self, coordinator: int) -> None:
        self._coordinator = coordinator

    def __call__(self) -> None:
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        """End with the coordinator, also in the middle of a game: its bots then end with this process."""
        while os.getppid() == self._coordinator:
            time.sleep(_ORPHANED_S)
        os._exit(1)


class _Format(logging.Formatter):
    """Times in UTC, as in the store: a log that goes on after a change of the clocks stays in order."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"


class _LogFile(logging.FileHandler):
    """Says once, not for every record, that it cannot be written."""

    _is_told = False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Called while the exception is handled."""
        if not self._is_told:
            self._is_told = True
            sys.stderr.write(f"{self.baseFilename}: {sys.exception()}\n")


@contextmanager
def _log_file(path: Path) -> Iterator[None]:
    """While open, what is logged of the run goes to a file, and nowhere else."""
    handler = _LogFile(path, encoding="utf-8")
    handler.setFormatter(_Format("%(asctime)s %(levelname)s %(processName)s %(message)s"))
    kept = LOG.handlers[:], LOG.propagate, LOG.level
    LOG.handlers, LOG.propagate = [handler], False
    LOG.setLevel(logging.INFO)
    try:
        yield
    finally:
        LOG.handlers, LOG.propagate, level = kept
        LOG.setLevel(level)
        handler.close()
