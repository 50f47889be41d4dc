"""What a position file says, in every spelling, and what is derived from it."""

import json
import tomllib
from pathlib import Path

import pytest

from livingstone.engine.constants import Card, Phase, Stone
from livingstone.engine.editions import Edition
from livingstone.engine.errors import EditionError
from livingstone.engine.money import Donation
from livingstone.engine.position import Position, default_wealth, parse_position, read_position, template

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.toml"))
TWO = """\
me = "Red"
dice = "{dice}"
{more}
[seats]
Red  = {{{red}}}
Blue = {{{blue}}}
"""


def two(dice: str = "1 2 3 4", more: str = "", red: str = "cash=3", blue: str = "") -> Position:
    """A position of two players."""
    return parse_position(TWO.format(dice=dice, more=more, red=red, blue=blue))


def legal(position: Position) -> list[str]:
    """The legal list as text."""
    return [str(action) for action in position.observation.legal()]


def example(name: str) -> Position:
    """An example file by name."""
    return read_position(next(path for path in EXAMPLES if path.stem == name))


def test_all_examples_are_there() -> None:
    assert [path.stem for path in EXAMPLES] == [
        "all_tents_placed",
        "bga_of_three",
        "last_round_of_five",
        "middle_of_four",
        "middle_of_turn",
        "opening_of_two",
        "rich_of_three",
        "unknown_money",
    ]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_is_a_turn_of_the_observer(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# ")
    position = read_position(path)
    assert position.is_own_turn
    assert len(position.observation.legal()) >= 2


def test_opening_of_two() -> None:
    position = example("opening_of_two")
    state = position.observation.record[0]
    assert (position.names, position.observation.seat, int(state.start)) == (("Blue", "Red"), 1, 0)
    assert legal(position) == ["die 2", "die 4", "donate 3"]
    assert list(state.bag) == [26, 1, 14, 9, 5]
    assert state.deck_size == 27


def test_middle_of_four() -> None:
    position = example("middle_of_four")
    state = position.observation.record[0]
    assert position.letters == ("B", "R", "Y", "G")
    assert (int(state.round_number), int(state.boat), Phase(int(state.phase))) == (6, 5, Phase.BEFORE_DIE)
    assert [int(state.seats[seat].supply) for seat in range(4)] == [7, 7, 7, 6]
    assert [int(state.seats[seat].placed) for seat in range(4)] == [4, 4, 4, 5]
    assert (int(state.tents[1, 1, 0]), int(state.scored[1, 1, 0])) == (2, 1)  # BB-
    assert (int(state.tents[5, 4, 2]), int(state.scored[5, 4, 2])) == (1, 0)  # in the boat's column
    assert int(state.scored.sum()) == int(state.tents.sum()) - 2
    assert state.deck_size == 27 - 8 - 6
    assert int(state.deck.sum()) == 27 - 2 - 6  # hidden hands are among the unseen cards
    assert position.observation.hand == (Card.FOUR_COINS, Card.MARKET)
    money = position.observation.money
    assert (money[0].wealth, money[0].chest, money[0].gave) == ((9, 9), (2, 9), (2, 2))
    assert money[1].cash == (7, 7)
    assert money[2].cash == (3, 6)
    assert money[3].chest == (4, 10)
    assert int(state.seats[0].cash) == 9  # the redacted record holds the wealth
    assert legal(position)[:4] == ["die 4", "die 6", "play four_coins", "market 2 clear 1 blue"]


def test_last_round_of_five() -> None:
    position = example("last_round_of_five")
    assert int(position.observation.record[0].round_number) == 10
    assert legal(position) == ["die 4", "die 6", "donate 7"]


def test_bga_of_three() -> None:
    position = example("bga_of_three")
    assert position.observation.edition.name == "bga"
    assert legal(position) == ["die 2", "die 4"]
    assert "Finished for this round (no legal die): Red, Blue." in position.derived


def test_all_tents_placed() -> None:
    position = example("all_tents_placed")
    moves = [text for text in legal(position) if "tent" in text]
    assert len(moves) == 11
    assert "die 5 tent from c9 r4" in moves  # not scored yet: it stands in the boat's column
    assert [int(position.observation.record[0].seats[seat].supply) for seat in range(2)] == [0, 0]


def test_unknown_money() -> None:
    position = example("unknown_money")
    assert position.observation.money[0].wealth == (0, 399)
    assert (
        "Yellow's wealth is not fully known: hints expect what is usual for the round and the tents."
    ) in position.assumed


def test_middle_of_turn() -> None:
    position = example("middle_of_turn")
    state = position.observation.record[0]
    assert (int(state.held), int(state.taken), int(state.two_dice)) == (5, 2, 1)
    assert legal(position) == ["die 5 card", "die 5 coins", "die 5 mine", "die 5 tent no_cost", "donate 1"]


@pytest.mark.parametrize("edition", ["schmidt-2009", "bga"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_template_loads_as_it_is(players: int, edition: str) -> None:
    position = parse_position(template(players, Edition.load(edition)))
    assert len(position.names) == players
    assert position.observation.edition.name == edition
    assert position.observation.phase == Phase.BEFORE_DIE
    assert not [line for line in position.assumed if "start player" not in line and "no die" not in line]


def test_json_of_the_same_shape() -> None:
    text = EXAMPLES[3].read_text(encoding="utf-8")
    again = parse_position(json.dumps(tomllib.loads(text)))
    assert again.observation == parse_position(text).observation


@pytest.mark.parametrize(
    ("more", "phase", "taken", "two_dice"),
    [
        ("", Phase.BEFORE_DIE, 0, 0),
        ("two_dice = true", Phase.BEFORE_DIE, 0, 1),
        ("holding = 3", Phase.DIE_HELD, 1, 0),
        ("holding = 3\ndone = true", Phase.ACTION_DONE, 1, 0),
        ("holding = 3\ntwo_dice = true", Phase.DIE_HELD, 1, 1),
        ("holding = 3\ntwo_dice = true\ndone = true", Phase.ACTION_DONE, 1, 1),
        ("holding = 3\ntwo_dice = true\nsecond_die = true", Phase.DIE_HELD, 2, 1),
        ("holding = 3\ntwo_dice = true\nsecond_die = true\ndone = true", Phase.ACTION_DONE, 2, 1),
    ],
)
def test_every_point_of_a_turn(more: str, phase: Phase, taken: int, two_dice: int) -> None:
    position = two("1 2 3 4"[: 7 - 2 * taken], more)
    state = position.observation.record[0]
    assert (Phase(int(state.phase)), int(state.taken), int(state.two_dice)) == (phase, taken, two_dice)
    assert int(state.held) == int(state.seats[0].last_die) == (3 if taken else 0)
    assert position.observation.legal()


def test_turn_of_another_seat() -> None:
    position = two(more='turn = "Blue"')
    assert not position.is_own_turn
    assert position.observation.legal() == []


@pytest.mark.parametrize("dice", ["4 4 6 1", "1,4,4,6", "1446", "6 1 44"])
def test_spellings_of_dice(dice: str) -> None:
    assert list(two(dice).observation.record[0].pool) == [0, 1, 0, 0, 2, 0, 1, 0]


@pytest.mark.parametrize("cash", ["4", '"3-6"', '"3..6"', '"3 bis 6"', '"3 to 6"', "[3, 6]"])
def test_spellings_of_ranges(cash: str) -> None:
    money = two(blue=f"cash={cash}").observation.money[1]
    assert money.cash == ((4, 4) if cash == "4" else (3, 6))


@pytest.mark.parametrize(
    ("gave", "times", "chest"),
    [
        ("2", (2, 2), (2, 5)),
        ('"2 times"', (2, 2), (2, 5)),
        ('"2x"', (2, 2), (2, 5)),
        ('"2 mal"', (2, 2), (2, 5)),
        ('"1-2 times"', (1, 2), (1, 5)),
        ('"3 coins"', (1, 3), (3, 3)),
        ('"2-3 coins"', (1, 3), (2, 3)),
        ('"3 Münzen"', (1, 3), (3, 3)),
        ("0", (0, 0), (0, 0)),
    ],
)
def test_spellings_of_donations(gave: str, times: tuple[int, int], chest: tuple[int, int]) -> None:
    position = two(blue=f"wealth=5, gave={gave}")
    money = position.observation.money[1]
    assert (money.gave, money.chest) == (times, chest)
    assert money.cash == (5 - chest[1], 5 - chest[0])


def test_listed_donations_bound_the_chest() -> None:
    events = "donations=[{round=1, wealth=9, least_wealth=4}], gave=1, wealth=8"
    money = two(blue=events).observation.money[1]
    assert money.events == (Donation(1, 9, 4),)
    assert (money.chest, money.cash) == ((1, 4), (4, 7))


def test_own_chest_as_a_range() -> None:
    position = two(red='cash=3, chest="2-4"')
    assert position.observation.money[0].chest == (2, 4)
    assert position.observation.money[0].wealth == (5, 7)
    assert position.observation.chest == 2


def test_own_coins_from_wealth_and_chest() -> None:
    assert two(red="wealth=9, chest=4").observation.cash == 5


def test_nothing_said_of_the_own_chest_is_an_empty_one() -> None:
    position = two()
    assert position.observation.money[0].chest == (0, 0)
    assert "Your chest holds 0 coins." in position.assumed


def test_german_names() -> None:
    position = two(red='cash=3, hand="Markt, vier Münzen x2", gems="2 klar 1 blau"', blue='gems="1 rot"')
    assert position.observation.hand == (Card.FOUR_COINS, Card.FOUR_COINS, Card.MARKET)
    assert list(position.observation.record[0].seats[0].gems) == [2, 1, 0]
    assert list(position.observation.record[0].seats[1].gems) == [0, 0, 1]


def test_bag_instead_of_pile() -> None:
    position = two(more='bag = "20 black 1 white 15 clear 8 blue 5 red"')
    assert list(position.observation.record[0].pile) == [9, 0, 0, 2, 0]


def test_pile_as_a_list() -> None:
    state = two(more="pile = [9, 0, 1, 0, 0]").observation.record[0]
    assert int(state.bag[Stone.BLACK]) == 20
    assert int(state.bag[Stone.CLEAR]) == 14


def test_stones_not_written_are_in_the_bag() -> None:
    position = two()
    assert int(position.observation.record[0].bag.sum()) == 60
    assert any(line.startswith("No stone is set aside") for line in position.assumed)


def test_start_and_letter() -> None:
    board = "tents = ['  1*', '2 xB']\nstart = 'blue'"
    position = two(more=board, red='cash=3, letter="x"')
    state = position.observation.record[0]
    assert int(state.start) == 1
    assert list(state.tents[0, 1, :2]) == [1, 1]


def test_signs_behind_letters() -> None:
    board = "tents = ['  1  2* 3', '2 R- RB+ .', '1 . . B']\nround = 3"
    state = two(more=board).observation.record[0]
    assert int(state.scored[0, 1, 0]) == 0
    assert list(state.scored[1, 1, :2]) == [0, 1]
    assert int(state.scored[2, 0, 1]) == 0


def test_board_with_some_columns_only() -> None:
    state = two(more="tents = ['   2 5* (boat)', '', '3  B R']").observation.record[0]
    assert (int(state.boat), int(state.round_number)) == (4, 5)
    assert (int(state.tents[1, 2, 1]), int(state.tents[4, 2, 0]), int(state.tents.sum())) == (1, 1, 2)


def test_shuffled_discards_make_hands_old() -> None:
    position = two(more='shuffled = "lion"', red='cash=3, hand="market"', blue="cards=2, old_cards=1")
    state = position.observation.record[0]
    assert [int(state.seats[seat].old_cards) for seat in range(2)] == [1, 1]
    assert int(state.shuffled[Card.LION]) == 1


def test_rules_of_the_table() -> None:
    position = two(more="rules = {must_take_die = false}", blue="passed=true")
    assert "pass" in legal(position)


def test_rules_of_the_caller_come_last() -> None:
    text = TWO.format(dice="1 2 3 4", more="rules = {start_coins = 4}", red="cash=3", blue="")
    edition = parse_position(text, rules=["start_coins=5"]).observation.edition
    assert int(edition.to_rules()[0].start_coins) == 5
    assert parse_position(text, edition=Edition.load("bga")).observation.edition.name == "bga"


def test_edition_file_beside_the_position(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text('base = "bga"\nstart_coins = 6\n', encoding="utf-8")
    path = tmp_path / "table.toml"
    path.write_text('edition = "box.toml"\n' + TWO.format(dice="1 2 3 4", more="", red="cash=3", blue=""))
    edition = read_position(path).observation.edition
    assert (edition.name, edition.start_coins) == ("box", 6)


def test_fault_in_the_callers_rules_names_them() -> None:
    text = TWO.format(dice="1 2 3 4", more="", red="cash=3", blue="")
    with pytest.raises(EditionError, match=r"^--rule must_take_dye=no: unknown key"):
        parse_position(text, rules=["must_take_dye=no"])


def test_default_wealth_is_what_no_seat_can_exceed() -> None:
    # a round of dice 1 to 6, each spent on stones (three at least, by the card), each stone a red gem
    dice = 5 * (3 + 3 + 3 + 4 + 5 + 6)
    rules = Edition.load("schmidt-2009").to_rules()[0]
    early = two(more="boat = 2").observation.record[0]
    late = two(more="boat = 6").observation.record[0]
    taken = two(dice="5 6", blue="die = 3").observation.record[0]
    tents = two(more="tents = ['  1 2 3 4 5 6*', '6 B R R . . .']").observation.record[0]
    assert default_wealth(early, rules, 1) == (0, 3 + dice + 2 * 6)
    assert default_wealth(late, rules, 1) == (0, 3 + 5 * dice + 6 * 6)
    assert default_wealth(taken, rules, 1) == (0, 3 + 5 * 9 + 6)
    assert default_wealth(tents, rules, 1) == (0, 3 + 5 * dice + 6 * 6 + 2)


def test_what_is_written_widens_the_default() -> None:
    assert two(blue="cash=40").observation.money[1].wealth == (40, 40)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys

    text = EXAMPLES[0].read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert read_position("-").observation == read_position(EXAMPLES[0]).observation
