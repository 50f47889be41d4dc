"""The worked examples of docs/rules.md, each played by the engine and by its twin."""

from random import Random

import pytest

from livingstone.engine.constants import Card, Phase
from lockstep import Both, play_through
from naive import SCHMIDT
from table import Table

BLACK_WHITE_CLEAR_BLUE = (1, 1, 1, 1, 0)


def dice_of(table: Both) -> list[str]:
    """The dice that may be taken now."""
    return [text for text in table.texts() if text.startswith("die")]


def test_example_1_only_a_higher_die_may_be_taken() -> None:
    assert dice_of(Table(1, 4, 4, 5).last_dice(4, 0, 0)) == ["die 5"]
    table = Table(1, 3, 4, 4, 5, players=2, seat=1).last_dice(4, 4)
    table.play_coins()  # the 5
    assert table.twin.phase == Phase.ROLL  # nobody has a legal die: both finished
    table = Table(1, 1, 3, 4, 4, players=2, seat=1).last_dice(4, 0)
    table.play_coins()
    assert table.twin.seat == 1  # seat 0 is finished, the turn comes back


def test_example_2_row_bonuses() -> None:
    table = Table(phase=Phase.OVER).tents(0, 1, 2, 3).tents(1, 2, 2, 2).tents(2, 3, 2, 1).tents(2, 9, 2, 1)
    assert table.result().rows == [10, 0, 0]
    table = Table(phase=Phase.OVER).tents(0, 1, 2, 2).tents(1, 2, 2, 2).tents(2, 3, 2, 1).tents(2, 9, 2, 1)
    assert table.result().rows == [3, 3, 3]


def test_example_3_two_dice() -> None:
    table = Table(5, 6).last_dice(2, 0, 0).deal(0, Card.TWO_DICE)
    table.turn("play two_dice", "die 5", "die 5 tent")
    assert table.clause("end") == 37  # the second is due
    table.turn("die 6", "die 6 tent", "end")
    assert table.points() == [11, 0, 0]
    table = Table(5, 6).last_dice(2, 0, 0).deal(0, Card.TWO_DICE)
    table.turn("play two_dice", "die 6", "die 6 tent")
    assert table.clause("die 5") == 8
    table.play("end")
    assert table.twin.seat == 1


def test_example_4_the_price_of_a_shared_space() -> None:
    table = Table(4, boat=5).tents(1, 5, 4, 2).tents(2, 5, 4, 1).tents(0, 5, 4, 1)
    table.turn("die 4", "die 4 tent")
    assert [table.cash(seat) for seat in range(3)] == [20 - 3 - 2, 21, 21]
    table.play("end")
    assert table.points() == [8, 8, 4]


def test_example_5_three_ways_to_use_gems() -> None:
    table = Table(1).gems(0, 2, 1, 1)
    table.play("sell 2 clear 1 blue 1 red")
    assert (table.cash(0), table.points()) == (30, [0, 0, 0])
    table = Table(1).gems(0, 2, 1, 1).deal(0, Card.MARKET)
    table.play("market 2 clear 1 blue 1 red")
    assert (table.cash(0), table.points()) == (27, [7, 0, 0])
    assert table.twin.pile == [0, 0, 2, 1, 1]
    assert Table(phase=Phase.OVER).gems(0, 2, 1, 1).result().points == [4, 0, 0]


def test_example_6_the_white_stone() -> None:
    table = Table(4).pile(12).gems(0, red=1)
    bag = sum(table.twin.bag)
    table.play("die 4")
    table.play("die 4 mine", stones=BLACK_WHITE_CLEAR_BLUE)
    assert table.cash(0) == 24
    assert sum(table.twin.bag) == bag - 4 + 16
    assert table.twin.pile == [0] * 5
    assert table.twin.seats[0].gems == [0, 0, 1]


def test_example_7_mine_collapse() -> None:
    table = Table(3, seat=2).gems(0, 1, 2).gems(1, 2).pile(12).deal(1, Card.LION).discard_deck(Card.MARKET)
    table.deal(2, Card.MARKET)
    table.twin.deck[Card.RHINO] += 1
    table.twin.discards[Card.RHINO] -= 1
    table.sync()
    bag, discards = sum(table.twin.bag), sum(table.twin.discards)
    table.play("die 3")
    table.play("die 3 card", cards=[Card.MINE_COLLAPSE, Card.RHINO])
    assert sum(table.twin.bag) == bag + 5
    assert sum(table.twin.pile) == 12
    assert table.twin.seats[2].hand[Card.RHINO] == 1
    assert sum(table.twin.deck) == 1 + discards == 24
    assert sum(table.twin.discards) == 0


