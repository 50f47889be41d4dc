"""Beliefs about money: equal to enumeration, never ruling out the truth, moved by what happened."""

import itertools
import random

import numpy as np
import pytest
from donating.varied import varied_game

from livingstone.ai.belief import (
    MOST_CHESTS,
    MOST_WEALTHS,
    belief_of,
    cash_distribution,
    chest_distribution,
    public_belief_of,
    public_money,
    splits,
    thinned,
)
from livingstone.ai.donors import HYPOTHESES, KINDS, MIXED
from livingstone.ai.donors.chests import ROUNDS_COUNT, amount_chances
from livingstone.ai.donors.clock import Clock
from livingstone.ai.donors.model import donor_model
from livingstone.ai.donors.prior import cash_weights, chest_prior
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.money import Donation, Money
from livingstone.engine.observation import Observation
from livingstone.engine.position import parse_position, to_position, to_toml
from sample_games import random_games

HISTORIES = (
    (Donation(1, 5, 3),),
    (Donation(1, 5, 3), Donation(2, 4, 4)),
    (Donation(2, 7, 6), Donation(2, 6, 6), Donation(5, 12, 7)),
    (
        Donation(3, 9, 9),
        Donation(6, 31, 20),
        Donation(10, 24, 24),
    ),  # more coins than the tables have rows for
    (Donation(9, 6, 1),),
)
NAMES = ("Ann", "Bea", "Cleo", "Dan", "Eve")


def kind_likelihood(kind: int, events: tuple[Donation, ...], clock: Clock) -> float:
    """How well a kind's rounds of giving fit, step by step."""
    rounds = donor_model().rounds[kind, clock.table]
    chance = 1.0
    for number in range(1, clock.round + 1):
        gave = sum(event.round == number for event in events)
        row = rounds[clock.stage(number)]
        if number < clock.round:
            chance *= row[min(gave, 2)]
        elif gave:
            chance *= 1 - row[0]
    return float(chance**ROUNDS_COUNT)


def enumerated(events: tuple[Donation, ...], clock: Clock, kind: int) -> dict[int, float]:
    """P(chest, amounts fit the payments | kind), by going through all amounts of all donations."""
    found: dict[int, float] = {}
    amounts = donor_model().amounts[:, clock.table]
    for given in itertools.product(*(range(1, event.wealth + 1) for event in events)):
        chance, chest = 1.0, 0
        for event, coins in zip(events, given, strict=True):
            cash = event.wealth - chest
            if coins > cash or chest + coins > event.least_wealth:
                chance = 0.0
                break
            chance *= float(amount_chances(amounts[:, clock.stage(event.round)], cash)[kind, coins - 1])
            chest += coins
        if chance:
            found[chest] = found.get(chest, 0.0) + chance
    return found


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("events", HISTORIES)
def test_the_filter_equals_enumeration_over_all_amounts(events: tuple[Donation, ...], players: int) -> None:
    clock = Clock(players, 10, 10)
    wealth = events[-1].least_wealth
    money = Money.followed(wealth, len(events), events)
    mixture: dict[int, float] = {}
    for number, kind in enumerate(KINDS):
        found = enumerated(events, clock, number)
        total = sum(found.values())
        pairs, weights = splits(money, clock, 3, kind)
        assert sorted(found) == pairs[:, 1].tolist()
        assert np.abs(weights / weights.sum() - [found[c] / total for c in sorted(found)]).max() < 1e-12
        share = donor_model().shares[number] * kind_likelihood(number, events, clock)
        for chest, chance in found.items():
            mixture[chest] = mixture.get(chest, 0.0) + float(share) * chance
    pairs, weights = splits(money, clock, 3, MIXED)
    total = sum(mixture.values())
    assert (pairs.sum(axis=1) == wealth).all()
    assert np.abs(weights / weights.sum() - [mixture[c] / total for c in pairs[:, 1].tolist()]).max() < 1e-12


