"""Seasons that are played night by night: what goes on, who joins and stops, and what the summary says."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from livingstone.engine.errors import LivingstoneError
from livingstone.protocol.kits import write_kit
from livingstone.tournaments.config import read_config
from livingstone.tournaments.config_season import Nightly, parse_duration
from livingstone.tournaments.night.budget import Budget
from livingstone.tournaments.night.lineup import PAUSED
from livingstone.tournaments.night.night import SeasonNight
from livingstone.tournaments.night.outcome import ExitCode, NightOutcome
from livingstone.tournaments.night.pruning import prune
from livingstone.tournaments.night.season import close_season, season_folder, take_night
from livingstone.tournaments.run import coordinator
from livingstone.tournaments.run.beginning import add_bot, check
from livingstone.tournaments.run.coordinator import Coordinator
from livingstone.tournaments.run.plan import CONFIG_FILE, Plan
from livingstone.tournaments.run.task import Task, TaskResult, play_task
from livingstone.tournaments.schedule_block import Block
from livingstone.tournaments.store import Store, StoreBusy
from livingstone.tournaments.verification import verify_run
from run_samples import play, program, write_config

BOTS = ["random", "scripted", "scripted:frugal"]


def config(folder: Path, bots: list[str], more: str = "", **keys: Any) -> Path:
    """A night of tables of two: six games with three bots, twelve with four."""
    path = write_config(folder, bots, **({"players": [2]} | keys))
    path.write_text(path.read_text() + more)
    return path


def silent(_: str) -> None:
    """Tells nobody."""


def night(path: Path, budget: Budget | None = None, tell: Callable[[str], None] = silent) -> NightOutcome:
    """Play one."""
    return SeasonNight(path, path.parent / "season", 1, budget or Budget(None), tell).play()


def first_line(path: Path) -> str:
    return (path.parent / "season" / "summary.md").read_text().partition("\n")[0]


def season(path: Path) -> Store:
    """The season's store, for reading."""
    return Store.open(path.parent / "season", readonly=True)


def appearances(path: Path) -> dict[str, int]:
    """Games by unit."""
    with season(path) as store:
        counts: dict[str, int] = {}
        for game in store.games():
            for bot in game.bots:
                counts[bot.name] = counts.get(bot.name, 0) + 1
        return counts


class Blocks(Budget):
    """Time for so many blocks."""

    def __init__(self, count: int) -> None:
        super().__init__(None)
        self._count = count

    def may_begin(self, block: Block) -> bool:
        self._count -= 1
        self.is_used_up |= self._count < 0
        return self._count >= 0 and super().may_begin(block)


def test_each_night_adds_its_games_and_leaves_the_others(tmp_path: Path) -> None:
    path = config(tmp_path, BOTS, players=[2, 3])
    assert night(path).games == 9
    with season(path) as store:
        first = {game.id: game.sha256 for game in store.games()}
    outcome = night(path)
    assert (outcome.number, outcome.games, outcome.missing, outcome.exit_code()) == (2, 9, 0, 0)
    assert first_line(path) == outcome.verdict
    assert outcome.verdict.startswith("ok: 9 games, leader ")
    with season(path) as store:
        games = {game.id: game for game in store.games()}
        assert len(games) == 18 and games.keys() > first.keys()
        assert {name: games[name].sha256 for name in first} == first
        assert len({game.deal for game in games.values()}) == 8
        assert {name.split("-")[1] for name in games} == {"c1", "c2"}
    found = verify_run(tmp_path / "season")
    assert found.is_sound, found.findings
    assert (tmp_path / "season" / "summaries" / "night-0002.md").exists()


def test_the_same_nights_give_the_same_games(tmp_path: Path) -> None:
    hashes = []
    for name in ("one", "other"):
        path = config(tmp_path / name, BOTS)
        night(path)
        night(path)
        with season(path) as store:
            hashes.append([(game.id, game.sha256) for game in store.games()])
    assert hashes[0] == hashes[1]


