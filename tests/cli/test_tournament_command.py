"""``livingstone-ai tournament``: from the config that ``init`` writes to a complete run, and the exit codes."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from livingstone.cli import main
from livingstone.engine.errors import LivingstoneError
from livingstone.tournaments.run import coordinator
from livingstone.tournaments.run.task import Task, TaskResult
from run_samples import outcome, program, write_config


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def tournament(*words: str) -> Result:
    return CliRunner().invoke(main, ["tournament", *words])


def test_a_newcomers_first_tournament(folder: Path) -> None:
    assert tournament("init").exit_code == 0
    dry = tournament("run", "tournament.toml", "--dry-run")
    assert dry.exit_code == 0, dry.output
    lines = dry.stdout.splitlines()
    assert lines[0] == "my tournament: 4 bots, 16 games"
    assert lines[1] == "  2 players: 6 blocks (12 games), each bot in 3, each pair in 1"
    assert lines[4] == "  the master seed is drawn when the run begins"
    assert re.fullmatch(r"  about \d+ s with \d+ workers?, from \d+ games? tried", lines[5])
    assert sorted(path.name for path in folder.iterdir()) == ["tournament.toml"]
    config = Path("tournament.toml").read_text(encoding="utf-8")
    Path("seeded.toml").write_text(
        config.replace("# seed = 5", "seed = 5") + "[competition]\n", encoding="utf-8"
    )
    dry = tournament("run", "seeded.toml", "--dry-run")
    assert re.fullmatch(r"  SHA-256 of the master seed: [0-9a-f]{64}", dry.stdout.splitlines()[4])
    assert dry.stderr.startswith("[competition] is for 'livingstone-ai nightly'")

    played = tournament("run", "tournament.toml", "--workers", "2")
    assert played.exit_code == 0, played.output
    assert played.stdout.splitlines()[-2:] == [
        "16 games played; complete",
        "standings: livingstone-ai tournament standings tournament-run",
    ]
    assert "16 games to play" in played.stderr
    assert tournament("status", "tournament-run").stdout.startswith(
        "my tournament: 16 of 16 games, complete, in tournament-run\n"
    )
    status = json.loads(tournament("status", "tournament-run", "--json").stdout)
    assert (status["games"], status["total"], status["running"], status["voids"]) == (16, 16, False, 0)
    again = tournament("rerun", "tournament-run", "p4-c1-b001-r2")
    assert again.stdout.startswith("p4-c1-b001-r2: the same, step by step\n")
    resumed = tournament("resume", "tournament-run")
    assert (resumed.exit_code, resumed.stdout.splitlines()[0]) == (0, "0 games played; complete")

    for words in (("run", "tournament.toml"), ("init",)):
        refused = tournament(*words)
        assert refused.exit_code == 1
        assert refused.stderr.startswith("error: tournament")


def test_a_bot_joins(folder: Path) -> None:
    config = write_config(folder, ["random", "scripted"], players=[2])
    assert tournament("run", str(config), "--into", "r", "--quiet").exit_code == 0
    joined = tournament("extend", "r", "--add", "first.py", "--name", "new")
    assert joined.exit_code == 0, joined.output
    assert joined.stdout.splitlines()[0] == "tournament: 3 bots, 6 games"
    assert "4 games played; complete" in joined.stdout
    assert len(outcome(folder / "r")["games"]) == 6
    twice = tournament("extend", "r", "--add", "first.py", "--name", "new")
    assert (twice.exit_code, twice.stderr) == (
        1,
        "error: bot 'new': this name is taken in the run, give another with --name\n",
    )


def test_faults_are_shown_and_count_when_asked_for(folder: Path) -> None:
    config = write_config(folder, ["random", f"tired@{program('after', '3')}"], players=[2], cycles=3)
    played = tournament("run", str(config), "--into", "r", "--strict")
    assert played.exit_code == 3
    assert "6 games played, 6 seats lost; complete" in played.stdout
    shown = [line for line in played.stderr.splitlines() if "tired" in line]
    assert len(shown) == 4
    assert re.match(r"p2-c\d-b001-r\d: tired loses its seat: crashed: ", shown[0])
    assert shown[-1] == "tired: further faults are in logs/run.log"
    assert tournament("resume", "r").exit_code == 0


def spoiled(task: Task) -> TaskResult:
    """A fault of the host."""
    raise LivingstoneError("no luck")


def test_a_fault_of_the_host_has_its_own_exit_code(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coordinator, "play_task", spoiled)
    config = write_config(folder, ["random", "scripted"], players=[2])
    played = tournament("run", str(config), "--into", "r")
    assert played.exit_code == 4
    assert "p2-c1-b001: void, the host failed: " in played.stderr
    assert (
        "0 games played, 1 block void; 2 to play\nresume with: livingstone-ai tournament resume r\n"
        in played.stdout
    )
    assert "1 block void, to be played again" in tournament("status", "r").stdout


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("run", "none.toml"), "none.toml: there is no such file, expected a config"),
        (("resume", "none"), "none: no such folder, expected the folder of a run"),
        (("status", "."), ".: no store.sqlite there, expected the folder of a run"),
        (("run", "night.toml"), "[[bot]] 1"),
    ],
)
def test_errors_are_one_line(folder: Path, words: tuple[str, ...], line: str) -> None:
    write_config(folder, ["random"])
    config = folder / "night.toml"
    config.write_text(config.read_text() + 'colour = "red"\n\n[[bot]]\nbot = "scripted"\n')
    result = tournament(*words)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert line in result.stderr


def test_a_terminal_shows_an_interim_table(folder: Path) -> None:
    write_config(folder, ["random", "scripted"], players=[2], cycles=3)
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "livingstone", "tournament", "run", "night.toml", "--into", "r"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    assert process.wait(timeout=60) == 0
    assert process.stdout is not None
    process.stdout.close()
    text = shown.decode()
    assert "interim" in text and "Elo (moving)" in text
    assert "6 of 6 games" in text
