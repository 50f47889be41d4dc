"""The calibration map fitted: logistic regression by Newton's method, by number of players."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from calibrating.games import Row
from livingstone.ai.calibration import Coefficients, Stage, Table, features

Floats = npt.NDArray[np.float64]

STEPS: Final = 30
RIDGE: Final = 5.0
"""Pull towards the identity, as so many observations would: it keeps rare corners sane."""


def fit_table(rows: Sequence[Row]) -> Table:
    """The map of all rows, as it is shipped."""
    by_players = {count: [row for row in rows if row.players == count] for count in (2, 3, 4, 5)}

    def fits(what: str) -> dict[str, Coefficients]:
        return {
            str(count): fit(
                np.array([getattr(row, f"raw_{what}") for row in part]),
                [row.stage for row in part],
                np.array([getattr(row, what) for row in part]),
            )
            for count, part in by_players.items()
        }

    return Table(
        recipe="benchmarks/calibration.py fit",
        games=len({row.game for row in rows}),
        positions=len(rows),
        simulations=min(row.simulations for row in rows),
        win=fits("win"),
        out=fits("out"),
    )


def fit(raw: Floats, stages: Sequence[Stage], happened: Floats) -> Coefficients:
    """Offset and slope of the logit, each linear in the features of the stage; arrays of shape (positions,).

    Certain predictions (0 and 1) stay what they are and are left out.
    """
    open_ = (raw > 0) & (raw < 1)
    logit = np.log(raw[open_] / (1 - raw[open_]))
    basis = np.array([features(stage) for stage in stages])[open_]
    design = np.hstack([basis, basis * logit[:, None]])
    identity = np.zeros(design.shape[1])
    identity[basis.shape[1]] = 1.0
    weights = _newton(design, happened[open_], identity)
    half = basis.shape[1]
    return Coefficients(_rounded(weights[:half]), _rounded(weights[half:]))


def _newton(design: Floats, happened: Floats, start: Floats) -> Floats:
    """Maximum of the likelihood less ``RIDGE`` / 2 times the squared distance from ``start``."""
    weights = start.copy()
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(design @ weights, -30, 30)))
        gradient = design.T @ (happened - chance) - RIDGE * (weights - start)
        curvature = (design * (chance * (1 - chance))[:, None]).T @ design + RIDGE * np.eye(len(weights))
        weights = weights + np.linalg.solve(curvature, gradient)
    return weights


def _rounded(values: Sequence[float] | Floats) -> tuple[float, ...]:
    return tuple(round(float(value), 4) for value in values)
