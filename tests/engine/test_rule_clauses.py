"""A case for each clause of docs/rules.md that its worked examples miss, by engine and twin. Turns and dice first."""

import re
from dataclasses import replace
from typing import Any

import pytest

from livingstone.engine.constants import PASSED, Card, Phase
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.game import Game
from lockstep import Both
from naive import BGA, SCHMIDT
from table import Table

MAY_PASS = replace(SCHMIDT, must_take_die=0)


@pytest.mark.parametrize("players", [0, 1, 6])
def test_r1_two_to_five_players(players: int) -> None:
    with pytest.raises(LivingstoneError, match=f"players: {players}, expected a whole number from 2 to 5"):
        Game.new(players)


def test_r1_the_first_start_player_is_random() -> None:
    assert {Game.new(5, seed=seed).seat for seed in range(60)} == set(range(5))


def test_r2_r3_r4_set_up() -> None:
    table = Both.new(SCHMIDT, 4, start=2)
    game = table.twin
    assert (game.phase, game.seat, game.boat, game.round_number) == (Phase.ROLL, 2, 0, 1)
    assert [(seat.supply, seat.cash, seat.chest, seat.vp, seat.cards) for seat in game.seats] == [
        (11, 3, 0, 0, 0)
    ] * 4
    assert (sum(game.bag), sum(game.deck)) == (60, 27)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r5_r6_the_roll_is_no_turn(players: int) -> None:
    table = Both.new(SCHMIDT, players, start=1)
    assert table.legal() == []
    for action in ("end", "pass", "die 3", "donate 1"):
        assert table.clause(action) == 6
    table.roll()
    assert sum(table.twin.pool) == 2 * players
    assert table.twin.seat == 1


def test_r7_turns_go_round_and_left_over_dice_are_lost() -> None:
    table = Table(1, 2, 6, 6, 6)
    for seat, die in enumerate((6, 6, 1)):
        assert table.twin.seat == seat
        table.play_coins(die)
    assert table.twin.seat == 2  # seats 0 and 1 are finished
    table.play_coins(6)
    assert table.twin.phase == Phase.ROLL  # the 2 is lost
    assert table.twin.pool == [0] * 8
    table.roll(1, 2, 3, 4, 5, 6)
    assert sum(table.twin.pool) == 6
    assert [seat.last_die for seat in table.twin.seats] == [0, 0, 0]


def test_r7_a_die_is_used_at_once_and_once() -> None:
    table = Table(2, 3)
    assert table.clause("die 2 coins") == 7
    assert table.clause("die 4") == 7
    table.play("die 2")
    assert table.clause("die 3") == 7
    assert table.clause("die 3 coins") == 7
    assert table.clause("end") == 24
    table.play("die 2 coins")
    assert table.clause("die 2 coins") == 7
    assert table.clause("die 3") == 37
    table.play("end")
    assert table.twin.seat == 1


def test_r9_nobody_acts_without_a_legal_die() -> None:
    table = Table(2, 5).last_dice(0, 5, 4)
    table.play_coins(2)
    assert table.twin.seat == 2
    table.play_coins(5)
    assert table.twin.phase == Phase.ROLL


def test_r10_a_legal_die_must_be_taken() -> None:
    table = Table(2, 5)
    assert table.clause("pass") == 10
    assert table.clause("end") == 24


def test_r10_a_pass_finishes_the_round_and_loses_two_dice() -> None:
    table = Table(2, 5, 6, rules=MAY_PASS).deal(0, Card.TWO_DICE)
    table.turn("donate 1", "play two_dice", "pass")
    assert table.twin.seats[0].last_die == PASSED
    assert (table.twin.seat, table.twin.two_dice) == (1, 0)
    table.play_coins(2)
    table.play("pass")
    assert table.twin.seat == 1  # not 0
    table.play("die 5")
    assert table.clause("pass") == 10
    table.play("die 5 coins")
    assert table.clause("pass") == 10


def test_r10_the_second_die_may_be_left_where_dice_may() -> None:
    table = Table(2, 5, 6, rules=MAY_PASS).deal(0, Card.TWO_DICE)
    table.turn("play two_dice", "die 2", "die 2 coins")
    assert table.allows("die 5")
    table.play("end")
    assert table.twin.seats[0].last_die == 2


