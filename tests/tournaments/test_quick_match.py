"""Matches: balanced seats, the same games from the same seed, and a table that adds up."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest

from livingstone.ai.random_player import RandomPlayer
from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.game import Result
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation
from livingstone.engine.record import verify
from livingstone.protocol.isolation import Isolation, best_isolation
from livingstone.protocol.termination import HostStalled, Termination
from livingstone.tournaments.entrants import distinct, read_entrant
from livingstone.tournaments.evidence import Evidence, EvidenceKeeper, remove_stale
from livingstone.tournaments.fixtures import Fixture, fixtures, rounded_up, table_size
from livingstone.tournaments.guest import Guest
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.match import GameResult, play_game
from livingstone.tournaments.match_table import standing
from livingstone.tournaments.quick_match import ATTEMPTS, Played, StartError, Table, _Bench, try_start
from livingstone.tournaments.seeding import deal_seed

BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        print("hello", file=sys.stderr, flush=True)
        print(json.dumps({"type": "hello", "major": 1, "name": "first"}), flush=True)
    elif kind == "new_game":
        asked = 0
        print(json.dumps({"type": "ready"}), flush=True)
    elif kind == "request":
        asked += 1
        if asked == FAILS_AT:
            raise SystemExit("enough")
        print(json.dumps({"type": "action", "id": message["id"], "action": 0, "note": "n"}), flush=True)
    elif kind == "quit":
        break
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines of lost games are left there."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))


def bot(folder: Path, name: str = "first", fails_at: int = 0) -> str:
    path = folder / f"{name}.py"
    path.write_text(BOT.replace("FAILS_AT", str(fails_at)))
    return str(path)


def play(*texts: str, games: int, players: int | None = None, seed: int = 3, **extra: object) -> list[Played]:
    entrants = distinct([read_entrant(text) for text in texts])
    hosting = extra.pop("hosting", Hosting())
    table = Table(entrants, Edition.load(), hosting, **extra)  # type: ignore[arg-type]
    size = table_size(len(entrants), players)
    return list(table.play(fixtures(len(entrants), size, games, seed, fresh_deals=table.keep_running)))


SHAPES = [(2, 2), (3, 3), (5, 5), (2, 3), (2, 4), (3, 5), (4, 2), (6, 5), (6, 3)]


@pytest.mark.parametrize(("entrants", "players"), SHAPES)
def test_everyone_sits_everywhere_and_meets_everyone_equally_often(entrants: int, players: int) -> None:
    games = rounded_up(2, entrants, players)
    schedule = list(fixtures(entrants, players, games, 1))
    assert [fixture.number for fixture in schedule] == list(range(1, games + 1))
    places = Counter((seat, who) for fixture in schedule for seat, who in enumerate(fixture.seats))
    assert len(set(places.values())) == 1
    assert len(places) == entrants * players
    meetings: Counter[tuple[int, int]] = Counter()
    for fixture in schedule:
        assert len(set(fixture.seats)) == min(entrants, players)
        meetings.update((min(a, b), max(a, b)) for a, b in combinations(fixture.seats, 2) if a != b)
    assert len(set(meetings.values())) == 1
    assert len(meetings) == entrants * (entrants - 1) // 2


def test_neighbours_change_from_round_to_round() -> None:
    schedule = fixtures(4, 4, 4 * 6, 1)
    after = Counter(
        (fixture.seats[seat - 1], who) for fixture in schedule for seat, who in enumerate(fixture.seats)
    )
    assert len(set(after.values())) == 1
    assert len(after) == 12


def test_a_block_shares_its_deal_unless_processes_stay() -> None:
    shared = list(fixtures(3, 3, 6, 9))
    assert [fixture.deal_seed for fixture in shared] == [deal_seed(9, 0)] * 3 + [deal_seed(9, 1)] * 3
    fresh = list(fixtures(3, 3, 6, 9, fresh_deals=True))
    assert len({fixture.deal_seed for fixture in fresh}) == 6
    for schedule in (shared, fresh):
        assert len({fixture.private_seed for fixture in schedule}) == 6
        assert [fixture.block for fixture in schedule] == [0, 0, 0, 1, 1, 1]


def test_sizes_and_numbers_of_games() -> None:
    assert [table_size(count, None) for count in (2, 5, 7)] == [2, 5, 5]
    assert [rounded_up(20, *shape) for shape in ((2, 2), (3, 3), (2, 3), (6, 3))] == [20, 21, 24, 60]
    with pytest.raises(LivingstoneError, match="name it twice"):
        table_size(1, None)
    with pytest.raises(LivingstoneError, match="players: 6, expected a table of 2 to 5"):
        table_size(3, 6)
    with pytest.raises(LivingstoneError, match="12 bots at tables of 5 have 3960 games in a round, 20 were"):
        rounded_up(20, 12, 5)
    assert rounded_up(3961, 12, 5) == 7920


def test_the_same_seed_gives_the_same_games_and_records_byte_for_byte(tmp_path: Path) -> None:
    def files(folder: Path, seed: int = 3, **extra: object) -> dict[str, bytes]:
        folder.mkdir()
        play(bot(tmp_path), "random", "ismcts:sims=20", games=3, seed=seed, records=folder, **extra)
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    first = files(tmp_path / "a")
    assert sorted(first) == ["g0001.jsonl", "g0002.jsonl", "g0003.jsonl"]
    assert first == files(tmp_path / "b")
    assert first != files(tmp_path / "c", seed=4)
    assert b'"note":"n"' in first["g0001.jsonl"]
    assert b'"ms"' not in first["g0001.jsonl"]
    assert b'"ms"' in files(tmp_path / "d", times=True)["g0001.jsonl"]
    assert {verify(str(path)).verdict for path in tmp_path.glob("*/*.jsonl")} == {"sound"}


def test_a_match_plays_the_games_that_the_loop_plays() -> None:
    (first, _) = play("random", "scripted", games=2)
    assert first.result is not None
    fixture = first.fixture
    alone = play_game(["random", "scripted"], deal_seed=fixture.deal_seed, private_seed=fixture.private_seed)
    assert alone.result == first.result.result


def test_a_fault_is_recorded_told_and_can_be_repeated(tmp_path: Path) -> None:
    records = tmp_path / "records"
    records.mkdir()
    games = play(bot(tmp_path, "quits", fails_at=4), bot(tmp_path), games=4, records=records)
    table = standing(["quits", "first"], games, "placement")
    assert [fault.game for fault in table.faults] == ["g0001", "g0002", "g0003", "g0004"]
    assert {(fault.entrant, fault.termination) for fault in table.faults} == {(0, Termination.CRASHED)}
    evidence = table.faults[0].evidence
    assert evidence is not None
    assert evidence.lines is not None
    assert evidence.stderr.splitlines() == ["hello", "enough"]
    assert evidence.lines.read_bytes().startswith(b'> {"type":"hello"')
    left = sorted(path.name for path in evidence.lines.parent.iterdir())
    assert len(left) == 8, "lines and stderr of the lost seats alone"
    assert all("quits" in name for name in left)
    assert {verify(str(path)).verdict for path in records.iterdir()} == {"sound"}
    assert b'"forfeit":0,"info":{"termination":"crashed"}' in (records / "g0001.jsonl").read_bytes()


def test_a_record_tells_the_isolation_where_a_program_plays(tmp_path: Path) -> None:
    for name, table, level in (
        ("program", (bot(tmp_path), "random"), "none"),
        ("built-in", ("random",) * 2, None),
    ):
        records = tmp_path / name
        records.mkdir()
        play(*table, games=2, records=records)
        header = json.loads((records / "g0001.jsonl").read_bytes().splitlines()[0])
        assert header["info"].get("isolation") == level


def test_lines_without_a_fault_leave_nothing() -> None:
    with EvidenceKeeper(most=1) as keeper:
        for name in ("a", "b", "c"):
            (keeper.folder / f"{name}.lines").touch()
            (keeper.folder / f"{name}.stderr").touch()
        keeper.keep({0: Evidence(keeper.folder / "a.lines", "")})
        assert sorted(path.name for path in keeper.folder.iterdir()) == ["a.lines", "a.stderr"]
        (keeper.folder / "d.lines").touch()
        keeper.keep({0: Evidence(keeper.folder / "d.lines", "")})
        assert sorted(path.name for path in keeper.folder.iterdir()) == ["a.lines", "a.stderr"]
        (keeper.folder / "a.lines").unlink()
        (keeper.folder / "a.stderr").unlink()
        keeper.folder.rmdir()
        keeper.folder.mkdir()
    with EvidenceKeeper() as keeper:
        (keeper.folder / "cut short.lines").touch()
    assert not keeper.folder.exists()


def test_the_folder_of_a_killed_match_is_removed_later() -> None:
    place = Path(tempfile.gettempdir())
    code = (
        "import os; from livingstone.tournaments.evidence import EvidenceKeeper as Keeper; keeper = Keeper();"
        "(keeper.folder / 'a.lines').touch(); print(keeper.folder, flush=True); os.kill(os.getpid(), 9)"
    )
    environment = os.environ | {"TMPDIR": str(place)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    killed = Path(done.stdout.strip())
    assert (killed / "a.lines").exists(), done.stderr
    with EvidenceKeeper() as running:
        on_purpose = place / "livingstone-match-kept"
        on_purpose.mkdir()
        remove_stale(place)
        assert killed.exists(), "too young"
        remove_stale(place, age_s=0)
        assert sorted(place.iterdir()) == sorted(
            [on_purpose, running.folder, running.folder.with_name(f"{running.folder.name}.lock")]
        )
    assert list(place.iterdir()) == [on_purpose]


def test_a_link_that_passes_for_the_lock_of_a_killed_match_is_left_alone(tmp_path: Path) -> None:
    place, elsewhere = tmp_path / "place", tmp_path / "elsewhere"
    for folder in (place, place / "livingstone-match-x", elsewhere):
        folder.mkdir()
    (elsewhere / "file").touch()
    (place / "livingstone-match-x.lock").symlink_to(elsewhere / "file")
    remove_stale(place, age_s=0)
    assert (place / "livingstone-match-x").is_dir()
    assert (place / "livingstone-match-x.lock").is_symlink()


def test_a_program_that_is_gone_leaves_no_empty_file_to_replay(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    entrants = [read_entrant(bot(home)), read_entrant("random")]
    shutil.rmtree(home)
    games = list(Table(entrants, Edition.load(), Hosting()).play(fixtures(2, 2, 2, 3)))
    assert [list(game.evidence.values()) for game in games] == [[Evidence(None, "")]] * 2


def test_processes_that_stay_play_all_games(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    hosting = Hosting(log_lines=logs)
    games = play(bot(tmp_path), "random", games=4, players=4, keep_running=True, hosting=hosting)
    assert all(game.result is not None and not game.result.is_degraded for game in games)
    assert sorted(path.name for path in logs.iterdir()) == [
        "first-2.lines",
        "first-2.stderr",
        "first.lines",
        "first.stderr",
    ], "a process for each of its two seats"
    assert (logs / "first.lines").read_bytes().count(b'"new_game"') == 4
    assert len({game.fixture.deal_seed for game in games}) == 4


def test_a_process_that_stays_is_replaced_after_a_fault(tmp_path: Path) -> None:
    games = play(bot(tmp_path, "quits", fails_at=4), "random", games=2, keep_running=True)
    assert [game.result.terminations.count(Termination.CRASHED) for game in games if game.result] == [1, 1]


class Stalling(RandomPlayer):
    """A host that is held up in its first games."""

    left = 0

    def choose(self, observation: Observation, legal: Sequence[Action]) -> Action:
        if Stalling.left:
            Stalling.left -= 1
            raise HostStalled("request 1: the host itself was held up")
        return super().choose(observation, legal)


@pytest.mark.parametrize(("stalls", "is_void"), [(ATTEMPTS - 1, False), (ATTEMPTS, True)])
def test_a_held_up_host_costs_nobody_anything(
    monkeypatch: pytest.MonkeyPatch, stalls: int, is_void: bool
) -> None:
    Stalling.left = stalls
    monkeypatch.setattr(_Bench, "seat", lambda self, fixture: [Stalling(), RandomPlayer()])
    games = play("random", "random", games=2)
    assert [game.result is None for game in games] == [is_void, False]
    table = standing(["a", "b"], games, "placement")
    assert (table.games, len(table.void), table.faults) == (2 - is_void, int(is_void), ())
    if is_void:
        assert table.void[0].stall == "request 1: the host itself was held up"


def test_a_match_that_is_left_early_leaves_no_process(tmp_path: Path) -> None:
    entrants = distinct([read_entrant(bot(tmp_path)), read_entrant("random")])
    table = Table(entrants, Edition.load(), Hosting(), keep_running=True)
    running: Iterator[Played] = table.play(fixtures(2, 2, 4, 1, fresh_deals=True))
    next(running)
    frame = running.gi_frame  # type: ignore[attr-defined]
    (guest,) = frame.f_locals["bench"]._staying.values()
    assert guest._session is not None
    running.close()  # type: ignore[attr-defined]
    assert guest._session is None


SPY = """
import json, sys, tempfile
from pathlib import Path
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        print(json.dumps({"type": "hello", "major": 1, "name": "spy"}), flush=True)
    elif kind == "new_game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif kind == "request":
        found = [path.name for folder in FOLDERS for path in Path(folder).rglob("*") if path.is_file()]
        print(json.dumps({"type": "action", "id": message["id"], "action": 0, "note": str(found)}), flush=True)
    elif kind == "quit":
        break
