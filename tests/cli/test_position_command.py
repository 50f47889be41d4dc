"""``livingstone-ai position``, as a user types it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from livingstone.cli import main
from livingstone.engine.position import parse_position, schema

MIDDLE = Path(__file__).parents[2] / "examples" / "middle_of_four.toml"


def run(*words: object, text: str | None = None) -> Result:
    """The command's outcome."""
    return CliRunner().invoke(main, ["position", *map(str, words)], input=text)


def test_show_draws_and_explains() -> None:
    result = run("show", MIDDLE)
    assert result.exit_code == 0, result.output
    assert "Turn of Red (you): no die taken yet." in result.stdout
    assert "  - Tents left: Blue 7, Red 7, Yellow 7, Green 6.\n" in result.stdout
    assert "  - Yellow's wealth is not fully known (at least 5): hints expect " in result.stdout
    assert "   Y Yellow  16   3-6     2+     2 " in result.stdout
    assert "RG" in result.stdout  # the board has the file's letters


def test_show_in_ascii() -> None:
    result = run("show", MIDDLE, "--ascii")
    assert result.exit_code == 0
    assert result.stdout.isascii()


def test_show_reads_standard_input() -> None:
    text = MIDDLE.read_text(encoding="utf-8")
    assert run("show", "-", text=text).stdout == run("show", MIDDLE).stdout


def test_show_json() -> None:
    result = run("show", MIDDLE, "--json")
    data = json.loads(result.stdout)
    assert data["names"] == ["Blue", "Red", "Yellow", "Green"]
    assert data["is_own_turn"] is True
    assert {"die": 4} in data["legal"]
    assert {"donate": [1, 7]} in data["legal"]
    assert data["forced"] is None
    again = parse_position(json.dumps(data["position"])).observation
    assert again == parse_position(MIDDLE.read_text(encoding="utf-8")).observation


def test_show_json_marks_what_is_forced() -> None:
    text = MIDDLE.with_name("middle_of_turn.toml").read_text(encoding="utf-8")
    done = text.replace("holding = 5", "holding = 5\ndone = true")
    assert json.loads(run("show", "-", "--json", text=done).stdout)["forced"] is None
    poor = done.replace("cash=1,", "cash=0,")
    data = json.loads(run("show", "-", "--json", text=poor).stdout)
    assert data["legal"] == [{"end": True}]
    assert data["forced"] == {"end": True}


def test_show_with_another_edition() -> None:
    assert json.loads(run("show", MIDDLE, "--json", "--edition", "bga").stdout)["edition"]["name"] == "bga"


def test_show_with_another_rule() -> None:
    legal = json.loads(run("show", MIDDLE, "--json", "--rule", "must_take_die=no").stdout)["legal"]
    assert {"pass": True} in legal


def test_show_of_anothers_turn() -> None:
    text = MIDDLE.read_text(encoding="utf-8").replace('dice = "4 4 6"', 'turn = "Green"\ndice = "4 4 6"')
    assert (
        "Turn of Green; seen by Red, no hint can be asked for: no die taken yet."
        in run("show", "-", text=text).stdout
    )


def test_show_of_a_bad_file_is_one_line() -> None:
    text = MIDDLE.read_text(encoding="utf-8").replace("1 red", "1 pink")
    result = run("show", "-", text=text)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("error: standard input: ")
    assert "pink" in result.stderr
    assert result.stderr.count("\n") == 1


def test_show_of_a_missing_file() -> None:
    result = run("show", "no-such.toml")
    assert (result.exit_code, result.stderr) == (
        1,
        "error: no-such.toml: cannot be read: No such file or directory\n",
    )


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_new_loads_as_it_is(players: int, tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    assert run("new", "--players", players, path).exit_code == 0
    result = run("show", path)
    assert result.exit_code == 0, result.output
    assert "Turn of Red (you)" in result.stdout


def test_new_to_the_terminal() -> None:
    result = run("new", "--players", 3, "--edition", "bga", "--rule", "must_take_die=no")
    position = parse_position(result.stdout)
    assert position.observation.edition.name == "bga"
    assert "pass" in [str(action) for action in position.observation.legal()]


def test_new_keeps_an_existing_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("mine", encoding="utf-8")
    result = run("new", path)
    assert (result.exit_code, result.stderr) == (
        1,
        f"error: {path}: exists already; --force writes over it\n",
    )
    assert path.read_text(encoding="utf-8") == "mine"
    assert run("new", "--force", path).exit_code == 0
    assert path.read_text(encoding="utf-8") != "mine"


def test_schema() -> None:
    assert json.loads(run("schema").stdout) == schema()
