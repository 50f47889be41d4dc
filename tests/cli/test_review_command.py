"""``livingstone-ai review`` as a user meets it."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from livingstone.ai.review.reviewer import DEFAULT_SIMULATIONS
from livingstone.cli import main
from livingstone.cli import review as command
from livingstone.engine.game import Game
from review_samples import by_chance, write_game, write_table

DOCUMENT = Path(__file__).parents[2] / "docs" / "review.md"
HEADS = "lost % fine inacc mistake blunder luck % dice stones cards final"
QUICK = ("--sims", "100", "--jobs", "1")


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["review", *map(str, words)])


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random game of two, its final dice among the luck."""
    path = tmp_path_factory.mktemp("records") / "two.jsonl"
    return write_game(path, Game.new(2, seed=3), by_chance(3), ["Anna", "Bob"])


@pytest.fixture(scope="module")
def shown(record: Path) -> str:
    """Its review as text, with all decisions."""
    done = run(record, *QUICK, "--all", "--top", "3")
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture(scope="module")
def told(record: Path) -> dict[str, Any]:
    """Its review as JSON."""
    done = run(record, *QUICK, "--json")
    assert done.exit_code == 0, done.output
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_the_text_has_the_table_the_moments_the_luck_and_how_it_was_found(shown: str, record: Path) -> None:
    lines = shown.splitlines()
    assert lines[0] == f"{record}: 2 players, edition schmidt-2009, {lines[0].split()[-2]} rounds"
    assert "(VP: Anna " in lines[1]
    assert lines[3].split() == HEADS.split()
    assert lines[4].startswith("Anna ") and lines[5].startswith("Bob ")
    assert "Worst moments" in shown and "Largest swings of luck" in shown and "Round 10: " in shown
    assert len(re.findall(r"^ {4}played ", shown, re.MULTILINE)) == 3
    assert len(re.findall(r"^ {4}best ", shown, re.MULTILINE)) == 3
    assert "100 simulations a search" in shown and "seed 0" in shown and "assumed values in use" in shown


def test_lines_are_narrow_but_for_turns(shown: str, record: Path) -> None:
    lines = [line for line in shown.splitlines()[1:] if " die " not in line and ", step " not in line]
    assert max(map(len, lines)) <= 92


def test_turns_are_told_as_a_hint_tells_them(shown: str) -> None:
    assert re.search(r"die (\d) \w+", shown)
    assert not re.search(r"die (\d); die \1", shown)


def test_long_names_are_told_apart_and_the_end_says_who_is_out(tmp_path: Path) -> None:
    names = ["scripted:frugal", "scripted:last_minute", "search"]
    path = write_game(tmp_path / "three.jsonl", Game.new(3, seed=3), by_chance(3), names)
    done = run(path, *QUICK, "--seat", "search")
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert "; out by donation: " in " ".join(lines[1:3])
    table = lines[lines.index(next(line for line in lines if line.split() == HEADS.split()[:-1])) + 1 :]
    assert [line.split()[0] for line in table[:3]] == ["…d:frugal", "…t_minute", "search"]


def test_text_and_json_tell_the_same(shown: str, told: dict[str, Any]) -> None:
    worst = told["decisions"][told["worst"][0] - 1]
    assert worst["number"] == told["worst"][0]
    head = (
        f" 1. round {worst['round']}, step {worst['step']}: {told['names'][worst['seat']]}, {worst['grade']}"
    )
    assert f"{head}, {100 * worst['lost']:.1f} ± {100 * worst['half_width']:.1f} % lost" in shown
    for seat in told["seats"]:
        assert f"{100 * seat['lost']:.1f} ± {100 * seat['lost_half_width']:.1f}" in shown


def test_every_field_is_in_the_document(told: dict[str, Any]) -> None:
    tables = DOCUMENT.read_text("utf-8").partition("## JSON")[2].split("\n\n")
    fields = [
        {
            name
            for cell in re.findall(r"^\| ([^|]*) \|", table, re.MULTILINE)
            for name in re.findall(r"`(\w+)`", cell)
        }
        for table in tables
        if table.startswith("| field")
    ]
    found = [told, told["seats"][0], told["decisions"][0], told["chances"][0]]
    assert fields == [set(each) for each in found]
    assert set(told["decisions"][0]["best"]) == {"actions", "win", "points", "risk"}
    assert set(told["curve"][0]) == {"step", "round", "win"}
    assert {each["kind"] for each in told["chances"]} == {"dice", "stones", "cards", "final"}


