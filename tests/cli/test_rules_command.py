"""``livingstone-ai rules`` as a user types it, and the rule book behind it."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from livingstone.cli import main, rules
from livingstone.engine import rulebook
from livingstone.engine.errors import LivingstoneError

ROOT = Path(__file__).parents[2]


def run(*words: str) -> Result:
    """The command's outcome."""
    return CliRunner().invoke(main, ["rules", *words])


def row(result: Result, key: str) -> list[str]:
    """The cells of a line of the table."""
    (line,) = [line for line in result.stdout.splitlines() if line.startswith(f"{key} ")]
    return re.split(r" {2,}", line)


def test_the_table_has_values_and_sources() -> None:
    result = run()
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("schmidt-2009: 10 columns, 6 rows, digest ")
    assert row(result, "start_coins")[1:3] == ["3", "rulebook"]
    assert row(result, "cost")[1:] == [
        "1,1,2,2,3,3,4,4,5,5",
        "assumed",
        "expedition cost by column, column 1 first (R14)",
    ]
    assert row(result, "must_take_die")[1:3] == ["yes", "assumed"]
    assert row(result, "tie_break")[1:3] == ["shared", "rulebook"]
    assert re.search(r"^ +lion 1, rhino 2, ", result.stdout, re.MULTILINE)  # a card stays with its count
    assert "livingstone-ai edition new my-box.toml" in result.stdout


def test_the_table_of_another_edition_with_a_rule() -> None:
    result = run("--edition", "bga", "--rule", "tie_break=shared")
    assert row(result, "tie_break")[1:3] == ["shared", "user"]
    assert row(result, "animals")[1:3] == ["when_played", "bga"]


def test_nothing_to_correct_where_nothing_is_assumed(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    CliRunner().invoke(main, ["edition", "new", str(path)])
    path.write_text(path.read_text("utf-8").split("\n[provenance]\n")[0], encoding="utf-8")
    result = run("--edition", str(path))
    assert result.exit_code == 0
    assert "assumed" not in result.stdout.casefold()


def test_the_table_as_json() -> None:
    data = json.loads(run("--json", "--edition", "bga", "--rule", "cost.3=9").stdout)
    assert (data["name"], data["columns"], data["rows"]) == ("bga", 10, 6)
    values = {value["key"]: value for value in data["values"]}
    assert values["cost"]["value"] == [1, 1, 9, 2, 3, 3, 4, 4, 5, 5]
    assert values["cards"]["value"]["boat_back"] == 1
    assert values["act_before_die"] == {
        "key": "act_before_die",
        "value": False,
        "source": "bga",
        "meaning": "free acts before the die is taken (R24)",
    }
    assert "max_rounds" in data["assumed"]


def test_the_table_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    main(["rules"], standalone_mode=False)
    text = re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out)
    assert re.search(r"must_take_die +yes +assumed +a legal die", text)
    assert re.search(r"^ +two_dice 3, lion 1, *$", text, re.MULTILINE)
    table = text.split("\n\n")[1]
    assert max(map(len, table.splitlines())) <= 80


def test_an_edition_that_is_none() -> None:
    result = run("--edition", "bag")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error: edition 'bag': no such name or file, did you mean 'bga'?\n"


@pytest.mark.parametrize("name", ["R23", "r23", "23", " R23 "])
def test_a_clause(name: str) -> None:
    result = run(name)
    assert result.exit_code == 0
    assert result.stdout.startswith("In one's own turn\nR23  Sell gems (R18; at least one a sale, ")
    assert "R24  " not in result.stdout


def test_several_clauses_under_their_headings() -> None:
    text = run("R37", "R22-R24", "R23").stdout
    assert re.findall(r"^R\d+", text, re.MULTILINE) == ["R37", "R22", "R23", "R24"]
    assert re.findall(r"^[A-Z][a-z].*", text, re.MULTILINE) == ["Action cards", "In one's own turn"]
    assert max(map(len, text.splitlines())) <= 100


