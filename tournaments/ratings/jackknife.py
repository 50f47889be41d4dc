"""How sure a fit is: each deal is left out once, by one step of Newton's method from the full fit.

Games of one deal share their luck, and pairs of one game their bots, so intervals that take pairs for independent
cover only 77-94 % where they claim 95.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from livingstone.tournaments.ratings.games import Pairs
from livingstone.tournaments.ratings.model import SIGNS, Fit, Floats, chance, parameters_of, sums

_CHUNK_VALUES: Final = 1 << 23
"""Numbers held at once (64 MiB)."""


class Jackknife(NamedTuple):
    """Logistic units; bots and seat effects as in the fit."""

    covariance: Floats
    model: Floats
    """The covariance that the model itself expects, by its curvature."""
    deals: int
    own_deals: np.ndarray
    """Deals that each bot took part in, shape (bots,): its degrees of freedom, plus one."""


def left_out(pairs: Pairs, fitted: Fit) -> Floats:
    """The parameters without each deal in turn: shape (deals, parameters)."""
    size = len(fitted.theta)
    order = np.argsort(pairs.deal, kind="stable")
    parameters, deal = parameters_of(pairs)[order], pairs.deal[order]
    expected = chance(parameters, fitted.theta)
    slope = pairs.weight[order] * (pairs.score[order] - expected)
    curve = pairs.weight[order] * expected * (1 - expected)
    estimates = np.empty((pairs.deals, size))
    chunk = max(1, _CHUNK_VALUES // (size * size))
    for first in range(0, pairs.deals, chunk):
        count = min(chunk, pairs.deals - first)
        rows = slice(*np.searchsorted(deal, [first, first + count]))
        local, chosen = deal[rows] - first, parameters[rows]
        places = local[:, None] * size + chosen
        gradient = sums(places.ravel(), (slope[rows][:, None] * SIGNS).ravel(), count * size).reshape(
            count, size
        )
        flat = (places[:, :, None] * size + chosen[:, None, :]).ravel()
        outer = (curve[rows][:, None, None] * np.outer(SIGNS, SIGNS)).ravel()
        hessian = sums(flat, outer, count * size * size).reshape(count, size, size)
        step = np.linalg.solve(fitted.hessian - hessian, gradient[:, :, None])[:, :, 0]
        estimates[first : first + count] = fitted.theta - step
    return estimates


def jackknife(pairs: Pairs, fitted: Fit) -> Jackknife:
    """The covariance of the fit over deals."""
    deviations = left_out(pairs, fitted)
    deviations -= deviations.mean(axis=0)
    count = pairs.deals
    covariance = deviations.T @ deviations * ((count - 1) / max(count, 1))
    present = np.zeros((len(pairs.bots), count), bool)
    present[pairs.one, pairs.deal] = True
    present[pairs.other, pairs.deal] = True
    model = np.asarray(np.linalg.inv(fitted.hessian), np.float64)
    return Jackknife(covariance, model, count, present.sum(axis=1))


def error_of(spread: Jackknife, contrast: Floats, bots: Sequence[int]) -> float:
    """Standard error of a difference of parameters, in logistic units; ``bots``: whose deals it rests on."""
    return error_over(spread, contrast, min(int(spread.own_deals[bot]) for bot in bots))


def error_over(spread: Jackknife, contrast: Floats, deals: int) -> float:
    """Standard error of a sum of parameters, in logistic units, that rests on so many deals.

    A few deals that all came out alike are no certainty (two that one bot won would have an error of 0), so a part of
    the variance that the model expects is added: half of it at two deals, less than 1 % at 15.
    """
    variance = contrast @ spread.covariance @ contrast
    variance += 2 * (contrast @ spread.model @ contrast) / max(1, deals) ** 2
    return math.sqrt(max(0.0, float(variance)))
