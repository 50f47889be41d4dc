"""Running a tournament: what is played, what is stored, and what goes wrong."""

import random
import re
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import run_samples
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.record import read_record, verify
from livingstone.protocol.isolation import Isolation, best_isolation
from livingstone.protocol.termination import Termination
from livingstone.tournaments.config import BotEntry, read_config
from livingstone.tournaments.entrants import read_entrant
from livingstone.tournaments.executor import Done, Failed
from livingstone.tournaments.inline import InlineExecutor
from livingstone.tournaments.run import coordinator
from livingstone.tournaments.run.beginning import add_bot, begin, check, draw_up
from livingstone.tournaments.run.coordinator import MOST_VOIDS, Coordinator
from livingstone.tournaments.run.estimate import duration, elapsed, estimate
from livingstone.tournaments.run.fingerprint import bot_digest
from livingstone.tournaments.run.plan import CONFIG_FILE, Plan, schedule_of
from livingstone.tournaments.run.rerun import rerun
from livingstone.tournaments.run.roster import BotMissing
from livingstone.tournaments.run.status import status_of
from livingstone.tournaments.run.task import Task, TaskResult, play_task
from livingstone.tournaments.run.watcher import Watcher
from livingstone.tournaments.store import Store, StoredBlock, StoredGame, StoredSeat, StoreError
from run_samples import outcome, play, program, start, write_config

FAST = ["random", "scripted", "scripted:frugal", "ismcts:sims=20"]


def silent(_: str) -> None:
    """Tells nobody."""


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of built-in bots and one program, with one worker."""
    folder = tmp_path_factory.mktemp("finished")
    summary = play(write_config(folder, [*FAST, f"prog@{program()}"]), folder / "run", workers=1)
    assert summary.games == 20 + 30
    assert not summary.faults and not summary.voids and not summary.missing
    return folder / "run"


class ShuffledExecutor:
    """Plays in this process, and hands the results over in another order."""

    def run(self, tasks: Iterable[Task]) -> Generator[Done[Task, TaskResult] | Failed[Task], None, None]:
        done = list(InlineExecutor(play_task).run(tasks))
        random.Random(7).shuffle(done)
        yield from done


def test_no_executor_and_no_order_of_completion_changes_anything(finished: Path, tmp_path: Path) -> None:
    expected = outcome(finished)
    config = write_config(tmp_path / "b", [*FAST, f"prog@{program()}"])
    play(config, tmp_path / "three", workers=3)
    play(config, tmp_path / "inline", executor=InlineExecutor(play_task))
    play(config, tmp_path / "shuffled", executor=ShuffledExecutor())
    for name in ("three", "inline", "shuffled"):
        assert outcome(tmp_path / name) == expected


def test_a_bot_in_another_folder_is_the_same_bot(finished: Path, tmp_path: Path) -> None:
    plan = draw_up(write_config(tmp_path, [*FAST, f"prog@{program()}"]), silent)
    with Store.open(finished, readonly=True) as store:
        assert [bot.key for bot in plan.bots] == [bot.key for bot in store.bots()]


def test_another_seed_gives_other_games(finished: Path, tmp_path: Path) -> None:
    play(write_config(tmp_path, FAST, players=[2], seed=6), tmp_path / "run")
    deals = {game[2] for game in outcome(finished)["games"].values()}
    assert deals.isdisjoint(game[2] for game in outcome(tmp_path / "run")["games"].values())


def test_every_scheduled_game_is_stored_once_and_its_record_holds(finished: Path) -> None:
    with Store.open(finished, readonly=True) as store:
        plan = Plan.read(store)
        assert store.check(block.id for block in plan.schedule) == []
        assert store.orphans() == []
        games = {game.id: game for game in store.games()}
        assert set(games) == {name for block in plan.schedule for name in block.game_ids}
        for block in plan.schedule:
            for rotation, name in enumerate(block.game_ids):
                game = games[name]
                assert [bot.name for bot in game.bots] == list(block.lineup(rotation))
                lines = store.read_record(name).splitlines(keepends=True)
                assert verify(lines).verdict == "sound"
                record = read_record(lines)
                assert record.header.seed == str(block.deal(rotation)) == game.deal
                assert record.header.start == game.start
                assert record.header.names == [bot.name for bot in game.bots]
                result = record.lines[-1].step.result
                assert result is not None and result["places"] == [seat.place for seat in game.seats]
                assert all(seat.decisions > 5 and seat.seconds >= seat.slowest > 0 for seat in game.seats)


@pytest.mark.parametrize("deals", ["shared", "fresh"])
def test_everyone_starts_once_in_a_block(tmp_path: Path, deals: str) -> None:
    play(write_config(tmp_path, ["random", "scripted", "scripted:frugal"], deals=deals), tmp_path / "run")
    with Store.open(tmp_path / "run", readonly=True) as store:
        starters: dict[str, list[str]] = {}
        seeds: dict[str, set[str]] = {}
        for game in store.games():
            starters.setdefault(game.block, []).append(game.bots[game.start].name)
            seeds.setdefault(game.block, set()).add(game.deal)
        for block in store.blocks():
            assert sorted(starters[block.id]) == sorted(bot.name for bot in block.bots)
            assert len(seeds[block.id]) == (1 if deals == "shared" else block.players)


SPY = """
import glob, json, sys
for line in iter(sys.stdin.readline, ""):
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        print(json.dumps({"type": "hello", "major": 1, "name": "spy"}), flush=True)
    elif kind == "new_game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif kind == "request":
        seen = glob.glob(sys.argv[1] + "/**", recursive=True)
        if len(seen) > 1:
            sys.exit(f"saw {seen}")
        print(json.dumps({"type": "action", "id": message["id"], "action": 0}), flush=True)
    elif kind == "quit":
        break
