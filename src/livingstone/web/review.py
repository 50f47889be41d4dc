"""The page of a review: skill and luck, the win chances over the game, the worst moments, all decisions."""

from itertools import groupby
from typing import Final, NamedTuple

from livingstone.ai.reasons import short_turn
from livingstone.ai.review.highlights import dice_by_round, is_listed, percent, swings_of, worst_of
from livingstone.ai.review.moments import Course
from livingstone.ai.review.report import KINDS, Decision, Review
from livingstone.web.page import page
from livingstone.web.review_data import review_data

SHOWN_MOMENTS: Final = 8
"""Worst moments with a board; the others are in the list of all decisions."""
SHOWN_SWINGS: Final = 8


class Round(NamedTuple):
    """The decisions of a round, as the list shows them."""

    number: int
    dice: str
    decisions: list[Decision]


def review_page(review: Review, course: Course) -> str:
    """The page as one HTML file. It holds what every reviewed seat knew, hidden hands and coins included.

    ``course``: the game that was reviewed. Raises LivingstoneError when jinja2 is not installed.
    """
    worst = worst_of(review)[:SHOWN_MOMENTS]
    data = review_data(review, course, worst)
    return page(
        "review.html",
        title=f"{', '.join(review.names)} – Livingstone review",
        styles=("replay.css", "review.css"),
        scripts=("drawing.js", "board.js", "review.js"),
        data=data,
        review=review,
        letters=data["letters"],
        kinds=[kind for kind in KINDS if kind != "final" or review.players == 2],
        worst=worst,
        swings=swings_of(review)[:SHOWN_SWINGS],
        rounds=_rounds(review),
        percent=_percent,
        short_turn=short_turn,
    )


def _percent(value: float, half_width: float | None = None, *, signed: bool = False) -> str:
    return percent(value, half_width, signed=signed).replace("-", "−")


def _rounds(review: Review) -> list[Round]:
    """Every die, and the acts beside it that lost something; the dice of each round before them."""
    dice = dice_by_round(review)
    listed = filter(is_listed, review.decisions)
    return [
        Round(number, dice.get(number, ""), list(group))
        for number, group in groupby(listed, key=lambda each: each.round)
    ]
