"""Chances of elimination: the closed forms equal enumeration over all chests, through the engine's own ending."""

import itertools

import numpy as np
import pytest

from livingstone.ai.belief import belief_of, cash_distribution, chest_distribution
from livingstone.ai.decisive import decisive_opponent
from livingstone.ai.determinisation import Belief
from livingstone.ai.rewards import SURVIVAL
from livingstone.ai.safety import (
    PANEL_LEVELS,
    Quantiles,
    donation_panel,
    elimination_chance,
    elimination_chances,
    own_elimination_chance,
    quantiles,
)
from livingstone.engine.constants import MAX_SEATS
from livingstone.engine.editions import Edition
from livingstone.engine.game import Game
from livingstone.engine.kernels.result import mark_out
from livingstone.engine.money import Donation, Money
from livingstone.engine.observation import Observation
from livingstone.engine.position.keys import MAX_COINS
from sample_games import random_games

SPARING = Edition.load("schmidt-2009", ["all_equal_all_out=false"])


def observed(players: int, money: list[Money], edition: Edition | None = None, seat: int = 0) -> Observation:
    """A first decision with other coins."""
    game = Game.new(players, edition or "schmidt-2009", seed=5, start=seat)
    game.roll()
    seen = game.observation()
    return Observation(seen.edition, seen.seat, seen.record, money)


def known(cash: int, chest: int, gave: int = 3) -> Money:
    return Money.exact(cash, chest, gave)


def between(least: int, most: int, wealth: int) -> Money:
    """A chest that nobody counted, a wealth that everybody did."""
    return Money((wealth, wealth), (wealth - most, wealth - least), (least, most), (1, max(1, most)))


def enumerated(observation: Observation, belief: Belief, chest: int) -> float:
    """P(out) by the engine's own ending, over all chests of the others."""
    players, seat = observation.players, observation.seat
    rules = observation.edition.to_rules()[0]
    record = observation.record.copy()
    state = record[0]
    out = np.zeros(MAX_SEATS, np.int32)
    choices = []
    for other in range(players):
        chances = chest_distribution(belief, other) if other != seat else np.eye(1, chest + 1, chest)[0]
        choices.append([(coins, chance) for coins, chance in enumerate(chances) if chance > 0])
    total = 0.0
    for chests in itertools.product(*choices):
        chance = 1.0
        for other, (coins, share) in enumerate(chests):
            state.seats[other].chest = coins
            chance *= share
        mark_out(state, rules, 0, out)
        total += chance * int(out[seat])
    return total


@pytest.mark.parametrize("edition", [None, SPARING])
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("forfeited", [0, 1, 2])
def test_the_product_equals_enumeration(players: int, edition: Edition | None, forfeited: int) -> None:
    spans = [(2, 6, 9), (1, 4, 4), (3, 5, 8), (4, 4, 9)][: players - 1]
    observation = observed(players, [known(3, 4), *(between(*span) for span in spans)], edition)
    for seat in range(1, 1 + forfeited):
        observation.record[0].seats[seat].forfeited = 1
    belief = belief_of(observation)
    chances = elimination_chances(observation, belief)
    assert (np.diff(chances) <= 1e-15).all() and chances[-1] == 0
    for chest in range(9):
        expected = enumerated(observation, belief, chest)
        assert abs(elimination_chance(observation, belief, chest) - expected) < 1e-12


def test_a_single_seat_left_is_not_out() -> None:
    observation = observed(3, [known(3, 0), between(1, 4, 6), between(1, 4, 6)])
    for seat in (1, 2):
        observation.record[0].seats[seat].forfeited = 1
    assert elimination_chance(observation, belief_of(observation), 0) == 0


def test_two_players_read_the_dice_table() -> None:
    observation = observed(2, [known(9, 13), between(1, 20, 20)])
    belief = belief_of(observation)
    for chest in (0, 3, 4, 14, 23, 24, 40):
        expected = 1 - SURVIVAL[min(chest, 24)]
        assert elimination_chance(observation, belief, chest) == pytest.approx(expected, abs=1e-15)
    ways = sum(sum(dice) > 14 for dice in itertools.product(range(1, 7), repeat=4))
    assert own_elimination_chance(observation, belief, 1) == pytest.approx(ways / 6**4)


def test_an_own_chest_that_was_not_counted_is_averaged() -> None:
    observation = observed(3, [between(2, 5, 7), between(1, 6, 9), between(2, 4, 9)])
    belief = belief_of(observation)
    own = chest_distribution(belief, 0)
    for coins in range(3):
        expected = sum(
            chance * elimination_chance(observation, belief, chest + coins)
            for chest, chance in enumerate(own)
        )
        assert own_elimination_chance(observation, belief, coins) == pytest.approx(expected)