def test_r11_a_card_whatever_the_die_without_a_hand_limit() -> None:
    table = Table(1).deal(0, *[Card.FOUR_COINS] * 3, *[Card.TWO_DICE] * 3, *[Card.MARKET] * 3)
    table.play("die 1")
    table.play("die 1 card", cards=[Card.LION])
    assert (table.twin.seats[0].cards, table.twin.seats[0].hand[Card.LION]) == (10, 1)


def test_r12_coins() -> None:
    table = Table(6)
    table.turn("die 6", "die 6 coins")
    assert table.cash(0) == 26


def test_r13_r17_mine() -> None:
    table = Table(4)
    table.play("die 4")
    table.play("die 4 mine", stones=(2, 0, 1, 0, 1))
    assert table.twin.seats[0].gems == [1, 0, 1]
    assert table.twin.pile == [2, 0, 0, 0, 0]
    assert table.twin.bag_draws == 1


def test_r14_own_tents_cost_nothing_and_rows_end_at_the_board() -> None:
    table = Table(3, boat=3).tents(0, 3, 3, 4)
    table.turn("die 3", "die 3 tent")
    assert table.cash(0) == 18
    table = Table(5, rules=replace(SCHMIDT, rows=4, bonus=(4, 3, 2, 1)))
    table.play("die 5")
    assert table.clause("die 5 tent") == 14


def test_r15_from_cash_not_from_the_chest_after_a_sale_too() -> None:
    table = Table(3, boat=9).give(0, cash=4, chest=9).gems(0, clear=1)
    table.play("die 3")
    assert table.clause("die 3 tent") == 15
    table.turn("sell 1 clear", "die 3 tent")
    assert table.cash(0) == 0


def test_r15_a_surcharge_is_part_of_the_price() -> None:
    table = Table(3, boat=9).give(0, cash=5).tents(1, 9, 3)
    table.play("die 3")
    assert table.clause("die 3 tent") == 15


def test_r16_without_tents_no_tent() -> None:
    table = Table(3).tents(0, 1, 1, 11)
    table.play("die 3")
    assert table.clause("die 3 tent") == 16
    assert table.clause("die 3 tent from c1 r1") == 45


def test_r18_r23_sales() -> None:
    table = Table(3).gems(0, 2, 0, 1)
    assert table.clause("sell 1 blue") == 23
    assert table.clause("sell 3 clear") == 23
    table.turn("sell 1 clear", "sell 1 clear 1 red")
    assert table.cash(0) == 27
    assert table.twin.pile == [0, 0, 2, 0, 1]
    assert table.clause("sell 1 clear") == 23


@pytest.mark.parametrize(("pays", "cash"), [(1, 29), (0, 20)])
def test_r19_what_the_white_draw_pays(pays: int, cash: int) -> None:
    table = Table(4, rules=replace(SCHMIDT, white_draw_pays=pays))
    table.play("die 4")
    table.play("die 4 mine", stones=(0, 1, 1, 1, 1))
    assert table.cash(0) == cash
    assert table.twin.bag == [29, 1, 15, 10, 5]


def test_r19_gems_of_the_same_turn_stay() -> None:
    table = Table(4).deal(0, Card.THREE_STONES)
    table.play("die 4")
    table.play("die 4 mine", stones=(0, 0, 4, 0, 0))
    table.play("play three_stones", stones=(2, 1, 0, 0, 0))
    assert table.twin.seats[0].gems == [4, 0, 0]
    assert table.twin.bag == [29, 1, 11, 10, 5]


def test_r20_a_small_bag_is_drawn_whole() -> None:
    table = Table(6).pile(29).gems(1, 15, 10, 2)
    table.play("die 6")
    table.play("die 6 mine", stones=(0, 1, 0, 0, 3))
    assert table.cash(0) == 35
    assert table.twin.bag == [29, 1, 0, 0, 3]


def test_r20_the_white_stone_among_a_whole_bag_with_two_whites() -> None:
    table = Table(3, rules=replace(SCHMIDT, bag=(1, 2, 5, 5, 5)))
    table.play("die 3")
    table.play("die 3 mine", stones=(1, 2, 0, 0, 0))
    assert table.twin.bag == [1, 2, 5, 5, 5]


def test_r21_r40_three_stones() -> None:
    table = Table(1).deal(0, Card.THREE_STONES)
    table.play("play three_stones", stones=(1, 0, 1, 1, 0))
    assert table.twin.seats[0].gems == [1, 1, 0]
    assert (table.twin.pile[0], table.twin.bag_draws) == (1, 1)


