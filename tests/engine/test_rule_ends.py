"""A case for each clause of docs/rules.md about the end of a game that its worked examples miss."""

from dataclasses import replace

import pytest

from livingstone.engine.constants import Card, Kind, Phase
from livingstone.engine.editions import Edition
from livingstone.engine.kernels.apply import rounds_left
from livingstone.engine.layout import new_actions
from naive import BGA, SCHMIDT, Rules
from sample_games import random_game
from table import Table


def ended(*seats: tuple[int, int], rules: Rules = SCHMIDT) -> Table:
    """A finished game; (donation, VP) of each seat."""
    table = Table(players=len(seats), rules=rules, phase=Phase.OVER)
    for seat, (chest, vp) in enumerate(seats):
        table.give(seat, chest=chest, vp=vp)
    return table


def test_r41_ties_round_down_and_rows_count_all_columns() -> None:
    table = ended((5, 0), (6, 0), (7, 0), (8, 0))
    table.tents(0, 1, 3).tents(1, 4, 3).tents(2, 9, 3).tents(3, 1, 6).tents(3, 10, 6).tents(0, 5, 6)
    assert table.result().rows == [2, 2, 2, 2]  # 8 // 3, and row 6 to the last
    assert ended((1, 0), (2, 0)).result().rows == [0, 0]  # an empty row pays nothing


def test_r42_kept_gems_by_the_edition() -> None:
    table = ended((5, 10), (6, 0), (7, 0), rules=replace(SCHMIDT, kept_gem_vp=2)).gems(0, 1, 2)
    assert table.result().points == [16, 0, 0]


def test_r43_tents_of_those_who_are_out_take_their_bonus() -> None:
    table = ended((1, 0), (6, 0), (7, 0)).tents(0, 1, 1, 2).tents(1, 1, 1)
    result = table.result()
    assert (result.rows, result.out) == ([12, 0, 0], [True, False, False])


@pytest.mark.parametrize(("all_out", "winners"), [(1, []), (0, [1])])
def test_r43_all_equal(all_out: int, winners: list[int]) -> None:
    result = ended((6, 3), (6, 9), (6, 2), rules=replace(SCHMIDT, all_equal_all_out=all_out)).result()
    assert result.winners == winners
    assert result.places == ([1, 1, 1] if all_out else [2, 1, 3])


def test_r44_ties() -> None:
    assert ended((2, 0), (7, 30), (8, 30)).result().winners == [2]
    assert ended((2, 0), (8, 30), (8, 30)).result().winners == [1, 2]
    assert ended((2, 0), (8, 30), (8, 30)).tents(1, 1, 1).result().rows == [0, 12, 0]
    for rules, winners in ((SCHMIDT, [1, 2]), (BGA, [2])):
        table = ended((2, 0), (8, 30), (8, 30), rules=rules).give(1, placed=4).give(2, placed=5)
        assert table.result().winners == winners


def test_r45_a_move_pays_keeps_vp_and_scores_again() -> None:
    table = Table(6, players=2, boat=10).tents(0, 1, 1, 9, scored=9).tents(0, 10, 5, 2).give(0, vp=50)
    table.play("die 6")
    assert table.clause("die 6 tent from c10 r5 scored") == 45
    assert table.clause("die 6 tent from c1 r1") == 45
    table.turn("die 6 tent from c10 r5", "end")
    assert table.points() == [50 + 5 + 6, 0]
    assert table.cash(0) == 15


def test_r45_not_while_a_tent_is_in_supply() -> None:
    table = Table(6, players=2).tents(0, 1, 1, 10, scored=10)
    table.play("die 6")
    assert table.clause("die 6 tent from c1 r1 scored") == 45
    assert table.allows("die 6 tent")


def test_r45_a_space_beyond_the_board_holds_no_tent() -> None:
    table = Table(6, players=2).tents(0, 1, 1, 11)
    table.play("die 6")
    assert table.clause("die 6 tent from c11 r1") == 45
    assert table.clause("die 6 tent from c1 r7") == 45


def test_r45_the_longest_legal_list_fits() -> None:
    """Every source twice, every row, with and without each card: no edition allows more tents or rows."""
    rules = replace(SCHMIDT, cost=(0,) * 16, columns=16, bonus=(0,) * 8, rows=8, tents_per_player=100)
    table = Table(3, players=2, rules=rules, boat=16).deal(0, Card.IGNORE_DIE, Card.NO_COST, Card.FOUR_COINS)
    for number in range(50):
        table.tents(0, 1 + number // 8, 1 + number % 8, 2, scored=1)
    table.play("die 3")
    legal = table.legal()
    assert sum(code % 16 == Kind.TENT for code in legal) == 100 * 2 * 9
    assert len(legal) < len(new_actions())


def test_r46_the_final_dice_are_a_step_of_their_own() -> None:
    table = Table(1, players=2, boat=10).give(0, chest=9).give(1, chest=10)
    table.finish_round()
    assert table.twin.phase == Phase.FINAL_DICE
    assert table.clause("donate 1") == 6
    table.roll(1, 2, 3, 4)
    assert table.result().out == [True, False]


def test_r47_forfeited_seats_stand_last_and_do_not_count() -> None:
    result = ended((1, 90), (6, 3), (9, 2), (9, 1)).give(0, forfeited=1).result()
    assert result.out == [False, True, False, False]
    assert result.places == [4, 3, 1, 2]
    result = ended((1, 90), (6, 3), (9, 2)).give(0, forfeited=1).give(2, forfeited=1).result()
    assert (result.out[1], result.places, result.winners) == (
        False,
        [2, 1, 2],
        [1],
    )  # a single seat is not out


def test_r47_survivors_tie_at_any_place() -> None:
    assert ended((1, 0), (9, 8), (7, 5), (7, 5)).result().places == [4, 1, 2, 2]


def test_r47_nobody_wins_when_all_are_out() -> None:
    table = Table(players=2, phase=Phase.FINAL_DICE)
    table.roll(6, 6, 6, 6)
    result = table.result()
    assert (result.winners, result.places) == ([], [1, 1])


@pytest.mark.parametrize("rounds", [4, 30])
def test_a_round_with_none_left_is_the_last(rounds: int) -> None:
    """R26, R35, max_rounds: the observation counts them as the kernels do; a boat that goes back adds one."""
    edition = Edition.load("schmidt-2009", [f"max_rounds={rounds}"])
    for seed in range(6):
        before = None
        for game in random_game(3, edition, seed):
            left = game.observation(0).rounds_left
            assert left == rounds_left(game.record[0], edition.to_rules()[0])
            assert before is None or left in (before - 1, before, before + 1)
            before = left
        assert before == 0
