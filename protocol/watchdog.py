"""A thread that watches what the bots of this process use, asked or not, and kills the one that uses too much."""

import os
import threading
import time
from typing import Final, Protocol

from livingstone.protocol.termination import BotFault, Termination
from livingstone.protocol.usage import usage_of

TICK_S: Final = 0.1
IDLE_CPU_MS: Final = 2000
"""Processor time a bot may use between an answer and the next request: tidying up, not thinking."""
_MIB: Final = 1 << 20


class Watched(Protocol):
    """A bot's process as the watchdog sees it."""

    pid: int
    memory_mb: int | None
    idle_spell: int
    """0 while it may compute; else the number of the spell for which it has been asked nothing."""

    def condemn(self, fault: BotFault) -> None:
        """Kill it; whoever waits for it finds the fault."""
        ...


class Watchdog:
    """One for each host process; the thread runs while there is something to watch."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched: dict[int, tuple[Watched, _IdleMeter]] = {}
        self._thread: threading.Thread | None = None

    def watch(self, bot: Watched) -> None:
        """From now on."""
        with self._lock:
            self._watched[bot.pid] = (bot, _IdleMeter())
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="bot watchdog", daemon=True)
                self._thread.start()

    def forget(self, bot: Watched) -> None:
        """It has ended."""
        with self._lock:
            self._watched.pop(bot.pid, None)

    def begin_anew(self) -> None:
        """In a fork: the bots are the parent's to watch."""
        self.__init__()  # type: ignore[misc]  # the lock too: another thread may have held it

    def _run(self) -> None:
        while True:
            time.sleep(TICK_S)
            with self._lock:
                if not self._watched:
                    self._thread = None
                    return
                watched = list(self._watched.values())
            for bot, meter in watched:
                fault = _judge(bot, meter)
                if fault is not None:
                    self._condemn(bot, fault)

    def _condemn(self, bot: Watched, fault: BotFault) -> None:
        """Unless it was forgotten while we looked: its number may be another's by now."""
        with self._lock:
            if self._watched.pop(bot.pid, (None, None))[0] is bot:
                bot.condemn(fault)


class _IdleMeter:
    """Processor time at the first look into the present idle spell."""

    def __init__(self) -> None:
        self.spell = 0
        self.start_ms = 0.0


def _judge(bot: Watched, meter: _IdleMeter) -> BotFault | None:
    spell = bot.idle_spell
    usage = usage_of(bot.pid)
    if bot.memory_mb is not None and usage.memory_bytes > bot.memory_mb * _MIB:
        used = usage.memory_bytes // _MIB
        return BotFault(Termination.MEMORY, f"used {used} MiB of memory (limit {bot.memory_mb} MiB)")
    if spell == 0 or spell != meter.spell:
        meter.spell, meter.start_ms = spell, usage.cpu_ms
    elif usage.cpu_ms - meter.start_ms > IDLE_CPU_MS:
        used = round(usage.cpu_ms - meter.start_ms)
        return BotFault(
            Termination.CPU, f"used {used} ms of processor time while not asked (limit {IDLE_CPU_MS} ms)"
        )
    return None


WATCHDOG: Final = Watchdog()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=WATCHDOG.begin_anew)