def test_a_second_start_is_refused_and_touches_nothing(tmp_path: Path) -> None:
    path = config(tmp_path, BOTS)
    night(path)
    before = first_line(path)
    lock = take_night(tmp_path / "season")
    with pytest.raises(StoreBusy, match="another process is playing a night"):
        night(path)
    lock.release()
    with Store.open(tmp_path / "season"), pytest.raises(StoreBusy):  # 'tournament resume', for example
        night(path)
    assert appearances(path) == {"random": 4, "scripted": 4, "scripted:frugal": 4}
    assert night(path).games == 6
    assert before.startswith("ok: 6 games")


def test_what_a_night_leaves_is_played_first_in_the_next(tmp_path: Path) -> None:
    path = config(tmp_path, BOTS)
    outcome = night(path, Blocks(1))
    assert (outcome.games, outcome.missing, outcome.exit_code()) == (2, 4, ExitCode.UNFINISHED)
    assert first_line(path).startswith("out of time: 2 games, 4 left for the next night, leader ")
    outcome = night(path, Blocks(1))
    assert (outcome.number, outcome.games, outcome.missing) == (1, 2, 2)
    outcome = night(path)
    assert (outcome.number, outcome.games, outcome.missing) == (2, 2 + 6, 0)
    with season(path) as store:
        plan = Plan.read(store)
        assert store.check(block.id for block in plan.schedule) == []
        assert [night.cycles for night in plan.config.season.nights] == [1, 1]


def test_no_block_is_begun_that_would_not_end_in_time(tmp_path: Path) -> None:
    path = config(tmp_path, BOTS)
    night(path)
    with season(path) as store:
        block = Plan.read(store).schedule.blocks[0]
        longest = max(
            sum(seat.seconds for game in games for seat in game.seats) for games in _by_block(store)
        )
    now = [0.0]
    budget = _budget_at(now, 100.0)
    with season(path) as store:
        budget.learn(store)
    now[0] = 90.0 - longest - 0.001  # a tenth is kept for the report
    assert budget.may_begin(block) and not budget.is_used_up
    now[0] = 90.0 - longest + 0.001
    assert not budget.may_begin(block) and budget.is_used_up


def _by_block(store: Store) -> list[list[Any]]:
    blocks: dict[str, list[Any]] = {}
    for game in store.games():
        blocks.setdefault(game.block, []).append(game)
    return list(blocks.values())


def _budget_at(now: list[float], seconds: float) -> Budget:
    budget = Budget(seconds)

    class Clocked(type(budget)):  # type: ignore[misc]
        used_s = property(lambda _: now[0])

    budget.__class__ = Clocked
    return budget