def test_the_same_seed_gives_the_same_review(record: Path, told: dict[str, Any]) -> None:
    assert json.loads(run(record, *QUICK, "--json").stdout) == told
    assert json.loads(run(record, *QUICK, "--json", "--seed", "1").stdout)["decisions"] != told["decisions"]


def test_a_seat_alone_by_any_of_its_names(record: Path, tmp_path: Path) -> None:
    short = tmp_path / "short.jsonl"
    short.write_bytes(b"".join(record.read_bytes().splitlines(keepends=True)[:40]))
    outputs = [run(short, *QUICK, "--seat", name, "--json").stdout for name in ("Bob", "b", "1")]
    assert outputs[0] == outputs[1] == outputs[2]
    assert {decision["seat"] for decision in json.loads(outputs[0])["decisions"]} == {1}
    text = run(short, *QUICK, "--seat", "Bob").stdout
    assert re.search(r"^Anna +- +- +- +- +- ", text, re.MULTILINE)


def test_a_followed_game_is_reviewed_for_the_one_who_followed(tmp_path: Path) -> None:
    path = write_table(tmp_path / "table.jsonl", Game.new(3, seed=8), by_chance(8), me=2)
    done = run(path, *QUICK)
    assert done.exit_code == 0, done.output
    assert "the game is not finished" in done.stdout
    assert re.search(r"^Anna +- ", done.stdout, re.MULTILINE)
    assert not re.search(r"^Cy +- ", done.stdout, re.MULTILINE)
    other = run(path, *QUICK, "--seat", "Anna")
    assert other.exit_code == 1
    assert other.stderr == "error: the decisions of Anna are not known: the game was followed by Cy\n"


@pytest.mark.parametrize("lines", [1, 2, 40])
def test_a_record_that_has_hardly_begun(record: Path, tmp_path: Path, lines: int) -> None:
    short = tmp_path / "short.jsonl"
    short.write_bytes(b"".join(record.read_bytes().splitlines(keepends=True)[:lines]))
    done = run(short, *QUICK)
    assert done.exit_code == 0, done.output
    assert ("Nothing to review." in done.stdout) == (lines < 3)


def test_bad_input_is_one_clear_line(record: Path, tmp_path: Path) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_bytes(b"".join([*lines[:5], *lines[6:]]))
    for words, said in (
        ([tmp_path / "none.jsonl"], "cannot read"),
        ([wrong], f"error: '{wrong}': line 6: "),
        ([DOCUMENT], "': line 1: this is no game record: expected its header, a JSON object"),
        ([record, "--seat", "Bop"], "did you mean 'Bob'"),
    ):
        done = run(*words, *QUICK)
        assert done.exit_code == 1 and done.stdout == ""
        assert done.stderr.startswith("error: ") and done.stderr.count("\n") == 1
        assert said in done.stderr


def test_options_that_make_no_sense_are_refused_at_once(record: Path, tmp_path: Path) -> None:
    for words in (
        ["--sims", "99"],
        ["--jobs", "0"],
        ["--top", "0"],
        ["--html", tmp_path / "no" / "page.html"],
    ):
        assert run(record, *words).exit_code == 2


def test_the_page_is_written_beside_the_text(record: Path, tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    done = run(record, *QUICK, "--seat", "Bob", "--html", target)
    assert done.exit_code == 0, done.output
    assert "Worst moments" in done.stdout or "No decision" in done.stdout
    assert re.search(rf"^wrote {re.escape(str(target))} \(\d+ kB\)$", done.stdout, re.MULTILINE)
    assert target.read_text("utf-8").startswith("<!DOCTYPE html>")
    done = run(record, *QUICK, "--seat", "Bob", "--html", target, "--json")
    assert json.loads(done.stdout)["format"] == "livingstone-review"
    assert done.stderr.startswith("wrote ")


def test_a_pipe_gets_the_review_and_nothing_else(record: Path, tmp_path: Path) -> None:
    short = tmp_path / "short.jsonl"
    short.write_bytes(b"".join(record.read_bytes().splitlines(keepends=True)[:30]))
    words = [sys.executable, "-m", "livingstone", "review", str(short), "--sims", "100", "--jobs", "2"]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    assert done.stderr == ""
    assert "\x1b" not in done.stdout and "\r" not in done.stdout
    assert done.stdout == run(short, *QUICK).stdout


def test_the_default_is_that_of_the_library() -> None:
    assert command.DEFAULT_SIMULATIONS == DEFAULT_SIMULATIONS
    assert f"{DEFAULT_SIMULATIONS} if not said" in DOCUMENT.read_text("utf-8")
