"""What a bot's processes use, read from /proc (Linux): resident memory and processor time."""

import contextlib
import os
from pathlib import Path
from typing import Final, NamedTuple

_PAGE: Final = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_TICK_MS: Final = 1000 / (os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100)
_UTIME: Final = 11
"""Fields of /proc/PID/stat after the name: utime, stime; rss."""
_RSS: Final = 21


class Usage(NamedTuple):
    """Of a process and its living descendants together."""

    memory_bytes: int
    cpu_ms: float


def usage_of(pid: int) -> Usage:
    """The usage of a process and its descendants; what has ended counts nothing."""
    memory, ticks, waiting = 0, 0, [pid]
    while waiting:
        process = waiting.pop()
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
            memory += int(fields[_RSS]) * _PAGE
            ticks += int(fields[_UTIME]) + int(fields[_UTIME + 1])
            for task in os.listdir(f"/proc/{process}/task"):  # noqa: PTH208
                children = Path(f"/proc/{process}/task/{task}/children").read_bytes()
                waiting += [int(child) for child in children.split()]
    return Usage(memory, ticks * _TICK_MS)
