"""Boards as text and picture: what they show, what they hide, how wide they are, that the picture is XML."""

import re
from xml.etree import ElementTree as ET

import pytest

from livingstone.engine.constants import MAX_COLUMNS, Card
from livingstone.engine.editions import Edition
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.engine.outcome import Outcome
from livingstone.engine.render.story import tell
from livingstone.engine.render.svg import drawing
from livingstone.engine.render.text import WIDTH, board
from sample_games import random_game

LINE = (
    "L1 phase=die_held seat=0 start=0 round=8 boat=8 held=6 taken=1 two_dice=0 draws=15/0/11 pool=12 final=- "
    "bag=K13WC2B4R3 pile=K16C12B5R2 deck=N2XBF2T2R2A2M2SC discards=INXFTMS shuffled=- "
    "tents=c4r1:C,c4r2:D,c5r4:C,c6r6:C,c7r6:Bb seat0=1/36/14/0/0/0/11/0/6/0/0/-/IA/3.11.11,8.37.37 "
    "seat1=1/30/15/6/0/0/9/2/3/0/0/-/L/4.20.20 seat2=4/14/1/11/0/0/8/3/6/0/0/-/-/8.18.18 "
    "seat3=4/29/9/6/4/0/10/1/4/0/0/CB/I/2.9.9"
)
BOARD = """\
Round 8, boat on column 8: A Anna holds the die 6

bonus  row
-----------+-------+-------+-------+-------+-------+-------+-------+-------+-------+-------+
    2    6 |       |       |       |       |       |   C   |  Bb   |       |       |       |
    4    5 |       |       |       |       |       |       |       |       |       |       |
    6    4 |       |       |       |       |   C   |       |       |       |       |       |
    8    3 |       |       |       |       |       |       |       |       |       |       |
   10    2 |       |       |       |   D   |       |       |       |       |       |       |
   12    1 |       |       |       |   C   |       |       |       |       |       |       |
-----------+-------+-------+-------+-------+-------+-------+-------+-------+-------+-------+
     river  ~~~~~~~ ~~~~~~~ ~~~~~~~ ~~~~~~~ ~~~~~~~ ~~~~~~~ ~~~~~~~   ^^^   ~~~~~~~ ~~~~~~~
    column     1       2       3       4       5       6       7       8       9      10
      cost     1       1       2       2       3       3       4       4       5       5

   seat    VP   cash  chest  gave  cards  left  die  gems
>  A Anna   0      1     36    14      2    11    6  none
   B Bob    6  11-16  15-20    15      1     9    3  none
   C Cy    11   0-17   1-18     1      0     8    6  none
   D D      6     24      9     9      1    10    4  1 clear 1 blue

dice: 1 2 (in hand: 6)
bag: 13 black 1 white 2 clear 4 blue 3 red; set aside: 16 black 12 clear 5 blue 2 red
deck: 16 cards; discards: ignore_die, no_cost, extra_tent, four_coins, two_dice, market,
  three_stones
tents: capital letters are scored, small ones not yet
hand A: ignore_die, antelope"""


@pytest.fixture
def game() -> Game:
    return Game.from_position(LINE)


def test_the_board_of_one_seat_letter_by_letter(game: Game) -> None:
    assert board(game.observation(0), names=["Anna", "Bob", "Cy", "D"], ascii_only=True) == BOARD


def test_money_of_others_is_shown_as_bounds(game: Game) -> None:
    shown = board(game.observation(0), names=["Anna", "Bob", "Cy", "D"])
    rows = {
        name: next(line for line in shown.splitlines() if line[3:].startswith(f"{name[0]} {name} "))
        for name in ("Anna", "Bob")
    }
    money = game.observation(0).money[1]
    assert money.cash[0] < money.cash[1]
    assert f"  {money.cash[0]}-{money.cash[1]}  {money.chest[0]}-{money.chest[1]}  " in rows["Bob"]
    assert re.search(r"\b0 +1 +36 +14 +2\b", rows["Anna"])


def test_a_seat_sees_no_other_hand_and_everybody_sees_all(game: Game) -> None:
    assert re.findall(r"^hand (.)", board(game), re.MULTILINE) == list("ABCD")
    for seat, letter in enumerate("ABCD"):
        assert re.findall(r"^hand (.)", board(game.observation(seat)), re.MULTILINE) == [letter]
        assert re.findall(r">hand (.)", drawing(game.observation(seat))) == [letter]
    assert "lion" not in board(game.observation(0))
    assert "lion" not in drawing(game.observation(0))
    assert "lion" in board(game)
    assert str(game) == board(game)
    assert game._repr_svg_() == drawing(game)


