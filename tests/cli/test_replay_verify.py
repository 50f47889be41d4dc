"""``livingstone-ai replay`` and ``verify`` as a user runs them."""

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from livingstone.cli import main
from livingstone.engine.constants import Phase
from livingstone.engine.game import Game
from livingstone.engine.position_string import from_text
from livingstone.engine.record import RecordWriter, header_of

NAMES = ["Anna", "Bob", "Cy"]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a random game of three."""
    path = tmp_path_factory.mktemp("records") / "game.jsonl"
    game, rng = Game.new(3, seed=5), random.Random(5)
    with RecordWriter(path, header_of(game, NAMES)) as writer:
        while not game.is_over:
            if game.awaits_chance:
                writer.roll(game.roll(), final=game.phase == Phase.OVER)
            else:
                seat, action = game.seat, rng.choice(game.legal())
                writer.act(seat, action, game.play(action))
        writer.result(game.result())
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def test_verify_prints_a_line_per_file_and_its_exit_code_tells(record: Path, tmp_path: Path) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    cut, bad = tmp_path / "cut.jsonl", tmp_path / "bad.jsonl"
    cut.write_bytes(b"".join(lines[:30]))
    at = next(index for index, line in enumerate(lines) if b'"use"' in line)
    bad.write_bytes(b"".join([*lines[:at], *lines[at + 1 :]]))
    sound = run("verify", record)
    assert sound.exit_code == 0
    assert sound.output.startswith(f"{record}: sound, {len(lines) - 1} steps, ")
    unfinished = run("verify", cut)
    assert unfinished.exit_code == 0
    assert unfinished.output.startswith(f"{cut}: unfinished: sound up to line 30 (round ")
    result = run("verify", record, bad, cut)
    assert result.exit_code == 1
    first, second, third = result.output.splitlines()
    assert first.startswith(f"{record}: sound")
    assert second.startswith(f"{bad}: wrong: line {at + 1}: seat ")
    assert ("illegal action" in second and "(R" in second) or "it is the turn of" in second
    assert third.startswith(f"{cut}: unfinished")
    data = [json.loads(line) for line in run("verify", "--json", record, bad).output.splitlines()]
    assert [entry["verdict"] for entry in data] == ["sound", "wrong"]
    assert data[1]["line"] == at + 1
    assert data[1]["clause"]


def test_verify_of_what_is_no_record(tmp_path: Path) -> None:
    result = run("verify", tmp_path / "absent.jsonl")
    assert result.exit_code == 1
    assert "wrong: cannot read" in result.output
    assert run("verify").exit_code == 2


def test_replay_tells_the_whole_game_with_a_board_at_every_rounds_end(record: Path) -> None:
    result = run("replay", record)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "   0  3 players, edition schmidt-2009: Anna, Bob, Cy"
    steps = len(record.read_bytes().splitlines()) - 1
    told = [
        line for line in lines if line[:4].strip().isdecimal() and line[4:6] == "  " and line[6:7].strip()
    ]
    assert sum(line.startswith(f"{step:>4}  ") for step, line in enumerate(told)) == steps + 1
    rounds = json.loads(run("verify", "--json", record).output)["rounds"]
    assert result.output.count("bonus  row") == rounds
    assert "wins" in lines[-1] or "nobody" in lines[-1]


def test_replay_of_one_step_and_of_one_seats_knowledge(record: Path) -> None:
    full = run("replay", record, "--step", 60)
    assert full.output.startswith("  60  ")
    assert all(f"hand {letter}:" in full.output for letter in "ABC")
    part = run("replay", record, "--step", 60, "--seat", "bob", "--ascii")
    assert "hand B:" in part.output
    assert "hand A:" not in part.output
    assert part.output.isascii()
    late = run("replay", record, "--step", 9999)
    assert late.exit_code == 2
    assert "the record has" in late.output
    lost = run("replay", record, "--seat", "Bop")
    assert lost.exit_code == 1
    assert lost.stderr == "error: seat 'Bop': expected 0 to 2, a letter or a name (did you mean 'Bob'?)\n"


def test_replay_as_json(record: Path) -> None:
    told = [json.loads(line) for line in run("replay", record, "--json").output.splitlines()]
    assert [entry["step"] for entry in told] == list(range(len(told)))
    assert [entry["line"] for entry in told] == list(range(1, len(told) + 1))
    for entry in told[::20]:
        from_text(entry["position"])
    seen = json.loads(run("replay", record, "--json", "--seat", "1", "--step", "30").output)
    assert seen["observation"]["seat"] == 1
    assert "position" not in seen


def test_replay_of_a_wrong_record_stops_with_one_line(record: Path, tmp_path: Path) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"".join([*lines[:20], b"{}\n", *lines[20:]]))
    result = run("replay", bad)
    assert result.exit_code == 1
    assert (
        result.stderr
        == "error: line 21: a step has exactly one of roll, act, forfeit, final, result: found none\n"
    )
    assert run("replay", record, "--interactive").exit_code == 2


def test_replay_key_by_key(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forward, back, to the end, back to the start; the last page shown is the one the keys lead to."""
    from livingstone.cli import replay
    from livingstone.engine.record_story import Story

    story = Story(record)
    tales = list(story.tell())
    pages: list[str] = []
    keys = iter(["n", " ", "b", "G", "n", "g", "b", "\x1b[C", "?", "q"])
    monkeypatch.setattr(replay.click, "getchar", lambda: next(keys))
    monkeypatch.setattr(replay.click, "clear", lambda: None)
    monkeypatch.setattr(replay.click, "echo", lambda text: pages.append(str(text)))
    monkeypatch.setattr(replay, "is_terminal", lambda: True)
    replay.browse(tales, story.names, ascii_only=True)
    last = len(tales) - 1
    shown = [int(page.split()[1]) for page in pages if page.startswith("step ")]
    assert shown == [0, 1, 2, 1, last, last, 0, 0, 1, 1]
