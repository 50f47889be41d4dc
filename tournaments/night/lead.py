"""Who leads a season, in a few words."""

import math
from collections.abc import Sequence

from livingstone.tournaments.ratings.games import RatedGame
from livingstone.tournaments.ratings.table import RatingTable, rate
from livingstone.tournaments.scoring import Score


def lead_text(table: RatingTable, games: Sequence[RatedGame], score: Score) -> str:
    """``leader X +35 [12, 58] over Y``: Elo points and the 95 % interval of the difference; empty for no games.

    The interval is that of the difference, fitted with the second as the anchor: it is no difference of intervals.
    """
    if len(table.rows) < 2:
        return ""
    first, second = table.rows[:2]
    against = rate(games, second.bot, score)
    row = next(row for row in against.rows if row.bot == first.bot)
    if row.bound == "apart":
        return f"leader {first.bot}, not connected with {second.bot}"
    if row.bound == "above":
        return f"leader {first.bot} over {second.bot}, unbounded"
    points = f"leader {first.bot} {round(row.elo) - 1000:+d}"
    if not (math.isfinite(row.low) and math.isfinite(row.high)):
        return f"{points} over {second.bot}, no interval yet"
    return f"{points} [{round(row.low) - 1000}, {round(row.high) - 1000}] over {second.bot}"