@pytest.mark.parametrize("players", [2, 5])
def test_widths_and_wellformedness_over_a_game(players: int) -> None:
    for step, game in enumerate(random_game(players, "bga", 3)):
        if step % 11 and not game.is_over:
            continue
        view = game if step % 2 else game.observation(0)
        shown = board(view)
        assert max(map(len, shown.splitlines())) <= WIDTH
        assert board(view, ascii_only=True).isascii()
        root = ET.fromstring(drawing(view))
        assert root.tag.endswith("svg")
        assert not any(line.endswith(" ") for line in shown.splitlines())


def test_a_crowded_space_stays_within_its_cell() -> None:
    game = Game.new(5, seed=1)
    state = game.record[0]
    for seat in range(5):
        state.tents[0, 0, seat], state.scored[0, 0, seat] = 11, 5
    shown = board(game)
    assert len({line.rindex("│") for line in shown.splitlines() if "│" in line}) == 1
    found = "".join(re.findall(r"│([A-Ea-e0-9 ]+?) *│", shown))
    for letter in "ABCDE":
        assert f"{letter}5" in found
        assert f"{letter.lower()}6" in found
    assert drawing(game).count('<circle cx="14"') == 10


@pytest.mark.parametrize("columns", [10, MAX_COLUMNS])
def test_a_board_fits_a_plain_terminal(columns: int) -> None:
    data = Edition.load("schmidt-2009").to_dict()
    data["cost"] = [1] * columns
    game = Game.new(5, Edition.from_dict(data), seed=1)
    for seat in range(5):
        game.record[0].tents[0, 0, seat] = 11
    shown = board(game, names=("Anna", "Bob", "Cleo", "Dora", "Emil"), width=80)
    assert max(map(len, shown.splitlines())) <= 80
    assert len({line.rindex("│") for line in shown.splitlines() if "│" in line}) == 1
    assert all(f"{letter}11" in shown for letter in "abcde")


def test_names_are_escaped_and_long_ones_cut_in_the_picture(game: Game) -> None:
    picture = drawing(game, names=["<b>&", "x" * 60, "Cy", ""])
    root = ET.fromstring(picture)
    texts = [element.text or "" for element in root.iter() if element.tag.endswith("text")]
    assert "<b>&" in texts
    assert any(text.endswith("…") and len(text) == 28 for text in texts)


def test_a_wide_edition_fits_on_the_page() -> None:
    data = Edition.load("schmidt-2009").to_dict()
    data["cost"] = [1] * MAX_COLUMNS
    game = Game.new(3, Edition.from_dict(data), seed=1)
    assert WIDTH - 10 < max(map(len, board(game).splitlines())) <= WIDTH
    assert ET.fromstring(drawing(game)).get("width") == "1456"


@pytest.mark.parametrize(
    ("action", "outcome", "hidden", "told"),
    [
        (
            "die 4 mine",
            Outcome(stones=(3, 0, 0, 0, 1)),
            False,
            "Cy: draw 4 stones from the mine: 3 black 1 red",
        ),
        (
            "die 4 mine",
            Outcome(stones=(3, 0, 0, 0, 1)),
            True,
            "Cy: draw 4 stones from the mine: 3 black 1 red",
        ),
        ("die 4 card", Outcome(cards=(Card.LION,)), False, "Cy: draw a card: lion"),
        ("die 4 card", Outcome(cards=(Card.LION,)), True, "Cy: draw a card: hidden"),
        (
            "die 4 card",
            Outcome(cards=(Card.MINE_COLLAPSE, Card.LION)),
            True,
            "Cy: draw a card: mine_collapse, hidden",
        ),
        (
            "die 4 card",
            Outcome(cards=(Card.MINE_COLLAPSE,)),
            True,
            "Cy: draw a card: mine_collapse, no card left",
        ),
        ("donate 3", Outcome(), False, "Cy: donate 3 coins"),
        ("donate 3", Outcome(), True, "Cy: donate"),
    ],
)
def test_steps_as_sentences(action: str, outcome: Outcome, hidden: bool, told: str) -> None:
    assert tell("Cy", Action.parse(action), outcome, hidden=hidden) == told