"""
"""A program that loses where it sees anything in a folder."""


@pytest.mark.skipif(best_isolation() is not Isolation.BUBBLEWRAP, reason="needs bubblewrap")
def test_programs_do_not_see_the_runs_folder_which_holds_the_master_seed(tmp_path: Path) -> None:
    (tmp_path / "spy.py").write_text(SPY)
    run = tmp_path / "run"
    spy = f"spy@{sys.executable} spy.py {run}"
    config = write_config(tmp_path, ["random", spy], players=[2], isolation="bubblewrap")
    summary = play(config, run, workers=1)
    assert (summary.games, summary.faults) == (2, 0)
    with Store.open(run, readonly=True) as store:
        again = rerun(store, "p2-c1-b001-r0")
    assert again.is_same_record, again.now.seats


def test_bots_cannot_tell_which_games_share_a_deal(tmp_path: Path) -> None:
    store, plan = start(
        write_config(tmp_path, ["random", f"prog@{program()}"], players=[2], seed="ice cream"),
        tmp_path / "run",
    )
    with store:
        task = plan.task(plan.schedule.blocks[0])
        play_task(replace(task, hosting=replace(task.hosting, log_lines=tmp_path / "lines")))
    texts = [path.read_text() for path in sorted((tmp_path / "lines").iterdir())]
    assert len(texts) == 2
    labels = [text.partition('"new_game"')[2].partition('"game":"')[2].partition('"')[0] for text in texts]
    assert len(set(labels)) == 2
    for text in texts:
        assert plan.schedule.blocks[0].id not in text
        assert str(plan.schedule.blocks[0].deal(0)) not in text
        assert plan.run.master_seed not in text


class Notes(Watcher):
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def on_fault(self, game: StoredGame, seat: StoredSeat) -> None:
        self.lines.append(f"{game.id} {seat.bot.name} {seat.termination}")

    def on_void(self, block: StoredBlock, reason: str) -> None:
        self.lines.append(f"{block.id} {reason}")

    def on_exclusion(self, name: str, reason: str, skipped: int) -> None:
        self.lines.append(f"{name}: {reason}: {skipped}")


def test_a_fault_is_told_and_its_lines_and_stderr_are_kept(tmp_path: Path) -> None:
    notes = Notes()
    config = write_config(tmp_path, ["random", "scripted", f"tired@{program('after', '3')}"], players=[2])
    summary = play(config, tmp_path / "run", watcher=notes)
    assert summary.games == 6
    assert summary.faults == len(notes.lines) == 4
    assert all(line.endswith("tired crashed") for line in notes.lines)
    logs = tmp_path / "run" / "logs"
    games = {line.split()[0] for line in notes.lines}
    assert {path.name.partition("-seat")[0] for path in logs.glob("*.lines")} == games
    assert {path.read_text().strip() for path in logs.glob("*.stderr")} == {"tired"}
    assert not (logs / "live").exists()
    assert (logs / "run.log").read_text().count("tired: crashed") == 4
    assert status_of(tmp_path / "run").faults == {"tired": {"crashed": 4}}


def test_exclusion_does_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    bots = ["random", "scripted", f"tired@{program('after', '3')}", "scripted:frugal"]
    config = write_config(tmp_path, bots, players=[2], cycles=2, exclude_after=3)
    notes = Notes()
    summary = play(config, tmp_path / "one", workers=1, watcher=notes)
    play(config, tmp_path / "three", workers=3)
    found = outcome(tmp_path / "one")
    assert outcome(tmp_path / "three") == found
    tired = [game for game in found["games"].values() if any(seat[0] == "tired" for seat in game[5])]
    assert len(tired) == 4  # two blocks of two games: the third fault is in the second
    assert found["excluded"]["tired"].startswith("4 faults")
    assert notes.lines[-1] == "tired: 4 faults, excluded after 3: 8"
    assert len(found["games"]) == 12 + 4
    assert summary.missing == 0
    status = status_of(tmp_path / "one")
    assert (status.games, status.total, status.is_complete) == (16, 16, True)


def test_a_bot_that_does_not_start_is_left_out_and_the_rest_goes_on(tmp_path: Path) -> None:
    told: list[str] = []
    config = write_config(tmp_path, ["random", "scripted", "scripted:frugal", f"ill@{program('never')}"])
    plan = draw_up(config, told.append)
    assert told == ["  ill: out of order", told[1]]
    assert told[1].startswith("ill is left out: bot ill does not start")
    with begin(plan, tmp_path / "run") as store:
        Coordinator(store, plan, 2).run()
        assert {bot.name for game in store.games() for bot in game.bots} == {
            "random", "scripted", "scripted:frugal",
        }  # fmt: skip
        assert len(list(store.games())) == plan.schedule.games == 6 + 3
        check(store, silent)  # and it is no hindrance later
    with pytest.raises(LivingstoneError, match="table of 3: needs 3 different bots, there are 2"):
        draw_up(write_config(tmp_path, ["random", "scripted", f"ill@{program('never')}"]), silent)


def test_a_manifests_bot_is_built_when_it_does_not_start(tmp_path: Path) -> None:
    config = write_config(tmp_path, ["random", "made"], players=[2])
    made = tmp_path / "made"
    made.mkdir()
    (made / "source.py").write_text(run_samples.BOT)
    (made / "bot.json").write_text(
        '{"name": "made", "version": "1", "protocol": 1, "author": "Ann", "command": ["{python}", "build/bot.py"],'
        ' "build": [["mkdir", "build"], ["cp", "source.py", "build/bot.py"]]}'
    )
    told: list[str] = []
    plan = draw_up(config, told.append)
    assert told == ["made: does not start, so it is built first: mkdir build; cp source.py build/bot.py"]
    bot = plan.bots[1]
    assert (bot.name, bot.author, bot.excluded) == ("made", "Ann", "")
    assert bot.hello is not None and bot.hello["name"] == "first"


def spoiled(task: Task) -> TaskResult:
    """A fault of the host in one block."""
    if task.block.number == 2:
        raise KeyError("a bug")
    return play_task(task)


def test_a_void_block_is_dumped_and_played_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = Notes()
    config = write_config(tmp_path, FAST[:3], players=[2])
    store, plan = start(config, tmp_path / "run")
    with store:
        monkeypatch.setattr(coordinator, "play_task", spoiled)
        summary = Coordinator(store, plan, 2, notes).run()
        assert (summary.games, summary.voids, summary.missing) == (4, 1, 2)
        assert notes.lines == ["p2-c1-b002 KeyError: 'a bug'"]
        dump = (tmp_path / "run" / "logs" / "void-p2-c1-b002.txt").read_text()
        assert "in spoiled" in dump and "Task(" in dump
        assert [(void.block, void.attempt) for void in store.voids()] == [("p2-c1-b002", 1)]
        assert status_of(tmp_path / "run").voids == 1
        monkeypatch.setattr(coordinator, "play_task", play_task)
        assert Coordinator(store, plan, 2).run().missing == 0
    status = status_of(tmp_path / "run")
    assert (status.voids, status.is_complete) == (0, True)


def ruined(task: Task) -> TaskResult:
    """A fault of the host, always."""
    raise OSError("no space left")


def test_a_host_that_only_fails_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coordinator, "play_task", ruined)
    summary = play(write_config(tmp_path, FAST, players=[2], cycles=9), tmp_path / "run")
    assert summary.voids == MOST_VOIDS
    assert summary.missing == 54 * 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_log_that_does_not_fit_says_that_the_disk_is_full(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    store, plan = start(write_config(tmp_path, FAST), tmp_path / "run")
    (tmp_path / "run" / "logs").mkdir(exist_ok=True)
    (tmp_path / "run" / "logs" / "run.log").symlink_to("/dev/full")
    with store, pytest.raises(StoreError, match="the disk is full: what was stored before is safe"):
        Coordinator(store, plan, 1).run()
    log = tmp_path / "run" / "logs" / "run.log"
    assert capfd.readouterr().err == f"{log}: [Errno 28] No space left on device\n"  # not for every game


def test_resume_refuses_a_changed_bot_or_config_and_names_it(tmp_path: Path) -> None:
    store, plan = start(write_config(tmp_path, [*FAST, f"prog@{program()}"]), tmp_path / "run")
    copy = tmp_path / "run" / CONFIG_FILE
    text = copy.read_text()
    with store:
        assert check(store, silent) == plan
        for old, new, line in (
            ('"10s"', '"1s"', "[tournament] time has changed since the run began (it was '10s')"),
            ("[2, 3]", "[2]", "[tournament] players has changed since the run began (it was [2, 3])"),
            ("sims=20", "sims=30", "[[bot]] 4 has changed since the run began (it was 'ismcts:sims=20')"),
        ):
            copy.write_text(text.replace(old, new))
            with pytest.raises(LivingstoneError) as error:
                check(store, silent)
            assert str(error.value).startswith(f"{copy}: {line}, change it back")
        copy.write_text("# my notes\n" + text.replace("[tournament]", "[tournament]\nworkers = 1", 1))
        assert check(store, silent).config.workers == 1
        with (tmp_path / "first.py").open("a") as bot:
            bot.write("# better\n")
        with pytest.raises(LivingstoneError, match="bot 'prog': has changed since it joined"):
            check(store, silent)


def test_resume_refuses_a_bot_that_no_longer_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, _ = start(write_config(tmp_path, ["random", f"prog@{program()}"], players=[2]), tmp_path / "run")
    monkeypatch.setattr("livingstone.tournaments.run.beginning.check_unchanged", lambda _: None)
    (tmp_path / "first.py").write_text("import sys; sys.exit('gone')")
    told: list[str] = []
    with store, pytest.raises(LivingstoneError, match="bot prog does not start"):
        check(store, told.append)
    assert told == ["  prog: gone"]


def test_resume_tells_a_missing_bot_from_a_changed_one(tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "bot.py").write_text(run_samples.BOT)
    (tmp_path / "made" / "bot.json").write_text(
        '{"name": "made", "version": "1", "protocol": 1, "command": ["{python}", "bot.py"]}'
    )
    bots = ["random", f"prog@{program()}", "file@first.py", "made"]
    store, _ = start(write_config(tmp_path, bots, players=[2]), tmp_path / "run")
    with store:
        for gone, said in (
            (tmp_path / "made", f"bot 'made': {tmp_path / 'made'} is missing"),
            (tmp_path / "first.py", f"bot 'prog': {tmp_path / 'first.py'} is missing"),
        ):
            gone.rename(tmp_path / "elsewhere")
            with pytest.raises(BotMissing) as error:
                check(store, silent)
            assert str(error.value).startswith(said)
            (tmp_path / "elsewhere").rename(gone)
        check(store, silent)


def test_resume_needs_only_the_bots_that_still_play(tmp_path: Path) -> None:
    run = tmp_path / "run"
    play(write_config(tmp_path, ["random", f"prog@{program()}"], players=[2]), run)
    (tmp_path / "first.py").unlink()
    with Store.open(run) as store:
        plan = check(store, silent)
        assert Coordinator(store, plan, 1).run().missing == 0
        with pytest.raises(BotMissing, match=r"bot 'prog': .*first\.py is missing"):
            check(store, silent, every_bot=True)


def test_a_long_wait_for_a_bot_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("livingstone.tournaments.waiting.PATIENCE_S", 0.05)
    (tmp_path / "slow.py").write_text("import time; time.sleep(0.6)\n" + run_samples.BOT)
    told: list[str] = []
    plan = draw_up(write_config(tmp_path, ["random", "slow@slow.py"], players=[2]), told.append)
    assert told == ["waiting for the hello of bot slow, 10 s at most"]
    assert not plan.excluded


def test_a_schedule_that_takes_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*arguments: Any) -> Any:
        time.sleep(0.3)
        return schedule_of(*arguments)

    monkeypatch.setattr("livingstone.tournaments.waiting.PATIENCE_S", 0.05)
    monkeypatch.setattr("livingstone.tournaments.run.plan.schedule_of", slow)
    told: list[str] = []
    draw_up(write_config(tmp_path, ["random", "scripted"], players=[2]), told.append)
    assert told == ["making the schedule: a large one takes a while"]


def test_an_extension_keeps_the_old_games_and_goes_on_after_a_stop(tmp_path: Path) -> None:
    config = write_config(tmp_path, FAST[:3])
    run = tmp_path / "run"
    play(config, run)
    before = outcome(run)["games"]
    with Store.open(run) as store:
        with pytest.raises(LivingstoneError, match="'random': this name is taken in the run"):
            add_bot(store, BotEntry(bot="random"), tmp_path, silent)
        with pytest.raises(LivingstoneError, match="bot ill does not start"):
            add_bot(store, BotEntry(bot=program("never"), name="ill"), tmp_path, silent)
        add_bot(store, BotEntry(bot="first.py", name="prog", author="Ann"), tmp_path, silent)
    with Store.open(run) as store:  # as after a kill: all that is known is in the store
        plan = check(store, silent)
        Coordinator(store, plan, 2).run()
        assert store.check(block.id for block in plan.schedule) == []
    after = outcome(run)["games"]
    assert {name: game for name, game in after.items() if name in before} == before
    added = [game for name, game in after.items() if name not in before]
    assert added and all(any(seat[0] == "prog" for seat in game[5]) for game in added)
    met = Counter(seat[0] for game in added for seat in game[5] if len(game[5]) == 2)
    assert met == {"prog": 6, "random": 2, "scripted": 2, "scripted:frugal": 2}
    config_now = read_config(run / CONFIG_FILE)
    assert [(bot.name, bot.author) for bot in config_now.bots][-1] == ("prog", "Ann")
    with Store.open(run) as store:
        assert store.run().config_digest == config_now.digest
        plan = add_bot(store, BotEntry(bot="random", name="again"), tmp_path, silent)
        assert {block.id.partition("-")[0] for block in plan.schedule} == {"p2", "p3", "x1", "x2"}


def test_who_joins_meets_nobody_that_is_excluded_and_the_others_equally(tmp_path: Path) -> None:
    play(write_config(tmp_path, FAST, players=[2, 3]), tmp_path / "run")
    with Store.open(tmp_path / "run") as store:
        before = [block.id for block in Plan.read(store).schedule]
        store.exclude("scripted:frugal", "3 faults, excluded after 3")
        plan = add_bot(store, BotEntry(bot="scripted:steady"), tmp_path, silent)
        assert [block.id for block in plan.schedule][: len(before)] == before
        new = [block for block in plan.schedule if block.id.startswith("x1-")]
        for players in (2, 3):
            met = Counter(bot for block in new if block.players == players for bot in block.bots)
            assert met.pop("scripted:steady") > 0
            assert set(met) == {"random", "scripted", "ismcts:sims=20"} and len(set(met.values())) == 1
        again = add_bot(store, BotEntry(bot="random", name="again"), tmp_path, silent)
        assert not any(
            "scripted:frugal" in block.bots for block in again.schedule if block.id.startswith("x")
        )
        assert Plan.of(store.run(), store.bots()).schedule == again.schedule == Plan.read(store).schedule


def test_a_rerun_comes_out_the_same_and_leaves_the_store_alone(finished: Path) -> None:
    before = outcome(finished)
    with Store.open(finished, readonly=True) as store:
        game = next(game.id for game in store.games() if any(bot.name == "prog" for bot in game.bots))
        first, second = rerun(store, game), rerun(store, game)
        assert first.is_same_record and first.is_same_result and second.is_same_record
        assert first.folder != second.folder
        assert verify(first.folder / f"{game}.jsonl").verdict == "sound"
        assert len(list(first.folder.glob("*.lines"))) == 1
        with pytest.raises(LivingstoneError, match="game 'p2-c1-b001-r7': not in this run"):
            rerun(store, "p2-c1-b001-r7")
    assert outcome(finished) == before


def test_a_rerun_of_a_changed_bot_is_told_apart(tmp_path: Path) -> None:
    run = tmp_path / "run"
    play(write_config(tmp_path, ["random", f"prog@{program()}"], players=[2]), run)
    (tmp_path / "first.py").write_text(run_samples.BOT.replace("asked == last", "asked == 4"))
    with Store.open(run, readonly=True) as store:
        again = rerun(store, "p2-c1-b001-r0")
    assert not again.is_same_record and not again.is_same_result
    assert Termination.CRASHED in [seat.termination for seat in again.now.seats]


def test_a_rerun_without_a_bot_is_refused(tmp_path: Path) -> None:
    run = tmp_path / "run"
    play(write_config(tmp_path, ["random", "scripted", f"prog@{program()}"], players=[2]), run)
    (tmp_path / "first.py").rename(tmp_path / "elsewhere")
    told: list[str] = []
    with Store.open(run, readonly=True) as store:
        lineups = {frozenset(bot.name for bot in game.bots): game.id for game in store.games()}
        without, game = lineups[frozenset(("random", "scripted"))], lineups[frozenset(("random", "prog"))]
        assert rerun(store, without, told.append).is_same_record
        with pytest.raises(BotMissing, match=r"bot 'prog': .*first\.py is missing"):
            rerun(store, game, told.append)
        assert told == []
        (tmp_path / "first.py").write_text("import sys; sys.exit('ill')")
        with pytest.raises(LivingstoneError, match="bot 'prog': does not start now: "):
            rerun(store, game, told.append)
    assert told[0].startswith("warning: bot 'prog': has changed since it joined")


def test_the_log_of_a_run_says_when_in_utc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Kolkata")
    time.tzset()
    try:
        before = datetime.now(UTC)
        play(write_config(tmp_path, ["random", "scripted"], players=[2]), tmp_path / "run", workers=1)
        first = (tmp_path / "run" / "logs" / "run.log").read_text().split()[0]
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", first)
        assert abs((datetime.fromisoformat(first) - before).total_seconds()) < 60
    finally:
        monkeypatch.undo()
        time.tzset()


def test_what_a_killed_deletion_left_is_cleaned_at_the_next_start(tmp_path: Path) -> None:
    store, plan = start(write_config(tmp_path, ["random", "scripted"], players=[2]), tmp_path / "run")
    with store:
        Coordinator(store, plan, 1).run()
        (tmp_path / "run" / "records" / "p2-c9-b001-r0.jsonl.gz").touch()
        Coordinator(store, plan, 1).run()
        assert store.orphans() == []


def test_status_tells_of_a_run_that_is_played(tmp_path: Path) -> None:
    store, plan = start(write_config(tmp_path, FAST[:2], players=[2]), tmp_path / "run")
    with store:
        status = status_of(tmp_path / "run")
        assert (status.running, status.games, status.total, status.is_complete) == (True, 0, 2, False)
    assert status_of(tmp_path / "run").running is False
    assert status_of(tmp_path / "run").seed_commitment == plan.run.seed_commitment


def test_a_drawn_seed_is_kept_with_the_run(tmp_path: Path) -> None:
    config = write_config(tmp_path, FAST[:2], players=[2])
    config.write_text(config.read_text().replace('seed = "ice"\n', ""))
    first, second = draw_up(config, silent), draw_up(config, silent)
    assert first.run.master_seed != second.run.master_seed
    assert len(first.run.master_seed) == 32
    with begin(first, tmp_path / "run") as store:
        assert Plan.read(store) == first
    assert read_config(tmp_path / "run" / CONFIG_FILE).seed == first.run.master_seed


def test_the_kept_schedule_is_the_one_that_is_made_and_never_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, plan = start(write_config(tmp_path, FAST, deals="fresh"), tmp_path / "run")
    kept = tmp_path / "run" / "schedule.json"
    with store:
        with monkeypatch.context() as patch:
            patch.setattr("livingstone.tournaments.run.plan.schedule_of", None)
            assert Plan.read(store) == plan
        for damage in (kept.read_bytes()[:-9], b"[]", b'{"key":"x","schedule":{"blocks":[],"balance":[]}}'):
            kept.write_bytes(damage)
            assert Plan.read(store) == plan
        kept.unlink()
        assert check(store, silent) == plan
        assert kept.exists()
        extended = add_bot(store, BotEntry(bot="scripted:steady"), tmp_path, silent)
        assert Plan.read(store) == extended != plan


def test_the_edition_of_a_run_does_not_need_its_file_again(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('base = "bga"\nname = "mine"\nmax_rounds = 9\n')
    config = write_config(tmp_path, FAST[:2], players=[2], edition="mine.toml")
    store, plan = start(config, tmp_path / "run")
    (tmp_path / "mine.toml").unlink()
    with store:
        assert check(store, silent).config.edition == plan.run.edition


def test_names_that_cannot_be_told_apart_are_refused(tmp_path: Path) -> None:
    plan = draw_up(write_config(tmp_path, ["random", "random"], players=[2]), silent)
    assert [bot.name for bot in plan.bots] == ["random", "random#2"]
    with pytest.raises(LivingstoneError, match=r"\[\[bot\]\] 2: another bot is called 'random', give name ="):
        draw_up(write_config(tmp_path, ["random@scripted", "random"], players=[2]), silent)


def test_the_hash_of_a_bot_is_that_of_its_files(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir()
        (folder / "bot.py").write_text("print(1)")
        (folder / "bot.json").write_text(
            '{"name": "b", "version": "1", "protocol": 1, "command": ["{python}", "bot.py"]}'
        )

    def digest(folder: Path) -> str:
        return bot_digest(read_entrant(str(folder)))

    kept = digest(one)
    assert kept == digest(other)
    for junk in (".git/x", "__pycache__/bot.pyc", "build/x", ".hidden"):
        (one / junk).parent.mkdir(exist_ok=True)
        (one / junk).write_text("junk")
    assert digest(one) == kept
    (one / "table.bin").write_bytes(b"1")
    changed = digest(one)
    assert changed != kept
    (one / "table.bin").rename(one / "tables.bin")
    assert digest(one) not in (kept, changed)

    alone = bot_digest(read_entrant(str(other / "bot.py")))
    assert alone != kept
    (other / "bot.py").write_text("print(2)")
    assert bot_digest(read_entrant(str(other / "bot.py"))) != alone
    assert digest(other) != kept
    specs = [
        bot_digest(read_entrant(spec)) for spec in ("random", "scripted", "ismcts:sims=20", "ismcts:sims=21")
    ]
    assert len(set(specs)) == 4
    assert specs[0] == bot_digest(read_entrant("random"))
    words = [
        bot_digest(read_entrant(f"{other / 'bot.py'}")),
        bot_digest(read_entrant(f"python3 {other}/bot.py -x")),
    ]
    assert len(set(words)) == 2


def test_an_installed_module_is_told_apart_by_its_installation(tmp_path: Path) -> None:
    def digest(words: str) -> str:
        return bot_digest(read_entrant(words))

    new, old = tmp_path / "new" / "python", tmp_path / "old" / "python"
    for interpreter in (new, old):
        interpreter.parent.mkdir()
        interpreter.symlink_to(sys.executable)
    assert digest(f"{new} -u -m livingstone bot run random") != digest(
        f"{old} -u -m livingstone bot run random"
    )
    (tmp_path / "bot.py").write_text("print(1)")
    assert digest(f"{new} {tmp_path}/bot.py -m") == digest(f"{old} {tmp_path}/bot.py -m")


def test_an_estimate_knows_what_workers_share() -> None:
    assert elapsed([3.0] * 4, workers=1, cores=8) == 12
    assert elapsed([3.0] * 4, workers=2, cores=8) == 6
    assert elapsed([3.0] * 4, workers=50, cores=2) == 6
    assert elapsed([9.0, 1.0], workers=2, cores=2) == 9, "one block is one worker's"
    assert elapsed([9.0], workers=2, cores=2) == 9


def test_an_estimate_rests_on_a_game_of_every_bot(tmp_path: Path) -> None:
    plan = draw_up(write_config(tmp_path, [*FAST, f"prog@{program()}"]), silent)
    found = estimate(plan, 2, 20.0, 2)
    assert found is not None
    assert found.probes == 3
    assert 0.05 < found.seconds < 60
    cut = estimate(plan, 1, 0.001, 2)
    assert cut is None or cut.probes == 1
    assert estimate(plan, 1, -1.0, 2) is None
    times = [duration(seconds) for seconds in (0.2, 40, 720, 12_000, 400_000)]
    assert times == [
        "1 s",
        "40 s",
        "12 min",
        "3 h 20 min",
        "4 d 15 h",
    ]
