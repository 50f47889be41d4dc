"""The time a night may take: no block is begun that would not end in it, and one that does not end is abandoned."""

import signal
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, Final

from livingstone.tournaments.run.plan import Plan
from livingstone.tournaments.run.watcher import Watcher
from livingstone.tournaments.schedule_block import Block
from livingstone.tournaments.store import Store, StoredBlock, StoredGame, StoredSeat

_SHARE: Final = 0.1
_MOST_S: Final = 60.0
"""Kept for ratings and report: a share of the budget, and no more than this."""


class Budget:
    """Runs from its making. ``seconds``: None for no limit."""

    def __init__(self, seconds: float | None) -> None:
        self._began = monotonic()
        self._seconds = seconds
        self._reserve = 0.0 if seconds is None else min(_MOST_S, _SHARE * seconds)
        self._longest: defaultdict[int, float] = defaultdict(float)
        """Seconds of the longest block so far, by size of table."""
        self._begun: dict[str, float] = {}
        self.is_used_up = False
        """Something was not begun, or not ended, for want of time."""
        self.rang = False
        """Running blocks were abandoned."""

    @property
    def used_s(self) -> float:
        """Seconds since it began."""
        return monotonic() - self._began

    @property
    def left_s(self) -> float | None:
        """Seconds in which games may still end; None: no limit."""
        return None if self._seconds is None else self._seconds - self._reserve - self.used_s

    def learn(self, store: Store) -> None:
        """How long blocks took in earlier nights: the thinking time alone, which is the least they take."""
        taken: defaultdict[str, float] = defaultdict(float)
        sizes: dict[str, int] = {}
        for game in store.games():
            taken[game.block] += sum(seat.seconds for seat in game.seats)
            sizes[game.block] = len(game.seats)
        for block, seconds in taken.items():
            self._longest[sizes[block]] = max(self._longest[sizes[block]], seconds)

    def may_begin(self, block: Block) -> bool:
        """Whether a block that takes as long as the longest so far still ends in time."""
        left = self.left_s
        if left is not None and left <= self._longest[block.players]:
            self.is_used_up = True
            return False
        self._begun[block.id] = monotonic()
        return True

    def ended(self, block: StoredBlock) -> None:
        """A block has been stored."""
        seconds = monotonic() - self._begun.pop(block.id, monotonic())
        self._longest[block.players] = max(self._longest[block.players], seconds)

    @contextmanager
    def alarm(self) -> Iterator[None]:
        """Inside, KeyboardInterrupt is raised when the time for games is over, whatever still runs.

        Only in the main thread, and where the system has such a timer.
        """
        left = self.left_s
        in_main = threading.current_thread() is threading.main_thread()
        if left is None or not in_main or not hasattr(signal, "setitimer"):
            yield
            return

        def ring(*_: Any) -> None:
            self.rang = self.is_used_up = True
            raise KeyboardInterrupt

        before = signal.signal(signal.SIGALRM, ring)
        # Half the reserve late: a block that was begun in time may take a little longer than those before.
        signal.setitimer(signal.ITIMER_REAL, max(0.001, left + self._reserve / 2))
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


class BudgetWatcher(Watcher):
    """Tells the budget how long blocks take, and another watcher everything."""

    def __init__(self, budget: Budget, other: Watcher) -> None:
        self._budget = budget
        self._other = other

    def on_begin(self, plan: Plan, done: int, total: int) -> None:
        """Passed on."""
        self._other.on_begin(plan, done, total)

    def on_block(self, block: StoredBlock, games: tuple[StoredGame, ...]) -> None:
        """One block more."""
        self._budget.ended(block)
        self._other.on_block(block, games)

    def on_fault(self, game: StoredGame, seat: StoredSeat) -> None:
        """Passed on."""
        self._other.on_fault(game, seat)

    def on_void(self, block: StoredBlock, reason: str) -> None:
        """Passed on."""
        self._other.on_void(block, reason)

    def on_exclusion(self, name: str, reason: str, skipped: int) -> None:
        """Passed on."""
        self._other.on_exclusion(name, reason, skipped)
