"""Starting and ending programs: what cannot be started, what they inherit, and that nothing is left."""

import contextlib
import errno
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from bot_zoo import PYTHON, ZOO, Animal, Marked, new_game, probe, processes_of
from livingstone.engine.game import Game
from livingstone.protocol import process as module
from livingstone.protocol.isolation import Isolation, best_isolation
from livingstone.protocol.process import BotProcess, Launch
from livingstone.protocol.reaper import REAPER, TOKEN_NAME
from livingstone.protocol.session import Session
from livingstone.protocol.termination import BotFault, Termination
from livingstone.tournaments.guest import Guest
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.match import Observer, play_game

GOOD = Animal("speech crlf", Termination.COMPLETED)


def private_folders() -> set[str]:
    return {path.name for path in Path(REAPER.folder()).iterdir()}


def test_a_program_that_cannot_be_started_is_named(tmp_path: Path) -> None:
    (tmp_path / "plain.txt").write_text("hello")
    (tmp_path / "garbage").write_bytes(b"\x00\x01\x02\x03 no program")
    (tmp_path / "lost").write_text("#!/no/such/interpreter\n")
    for name in ("garbage", "lost"):
        (tmp_path / name).chmod(0o755)
    before = private_folders()
    cases = {
        "./missing": "./missing: no such program",
        "no-such-command-anywhere": "no-such-command-anywhere: no such program",
        "./plain.txt": "./plain.txt: not executable",
        "./garbage": "./garbage: Exec format error",
        "./lost": "./lost: No such file or directory",
        ".": ".: no such program",
    }
    for name, text in cases.items():
        with pytest.raises(BotFault) as fault:
            BotProcess(Launch((name,), tmp_path))
        assert (fault.value.termination, str(fault.value)) == (Termination.NOT_STARTED, text)
    with pytest.raises(BotFault, match=r"gone: no such folder$"):
        BotProcess(Launch(PYTHON, tmp_path / "gone"))
    assert private_folders() == before


def test_what_a_wrapped_program_lacks_is_told_too(tmp_path: Path) -> None:
    (tmp_path / "garbage").write_bytes(b"\x00\x01\x02\x03 no program")
    (tmp_path / "garbage").chmod(0o755)
    for level in Isolation:
        if level.rank > best_isolation().rank:
            continue
        with pytest.raises(BotFault, match="garbage") as fault:
            Session(Launch(("./garbage",), tmp_path, isolation=level)).greet()
        assert fault.value.termination is Termination.NOT_STARTED


def test_a_script_without_its_file_tells_what_the_interpreter_said() -> None:
    with pytest.raises(
        BotFault, match=r"exited with code 2; its stderr ends .*can't open file '/no/such/bot.py'"
    ):
        Session(Launch((*PYTHON, "/no/such/bot.py"))).greet()


def test_what_the_host_lacks_is_not_the_bots_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(module.subprocess, "Popen", full)
    before = private_folders()
    with pytest.raises(OSError, match="Too many open files"):
        BotProcess(Launch(PYTHON))
    assert private_folders() == before


