"""Beliefs about hidden money: for every seat, the possible splits of its wealth with integer weights.

An opponent is of a hidden kind of donor (:mod:`livingstone.ai.donors`). Where all its donations are known, its
chest is an exact one-dimensional filter; what a position leaves out is drawn from a distribution made of self-play,
within the bounds. Kernels draw by integer weights; these are made with floating point, so they are the same on the
same machine and versions only.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from livingstone.ai.determinisation import Belief
from livingstone.ai.donors import KINDS, MIXED, check_hypothesis
from livingstone.ai.donors.chests import chest_weights
from livingstone.ai.donors.clock import Clock, clock_of
from livingstone.ai.donors.model import donor_model
from livingstone.ai.donors.prior import cash_weights, chest_prior
from livingstone.engine.constants import MAX_SEATS
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.money import Money
from livingstone.engine.observation import Observation

Int64 = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Number = TypeVar("Number", np.int64, np.float64)

SCALE: Final = 1 << 30
"""Sum of a seat's integer weights, about."""
MOST_WEALTHS: Final = 160
MOST_CHESTS: Final = 144
"""Values kept of a range that a position leaves wide; real tables stay below (see :func:`thinned`)."""
MOST_FOLLOWED: Final = 10_000
"""Wealth up to which donations are followed one by one; beyond, the bounds and the prior have to do."""


def belief_of(observation: Observation, donors: str = MIXED) -> Belief:
    """What the observer believes of all seats' money, if the others give as ``donors`` do.

    ``donors``: one of :data:`livingstone.ai.donors.HYPOTHESES`. With ``mixed`` each seat has a hidden kind of its
    own, and what it did makes some kinds likelier; else all others are of that kind.
    """
    return _stack(observation, observation.money, check_hypothesis(donors))


def public_belief_of(observation: Observation, donors: str = MIXED) -> Belief:
    """The same, with the observer's own money seen from outside."""
    moneys = list(observation.money)
    moneys[observation.seat] = public_money(moneys[observation.seat])
    return _stack(observation, moneys, check_hypothesis(donors))


def public_money(money: Money) -> Money:
    """One's own money as the others see it (for simulated opponents, who don't know the split)."""
    if has_all_events(money) and money.wealth[0] == money.wealth[1]:
        return Money.followed(money.wealth[1], money.gave[1], money.events)
    least = min(money.gave[0], money.wealth[0])
    return money._replace(chest=(least, money.wealth[1]), cash=(0, money.wealth[1] - least))


def has_all_events(money: Money) -> bool:
    """Whether every announced donation is among the events."""
    return money.gave == (len(money.events), len(money.events))


@lru_cache(maxsize=128)
def splits(money: Money, clock: Clock, placed: int, donors: str = MIXED) -> tuple[Int64, Floats]:
    """Every (cash, chest) pair that the bounds allow and its weight: int64 (n, 2), float64 (n,).

    ``placed``: tents that the seat has placed, which says something of a wealth that nobody counted.
    """
    pairs = _pairs(money)
    cash, chest = pairs[:, 0], pairs[:, 1]
    if len(pairs) == 1:
        return _frozen(pairs), _frozen(np.ones(1))
    coins = np.unique(chest)
    is_followed = has_all_events(money) and all(event.wealth <= MOST_FOLLOWED for event in money.events)
    if is_followed:
        known = chest_weights(money.events, clock)
        chances = np.where(coins < known.shape[1], known[:, np.minimum(coins, known.shape[1] - 1)], 0.0)
    else:
        chances = chest_prior(clock, money.gave, coins)
    weights = chances[:, np.searchsorted(coins, chest)]
    if money.wealth[0] != money.wealth[1] or not is_followed:
        in_hand = np.unique(cash)
        weights *= cash_weights(clock, placed, in_hand)[:, np.searchsorted(in_hand, cash)]
    mixture = kind_shares(donors) @ weights
    possible = mixture > 0
    if not possible.any():
        raise LivingstoneError(f"no split of cash and chest fits {money!r}")
    return _frozen(pairs[possible]), _frozen(mixture[possible])


def _frozen(array: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """Cached arrays are shared."""
    array.flags.writeable = False
    return array


def kind_shares(donors: str) -> Floats:
    """How likely each kind is before anything happened: float64 (K,)."""
    if donors == MIXED:
        return donor_model().shares
    return np.array([float(kind == donors) for kind in KINDS])


def thinned(low: int, high: int, most: int) -> Int64:
    """The whole numbers from low to high; of a long range the first ones, then ever wider steps to the end."""
    if high - low < most:
        return np.arange(low, high + 1)
    spread = most // 5
    dense = most - spread
    steps = np.geomspace(dense, high - low, spread).astype(np.int64)
    return low + np.unique(np.concatenate([np.arange(dense), steps, [high - low]]))


def chest_distribution(belief: Belief, seat: int) -> Floats:
    """Probabilities of a seat's chest by coins."""
    return _distribution(belief, seat, 1)


def cash_distribution(belief: Belief, seat: int) -> Floats:
    """Probabilities of a seat's coins in hand by coins."""
    return _distribution(belief, seat, 0)


def _distribution(belief: Belief, seat: int, column: int) -> Floats:
    count = int(belief.sizes[seat])
    weights = np.diff(belief.cumulative[seat, :count], prepend=0)
    coins = belief.pairs[seat, :count, column]
    return np.bincount(coins, weights=weights) / float(weights.sum())


def _pairs(money: Money) -> Int64:
    """The (cash, chest) pairs within the bounds, int64 (n, 2)."""
    columns = []
    for wealth in thinned(*money.wealth, MOST_WEALTHS).tolist():
        least = max(money.chest[0], wealth - money.cash[1])
        most = min(money.chest[1], wealth - money.cash[0])
        if least <= most:
            chest = thinned(least, most, MOST_CHESTS)
            columns.append(np.stack([wealth - chest, chest], axis=1))
    if not columns:
        raise LivingstoneError(f"no split of cash and chest fits {money!r}")
    return np.concatenate(columns) if len(columns) > 1 else columns[0]


def _stack(observation: Observation, moneys: Sequence[Money], donors: str) -> Belief:
    """The belief arrays of one :class:`Money` a seat; a hypothesis is about the others, not the observer."""
    clock = clock_of(observation)
    placed = observation.record["seats"]["placed"][0].tolist()
    tables = [
        splits(money, clock, placed[seat], MIXED if seat == observation.seat else donors)
        for seat, money in enumerate(moneys)
    ]
    longest = max(len(weights) for _, weights in tables)
    sizes = np.zeros(MAX_SEATS, np.int64)
    pairs = np.zeros((MAX_SEATS, longest, 2), np.int64)
    cumulative = np.zeros((MAX_SEATS, longest), np.int64)
    for seat, (values, weights) in enumerate(tables):
        sizes[seat] = len(weights)
        pairs[seat, : len(weights)] = values
        share = np.maximum(1, np.floor(weights / weights.sum() * SCALE)).astype(np.int64)
        cumulative[seat, : len(weights)] = np.cumsum(share)
    return Belief(sizes, pairs, cumulative)
