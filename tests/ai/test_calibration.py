"""Calibrated chances: the map keeps order and certainty, and what it predicts comes true about as often."""

import itertools
import sys
from pathlib import Path

import numpy as np
import pytest
from calibrating.fit import fit
from calibrating.games import rows_of
from calibrating.intervals import coverage, intervals_of
from calibrating.report import predictions
from calibrating.scores import reliability, scores

from livingstone.ai import advice
from livingstone.ai.calibration import (
    Calibration,
    Curve,
    Stage,
    calibration_of,
    curve,
    features,
    shipped,
    stage_of,
)
from livingstone.ai.effort import Effort
from livingstone.ai.plans import doubt, with_doubt
from livingstone.engine.codec import dumps
from livingstone.engine.constants import MAX_SEATS, MIN_SEATS
from livingstone.engine.game import Game
from sample_games import random_game, random_games

ROOT = Path(__file__).parents[2]
PLAYERS = tuple(str(count) for count in range(MIN_SEATS, MAX_SEATS + 1))
STAGES = [Stage(progress, progress >= 0.9) for progress in np.linspace(0.0, 1.0, 21).tolist()]


def shipped_curves() -> list[Curve]:
    tables = (shipped().win, shipped().out)
    return [curve(table[players], stage) for table in tables for players in PLAYERS for stage in STAGES]


def test_every_shipped_map_rises_and_keeps_what_is_certain() -> None:
    chances = np.linspace(0.0, 1.0, 401).tolist()
    for each in shipped_curves():
        values = [each(chance) for chance in chances]
        assert values[0] == 0.0 and values[-1] == 1.0
        assert all(low < high for low, high in itertools.pairwise(values))
        assert each(1e-12) < 0.1 and each(1 - 1e-12) > 0.9


def test_the_maps_correct_something() -> None:
    assert max(abs(each(0.5) - 0.5) for each in shipped_curves()) > 0.02


def test_an_interval_is_mapped_with_its_ends() -> None:
    each = Curve(-0.4, 0.7)
    for raw, half in ((0.0, 0.1), (0.3, 0.05), (0.97, 0.2), (1.0, 0.0)):
        mapped = each.half_width(raw, half)
        assert mapped is not None
        assert each(raw) - mapped <= each(max(0.0, raw - half)) + 1e-12
        assert each(raw) + mapped >= each(min(1.0, raw + half)) - 1e-12
    assert each.half_width(0.5, None) is None
    assert each.half_width(0.5, 1.5) == 1.5  # says nothing
    assert Curve().half_width(0.5, 0.1) == pytest.approx(0.1)


def test_a_difference_is_scaled_to_the_difference_of_the_mapped_chances() -> None:
    each = Curve(0.3, 0.6)
    for first, second in ((0.2, 0.5), (0.5, 0.2), (0.0, 1.0), (0.99, 0.1)):
        assert each.scale(first, second) * (first - second) == pytest.approx(each(first) - each(second))
    assert each.scale(0.4, 0.4) == pytest.approx(each.scale(0.4, 0.4001), rel=1e-2)
    assert Curve().scale(0.7, 0.7) == pytest.approx(1.0)


def test_the_data_file_is_what_the_recipe_writes() -> None:
    table = shipped()
    assert tuple(table.win) == tuple(table.out) == PLAYERS
    for each in (*table.win.values(), *table.out.values()):
        assert len(each.offset) == len(each.slope) == len(features(STAGES[0]))
    assert table.games >= 500 and table.positions >= 2000
    data = (ROOT / "ai" / "calibration.json").read_bytes()
    assert data == dumps(table, newline=True)


def test_a_stage_goes_from_nothing_played_to_nearly_all() -> None:
    for seed, players in ((1, 2), (2, 3), (3, 5)):
        seen = [
            stage_of(game.observation())
            for game in random_game(players, "schmidt-2009", seed)
            if not game.awaits_chance and not game.is_over
        ]
        assert seen[0] == Stage(0.0, False)
        assert 0.9 < seen[-1].progress <= 1.0
        assert all(0.0 <= each.progress <= 1.0 for each in seen)
        assert all(each.progress > 0.9 - 1e-9 if each.last else each.progress < 0.9 + 1e-9 for each in seen)


def test_the_map_depends_on_the_moment_and_the_table() -> None:
    found = set()
    for players in (2, 3, 4, 5):
        game = Game.new(players, seed=1)
        game.roll()
        found.add(calibration_of(game.observation()))
    assert len(found) == 4
    for table in (shipped().win, shipped().out):
        assert len({curve(table["3"], stage) for stage in STAGES}) > 1


