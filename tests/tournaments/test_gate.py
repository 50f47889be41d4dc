"""The gate: fair seatings, a verdict that depends on the games alone, and a log that survives a kill."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError
from livingstone.protocol.termination import Termination
from livingstone.tournaments.entrants import distinct, read_entrant
from livingstone.tournaments.gate import Gate, Progress
from livingstone.tournaments.gate_block import (
    GateGame,
    block_score,
    games_in_block,
    play_block,
    seatings,
)
from livingstone.tournaments.gate_log import FILE, GateLog
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.inline import InlineExecutor
from livingstone.tournaments.sprt import Hypotheses, Verdict
from livingstone.tournaments.store import StoreBusy


def gate(candidate: str = "random", base: str = "random", **changes: object) -> Gate:
    one, other = distinct([read_entrant(candidate), read_entrant(base)])
    plain = Gate(one, other, (2, 4), Edition.load(), Hosting(), Hypotheses(elo1=20.0), seed=1, most=60)
    return replace(plain, **changes)  # type: ignore[arg-type]


def play(of: Gate, log: GateLog, workers: int = 2) -> Progress:
    *_, last = of.play(log, workers)
    return last


def game(seats: tuple[int, ...], places: tuple[int, ...], shares: tuple[float, ...]) -> GateGame:
    players = len(seats)
    return GateGame(
        seats=seats,
        places=places,
        shares=shares,
        ends=(Termination.COMPLETED,) * players,
        faults=("",) * players,
        decisions=(10,) * players,
        seconds=(0.1,) * players,
    )


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (2, [(0, 1), (1, 0)]),
        (3, [(0, 1, 1), (1, 0, 1), (1, 1, 0)]),
        (4, [(0, 1, 0, 1), (1, 0, 1, 0)]),
        (5, [(0, 1, 0, 1, 1), (1, 0, 1, 0, 1), (1, 1, 0, 1, 0), (0, 1, 1, 0, 1), (1, 0, 1, 1, 0)]),
    ],
)
def test_everybody_sits_everywhere_equally_often(players: int, expected: list[tuple[int, ...]]) -> None:
    found = seatings(players)
    assert sorted(found) == sorted(expected)
    for side in (0, 1):
        assert len({sum(seats[seat] == side for seats in found) for seat in range(players)}) == 1
    assert games_in_block([players]) == len(expected)


def test_a_block_score_weighs_table_sizes_equally_and_counts_only_pairs_across() -> None:
    two = game((0, 1), (1, 2), (1.0, 0.0))
    four = game((1, 0, 1, 0), (1, 2, 3, 3), (1.0, 0.0, 0.0, 0.0))
    assert block_score([two], "placement") == 1
    # At four: second beats third, is behind first; third ties third, is behind first: (0 + 1 + 0 + 1/2) / 4.
    assert block_score([four], "placement") == 0.375
    assert block_score([two, four, four], "placement") == pytest.approx((1 + 0.375) / 2)
    assert block_score([four], "win") == 0
    assert block_score([game((0, 1), (1, 1), (0.0, 0.0))], "win") == 0.5


def test_the_games_of_a_block_share_their_deal_and_nothing_else() -> None:
    of = gate("scripted", "scripted:frugal")
    one, again, other = play_block(of.task(3)), play_block(of.task(3)), play_block(of.task(4))
    untimed = [replaced(found) for found in one]
    assert untimed == [replaced(found) for found in again]
    assert untimed != [replaced(found) for found in other]
    assert [found.seats for found in one] == [*seatings(2), *seatings(4)]


def replaced(found: GateGame) -> tuple[object, ...]:
    """Without times."""
    return found.seats, found.places, found.shares, found.ends, found.decisions


def test_a_better_player_passes_and_a_worse_one_does_not() -> None:
    with GateLog(None, gate().header()) as log:
        last = play(gate("scripted", "random"), log)
    assert last.verdict is Verdict.BETTER
    assert last.reading is not None
    assert last.reading.blocks == 16
    assert last.side(0).win_share > last.side(1).win_share
    with GateLog(None, gate().header()) as log:
        assert play(gate("random", "scripted"), log).verdict is Verdict.NOT_BETTER


def test_no_executor_changes_the_verdict() -> None:
    of, readings = gate("scripted", "random", sizes=(2,), most=30), []
    for executor in (None, InlineExecutor(play_block)):
        with GateLog(None, of.header()) as log:
            *_, last = of.play(log, 2, executor)
        readings.append(last.reading)
    assert readings[0] == readings[1] is not None


@pytest.mark.parametrize("player", ["random", "scripted"])
def test_old_against_old_is_near_zero_and_never_better(player: str) -> None:
    of = gate(player, player, sizes=(2, 3, 4), test=Hypotheses(elo1=60.0), most=150)
    with GateLog(None, of.header()) as log:
        last = play(of, log)
    assert last.verdict is Verdict.NOT_BETTER
    assert last.reading is not None
    assert last.reading.score.mean == pytest.approx(0.5, abs=0.06)
    assert last.reading.score.low <= 0.5 <= last.reading.score.high


def test_the_verdict_does_not_depend_on_who_is_faster() -> None:
    """Blocks of a log in any order, and more of them than were needed: the same reading."""
    of = gate("scripted:frugal", "scripted", sizes=(2,), test=Hypotheses(-100.0, 0.0))
    with GateLog(None, of.header()) as log:
        straight = play(of, log, workers=1)
    blocks = [(number, play_block(of.task(number))) for number in range(60)]
    for seed in range(3):
        random.Random(seed).shuffle(blocks)
        progress = Progress(of.test, "placement")
        with GateLog(None, of.header()) as log:
            for number, games in blocks:
                log.add(number, games)
                progress.take(log)
        assert progress.reading == straight.reading
        assert progress.verdict is not Verdict.OPEN


def test_a_void_block_counts_for_nobody() -> None:
    of = gate()
    with GateLog(None, of.header()) as log:
        log.add_void(0, "the host was held up")
        log.add(1, [game((0, 1), (1, 2), (1.0, 0.0))])
        log.add(3, [game((0, 1), (1, 2), (1.0, 0.0))])
        progress = Progress(of.test, "placement")
        progress.take(log)
    assert (progress.next, progress.voids, len(progress.blocks)) == (2, 1, 1)


def test_a_log_goes_on_where_it_stopped_and_drops_a_line_that_was_cut(tmp_path: Path) -> None:
    of = gate(most=20)
    with GateLog(None, of.header()) as log:
        whole = play(of, log).reading
    with GateLog(tmp_path, of.header()) as log, closing(of.play(log, 2)) as states:
        while next(states).next < 5:
            pass
    path = tmp_path / FILE
    with path.open("ab") as file:
        file.write(b'{"block": 19, "games": [{"sea')
    with GateLog(tmp_path, of.header()) as log:
        assert 19 not in log.done
        before = len(log.done)
        assert before >= 5
        assert play(of, log).reading == whole
    numbers = [json.loads(line)["block"] for line in path.read_bytes().splitlines()[1:]]
    assert max(Counter(numbers).values()) == 1
    with GateLog(tmp_path, of.header()) as log:
        (only,) = of.play(log, 2)  # nothing is left to be played
        assert only.reading == whole


def test_a_log_of_another_gate_is_refused_by_what_differs(tmp_path: Path) -> None:
    GateLog(tmp_path, gate().header()).close()
    for other, name in [
        (gate("scripted"), "candidate 'random', not 'scripted'"),
        (gate(seed=2), "seed '1', not '2'"),
        (gate(test=Hypotheses()), "elo1 20.0, not 10.0"),
    ]:
        with pytest.raises(LivingstoneError, match=f"line 1: these games were played with {name}"):
            GateLog(tmp_path, other.header())
    (tmp_path / FILE).write_text('{"block": "x"}\n')
    with pytest.raises(LivingstoneError, match=r"gate\.jsonl: line 1: "):
        GateLog(tmp_path, gate().header())


def test_two_cannot_write_one_log(tmp_path: Path) -> None:
    with GateLog(tmp_path, gate().header()), pytest.raises(StoreBusy):
        GateLog(tmp_path, gate().header())


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
def test_a_killed_gate_reads_as_one_that_ran_through(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "livingstone", "gate", "random", "random", "--max-blocks", "25", "--quiet",
               "--seed", "1", "--elo0", "-5", "--elo1", "5", "--json"]  # fmt: skip
    straight = subprocess.run(command, capture_output=True, check=False)
    assert straight.returncode == 5, straight.stderr
    kept = [*command, "--store", str(tmp_path)]
    running = subprocess.Popen(kept, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    path = tmp_path / FILE
    end = time.monotonic() + 60
    while time.monotonic() < end and (not path.exists() or path.read_bytes().count(b"\n") < 6):
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.wait()
    resumed = subprocess.run(kept, capture_output=True, check=False)
    assert resumed.returncode == 5, resumed.stderr
    one, other = json.loads(straight.stdout), json.loads(resumed.stdout)
    for side in ("candidate", "base"):
        del one[side]["decision_ms"], other[side]["decision_ms"]
    assert one == other
