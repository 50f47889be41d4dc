"""A review as the plain values that its page draws: the curve of win chances and a board for each moment."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from livingstone.ai.review.highlights import worst_of
from livingstone.ai.review.moments import Course
from livingstone.ai.review.report import Decision, Review
from livingstone.engine.names import CARDS
from livingstone.engine.observation import Observation
from livingstone.engine.render.scene import initials, scene_of


def review_data(review: Review, course: Course, shown: Sequence[Decision]) -> dict[str, Any]:
    """What the script reads; ``shown``: the moments with a board, in their order."""
    observations = {moment.place.step: moment.observation for moment in course.moments}
    edition = course.edition
    rules = edition.to_rules()[0]
    columns, rows = int(rules.columns), int(rules.rows)
    return {
        "letters": list(initials(review.names)[: review.players]),
        "names": list(review.names),
        "columns": columns,
        "rows": rows,
        "cost": [int(cost) for cost in rules.cost[:columns]],
        "bonus": [int(bonus) for bonus in rules.bonus[:rows]],
        "steps": review.steps,
        "rounds": [chance.step for chance in review.chances if chance.kind == "dice"],
        "curve": [[point.step, [round(win, 4) for win in point.win]] for point in review.curve],
        "marks": [
            {
                "step": by.step,
                "seat": by.seat,
                "grade": by.grade,
                "shown": place if place < len(shown) else None,
            }
            for place, by in enumerate(worst_of(review))
        ],
        "moments": [_moment(observations[decision.step], decision) for decision in shown],
    }


def _moment(observation: Observation, decision: Decision) -> dict[str, Any]:
    """The board as the seat saw it, and what it held."""
    scene = scene_of(observation)
    me = scene.seats[decision.seat]
    return {
        "boat": scene.boat,
        "tents": [
            [*place, int(scene.tents[tuple(place)]), int(scene.scored[tuple(place)])]
            for place in np.argwhere(scene.tents).tolist()
        ],
        "pool": list(scene.pool),
        "held": scene.held,
        "hand": [CARDS.key(card).replace("_", " ") for card in observation.hand],
        "gems": list(me.gems),
        "coins": [me.cash[0], me.chest[0]],
        "vp": [seat.vp for seat in scene.seats],
    }
