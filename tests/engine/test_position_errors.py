"""Every refusal of the position file, as the person reads it: the field, and what was expected."""

import json
import tomllib
from pathlib import Path

import pytest

from livingstone.engine.editions import Edition
from livingstone.engine.errors import PositionError
from livingstone.engine.position import parse_position, read_position, template

GOOD = """\
dice = "4 4 6"
me = "Red"
tents = '''
    1  2  3  4  5  6*   (* = boat)
6   .  B  .  RG .  .
5   R  .  Y  .  B  Y
4   .  .  GG .  .  .
3   Y  .  .  R  .  .
2   .  BB .  Y  .  .
1   G  .  R  .  G  .
'''
[seats]
Blue   = {vp=27, cards=3, die=4, gems="1 red"}
Red    = {vp=23, die=2, cash=7, chest=6, hand="market, four coins", gems="2 clear 1 blue"}
Yellow = {vp=25, cards=1, die=5, cash="3-6"}
Green  = {vp=19, cards=2, die=1, gave="4 times"}
"""

OPENING = template(4, Edition.load("schmidt-2009"))
CASES = tomllib.loads((Path(__file__).parent / "test_position_errors.toml").read_text(encoding="utf-8"))
"""Name -> old, new, and message or field and word."""


def test_the_text_without_a_fault_is_understood() -> None:
    assert parse_position(GOOD).names == ("Blue", "Red", "Yellow", "Green")


@pytest.mark.parametrize("name", list(CASES))
def test_message(name: str) -> None:
    case = CASES[name]
    assert case["old"] in GOOD
    with pytest.raises(PositionError) as error:
        parse_position(GOOD.replace(case["old"], case["new"], 1))
    message = str(error.value)
    assert "\n" not in message
    if "message" in case:
        assert message == case["message"]
    else:
        assert message.startswith(case["field"])
        assert case["word"] in message


def test_dice_that_nobody_took_are_missing() -> None:
    opening = OPENING.replace('dice = "1 1 2 2 3 4 5 6"', 'dice = "1 2 3"')
    with pytest.raises(PositionError) as error:
        parse_position(opening)
    assert str(error.value) == (
        "dice: 3 on the table, none taken, but a round has 8 dice; "
        "each seat's last die belongs into its table, for example die = 4"
    )


def test_dice_that_rising_dice_cannot_explain_are_missing() -> None:
    opening = OPENING.replace('dice = "1 1 2 2 3 4 5 6"', 'dice = "1 2 3"')
    with pytest.raises(PositionError) as error:
        parse_position(opening.replace("cards=0", "cards=0, die=2", 1))
    assert str(error.value).startswith("dice: 3 on the table and at most 2 taken, but a round has 8 dice; ")


def test_the_second_die_is_no_one() -> None:
    turn = 'me = "Red"\nholding = 1\ntwo_dice = true\nsecond_die = true'
    text = GOOD.replace("die=2, ", "").replace('me = "Red"', turn)
    with pytest.raises(PositionError) as error:
        parse_position(text)
    assert str(error.value) == (
        "second_die: the second die of two_dice is higher than the first, so it cannot be a 1 (R37)"
    )


def test_an_empty_table_is_no_turn() -> None:
    text = GOOD.replace('dice = "4 4 6"', 'dice = ""').replace("die=4", "die=6")
    with pytest.raises(PositionError) as error:
        parse_position(text)
    assert str(error.value) == (
        "dice: it is Red's turn, but no die is left; expected a legal die, or holding with done = true"
    )


@pytest.mark.parametrize(("count", "text"), [(1, "A = {}"), (6, "A={}\nB={}\nC={}\nD={}\nE={}\nF={}")])
def test_number_of_seats(count: int, text: str) -> None:
    with pytest.raises(PositionError) as error:
        parse_position(f'me = "A"\ndice = "1"\n[seats]\n{text}\n')
    assert str(error.value) == f"seats: expected 2 to 5 players, got {count}"


def test_toml_that_is_none() -> None:
    with pytest.raises(PositionError) as error:
        parse_position('me = "Red"\ndice 4\n')
    assert str(error.value).startswith("not valid TOML: ")
    assert "(at line 2, column 6)" in str(error.value)


def test_json_that_is_none() -> None:
    with pytest.raises(PositionError) as error:
        parse_position('{"me": "Red",\n "dice" 4}')
    assert str(error.value) == "not valid JSON: Expecting ':' delimiter (at line 2, column 9)"


def test_json_with_a_key_written_twice() -> None:
    with pytest.raises(PositionError) as error:
        parse_position('{"me": "Red", "me": "Blue"}')
    assert str(error.value) == "not valid JSON: the key 'me' is written twice in one table"


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 100_000,
        '{"a": ' + "[" * 100_000,
        '{"a": NaN}',
        "a = " + "9" * 10_000,
        '{"a": ' + "9" * 10_000 + "}",
        "\x00",
        "",
        "{}",
        "a = 1979-05-27",
        'me = "x"\ndice = nan\n[seats]\nx = {vp = inf}\ny = {}',
    ],
)
def test_hostile_text_gives_one_line(text: str) -> None:
    with pytest.raises(PositionError) as error:
        parse_position(text)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400


def test_file_that_is_not_there(tmp_path: Path) -> None:
    missing = tmp_path / "no.toml"
    with pytest.raises(PositionError) as error:
        read_position(missing)
    assert str(error.value).startswith(f"{missing}: cannot be read: ")


def test_folder_in_place_of_a_file(tmp_path: Path) -> None:
    with pytest.raises(PositionError) as error:
        read_position(tmp_path)
    assert str(error.value).startswith(f"{tmp_path}: cannot be read: ")


def test_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "picture.toml"
    path.write_bytes(b"me = 1\n\xff\xfe")
    with pytest.raises(PositionError) as error:
        read_position(path)
    assert str(error.value) == f"{path}: line 2: expected UTF-8 text"


def test_file_far_too_large(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_bytes(b"#" * (1 << 21))
    with pytest.raises(PositionError) as error:
        read_position(path)
    assert str(error.value) == f"{path}: larger than 1048576 bytes, this is no position file"


def test_message_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    data = {"me": "A", "dice": "9", "seats": {"A": {"cash": 3}, "B": {}}}
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(PositionError) as error:
        read_position(path)
    assert str(error.value) == f"{path}: dice: expected faces from 1 to 6, got '9'"