def test_example_8_boat_back() -> None:
    table = Table(5, 1, 6, boat=4).deal(1, Card.BOAT_BACK).tents(2, 3, 2, 1, scored=1)
    table.turn("die 5", "die 5 tent", "end")  # A: row 5 of column 4
    table.turn("play boat_back", "die 1", "die 1 coins", "end")
    assert table.twin.boat == 2
    table.turn("die 6", "die 6 tent", "end")  # column 3's price
    assert table.cash(2) == 20 - 2
    assert table.points() == [0, 0, 2 + 6]  # column 3 alone, the old tent again
    assert (table.twin.boat, table.twin.phase) == (3, Phase.ROLL)
    table.roll(1, 1, 1, 1, 1, 1)
    table.finish_round()
    assert table.points() == [5, 0, 8]
    while table.twin.phase != Phase.OVER:
        table.roll()
        table.finish_round()
    assert table.twin.round_number == 11


def test_example_9_no_cost_with_ignore_die() -> None:
    table = Table(1, boat=7).tents(1, 7, 6).deal(0, Card.NO_COST, Card.IGNORE_DIE)
    table.turn("die 1", "die 1 tent row 6 ignore_die no_cost")
    assert [table.cash(seat) for seat in range(3)] == [19, 21, 20]
    assert table.standing(0, 7, 6) == 1


def test_example_10_extra_tent() -> None:
    table = Table(1, boat=5).tents(0, 2, 1, 1, scored=1).tents(0, 5, 3).deal(0, Card.EXTRA_TENT)
    assert table.clause("extra_tent c5 r3") == 34
    table.play("extra_tent c2 r1")
    assert table.standing(0, 2, 1) == 2
    table.finish_round()
    assert table.points() == [3, 0, 0]  # column 5 only
    table = Table(phase=Phase.OVER).tents(0, 2, 1, 2, scored=1).tents(1, 2, 1, 1, scored=1)
    assert table.result().rows == [12, 0, 0]


def test_example_11_the_lowest_donations_are_out() -> None:
    table = Table(players=4, phase=Phase.OVER)
    for seat, (chest, points) in enumerate(((12, 70), (9, 80), (9, 75), (15, 60))):
        table.give(seat, chest=chest, vp=points)
    assert table.result().out == [False, True, True, False]
    assert table.result().winners == [0]
    assert table.result().places == [1, 3, 3, 2]
    table.give(3, vp=70)
    assert table.result().winners == [3]


@pytest.mark.parametrize(
    ("chests", "winners"), [((14, 13), [0]), ((13, 10), []), ((14, 14), [1])], ids=["one", "none", "both"]
)
def test_example_12_the_final_dice(chests: tuple[int, int], winners: list[int]) -> None:
    table = Table(players=2, phase=Phase.FINAL_DICE)
    table.give(0, chest=chests[0], vp=50).give(1, chest=chests[1], vp=90)
    table.roll(3, 4, 5, 2)
    assert table.result().winners == winners


def test_example_13_two_players_move_a_tent() -> None:
    table = Table(3, players=2, boat=9).tents(0, 1, 1, 2, scored=2).tents(0, 4, 5, 7, scored=7).tents(0, 9, 6)
    table.tents(0, 9, 3).tents(1, 9, 3)
    table.play("die 3")
    assert [text for text in table.texts() if "tent" in text] == [
        "die 3 tent from c1 r1 scored",
        "die 3 tent from c4 r5 scored",
        "die 3 tent from c9 r6",
    ]
    assert table.clause("die 3 tent") == 45
    assert table.clause("die 3 tent from c9 r3") == 45
    table.play("die 3 tent from c4 r5 scored")
    assert [table.cash(seat) for seat in range(2)] == [20 - 5 - 1, 21]
    assert (table.standing(0, 4, 5), table.standing(0, 9, 3)) == (6, 2)
    table.play("end")
    assert table.points() == [6 + 3 + 3, 3]
    assert table.twin.seats[0].placed == 11


def test_example_14_nothing_is_lost_or_made() -> None:
    def count(both: Both, legal: list[int]) -> None:
        game = both.twin
        assert sum(game.bag) + sum(game.pile) + sum(sum(seat.gems) for seat in game.seats) == 60
        assert sum(game.deck) + sum(game.discards) + sum(seat.cards for seat in game.seats) == 27
        for number, seat in enumerate(game.seats):
            assert sum(row[number] for column in game.tents for row in column) + seat.supply == 11

    for players in (2, 3, 4, 5):
        play_through(Both.new(SCHMIDT, players), Random(players), count)
