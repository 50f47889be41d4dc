"""The levels of isolation: which one is chosen, and what a bot can and cannot do at each."""

import os
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot_zoo import PYTHON, ZOO, Animal, Marked, new_game, probe
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.game import Game
from livingstone.protocol import isolation as module
from livingstone.protocol import reaper, watchdog
from livingstone.protocol.isolation import (
    Isolation,
    best_isolation,
    choose_isolation,
    read_isolation,
    wrapped,
)
from livingstone.protocol.process import BotProcess, Launch
from livingstone.protocol.reaper import REAPER
from livingstone.protocol.session import Session
from livingstone.protocol.termination import BotFault, Termination
from livingstone.protocol.usage import Usage, usage_of

NONE, LIMITS, BUBBLEWRAP = Isolation


def needs(level: Isolation) -> pytest.MarkDecorator:
    best = best_isolation()
    return pytest.mark.skipif(
        level.rank > best.rank,
        reason=f"isolation {level}: this machine reaches {best} ({module._missing(best)})",
    )


LEVELS = [pytest.param(level, marks=needs(level)) for level in Isolation]


@pytest.fixture
def best_is(monkeypatch: pytest.MonkeyPatch) -> object:
    def pretend(level: Isolation) -> None:
        monkeypatch.setattr(module, "best_isolation", lambda: level)
        monkeypatch.setattr(module.shutil, "which", lambda _: None)

    return pretend


@pytest.mark.parametrize(
    ("best", "wanted", "required", "level"),
    [
        (NONE, None, None, NONE),
        (LIMITS, None, None, LIMITS),
        (BUBBLEWRAP, None, BUBBLEWRAP, BUBBLEWRAP),
        (BUBBLEWRAP, NONE, None, NONE),
        (BUBBLEWRAP, LIMITS, LIMITS, LIMITS),
        (LIMITS, None, NONE, LIMITS),
    ],
)
def test_a_level_is_chosen(
    best_is: object, best: Isolation, wanted: Isolation, required: Isolation, level: Isolation
) -> None:
    best_is(best)  # type: ignore[operator]
    assert choose_isolation(wanted, required) is level


@pytest.mark.parametrize(
    ("best", "wanted", "required", "text"),
    [
        (
            LIMITS,
            BUBBLEWRAP,
            None,
            "isolation bubblewrap: this machine reaches limits (bwrap is not installed)",
        ),
        (
            NONE,
            LIMITS,
            None,
            "isolation limits: this machine reaches none (the levels above need Linux with /proc)",
        ),
        (
            LIMITS,
            None,
            BUBBLEWRAP,
            "isolation limits is below the required bubblewrap (bwrap is not installed)",
        ),
        (BUBBLEWRAP, NONE, LIMITS, "isolation none is below the required limits"),
    ],
)
def test_a_level_that_cannot_be_had_is_refused(
    best_is: object, best: Isolation, wanted: Isolation, required: Isolation, text: str
) -> None:
    best_is(best)  # type: ignore[operator]
    with pytest.raises(LivingstoneError) as error:
        choose_isolation(wanted, required)
    assert str(error.value) == text


def test_levels_are_read_by_name() -> None:
    assert [read_isolation(level.value) for level in Isolation] == list(Isolation)
    with pytest.raises(LivingstoneError, match=r"isolation 'bublewrap'.*bubblewrap"):
        read_isolation("bublewrap")
    with pytest.raises(LivingstoneError, match="isolation 'x': expected none, limits, bubblewrap"):
        read_isolation("x")


def test_no_level_wraps_for_nothing() -> None:
    assert wrapped(["bot", "-x"], NONE, Path("/a"), Path("/tmp/b/c")) == ["bot", "-x"]
    assert wrapped(["bot", "-x"], LIMITS, Path("/a"), Path("/tmp/b/c"))[-2:] == ["bot", "-x"]