def test_what_a_position_leaves_open_is_the_prior_within_the_bounds() -> None:
    clock, placed = Clock(4, 6, 10), 4
    money = Money(wealth=(6, 9), cash=(1, 7), chest=(2, 8), gave=(1, 3))
    pairs, weights = splits(money, clock, placed, MIXED)
    expected = {}
    shares = donor_model().shares
    for wealth in range(6, 10):
        for chest in range(2, 9):
            if 1 <= wealth - chest <= 7:
                one = np.array([wealth - chest]), np.array([chest])
                chance = chest_prior(clock, (1, 3), one[1]) * cash_weights(clock, placed, one[0])
                expected[wealth - chest, chest] = float((shares @ chance)[0])
    assert {tuple(pair) for pair in pairs.tolist()} == set(expected)
    total = sum(expected.values())
    for pair, weight in zip(pairs.tolist(), weights / weights.sum(), strict=True):
        assert abs(weight - expected[tuple(pair)] / total) < 1e-12


def test_wealth_and_chest_are_believed_together() -> None:
    money = Money(wealth=(0, 40), cash=(0, 40), chest=(0, 40), gave=(0, 40))
    pairs, weights = splits(money, Clock(4, 9, 10), 6, MIXED)
    chance = weights / weights.sum()
    wealth = pairs.sum(axis=1)
    assert len({tuple(pair) for pair in pairs.tolist()}) == 41 * 42 // 2
    means = [
        float((chance * pairs[:, 1])[wealth == total].sum() / chance[wealth == total].sum())
        for total in (10, 25)
    ]
    assert means[1] > means[0] + 5


def test_the_truth_is_always_in_the_support() -> None:
    looked = 0
    for seed in range(40):
        for step, (game, _) in enumerate(varied_game(seed)):
            if game.is_over or step % 4:
                continue
            observation = game.observation()
            beliefs = [belief_of(observation, donors) for donors in ("mixed", "frugal")]
            seats = game.record[0].seats
            for seat in range(game.players):
                chest = int(seats[seat].chest)
                assert all(chest_distribution(belief, seat)[chest] > 0 for belief in beliefs)
            own = chest_distribution(public_belief_of(observation), observation.seat)
            assert own[observation.chest] > 0
            looked += game.players
    assert looked > 3000


def test_the_truth_is_in_the_support_of_positions_that_leave_money_out() -> None:
    rng = random.Random(3)
    looked = 0
    for game in random_games(range(80), stops=5):
        data = to_position(game.observation(), NAMES[: game.players])
        for name, seat in data["seats"].items():
            if name != data["me"]:
                for key in ("wealth", "cash", "chest", "gave", "donations"):
                    if rng.random() < 0.6:
                        seat.pop(key, None)
        observation = parse_position(to_toml(data)).observation
        belief = belief_of(observation)
        for seat in range(game.players):
            size = int(belief.sizes[seat])
            row = game.record[0].seats[seat]
            truth = [int(row.cash), int(row.chest)]
            assert truth in belief.pairs[seat, :size].tolist(), (data, seat, truth)
            assert (np.diff(belief.cumulative[seat, :size], prepend=0) > 0).all()
            looked += 1
    assert looked > 1000


def test_hypotheses_change_what_is_believed() -> None:
    clock = Clock(3, 8, 10)
    money = Money.followed(20, 2, (Donation(3, 9, 9), Donation(7, 16, 16)))
    means = {}
    for donors in HYPOTHESES:
        pairs, weights = splits(money, clock, 5, donors)
        means[donors] = float(pairs[:, 1] @ weights / weights.sum())
    assert len({round(mean, 6) for mean in means.values()}) == len(HYPOTHESES)
    assert means["all_in"] > means["frugal"]
    assert min(means.values()) < means[MIXED] < max(means.values())


def test_a_hypothesis_is_about_the_others() -> None:
    game = next(game for game in random_games(range(20), stops=3, players=(4,)) if game.donations[game.seat])
    observation = game.observation()
    money = list(observation.money)
    money[observation.seat] = public_money(money[observation.seat])
    unsure = Observation(observation.edition, observation.seat, observation.record, money)
    own = [chest_distribution(belief_of(unsure, donors), unsure.seat) for donors in ("steady", "all_in")]
    assert np.array_equal(*own)


