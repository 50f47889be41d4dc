"""Scores as differences on the Elo scale, on which 400 points are odds of 10 to 1."""

import math

from livingstone.ai.student import Estimate


def elo(score: float) -> float:
    """The difference that gives an expected score from 0 to 1; infinite at its ends."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def elo_estimate(score: Estimate) -> Estimate:
    """A score and its interval as differences."""
    return Estimate(elo(score.mean), elo(score.low), elo(score.high))
