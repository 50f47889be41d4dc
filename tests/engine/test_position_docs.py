"""The documents of the position file against the table of its keys."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from livingstone.engine.position import parse_position, schema, schema_text
from livingstone.engine.position.keys import SEAT, TOP, table

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "position.md").read_text(encoding="utf-8")
EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))
VALIDATOR = jsonschema.Draft202012Validator(schema())


def test_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


def test_schema_file_is_up_to_date() -> None:
    # To write it anew: livingstone-ai position schema > docs/position.schema.json
    assert json.loads((ROOT / "docs" / "position.schema.json").read_text(encoding="utf-8")) == schema()
    assert json.loads(schema_text()) == schema()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_fit_the_schema(path: Path) -> None:
    VALIDATOR.validate(tomllib.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "change", [{"dise": "4"}, {"dice": "7"}, {"me": 3}, {"holding": 0}, {"seats": {"A": {}}}, {"boat": "6"}]
)
def test_faults_do_not_fit_the_schema(change: dict[str, Any]) -> None:
    data = tomllib.loads(EXAMPLES[0].read_text(encoding="utf-8"))
    assert VALIDATOR.is_valid(data)
    assert not VALIDATOR.is_valid(data | change)


def test_tables_of_the_guide_are_up_to_date() -> None:
    # The tables are what livingstone.engine.position.keys.table gives for TOP and SEAT.
    assert table(TOP) in GUIDE
    assert table(SEAT) in GUIDE


@pytest.mark.parametrize("key", [*TOP, *SEAT], ids=lambda key: key.name)
def test_example_of_each_key_fits_its_schema(key: Any) -> None:
    value = tomllib.loads(key.example)
    if key.name != "seats":
        jsonschema.Draft202012Validator(key.schema).validate(value[key.name])


def test_positions_of_the_guide_load() -> None:
    blocks = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    assert blocks
    for block in blocks:
        assert parse_position(block).is_own_turn


def test_python_of_the_guide_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    (block,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    exec(compile(block, "docs/position.md", "exec"), {})
    assert 'me = "Red"' in capsys.readouterr().out


def test_errors_of_the_guide_are_real() -> None:
    cases = tomllib.loads((Path(__file__).parent / "test_position_errors.toml").read_text(encoding="utf-8"))
    messages = {case["message"] for case in cases.values() if "message" in case}
    shown = re.findall(r"error: table\.toml: (.*)", GUIDE)
    assert len(shown) == 3
    assert set(shown[1:]) <= messages
    assert shown[0].startswith("seats.Blue.gems: 'pink'")