@pytest.fixture
def listening() -> Iterator[int]:
    """A local port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize("level", LEVELS)
def test_the_network(level: Isolation, listening: int) -> None:
    assert probe("connects", str(listening), isolation=level) is (level is not BUBBLEWRAP)


@pytest.mark.parametrize("level", LEVELS)
def test_files_outside_the_private_folder(level: Isolation, tmp_path: Path) -> None:
    assert probe("writes", str(tmp_path), isolation=level) is (level is not BUBBLEWRAP)
    assert (tmp_path / "mark").exists() is (level is not BUBBLEWRAP)
    assert probe("folder", folder=tmp_path, isolation=level) == str(tmp_path)


@needs(BUBBLEWRAP)
def test_hidden_folders_are_empty_and_the_bots_own_is_not(tmp_path: Path) -> None:
    """Records of running games hold seeds and all hands; the bot may live within such a folder, or they beside it."""
    own = tmp_path / "run" / "bot"
    places = [own, own / "records", tmp_path / "run", tmp_path / "lines", tmp_path / "run" / "logs"]
    for place in places:
        place.mkdir(parents=True, exist_ok=True)
        (place / "file").write_text(place.name)
    files = [str(place / "file") for place in places]
    (tmp_path / "config").write_text("config")
    (own / "seed").write_text("seed")
    files += [str(tmp_path / "config"), str(own / "seed")]
    hidden = (*places[1:], tmp_path / "gone", tmp_path / "config", own / "seed")
    assert probe("reads", *files, folder=own) == ["bot", "records", "run", "lines", "logs", "config", "seed"]
    seen = probe("reads", *files, folder=own, isolation=BUBBLEWRAP, hidden=hidden)
    assert seen == ["bot", None, None, None, None, None, None]
    for place in places:
        assert not probe("writes", str(place), folder=own, isolation=BUBBLEWRAP, hidden=hidden)


@needs(BUBBLEWRAP)
@pytest.mark.parametrize("folder", ["/", "/tmp", "/var/tmp", "/home", "/root", "/proc", "/sys", str(ZOO)])
def test_no_folder_of_the_system_can_be_written_under_bubblewrap(folder: str) -> None:
    assert not probe("writes", folder, isolation=BUBBLEWRAP)
    assert not (Path(folder) / "mark").exists()


@pytest.mark.parametrize("level", LEVELS)
def test_private_files(level: Isolation) -> None:
    """Each bot has a folder of its own, which is wiped; under bubblewrap it does not even see another's."""
    other = BotProcess(Launch(("cat",)))
    private, wrote, beside = probe("leaves_a_file", isolation=level)  # type: ignore[misc]
    assert wrote
    assert not Path(private).exists()
    assert Path(private).name in beside
    assert len(beside) == (1 if level is BUBBLEWRAP else 2)
    other.stop()
    assert list(Path(REAPER.folder()).iterdir()) == []


@pytest.mark.parametrize("level", LEVELS)
def test_private_files_of_bots_of_another_host(level: Isolation) -> None:
    """The workers of a tournament are hosts side by side: a bot must not tell its double at another table."""
    with tempfile.TemporaryDirectory(dir=Path(REAPER.folder()).parent) as other:
        note = Path(other) / "note"
        note.write_text("secret")
        seen = None if level is BUBBLEWRAP else "secret"
        assert probe("reads", str(note), isolation=level) == [seen]


def test_a_folder_that_others_may_enter_is_not_shared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    shared = Path(reaper.new_folder()).parent
    assert shared.parent == tmp_path
    assert Path(reaper.new_folder()).parent == shared
    assert shared.stat().st_mode & 0o777 == 0o700
    shared.chmod(0o777)
    own = Path(reaper.new_folder())
    assert own.parent != shared
    assert own.parent.parent == tmp_path
    shared.chmod(0o700)
    shared.rename(tmp_path / "away")
    shared.symlink_to(tmp_path / "away")
    assert Path(reaper.new_folder()).parent != shared


def test_a_folder_that_somebody_else_made_is_not_shared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000)
    assert Path(reaper.new_folder()).parent != Path(reaper.new_folder()).parent


@pytest.mark.parametrize("level", LEVELS)
def test_other_processes(level: Isolation) -> None:
    seen = probe("processes", isolation=level)
    assert isinstance(seen, list)
    assert (os.getpid() in seen) is (level is not BUBBLEWRAP)
    if level is BUBBLEWRAP:
        assert len(seen) <= 2  # itself and the namespace's first process


@pytest.mark.parametrize("level", LEVELS)
def test_limits_of_a_process(level: Isolation) -> None:
    core, files = probe("limits", isolation=level)  # type: ignore[misc]
    if level is NONE:
        return
    assert core == [0, 0]
    assert files[0] == files[1] <= 1024


@pytest.mark.parametrize("level", LEVELS)
def test_the_end_of_a_bot_is_told_at_every_level(level: Isolation) -> None:
    for deed, text in (("segfault", "was killed by SIGSEGV"), ("at_request", "exited with code 5")):
        session = Session(Marked(Animal(f"ends {deed}", Termination.CRASHED), level).launch)
        session.greet()
        session.new_game(new_game(Game.new(2, seed=1), 0))
        for number in range(1, 4):
            session.dialogue.write(b'{"type":"request","id":%d}\n' % number)
        assert session.process.how_it_ended() == text
        session.close()


@pytest.mark.parametrize("level", LEVELS[1:])
def test_a_memory_hog_is_found_within_a_second(level: Isolation) -> None:
    session = Session(Marked(Animal("families memory_hog", Termination.MEMORY), level).launch)
    game = Game.new(2, seed=1, start=0)
    game.roll()
    session.greet()
    session.new_game(new_game(game, 0))
    for _ in range(2):
        game.play(session.ask(game.observation(), game.legal()).action)
    began = time.monotonic()
    with pytest.raises(BotFault, match=r"request 3: it used \d+ MiB of memory \(limit 64 MiB\)") as fault:
        session.ask(game.observation(), game.legal())
    assert fault.value.termination is Termination.MEMORY
    assert time.monotonic() - began < 1


