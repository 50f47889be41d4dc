"""The report on rows: raw and calibrated chances against what happened, as Markdown."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from calibrating.games import Row
from calibrating.scores import Floats, Scores, reliability, scores
from livingstone.ai.calibration import curve, shipped

STAGES: Final = ((0.0, 0.3), (0.3, 0.6), (0.6, 0.9), (0.9, 1.01))


def calibrated(rows: Sequence[Row], what: str) -> Floats:
    """The shipped map on the rows' raw chances of ``win`` or ``out``: float64 (rows,)."""
    table = getattr(shipped(), what)
    return np.array([curve(table[str(row.players)], row.stage)(getattr(row, f"raw_{what}")) for row in rows])


def scores_of(rows: Sequence[Row], what: str, *, raw: bool = False) -> Scores:
    """The scores of ``win`` or ``out``, calibrated or raw."""
    predicted = np.array([getattr(row, f"raw_{what}") for row in rows]) if raw else calibrated(rows, what)
    return scores(predicted, *_happened(rows, what))


def report_text(rows: Sequence[Row]) -> str:
    """All tables."""
    blocks = []
    for what, title in (("win", "Win chance"), ("out", "Chance of elimination")):
        blocks += [f"### {title}", _scores_table(rows, what), _reliability_table(rows, what)]
    return "\n\n".join(blocks)


def _scores_table(rows: Sequence[Row], what: str) -> str:
    lines = [
        "| positions of | games | positions | predicted | happened | Brier raw | Brier | ECE raw | ECE | noise |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, part in _groups(rows):
        if len(part) < 100:
            continue
        raw, done = scores_of(part, what, raw=True), scores_of(part, what)
        lines.append(
            f"| {name} | {done.games} | {done.positions} | {done.mean:.3f} | {done.happened:.3f} | "
            f"{raw.brier:.4f} | {done.brier:.4f} | {raw.ece:.4f} | {done.ece:.4f} | {done.noise:.4f} |"
        )
    return "\n".join(lines)


def _groups(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    yield "all", list(rows)
    for count in (2, 3, 4, 5):
        yield f"{count} players", [row for row in rows if row.players == count]
    for low, high in STAGES:
        name = f"progress {low:g} to {min(1.0, high):g}"
        yield name, [row for row in rows if low <= row.progress < high]
    for kind in ("random", "scripted", "ismcts"):
        yield f"`{kind}` seats", [row for row in rows if row.asker.startswith(kind)]
    for edition in ("schmidt-2009", "bga"):
        yield f"`{edition}`", [row for row in rows if row.edition == edition]


def _reliability_table(rows: Sequence[Row], what: str) -> str:
    lines = ["| decile | predicted | mean | happened |", "|---|---|---|---|"]
    for number, each in enumerate(reliability(calibrated(rows, what), *_happened(rows, what)), 1):
        lines.append(
            f"| {number} | {each.low:.3f} to {each.high:.3f} | {each.mean:.3f} | "
            f"{each.happened:.3f} ± {each.half_width:.3f} |"
        )
    return "\n".join(lines)


def _happened(rows: Sequence[Row], what: str) -> tuple[Floats, np.ndarray]:
    return np.array([getattr(row, what) for row in rows]), np.array([row.game for row in rows])