def test_a_fit_finds_the_map_that_made_the_data() -> None:
    rng = np.random.default_rng(1)
    raw, progress = rng.uniform(0.01, 0.99, 40_000), rng.uniform(0, 1, 40_000)
    raw[:100] = 1.0  # certain ones are left out
    truth = [Curve(-0.5 + each, 0.5 + 0.5 * each) for each in progress.tolist()]
    chances = np.array([each(chance) for each, chance in zip(truth, raw.tolist(), strict=True)])
    stages = [Stage(each, False) for each in progress.tolist()]
    found = fit(raw, stages, (rng.uniform(size=len(raw)) < chances).astype(float))
    for moment in (0.0, 0.5, 1.0):
        for chance in (0.1, 0.5, 0.9):
            assert curve(found, Stage(moment, False))(chance) == pytest.approx(
                Curve(-0.5 + moment, 0.5 + 0.5 * moment)(chance), abs=0.03
            )


def test_scores_tell_faults_from_chance() -> None:
    rng = np.random.default_rng(2)
    games = np.repeat(np.arange(2000), 4)
    chances = rng.uniform(0.2, 0.8, len(games))
    happened = (rng.uniform(size=len(games)) < chances).astype(float)
    good, bad = scores(chances, happened, games), scores(chances + 0.1, happened, games)
    assert good.positions == 8000 and good.games == 2000
    assert good.ece < 2 * good.noise < 0.05
    assert bad.ece == pytest.approx(0.1, abs=0.02)
    assert bad.brier > good.brier
    bins = reliability(chances, happened, games)
    assert [each.mean for each in bins] == sorted(each.mean for each in bins)
    assert sum(abs(each.happened - each.mean) <= each.half_width for each in bins) >= 8


def test_noise_counts_games_not_positions() -> None:
    rng = np.random.default_rng(3)
    chances = rng.uniform(0.2, 0.8, 500)
    happened = (rng.uniform(size=500) < chances).astype(float)
    alone = scores(chances, happened, np.arange(500))
    again = scores(np.repeat(chances, 4), np.repeat(happened, 4), np.repeat(np.arange(500), 4))
    assert again.noise == pytest.approx(alone.noise, rel=0.15)


def test_chances_come_true_in_games_of_varied_players() -> None:
    rows = list(rows_of(range(500_001, 500_049), 6, 500))
    for what in ("win", "out"):
        found = predictions(rows, what).scores()
        assert found.ece < 0.03 + 2 * found.noise
        assert found.brier < found.happened * (1 - found.happened)  # of who always says the mean


def test_a_hint_shows_calibrated_chances_in_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in random_games(range(4), stops=2):
        observation = game.observation()
        maps = calibration_of(observation)
        shown = advice.advise(observation, Effort(simulations=400), seed=3)
        with monkeypatch.context() as patch:
            patch.setattr(advice, "calibration_of", lambda _: Calibration())
            raw = advice.advise(observation, Effort(simulations=400), seed=3)
        for mine, its in zip((shown.best, *shown.alternatives), (raw.best, *raw.alternatives), strict=True):
            assert mine.win == pytest.approx(maps.win(its.win))
            assert mine.risk == pytest.approx(maps.out(its.risk))
            assert (mine.turn, mine.visits, mine.equal) == (its.turn, its.visits, its.equal)


def test_no_interval_is_narrower_than_what_a_longer_search_may_change() -> None:
    assert doubt(0.5, last=True) > doubt(0.5, last=False) > 0.0
    assert 0.0 < doubt(0.0, last=True) == doubt(1.0, last=False) < doubt(0.2, last=False)
    assert with_doubt(0.03, 0.04) == pytest.approx(0.05)
    assert with_doubt(None, 0.04) is None
    for game in random_games(range(2), stops=2):
        observation = game.observation()
        best = advice.advise(observation, Effort(simulations=4000), seed=1).best
        assert best.win_half_width is not None
        if 0.1 < best.win < 0.9:
            assert best.win_half_width > doubt(best.win, last=False) / 2


@pytest.mark.slow
def test_calibration_as_documented() -> None:
    """A small rerun of the tables in docs/strength.md, with other games."""
    rows = list(rows_of(range(600_001, 600_401), 4, 2000))
    wins, outs = predictions(rows, "win"), predictions(rows, "out")
    assert wins.scores().ece < 0.03 + wins.scores().noise
    assert outs.scores().ece < 0.02 + outs.scores().noise
    assert wins.scores().brier < wins.scores(raw=True).brier
    assert coverage(list(intervals_of(range(700_001, 700_041), 1000, 50))).best > 0.85


def test_the_recipe_names_a_bad_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sys.modules.pop("calibration", None)
    import calibration

    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"game": 1}\n')
    assert calibration.main(["report", str(rows)]) == 1
    error = capsys.readouterr().err
    assert error.startswith("error: ") and "line 1" in error and error.count("\n") == 1
