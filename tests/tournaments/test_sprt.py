"""The sequential test: its errors are those it was asked for, and it never hurries."""

import math

import numpy as np
import pytest

from livingstone.tournaments.sprt import LEAST_BLOCKS, Hypotheses, Reading, Verdict, expected_score, read

ASKED = Hypotheses(elo0=0.0, elo1=40.0, alpha=0.05, beta=0.05)


def play(elo: float, rng: np.random.Generator, test: Hypotheses = ASKED, longest: int = 5000) -> Reading:
    """Blocks of two games that share half their luck, until the test ends."""
    scores: list[float] = []
    while len(scores) < longest:
        for _ in range(8):
            luck = rng.normal(0, 0.5)
            chance = 1 / (1 + math.exp(-(math.log(10) / 400 * elo + luck)))
            scores.append(float(rng.binomial(2, chance)) / 2)
        reading = read(scores, test)
        if reading.verdict is not Verdict.OPEN:
            return reading
    return read(scores, test)


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, Verdict.BETTER), (40.0, Verdict.NOT_BETTER)])
def test_wrong_verdicts_are_as_rare_as_asked(elo: float, wrong: Verdict) -> None:
    rng = np.random.default_rng(5)
    readings = [play(elo, rng) for _ in range(120)]
    assert all(reading.verdict is not Verdict.OPEN for reading in readings)
    errors = sum(reading.verdict is wrong for reading in readings)
    assert errors <= 13  # 5 % of 120 is 6; more than 13 has a chance of 0.4 %


def test_far_from_the_hypotheses_it_ends_sooner() -> None:
    rng = np.random.default_rng(6)
    far = np.mean([play(200.0, rng).blocks for _ in range(20)])
    near = np.mean([play(20.0, rng).blocks for _ in range(20)])
    assert far < near / 2


def test_a_clean_sweep_needs_the_least_number_of_blocks() -> None:
    assert read([1.0] * (LEAST_BLOCKS - 1), ASKED).verdict is Verdict.OPEN
    assert read([1.0] * 40, ASKED).verdict is Verdict.BETTER
    assert read([0.0] * 40, ASKED).verdict is Verdict.NOT_BETTER


def test_all_even_speaks_for_the_base() -> None:
    reading = read([0.5] * 100, ASKED)
    assert reading.llr < 0
    assert reading.score.mean == 0.5


def test_the_bounds_are_walds() -> None:
    assert Hypotheses().bounds == pytest.approx((math.log(0.05 / 0.95), math.log(0.95 / 0.05)))
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert read([0.7], ASKED).llr == 0.0
