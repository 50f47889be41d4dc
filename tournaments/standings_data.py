"""Standings for programs: JSON and CSV. What has no finite value is null, or empty."""

import csv
import io
import math
from typing import Any, Final

from livingstone.engine.codec import dumps
from livingstone.tournaments.run_heading import RunHeading
from livingstone.tournaments.standings import Line, Standings, View, uncertain_ranks

_DIGITS: Final = 4
"""After the point: more than anything here is worth, and less than two processors might differ by."""


def as_json(standings: Standings, heading: RunHeading | None = None) -> str:
    """One line; ends with a line end."""
    value = {
        "run": None if heading is None else _heading(heading),
        "score": standings.score,
        "games": standings.games,
        "tables": [_view(view) for view in standings.views],
    }
    return dumps(value, newline=True).decode()


def as_csv(standings: Standings) -> str:
    """A row for each bot of each table, below a line of column names; forfeits as ``timeout:2 crashed:1``."""
    file = io.StringIO()
    rows = [_csv_row(view, line) for view in standings.views for line in view.lines]
    writer = csv.DictWriter(file, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


_COLUMNS: Final = (
    "players",
    "excludes_degraded",
    "rank",
    "bot",
    "elo",
    "low",
    "high",
    "bound",
    "games",
    "deals",
    "score",
    "win_share",
    "out",
    "forfeits",
    "los_next",
    "decision_ms",
    "slowest_turn_ms",
)


def _csv_row(view: View, line: Line) -> dict[str, object]:
    values = _bot(line)
    values["forfeits"] = " ".join(f"{end}:{count}" for end, count in values["forfeits"].items())
    del values["overlaps_next"]
    return {
        "players": "all" if view.players is None else view.players,
        "excludes_degraded": int(view.excludes_degraded),
        **{name: "" if value is None else value for name, value in values.items()},
    }


def _heading(heading: RunHeading) -> dict[str, Any]:
    return {
        **heading._asdict(),
        "interim": heading.is_interim,
        "excluded": [{"bot": bot, "reason": reason} for bot, reason in heading.excluded],
    }


def _view(view: View) -> dict[str, Any]:
    table = view.ratings
    return {
        "players": view.players,
        "excludes_degraded": view.excludes_degraded,
        "games": table.games,
        "deals": table.deals,
        "degraded": view.degraded,
        "anchor": table.anchor or None,
        "bots": [
            {**_bot(line), "superiority": _superiority(view, index)} for index, line in enumerate(view.lines)
        ],
        "seats": [
            {
                "players": effect.players,
                "order": effect.order,
                "elo": _number(effect.elo),
                "error": _number(effect.error),
            }
            for effect in table.seats
        ],
        "uncertain_ranks": [list(run) for run in uncertain_ranks(view)],
    }


def _superiority(view: View, index: int) -> dict[str, float | None]:
    """Likelihoods of being stronger, by the other bot."""
    row = view.ratings.superiority[index]
    return {
        other.row.bot: _number(value)
        for at, (other, value) in enumerate(zip(view.lines, row, strict=True))
        if at != index
    }


def _bot(line: Line) -> dict[str, Any]:
    row = line.row
    return {
        "rank": line.rank,
        "bot": row.bot,
        "elo": _number(row.elo) if row.bound != "apart" else None,
        "low": _number(row.low),
        "high": _number(row.high),
        "bound": row.bound,
        "games": row.games,
        "deals": row.deals,
        "score": _number(row.score),
        "win_share": _number(row.win_share),
        "out": _number(row.out),
        "forfeits": {end.value: count for end, count in line.forfeits.items()},
        "los_next": _number(line.superiority),
        "overlaps_next": line.overlaps,
        "decision_ms": _number(line.decision_ms),
        "slowest_turn_ms": _number(line.slowest_ms),
    }


def _number(value: float | None) -> float | None:
    if value is None or not math.isfinite(value):
        return None
    return round(value, _DIGITS) + 0.0  # never -0.0