@pytest.mark.parametrize("level", LEVELS[1:])
def test_who_computes_while_not_asked_is_stopped(level: Isolation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "IDLE_CPU_MS", 200)
    marked = Marked(Animal("families idle_hog", Termination.CPU), level)
    session = Session(marked.launch)
    game = Game.new(2, seed=1, start=0)
    game.roll()
    session.greet()
    session.new_game(new_game(game, 0))
    for _ in range(3):
        game.play(session.ask(game.observation(), game.legal()).action)
    assert marked.are_gone_within(10)
    with pytest.raises(BotFault, match=r"it used \d+ ms of processor time while not asked") as fault:
        session.ask(game.observation(), game.legal())
    assert fault.value.termination is Termination.CPU


@needs(LIMITS)
def test_who_rests_while_not_asked_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit holds for one spell of idleness, not for the game."""
    monkeypatch.setattr(watchdog, "IDLE_CPU_MS", 200)
    session = Session(Marked(Animal("families busy_when_asked", Termination.COMPLETED), LIMITS).launch)
    game = Game.new(2, seed=1, start=0)
    game.roll()
    session.greet()
    session.new_game(new_game(game, 0))
    for _ in range(8):
        session.ask(game.observation(), game.legal())
        time.sleep(1.2 * watchdog.TICK_S)
    assert usage_of(session.process.pid).cpu_ms > 300
    session.ask(game.observation(), game.legal())
    session.close()


def test_thinking_when_asked_is_no_idle_computing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bot:
        pid, memory_mb, idle_spell = 1, None, 0

        def condemn(self, fault: BotFault) -> None:
            raise AssertionError(fault)

    bot, meter, used = (
        Bot(),
        watchdog._IdleMeter(),
        iter((0, 9000, 9500, 9500 + watchdog.IDLE_CPU_MS, 12_000)),
    )
    monkeypatch.setattr(watchdog, "usage_of", lambda _: Usage(1, next(used)))
    assert [watchdog._judge(bot, meter) for _ in range(2)] == [None, None]
    bot.idle_spell = 1
    assert [watchdog._judge(bot, meter) for _ in range(2)] == [None, None]
    fault = watchdog._judge(bot, meter)
    assert fault is not None and fault.termination is Termination.CPU


def test_usage_counts_the_family() -> None:
    child = "hoard = b'x' * (50 << 20); print(len(hoard), flush=True); input()"
    code = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {child!r}]).wait()"
    bot = BotProcess(Launch((*PYTHON, "-c", code)))
    bot.channel.receive(time.monotonic_ns() + 20_000_000_000)
    assert usage_of(bot.pid).memory_bytes > 50 << 20
    assert usage_of(bot.pid).cpu_ms > 0
    bot.stop()
    assert usage_of(bot.pid) == (0, 0)


@needs(LIMITS)
def test_a_bot_belongs_to_the_thread_that_started_it() -> None:
    """It lives as long as that thread; a thread that ends takes it along, as the system ties them."""
    marked = Marked(Animal("speech silent", Termination.TIMEOUT), LIMITS)
    sessions = []
    stay = threading.Event()

    def start() -> None:
        sessions.append(Session(marked.launch))
        sessions[0].greet()
        stay.wait(10)

    thread = threading.Thread(target=start)
    thread.start()
    while not sessions or not sessions[0].hello.major:
        time.sleep(0.01)
    time.sleep(0.1)
    assert marked.left() == [sessions[0].process.pid]
    stay.set()
    thread.join()
    assert marked.are_gone_within(2) or module.shutil.which("setpriv") is None
    sessions[0].close()


def test_the_watchdog_condemns_nobody_who_was_forgotten_meanwhile() -> None:
    class Bot:
        pid, memory_mb, idle_spell = os.getpid(), 1, 0
        condemned: BotFault | None = None

        def condemn(self, fault: BotFault) -> None:
            self.condemned = fault

    dog, bot, other = watchdog.Watchdog(), Bot(), Bot()
    fault = BotFault(Termination.MEMORY, "")
    dog._condemn(bot, fault)
    dog._watched[bot.pid] = (other, watchdog._IdleMeter())
    dog._condemn(bot, fault)
    assert bot.condemned is None and other.condemned is None
    dog.watch(bot)
    until = time.monotonic() + 5
    while bot.condemned is None and time.monotonic() < until:
        time.sleep(0.01)
    assert bot.condemned is not None and bot.condemned.termination is Termination.MEMORY
