"""``livingstone-ai match``: a newcomer's first games, faults that can be repeated, slips, Ctrl-C."""

import json
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Any

import pytest
from click.testing import CliRunner, Result

from livingstone.cli import main
from livingstone.protocol.kits import write_kit

CRASHING = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    answer = {"hello": {"type": "hello", "major": 1, "name": "x"}, "new_game": {"type": "ready"}}.get(message["type"])
    if message["type"] == "request":
        if message["id"] == 5:
            raise ValueError("oh dear")
        answer = {"type": "action", "id": message["id"], "action": 0}
    if answer:
        print(json.dumps(answer), flush=True)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with the Python starter in ``my-bot`` and a bot that crashes."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # lines of lost games are left there
    write_kit("python", Path("my-bot"), "my-bot")
    Path("crash.py").write_text(CRASHING)
    return tmp_path


def match(*words: str) -> Result:
    """With seed 1, if no other is given."""
    seed = () if "--seed" in words else ("--seed", "1")
    return CliRunner().invoke(main, ["match", *words, *seed])


def as_json(*words: str) -> Any:
    result = match(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def untimed(text: str) -> list[list[str]]:
    """The rows of the table without the two times before the faults."""
    return [words[:-3] for words in map(str.split, text.splitlines()) if words[-1:] == ["none"]]


def test_a_newcomers_first_match() -> None:
    result = match("my-bot/bot.py", "random", "--games", "6")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    head, first, second, blank, summary, elo, setting = result.stdout.splitlines()
    assert " ".join(head.split()) == "bot games wins % place VP donated out % ms a turn slowest ms faults"
    assert first.split()[:2] == ["bot", "6"]
    assert second.split()[:2] == ["random", "6"]
    assert first.endswith("none")
    assert blank == ""
    assert summary.startswith("6 games in 3 blocks; equals would win 50.0 % a seat")
    assert elo == "Elo of bot over random by placement: unbounded"  # it wins them all
    assert "100.0 ± ?" in first
    assert setting.startswith("2 players, seed 1, edition schmidt-2009, 1s a turn, isolation ")


def test_the_same_seed_gives_the_same_table() -> None:
    words = ("my-bot", "random", "scripted", "--games", "6")
    assert len(untimed(match(*words).stdout)) == 3
    assert untimed(match(*words).stdout) == untimed(match(*words).stdout)
    assert untimed(match(*words).stdout) != untimed(match(*words, "--seed", "2").stdout)


def test_without_a_seed_one_is_drawn_that_no_bot_can_guess() -> None:
    tables = []
    for _ in range(2):
        result = CliRunner().invoke(main, ["match", "random", "random", "--games", "2", "--json"])
        tables.append(json.loads(result.stdout))
    first, second = (int(table["seed"]) for table in tables)
    assert first != second
    assert min(first, second) > 2**100  # of 128 bits
    again = as_json("random", "random", "--games", "2", "--seed", str(first))
    assert [row["points"] for row in again["bots"]] == [row["points"] for row in tables[0]["bots"]]


def test_built_in_players_alone_need_no_clock() -> None:
    result = match("random", "scripted", "--games", "4")
    assert result.stdout.splitlines()[-1] == "2 players, seed 1, edition schmidt-2009"


def test_games_are_rounded_up_and_it_is_said() -> None:
    result = match("random", "scripted", "scripted:frugal", "--games", "4")
    assert result.stderr == "6 games instead of 4, so that seats balance\n"
    assert "6 games in 2 blocks; equals would win 33.3 % a seat" in result.stdout
    assert match("random", "scripted", "--games", "3", "--quiet").stderr == ""


def test_more_and_fewer_seats_than_bots() -> None:
    shared = as_json("random", "scripted", "--players", "4", "--games", "4")
    assert [(row["games"], row["seats"]) for row in shared["bots"]] == [(4, 8), (4, 8)]
    chosen = as_json("random", "scripted", "random", "--players", "2", "--games", "6")
    assert [(row["name"], row["games"]) for row in chosen["bots"]] == [
        ("random", 4),
        ("scripted", 4),
        ("random#2", 4),
    ]


def test_json() -> None:
    data = as_json(
        "my-bot", "random", "--games", "4", "--time", "60s+1s/5s", "--lenient", "3", "--score", "win"
    )
    assert (data["games"], data["asked"], data["blocks"], data["seed"]) == (4, 4, 2, "1")
    assert (data["time"], data["tries"], data["score"]) == ("60s+1s/5s", 3, "win")
    assert data["bots"][0]["bot"] == "my-bot"
    assert data["bots"][0]["win_share"]["mean"] + data["bots"][1]["win_share"]["mean"] == pytest.approx(1)
    assert data["faults"] == data["void"] == []


def test_a_fault_is_shown_once_with_the_command_that_repeats_it() -> None:
    result = match("crash.py", "random", "--games", "4", "--log-lines", "logs")
    assert result.exit_code == 0
    assert "4 crashed" in result.stdout
    told = [line for line in result.stdout.splitlines() if line.startswith("crash: ")]
    assert told == [
        (
            "crash: crashed in game g0001, seat 0: request 5: it exited with code 1; its stderr ends "
            "'ValueError: oh dear'"
        )
    ]
    assert "  | ValueError: oh dear" in result.stdout
    (again,) = [line for line in result.stdout.splitlines() if line.startswith("  again: livingstone-ai ")]
    assert again.endswith("bot replay logs/g0001-seat0-crash.lines -- crash.py")
    repeated = CliRunner().invoke(main, shlex.split(again)[2:])
    assert repeated.exit_code == 1
    assert "fault: crashed: request 5: it exited with code 1" in repeated.stdout
    assert match("crash.py", "random", "--games", "2", "--fail-on-fault").exit_code == 3
    assert match("my-bot", "random", "--games", "2", "--fail-on-fault").exit_code == 0


def test_records_can_be_verified_and_are_not_mixed_with_older_ones() -> None:
    assert match("crash.py", "my-bot", "--games", "4", "--records", "games").exit_code == 0
    files = sorted(str(path) for path in Path("games").iterdir())
    assert len(files) == 4
    verified = CliRunner().invoke(main, ["verify", *files])
    assert verified.exit_code == 0
    assert verified.stdout.count(": sound, ") == 4
    again = match("crash.py", "my-bot", "--records", "games")
    assert (again.exit_code, again.stdout) == (1, "")
    assert again.stderr.startswith("error: games/g0001.jsonl: from another match")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("option", ["--records", "--log-lines"])
def test_a_full_disk_is_named_after_the_table_of_what_was_played(
    option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    really_open = Path.open

    def to_a_full_disk(path: Path, mode: str = "r", *words: Any, **more: Any) -> IO[Any]:
        if path.name.startswith("g0003"):
            path, mode = Path("/dev/full"), mode.replace("x", "w")
        return really_open(path, mode, *words, **more)

    monkeypatch.setattr(Path, "open", to_a_full_disk)
    result = match("my-bot", "random", "--games", "6", option, "kept", "--quiet")
    assert result.exit_code == 1
    assert result.stdout.startswith("interrupted after 2 of 6 games\nbot ")
    assert result.stderr.startswith("error: kept/g0003")
    assert result.stderr.endswith(": No space left on device\n")


def test_a_bot_that_does_not_start_is_one_error_and_nothing_is_played() -> None:
    Path("broken.py").write_text("import no_such_module\n")
    result = match("random", "broken.py", "--records", "games")
    assert (result.exit_code, result.stdout) == (1, "")
    *_, hint, last = result.stderr.splitlines()
    assert hint == "to see why: livingstone-ai bot check -- broken.py"
    assert last.startswith("error: bot broken does not start: hello: it exited with code 1; its stderr ends ")
    assert "  broken: ModuleNotFoundError: No module named 'no_such_module'" in result.stderr.splitlines()
    assert list(Path("games").iterdir()) == []


def test_a_bot_is_built_where_it_does_not_start_or_when_asked() -> None:
    manifest = json.loads(Path("my-bot/bot.json").read_text())
    manifest["build"] = [["sh", "-c", "echo built >> log; cp bot.py built.py"]]
    manifest["command"] = ["{python}", "built.py"]
    Path("my-bot/bot.json").write_text(json.dumps(manifest))
    first = match("my-bot", "random", "--games", "2")
    assert first.exit_code == 0
    assert first.stderr.startswith("my-bot: it does not start, so it is built first: sh -c ")
    assert match("my-bot", "random", "--games", "2").stderr == ""
    asked = match("my-bot", "random", "--games", "2", "--build")
    assert asked.stderr.startswith("my-bot: sh -c ")
    assert Path("my-bot/log").read_text() == "built\n" * 2
    manifest["build"] = [["sh", "-c", "echo wrong >&2; exit 3"]]
    Path("my-bot/bot.json").write_text(json.dumps(manifest))
    failed = match("my-bot", "random", "--build", "--quiet")
    assert failed.exit_code == 1
    assert "failed with exit code 3: wrong" in failed.stderr


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["my-bot/bto.py", "random"], 1, "there is no such file (did you mean 'my-bot/bot.py'?)"),
        (["scriptd", "random"], 1, "(did you mean 'scripted'?)"),
        (["random"], 1, "one bot: expected two or more"),
        (["random", "scripted", "--time", "1h"], 1, "time '1h': expected 1s (a turn)"),
        (["random", "scripted", "--isolation", "bubblewarp"], 1, "(did you mean 'bubblewrap'?)"),
        (
            ["random", "scripted", "--isolation", "none", "--require-isolation", "limits"],
            1,
            "below the required",
        ),
        (["random", "scripted", "--players", "6"], 2, "6 is not in the range"),
        (["random", "scripted", "--rule", "colums=9"], 1, "unknown key 'colums'"),
        ([*["random"] * 12], 1, "12 bots at tables of 5 have 3960 games in a round"),
    ],
)
def test_slips(words: list[str], code: int, said: str) -> None:
    result = match(*words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr
    assert result.stderr.count("\n") == (1 if code == 1 else 4)


def test_the_edition_is_told_with_what_differs() -> None:
    line = match("random", "scripted", "--games", "2", "--rule", "max_rounds=3").stdout.splitlines()[-1]
    assert "edition schmidt-2009" in line
    assert "max_rounds 3" in line


def test_ctrl_c_prints_what_was_played_and_leaves_nothing_running(folder: Path) -> None:
    command = [sys.executable, "-m", "livingstone", "match", "my-bot", "random", "--games", "100000"]
    process = subprocess.Popen(
        [*command, "--records", "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        deadline = time.monotonic() + 300  # it may have to compile first
        while not Path("games/g0003.jsonl").exists():
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130, err
    assert err == ""
    assert out.startswith("interrupted after ")
    assert "of 100000 games\nbot " in out
    path = str(folder / "my-bot")
    if Path("/proc/self").exists():
        working = [link for link in Path("/proc").glob("[0-9]*/cwd") if _target(link) == path]
        assert working == []


def _target(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:
        return ""
