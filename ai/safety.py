"""Chances of elimination in closed form: product over the others with 3-5 players, the dice table with two.

Everything here reads the chests as they are believed now, as if the game ended at once; nothing is sampled.
"""

from typing import Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from livingstone.ai.belief import cash_distribution, chest_distribution
from livingstone.ai.determinisation import Belief
from livingstone.ai.rewards import SURVIVAL
from livingstone.engine.observation import Observation

Floats = npt.NDArray[np.float64]

PANEL_LEVELS: Final = (0.5, 0.75, 0.9, 0.97)
"""Chances to stay in that the panel says the coins for."""
QUANTILES: Final = (0.1, 0.5, 0.9)
_ROUNDING: Final = 1e-12


class Quantiles(msgspec.Struct, frozen=True):
    """Coins that are not exceeded with 10, 50 and 90 %."""

    low: int
    """Not exceeded with 10 %."""
    middle: int
    """With 50 %."""
    high: int
    """With 90 %."""


class OpponentMoney(msgspec.Struct, frozen=True):
    """What is believed of another seat's coins."""

    seat: int
    """Whose."""
    chest: Quantiles
    """Donated."""
    cash: Quantiles
    """In hand."""


class SafeChest(msgspec.Struct, frozen=True):
    """What reaches a chance to stay in."""

    safety: float
    """The chance, if the game ended now."""
    chest: int
    """Coins in the chest that reach it."""
    coins: int | None
    """Coins still to give, from what is in hand; null when that is too little."""


class Panel(msgspec.Struct, frozen=True):
    """The donation panel: the others' coins, and what keeps the observer in."""

    opponents: tuple[OpponentMoney, ...]
    """By seat."""
    levels: tuple[SafeChest, ...]
    """For 50, 75, 90 and 97 %."""


class Reach(NamedTuple):
    """Of each other seat in play, by coins 0..n: P(chest >= coins) and P(chest = coins), float64 (seats, n + 1)."""

    seats: list[int]
    at_least: Floats
    equal: Floats


def elimination_chances(observation: Observation, belief: Belief) -> Floats:
    """The chance that the observer is out, by coins in its chest: float64 (n + 1,), not rising.

    From the last entry on the chance stays the same. Two players: the final dice exceed the chest (R46). Three to
    five: no other seat in play has less (R43); where all equal donations eliminate nobody, that case is taken
    off. A single seat left is never out, nor is one that forfeited.
    """
    state = observation.record[0]
    if observation.players == 2:
        return 1.0 - SURVIVAL
    reach = reach_of(observation, belief)
    if not reach.seats or state.seats[observation.seat].forfeited:
        return np.zeros(1)
    out: Floats = reach.at_least.prod(axis=0)
    if not all_equal_all_out(observation):
        out = out - reach.equal.prod(axis=0)
    clipped: Floats = np.clip(out, 0.0, 1.0)
    return clipped


def elimination_chance(observation: Observation, belief: Belief, chest: int) -> float:
    """The chance that the observer with this chest would be out if the game ended now (see above)."""
    chances = elimination_chances(observation, belief)
    return float(chances[min(max(chest, 0), len(chances) - 1)])


def own_elimination_chance(observation: Observation, belief: Belief, coins: int = 0) -> float:
    """The same for the observer's own chest after giving ``coins``, averaged where it lost count of it."""
    chances, own = elimination_chances(observation, belief), own_chest(observation, belief)
    chance = float(_after_giving(chances, own, np.array([coins]))[0])
    return 1.0 if chance > 1.0 - _ROUNDING else chance  # a sum of chances misses a certainty by rounding


def least_chest(chances: Floats, safety: float) -> int:
    """The least chest that stays in with at least this chance; ``chances`` as of :func:`elimination_chances`."""
    return int(np.argmax(1.0 - chances >= safety - _ROUNDING))


def donation_panel(observation: Observation, belief: Belief) -> Panel:
    """The others' coins as believed, and what the observer has to give to be safe."""
    chances = elimination_chances(observation, belief)
    own = own_chest(observation, belief)
    most = len(cash_distribution(belief, observation.seat)) - 1
    out = _after_giving(chances, own, np.arange(most + 1))
    levels = []
    for safety in PANEL_LEVELS:
        reached = np.flatnonzero(1.0 - out >= safety - _ROUNDING)
        coins = int(reached[0]) if len(reached) else None
        levels.append(SafeChest(safety, least_chest(chances, safety), coins))
    opponents = tuple(
        OpponentMoney(
            seat, quantiles(chest_distribution(belief, seat)), quantiles(cash_distribution(belief, seat))
        )
        for seat in range(observation.players)
        if seat != observation.seat
    )
    return Panel(opponents, tuple(levels))


def quantiles(chances: Floats) -> Quantiles:
    """The 10, 50 and 90 % quantiles of a distribution over coins 0..n."""
    running = np.cumsum(chances)
    return Quantiles(*(int(np.argmax(running >= share * running[-1] - _ROUNDING)) for share in QUANTILES))


def reach_of(observation: Observation, belief: Belief) -> Reach:
    """Of the others in play, with one coin beyond the largest chest."""
    seats = [
        seat
        for seat in range(observation.players)
        if seat != observation.seat and not observation.record[0].seats[seat].forfeited
    ]
    chests = [chest_distribution(belief, seat) for seat in seats]
    size = max((len(chest) for chest in chests), default=0) + 1
    equal = np.zeros((len(seats), size))
    for row, chest in enumerate(chests):
        equal[row, : len(chest)] = chest
    return Reach(seats, np.cumsum(equal[:, ::-1], axis=1)[:, ::-1], equal)


def own_chest(observation: Observation, belief: Belief) -> Floats:
    """Probabilities of the observer's own chest by coins; certain unless a position lost count of it."""
    return chest_distribution(belief, observation.seat)


def _after_giving(chances: Floats, own: Floats, coins: npt.NDArray[np.int64]) -> Floats:
    """The chance to be out after each of these gifts, of a chest that is distributed as ``own``."""
    out = np.zeros(len(coins))
    for chest in np.flatnonzero(own).tolist():
        out += own[chest] * chances[np.minimum(chest + coins, len(chances) - 1)]
    return out


def all_equal_all_out(observation: Observation) -> bool:
    """Whether equal chests of all seats put all of them out (an assumed value of the edition, R43)."""
    return bool(observation.edition.shared_rules()[0].all_equal_all_out)