def test_the_panel_says_the_least_that_reaches_each_level() -> None:
    met = 0
    for game in random_games(range(40), stops=3):
        observation = game.observation()
        belief = belief_of(observation)
        panel = donation_panel(observation, belief)
        assert tuple(level.safety for level in panel.levels) == PANEL_LEVELS
        for level in panel.levels:
            safe = 1 - elimination_chance(observation, belief, level.chest)
            assert safe >= level.safety - 1e-9
            if level.chest:
                assert 1 - elimination_chance(observation, belief, level.chest - 1) < level.safety
            missing = max(0, level.chest - observation.chest)
            assert level.coins == (missing if missing <= observation.cash else None)
            met += level.coins is None
    assert met > 10


def test_the_panel_holds_every_opponents_quantiles() -> None:
    observation = observed(3, [known(3, 4), between(2, 6, 9), known(2, 7)])
    belief = belief_of(observation)
    opponents = donation_panel(observation, belief).opponents
    assert [each.seat for each in opponents] == [1, 2]
    assert opponents[1].chest == Quantiles(7, 7, 7) and opponents[1].cash == Quantiles(2, 2, 2)
    running = np.cumsum(chest_distribution(belief, 1))
    chest = opponents[0].chest
    for share, coins in ((0.1, chest.low), (0.5, chest.middle), (0.9, chest.high)):
        assert running[coins] >= share > running[coins - 1]
    assert opponents[0].cash == quantiles(cash_distribution(belief, 1))


def variance_by_enumeration(observation: Observation, belief: Belief, seat: int, chest: int) -> float:
    """Var over D of P(out | D) for one known own chest."""
    chances = chest_distribution(belief, seat)
    given = []
    for coins in range(len(chances)):
        pairs = belief.pairs.copy()
        pairs[seat, :, 1] = coins
        given.append(enumerated(observation, belief._replace(pairs=pairs), chest))
    mean = float(chances @ given)
    return float(chances @ (np.array(given) - mean) ** 2)


@pytest.mark.parametrize("edition", [None, SPARING])
def test_the_decisive_opponent_is_who_takes_most_variance_away(edition: Edition | None) -> None:
    observation = observed(4, [known(2, 4), between(3, 5, 8), between(1, 9, 12), known(1, 9)], edition)
    belief = belief_of(observation)
    largest = {
        seat: max(variance_by_enumeration(observation, belief, seat, 4 + coins) for coins in range(3))
        for seat in (1, 2, 3)
    }
    decisive = decisive_opponent(observation, belief)
    assert decisive is not None
    assert decisive.seat == max(largest, key=lambda seat: largest[seat])
    assert decisive.variance == pytest.approx(max(largest.values()), abs=1e-12)
    assert decisive.unknown == "split" and decisive.fact("Blue") == "what Blue gave"


def test_a_wealth_nobody_counted_is_the_fact_to_find_out() -> None:
    unsure = Money((4, 14), (0, 13), (1, 14), (1, 3))
    observation = observed(3, [known(2, 4), unsure, known(2, 6)])
    decisive = decisive_opponent(observation, belief_of(observation))
    assert decisive is not None and (decisive.seat, decisive.unknown) == (1, "wealth")
    assert decisive.fact("Blue") == "count Blue's coins"


def test_nothing_to_learn_names_nobody() -> None:
    observation = observed(3, [known(2, 4), known(1, 5), known(2, 6)])
    assert decisive_opponent(observation, belief_of(observation)) is None
    pair = observed(2, [known(2, 4), known(1, 5)])
    assert decisive_opponent(pair, belief_of(pair)) is None


def test_with_two_players_it_is_the_other_ones_survival() -> None:
    observation = observed(2, [known(2, 4), between(6, 18, 20)])
    belief = belief_of(observation)
    chances = chest_distribution(belief, 1)
    survival = SURVIVAL[np.minimum(np.arange(len(chances)), 24)]
    decisive = decisive_opponent(observation, belief)
    assert decisive is not None and decisive.seat == 1
    expected = float(chances @ survival**2 - (chances @ survival) ** 2)
    assert decisive.variance == pytest.approx(expected, abs=1e-12)


def test_absurd_wealth_costs_neither_memory_nor_time() -> None:
    """Memory by the square of the coins would be 8 TB."""
    most = MAX_COINS
    unknown = Money.followed(most, 1, (Donation(1, most, most),))
    observation = observed(3, [known(most - 4, 4), unknown, unknown])
    belief = belief_of(observation)
    decisive = decisive_opponent(observation, belief)
    assert decisive is not None and decisive.unknown == "split"
    assert donation_panel(observation, belief).levels[0].coins is not None


def test_what_is_certain_is_not_missed_by_rounding() -> None:
    for least, most, wealth in itertools.product((1, 2), range(3, 12), (12, 21)):
        money = [known(0, 0, 0), between(least, most, wealth), between(1, most, wealth)]
        observation = observed(3, money)
        assert own_elimination_chance(observation, belief_of(observation)) == 1.0
