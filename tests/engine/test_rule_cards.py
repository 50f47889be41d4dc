"""A case for each clause of docs/rules.md about cards that its worked examples miss, by engine and twin."""

from dataclasses import replace

import pytest

from livingstone.engine.constants import Card, Phase
from naive import BGA, SCHMIDT, Rules
from table import Table

COLLAPSE = Card.MINE_COLLAPSE


def test_r27_played_cards_lie_open() -> None:
    table = Table(2).deal(0, Card.IGNORE_DIE, Card.NO_COST, Card.FOUR_COINS)
    table.turn("play four_coins", "die 2", "die 2 tent row 2 ignore_die no_cost")
    assert table.twin.seats[0].cards == 0
    assert sum(table.twin.discards) == 3


def test_r27_two_dice_runs_on_when_its_card_is_shuffled_away() -> None:
    table = Table(2, 3, 4).deal(0, Card.TWO_DICE)
    table.turn("play two_dice", "die 2")
    table.play("die 2 card", cards=[COLLAPSE, Card.LION])
    assert table.twin.deck[Card.TWO_DICE] == 3
    table.turn("die 3", "die 3 coins")


def test_r28_the_replacement_comes_from_the_discards_when_the_deck_held_nothing_else() -> None:
    table = Table(2).discard_deck().gems(0, 1)
    table.play("die 2")
    table.play("die 2 card", cards=[COLLAPSE, Card.LION])
    game = table.twin
    assert game.seats[0].gems == [0, 0, 0]  # the drawer's too
    assert (sum(game.deck), sum(game.discards), game.deck[COLLAPSE]) == (26, 0, 1)
    assert (game.shuffles, game.deck_draws, game.seats[0].old_cards) == (2, 0, 1)


def test_r28_no_replacement_when_every_other_card_is_in_a_hand() -> None:
    table = Table(2).deal_all(1)
    table.play("die 2")
    assert table.allows("die 2 card")
    table.play("die 2 card", cards=[COLLAPSE])
    assert (table.twin.deck[COLLAPSE], sum(table.twin.deck), table.twin.seats[0].cards) == (1, 1, 0)


def test_r28_each_of_several_has_its_effect() -> None:
    rules = replace(SCHMIDT, cards=(*SCHMIDT.cards[:-1], 3))
    table = Table(2, rules=rules).gems(1, 1)
    table.play("die 2")
    table.play("die 2 card", cards=[COLLAPSE, COLLAPSE, Card.RHINO])
    assert (table.twin.deck[COLLAPSE], table.twin.shuffles) == (3, 1)
    table = Table(2, rules=rules).deal_all(2)
    table.play("die 2")
    table.play("die 2 card", cards=[COLLAPSE] * 3)
    assert (table.twin.deck[COLLAPSE], table.twin.shuffles) == (3, 1)


def test_r30_the_discards_are_shuffled_and_with_none_no_card() -> None:
    rules = replace(SCHMIDT, cards=(0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0))
    table = Table(1, 2, 3, 4, rules=rules, players=2)
    table.play("die 1")
    table.play("die 1 card", cards=[Card.FOUR_COINS])
    table.turn("play four_coins", "end", "die 2")
    table.play("die 2 card", cards=[Card.LION])
    table.turn("end", "die 3")
    table.play("die 3 card", cards=[Card.FOUR_COINS])
    assert (table.twin.shuffles, table.twin.deck_draws) == (1, 1)
    table.turn("end", "die 4")
    assert table.clause("die 4 card") == 30
    table.play("die 4 coins")


def test_r31_ignore_die() -> None:
    table = Table(2, 4, boat=3).deal(0, Card.IGNORE_DIE).tents(1, 3, 5)
    table.play("die 2")
    assert table.clause("die 2 tent row 5 ignore_die no_cost") == 32
    table.play("die 2 tent row 5 ignore_die")
    assert (table.cash(0), table.cash(1)) == (20 - 3, 21)
    assert table.twin.seats[0].last_die == 2  # the die counts as rolled
    assert table.clause("die 2 tent row 5 ignore_die") == 7


