"""The donor tables: quick to read, leaving nothing out, and right about games that they were not made from."""

import time
from collections.abc import Callable
from importlib.resources import files

import numpy as np
import pytest
from donating.calibrate import calibrate
from donating.varied import SHARES, varied_game, varied_player

from livingstone.ai.donors import HYPOTHESES, KINDS, MIXED, check_hypothesis
from livingstone.ai.donors.chests import amount_chances, amount_steps
from livingstone.ai.donors.clock import STAGES, TABLES, TENTHS, Clock, clock_of
from livingstone.ai.donors.model import MOST_CASH, count_group, donor_model, read_model
from livingstone.ai.donors.prior import cash_weights, chest_prior
from livingstone.engine.codec import loads
from livingstone.engine.game import Game

HELD_OUT = 1_000_000
"""First seed of games for checks; the tables are made from lower ones."""
FILE = files("livingstone.ai.donors") / "tables.json"


def test_the_file_says_how_it_was_made() -> None:
    about = loads(FILE.read_bytes())["about"]
    first, last = about["seeds"]
    assert about["command"] == f"python benchmarks/donors.py make --games {about['games']} --seed {first}"
    assert about["games"] == last - first + 1 >= 1000
    assert last < HELD_OUT


def test_the_file_is_small_and_read_in_a_moment() -> None:
    """Some 3 times what its JSON takes was measured, 2 ms; a loop over its numbers would take more than 20 times."""
    text = FILE.read_bytes()
    assert len(text) < 300_000
    times: dict[Callable[[bytes], object], list[float]] = {read_model: [], loads: []}
    for _ in range(15):
        for read, took in times.items():
            started = time.process_time()
            read(text)
            took.append(time.process_time() - started)
    assert min(times[read_model]) < 10 * min(times[loads])


def test_every_row_is_a_distribution() -> None:
    model = donor_model()
    assert model.shares.tolist() == [SHARES[kind] for kind in KINDS] and abs(model.shares.sum() - 1) < 1e-12
    for rows in (model.rounds, model.announced, model.cash, model.chest, model.amounts[..., 1:, :]):
        assert (rows >= 0).all() and np.abs(rows.sum(axis=-1) - 1).max() < 1e-12


def test_every_amount_stays_possible() -> None:
    for table in range(len(TABLES)):
        for stage in range(STAGES):
            for cash in (1, 2, MOST_CASH, MOST_CASH + 1, 60):
                chances = amount_chances(donor_model().amounts[:, table, stage], cash)
                assert chances.shape == (len(KINDS), cash)
                assert (chances > 0).all() and np.abs(chances.sum(axis=1) - 1).max() < 1e-12


def test_steps_move_the_chest_by_at_least_one_coin() -> None:
    steps = amount_steps(1, 3, 9)
    assert steps.shape == (len(KINDS), 9, 10)
    assert np.abs(steps.sum(axis=2) - 1).max() < 1e-12
    for held in range(9):
        assert (steps[:, held, : held + 1] == 0).all() and (steps[:, held, held + 1 :] > 0).all()


def test_the_prior_leaves_nothing_out() -> None:
    coins = np.arange(200)
    for players in (2, 5):
        for number in (1, 5, 10):
            clock = Clock(players, number, 10)
            assert (cash_weights(clock, 3, coins) > 0).all()
            for gave in ((0, 200), (1, 1), (3, 6), (14, 20), (30, 30)):
                chances = chest_prior(clock, gave, coins)
                assert (chances[:, max(gave[0], 1) :] > 0).all()
                assert (chances[:, : gave[0]] == 0).all()


def test_more_tents_mean_fewer_coins() -> None:
    clock, coins = Clock(4, 8, 10), np.arange(40)
    few, many = (
        float(donor_model().shares @ cash_weights(clock, placed, coins) @ coins) for placed in (2, 9)
    )
    assert few > many + 1


def test_kinds_give_in_their_ways() -> None:
    model = donor_model()
    steady, frugal, all_in, last_minute, searching = (
        KINDS.index(kind) for kind in ("steady", "frugal", "all_in", "last_minute", "search")
    )
    gives = 1 - model.rounds[:, 1, :, 0]
    assert (gives[[last_minute, searching], :3] < 0.02).all()
    assert gives[all_in, 0] > gives[steady, 0] > gives[frugal, 0] - 1e-12
    assert (gives[:, STAGES - 1] > 0.5).all()
    everything = model.amounts[:, 1, STAGES - 1, 12, 12]
    assert everything[last_minute] > 0.5


def test_clocks_know_how_late_it_is() -> None:
    clock = Clock(4, 10, 10)
    assert [clock.stage(number) for number in range(1, 11)] == [0, 0, 0, 1, 1, 2, 2, 3, 3, 4]
    assert [Clock(4, number, 10).tenth for number in range(1, 11)] == list(range(TENTHS))
    assert Clock(2, 1, 1).stage(1) == STAGES - 1 and Clock(2, 1, 1).tenth == TENTHS - 1
    game = Game.new(2, seed=1)
    game.roll()
    assert clock_of(game.observation()) == Clock(2, 1, 10)


def test_counts_of_donations_fall_into_rows() -> None:
    assert [count_group(count) for count in (1, 2, 3, 4, 5, 6, 8, 9, 40)] == [0, 1, 2, 3, 3, 4, 4, 5, 5]


def test_hypotheses_are_known_by_name() -> None:
    assert all(check_hypothesis(name) == name for name in HYPOTHESES)
    assert HYPOTHESES[0] == MIXED and set(HYPOTHESES[1:]) == set(KINDS)


def test_varied_games_follow_from_their_seed() -> None:
    def ends(seed: int) -> tuple[str, tuple[str, ...]]:
        *_, last = varied_game(seed)
        return last.game.position(), last.kinds

    assert ends(8) == ends(8)
    assert ends(8) != ends(12)
    for kind in KINDS:
        assert varied_player(kind, 3)


def test_beliefs_are_calibrated_on_games_they_were_not_made_from() -> None:
    found = calibrate(range(HELD_OUT, HELD_OUT + 24))
    for figures in found:
        assert figures.scores > 250
        assert 0.82 < figures.coverage < 0.97, found.text()
        assert figures.log_loss < figures.uniform_log_loss - 0.4, found.text()


@pytest.mark.slow
def test_the_90_percent_intervals_cover_88_to_92_percent() -> None:
    found = calibrate(range(HELD_OUT, HELD_OUT + 400))
    assert 0.88 <= found.followed.coverage <= 0.92, found.text()
    assert 0.88 <= found.counted.coverage <= 0.92, found.text()
    assert 0.88 <= found.chest.coverage <= 0.92, found.text()
    assert 0.88 <= found.cash.coverage <= 0.92, found.text()
    assert found.followed.log_loss < found.followed.uniform_log_loss - 0.8, found.text()


def test_a_wrong_belief_is_found_out() -> None:
    found = calibrate(range(HELD_OUT, HELD_OUT + 8), "all_in")
    right = calibrate(range(HELD_OUT, HELD_OUT + 8))
    assert found.followed.log_loss > right.followed.log_loss + 0.1
    assert found.chest.coverage < right.chest.coverage - 0.1
