"""The result of a run in one sentence: who leads, by how much, and whether the games show it."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from livingstone.engine.wording import counted
from livingstone.tournaments.ratings.games import RatedGame
from livingstone.tournaments.ratings.table import RatingTable, Row, rate
from livingstone.tournaments.scoring import Score


class Verdict(NamedTuple):
    """For people, and whether it is certain."""

    text: str
    is_certain: bool
    """Whether the interval of the lead lies above zero."""


def verdict(table: RatingTable, games: Sequence[RatedGame], score: Score) -> Verdict:
    """The first of the table against the second.

    The interval is that of their difference, which is no difference of their intervals: it is fitted with the
    second as the anchor.
    """
    if len(table.rows) < 2:
        return Verdict("No game has been played yet.", is_certain=False)
    leader, second = table.rows[:2]
    against = rate(games, second.bot, score)
    lead = next(row for row in against.rows if row.bot == leader.bot)
    return _sentence(f"“{leader.bot}”", f"“{second.bot}”", lead)


def _sentence(leader: str, second: str, lead: Row) -> Verdict:
    points = round(lead.elo) - 1000
    ahead = f"{leader} leads {second} by {counted(points, 'Elo point')}"
    if lead.bound == "apart":
        return Verdict(f"{leader} and {second} cannot be compared: no games connect them.", is_certain=False)
    if lead.bound == "above":
        text = f"{leader} leads {second}, which has scored neither against it nor against a bot that has:"
        return Verdict(f"{text} the lead has no upper bound.", is_certain=False)
    if not math.isfinite(lead.low):
        return Verdict(f"{ahead}; a single deal does not tell how sure that is.", is_certain=False)
    low, high = round(lead.low) - 1000, round(lead.high) - 1000
    interval = f"{ahead} (95 % interval {_signed(low)} to {_signed(high)})"
    if lead.low > 1000:
        return Verdict(f"{interval}: it is the stronger of the two.", is_certain=True)
    if points == 0:
        interval = f"{leader} and {second} are level (95 % interval {_signed(low)} to {_signed(high)})"
    return Verdict(f"{interval}: the games do not tell which is the stronger.", is_certain=False)


def _signed(value: int) -> str:
    return f"−{-value}" if value < 0 else str(value)