def test_r31_its_own_row_too_and_rows_beyond_six() -> None:
    rules = replace(SCHMIDT, rows=8, bonus=(8, 7, 6, 5, 4, 3, 2, 1))
    table = Table(2, rules=rules).deal(0, Card.IGNORE_DIE)
    table.play("die 2")
    assert table.allows("die 2 tent row 2 ignore_die")
    table.turn("die 2 tent row 8 ignore_die", "end")
    assert table.points() == [8, 0, 0]


def test_r31_without_the_card() -> None:
    table = Table(2)
    table.play("die 2")
    assert table.clause("die 2 tent row 5 ignore_die") == 31
    assert table.clause("die 2 tent no_cost") == 32


@pytest.mark.parametrize(("surcharge", "cash"), [(1, 19), (0, 20)])
def test_r32_no_cost_and_its_surcharge(surcharge: int, cash: int) -> None:
    table = Table(2, rules=replace(SCHMIDT, surcharge_on_no_cost=surcharge), boat=9).tents(1, 9, 2)
    table.deal(0, Card.NO_COST)
    table.turn("die 2", "die 2 tent no_cost")
    assert (table.cash(0), table.cash(1)) == (cash, 20 + 20 - cash)


def test_r32_no_cost_needs_the_surcharge_in_cash() -> None:
    table = Table(2, boat=9).tents(1, 9, 2).deal(0, Card.NO_COST).give(0, cash=0)
    table.play("die 2")
    assert table.clause("die 2 tent no_cost") == 15


@pytest.mark.parametrize(("surcharge", "cash"), [(1, 18), (0, 20)])
def test_r34_extra_tent_and_its_surcharge(surcharge: int, cash: int) -> None:
    rules = replace(SCHMIDT, surcharge_on_extra_tent=surcharge)
    table = Table(1, rules=rules, boat=5).tents(0, 2, 1, 1, scored=1).tents(1, 2, 1, 2).tents(2, 2, 1)
    table.deal(0, Card.EXTRA_TENT)
    poor = table.copy()
    poor.twin.seats[0].cash = 1
    poor.sync()
    assert poor.clause("extra_tent c2 r1") == (15 if surcharge else 0)
    table.play("extra_tent c2 r1")
    assert table.cash(0) == cash
    assert (table.twin.seats[0].supply, table.twin.seats[0].placed) == (9, 2)
    assert table.twin.scored[1][0][0] == 1  # not scored by standing beside one


def test_r34_a_space_beyond_the_board_holds_no_tent() -> None:
    table = Table(1).deal(0, Card.EXTRA_TENT)
    assert table.clause("extra_tent c11 r1") == 34
    assert table.clause("extra_tent c1 r7") == 34


def test_r34_needs_a_tent_in_supply_with_two_players_too() -> None:
    for players in (2, 3):
        table = Table(1, players=players, boat=5).tents(0, 2, 1, 11, scored=11).deal(0, Card.EXTRA_TENT)
        assert table.clause("extra_tent c2 r1") == 34


def test_r34_scores_when_the_boat_is_back_there() -> None:
    table = Table(1, boat=3).tents(0, 2, 4, 1, scored=1).deal(0, Card.EXTRA_TENT, Card.BOAT_BACK)
    table.turn("extra_tent c2 r4", "play boat_back", "die 1", "die 1 coins", "end")
    assert table.points() == [8, 0, 0]
    table = Table(1).tents(0, 1, 4, 1, scored=1).deal(0, Card.EXTRA_TENT)
    table.turn("extra_tent c1 r4", "die 1", "die 1 coins", "end")
    assert table.points() == [8, 0, 0]


