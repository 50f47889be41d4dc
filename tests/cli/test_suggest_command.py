"""``livingstone-ai suggest`` as a user meets it."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from livingstone.cli import main
from livingstone.engine.notation import Action

EXAMPLES = Path(__file__).parents[2] / "examples"
FOUR = str(EXAMPLES / "middle_of_four.toml")


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, ["suggest", *words], input=text)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_example_gets_a_whole_hint(path: Path) -> None:
    done = run(str(path), "--sims", "400", "--json")
    assert done.exit_code == 0, done.output
    hint = json.loads(done.stdout)
    assert hint["simulations"] == 400
    for choice in (hint["best"], *hint["alternatives"]):
        assert [str(Action.parse(text)) for text in choice["turn"]] == choice["turn"]
        assert 0 <= choice["win"] <= 1 and 0 <= choice["risk"] <= 1 and choice["visits"] > 0
    turns = [tuple(choice["turn"]) for choice in (hint["best"], *hint["alternatives"])]
    assert len(set(turns)) == len(turns)


def test_the_text_has_the_turn_in_words_the_table_and_how_it_was_found() -> None:
    done = run(FOUR, "--sims", "1000", "--top", "3", "--seed", "7")
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Red: die ")
    assert "take the die" in lines[1]
    assert "win %" in done.stdout and "out %" in done.stdout and "visits" in done.stdout
    assert "1000 simulations" in done.stdout and "seed 7" in done.stdout and "schmidt-2009" in done.stdout
    end = " ".join(lines[-3:])
    assert "assumed values in use: cost" in end and "--rule" in end
    assert done.stderr == "" or done.stderr.startswith("compiling once")


def test_top_limits_the_choices() -> None:
    for top in (1, 2, 4):
        hint = json.loads(run(FOUR, "--sims", "2000", "--top", str(top), "--json").stdout)
        assert len(hint["alternatives"]) == top - 1


def test_the_same_seed_gives_the_same_hint_and_another_seed_another() -> None:
    hints = []
    for seed in ("3", "3", "4"):
        hint = json.loads(run(FOUR, "--sims", "800", "--seed", seed, "--json").stdout)
        hint.pop("seconds")
        hints.append(hint)
    assert hints[0] == hints[1]
    assert hints[0]["best"] != hints[2]["best"]


def test_only_a_single_legal_action_is_called_forced() -> None:
    text = (EXAMPLES / "middle_of_turn.toml").read_text(encoding="utf-8")
    done = text.replace("holding = 5", "holding = 5\ndone = true")
    for cash, forced in ((1, False), (0, True)):
        position = done.replace("cash=1,", f"cash={cash},")
        assert json.loads(run("-", "--sims", "40", "--json", text=position).stdout)["forced"] is forced
    assert "Nothing else is legal." in run("-", "--sims", "40", text=position).stdout


def test_a_turn_cut_short_by_few_simulations_is_not_laid_to_chance() -> None:
    assert "the rest of the turn was not searched enough" in run(FOUR, "--sims", "1").stdout
    assert "the rest of the turn depends on what comes" in run(FOUR, "--sims", "4000").stdout


def test_an_interval_that_says_nothing_is_a_question_mark() -> None:
    halves = [
        line.split(" ± ")[1].split()[0]
        for line in run(FOUR, "--sims", "100", "--seed", "1").stdout.splitlines()
        if " ± " in line and line[0] in "*= "
    ]
    assert "?" in halves
    assert all(float(half) < 100 for half in halves if half != "?")


def test_the_time_is_kept() -> None:
    run(FOUR, "--sims", "100")  # everything is compiled and loaded
    start = time.perf_counter()
    done = run(FOUR, "--time", "300ms", "--json")
    assert time.perf_counter() - start < 3
    hint = json.loads(done.stdout)
    assert 0.2 < hint["seconds"] < 2
    assert hint["simulations"] > 500


def test_a_longer_search_is_surer() -> None:
    widths = []
    for simulations in ("800", "64000"):
        hint = json.loads(run(FOUR, "--sims", simulations, "--json").stdout)
        widths.append(hint["best"]["win_half_width"])
    assert widths[1] < widths[0]


def test_overridden_rules_are_used_and_no_longer_assumed() -> None:
    hint = json.loads(run(FOUR, "--sims", "200", "--rule", "cost=1,1,2,2,3,3,4,4,5,5", "--json").stdout)
    keys = hint["assumptions"].split(": ")[1].split("; ")[0].split(", ")
    assert "cost" not in keys and "bonus" in keys


def test_standard_input_and_json_positions() -> None:
    text = Path(FOUR).read_text(encoding="utf-8")
    assert run("-", "--sims", "50", text=text).exit_code == 0


def test_somebody_elses_turn_is_one_line() -> None:
    text = Path(FOUR).read_text(encoding="utf-8").replace('me = "Red"', 'me = "Red"\nturn = "Green"')
    done = run("-", "--sims", "50", text=text)
    assert done.exit_code == 1
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("error: ")
    assert "Green" in done.stderr and "Traceback" not in done.output


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["nowhere.toml"], 1, "nowhere.toml"),
        ([FOUR, "--sims", "0"], 2, "0 is not in the range"),
        ([FOUR, "--sims", "9" * 30], 2, "is not in the range"),
        ([FOUR, "--time", "soon"], 2, "expected a time such as 2s"),
        ([FOUR, "--time", "0"], 1, "expected more than 0"),
        ([FOUR, "--time", "2s", "--sims", "5"], 2, "exclude each other"),
        ([FOUR, "--rule", "cots.3=1"], 1, "did you mean 'cost'"),
        ([FOUR, "--edition", "bgs"], 1, "did you mean 'bga'"),
        ([FOUR, "--top", "0"], 2, "0 is not in the range"),
    ],
)
def test_bad_input_is_one_clear_line(words: list[str], code: int, said: str) -> None:
    done = run(*words)
    assert done.exit_code == code
    assert said in done.stderr
    assert done.stdout == ""
    if code == 1:
        assert done.stderr.startswith("error: ") and done.stderr.count("\n") == 1


def test_a_pipe_gets_the_hint_and_nothing_else() -> None:
    command = [sys.executable, "-m", "livingstone", "suggest", FOUR, "--sims", "200"]
    subprocess.run(command, check=True, capture_output=True)
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stderr == ""
    assert "\x1b" not in done.stdout and "\r" not in done.stdout
