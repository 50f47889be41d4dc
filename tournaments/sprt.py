"""A sequential test: is a candidate better than a base? Decided as early as the games allow.

The generalised sequential probability ratio test on the mean score of a block (all seat rotations of one deal),
with the variance estimated from the blocks themselves: blocks share their luck, games within one do not count as
independent. See M. Van den Bergh, "The Generalized Maximum Likelihood Ratio for the Expectation Value of a
Distribution", and the practice of Stockfish's Fishtest.
"""

import math
from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from livingstone.ai.student import Estimate, estimate

LEAST_BLOCKS: Final = 16
"""Before that the estimated variance is too uncertain for a verdict."""


class Verdict(StrEnum):
    """What the games say so far."""

    BETTER = "better"
    """Accept: the candidate gains at least ``elo1`` (up to the error alpha)."""
    NOT_BETTER = "not better"
    """Reject: it gains at most ``elo0`` (up to the error beta)."""
    OPEN = "open"
    """More games are needed."""


class Hypotheses(NamedTuple):
    """The two hypotheses, in Elo points, and the errors that are accepted."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Of the log-likelihood ratio: reject at or below the first, accept at or above the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


class Reading(NamedTuple):
    """The state of a test."""

    verdict: Verdict
    llr: float
    blocks: int
    score: Estimate
    """Mean block score of the candidate, 0 to 1."""


def expected_score(elo: float) -> float:
    """The score that a difference in Elo points leads to."""
    return 1 / (1 + 10 ** (-elo / 400))


def read(scores: Sequence[float], test: Hypotheses) -> Reading:
    """Read the test after some blocks; ``scores`` are the candidate's mean scores by block, 0 to 1.

    Raises:
        ValueError: without any block.
    """
    count = len(scores)
    mean = estimate(scores, bounds=(0.0, 1.0))
    ratio = _llr(scores, mean.mean, test)
    low, high = test.bounds
    verdict = Verdict.OPEN
    if count >= LEAST_BLOCKS and ratio >= high:
        verdict = Verdict.BETTER
    elif count >= LEAST_BLOCKS and ratio <= low:
        verdict = Verdict.NOT_BETTER
    return Reading(verdict, ratio, count, mean)


def _llr(scores: Sequence[float], mean: float, test: Hypotheses) -> float:
    """Of the mean being ``elo1``'s score against ``elo0``'s, for a normal mean of estimated variance."""
    count = len(scores)
    if count < 2:
        return 0.0
    # The variance about the mean, as if one more block had scored evenly: identical blocks are no certainty.
    squares = math.fsum((score - mean) ** 2 for score in scores) + (mean - 0.5) ** 2 + 1 / 12
    variance = squares / count
    score0, score1 = expected_score(test.elo0), expected_score(test.elo1)
    return count * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance)
