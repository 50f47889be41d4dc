"""A against B: seats, sums and scores, checked against games counted by hand; and the command that prints them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from livingstone.tournaments.comparison import blocks_of, compare, lineup
from livingstone.tournaments.comparison_block import play_block
from livingstone.tournaments.elo import elo

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "strength.py"


def test_seats_are_spread() -> None:
    assert lineup("a", "b", 2, 1) == ("a", "b")
    assert lineup("a", "b", 4, 1) == ("a", "b", "b", "b")
    assert lineup("a", "b", 4, 2) == ("a", "b", "a", "b")
    assert lineup("a", "b", 5, 3).count("a") == 3


def test_sums_are_those_of_the_games() -> None:
    blocks = blocks_of("scripted", "random", 3, 1, 4, 5, "schmidt-2009")
    results = [play_block(block) for block in blocks]
    found = compare(results, "scripted", "random")
    games = [game for result in results for game in result.games]
    assert (found.games, found.a.seats, found.b.seats) == (12, 12, 24)
    wins = points = pairs = 0.0
    for game in games:
        seat = game.players.index("scripted")
        wins += game.result.shares[seat]
        points += game.result.points[seat]
        for other in range(3):
            if other != seat:
                mine, theirs = game.result.places[seat], game.result.places[other]
                pairs += 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
    assert found.a.win_share.mean == pytest.approx(wins / 12)
    assert found.a.points == pytest.approx(points / 12)
    assert found.placement.mean == pytest.approx(pairs / 24)
    assert found.nobody == sum(not game.result.winners for game in games) / 12
    assert found.share_difference.mean == pytest.approx(found.a.win_share.mean - found.b.win_share.mean)


def test_equal_players_come_out_equal() -> None:
    found = compare(
        map(play_block, blocks_of("scripted", "scripted", 2, 1, 6, 3, "schmidt-2009")), "scripted", "scripted"
    )
    assert found.placement.mean == 0.5  # no randomness but the deal: the rotations mirror each other
    assert found.elo[0] == 0


def test_elo() -> None:
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.5) == 0
    assert elo(0) == -elo(1) == float("-inf")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, timeout=120, check=False
    )


def test_the_command_prints_for_people_and_for_programs() -> None:
    done = run("scripted", "random", "--players", "2", "--blocks", "3", "--seed", "4")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("scripted against random: 2 players, 3 blocks, 6 games, seed 4\n")
    found = json.loads(run("scripted", "random", "--blocks", "3", "--seed", "4", "--json").stdout)
    assert found["games"] == 6
    assert f"{found['placement']['mean']:.3f}" in done.stdout
    assert len(found["elo"]) == 3


def test_the_command_refuses_in_one_line() -> None:
    done = run("scripted", "rando")
    assert (done.returncode, done.stderr) == (
        1,
        "error: player 'rando': no player 'rando' (did you mean 'random'?)\n",
    )
    assert run("random", "random", "--seats-of-a", "2").returncode == 2
