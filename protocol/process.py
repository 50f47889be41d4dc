"""A bot's process: started in a scrubbed environment, and ended so that nothing of it is left."""

import contextlib
import errno
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from livingstone.protocol.channel import Channel, HeadAndTail
from livingstone.protocol.isolation import Isolation, resource_limits, wrapped
from livingstone.protocol.reaper import REAPER, TOKEN_NAME, kill_all
from livingstone.protocol.termination import BotFault, Termination
from livingstone.protocol.watchdog import WATCHDOG

QUIT_S: Final = 0.2
"""From quit and the end of its input until SIGTERM."""
TERM_S: Final = 0.3
"""From SIGTERM until SIGKILL."""
_KEPT: Final = ("PATH", "HOME", "LANG", "LANGUAGE", "TZ", "USER", "LOGNAME", "JAVA_HOME", "LD_LIBRARY_PATH",
                "DYLD_LIBRARY_PATH", "VIRTUAL_ENV", "XDG_CACHE_HOME", "LIVINGSTONE_CACHE_DIR")  # fmt: skip
"""Of the host's environment; PYTHONUNBUFFERED is not among them, it hides missing flushes."""
_THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS",
                   "RAYON_NUM_THREADS", "GOMAXPROCS")  # fmt: skip
_FAULTY_PROGRAM: Final = (errno.ENOENT, errno.EACCES, errno.EPERM, errno.ENOEXEC, errno.ENOTDIR, errno.ELOOP,
                          errno.E2BIG, errno.EINVAL, errno.ENOTSUP)  # fmt: skip
"""Why a program itself cannot be started; with other errors (too many open files) the host is to blame."""


@dataclass(frozen=True)
class Launch:
    """How a bot is started."""

    argv: tuple[str, ...]
    folder: Path = Path()
    """Its working directory."""
    memory_mb: int | None = None
    threads: int = 1
    isolation: Isolation = Isolation.NONE
    hidden: tuple[Path, ...] = ()
    """Folders and files with what no bot may know: under bubblewrap they are empty for it."""


