"""``livingstone-ai gate`` as a user runs it."""

import json
import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from livingstone.cli import main
from livingstone.tournaments.store.lock import WriterLock


def run(*arguments: object) -> Result:
    """With seed 1, if no other is given."""
    return gate(*arguments, *(() if "--seed" in arguments else ("--seed", 1)))


def gate(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["gate", *map(str, arguments)], catch_exceptions=False)


@pytest.mark.parametrize(
    ("players", "code", "first"),
    [
        (("scripted", "random"), 0, "better: scripted passes"),
        (("random", "scripted"), 3, "not better: random does not pass"),
        (("random", "random"), 5, "open: no verdict after 17 blocks"),
    ],
)
def test_the_exit_code_is_the_verdict(players: tuple[str, str], code: int, first: str) -> None:
    result = run(*players, "--max-blocks", 17, "--players", "2")
    assert result.exit_code == code
    lines = result.output.splitlines()
    assert lines[0] == first
    assert "hypotheses +0 and +20 Elo" in lines[1]
    assert lines[2].startswith(f"Elo of {players[0]} over ")
    assert lines[-1] == "tables of 2, seed 1, edition schmidt-2009"


def test_few_blocks_give_no_verdict_and_json_says_all(tmp_path: Path) -> None:
    result = run("scripted", "random", "--max-blocks", 4, "--players", "2,3", "--store", tmp_path, "--json")
    assert result.exit_code == 5
    data = json.loads(result.output)
    assert (data["verdict"], data["blocks"], data["games"]) == ("open", 4, 20)
    assert [table["players"] for table in data["tables"]] == [2, 3]
    assert data["candidate"]["win_share"] > data["base"]["win_share"]
    again = run("scripted", "random", "--max-blocks", 4, "--players", "2,3", "--store", tmp_path, "--json")
    assert again.output == result.output


def test_a_drawn_seed_is_kept_with_the_games(tmp_path: Path) -> None:
    words = ("random", "random", "--max-blocks", 2, "--players", "2", "--store", tmp_path, "--json")
    first = json.loads(gate(*words).output)
    assert int(first["seed"]) > 2**100  # of 128 bits
    assert json.loads(gate(*words).output) == first
    other = gate(*words, "--seed", 3)
    assert other.exit_code == 1
    assert f"these games were played with seed '{first['seed']}', not '3'" in other.output


def test_mistakes_are_one_line(tmp_path: Path) -> None:
    assert run("random", "random", "--players", "6").exit_code == 2
    assert run("random", "random", "--elo1", "0").exit_code == 2
    unknown = run("random", "skripted")
    assert unknown.exit_code == 1
    assert "did you mean 'scripted'?" in unknown.output
    lock = WriterLock(tmp_path / "gate.lock")
    busy = run("random", "random", "--store", tmp_path)
    lock.release()
    assert busy.exit_code == 6
    assert "another process writes" in busy.output


def test_a_program_that_fails_is_named_with_its_fault(tmp_path: Path) -> None:
    silent = tmp_path / "silent.py"
    silent.write_text("import sys\nprint('no idea', file=sys.stderr)\n")
    result = run(silent, "random")
    assert result.exit_code == 1
    assert "silent: no idea" in result.output
    assert "error: bot silent does not start" in result.output


def test_a_program_plays_over_the_protocol() -> None:
    bot = shlex.join([sys.executable, "-m", "livingstone", "bot", "run", "scripted"])
    result = run(bot, "random", "--max-blocks", 1, "--players", "2", "--json", "--isolation", "none")
    data = json.loads(result.output)
    assert data["candidate"]["forfeits"] == {}
    assert data["candidate"]["bot"] == bot