@pytest.mark.parametrize("error", [RuntimeError("can't start new thread"), KeyboardInterrupt()])
def test_what_fails_after_the_start_leaves_no_bot(
    monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def refuse(_: object) -> None:
        raise error

    monkeypatch.setattr(module.WATCHDOG, "watch", refuse)
    marked, before = Marked(Animal("speech silent", Termination.TIMEOUT)), private_folders()
    with pytest.raises(type(error)):
        BotProcess(replace(marked.launch, isolation=Isolation.LIMITS))
    assert marked.left() == []
    assert private_folders() == before
    assert not REAPER._groups


def test_the_environment_is_scrubbed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    monkeypatch.setenv("REGISTRY_PASSWORD", "open sesame")
    monkeypatch.setenv("LIVINGSTONE_CACHE_DIR", "/compiled/code")
    monkeypatch.setenv("HOME", "/home/ada")
    seen = probe("environment", threads=3)
    assert isinstance(seen, dict)
    assert not {name for name in seen if name.startswith("PYTHON") or "PASSWORD" in name}
    assert seen["PATH"] == os.environ["PATH"]
    assert seen["HOME"] == "/home/ada"
    assert seen["LIVINGSTONE_CACHE_DIR"] == "/compiled/code"
    assert seen["OMP_NUM_THREADS"] == seen["GOMAXPROCS"] == "3"
    assert Path(seen["TMPDIR"]).parent == Path(REAPER.folder())
    assert len(seen[TOKEN_NAME]) == 16


def test_it_runs_in_its_folder_and_a_relative_program_is_found_there(tmp_path: Path) -> None:
    assert probe("folder", folder=tmp_path) == str(tmp_path)
    script = tmp_path / "bot"
    script.write_text('#!/bin/sh\necho "$0"\nread line\n')
    script.chmod(0o755)
    bot = BotProcess(Launch(("./bot",), tmp_path))
    assert bot.channel.receive(time.monotonic_ns() + 10_000_000_000).strip().endswith(b"/bot")
    bot.stop()


def test_private_files_are_wiped() -> None:
    private, wrote, _ = probe("leaves_a_file")  # type: ignore[misc]
    assert wrote
    assert not Path(private).exists()


def test_two_hundred_starts_leave_neither_descriptors_nor_zombies() -> None:
    def children() -> int:
        return sum(
            len(path.read_text().split())
            for path in Path("/proc/self/task").glob("*/children")
            if path.exists()
        )

    BotProcess(Launch(("true",))).stop()
    files, zombies = len(os.listdir("/proc/self/fd")), children()  # noqa: PTH208
    for number in range(200):
        bot = BotProcess(Launch(("true",) if number % 2 else ("cat",)))
        bot.channel.send(b"x" * 100_000 if number % 4 == 0 else b"hello\n")
        bot.stop()
    assert len(os.listdir("/proc/self/fd")) == files  # noqa: PTH208
    assert children() == zombies
    assert private_folders() == set()


def test_a_bot_that_ends_politely_is_not_waited_for() -> None:
    session = Session(Marked(GOOD).launch)
    session.greet()
    began = time.monotonic()
    session.close()
    assert time.monotonic() - began < 0.15  # it heard quit; no step of the ladder was needed
    session.close()


def test_the_ladder_lets_a_bot_tidy_up_after_sigterm(tmp_path: Path) -> None:
    code = (
        "import signal, sys, time, pathlib\n"
        f"signal.signal(signal.SIGTERM, lambda *_: (pathlib.Path({str(tmp_path / 'tidy')!r}).touch(), sys.exit()))\n"
        "print(flush=True)\ntime.sleep(100)\n"
    )
    bot = BotProcess(Launch((*PYTHON, "-c", code)))
    bot.channel.receive(time.monotonic_ns() + 10_000_000_000)
    bot.stop()
    assert (tmp_path / "tidy").exists()


def test_an_interrupted_end_is_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second Ctrl-C, while the host waits for a bot to leave."""
    marked = Marked(Animal("families ignores_stdin", Termination.TIMEOUT))
    session = Session(marked.launch)
    session.greet()
    gone, interrupts = session.process._gone, [KeyboardInterrupt()]

    def interrupted(seconds: float) -> bool:
        if interrupts:
            raise interrupts.pop()
        return gone(seconds)

    monkeypatch.setattr(session.process, "_gone", interrupted)
    with pytest.raises(KeyboardInterrupt):
        session.close()
    assert marked.left() == []
    assert session.process.pid not in REAPER._groups.values()


def test_games_side_by_side_in_threads() -> None:
    hosting = Hosting()
    results: dict[int, object] = {}

    def play(number: int) -> None:
        guests = [Guest(Marked(GOOD).launch, hosting, f"bot{seat}") for seat in range(2)]
        results[number] = play_game(guests, deal_seed=7, private_seed=8).result

    threads = [threading.Thread(target=play, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(results) == 3
    assert results[0] == results[1] == results[2]


def test_an_exception_of_an_observer_leaves_no_bot() -> None:
    class Clumsy(Observer):
        def on_action(self, *_: object) -> None:
            raise ZeroDivisionError

    marked = Marked(GOOD)
    with pytest.raises(ZeroDivisionError):
        play_game(
            [Guest(marked.launch, Hosting()), "random"], deal_seed=1, private_seed=1, observers=[Clumsy()]
        )
    assert marked.left() == []


class Host(subprocess.Popen[str]):
    """A host process that does not outlive a test that failed."""

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is not None:
            self.kill()
        super().__exit__(kind, *rest)  # type: ignore[arg-type]


def host(way: str, mark: str, *names: str) -> tuple[Host, str]:
    """A host of its own, and the first line it printed."""
    running = Host(
        [sys.executable, str(ZOO / "host.py"), way, mark, *names],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    return running, running.stdout.readline().strip()


def wait_for(condition: object, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def test_a_killed_host_leaves_no_bot_and_no_file() -> None:
    mark = Marked(GOOD).mark
    names = ("speech silent", "families forker", "families runaway_child", "ends stops_itself")
    running, folder = host("hold", mark, *names)
    with running:
        # Besides the host: one process a bot, the forker's three children, the other's grandchild.
        assert wait_for(lambda: len(processes_of(mark)) >= 1 + 8, 30), processes_of(mark)
        assert len(list(Path(folder).iterdir())) == len(names)
        running.kill()
        running.wait()
        assert wait_for(lambda: not processes_of(mark) and not Path(folder).exists(), 2), processes_of(mark)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_host_leaves_no_bot_and_no_file(number: signal.Signals) -> None:
    mark = Marked(GOOD).mark
    running, folder = host("play", mark, "families forker", "families runaway_child")
    with running:
        assert wait_for(lambda: len(processes_of(mark)) >= 1 + 2 + 1, 30)
        running.send_signal(number)
        running.wait(10)
        assert wait_for(lambda: not processes_of(mark) and not Path(folder).exists(), 2), processes_of(mark)
        assert running.stderr is not None
        assert ("KeyboardInterrupt" in running.stderr.read()) is (number == signal.SIGINT)


def test_a_host_that_was_frozen_blames_nobody() -> None:
    """The bot answers within its 500 ms; the host sleeps through the deadline."""
    mark = Marked(GOOD).mark
    running, word = host("ask", mark, "sleepers 450")
    assert word == "asking"
    with running:
        time.sleep(0.05)
        running.send_signal(signal.SIGSTOP)
        time.sleep(0.8)
        running.send_signal(signal.SIGCONT)
        out, errors = running.communicate(timeout=10)
    assert out.startswith("HostStalled request 1: no answer after"), out + errors
    assert "the host itself was held up" in out


def test_a_reaper_that_somebody_killed_is_replaced() -> None:
    marked = Marked(GOOD)
    session = Session(marked.launch)
    session.greet()
    reaper = REAPER._process
    assert reaper is not None
    reaper.kill()
    reaper.wait()
    other = Session(Marked(GOOD).launch)
    other.greet()
    assert REAPER._process is not reaper
    assert set(REAPER._groups.values()) >= {session.process.pid, other.process.pid}
    for each in (session, other):
        each.close()
    assert not set(REAPER._groups.values()) & {session.process.pid, other.process.pid}


def test_a_bot_is_ended_though_no_reaper_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    marked = Marked(GOOD)
    session = Session(marked.launch)
    session.greet()
    assert REAPER._process is not None
    REAPER._process.kill()
    REAPER._process.wait()

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    with monkeypatch.context() as patched:
        patched.setattr("livingstone.protocol.reaper.subprocess.Popen", full)
        with pytest.raises(OSError, match="Too many open files"):
            Session(Marked(GOOD).launch)
        session.close()
    assert marked.left() == []


def test_a_fork_has_a_reaper_of_its_own_and_does_not_hide_its_parents_end() -> None:
    """The fork lives on; still its parent's bots go with the parent."""
    code = (
        "import os, sys, time\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "from bot_zoo import Animal, Marked\n"
        "from livingstone.protocol.reaper import REAPER\n"
        "from livingstone.protocol.session import Session\n"
        "from livingstone.protocol.termination import Termination\n"
        "from livingstone.protocol.watchdog import WATCHDOG\n"
        "marked = Marked(Animal('speech silent', Termination.TIMEOUT))\n"
        "session = Session(marked.launch)\n"
        "session.greet()\n"
        "if os.fork() == 0:\n"
        "    print(os.getpid(), marked.mark, REAPER._process, WATCHDOG._watched, flush=True)\n"
        "    time.sleep(100)\n"
        "time.sleep(100)\n"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", code, str(ZOO.parents[1])], stdout=subprocess.PIPE, text=True
    )
    with running:
        assert running.stdout is not None
        fork, mark, *fresh = running.stdout.readline().split()
        assert fresh == ["None", "{}"]
        assert len(processes_of(mark)) == 1
        running.kill()
        running.wait()
        try:
            assert wait_for(lambda: not processes_of(mark), 2)
            os.kill(int(fork), 0)  # it is there all the time
        finally:
            with contextlib.suppress(OSError):
                os.kill(int(fork), signal.SIGKILL)


DYING = """
import os, signal, sys
from livingstone.protocol import process
from livingstone.protocol.isolation import Isolation

process._open_pidfd = lambda pid: os.kill(os.getpid(), signal.SIGKILL)  # what comes right after the start
bot = (sys.executable, "-c", "import time; time.sleep(100)", sys.argv[1])
process.BotProcess(process.Launch(bot, isolation=Isolation(sys.argv[2])))
"""


@pytest.mark.parametrize("level", Isolation)
def test_a_host_killed_as_it_starts_a_bot_leaves_none(level: Isolation) -> None:
    """Nor a half-made sandbox: bwrap's own child waits for ever for a parent that was killed too early."""
    if level.rank > best_isolation().rank:
        pytest.skip(f"this machine has no {level}")
    mark = secrets.token_hex(8)
    subprocess.run([sys.executable, "-c", DYING, mark, level.value], check=False)
    try:
        assert wait_for(lambda: not processes_of(mark), 3)
        time.sleep(0.2)  # nor was it only between two programs
        assert processes_of(mark) == []
    finally:
        for left in processes_of(mark):
            with contextlib.suppress(OSError):
                os.kill(left, signal.SIGKILL)


def test_a_number_is_not_free_before_its_group_was_killed() -> None:
    """How a bot ended is looked at without reaping it: the group's number stays its own until the end."""
    session = Session(Marked(Animal("ends at_request", Termination.CRASHED)).launch)
    session.greet()
    session.new_game(new_game(Game.new(2, seed=1), 0))
    for number in range(1, 4):
        session.dialogue.write(b'{"type":"request","id":%d}\n' % number)
    assert session.process.how_it_ended() == "exited with code 5"
    assert Path(f"/proc/{session.process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    session.process.stop()
    assert not Path(f"/proc/{session.process.pid}").exists()
