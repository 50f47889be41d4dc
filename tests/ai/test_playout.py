"""The simulated players of the search: what they mind near the end of a game."""

from pathlib import Path

import numpy as np

from livingstone.ai.advice import advise
from livingstone.ai.effort import Effort
from livingstone.ai.playout import row_gain
from livingstone.ai.simulation_playouts import play_out
from livingstone.engine.kernels.result import add_row_bonuses
from livingstone.engine.position import read_position
from sample_games import random_games
from table import Table

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_gain_of_a_row_is_that_of_the_final_count() -> None:
    """R41: what the bonuses would be with one more tent, less what they are."""
    seen = set()
    for game in random_games(range(24), stops=4):
        rules, seat = game.edition.to_rules()[0], game.seat
        for row in range(game.edition.rows):
            with_tent = game.record.copy()
            with_tent[0].tents[0, row, seat] += 1
            counts = np.zeros((2, game.players), np.int32)
            add_row_bonuses(game.record[0], rules, counts[0])
            add_row_bonuses(with_tent[0], rules, counts[1])
            gain = row_gain(game.record[0], rules, row)
            assert gain == counts[1, seat] - counts[0, seat]
            seen.add(int(gain))
    assert len(seen) > 6


def test_an_empty_row_is_worth_a_tent_at_the_end() -> None:
    """Two players without tents in supply: who moves one into the first, empty row takes its bonus of 12 VP."""
    position = read_position(str(EXAMPLES / "all_tents_placed.toml"))
    best = advise(position.observation, Effort(simulations=8000)).best.turn
    assert best[0] == "die 5 coins"  # 0.58 of 300 games played on; the tent that is offered has 0.28


def test_coins_for_a_turn_that_never_comes_are_given() -> None:
    """R9: four took a 1, and one die is left for one of them: the others cannot give what they held back for it."""
    table = Table(1, 1, 1, 1, 6, players=4, boat=10)
    means = play_out([table.record], table.rules, 2000, 1, "search")
    assert min(means.donation) > 19  # of 20 coins and the die's; whoever keeps all for a later turn gives 16
