"""The parts of a report on their own: the sentence on top, the scale of the drawings, time and balance."""

import math
import random
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from livingstone.tournaments.ratings.games import RatedGame
from livingstone.tournaments.ratings.table import Row, rate
from livingstone.web.report_balance import size_balance
from livingstone.web.report_replays import chosen
from livingstone.web.report_source import ReportGame
from livingstone.web.report_tally import Tally, spread
from livingstone.web.report_verdict import verdict
from livingstone.web.report_whisker import WIDTH, Scale
from store_runs import block
from store_runs import games as store_games


def games(
    chance: float, count: int, *, pair: tuple[str, str] = ("ann", "bob"), first: int = 0
) -> list[RatedGame]:
    """Games of two, a deal for each two of them; the first of the pair wins each with this chance."""
    rng, found = random.Random(5), []
    for number in range(count):
        won = rng.random() < chance
        bots, places = pair, (1, 2) if won else (2, 1)
        if number % 2:
            bots, places = (pair[1], pair[0]), places[::-1]
        shares = tuple(float(place == 1) for place in places)
        found.append(RatedGame(first + number // 2, bots, places, shares, (False, False)))
    return found


def sentence(played: Sequence[RatedGame]) -> tuple[str, bool]:
    return verdict(rate(played), played, "placement")


@pytest.mark.parametrize(
    ("played", "expected", "certain"),
    [
        ([], "No game has been played yet.", False),
        (games(0.8, 400), "“ann” leads “bob” by ", True),
        (games(0.2, 400), "“bob” leads “ann” by ", True),
        (games(0.52, 40), "the games do not tell which is the stronger.", False),
        (games(1, 40), "the lead has no upper bound.", False),
        (games(1, 2), "the lead has no upper bound.", False),
        (games(1, 10) + games(0.5, 10, pair=("eve", "fay"), first=50), "no games connect them.", False),
    ],
)
def test_the_verdict(played: list[RatedGame], expected: str, certain: bool) -> None:
    text, is_certain = sentence(played)
    assert expected in text
    assert is_certain == certain
    assert text.endswith(".")
    assert text.count(":") <= 1
    assert "inf" not in text
    assert "nan" not in text


def test_the_interval_of_the_lead_is_that_of_the_difference() -> None:
    """With a third bot as anchor that hardly plays, both ratings are vague, and their difference is not."""
    played = games(0.7, 600) + games(0.5, 8, pair=("eve", "bob"), first=1000)
    table = rate(played, "eve")
    assert table.rows[0].bot == "ann"
    assert table.rows[0].low < table.rows[1].high, "the intervals overlap"
    text, is_certain = verdict(table, played, "placement")
    assert is_certain
    assert "it is the stronger of the two" in text


def test_level_bots() -> None:
    played = [*games(1, 20), *games(0, 20, first=100)]
    text, is_certain = sentence(played)
    assert "are level" in text
    assert not is_certain


def test_one_deal_says_nothing_of_certainty() -> None:
    played = [RatedGame(0, ("ann", "bob"), (1, 2), (1, 0)), RatedGame(0, ("bob", "ann"), (1, 2), (1, 0))]
    assert "inf" not in sentence(played)[0]
    assert not sentence(played)[1]


def row(elo: float, low: float, high: float) -> Row:
    return Row("x", elo, low, high, "", 1, 1, 0.5, 0.5, 0.0, 0)


def test_everything_finite_fits_on_the_scale() -> None:
    rows = [row(1000, 900, 1100), row(1400, -math.inf, 1500), row(300, 250, math.inf), row(1000, 1000, 1000)]
    scale = Scale(rows)
    for one in rows:
        mark = scale.whisker(one)
        assert 0 <= mark.left <= mark.x <= mark.right <= WIDTH
        assert (mark.open_left, mark.open_right) == (math.isinf(one.low), math.isinf(one.high))
    assert scale.whisker(rows[1]).left == 0
    assert scale.whisker(rows[2]).right == WIDTH
    assert [tick.elo for tick in scale.ticks] == [500, 1000, 1500]
    assert scale.x(1000) - scale.x(500) == pytest.approx(scale.x(1500) - scale.x(1000), abs=0.2)


@pytest.mark.parametrize("rows", [[], [row(1000, 1000, 1000)], [row(900, -math.inf, math.inf)]])
def test_a_scale_has_a_width_whatever_is_on_it(rows: list[Row]) -> None:
    scale = Scale(rows)
    assert len(scale.ticks) >= 2
    assert all(scale.whisker(one) for one in rows)


def test_the_95th_percentile_leaves_out_one_game_in_twenty() -> None:
    tally = Tally("x", decisions=100, seconds=2.0, turns=[number / 1000 for number in range(1, 101)])
    assert tally.p95_ms == pytest.approx(95)
    assert tally.slowest_ms == pytest.approx(100)
    assert tally.decision_ms == pytest.approx(20)
    assert Tally("y", turns=[0.0]).p95_ms is None


def test_games_are_spread_over_the_whole_run() -> None:
    numbers: list[int] = list(range(100))
    assert spread(numbers, 4) == [0, 25, 50, 75]  # type: ignore[arg-type, comparison-overlap]
    assert spread(numbers, 1000) == numbers  # type: ignore[arg-type, comparison-overlap]
    assert spread([], 5) == []
    assert chosen([], 5) == chosen([], "all") == []


def test_a_seat_counts_from_the_start_player() -> None:
    """Deals that are not shared may give a bot the first turn in both rotations."""
    of = block(1, 2, fresh=True)
    first, second = (of.bots[0].name, of.bots[1].name)
    stored = [replace(one, start=start) for one, start in zip(store_games(of), (0, 1), strict=True)]
    rated = RatedGame(0, (first, second), (1, 2), (1.0, 0.0))
    part = size_balance(2, [ReportGame(one, rated) for one in stored])
    assert (part.blocks, part.games, part.bots, part.pairs) == (1, 2, (2, 2), (2, 2))
    assert (part.seats, part.uneven) == ((0, 2), 2)
