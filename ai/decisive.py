"""Whose hidden money matters most to the observer: the fact that is worth finding out."""

from typing import Final, Literal, NamedTuple

import numpy as np

from livingstone.ai.belief import cash_distribution, chest_distribution, thinned
from livingstone.ai.determinisation import Belief
from livingstone.ai.rewards import SURVIVAL, Floats
from livingstone.ai.safety import all_equal_all_out, own_chest, reach_of
from livingstone.engine.observation import Observation

MOST_GIFTS: Final = 200
"""Amounts to give that are tried; all of them at real tables (see :func:`livingstone.ai.belief.thinned`)."""
_NOTHING: Final = 1e-9
"""A variance below this is rounding."""


class Decisive(NamedTuple):
    """The opponent whose money matters most to the observer."""

    seat: int
    variance: float
    """Variance of a chance of elimination that knowing this chest would take away."""
    unknown: Literal["wealth", "split"]
    """What could be found out: its coins could be counted, or only what it gave is hidden."""

    def fact(self, name: str) -> str:
        """The fact worth finding out, in words."""
        return f"count {name}'s coins" if self.unknown == "wealth" else f"what {name} gave"


def decisive_opponent(observation: Observation, belief: Belief) -> Decisive | None:
    """Whose chest matters most: knowing it would take away most variance of the own chance of elimination.

    The largest variance over all amounts that the observer could give now counts. With two players the dice
    alone decide on the observer, so there it is the opponent's own survival that its chest tells of. None where
    nothing more could be learnt.
    """
    found = _of_two(observation, belief) if observation.players == 2 else _of_more(observation, belief)
    variance, seat = max(found, key=lambda entry: entry[0], default=(0.0, -1))
    if variance < _NOTHING:
        return None
    low, high = observation.money[seat].wealth
    return Decisive(seat, variance, "split" if low == high else "wealth")


def _of_two(observation: Observation, belief: Belief) -> list[tuple[float, int]]:
    """The variance of the opponent's survival (R46), and its seat."""
    seat = 1 - observation.seat
    chances = chest_distribution(belief, seat)
    survival = SURVIVAL[np.minimum(np.arange(len(chances)), len(SURVIVAL) - 1)]
    return [(_variance(chances, survival), seat)]


def _of_more(observation: Observation, belief: Belief) -> list[tuple[float, int]]:
    """The largest variance of the observer's elimination (R43) by other seat in play."""
    reach = reach_of(observation, belief)
    own = own_chest(observation, belief)
    most = len(cash_distribution(belief, observation.seat)) - 1
    all_out = all_equal_all_out(observation)
    found = []
    for row, seat in enumerate(reach.seats):
        rest = np.arange(len(reach.seats)) != row
        above = reach.at_least[rest].prod(axis=0)
        level = np.zeros_like(above) if all_out else reach.equal[rest].prod(axis=0)
        found.append((_largest_variance(reach.equal[row], above, level, own, most), seat))
    return found


def _largest_variance(chances: Floats, above: Floats, level: Floats, own: Floats, most: int) -> float:
    """Over 0..most coins given: the variance of P(out | D) when the chest D is drawn from ``chances``.

    P(out | D) = sum over own chests c of P(c) (above[c] for D >= c, less level[c] for D = c). All arrays are
    float64 by coins, those of the others of one length; a higher own chest is never out. Only coins that are
    possible are gone through: a position may leave a range of a million open.
    """
    possible, chests = np.flatnonzero(chances), np.flatnonzero(own)
    best = 0.0
    for coins in thinned(0, min(most, len(chances) - 1), MOST_GIFTS).tolist():
        given = np.zeros(len(possible))
        for kept in chests[chests < len(chances) - coins].tolist():
            chest = kept + coins
            given += own[kept] * (above[chest] * (possible >= chest) - level[chest] * (possible == chest))
        best = max(best, _variance(chances[possible], given))
    return best


def _variance(chances: Floats, values: Floats) -> float:
    mean = float(chances @ values)
    return float(chances @ (values - mean) ** 2)
