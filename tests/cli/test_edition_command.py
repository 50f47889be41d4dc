"""``livingstone-ai edition`` as a user types it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from livingstone.cli import main
from livingstone.engine.editions import Edition

ASSUMED = [
    "cost",
    "bonus",
    "cards",
    "must_take_die",
    "surcharge_on_no_cost",
    "surcharge_on_extra_tent",
    "max_rounds",
]


def run(*words: object) -> Result:
    """The command's outcome."""
    return CliRunner().invoke(main, ["edition", *map(str, words)])


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A fresh file as ``edition new`` writes it."""
    path = tmp_path / "my-box.toml"
    result = run("new", path)
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    assert result.stderr == f"written: {path}; look at it with: livingstone-ai edition check {path}\n"
    return path


def change(path: Path, old: str, new: str) -> None:
    """Edits the file; the old text must stand there once."""
    text = path.read_text("utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_list() -> None:
    assert run("list").stdout == (
        "schmidt-2009  10 columns, 6 rows; the default\n"
        "bga           10 columns, 6 rows; differs from schmidt-2009 in animals, act_before_die, tie_break\n"
    )


def test_list_as_json() -> None:
    data = json.loads(run("list", "--json").stdout)
    assert [Edition.from_dict(one) for one in data] == [Edition.load("schmidt-2009"), Edition.load("bga")]


def test_a_new_file_loads_as_it_is(box: Path) -> None:
    edition, base = Edition.load(box), Edition.load()
    assert edition.name == "my-box"
    assert edition.values() == base.values()
    assert edition.sources() == base.sources()


def test_a_new_file_marks_what_is_assumed(box: Path) -> None:
    text = box.read_text("utf-8")
    assert text.count("# ASSUMED, compare with your box\n") == len(ASSUMED)
    assert (
        "# Expedition cost by column, column 1 first (R14).\n# ASSUMED, compare with your box\ncost = ["
        in text
    )
    assert "# Coins a player starts with (R3).\n# from: rulebook\nstart_coins = 3\n" in text
    assert "\n[cards]\nignore_die = 3\n" in text
    assert b"\r" not in box.read_bytes()


def test_a_new_file_of_another_edition(tmp_path: Path) -> None:
    path = tmp_path / "arena.toml"
    run("new", "--from", "bga", path)
    edition = Edition.load(path)
    assert edition.values() == Edition.load("bga").values()
    assert edition.sources() == Edition.load("bga").sources()
    assert 'base = "bga"' in path.read_text("utf-8")


def test_a_new_file_of_a_file(box: Path, tmp_path: Path) -> None:
    box.write_text("start_coins = 5\n[cards]\nlion = 2\nrhino = 1\n", encoding="utf-8")
    copy = tmp_path / "copy.toml"
    run("new", "--from", box, copy)
    assert Edition.load(copy).values() == Edition.load(box).values()
    assert Edition.load(copy).sources() == Edition.load(box).sources()


def test_new_writes_to_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "shell.toml"
    path.write_text(run("new").stdout, encoding="utf-8")
    assert Edition.load(path).name == "my-edition"
    assert run("new", "-").stdout == run("new").stdout


def test_a_file_name_that_is_no_name_of_an_edition(tmp_path: Path) -> None:
    path = tmp_path / f"{'x' * 81}.toml"
    run("new", path)
    assert Edition.load(path).name == "my-edition"
    quoted = tmp_path / 'it\'s "mine".toml'
    run("new", quoted)
    assert Edition.load(quoted).name == 'it\'s "mine"'


def test_new_never_overwrites_unless_told(box: Path) -> None:
    box.write_text("start_coins = 4\n", encoding="utf-8")
    result = run("new", box)
    assert (result.exit_code, result.stderr) == (1, f"error: {box}: exists already; --force writes over it\n")
    assert box.read_text("utf-8") == "start_coins = 4\n"
    assert run("new", "--force", box).exit_code == 0
    assert Edition.load(box).start_coins == 3


def test_new_into_a_missing_folder(tmp_path: Path) -> None:
    result = run("new", tmp_path / "none" / "box.toml")
    assert result.exit_code == 1
    assert result.stderr == f"error: {tmp_path / 'none' / 'box.toml'}: No such file or directory\n"


def test_check_of_a_fresh_file(box: Path) -> None:
    lines = run("check", box).stdout.splitlines()
    assert lines[0] == f"{box}: sound; edition my-box, 10 columns, 6 rows, starting from schmidt-2009"
    assert lines[1:3] == ["Every value is that of its base.", "Still assumed:"]
    assert [line.split(":")[0].strip() for line in lines[3:-1]] == ASSUMED


def test_check_after_a_comparison_with_the_box(box: Path) -> None:
    change(box, "cost = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]", "cost = [1, 1, 2, 2, 3, 3, 4, 4, 5, 6]")  # corrected
    change(box, 'bonus = "assumed"\n', "")  # was right
    text = run("check", box).stdout
    assert "Differs from its base:\n  cost: 1,1,2,2,3,3,4,4,5,6\n   was: 1,1,2,2,3,3,4,4,5,5\n" in text
    still = json.loads(run("check", box, "--json").stdout)["assumed"]
    assert still == [key for key in ASSUMED if key not in ("cost", "bonus")]
    assert Edition.load(box).sources()["cost"] == Edition.load(box).sources()["bonus"] == "user"


def test_check_with_nothing_assumed(box: Path) -> None:
    box.write_text(box.read_text("utf-8").split("\n[provenance]\n")[0], encoding="utf-8")
    assert run("check", box).stdout.splitlines()[1:] == [
        "Every value is that of its base.",
        "No value is assumed.",
    ]


def test_check_as_json(box: Path) -> None:
    change(box, "market = 3", "market = 2")
    change(box, "lion = 1", "lion = 2")
    data = json.loads(run("check", box, "--json").stdout)
    before, now = data["differs"].pop("cards")
    assert data["differs"] == {}
    assert (before["market"], now["market"]) == (3, 2)
    assert data["base"] == "schmidt-2009"
    assert data["digest"] == Edition.load(box).digest


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strat_coins = 3", "unknown key 'strat_coins', did you mean 'start_coins'?"),
        ("[cards]\nlion = 2", "cards: the sum is 28, expected 27 (or state cards_total = 28)"),
    ],
)
def test_check_refuses_with_one_line(box: Path, text: str, message: str) -> None:
    box.write_text(text, encoding="utf-8")
    result = run("check", box)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"error: {box}: {message}\n"


def test_check_of_no_file() -> None:
    result = run("check", "nowhere.toml")
    assert result.exit_code == 1
    assert result.stderr == (
        "error: edition 'nowhere.toml': no such name or file, expected one of schmidt-2009, bga\n"
    )