def test_r22_donations() -> None:
    table = Table(1).give(0, cash=5)
    assert table.clause("donate 6") == 22
    table.turn("donate 2", "donate 3")
    seat = table.twin.seats[0]
    assert (seat.cash, seat.chest, seat.gave) == (0, 5, 2)
    assert table.clause("donate 1") == 22


def test_r23_a_card_is_played_from_the_hand_and_only_with_an_effect() -> None:
    table = Table(1, 1)
    for action in (
        "play four_coins",
        "market 1 clear",
        "extra_tent c1 r1",
        "play boat_back",
        "play two_dice",
    ):
        assert table.clause(action) == 23
    table.deal(0, Card.MARKET, Card.BOAT_BACK, Card.EXTRA_TENT, Card.TWO_DICE)
    assert table.clause("market 1 clear") == 39
    assert table.clause("play boat_back") == 35
    assert table.clause("extra_tent c1 r1") == 34
    assert table.clause("play two_dice") == 37


def test_r23_a_card_drawn_in_this_turn_may_be_played() -> None:
    table = Table(1)
    table.play("die 1")
    table.play("die 1 card", cards=[Card.FOUR_COINS])
    table.play("play four_coins")
    assert table.cash(0) == 24


def test_r24_before_the_die_by_the_edition() -> None:
    table = Table(1, 2).gems(0, 1)
    assert table.allows("donate 1")
    table = Table(1, 2, rules=BGA).gems(0, 1).deal(0, Card.FOUR_COINS, Card.LION, Card.TWO_DICE)
    free = ("donate 1", "sell 1 clear", "play four_coins", "play lion", "market 1 clear", "extra_tent c1 r1")
    for action in (*free, "play two_dice"):
        assert table.clause(action) == 24
    table.play("die 1")
    assert table.allows("donate 1")
    table.play("die 1 coins")
    assert table.allows("play two_dice")


def test_r24_the_last_turn_acts_with_an_empty_pool() -> None:
    table = Table(1).gems(0, 1)
    table.turn("die 1", "die 1 coins")
    assert sum(table.twin.pool) == 0
    table.turn("sell 1 clear", "donate 5", "end")
    assert table.twin.phase == Phase.ROLL


def test_r25_tents_share_a_space_and_all_score() -> None:
    table = Table(1, boat=2).tents(0, 2, 4, 2).tents(1, 2, 4, 1).tents(1, 2, 6, 3, scored=2).tents(2, 1, 5, 2)
    table.finish_round()
    assert table.points() == [8, 4 + 18, 0]
    assert table.twin.scored[1][5][1] == 3


def test_r26_boat_and_start_player_move() -> None:
    table = Table(1, start=2, seat=2, boat=4)
    table.finish_round()
    game = table.twin
    assert (game.boat, game.start, game.seat, game.phase) == (4, 0, 0, Phase.ROLL)


@pytest.mark.parametrize(("players", "phase"), [(2, Phase.FINAL_DICE), (3, Phase.OVER)])
def test_r26_the_last_column_ends_the_game(players: int, phase: Phase) -> None:
    table = Table(1, players=players, boat=10).tents(1, 10, 2)
    table.finish_round()
    assert (table.twin.phase, table.points()[1]) == (phase, 2)


def test_max_rounds_end_the_game_wherever_the_boat_is() -> None:
    table = Table(1, rules=replace(SCHMIDT, max_rounds=4), boat=4).deal(0, Card.BOAT_BACK).tents(0, 3, 3)
    table.turn("play boat_back", "die 1", "die 1 coins", "end")
    assert (table.twin.phase, table.points()[0]) == (Phase.OVER, 3)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"players": 3.0}, "players: 3.0"),
        ({"players": "3"}, "players: '3'"),
        ({"players": True}, "players: True"),
        ({"players": 6}, "players: 6"),
        ({"players": 3, "start": "a"}, "start: 'a'"),
        ({"players": 3, "start": 3}, "start: 3"),
        ({"players": 3, "seed": 1.5}, "seed: 1.5"),
        ({"players": 3, "seed": -1}, "seed: -1"),
        ({"players": 3, "seed": 1 << 64}, "seed: 18446744073709551616"),
    ],
)
def test_a_game_of_nonsense_is_one_clear_line(words: dict[str, Any], said: str) -> None:
    with pytest.raises(LivingstoneError, match=re.escape(said) + ".*expected"):
        Game.new(**words)