class BotProcess:
    """A running bot. Raises :class:`BotFault` (not_started) when the program cannot be started.

    Start it from a thread that lives as long as the bot: where the system ties a child to its parent, it is to
    that thread.
    """

    def __init__(self, launch: Launch) -> None:
        if sys.platform == "win32":
            raise BotFault(Termination.NOT_STARTED, "hosting bots needs Linux or macOS (on Windows: WSL)")
        self.launch = launch
        self.memory_mb = launch.memory_mb
        self.idle_spell = 0
        self.fault: BotFault | None = None
        self._token = secrets.token_hex(8)
        program = self._program()
        self._private = Path(tempfile.mkdtemp(dir=REAPER.folder()))
        self.is_running = True
        """Until :meth:`stop`; the program itself may have ended before."""
        hidden = [path.resolve() for path in launch.hidden]
        argv = wrapped(program, launch.isolation, launch.folder.resolve(), self._private, hidden)
        REAPER.watch(self._token)
        try:
            self._process = subprocess.Popen(
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=launch.folder,
                env=self._environment(os.environ),
                start_new_session=True,
            )
        except OSError as error:
            REAPER.forget(self._token)
            shutil.rmtree(self._private, ignore_errors=True)
            if error.errno not in _FAULTY_PROGRAM:
                raise
            raise BotFault(Termination.NOT_STARTED, f"{launch.argv[0]}: {error.strerror}") from None
        self.pid = self._process.pid
        self._pidfd = _open_pidfd(self.pid)
        pipes = [pipe.fileno() for pipe in self._pipes()]
        self.channel = Channel(pipes[0], pipes[1], pipes[2], self._pidfd, self._has_ended)
        try:
            REAPER.watch(self._token, self.pid)
            if launch.isolation is not Isolation.NONE:
                _limit(self.pid)
                WATCHDOG.watch(self)
        except BaseException:  # no thread or descriptor to spare, or a Ctrl-C: nobody else will end it
            self.stop()
            raise

    @property
    def stderr(self) -> HeadAndTail:
        """What it wrote to stderr, beginning and end."""
        return self.channel.stderr

    def condemn(self, fault: BotFault) -> None:
        """Kill it for a fault that was found while nobody waited for it (any thread)."""
        self.fault = fault
        with contextlib.suppress(OSError):
            os.killpg(self.pid, signal.SIGKILL)

    def how_it_ended(self) -> str:
        """``exited with code 1``, ``was killed by SIGSEGV``, or that it only closed its output; waits a little."""
        self._gone(QUIT_S)
        code = self._exit_code()
        if code is None:
            return "closed its output" if self.channel.output_closed else "closed its input"
        if self.launch.isolation is Isolation.BUBBLEWRAP and 128 < code < 128 + signal.NSIG:
            code = 128 - code  # as bwrap reports a signal; 255 is none, Perl's `die` for one exits with it
        return f"was killed by {_signal_name(-code)}" if code < 0 else f"exited with code {code}"

    def end_input(self) -> None:
        """Close its stdin, which tells it to exit; it is left to do so."""
        self.channel.close_input()
        self._pipes()[0].close()

    def stop(self) -> None:
        """End it: the end of its input, then SIGTERM, then SIGKILL, to the whole group."""
        self.is_running = False
        WATCHDOG.forget(self)
        try:
            self.end_input()
            if not self._gone(QUIT_S):
                self._signal(signal.SIGTERM)
                self._gone(TERM_S)
        finally:  # a second Ctrl-C cuts the waiting short, not the end
            self._kill()

    def _kill(self) -> None:
        """The whole group at once, and what the host has of it."""
        # The leader is not waited for before: its number must stay its own while the group is killed.
        kill_all(self.pid, self._token)
        self._gone(TERM_S)
        REAPER.forget(self._token)
        self._process.wait()
        for pipe in self._pipes()[1:]:
            pipe.close()
        if self._pidfd is not None:
            os.close(self._pidfd)
        shutil.rmtree(self._private, ignore_errors=True)

    def _gone(self, seconds: float) -> bool:
        return self.channel.drain(time.monotonic_ns() + int(seconds * 1e9))

    def _signal(self, number: int) -> None:
        with contextlib.suppress(OSError):
            os.killpg(self.pid, number)

    def _has_ended(self) -> bool:
        return self._exit_code() is not None

    def _exit_code(self) -> int | None:
        """As of ``Popen``, None while it runs; where the system can tell without freeing its number."""
        if not hasattr(os, "waitid"):
            return self._process.poll()
        end = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if end is None:
            return None
        return end.si_status if end.si_code == os.CLD_EXITED else -end.si_status

    def _pipes(self) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
        process = self._process
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        return process.stdin, process.stdout, process.stderr

    def _program(self) -> list[str]:
        """The command with its program found, so that a missing one is named before anything is started."""
        name, *rest = self.launch.argv
        if not self.launch.folder.is_dir():
            raise BotFault(Termination.NOT_STARTED, f"{self.launch.folder}: no such folder")
        path = self.launch.folder / name if os.sep in name else Path(shutil.which(name) or name)
        if not path.is_file():
            raise BotFault(Termination.NOT_STARTED, f"{name}: no such program")
        if not os.access(path, os.X_OK):
            raise BotFault(Termination.NOT_STARTED, f"{name}: not executable")
        return [str(path.absolute()), *rest]

    def _environment(self, own: Mapping[str, str]) -> dict[str, str]:
        kept = {name: value for name, value in own.items() if name in _KEPT or name.startswith("LC_")}
        threads = dict.fromkeys(_THREADS, str(self.launch.threads))
        return {**kept, **threads, "TMPDIR": str(self._private), TOKEN_NAME: self._token}


def _open_pidfd(pid: int) -> int | None:
    """A descriptor that tells the process's end; None where the system has none."""
    with contextlib.suppress(AttributeError, OSError):
        return os.pidfd_open(pid)
    return None


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # the real-time signals have numbers only
        return f"signal {number}"


def _limit(pid: int) -> None:
    """Set the limits from outside too, for systems where no program did it at the start."""
    import resource

    for kind, value in resource_limits().items():
        with contextlib.suppress(OSError, ValueError):
            resource.prlimit(pid, kind, (value, value))
