"""The Bradley-Terry model on the Elo scale, with seat effects, fitted at once to all pairs.

The chance that one scores against the other is ``1 / (1 + 10 ** (-d / 400))`` with d the difference of rating
plus seat effect. A weak Gaussian prior keeps everything finite; it moves a rating that has been measured by a
fraction of its error.
"""

import math
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from livingstone.tournaments.ratings.games import SEAT_EFFECTS, Pairs

Floats = npt.NDArray[np.float64]

ELO: Final = 400 / math.log(10)
"""Elo points in a unit of the logistic scale."""
RATING_PRIOR_ELO: Final = 1200.0
SEAT_PRIOR_ELO: Final = 150.0
"""Standard deviations of the prior."""
_STEPS: Final = 100
_CLOSE: Final = 1e-10


class Cells(NamedTuple):
    """Pairs that share bots and seats, summed up: what the likelihood depends on."""

    parameters: npt.NDArray[np.int64]
    """Shape (cells, 4): one, its seat, other, its seat, as indices of parameters."""
    score: Floats
    """Sum of weight times score."""
    weight: Floats


class Fit(NamedTuple):
    """The mode of the posterior. Parameters are the bots in order, then the seat effects; logistic units."""

    theta: Floats
    hessian: Floats
    """Of the negative log posterior, shape (parameters, parameters)."""
    bots: int


SIGNS: Final = np.array([1.0, 1.0, -1.0, -1.0])
"""How the four parameters of a pair enter its difference."""


def parameters_of(pairs: Pairs) -> npt.NDArray[np.int64]:
    """The four parameters of each pair: one, its seat, other, its seat; shape (pairs, 4)."""
    count = len(pairs.bots)
    return np.stack([pairs.one, count + pairs.seat_one, pairs.other, count + pairs.seat_other], axis=1)


def cells_of(pairs: Pairs) -> Cells:
    """Sum up the pairs."""
    parameters, inverse = np.unique(parameters_of(pairs), axis=0, return_inverse=True)
    inverse = inverse.reshape(-1)
    count = len(parameters)
    return Cells(
        parameters, sums(inverse, pairs.weight * pairs.score, count), sums(inverse, pairs.weight, count)
    )


def prior_precision(bots: int) -> Floats:
    """By parameter."""
    scales = np.concatenate([np.full(bots, RATING_PRIOR_ELO), np.full(SEAT_EFFECTS, SEAT_PRIOR_ELO)])
    return np.asarray((ELO / scales) ** 2)


def chance(parameters: npt.NDArray[np.int64], theta: Floats) -> Floats:
    """Of ``one`` to score, by row of parameters."""
    return np.asarray(1 / (1 + np.exp(-(theta[parameters] @ SIGNS))))


def fit(pairs: Pairs) -> Fit:
    """Newton's method from zero; the posterior is strictly concave, so it finds the one mode."""
    bots = len(pairs.bots)
    cells = cells_of(pairs)
    precision = prior_precision(bots)
    theta = np.zeros(bots + SEAT_EFFECTS)
    hessian = np.diag(precision)
    for _ in range(_STEPS):
        gradient, hessian = _derivatives(cells, theta, precision)
        step = np.linalg.solve(hessian, gradient)
        # A step of more than one unit (174 Elo) could overshoot where the curve is flat.
        theta = theta + step * min(1.0, 1.0 / max(float(np.abs(step).max()), 1e-300))
        if float(np.abs(step).max()) < _CLOSE:
            break
    return Fit(theta, hessian, bots)


def _derivatives(cells: Cells, theta: Floats, precision: Floats) -> tuple[Floats, Floats]:
    """Gradient of the log posterior and Hessian of its negative."""
    size = len(theta)
    expected = chance(cells.parameters, theta)
    slope = cells.score - cells.weight * expected
    curve = cells.weight * expected * (1 - expected)
    gradient = sums(cells.parameters.ravel(), np.outer(slope, SIGNS).ravel(), size)
    hessian = scatter(cells.parameters, curve, size)
    return gradient - precision * theta, hessian + np.diag(precision)


def scatter(parameters: npt.NDArray[np.int64], curve: Floats, size: int) -> Floats:
    """Sum of ``curve`` times the outer product of the signs, at the parameters' places; shape (size, size)."""
    flat = (parameters[:, :, None] * size + parameters[:, None, :]).ravel()
    outer = (curve[:, None, None] * np.outer(SIGNS, SIGNS)).ravel()
    return sums(flat, outer, size * size).reshape(size, size)


def sums(places: npt.NDArray[np.int64], values: Floats, size: int) -> Floats:
    """The values summed up by place, shape (size,)."""
    return np.asarray(np.bincount(places, values, size), np.float64)
