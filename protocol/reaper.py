"""A small process that outlives the host and kills what bots it left: not even SIGKILL leaves an orphan.

It reads lines ``+TOKEN GROUP`` and ``-TOKEN`` on stdin, and acts at its end; then it removes the folder that holds
the bots' private ones. This file runs as a script with the standard library alone; the host's side is
:class:`Reaper`.
"""

import contextlib
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from typing import Final

TOKEN_NAME: Final = "LIVINGSTONE_BOT"
"""Environment variable that marks every process of a bot, also one that left its group."""
_KILLING_S: Final = 1.0
"""A killed process with much memory takes a while to vanish, and a forker may be a step ahead."""
_STARTING_S: Final = 0.1
"""While one program takes the place of another, its process carries no token for a moment."""


_SHARED: Final = "livingstone-bots-"
"""With the user's number: where all hosts of a user have their folders."""
_ATTEMPTS: Final = 10


def new_folder() -> str:
    """A folder for the private ones of this process's bots, within one that all hosts of this user share.

    So one mount hides from a bot those of every host, of the other workers of its tournament above all. A shared
    folder that is not this user's alone is left to whoever made it, and this host has one to itself.
    """
    shared = os.path.join(tempfile.gettempdir(), f"{_SHARED}{os.getuid()}")  # noqa: PTH118
    for _ in range(_ATTEMPTS):
        with contextlib.suppress(FileExistsError):
            os.mkdir(shared, 0o700)  # noqa: PTH102
        try:
            found = os.lstat(shared)
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
                break
            return tempfile.mkdtemp(dir=shared)
        except FileNotFoundError:  # the last host but us has just removed it
            continue
    return tempfile.mkdtemp(dir=tempfile.mkdtemp(prefix=_SHARED))


def processes_with(token: str) -> list[int]:
    """Processes, of those we may look at, that were started with this token (Linux; elsewhere none)."""
    mark = f"{TOKEN_NAME}={token}".encode()
    found = []
    with contextlib.suppress(OSError):
        for entry in os.scandir("/proc"):
            if entry.name.isdecimal():
                with contextlib.suppress(OSError), open(f"{entry.path}/environ", "rb") as environment:  # noqa: PTH123
                    if mark in environment.read().split(b"\0"):
                        found.append(int(entry.name))
    return found


def kill_all(group: int, token: str) -> None:
    """SIGKILL to a process group (0: none) and to whatever carries the token, until nothing is left."""
    if group:
        with contextlib.suppress(OSError):
            os.killpg(group, signal.SIGKILL)
    until = time.monotonic() + _KILLING_S
    while time.monotonic() < until:
        left = [pid for pid in processes_with(token) if not _is_zombie(pid)]
        if not left:
            return
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.001)


def _is_zombie(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123
            return file.read().rpartition(b")")[2].split()[0] == b"Z"
    except (OSError, IndexError):
        return True


class Reaper:
    """The host's side; one reaper for each host process, started with the first bot."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._folder = ""
        self._groups: dict[str, int] = {}

    def folder(self) -> str:
        """Holds nothing but private folders of this process's bots; it is removed after the process."""
        with self._lock:
            self._ensure()
            return self._folder

    def watch(self, token: str, group: int = 0) -> None:
        """Kill what carries this token, and its process group, if the host dies.

        To be told before the bot is started, which the host may not survive, and again once there is a group.
        """
        with self._lock:
            self._ensure()
            self._groups[token] = group
            self._tell(f"+{token} {group}\n")

    def forget(self, token: str) -> None:
        """It has ended."""
        with self._lock:
            self._groups.pop(token, None)
            self._tell(f"-{token}\n")

    def begin_anew(self) -> None:
        """In a fork: the reaper is the parent's. An open copy of its pipe would hide the parent's death from it."""
        process = self._process
        self.__init__()  # type: ignore[misc]  # the lock too: another thread may have held it
        if process is not None and process.stdin is not None:
            process.returncode = 0  # not our child to wait for
            process.stdin.close()

    def _tell(self, line: str) -> None:
        if self._process is None or self._process.stdin is None:
            return  # a reaper could not be started: who starts a bot has been told, who ends one need not know
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(line.encode())

    def _ensure(self) -> None:
        """Start the reaper, also in place of one that somebody killed."""
        if self._process is not None and self._process.poll() is None:
            return
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process = None
        if not os.path.isdir(self._folder):  # noqa: PTH112
            self._folder = new_folder()
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", __file__, self._folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            start_new_session=True,  # a Ctrl-C at the terminal must not take it first
            cwd="/",
        )
        for token, group in self._groups.items():
            self._tell(f"+{token} {group}\n")


REAPER: Final = Reaper()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=REAPER.begin_anew)


def _main() -> None:
    groups: dict[str, int] = {}
    for line in sys.stdin:
        token, _, group = line[1:].strip().partition(" ")
        if line.startswith("+"):
            groups[token] = int(group)
        else:
            groups.pop(token, None)
    for token, number in groups.items():
        kill_all(number, token)
        if not number:
            time.sleep(_STARTING_S)
            kill_all(number, token)
    shutil.rmtree(sys.argv[1], ignore_errors=True)
    with contextlib.suppress(OSError):  # other hosts have folders there
        os.rmdir(os.path.dirname(sys.argv[1]))  # noqa: PTH106, PTH120


if __name__ == "__main__":
    _main()
