"""Editions: what the built-in ones hold, what files and rules may say, and how a slip is answered."""

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from livingstone.engine import codec
from livingstone.engine.constants import MAX_COLUMNS, MAX_ROWS
from livingstone.engine.edition_template import template
from livingstone.engine.edition_values import BY_NAME, KEYS, Key, shown
from livingstone.engine.editions import PROVENANCES, Edition, assumption_line
from livingstone.engine.errors import EditionError, LivingstoneError
from livingstone.engine.layout import RULES

ROOT = Path(__file__).parents[2]
BUILTIN = Edition.builtin_names()


@pytest.fixture
def load(tmp_path: Path) -> Any:
    """A function (text) -> the edition of a file ``box.toml`` with that text."""

    def write_and_load(text: str, overrides: Sequence[str] = ()) -> Edition:
        path = tmp_path / "box.toml"
        path.write_text(text, encoding="utf-8")
        return Edition.load(path, overrides)

    return write_and_load


def refusal(*arguments: Any) -> str:
    """The message with which ``Edition.load`` refuses."""
    with pytest.raises(EditionError) as caught:
        Edition.load(*arguments)
    text = str(caught.value)
    assert "\n" not in text
    return text


# The built-in editions


def test_the_default_edition_is_the_printed_game() -> None:
    edition = Edition.load()
    assert edition == Edition.load("schmidt-2009")
    assert (edition.columns, edition.rows) == (10, 6)
    assert edition.cost == (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
    assert edition.bonus == (12, 10, 8, 6, 4, 2)
    assert edition.bag == (29, 1, 15, 10, 5)
    assert edition.cards == (3, 3, 2, 1, 3, 3, 1, 2, 3, 3, 2, 1)
    assert sum(edition.cards) == 27
    assert (edition.gem_price, edition.market_coins, edition.market_vp) == ((1, 3, 5), (1, 2, 3), (1, 2, 3))
    assert (edition.dice_per_player, edition.tents_per_player, edition.start_coins) == (2, 11, 3)
    assert edition.animal_vp == (4, 3, 2)
    assert (edition.kept_gem_vp, edition.max_rounds, edition.money) == (1, 30, "hidden")


def test_bga_differs_in_three_values() -> None:
    ours, theirs = Edition.load().values(), Edition.load("bga").values()
    assert {name: theirs[name] for name in ours if ours[name] != theirs[name]} == {
        "animals": "when_played",
        "act_before_die": False,
        "tie_break": "tents",
    }


def test_what_is_assumed() -> None:
    assert Edition.load().assumed() == (
        "cost", "bonus", "cards", "must_take_die", "surcharge_on_no_cost", "surcharge_on_extra_tent", "max_rounds",
    )  # fmt: skip
    assert Edition.load("bga").assumed() == (
        "gem_price", "cost", "bonus", "cards", "white_draw_pays", "max_rounds",
    )  # fmt: skip


@pytest.mark.parametrize("name", BUILTIN)
def test_built_in_files_state_everything(name: str) -> None:
    data = tomllib.loads((ROOT / "engine" / "data" / f"{name}.toml").read_text("utf-8"))
    assert set(data) == {key.name for key in KEYS} | {"name", "provenance"}
    assert set(data["provenance"]) == {key.name for key in KEYS}
    assert set(data["provenance"].values()) <= set(PROVENANCES) - {"user"}
    assert len(data["cards"]) == 12


@pytest.mark.parametrize("name", BUILTIN)
def test_the_table_of_the_rules_has_the_same_values(name: str) -> None:
    text = (ROOT / "docs" / "rules.md").read_text("utf-8")
    edition = Edition.load(name)
    row = {
        cells[0]: cells
        for cells in (line.strip("| ").split(" | ") for line in text.splitlines() if "|" in line)
    }
    assert row["expedition cost per column"][1] == shown(BY_NAME["cost"], edition.cost)
    assert row["row bonus, rows 1..6"][1] == shown(BY_NAME["bonus"], edition.bonus)
    assert row["cards (27)"][1] == shown(BY_NAME["cards"], edition.cards)
    assert row["gem sale price clear/blue/red"][1] == "/".join(map(str, edition.gem_price))


# Values as a whole


def test_rules_hold_every_value() -> None:
    edition = Edition.load("bga", ["cost=1,2,3", "bonus=9", "money=open", "max_rounds=7"])
    row = edition.to_rules()[0]
    assert (row.columns, row.rows) == (3, 1)
    assert row.cost.tolist() == [1, 2, 3] + [0] * (MAX_COLUMNS - 3)
    assert row.bonus.tolist() == [9] + [0] * (MAX_ROWS - 1)
    assert (row.money_open, row.animals_when_played, row.tie_break_tents) == (1, 1, 1)
    for name in RULES.names or ():
        if name in BY_NAME and name not in ("cost", "bonus"):
            value = row[name].tolist() if row[name].shape else int(row[name])
            expected = getattr(edition, name)
            assert value == (list(expected) if isinstance(expected, tuple) else int(expected)), name


def test_writing_into_rules_changes_no_edition() -> None:
    Edition.load().to_rules()[0].start_coins = 99
    assert Edition.load().to_rules()[0].start_coins == 3


def test_equal_values_make_equal_editions() -> None:
    first, second = (Edition.load("bga", ["cost.1=2"]) for _ in range(2))
    assert first == second
    assert hash(first) == hash(second)
    assert first != Edition.load("bga")
    assert eval(repr(first), {"Edition": Edition}) == first


def test_the_digest_is_of_the_values_alone(load: Any) -> None:
    assert load('name = "other"\nstart_coins = 3').digest == Edition.load().digest
    assert re.fullmatch("[0-9a-f]{16}", Edition.load().digest)
    digests = {
        Edition.load("schmidt-2009", [rule]).digest for rule in ("start_coins=4", "money=open", "cost.2=2")
    }
    assert len({Edition.load().digest, Edition.load("bga").digest, *digests}) == 5


@pytest.mark.parametrize("name", BUILTIN)
def test_plain_data_come_back(name: str) -> None:
    edition = Edition.load(name, ["cards.market=2", "cards_total=26"])
    assert Edition.from_dict(codec.loads(codec.dumps(edition.to_dict()))) == edition


# Files


def test_a_file_changes_its_base(load: Any) -> None:
    edition = load('name = "kitchen"\nbase = "bga"\nmust_take_die = false\n[cards]\nmarket = 2\nlion = 2\n')
    assert edition.name == "kitchen"
    assert edition.must_take_die is False
    assert edition.cards == (3, 3, 2, 1, 3, 3, 2, 2, 3, 2, 2, 1)
    assert edition.animals == "when_played"
    assert edition.sources()["must_take_die"] == "user"
    assert edition.sources()["animals"] == "bga"


def test_an_empty_file_is_the_default_under_its_own_name(load: Any) -> None:
    edition = load("")
    assert edition.name == "box"
    assert edition.values() == Edition.load().values()
    assert edition.sources() == Edition.load().sources()


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "notepad.toml"
    path.write_bytes(b"\xef\xbb\xbfstart_coins = 5\r\n")
    assert Edition.load(path).start_coins == 5


def test_german_names_and_other_spellings(load: Any) -> None:
    edition = load('gem_price = { Rot = 6, blau = 4, klar = 2 }\n[cards]\n"Löwe" = 2\nNashorn = 1\n')
    assert edition.gem_price == (2, 4, 6)
    assert edition.cards[6:8] == (2, 1)


def test_gems_as_a_list(load: Any) -> None:
    assert load("gem_price = [1, 2, 3]").gem_price == (1, 2, 3)


def test_another_number_of_cards_and_stones_is_said_twice(load: Any) -> None:
    edition = load("bag = { red = 6 }\nstones_total = 61\ncards_total = 28\n[cards]\nlion = 2")
    assert (sum(edition.bag), sum(edition.cards)) == (61, 28)


def test_another_board(load: Any) -> None:
    edition = load("columns = 3\nrows = 2\ncost = [0, 1, 2]\nbonus = [5, 4]")
    assert (edition.columns, edition.rows) == (3, 2)


def test_the_largest_edition(load: Any) -> None:
    load(
        f"cost = {[(1 << 16) - 1] * 16}\nbonus = {[65535] * 8}\ndice_per_player = 100\ntents_per_player = 100\n"
        "max_rounds = 65535\ncards_total = 1200\nstones_total = 1275\n"
        "bag = [255, 255, 255, 255, 255]\n[cards]\n"
        + "\n".join(f"{card} = 100" for card in BY_NAME["cards"].parts)
    )


def test_a_stated_value_is_the_users_even_if_equal(load: Any) -> None:
    edition = load("max_rounds = 30")
    assert edition.sources()["max_rounds"] == "user"
    assert "max_rounds" not in edition.assumed()


def test_one_kind_of_card_says_nothing_of_the_others(load: Any) -> None:
    assert "cards" in load("[cards]\nlion = 2\nrhino = 1").assumed()
    every = "\n".join(f"{card} = {number}" for card, number in Edition.load().to_dict()["cards"].items())
    assert "cards" not in load(f"[cards]\n{every}").assumed()


def test_a_mark_that_repeats_the_base_ends_with_its_value(load: Any) -> None:
    mark = '[provenance]\nmax_rounds = "assumed"\nstart_coins = "rulebook"'
    assert load(f"max_rounds = 30\nstart_coins = 3\n{mark}").sources() == Edition.load().sources()
    changed = load(f"max_rounds = 12\nstart_coins = 4\n{mark}").sources()
    assert (changed["max_rounds"], changed["start_coins"]) == ("user", "user")
    assert load('start_coins = 4\n[provenance]\nstart_coins = "review"').sources()["start_coins"] == "review"


FILE_REFUSALS = {
    "strat_coins = 4": "unknown key 'strat_coins', did you mean 'start_coins'?",
    "xyz = 4": "unknown key 'xyz', expected one of dice_per_player, tents_per_player, ",
    'start_coins = "3"': "start_coins: '3', expected a whole number from 0 to 65535",
    "start_coins = true": "start_coins: True, expected a whole number from 0 to 65535",
    "start_coins = 3.0": "start_coins: 3.0, expected a whole number from 0 to 65535",
    "start_coins = -1": "start_coins: -1, expected a whole number from 0 to 65535",
    "start_coins = 65536": "start_coins: 65536, expected a whole number from 0 to 65535",
    "dice_per_player = 0": "dice_per_player: 0, expected a whole number from 1 to 100",
    "dice_per_player = 101": "dice_per_player: 101, expected a whole number from 1 to 100",
    "tents_per_player = 0": "tents_per_player: 0, expected a whole number from 1 to 100",
    "tents_per_player = 101": "tents_per_player: 101, expected a whole number from 1 to 100",
    "max_rounds = 0": "max_rounds: 0, expected a whole number from 1 to 65535",
    "must_take_die = 1": "must_take_die: 1, expected true or false",
    'must_take_die = "no"': "must_take_die: 'no', expected true or false",
    'animals = "never"': "animals: 'never', expected 'at_end' or 'when_played'",
    "animals = []": "animals: [], expected 'at_end' or 'when_played'",
    'tie_break = "coins"': "tie_break: 'coins', expected 'shared' or 'tents'",
    'money = "closed"': "money: 'closed', expected 'hidden' or 'open'",
    "cost = []": "cost: 0 numbers, expected a list with a number for each of 1 to 16 columns",
    f"cost = {[1] * 17}": "cost: 17 numbers, expected a list with a number for each of 1 to 16 columns",
    "cost = 3": "cost: 3, expected a list with a number for each of 1 to 16 columns",
    "cost = [1, -1]": "cost[2]: -1, expected a whole number from 0 to 65535",
    'cost = [1, "2"]': "cost[2]: '2', expected a whole number from 0 to 65535",
    f"bonus = {[1] * 9}": "bonus: 9 numbers, expected a list with a number for each of 1 to 8 rows",
    "columns = 9": "columns: 9, but cost has 10 numbers, expected the same",
    "rows = 5\nbonus = [1, 2, 3]": "rows: 5, but bonus has 3 numbers, expected the same",
    "[cards]\nlio = 2": "cards: unknown name 'lio', did you mean 'lion'?",
    "[cards]\nqqq = 2": "cards: unknown name 'qqq', expected one of ignore_die, no_cost, ",
    "[cards]\nlion = 101": "cards.lion: 101, expected a whole number from 0 to 100",
    "[cards]\nlion = 2": "cards: the sum is 28, expected 27 (or state cards_total = 28)",
    '[cards]\nlion = 1\n"Löwe" = 1': "cards.lion: named twice, expected once",
    "cards = [1, 2]": "cards: [1, 2], expected numbers by name: ignore_die, no_cost, ",
    "cards_total = 26": "cards: the sum is 27, expected 26 (or state cards_total = 27)",
    "bag = { red = 4 }": "bag: the sum is 59, expected 60 (or state stones_total = 59)",
    "bag = { white = 0, black = 30 }": "bag.white: 0, expected at least 1 (R20)",
    "bag = { red = 256 }": "bag.red: 256, expected a whole number from 0 to 255",
    "bag = { green = 4 }": "bag: unknown name 'green', expected one of black, white, clear, blue, red",
    "gem_price = [1, 2]": "gem_price: 2 numbers, expected 3: clear, blue, red",
    "gem_price = { white = 2 }": "gem_price: unknown name 'white', expected one of clear, blue, red",
    "gem_price = 3": "gem_price: 3, expected numbers by name: clear, blue, red",
    "animal_vp = { market = 2 }": "animal_vp: unknown name 'market', expected one of lion, rhino, antelope",
    'base = "schmit-2009"': "base: 'schmit-2009', did you mean 'schmidt-2009'?",
    "base = 3": "base: 3, expected one of schmidt-2009, bga",
    'name = ""': "name: '', expected a line of 1 to 80 characters",
    "name = 3": "name: 3, expected a line of 1 to 80 characters",
    'name = "a\\nb"': "name: 'a b', expected a line of 1 to 80 characters",
    "provenance = 3": "provenance: 3, expected a table of key = source",
    '[provenance]\ncots = "user"': "provenance: unknown key 'cots', did you mean 'cost'?",
    '[provenance]\ncolumns = "user"': "provenance: columns are as many as cost has numbers, expected cost",
    '[provenance]\ncost = "asumed"': "provenance.cost: 'asumed', did you mean 'assumed'?",
    "start_coins = ": "Invalid value (at ",
    "start_coins = 1\nstart_coins = 2": "Cannot overwrite a value (at ",
}  # fmt: skip


@pytest.mark.parametrize("text", FILE_REFUSALS)
def test_a_slip_in_a_file_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "box.toml"
    path.write_text(text, encoding="utf-8")
    assert refusal(path).startswith(f"{path}: {FILE_REFUSALS[text]}")


def test_files_that_are_none(tmp_path: Path) -> None:
    assert refusal("bg") == "edition 'bg': no such name or file, did you mean 'bga'?"
    assert (
        refusal("qqq.toml") == "edition 'qqq.toml': no such name or file, expected one of schmidt-2009, bga"
    )
    assert refusal("a\0b") == "edition 'a\\x00b': embedded null byte"
    assert refusal(tmp_path).startswith(f"{tmp_path}: ")
    path = tmp_path / "latin.toml"
    path.write_bytes(b'name = "K\xfcche"')
    assert refusal(path) == f"{path}: not UTF-8 text, expected a TOML file"
    path.write_text("cost = " + "[" * 100_000, encoding="utf-8")
    assert refusal(path).startswith(f"{path}: ")


def test_a_long_value_is_not_quoted_in_full(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(f'start_coins = "{"x" * 10_000}"', encoding="utf-8")
    assert len(refusal(path)) < 200 + len(str(path))


def test_data_of_a_record_must_be_complete() -> None:
    data = Edition.load().to_dict()
    del data["cost"]
    with pytest.raises(EditionError) as caught:
        Edition.from_dict(data)
    assert (
        str(caught.value)
        == "edition: cost: missing, expected expedition cost by column, column 1 first (R14)"
    )
    with pytest.raises(EditionError) as caught:
        Edition.from_dict([1])  # type: ignore[arg-type]
    assert str(caught.value) == "edition: [1], expected a table of all values of an edition"
    with pytest.raises(EditionError) as caught:
        Edition.from_dict(Edition.load().to_dict() | {"base": "bga"})
    assert str(caught.value).startswith("edition: unknown key 'base'")


def test_kinds_that_a_complete_edition_does_not_name_are_none() -> None:
    data = Edition.load().to_dict()
    del data["cards"]["mine_collapse"]
    assert Edition.from_dict(data | {"cards_total": 26}).cards[-1] == 0


# Single rules


@pytest.mark.parametrize(
    ("rule", "name", "value"),
    [
        ("gem_price=1,2,3", "gem_price", (1, 2, 3)),
        ("gem_price.red=4", "gem_price", (1, 3, 4)),
        ("gem_price.rot = 4", "gem_price", (1, 3, 4)),
        ("cost.3=9", "cost", (1, 1, 9, 2, 3, 3, 4, 4, 5, 5)),
        ("cost= 1, 2", "cost", (1, 2)),
        ("must_take_die=no", "must_take_die", False),
        ("must_take_die=False", "must_take_die", False),
        ("must_take_die=YES", "must_take_die", True),
        ("tie_break=Tents", "tie_break", "tents"),
        ("max_rounds=5", "max_rounds", 5),
    ],
)
def test_a_rule_changes_one_value(rule: str, name: str, value: object) -> None:
    plain, changed = Edition.load(), Edition.load("schmidt-2009", [rule])
    assert changed.values() == plain.values() | {name: value}
    assert changed.name == plain.name


def test_rules_apply_in_order_and_are_summed_up_at_the_end() -> None:
    edition = Edition.load(
        "schmidt-2009", ["cards.market=2", "start_coins=1", "cards.lion=2", "start_coins=2"]
    )
    assert (edition.cards[6], edition.cards[9], edition.start_coins) == (2, 2, 2)


def test_a_rule_about_one_number_leaves_the_others_assumed() -> None:
    assert Edition.load("schmidt-2009", ["cost.3=2"]).sources()["cost"] == "assumed"
    every = [f"bonus.{row}=1" for row in range(1, 7)]
    assert Edition.load("schmidt-2009", [*every[1:], "bonus.02=1"]).sources()["bonus"] == "assumed"
    assert Edition.load("schmidt-2009", every).sources()["bonus"] == "user"
    assert Edition.load("schmidt-2009", ["cost=1,2"]).sources()["cost"] == "user"
    assert Edition.load("schmidt-2009", ["gem_price.red=4"]).sources()["gem_price"] == "user"


RULE_REFUSALS = {
    "cost": "--rule cost: expected key=value, for example must_take_die=no",
    "cost=": "--rule cost=: expected key=value, for example must_take_die=no",
    "csot=1": "--rule csot=1: unknown key 'csot', did you mean 'cost'?",
    "columns=4": "--rule columns=4: columns are as many as cost has numbers, expected cost",
    "rows=4": "--rule rows=4: rows are as many as bonus has numbers, expected bonus",
    "cost=1,x": "--rule cost=1,x: 'x', expected a whole number",
    "cost=1,,2": "--rule cost=1,,2: '', expected a whole number",
    "cost.11=2": "--rule cost.11=2: cost.11, expected one of the columns 1 to 10",
    "cost.0=2": "--rule cost.0=2: cost.0, expected one of the columns 1 to 10",
    "cost.-1=2": "--rule cost.-1=2: cost.-1, expected one of the columns 1 to 10",
    "cost.x=2": "--rule cost.x=2: 'x', expected a whole number",
    "cost.=2": "--rule cost.=2: '', expected a whole number",
    "cost.2=-1": "--rule cost.2=-1: -1, expected a whole number from 0 to 65535",
    "max_rounds.2=1": "--rule max_rounds.2=1: max_rounds has no parts, expected max_rounds=value",
    "max_rounds=²": "--rule max_rounds=²: '²', expected a whole number",
    "max_rounds=0": "--rule max_rounds=0: 0, expected a whole number from 1 to 65535",
    "must_take_die=maybe": "--rule must_take_die=maybe: 'maybe', expected yes or no",
    "money=closed": "--rule money=closed: 'closed', expected 'hidden' or 'open'",
    "cards=1,2,3": "--rule cards=1,2,3: expected one kind at a time, for example cards.market=2",
    "cards.markt=2": "--rule: cards: the sum is 26, expected 27 (or state --rule cards_total=26)",
    "cards.marke=2": "--rule cards.marke=2: unknown name 'marke', did you mean 'market'?",
    "cards.lion=101": "--rule cards.lion=101: 101, expected a whole number from 0 to 100",
    "cost=1,-1": "--rule cost=1,-1: -1, expected a whole number from 0 to 65535",
    "gem_price=1,2": "--rule gem_price=1,2: 2 numbers, expected 3: clear, blue, red",
    "bag.white=0": "--rule: bag: the sum is 59, expected 60 (or state --rule stones_total=59)",
    "name=x": "--rule name=x: unknown key 'name', ",
}  # fmt: skip


@pytest.mark.parametrize("rule", RULE_REFUSALS)
def test_a_slip_in_a_rule_is_named(rule: str) -> None:
    assert refusal("schmidt-2009", [rule]).startswith(RULE_REFUSALS[rule])


# The line under a hint


def test_assumptions_in_use_are_one_line() -> None:
    line = assumption_line(Edition.load("bga"))
    assert line == (
        "assumed values in use: gem_price, cost, bonus, cards, white_draw_pays, max_rounds; check your box and "
        "correct them with --rule KEY=VALUE or a file from 'livingstone-ai edition new'"
    )


def test_nothing_assumed_says_nothing() -> None:
    data = Edition.load().to_dict()
    data["provenance"] = dict.fromkeys(data["provenance"], "user")
    assert assumption_line(Edition.from_dict(data)) is None


# Round trips


def values_of(key: Key) -> st.SearchStrategy[Any]:
    """Any value a key may have, as plain data; sums are mended by the caller."""
    number = st.integers(key.least, key.most)
    match key.kind:
        case "whole":
            return number
        case "flag":
            return st.booleans()
        case "word":
            return st.sampled_from(key.parts)
        case "list":
            return st.lists(number, min_size=1, max_size=16 if key.name == "cost" else 8)
        case _:
            return st.fixed_dictionaries(dict.fromkeys(key.parts, number))


@st.composite
def editions(draw: st.DrawFn) -> Edition:
    data = {key.name: draw(values_of(key)) for key in KEYS}
    data["bag"]["white"] = max(1, data["bag"]["white"])
    data["stones_total"], data["cards_total"] = sum(data["bag"].values()), sum(data["cards"].values())
    sources = {key.name: draw(st.sampled_from(PROVENANCES)) for key in KEYS}
    return Edition.from_dict({"name": "any", **data, "provenance": sources})


@given(editions())
def test_any_edition_comes_back_from_json(edition: Edition) -> None:
    assert Edition.from_dict(codec.loads(codec.dumps(edition.to_dict()))) == edition


@given(editions(), st.sampled_from(BUILTIN))
def test_the_values_of_any_edition_come_back_from_a_template(edition: Edition, base: str) -> None:
    data = tomllib.loads(template(edition, Edition.load(base), "any"))
    assert data.pop("base") == base
    known = Edition.load(base).to_dict() | {key: value for key, value in data.items() if key != "provenance"}
    for name in ("bag", "cards", "gem_price", "market_coins", "market_vp", "animal_vp"):
        known[name] = Edition.load(base).to_dict()[name] | data[name]
    assert Edition.from_dict(known).values() == edition.values()


@pytest.mark.parametrize("base", BUILTIN)
@pytest.mark.parametrize(
    "rules", [(), ("cards.market=2", "cards.lion=2"), ("gem_price.red=4", "max_rounds=9")]
)
def test_a_template_loads_with_the_same_sources(load: Any, base: str, rules: tuple[str, ...]) -> None:
    edition = Edition.load(base, rules)
    again = load(template(edition, Edition.load(base), edition.name))
    assert again == edition


# The document and the codec


def test_the_document_lists_every_key_with_its_meaning() -> None:
    text = (ROOT / "docs" / "editions.md").read_text("utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| `")]
    meanings = {cells[0].strip("`"): cells[-1] for cells in rows if len(cells) == 3}
    assert {name: meanings[name] for name in BY_NAME} == {key.name: key.text for key in KEYS}


def test_the_examples_of_the_document_work(load: Any, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "editions.md").read_text("utf-8")
    (file,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert load(file).name == "kitchen table"
    (script,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(script, {})
    assert "(1, 1, 2, 2, 3, 3, 4, 4, 5, 6) user" in capsys.readouterr().out
    spans = re.findall(r"`(--rule \S+=\S+?(?: --rule \S+)*)`", text)
    assert len(spans) == 9
    for span in spans[1:]:  # the first is KEY=VALUE
        Edition.load("schmidt-2009", span.removeprefix("--rule ").split(" --rule "))


def test_json_in_and_out() -> None:
    assert codec.dumps({"a": [1, "ü"]}) == '{"a":[1,"ü"]}'.encode()
    assert codec.dumps(1, newline=True) == b"1\n"
    assert codec.loads(b'{"a": 1}') == codec.loads('{"a": 1}') == {"a": 1}
    with pytest.raises(LivingstoneError, match=r"^not JSON: .*line 1 column 2"):
        codec.loads("{")
    assert codec.convert([1, 2], tuple[int, ...]) == (1, 2)
    with pytest.raises(LivingstoneError, match=r"^Expected `int`, got `str` - at `\$\[0\]`$"):
        codec.convert(["1"], list[int])
