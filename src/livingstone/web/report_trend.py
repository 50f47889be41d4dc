"""How the ratings came about over the days of a season."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from livingstone.tournaments.ratings.table import RatingTable, rate
from livingstone.tournaments.scoring import Score
from livingstone.web.report_source import ReportGame

MOST_DAYS: Final = 30
"""The last days that are shown; each is a fit of its own."""


class Day(NamedTuple):
    """The end of a day."""

    date: str
    """ISO 8601, UTC."""
    new: int
    """Games that ended on it."""
    table: RatingTable
    """Of all games up to then."""


def trend(games: Sequence[ReportGame], anchor: str, score: Score) -> list[Day]:
    """The last days on which games ended; empty when all ended on one day."""
    dates = [game.stored.finished_at[:10] for game in games]
    days = sorted(set(dates))
    if len(days) < 2:
        return []
    return [
        Day(
            day,
            dates.count(day),
            rate([game.rated for game, date in zip(games, dates, strict=True) if date <= day], anchor, score),
        )
        for day in days[-MOST_DAYS:]
    ]