"""


@pytest.mark.skipif(best_isolation() is not Isolation.BUBBLEWRAP, reason="needs bubblewrap")
def test_no_bot_reads_the_record_or_the_lines_of_its_game(tmp_path: Path) -> None:
    """The record of a running game holds the deal's seed, another seat's lines its hand."""
    records, logs = tmp_path / "records", tmp_path / "logs"
    records.mkdir()
    (tmp_path / "spy").mkdir()
    (tmp_path / "spy" / "spy.py").write_text(SPY.replace("FOLDERS", repr([str(records), str(logs)])))
    for level, seen in ((Isolation.LIMITS, True), (Isolation.BUBBLEWRAP, False)):
        hosting = Hosting(isolation=level, log_lines=logs)
        play(str(tmp_path / "spy" / "spy.py"), "random", games=2, hosting=hosting, records=records)
        written = (records / "g0001.jsonl").read_text()
        assert ("g0001.jsonl" in written) is seen
        assert (".lines" in written) is seen


@pytest.mark.skipif(best_isolation() is not Isolation.BUBBLEWRAP, reason="needs bubblewrap")
def test_no_bot_reads_lines_that_are_kept_for_faults(tmp_path: Path) -> None:
    records = tmp_path / "records"
    records.mkdir()
    (tmp_path / "spy.py").write_text(SPY.replace("FOLDERS", repr([str(tmp_path / "temporary")])))
    for level, seen in ((Isolation.LIMITS, True), (Isolation.BUBBLEWRAP, False)):
        play(str(tmp_path / "spy.py"), "random", games=2, hosting=Hosting(isolation=level), records=records)
        assert (".lines" in (records / "g0001.jsonl").read_text()) is seen


def test_a_held_up_host_tries_a_program_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entrant, start, stalls = read_entrant(bot(tmp_path)), Guest.start, [True] * (ATTEMPTS - 1)

    def held_up(guest: Guest) -> None:
        start(guest)
        if stalls and stalls.pop():
            raise HostStalled("hello: the host itself was held up")

    monkeypatch.setattr(Guest, "start", held_up)
    assert try_start(entrant, Hosting()).hello is not None
    stalls += [True] * ATTEMPTS
    with pytest.raises(StartError, match="bot first does not start: hello: the host itself was held up"):
        try_start(entrant, Hosting())


def test_a_program_is_tried_before_play(tmp_path: Path) -> None:
    assert try_start(read_entrant(bot(tmp_path)), Hosting()).hello is not None
    (tmp_path / "broken.py").write_text("import no_such_module\n")
    with pytest.raises(StartError, match="bot broken does not start: hello: it exited with code 1") as caught:
        try_start(read_entrant(str(tmp_path / "broken.py")), Hosting())
    assert "no_such_module" in caught.value.stderr


def made(block: int, seats: tuple[int, ...], places: tuple[int, ...], fault: str = "") -> Played:
    """A game with this standing, won by the first; places 2 and more have no points."""
    size = len(seats)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    result = Result(
        points=tuple(10 * (place == 1) for place in places),
        sources=({},) * size,
        donations=tuple(range(size)),
        out=tuple(place == size for place in places),
        forfeited=(bool(fault),) + (False,) * (size - 1),
        winners=winners,
        places=places,
        shares=tuple((place == 1) / len(winners) for place in places),
    )
    game = GameResult(
        players=tuple(map(str, seats)),
        result=result,
        terminations=(Termination.TIMEOUT if fault else Termination.COMPLETED,)
        + (Termination.COMPLETED,) * (size - 1),
        faults=(fault,) + ("",) * (size - 1),
        rounds=1,
        decisions=(4,) * size,
        seconds=tuple(float(seat + 1) for seat in range(size)),
        turns=(2,) * size,
        slowest=(0.5,) * size,
    )
    return Played(Fixture(1, block, seats, 1, 1), game)


@pytest.mark.parametrize("keep_running", [False, True])
def test_a_bot_that_answers_twice_is_told_so(keep_running: bool, tmp_path: Path) -> None:
    path = tmp_path / "twice.py"
    answer = 'print(json.dumps({"type": "action"'
    path.write_text(BOT.replace("FAILS_AT", "0").replace(answer, "for _ in range(2): " + answer))
    games = play(str(path), "random", games=4, keep_running=keep_running)
    for game in games:
        assert game.result is not None and not any(game.result.faults)
        seat = game.fixture.seats.index(0)
        asked = game.result.decisions[seat]
        assert asked - 1 <= game.stale_answers[seat] <= asked  # the last one may come when nobody listens
    table = standing(["twice", "random"], games, "placement")
    told = sum(game.stale_answers[game.fixture.seats.index(0)] for game in games)
    assert [row.stale_answers for row in table.rows] == [told, 0]


def test_the_table_adds_up() -> None:
    games = [
        made(0, (0, 1), (1, 2)),
        made(0, (1, 0), (1, 2), fault="late"),
        made(1, (0, 1), (1, 2)),
        made(1, (1, 0), (2, 1)),
    ]
    table = standing(["a", "b"], games, "placement")
    first, second = table.rows
    assert first.win_share is not None
    assert first.win_share.mean == 0.75
    assert first.win_share.low < 0.75 < first.win_share.high == 1
    assert (first.games, first.seats, first.place, first.points) == (4, 4, 1.25, 7.5)
    assert (first.donation, first.out, first.turn_ms, first.slowest_ms) == (0.5, 0.25, 750.0, 500.0)
    assert second.faults == {Termination.TIMEOUT: 1}
    assert table.placement is not None
    assert table.elo is not None
    assert (table.placement.mean, round(table.elo.mean)) == (0.75, 191)
    assert (table.blocks, table.nobody, table.faults[0].text) == (2, 0, "late")


def test_by_wins_pairs_without_a_winner_do_not_count() -> None:
    game = made(0, (0, 1, 1, 0), (2, 1, 3, 4))
    placed, won = standing(["a", "b"], [game], "placement"), standing(["a", "b"], [game], "win")
    assert placed.placement is not None
    assert won.placement is not None
    assert (placed.placement.mean, won.placement.mean) == (0.25, 0.0)


def test_a_table_of_nothing_has_no_means() -> None:
    table = standing(["a", "b"], [], "placement")
    assert (table.games, table.placement, table.elo) == (0, None, None)
    assert table.rows[0].win_share is None
    assert table.rows[0].place is None