def test_a_note_follows_its_clause() -> None:
    assert "\n     Read as: ignore_die may name the die's own row." in run("31").stdout


def test_clauses_as_json() -> None:
    (data,) = json.loads(run("R36", "--json").stdout)
    assert data == {
        "clause": "R36",
        "section": "Action cards",
        "text": "four_coins: take 4 coins.",
        "notes": [],
    }


def test_search_finds_clauses_in_any_case() -> None:
    found = [clause["clause"] for clause in json.loads(run("--search", "SURCHARGE", "--json").stdout)]
    assert {"R32", "R34", "R47"} <= set(found)
    assert "R36" not in found
    assert run("--search", "surcharge").stdout.startswith("Action cards\nR32  no_cost:")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["R48"], 1, "error: no clause 'R48', expected R1 to R47"),
        (["R0"], 1, "error: no clause 'R0', expected R1 to R47"),
        (["tent"], 1, "error: no clause 'tent', expected R1 to R47, or a range such as R22-R24"),
        (["R22-R99"], 1, "error: no clause 'R99', expected R1 to R47"),
        (["R24-R22"], 1, "error: no clauses 'R24-R22', expected R22-R24"),
        (["--search", "qwertz"], 1, "error: no clause contains 'qwertz'; the clauses are in English"),
        (["--search", " "], 2, "Error: --search: expected a text to look for"),
        (["R1", "--search", "x"], 2, "Error: CLAUSE and --search exclude each other"),
        (
            ["R1", "--edition", "bga"],
            2,
            "Error: --edition and --rule change no clause, expected them without CLAUSE and --search",
        ),
    ],
)
def test_refusals(words: list[str], code: int, message: str) -> None:
    result = run(*words)
    assert result.exit_code == code
    assert result.stderr.splitlines()[-1] == message


# The rule book


def test_clauses_are_numbered_without_a_gap() -> None:
    assert [clause.number for clause in rulebook.clauses()] == list(range(1, 48))
    assert all(clause.section and clause.text for clause in rulebook.clauses())


def test_a_clause_is_the_paragraph_of_the_document() -> None:
    clause = rulebook.clause("R14")
    assert clause == rulebook.clause(14)
    assert clause.name == "R14"
    assert clause.section == "The four actions with a die of value d"
    assert clause.text == (
        "tent: place one own tent in the boat's column, row d. Pay the column's expedition cost to the bank and "
        "one coin to *each other player* with at least one tent on that space (one per player, not per tent). Own "
        "tents there cost nothing."
    )
    assert rulebook.clause("R47").text.endswith("extra tents included, moves not.")
    assert rulebook.clause("R46").section == "Two players"


def test_every_note_belongs_to_a_clause() -> None:
    notes = re.findall(r"^- R\d+: ", rulebook.document(), re.MULTILINE)
    assert len(notes) == sum(len(clause.notes) for clause in rulebook.clauses()) > 5


def test_every_clause_that_is_cited_exists() -> None:
    files = [ROOT / "docs" / "rules.md", *(ROOT / "engine").rglob("*.py"), *(ROOT / "docs").glob("*.md")]
    cited = {int(number) for file in files for number in re.findall(r"\bR(\d+)\b", file.read_text("utf-8"))}
    assert cited <= set(range(1, 48))


def test_the_document_is_the_one_in_docs() -> None:
    assert rulebook.document() == (ROOT / "docs" / "rules.md").read_text("utf-8")


@pytest.mark.parametrize("name", ["", "R", "-1", "R1.5", "99999999999", "²"])
def test_names_of_no_clause(name: str) -> None:
    with pytest.raises(LivingstoneError, match=r"^no clause .*, expected R1 to R47$"):
        rulebook.clause(name)


def test_a_long_value_is_parted_behind_commas() -> None:
    lines = rules._wrapped("boat_back 1, four_coins 3, two_dice 3, lion 1, rhino 2")
    assert lines == ["boat_back 1, four_coins 3, two_dice 3,", "lion 1, rhino 2"]