def test_when_somebody_gave_tells_of_the_kind() -> None:
    early, late = Donation(1, 8, 8), Donation(10, 20, 20)
    clock = Clock(4, 10, 10)
    givers = [splits(Money.followed(20, 1, (event,)), clock, 5, MIXED) for event in (early, late)]
    means = [float(pairs[:, 1] @ weights / weights.sum()) for pairs, weights in givers]
    assert means[1] > 12  # nothing before the last round, then nearly all
    assert means[0] < 6


def test_all_wealth_and_a_count_are_enough() -> None:
    pairs, weights = splits(Money((12, 12), (0, 9), (3, 12), (3, 3)), Clock(4, 7, 10), 5, MIXED)
    assert pairs[:, 1].tolist() == list(range(3, 13)) and (weights > 0).all()


def test_a_wide_range_of_money_stays_small() -> None:
    money = Money(wealth=(0, 10**6), cash=(0, 10**6), chest=(0, 10**6), gave=(0, 9))
    pairs, weights = splits(money, Clock(3, 5, 10), 2, MIXED)
    assert len(pairs) <= MOST_WEALTHS * MOST_CHESTS and len(weights) == len(pairs)
    assert pairs.min() == 0 and pairs.sum(axis=1).max() == 10**6
    assert (weights > 0).all() and np.isfinite(weights).all()


def test_long_ranges_keep_their_beginning_and_their_end() -> None:
    values = thinned(7, 5000, 100)
    assert values[0] == 7 and values[-1] == 5000 and len(values) <= 101
    assert values[:80].tolist() == list(range(7, 87))
    assert thinned(3, 9, 100).tolist() == [3, 4, 5, 6, 7, 8, 9]


def test_a_great_wealth_is_filtered_without_tables() -> None:
    events = (Donation(1, 5000, 4000), Donation(2, 4500, 4500))
    pairs, weights = splits(Money.followed(4500, 2, events), Clock(2, 3, 10), 0, MIXED)
    assert pairs[:, 1].min() == 2 and pairs[:, 1].max() == 4500
    assert (weights > 0).all()


def test_absurd_numbers_cost_neither_memory_nor_time() -> None:
    most = (1 << 31) - 1
    money = Money.followed(most, 2, (Donation(1, most, most), Donation(most, most, most)))
    pairs, weights = splits(money, Clock(3, most, most), 2, MIXED)
    assert len(pairs) <= MOST_CHESTS + 1 and (weights > 0).all() and np.isfinite(weights).all()


@pytest.mark.parametrize(
    "money",
    [
        Money((4, 4), (0, 3), (5, 9), (1, 1)),
        Money((9, 9), (0, 2), (7, 9), (1, 1), (Donation(2, 3, 3),)),
        Money((9, 9), (0, 8), (1, 9), (1, 1), (Donation(2, 0, 0),)),
    ],
)
def test_impossible_money_is_refused_in_one_line(money: Money) -> None:
    with pytest.raises(LivingstoneError) as error:
        splits(money, Clock(3, 5, 10), 2, MIXED)
    assert "\n" not in str(error.value)


def test_an_unknown_hypothesis_is_refused_with_a_suggestion() -> None:
    observation = next(random_games(range(1), stops=1)).observation()
    with pytest.raises(LivingstoneError, match=r"^donors: no kind 'stedy' \(did you mean 'steady'\?\)$"):
        belief_of(observation, "stedy")


def test_equal_observations_give_equal_beliefs() -> None:
    for game in random_games(range(8), stops=2):
        first, second = (belief_of(game.observation()) for _ in range(2))
        assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


def test_distributions_sum_to_one() -> None:
    for game in random_games(range(8), stops=2):
        belief = belief_of(game.observation())
        for seat in range(game.players):
            for distribution in (chest_distribution(belief, seat), cash_distribution(belief, seat)):
                assert abs(distribution.sum() - 1) < 1e-12