def test_r35_on_the_last_column_after_the_last_die() -> None:
    table = Table(1, boat=10).deal(0, Card.BOAT_BACK).tents(0, 9, 2, 1, scored=1).tents(1, 10, 6)
    table.turn("die 1", "die 1 coins", "play boat_back", "end")
    assert table.points() == [2, 0, 0]
    assert (table.twin.phase, table.twin.boat) == (Phase.ROLL, 9)  # one round more
    table.roll(1, 1, 1, 1, 1, 1)
    table.finish_round()
    assert (table.twin.phase, table.points()) == (Phase.OVER, [2, 6, 0])


def test_r35_with_a_die_in_hand_its_tent_goes_to_the_new_column() -> None:
    table = Table(2, boat=3).deal(0, Card.BOAT_BACK)
    table.turn("die 2", "play boat_back", "die 2 tent")
    assert (table.standing(0, 2, 2), table.cash(0)) == (1, 19)


def test_r36_four_coins() -> None:
    table = Table(2).deal(0, Card.FOUR_COINS)
    table.play("play four_coins")
    assert table.cash(0) == 24


def test_r37_when_two_dice_can_be_played() -> None:
    assert Table(2, 2, 3).deal(0, Card.TWO_DICE).allows("play two_dice")
    assert Table(2, 2).deal(0, Card.TWO_DICE).clause("play two_dice") == 37
    assert Table(2, 3).last_dice(2, 0, 0).deal(0, Card.TWO_DICE).clause("play two_dice") == 37
    table = Table(4, 4, 5).deal(0, Card.TWO_DICE, Card.TWO_DICE)
    table.play("die 4")
    assert table.allows("play two_dice")
    table.turn("die 4 coins", "play two_dice")
    assert table.clause("play two_dice") == 37  # once a turn
    assert table.clause("die 4") == 8
    table.turn("die 5", "die 5 coins")
    assert table.clause("play two_dice") == 37
    assert table.clause("die 4") == 7
    table = Table(4, 4, 5).deal(0, Card.TWO_DICE)
    table.play("die 5")
    assert table.clause("play two_dice") == 37


def test_r37_the_second_die_is_the_last_one() -> None:
    table = Table(2, 4, 5, 3, players=2).last_dice(0, 5).deal(0, Card.TWO_DICE)
    table.turn("play two_dice", "die 2", "die 2 coins", "die 4", "die 4 coins", "end")
    assert table.twin.seats[0].last_die == 4
    assert table.clause("die 3") == 8


@pytest.mark.parametrize(("rules", "played"), [(SCHMIDT, False), (BGA, True)], ids=["schmidt", "bga"])
def test_r38_r42_animals(rules: Rules, played: bool) -> None:
    table = Table(1, rules=rules, boat=10).deal(0, Card.LION, Card.RHINO, Card.ANTELOPE)
    table.turn("die 1", "die 1 coins")
    if played:
        table.turn("play lion", "play rhino")
        assert table.points() == [7, 0, 0]
    else:
        assert table.clause("play lion") == 38
    table.play("end")
    assert table.result().points == [9, 0, 0]


def test_r39_market_takes_any_number() -> None:
    table = Table(1).gems(0, 2, 2, 2).deal(0, Card.MARKET)
    assert table.clause("market 3 clear") == 39
    table.play("market 1 blue 2 red")
    assert (table.cash(0), table.points(), table.twin.seats[0].gems) == (28, [8, 0, 0], [2, 1, 0])
    assert table.twin.seats[0].vp_market == 8


def test_hand_cards_older_than_the_last_shuffle() -> None:
    """``old_cards``: how many are surely that old, from what everybody saw."""
    table = (
        Table(1, 2, players=2).deal(1, Card.FOUR_COINS, Card.LION).deal(0, Card.FOUR_COINS, Card.FOUR_COINS)
    )
    table.turn("play four_coins", "play four_coins", "die 1")
    table.play("die 1 card", cards=[COLLAPSE, Card.RHINO])
    assert [seat.old_cards for seat in table.twin.seats] == [1, 2]
    table.turn("end", "die 2")
    table.play("die 2 card", cards=[Card.FOUR_COINS])
    table.play("play four_coins")
    assert table.twin.seats[1].old_cards == 1  # it may have been the old one
