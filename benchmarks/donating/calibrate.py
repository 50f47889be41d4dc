"""Is what is believed true? Beliefs about seats in self-play of varied donors against the coins they have.

A distribution over whole coins rarely has an interval of exactly 90 %, so the ends are drawn: with u uniform in
[0, 1), the value F(x - 1) + u P(x) of the truth x is uniform if the belief is right, and the interval covers x
where it lies in [0.05, 0.95). Wholly certain beliefs, right by the rules, are left out: they would only flatter.
"""

import random
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from donating.varied import varied_game
from livingstone.ai.belief import belief_of, cash_distribution, chest_distribution
from livingstone.ai.donors import MIXED
from livingstone.ai.donors.model import Floats
from livingstone.engine.money import Money
from livingstone.engine.observation import Observation

EVERY = 16
"""Of every so many decisions one is looked at."""


class Score(NamedTuple):
    """One distribution against the truth."""

    log_loss: float
    """Natural logarithm."""
    uniform_log_loss: float
    """Of all values within the bounds alike likely."""
    rank: float
    """Uniform in [0, 1) if the belief is right."""


class Figures(NamedTuple):
    """Means over scores."""

    scores: int
    log_loss: float
    uniform_log_loss: float
    coverage: float
    """Of the 90 % interval with drawn ends."""
    below: float
    """Share of truths below the interval."""
    above: float


class Calibration(NamedTuple):
    """How good beliefs are, by what the observer knows."""

    followed: Figures
    """Chests: all events and every wealth are known."""
    counted: Figures
    """Chests: only wealth and the number of donations are known."""
    chest: Figures
    """Chests of which nothing is known."""
    cash: Figures
    """Coins in hand of which nothing is known."""

    def text(self) -> str:
        """One line each."""
        rows = []
        for name, figures in self._asdict().items():
            rows.append(
                f"{name:8}  {figures.scores:6}  log-loss {figures.log_loss:.3f} "
                f"(uniform {figures.uniform_log_loss:.3f})  90 % covers {figures.coverage:.3f} "
                f"(below {figures.below:.3f}, above {figures.above:.3f})"
            )
        return "\n".join(rows)


def calibrate(seeds: Iterable[int], donors: str = MIXED) -> Calibration:
    """Beliefs about the other seats at some decisions of the games ``seeds``."""
    scores: dict[str, list[Score]] = {name: [] for name in Calibration._fields}
    for seed in seeds:
        rng = random.Random(seed)
        for step, (game, _) in enumerate(varied_game(seed)):
            if game.is_over or step % EVERY != seed % EVERY:
                continue
            observation = game.observation()
            seats = game.record[0].seats
            truth = [(int(seats[seat].cash), int(seats[seat].chest)) for seat in range(game.players)]
            _score(observation, truth, donors, rng, scores)
    return Calibration(*(figures_of(scores[name]) for name in Calibration._fields))


def _score(
    observation: Observation,
    truth: list[tuple[int, int]],
    donors: str,
    rng: random.Random,
    scores: dict[str, list[Score]],
) -> None:
    followed = belief_of(observation, donors)
    counted = belief_of(_with_money(observation, _counted), donors)
    unknown = belief_of(_with_money(observation, _unknown), donors)
    for seat, (cash, chest) in enumerate(truth):
        if seat == observation.seat:
            continue
        low, high = observation.money[seat].chest
        if low < high:
            scores["followed"].append(score(chest_distribution(followed, seat), chest, low, high, rng))
            low, high = _counted(observation.money[seat]).chest
            scores["counted"].append(score(chest_distribution(counted, seat), chest, low, high, rng))
        most = _unknown(observation.money[seat]).wealth[1]
        scores["chest"].append(score(chest_distribution(unknown, seat), chest, 0, most, rng))
        scores["cash"].append(score(cash_distribution(unknown, seat), cash, 0, most, rng))


def score(chances: Floats, truth: int, low: int, high: int, rng: random.Random) -> Score:
    """A distribution over coins 0..n against the truth; ``low`` and ``high``: what the rules allow."""
    chance = float(chances[truth])
    return Score(
        float(-np.log(chance)),
        float(np.log(high - low + 1)),
        float(chances[:truth].sum()) + rng.random() * chance,
    )


def figures_of(scores: list[Score]) -> Figures:
    """Means; of no score at all: not-a-number."""
    table = np.array(scores).reshape(-1, 3)
    loss, uniform, rank = table.T
    below, above = float(np.mean(rank < 0.05)), float(np.mean(rank >= 0.95))
    return Figures(len(table), float(loss.mean()), float(uniform.mean()), 1 - below - above, below, above)


def _with_money(observation: Observation, change: Callable[[Money], Money]) -> Observation:
    """The same observation by someone who knows less of the others' coins."""
    money = [
        known if seat == observation.seat else change(known) for seat, known in enumerate(observation.money)
    ]
    return Observation(observation.edition, observation.seat, observation.record, money)


def _counted(money: Money) -> Money:
    """Wealth and the number of donations are known, no payment is."""
    gave, wealth = money.gave[1], money.wealth[1]
    most = wealth if gave else 0
    return Money(money.wealth, (wealth - most, wealth - gave), (gave, most), money.gave)


def _unknown(money: Money) -> Money:
    """Nothing is known but a bound that no seat comes near."""
    return Money((0, 150), (0, 150), (0, 150), (0, 150))
