"""Win chances read out of several trees, and how sure they are."""

import numpy as np
import pytest

from livingstone.ai.plans import Statistics, half_width, win_gap


def statistics(visits: list[float], win: list[float]) -> Statistics:
    """Of trees with these visits of a path and these win chances."""
    found = Statistics(len(visits))
    found.visits[:] = visits
    found.wins[:] = np.array(visits) * win
    return found


def test_trees_of_equal_visits_give_the_interval_of_their_mean() -> None:
    win = [0.5, 0.6, 0.4, 0.7]
    found = statistics([100] * 4, win)
    assert found.win == pytest.approx(0.55)
    assert found.win_half_width() == pytest.approx(half_width(np.array(win)))


def test_a_tree_that_turned_away_says_next_to_nothing() -> None:
    """Measured in a last round of two players: with all trees alike this interval was +-0.22."""
    found = statistics(
        [710, 3, 767, 500, 0, 4, 716, 8], [0.784, 0.328, 0.794, 0.768, 0.0, 0.48, 0.787, 0.487]
    )
    assert found.effective_trees == pytest.approx(3.95, abs=0.05)
    assert found.win == pytest.approx(0.783, abs=0.001)
    half = found.win_half_width()
    assert half is not None
    assert 0.01 < half < 0.03


def test_one_tree_alone_has_no_interval() -> None:
    assert statistics([500, 0, 0, 2], [0.4, 0.0, 0.0, 0.5]).win_half_width() is None
    assert statistics([500], [0.4]).win_half_width() is None
    gap, half = win_gap(statistics([500, 0], [0.4, 0.0]), statistics([100, 100], [0.3, 0.2]))
    assert gap == pytest.approx(0.15)
    assert half is None


def test_a_gap_is_the_one_of_the_chances_shown_and_knows_what_trees_have_in_common() -> None:
    low, high = [0.30, 0.40, 0.50, 0.20], [0.35, 0.46, 0.54, 0.25]
    gap, half = win_gap(statistics([80] * 4, high), statistics([40] * 4, low))
    assert gap == pytest.approx(0.05)
    assert half == pytest.approx(half_width(np.subtract(high, low)))
    assert half is not None
    assert gap > half


def test_where_all_tries_ended_alike_there_is_no_spread() -> None:
    assert statistics([9, 12, 3], [1.0, 1.0, 1.0]).win_half_width() == 0.0


@pytest.mark.parametrize("trees", [4, 8])
@pytest.mark.parametrize("unlike", [0.3, 2, 8])
def test_intervals_hold_the_truth_as_often_as_they_say(trees: int, unlike: float) -> None:
    """Trees that differ by themselves, visited alike or very unlike: 95 % of the intervals hold their common mean."""
    rng = np.random.default_rng(1)
    held = []
    for _ in range(2000):
        visits = np.floor(1000 * rng.random(trees) ** unlike) + 1
        found = statistics(visits.tolist(), (0.5 + 0.05 * rng.standard_normal(trees)).tolist())
        half = found.win_half_width()
        if half is not None:
            held.append(abs(found.win - 0.5) <= half)
    assert 0.92 <= np.mean(held) <= 0.97
