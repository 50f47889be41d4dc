"""How far a bot is kept from the machine: detected at the start, printed, recorded, and required if one likes."""

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final

from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import did_you_mean, quote

BWRAP: Final = "bwrap"
_OPEN_FILES: Final = 1024
_LARGEST_FILE: Final = 1 << 30


class Isolation(StrEnum):
    """The levels, each with all of those before it."""

    NONE = "none"
    """A process group of its own, a scrubbed environment, a private temporary folder, time limits."""
    LIMITS = "limits"
    """Memory and idle computing are watched; no core dumps, few open files (Linux)."""
    BUBBLEWRAP = "bubblewrap"
    """Namespaces: no network, no other process in sight, a read-only system (Linux with bubblewrap)."""

    @property
    def rank(self) -> int:
        """0 for the weakest."""
        return list(Isolation).index(self)


def read_isolation(text: str) -> Isolation:
    """A level by its name. Raises LivingstoneError."""
    try:
        return Isolation(text)
    except ValueError:
        names = [level.value for level in Isolation]
        hint = did_you_mean(text, names) or f": expected {', '.join(names)}"
        raise LivingstoneError(f"isolation {quote(text)}{hint}") from None


@functools.cache
def best_isolation() -> Isolation:
    """The highest level that works on this machine; tried, not guessed."""
    if sys.platform != "linux" or not os.path.isdir("/proc/self/task"):  # noqa: PTH112
        return Isolation.NONE
    return Isolation.BUBBLEWRAP if _bubblewrap_works() else Isolation.LIMITS


def choose_isolation(wanted: Isolation | None = None, required: Isolation | None = None) -> Isolation:
    """The level to use: ``wanted``, or the best there is.

    Raises:
        LivingstoneError: where this machine cannot give it, or it is below ``required``.
    """
    best = best_isolation()
    level = best if wanted is None else wanted
    if level.rank > best.rank:
        raise LivingstoneError(f"isolation {level}: this machine reaches {best} ({_missing(best)})")
    if required is not None and level.rank < required.rank:
        reason = f" ({_missing(best)})" if level == best else ""
        raise LivingstoneError(f"isolation {level} is below the required {required}{reason}")
    return level


def wrapped(
    argv: Sequence[str], level: Isolation, folder: Path, private: Path, hidden: Sequence[Path] = ()
) -> list[str]:
    """The command that runs ``argv`` at a level, in ``folder``, with ``private`` as the only writable folder.

    ``private`` must lie two folders below one that holds nothing but bots' private folders, by host: they do not
    see each other's.
    ``hidden``: folders that are empty for the bot and files that it cannot read, where the level allows it. All paths
    are absolute.
    """
    command = list(argv)
    if level is Isolation.BUBBLEWRAP:
        command = [*_namespaces(folder, private, hidden), "--", *command]
    if level is not Isolation.NONE:
        command = [*_limiting(), *command]
    setpriv = shutil.which("setpriv")
    if level is not Isolation.NONE and setpriv is not None:
        # Even when this process is killed, its direct child goes with it; see also the reaper.
        command = [setpriv, "--pdeathsig", "KILL", "--", *command]
    return command


def resource_limits() -> dict[int, int]:
    """Limits that break no language's runtime; memory is watched instead (RLIMIT_AS breaks the JVM and Node)."""
    import resource

    wanted = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
        resource.RLIMIT_FSIZE: _LARGEST_FILE,
    }
    hard = {kind: resource.getrlimit(kind)[1] for kind in wanted}
    return {
        kind: value if hard[kind] == resource.RLIM_INFINITY else min(value, hard[kind])
        for kind, value in wanted.items()
    }


def _limiting() -> list[str]:
    """The limits must hold before bwrap starts the bot: only what is started later has them."""
    prlimit = shutil.which("prlimit")
    if prlimit is None:
        return []
    core, files, size = resource_limits().values()
    return [prlimit, f"--core={core}", f"--nofile={files}", f"--fsize={size}", "--"]


def _namespaces(folder: Path, private: Path, hidden: Sequence[Path]) -> list[str]:
    return [
        BWRAP, "--die-with-parent", "--unshare-all", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
        *_emptied(hidden, folder),
        "--tmpfs", str(private.parent.parent), "--bind", str(private), str(private), "--chdir", str(folder),
    ]  # fmt: skip


def _emptied(hidden: Sequence[Path], folder: Path) -> list[str]:
    """Lay an empty folder (or nothing) over each, outer ones first; the bot's own folder stays in sight."""
    words: list[str] = []
    emptied: list[Path] = []
    for path in sorted(set(hidden)):
        if not path.exists() or path == folder:  # not there: nothing to see
            continue
        shown = folder in path.parents
        if any(outer in path.parents and not (shown and outer in folder.parents) for outer in emptied):
            continue  # gone with the outer one, where nothing can be mounted any more
        emptied.append(path)
        if not path.is_dir():
            words += ["--ro-bind", os.devnull, str(path)]
            continue
        words += ["--tmpfs", str(path)]
        if path in folder.parents:
            words += ["--ro-bind", str(folder), str(folder)]
        words += ["--remount-ro", str(path)]
    return words


def _bubblewrap_works() -> bool:
    if shutil.which(BWRAP) is None:
        return False
    probe = [BWRAP, "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--dev", "/dev",
             "--proc", "/proc", "true"]  # fmt: skip
    try:
        return subprocess.run(probe, capture_output=True, timeout=10, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _missing(best: Isolation) -> str:
    """Why nothing better is to be had."""
    if best is Isolation.NONE:
        return "the levels above need Linux with /proc"
    return (
        f"{BWRAP} is not installed"
        if shutil.which(BWRAP) is None
        else f"{BWRAP} may not make namespaces here"
    )
