"""Brier score, expected calibration error and its own noise, reliability by decile."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

BINS: Final = 10
FLIPS: Final = 400


class Scores(NamedTuple):
    """Of predictions against what happened."""

    positions: int
    games: int
    mean: float
    """Of what was predicted."""
    happened: float
    """Mean of what happened."""
    brier: float
    ece: float
    """Expected calibration error: mean distance of prediction and outcome over ten bins of equal counts."""
    noise: float
    """The error that predictions without any fault would show with these games, on average."""


class Bin(NamedTuple):
    """One tenth of the positions, by the size of the prediction."""

    low: float
    high: float
    mean: float
    happened: float
    half_width: float
    """Half the 95 % interval of ``happened - mean``, games being independent."""


def scores(predicted: Floats, happened: Floats, games: npt.NDArray[np.int64]) -> Scores:
    """Arrays of shape (positions,), ``games`` says to which game each position belongs."""
    bins = _bins(predicted)
    return Scores(
        len(predicted),
        len(np.unique(games)),
        float(predicted.mean()),
        float(happened.mean()),
        float(np.mean((predicted - happened) ** 2)),
        _ece(happened - predicted, bins),
        _noise(happened - predicted, bins, games),
    )


def reliability(predicted: Floats, happened: Floats, games: npt.NDArray[np.int64]) -> list[Bin]:
    """By decile of the prediction, the lowest first."""
    found = []
    for rows in _bins(predicted):
        error = happened[rows] - predicted[rows]
        _, index = np.unique(games[rows], return_inverse=True)
        by_game = np.bincount(index, weights=error - error.mean())
        found.append(
            Bin(
                float(predicted[rows].min()),
                float(predicted[rows].max()),
                float(predicted[rows].mean()),
                float(happened[rows].mean()),
                1.96 * float(np.sqrt((by_game**2).sum())) / len(rows),
            )
        )
    return found


def _bins(predicted: Floats) -> list[npt.NDArray[np.int64]]:
    return [rows for rows in np.array_split(np.argsort(predicted, kind="stable"), BINS) if len(rows)]


def _ece(error: Floats, bins: list[npt.NDArray[np.int64]]) -> float:
    return float(sum(abs(error[rows].sum()) for rows in bins)) / len(error)


def _noise(error: Floats, bins: list[npt.NDArray[np.int64]], games: npt.NDArray[np.int64]) -> float:
    """The mean error when all errors of a game change sign together at random: nothing but chance is left."""
    rng = np.random.default_rng(1)
    _, index = np.unique(games, return_inverse=True)
    flips = rng.choice((-1.0, 1.0), size=(FLIPS, int(index.max()) + 1))
    return float(np.mean([_ece(error * signs[index], bins) for signs in flips]))
