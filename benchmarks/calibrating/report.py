"""The report on rows: raw and calibrated chances against what happened, as Markdown."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from calibrating.fit import fit_table
from calibrating.games import EDITIONS, Row
from calibrating.scores import Floats, Scores, reliability, scores
from livingstone.ai.calibration import Table, curve, shipped

STAGES: Final = ((0.0, 0.3), (0.3, 0.6), (0.6, 0.9))
LEAST_POSITIONS: Final = 100
"""A group below this says nothing."""
FOLD_GAMES: Final = 16
"""Games in a row that are left out together: one turn of all table sizes and editions."""


class Predictions(NamedTuple):
    """Of ``win`` or ``out``: arrays of shape (positions,)."""

    raw: Floats
    calibrated: Floats
    happened: Floats
    games: npt.NDArray[np.int64]

    def scores(self, among: npt.NDArray[np.bool_] | None = None, *, raw: bool = False) -> Scores:
        """Of some positions or all, calibrated or raw."""
        part = np.ones(len(self.raw), bool) if among is None else among
        predicted = self.raw if raw else self.calibrated
        return scores(predicted[part], self.happened[part], self.games[part])


def predictions(rows: Sequence[Row], what: str, folds: int = 0) -> Predictions:
    """By the shipped map; with ``folds`` by maps fitted to the games of the other folds."""
    fold_of = [row.game // FOLD_GAMES % folds if folds else 0 for row in rows]
    tables = [shipped()]
    if folds:
        tables = [
            fit_table([row for row, its in zip(rows, fold_of, strict=True) if its != fold])
            for fold in range(folds)
        ]
    return Predictions(
        np.array([getattr(row, f"raw_{what}") for row in rows]),
        np.array([_calibrated(row, what, tables[fold]) for row, fold in zip(rows, fold_of, strict=True)]),
        np.array([getattr(row, what) for row in rows]),
        np.array([row.game for row in rows]),
    )


def _calibrated(row: Row, what: str, table: Table) -> float:
    return curve(getattr(table, what)[str(row.players)], row.stage)(getattr(row, f"raw_{what}"))


def report_text(rows: Sequence[Row], folds: int = 0) -> str:
    """All tables; see :func:`predictions`."""
    blocks = []
    for what, title in (("win", "Win chance"), ("out", "Chance of elimination")):
        found = predictions(rows, what, folds)
        blocks += [f"### {title}", _scores_table(rows, found), _reliability_table(found)]
    return "\n\n".join(blocks)


def _scores_table(rows: Sequence[Row], found: Predictions) -> str:
    lines = [
        "| positions of | games | positions | predicted | happened | Brier raw | Brier | ECE raw | ECE | noise |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, among in _groups(rows):
        if among.sum() < LEAST_POSITIONS:
            continue
        raw, done = found.scores(among, raw=True), found.scores(among)
        lines.append(
            f"| {name} | {done.games} | {done.positions} | {done.mean:.3f} | {done.happened:.3f} | "
            f"{raw.brier:.4f} | {done.brier:.4f} | {raw.ece:.3f} | {done.ece:.3f} | {done.noise:.3f} |"
        )
    return "\n".join(lines)


def _groups(rows: Sequence[Row]) -> Iterator[tuple[str, npt.NDArray[np.bool_]]]:
    progress, last = np.array([row.progress for row in rows]), np.array([row.last for row in rows])
    yield "all", np.ones(len(rows), bool)
    for count in (2, 3, 4, 5):
        yield f"{count} players", np.array([row.players == count for row in rows])
    for low, high in STAGES:
        yield f"progress {low:g} to {high:g}", (progress >= low) & (progress < high) & ~last
    yield "the last round", last
    for kind in ("random", "scripted", "ismcts"):
        yield f"`{kind}` seats", np.array([row.asker.startswith(kind) for row in rows])
    for edition in sorted(set(EDITIONS)):
        yield f"`{edition}`", np.array([row.edition == edition for row in rows])


def _reliability_table(found: Predictions) -> str:
    lines = ["| decile | predicted | mean | happened |", "|---|---|---|---|"]
    for number, each in enumerate(reliability(found.calibrated, found.happened, found.games), 1):
        lines.append(
            f"| {number} | {each.low:.3f} to {each.high:.3f} | {each.mean:.3f} | "
            f"{each.happened:.3f} ± {each.half_width:.3f} |"
        )
    return "\n".join(lines)