HANGING = """
import json, sys
for line in iter(sys.stdin.readline, ""):
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "major": 1, "name": "hanging"}), flush=True)
    elif message["type"] == "new_game":
        print(json.dumps({"type": "ready"}), flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer")
def test_a_night_ends_in_time_though_a_bot_hangs_for_ever(tmp_path: Path) -> None:
    path = config(tmp_path, ["random", f"hanging@{sys.executable} hang.py"], time="none")
    (tmp_path / "hang.py").write_text(HANGING)
    began = time.monotonic()
    outcome = night(path, Budget(3.0))
    assert time.monotonic() - began < 20
    assert outcome.verdict == "out of time: 0 games, 2 left for the next night"
    assert outcome.exit_code() is ExitCode.UNFINISHED


def test_an_interrupted_night_says_so(tmp_path: Path) -> None:
    path = config(tmp_path, ["random", f"hanging@{sys.executable} hang.py"], time="none")
    (tmp_path / "hang.py").write_text(HANGING)
    timer = threading.Timer(2.0, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    outcome = night(path)
    assert outcome.verdict == "interrupted: 0 games, 2 left for the next night" == first_line(path)
    assert outcome.exit_code() is ExitCode.UNFINISHED


@pytest.mark.skipif(sys.platform != "linux", reason="counts on processes that end with their parent")
def test_a_killed_night_is_gone_on_with(tmp_path: Path) -> None:
    path = config(tmp_path, [*BOTS, "scripted:steady", f"prog@{program()}"], players=[2, 3])
    words = ["nightly", str(path), "--season", str(tmp_path / "season"), "--workers", "1", "--quiet"]
    process = subprocess.Popen([sys.executable, "-m", "livingstone", *words])
    records = tmp_path / "season" / "records"
    until = time.monotonic() + 60
    while time.monotonic() < until and not (records.exists() and len(list(records.glob("*.gz"))) > 8):
        time.sleep(0.002)
    process.kill()
    process.wait()
    assert first_line(path).startswith("running: since 20")
    with season(path) as store:
        total = Plan.read(store).schedule.games
        done = len(list(store.games()))
    assert 0 < done < total
    outcome = night(path, Blocks(10_000))
    assert outcome.games == total - done + total
    with season(path) as store:
        plan = Plan.read(store)
        assert store.check(block.id for block in plan.schedule) == []
        assert len(list(store.games())) == plan.schedule.games == 2 * total


def test_a_bot_that_is_added_joins_and_one_that_is_removed_stops(tmp_path: Path) -> None:
    path = config(tmp_path, BOTS)
    night(path, Blocks(0))
    config(tmp_path, [*BOTS[:2], "scripted:steady"])
    outcome = night(path)
    # Of the first night's games those of the bot that is gone are not played.
    assert outcome.games == 2 + 6
    assert outcome.news == (
        "scripted:steady: joined", "scripted:frugal: stopped, it is not in the config any more",
    )  # fmt: skip
    assert appearances(path) == {"random": 6, "scripted": 6, "scripted:steady": 4}
    config(tmp_path, BOTS)
    outcome = night(path)
    assert outcome.news[0] == "scripted:frugal: is back"
    assert outcome.games == 4 + 6
    with season(path) as store:
        paused = {bot.name: bot.excluded for bot in store.bots() if bot.excluded}
    assert paused == {"scripted:steady": f"{PAUSED}is not in the config"}


def test_a_bot_that_changed_is_another_unit(tmp_path: Path) -> None:
    path = config(tmp_path, [*BOTS[:2], f"prog@{program()}"])
    night(path)
    old = (tmp_path / "first.py").read_text()
    (tmp_path / "first.py").write_text(old + "# better\n")
    outcome = night(path)
    counts = appearances(path)
    (unit,) = counts.keys() - {*BOTS, "prog"}
    assert unit.startswith("prog@") and counts[unit] == counts["prog"] == 4
    assert outcome.news == (f"{unit}: changed, plays as a new unit",)
    (tmp_path / "first.py").write_text(old)
    assert night(path).news == ("prog: is back",)
    assert appearances(path)["prog"] == 8 and appearances(path)[unit] == 4
    assert verify_run(tmp_path / "season").is_sound


def test_a_bot_whose_folder_moved_is_the_same(tmp_path: Path) -> None:
    write_kit("python", tmp_path / "old", "kit")
    path = config(tmp_path, ["random", "old"])
    night(path)
    (tmp_path / "old").rename(tmp_path / "new")
    config(tmp_path, ["random", "new"])
    assert night(path).verdict.startswith("ok: 2 games")
    assert appearances(path) == {"random": 4, "kit": 4}


def test_a_broken_bot_is_left_out_and_the_night_goes_on(tmp_path: Path) -> None:
    told: list[str] = []
    path = config(tmp_path, [*BOTS, f"ill@{program('never')}", "gone@nowhere/bot.py"])
    outcome = night(path, tell=told.append)
    assert outcome.games == 6
    assert set(outcome.left_out) == {"ill", "gone"}
    assert outcome.left_out["ill"].startswith("bot ill does not start")
    assert first_line(path).startswith("faults: gone, ill left out; 6 games, leader ")
    assert (outcome.exit_code(), outcome.exit_code(strict=True)) == (ExitCode.OK, ExitCode.BOT_FAILED)
    assert "ill is left out: bot ill does not start" in "\n".join(told)
    assert "- gone: bot 'nowhere/bot.py'" in (tmp_path / "season" / "summary.md").read_text()


def test_a_night_goes_on_without_the_tables_that_a_broken_bot_leaves_empty(tmp_path: Path) -> None:
    path = config(tmp_path, [*BOTS, f"ill@{program('never')}"], players=[2, 4])
    outcome = night(path)
    assert (outcome.games, outcome.exit_code()) == (6, ExitCode.OK)
    assert outcome.no_tables == {4: "table of 4: needs 4 different bots, there are 3"}
    assert first_line(path).startswith("faults: ill left out, no tables of 4; 6 games, leader ")
    assert "- table of 4: needs 4 different bots" in (tmp_path / "season" / "summary.md").read_text()
    config(tmp_path, [*BOTS, f"ill@{program()}"], players=[2, 4])
    assert night(path).games == 12 + 4
    config(tmp_path, BOTS, players=[2, 4])  # nobody is ill: the config asks for tables it has no bots for
    assert night(path).error == "table of 4: needs 4 different bots, there are 3"
    assert verify_run(tmp_path / "season").is_sound


def test_a_broken_bot_does_not_cancel_the_tables_of_an_author_with_two(tmp_path: Path) -> None:
    """Five bots have room for two of one author at tables of three only if they play less often than the others."""
    path = config(tmp_path, [*BOTS, "scripted:steady", f"ill@{program('never')}"], players=[3])
    ann = ("random", "scripted")
    text = path.read_text()
    for name in ann:
        text = text.replace(f'bot = "{name}"', f'bot = "{name}"\nauthor = "ann"')
    path.write_text(text)
    outcome = night(path)
    assert outcome.verdict.startswith("faults: ill left out; ") and outcome.games
    with season(path) as store:
        assert all(sum(bot.name in ann for bot in game.bots) == 1 for game in store.games())


def test_a_gauntlet_without_its_challenger_is_not_played_as_a_round_robin(tmp_path: Path) -> None:
    path = config(tmp_path, [*BOTS, f"prog@{program('never')}"], format="gauntlet", challengers=["prog"])
    assert night(path).error == "no challenger is left, a gauntlet needs at least one"


def test_faults_of_bots_are_counted_by_night(tmp_path: Path) -> None:
    path = config(tmp_path, ["random", "scripted", f"tired@{program('after', '3')}"])
    for _ in range(2):
        outcome = night(path)
        assert first_line(path).startswith("faults: 4 seats lost (tired 4); 6 games, leader ")
        assert outcome.exit_code(strict=True) is ExitCode.BOT_FAILED
    assert len(list((tmp_path / "season" / "logs").glob("*.lines"))) == 8


def test_a_bot_that_was_excluded_for_its_faults_stays_so_until_it_changes(tmp_path: Path) -> None:
    bots = ["random", "scripted", "scripted:frugal", f"tired@{program('after', '3')}"]
    path = config(tmp_path, bots, exclude_after=1)
    night(path)
    outcome = night(path)
    assert outcome.left_out["tired"].endswith("faults, excluded after 1")
    assert outcome.games == 6
    with (tmp_path / "first.py").open("a") as bot:
        bot.write("# mended\n")
    assert night(path).left_out == {}


def spoiled(task: Task) -> TaskResult:
    """A fault of the host in one block."""
    if task.block.number == 2:
        raise KeyError("a bug")
    return play_task(task)


def test_a_fault_of_the_host_makes_the_night_void(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = config(tmp_path, BOTS)
    monkeypatch.setattr(coordinator, "play_task", spoiled)
    outcome = night(path)
    assert first_line(path).startswith("void: 1 block spoiled by the host, nobody pays; 4 games, leader ")
    assert (outcome.missing, outcome.exit_code()) == (2, ExitCode.HOST_FAILED)
    monkeypatch.setattr(coordinator, "play_task", play_task)
    outcome = night(path)
    assert (outcome.games, outcome.missing, outcome.exit_code()) == (2 + 6, 0, ExitCode.OK)


def test_a_bug_in_the_night_itself_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Coordinator) -> None:
        raise ZeroDivisionError("a bug")

    path = config(tmp_path, BOTS)
    monkeypatch.setattr(Coordinator, "run", fail)
    outcome = night(path)
    assert outcome.verdict == "void: the host failed: ZeroDivisionError: a bug; 0 games" == first_line(path)
    assert outcome.exit_code() is ExitCode.HOST_FAILED
    assert "in fail" in (tmp_path / "season" / "logs" / "night-error.txt").read_text()


def test_what_makes_games_comparable_may_not_change(tmp_path: Path) -> None:
    path = config(tmp_path, BOTS)
    night(path)
    config(tmp_path, BOTS, time="5s")
    outcome = night(path)
    assert outcome.exit_code() is ExitCode.ERROR
    assert outcome.error == (
        f"{path}: [tournament] time has changed since the season began (it was '10s'), "
        "change it back or begin another season with --season"
    )
    assert first_line(path) == f"failed: {outcome.error}"
    for keys in ({"players": [2, 3]}, {"seed": "other"}, {"deals": "fresh"}, {"edition": "bga"}):
        config(tmp_path, BOTS, **keys)
        assert next(iter(keys)) in night(path).error
    config(tmp_path, BOTS, cycles=2, anchor="random", workers=1, exclude_after=9, name="later")
    assert night(path).games == 12
    path.write_text(path.read_text() + '[[night]]\nbots = ["random"]\n')
    assert "[[night]] is written by the program" in night(path).error


def test_too_few_bots_write_nothing(tmp_path: Path) -> None:
    path = config(tmp_path, BOTS, players=[3])
    night(path)
    config(tmp_path, [*BOTS[:2], f"ill@{program('never')}"], players=[3])
    assert "table of 3: needs 3 different bots, there are 2" in night(path).error
    config(tmp_path, BOTS, players=[3])
    outcome = night(path)
    assert (outcome.number, outcome.games) == (2, 3)


def test_what_was_left_counts_though_tonight_has_too_few_bots(tmp_path: Path) -> None:
    path = config(tmp_path, [*BOTS, "scripted:steady"])
    night(path, Blocks(0))
    config(tmp_path, [*BOTS[:1], *BOTS[1:2], f"ill@{program('never')}"], format="round_robin")
    outcome = night(path)
    assert outcome.games == 2 + 2
    config(tmp_path, [BOTS[0], f"ill@{program('never')}"])
    outcome = night(path)
    assert outcome.error.startswith("table of 2: needs 2 different bots")
    assert "| random |" in (tmp_path / "season" / "summary.md").read_text()


def test_a_store_that_was_only_half_made_is_made_again(tmp_path: Path) -> None:
    path = config(tmp_path, BOTS)
    (tmp_path / "season").mkdir()
    (tmp_path / "season" / "store.sqlite").touch()
    assert night(path).games == 6
    (tmp_path / "season" / "store.sqlite").write_bytes(b"not a database" * 100)
    outcome = night(path)
    assert outcome.exit_code() is ExitCode.ERROR and "is no store of this program" in outcome.error


def test_a_drawn_seed_stays_the_seasons(tmp_path: Path) -> None:
    path = config(tmp_path, BOTS)
    path.write_text(path.read_text().replace('seed = "ice"\n', ""))
    night(path)
    commitment = (tmp_path / "season" / "commitment.txt").read_text().strip()
    night(path)
    with season(path) as store:
        assert store.run().seed_commitment == commitment
    assert not verify_run(tmp_path / "season").is_over  # all games are stored, but another night may follow
    run = close_season(tmp_path / "season")
    assert (tmp_path / "season" / "seed.txt").read_text() == f"{run.master_seed}\n"
    found = verify_run(tmp_path / "season", commitment=commitment)
    assert found.is_sound and found.is_over
    assert "the season is closed" in night(path).error
    with pytest.raises(LivingstoneError, match="no such folder"):
        close_season(tmp_path / "other")


def test_a_run_of_a_single_tournament_is_no_season(tmp_path: Path) -> None:
    path = config(tmp_path, BOTS[:2])
    play(path, tmp_path / "season")
    assert "is the run of a single tournament" in night(path).error


def test_the_other_commands_know_a_season(tmp_path: Path) -> None:
    path = config(tmp_path, BOTS)
    night(path, Blocks(1))
    with Store.open(tmp_path / "season") as store:
        plan = check(store, silent)
        assert Coordinator(store, plan, 1).run().missing == 0
        with pytest.raises(LivingstoneError, match="is a season, the bots of its config join it"):
            add_bot(store, read_config(path).bots[0], tmp_path, silent)
        copy = tmp_path / "season" / CONFIG_FILE
        copy.write_text(copy.read_text() + '[[night]]\nbots = ["random", "scripted"]\n')
        with pytest.raises(LivingstoneError, match=r"\[\[night\]\] has changed since the run began"):
            check(store, silent)


def test_a_gauntlet_has_its_challengers_every_night(tmp_path: Path) -> None:
    path = config(
        tmp_path, [*BOTS, f"prog@{program()}"], format="gauntlet", challengers=["prog"], players=[2]
    )
    night(path)
    with (tmp_path / "first.py").open("a") as bot:
        bot.write("# better\n")
    night(path)
    with season(path) as store:
        assert all(any(bot.name.startswith("prog") for bot in game.bots) for game in store.games())
        assert len(list(store.games())) == 12


def test_old_records_go_and_faults_stay(tmp_path: Path) -> None:
    path = config(tmp_path, ["random", "scripted", f"tired@{program('after', '3')}"])
    night(path)
    later = datetime.now(UTC) + timedelta(days=8)
    with Store.open(tmp_path / "season") as store:
        assert prune(store, Nightly(keep_records_days=9), later).records == 0
        pruned = prune(store, Nightly(keep_records_days=7), later)
        assert pruned.records == 2 and pruned.freed > 0
        games = list(store.games())
        assert len(games) == 6
        assert [bool(game.record) for game in games] == [game.is_degraded for game in games]
        assert all(game.sha256 for game in games)
        assert prune(store, Nightly(keep_records_days=7, keep_faults=False), later).records == 4
        assert store.check() == [] and not list((tmp_path / "season" / "records").iterdir())
    outcome = night(path)
    assert outcome.games == 6
    found = verify_run(tmp_path / "season")
    assert (found.pruned, found.is_sound) == (6, True)


def test_the_oldest_records_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = config(tmp_path, BOTS, "[nightly]\ndisk_cap_mb = 1\n")
    night(path)
    with season(path) as store:
        total = sum((store.folder / game.record).stat().st_size for game in store.games())
    monkeypatch.setattr("livingstone.tournaments.night.pruning._MIB", total)
    outcome = night(path)
    assert outcome.pruned.records >= 4 and outcome.pruned.left <= total
    with season(path) as store:
        kept = [game for game in store.games() if game.record]
        assert min(game.finished_at for game in kept) >= max(
            game.finished_at for game in store.games() if not game.record
        )
    assert f"{outcome.pruned.records} records deleted" in (tmp_path / "season" / "summary.md").read_text()


def test_where_the_season_is(tmp_path: Path) -> None:
    path = config(tmp_path, BOTS)
    assert season_folder(path, read_config(path)) == tmp_path / "night-season"
    config(tmp_path, BOTS, '[nightly]\nseason = "winter"\nbudget = "1h30min"\n')
    found = read_config(path)
    assert season_folder(path, found) == tmp_path / "winter"
    assert found.season.nightly.budget == 5400


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("[nightly]\nbudget = '6 hours'\n", "[nightly] budget: '6 hours', expected a time such as 6h"),
        ("[nightly]\nbudget = 6\n", "[nightly] budget: 6, expected a time such as 6h"),
        ("[nightly]\nbudge = '6h'\n", "[nightly]: no key 'budge' (did you mean 'budget'?)"),
        ("[nightly]\nkeep_faults = 1\n", "[nightly] keep_faults: 1, expected true or false"),
        ("[nightl]\n", "nightl: not known here (did you mean 'nightly'?)"),
        ("[competition]\nchanged_bots = 'admit'\n", "[competition] changed_bots: 'admit', expected 'refuse'"),
        ("[[night]]\ncycles = 2\n", "[[night]] 1 bots: missing, expected for example bots = "),
    ],
)
def test_a_wrong_section(tmp_path: Path, more: str, message: str) -> None:
    with pytest.raises(LivingstoneError) as caught:
        read_config(config(tmp_path, BOTS, more))
    assert message in str(caught.value)


def test_durations() -> None:
    texts = ["6h", "90min", "90m", "1h30min", "45s", "0.5h"]
    assert [parse_duration(text) for text in texts] == [21600, 5400, 5400, 5400, 45, 1800]
    for text in ("", "6", "0s", "-1h", "8000h", "h"):
        with pytest.raises(LivingstoneError, match="expected a time such as 6h"):
            parse_duration(text)
