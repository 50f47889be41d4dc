"""Beliefs about hidden money: for every seat, the possible splits of its wealth with integer weights.

One opponent's chest is an exact one-dimensional filter: an announced donation convolves the distribution with
an amount model, and every later payment cuts off the chests that it proves impossible (R15). Weights are scaled
to integers, so that drawing from them is the same on every machine.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from livingstone.ai.determinisation import Belief
from livingstone.ai.donors import MIXED, check_hypothesis
from livingstone.engine.constants import MAX_SEATS
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.money import Donation, Money
from livingstone.engine.observation import Observation

SCALE: Final = 1 << 30
"""Sum of a seat's integer weights, about."""
MOST_WEALTHS: Final = 64
MOST_CHESTS: Final = 512
"""Values kept of a range that a position leaves wide; real tables stay far below."""


def filter_chest(events: tuple[Donation, ...]) -> npt.NDArray[np.float64]:
    """The distribution of a chest after its donation events: probabilities by coins.

    The amount of a donation is taken as uniform over what the donor could give.
    """
    chest = np.ones(1)
    for event in events:
        size = min(event.least_wealth, event.wealth) + 1
        after = np.zeros(max(size, 1))
        for held, weight in enumerate(chest):
            most = event.wealth - held
            if weight > 0 and most >= 1:
                after[held + 1 : held + most + 1] += weight / most
        total = after.sum()
        if total <= 0:
            raise LivingstoneError(f"no chest fits the donations {events!r}")
        chest = after / total
    return chest


def splits(money: Money) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Every (cash, chest) pair that the bounds allow and its weight: int64 (K, 2), float64 (K,)."""
    chest_weights = filter_chest(money.events) if money.events else None
    pairs, weights = [], []
    low, high = money.wealth
    for wealth in _thinned(low, high, MOST_WEALTHS):
        least = max(money.chest[0], wealth - money.cash[1])
        most = min(money.chest[1], wealth - money.cash[0], wealth)
        for chest in _thinned(least, most, MOST_CHESTS):
            if chest_weights is None:
                weight = 1.0 / (most - least + 1)
            else:
                weight = float(chest_weights[chest]) if chest < len(chest_weights) else 0.0
            if weight > 0:
                pairs.append((wealth - chest, chest))
                weights.append(weight)
    if not pairs:
        raise LivingstoneError(f"no split of cash and chest fits {money!r}")
    return np.array(pairs, np.int64), np.array(weights)


def _thinned(low: int, high: int, most: int) -> list[int]:
    """The whole numbers from low to high; of a long range ``most`` evenly spaced ones, both ends among them."""
    if high - low < most:
        return list(range(low, high + 1))
    return sorted({low + (high - low) * step // (most - 1) for step in range(most)})


def public_money(money: Money) -> Money:
    """One's own money as the others see it (for simulated opponents, who don't know the split)."""
    if money.events or money.gave == (0, 0):
        return Money.followed(money.wealth[1], money.gave[1], money.events)
    least = min(money.gave[0], money.wealth[0])
    return money._replace(chest=(least, money.wealth[1]), cash=(0, money.wealth[1] - least), events=())


def stack(moneys: list[Money]) -> Belief:
    """The belief arrays of one :class:`Money` a seat."""
    tables = [splits(money) for money in moneys]
    longest = max(len(weights) for _, weights in tables)
    count = np.zeros(MAX_SEATS, np.int64)
    pairs = np.zeros((MAX_SEATS, longest, 2), np.int64)
    cumulative = np.zeros((MAX_SEATS, longest), np.int64)
    for seat, (values, weights) in enumerate(tables):
        count[seat] = len(weights)
        pairs[seat, : len(weights)] = values
        share = np.maximum(1, np.floor(weights / weights.sum() * SCALE)).astype(np.int64)
        cumulative[seat, : len(weights)] = np.cumsum(share)
    return Belief(count, pairs, cumulative)


def belief_of(observation: Observation, donors: str = MIXED) -> Belief:
    """What the observer believes of all seats' money, if the others give as ``donors`` do.

    ``donors``: one of :data:`livingstone.ai.donors.HYPOTHESES`.
    """
    check_hypothesis(donors)
    return stack(list(observation.money))


def public_belief_of(observation: Observation, donors: str = MIXED) -> Belief:
    """The same, with the observer's own money seen from outside."""
    check_hypothesis(donors)
    moneys = list(observation.money)
    moneys[observation.seat] = public_money(moneys[observation.seat])
    return stack(moneys)


def chest_distribution(belief: Belief, seat: int) -> npt.NDArray[np.float64]:
    """Probabilities of a seat's chest by coins."""
    return _distribution(belief, seat, 1)


def cash_distribution(belief: Belief, seat: int) -> npt.NDArray[np.float64]:
    """Probabilities of a seat's coins in hand by coins."""
    return _distribution(belief, seat, 0)


def _distribution(belief: Belief, seat: int, column: int) -> npt.NDArray[np.float64]:
    count = int(belief.sizes[seat])
    weights = np.diff(belief.cumulative[seat, :count], prepend=0)
    coins = belief.pairs[seat, :count, column]
    return np.bincount(coins, weights=weights) / float(weights.sum())
