"""The exact filter over one chest, for every kind of donor at once.

Each announced donation convolves the distribution with the kind's amounts; each payment cuts off the chests that
it proves impossible (R15). What is left of a kind's weight is the likelihood of what happened, so a mixture over
the kinds follows by adding up.
"""

from collections import Counter
from functools import lru_cache
from typing import Final

import numpy as np

from livingstone.ai.donors import KINDS
from livingstone.ai.donors.clock import Clock
from livingstone.ai.donors.model import MOST_CASH, ROUND_COUNTS, Floats, donor_model
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.money import Donation

ROUNDS_COUNT: Final = 0.5
"""Weight of when somebody donates, as evidence for a kind: people keep less to a kind than programs do."""
MOST_ROUNDS: Final = 200
"""Of a longer game the last rounds count."""
MOST_MODELLED: Final = 128
"""Wealth up to which amounts come from the tables; beyond, all amounts are alike likely."""
_HALF: Final = MOST_CASH // 2
_MIDDLE: Final = 1e-3
"""Share of each amount between the small ones and the nearly-all ones, for a donor with more than MOST_CASH."""


@lru_cache(maxsize=4096)
def chest_weights(events: tuple[Donation, ...], clock: Clock) -> Floats:
    """P(chest, what happened | kind) up to a factor, by kind and coins: float64 (K, n), after all events.

    ``events`` are all donations of a seat. Raises :class:`LivingstoneError` when no amounts fit them.
    """
    weights = round_weights(events, clock)[:, np.newaxis]
    for event in events:
        if event.wealth < 1:
            raise LivingstoneError(f"{event!r}: a wealth of {event.wealth}, expected at least one coin (R22)")
        size = max(1, min(event.least_wealth, event.wealth) + 1)
        weights = _donate(weights[:, : max(1, event.wealth)], event, clock)[:, :size]
        most = weights.max()
        if most <= 0:
            raise LivingstoneError(f"no chest fits the donations {events!r}")
        weights /= most
    weights.flags.writeable = False
    return weights


def round_weights(events: tuple[Donation, ...], clock: Clock) -> Floats:
    """How well the rounds in which somebody donated fit each kind: float64 (K,)."""
    rounds = donor_model().rounds[:, clock.table]
    found = Counter(event.round for event in events)
    fit = np.zeros(len(KINDS))
    for number in range(max(1, clock.round - MOST_ROUNDS), clock.round):
        fit += np.log(rounds[:, clock.stage(number), min(found[number], ROUND_COUNTS - 1)])
    if found[clock.round]:
        fit += np.log1p(-rounds[:, clock.stage(clock.round), 0])
    weights: Floats = np.exp(ROUNDS_COUNT * (fit - fit.max()))
    return weights


def _donate(weights: Floats, event: Donation, clock: Clock) -> Floats:
    """One announcement with a wealth of ``event.wealth``: (K, held) to (K, event.wealth + 1)."""
    if event.wealth > MOST_MODELLED:
        after = np.zeros((len(weights), event.wealth + 1))
        held = np.arange(weights.shape[1])
        after[:, 1 : len(held) + 1] = np.cumsum(weights / (event.wealth - held), axis=1)
        after[:, len(held) + 1 :] = after[:, len(held), np.newaxis]
        return after
    steps = amount_steps(clock.table, clock.stage(event.round), event.wealth)
    moved: Floats = (weights[:, np.newaxis, :] @ steps[:, : weights.shape[1]])[:, 0]
    return moved


@lru_cache(maxsize=256)
def amount_steps(table: int, stage: int, wealth: int) -> Floats:
    """P(chest after | chest before, donates), by kind: float64 (K, wealth, wealth + 1)."""
    amounts = donor_model().amounts[:, table, stage]
    steps = np.zeros((len(KINDS), wealth, wealth + 1))
    for held in range(wealth):
        steps[:, held, held + 1 :] = amount_chances(amounts, wealth - held)
    return steps


def amount_chances(amounts: Floats, cash: int) -> Floats:
    """P(amount 1..cash), by kind: float64 (K, cash); ``amounts``: (K, MOST_CASH + 1, MOST_CASH + 1).

    More coins than the tables know: small amounts as they are there, nearly-all ones by the coins that stay.
    """
    if cash <= MOST_CASH:
        return amounts[:, cash, 1 : cash + 1]
    row = amounts[:, MOST_CASH]
    wide = np.full((len(amounts), cash), _MIDDLE)
    wide[:, :_HALF] = row[:, 1 : _HALF + 1]
    wide[:, -_HALF:] = row[:, -_HALF:]
    chances: Floats = wide / wide.sum(axis=1, keepdims=True)
    return chances
