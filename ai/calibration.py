"""From what a search says to what happens: chances corrected by what came of such chances in played games.

A search's chances are chances against its own simulated players, and early in a game they are too sure of
themselves. A small logistic map by number of players and progress of the game sets that right; its coefficients
come from ``benchmarks/calibration.py`` (see docs/strength.md). It is increasing, so it changes no choice, and it
leaves 0 and 1 alone: what is certain needs no correction.
"""

import math
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import msgspec

from livingstone.engine.codec import convert, loads
from livingstone.engine.constants import Phase
from livingstone.engine.observation import Observation

LEAST_SLOPE: Final = 0.1
"""Of the logit: keeps the map increasing where a fit would not be."""
_SAME: Final = 1e-9
"""Chances closer than this have no chord between them."""


class Stage(NamedTuple):
    """Where in a game a position is."""

    progress: float
    """How much is played, 0 to 1: columns scored, and dice of this round that are gone."""
    last: bool
    """The last round, unless the boat goes back: now coins go into the chests."""


class Coefficients(msgspec.Struct, frozen=True):
    """Of the map for one number of players: offset and slope of the logit, by :func:`features`."""

    offset: tuple[float, ...]
    slope: tuple[float, ...]


class Table(msgspec.Struct, frozen=True):
    """The data file."""

    recipe: str
    games: int
    positions: int
    simulations: int
    """Of each search that the map was fitted to; five times as many in the last round."""
    win: dict[str, Coefficients]
    """By number of players."""
    out: dict[str, Coefficients]


class Curve(NamedTuple):
    """An increasing map of chances: logit(calibrated) = offset + slope * logit(raw)."""

    offset: float = 0.0
    slope: float = 1.0

    def __call__(self, raw: float) -> float:
        """The calibrated chance; 0 and 1 are kept."""
        if not 0.0 < raw < 1.0:
            return raw
        logit = self.offset + self.slope * (math.log(raw) - math.log1p(-raw))
        return 1.0 / (1.0 + math.exp(-logit)) if logit > -700.0 else 0.0

    def half_width(self, raw: float, half: float | None) -> float | None:
        """Half the interval of the calibrated chance: the longer side of the mapped interval raw +- half.

        None, and what says nothing (1 or more), stay what they are.
        """
        if half is None or half >= 1.0:
            return half
        middle = self(raw)
        return max(middle - self(max(0.0, raw - half)), self(min(1.0, raw + half)) - middle)

    def scale(self, first: float, second: float) -> float:
        """How much longer the calibrated distance of two chances is than the raw one (their slope if equal)."""
        low, high = min(first, second), max(first, second)
        if high - low < _SAME:
            low, high = max(0.0, low - _SAME), min(1.0, high + _SAME)
        return (self(high) - self(low)) / (high - low)


class Calibration(NamedTuple):
    """The maps of one position."""

    win: Curve = Curve()
    out: Curve = Curve()


def calibration_of(observation: Observation) -> Calibration:
    """The maps for the observer's chances in a position."""
    table, players, stage = shipped(), str(observation.players), stage_of(observation)
    return Calibration(curve(table.win[players], stage), curve(table.out[players], stage))


def curve(coefficients: Coefficients, stage: Stage) -> Curve:
    """The map at one moment of a game."""
    basis = features(stage)
    offset, slope = (
        sum(weight * value for weight, value in zip(weights, basis, strict=True))
        for weights in (coefficients.offset, coefficients.slope)
    )
    return Curve(offset, max(LEAST_SLOPE, slope))


def features(stage: Stage) -> tuple[float, ...]:
    """What offset and slope are linear in."""
    return (1.0, stage.progress, float(stage.last))


def stage_of(observation: Observation) -> Stage:
    """Where in a game a position is."""
    state = observation.record[0]
    dice = observation.edition.dice_per_player * observation.players
    left = int(state.pool.sum()) + (observation.phase == Phase.DIE_HELD)
    progress = (int(state.boat) + 1.0 - left / dice) / observation.edition.columns
    return Stage(progress, observation.rounds_left <= 0)


@cache
def shipped() -> Table:
    """The coefficients that come with this version."""
    return convert(loads(files("livingstone.ai").joinpath("calibration.json").read_bytes()), Table)
