"""Chances of elimination in closed form: product over the others with 3-5 players, the dice table with two.

Everything here reads the chests as they are believed now, as if the game ended at once; nothing is sampled.
"""

from typing import Final, Literal, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from livingstone.ai.belief import cash_distribution, chest_distribution
from livingstone.ai.determinisation import Belief
from livingstone.ai.rewards import SURVIVAL
from livingstone.engine.observation import Observation

Floats = npt.NDArray[np.float64]

PANEL_LEVELS: Final = (0.5, 0.75, 0.9, 0.97)
QUANTILES: Final = (0.1, 0.5, 0.9)
_DICE: Final[Floats] = 1.0 - SURVIVAL
_ROUNDING: Final = 1e-12
_NOTHING: Final = 1e-9
"""A variance below this is rounding."""


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


class Decisive(msgspec.Struct, frozen=True):
    """The opponent whose money matters most to the observer."""

    seat: int
    variance: float
    """Variance of a chance of elimination that knowing this chest would take away."""
    unknown: Literal["wealth", "split"]
    """What could be found out: its coins could be counted, or only what it gave is hidden."""

    def fact(self, name: str) -> str:
        """The fact worth finding out, in words."""
        return f"count {name}'s coins" if self.unknown == "wealth" else f"what {name} gave"


class _Reach(NamedTuple):
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
    reach = _reach(observation, belief)
    if not reach.seats or state.seats[observation.seat].forfeited:
        return np.zeros(1)
    out: Floats = reach.at_least.prod(axis=0)
    if not _all_equal_all_out(observation):
        out = out - reach.equal.prod(axis=0)
    clipped: Floats = np.clip(out, 0.0, 1.0)
    return clipped


def elimination_chance(observation: Observation, belief: Belief, chest: int) -> float:
    """The chance that the observer with this chest would be out if the game ended now (see above)."""
    chances = elimination_chances(observation, belief)
    return float(chances[min(max(chest, 0), len(chances) - 1)])


def own_elimination_chance(observation: Observation, belief: Belief, coins: int = 0) -> float:
    """The same for the observer's own chest after giving ``coins``, averaged where it lost count of it."""
    return float(
        _after_giving(elimination_chances(observation, belief), _own_chest(observation, belief), coins)
    )


def least_chest(chances: Floats, safety: float) -> int:
    """The least chest that stays in with at least this chance; ``chances`` as of :func:`elimination_chances`."""
    return int(np.argmax(1.0 - chances >= safety - _ROUNDING))


def donation_panel(observation: Observation, belief: Belief) -> Panel:
    """The others' coins as believed, and what the observer has to give to be safe."""
    chances = elimination_chances(observation, belief)
    own = _own_chest(observation, belief)
    most = len(cash_distribution(belief, observation.seat)) - 1
    out = np.array([_after_giving(chances, own, coins) for coins in range(most + 1)])
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


def decisive_opponent(observation: Observation, belief: Belief) -> Decisive | None:
    """Whose chest matters most: knowing it would take away most variance of the own chance of elimination.

    The largest variance over all amounts that the observer could give now counts. With two players the dice
    alone decide on the observer, so there it is the opponent's own survival that its chest tells of. None where
    nothing more could be learnt.
    """
    if observation.players == 2:
        seat = 1 - observation.seat
        return _decisive(observation, [(_variance(chest_distribution(belief, seat), SURVIVAL), seat)])
    reach = _reach(observation, belief)
    own = _own_chest(observation, belief)
    most = len(cash_distribution(belief, observation.seat)) - 1
    all_out = _all_equal_all_out(observation)
    found = []
    for row, seat in enumerate(reach.seats):
        rest = np.arange(len(reach.seats)) != row
        above = reach.at_least[rest].prod(axis=0)
        level = np.zeros_like(above) if all_out else reach.equal[rest].prod(axis=0)
        found.append((_largest_variance(reach.equal[row], above, level, own, most), seat))
    return _decisive(observation, found)


def _decisive(observation: Observation, found: list[tuple[float, int]]) -> Decisive | None:
    variance, seat = max(found, key=lambda entry: entry[0], default=(0.0, -1))
    if variance < _NOTHING:
        return None
    low, high = observation.money[seat].wealth
    return Decisive(seat, variance, "split" if low == high else "wealth")


def _largest_variance(chances: Floats, above: Floats, level: Floats, own: Floats, most: int) -> float:
    """Over 0..most coins given: the variance of P(out | D) when D is drawn from ``chances``.

    P(out | D) = sum over own chests c of P(c) (above[c] for D >= c, less level[c] for D = c).
    """
    size = len(chances)
    table = np.tril(np.ones((size, size))) * above - np.diag(level)  # [D, c]
    best = 0.0
    for coins in range(most + 1):
        kept = own[: max(0, size - coins)]  # a higher chest is above this opponent's: never out
        given = table[:, coins : coins + len(kept)] @ kept
        mean = float(chances @ given)
        best = max(best, float(chances @ (given - mean) ** 2))
    return best


def _variance(chances: Floats, value: Floats) -> float:
    given = value[np.minimum(np.arange(len(chances)), len(value) - 1)]
    mean = float(chances @ given)
    return float(chances @ (given - mean) ** 2)


def _reach(observation: Observation, belief: Belief) -> _Reach:
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
    return _Reach(seats, np.cumsum(equal[:, ::-1], axis=1)[:, ::-1], equal)


def _own_chest(observation: Observation, belief: Belief) -> Floats:
    return chest_distribution(belief, observation.seat)


def _after_giving(chances: Floats, own: Floats, coins: int) -> float:
    chest = np.minimum(np.arange(len(own)) + coins, len(chances) - 1)
    return float(own @ chances[chest])


def _all_equal_all_out(observation: Observation) -> bool:
    return bool(observation.edition.shared_rules()[0].all_equal_all_out)
