"""A record as the plain values the replay page steps through.

What a seat knew is not worked out on the page: every view is drawn from the engine's own observation. A view is
a list of parts (sentence, table, tents, a part per seat); equal parts are kept once and named by number, which
makes the views of all seats of a game of five a few hundred kilobytes.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from livingstone.engine.codec import dumps
from livingstone.engine.record import Step
from livingstone.engine.record_story import Story, Tale
from livingstone.engine.render.scene import Scene, SeatScene, bounds_text, cards_text, scene_of
from livingstone.engine.tally import SEAT_LETTERS

LONGEST_NOTE: Final = 2000
"""Characters of a note that are shown."""


def replay_data(story: Story, told: Sequence[Sequence[Tale]]) -> dict[str, object]:
    """The whole game; ``told``: its steps as told for everything, then for each seat."""
    header = story.record.header
    parts = _Parts()
    lines = story.record.lines
    scene = scene_of(told[0][0].view)
    return {
        "letters": SEAT_LETTERS[: header.players],
        "names": list(header.names),
        "columns": scene.columns,
        "rows": scene.rows,
        "cost": scene.cost,
        "bonus": scene.bonus,
        "views": [[parts.view(tale, story.names) for tale in tales] for tales in told],
        "parts": parts.values,
        "told": [{}, *(told_beside(line.step) for line in lines)],
        "rounds": [step for step, line in enumerate(lines, 1) if line.step.roll is not None],
    }


def told_beside(step: Step) -> dict[str, object]:
    """Who acted, and what it told beside its action: ``seat``, ``ms``, ``note``, ``win``, ``vp``, ``nodes``.

    The info of a record is never checked; what is not of the expected type is left out.
    """
    info = step.info or {}
    note, evaluation = info.get("note"), info.get("evaluation")
    told: dict[str, object] = {} if step.seat is None else {"seat": step.seat}
    told |= _numbers(info, ("ms",))
    if isinstance(note, str) and note.strip():
        told["note"] = note if len(note) <= LONGEST_NOTE else note[: LONGEST_NOTE - 1] + "…"
    if isinstance(evaluation, dict):
        told |= _numbers(evaluation, ("win", "vp", "nodes"))
    return told


def _numbers(values: Mapping[str, object], keys: tuple[str, ...]) -> dict[str, object]:
    return {key: values[key] for key in keys if type(values.get(key)) in (int, float)}


class _Parts:
    """The table of distinct parts; a view is a list of their numbers."""

    def __init__(self) -> None:
        self.values: list[object] = []
        self._numbers: dict[bytes, int] = {}

    def view(self, tale: Tale, names: tuple[str, ...]) -> list[int]:
        """The numbers of the sentence, the table, the tents and each seat."""
        scene = scene_of(tale.view, names)
        unseen = cards_text(tale.view.record[0]["deck"])
        seats = [_seat(seat) for seat in scene.seats]
        return [self._number(part) for part in (tale.text, _table(scene, unseen), _tents(scene), *seats)]

    def _number(self, part: object) -> int:
        number = self._numbers.setdefault(dumps(part), len(self.values))
        if number == len(self.values):
            self.values.append(part)
        return number


def _table(scene: Scene, unseen: str) -> dict[str, Any]:
    """What lies in the middle; ``unseen``: the deck, for a seat with the hands of the others in it."""
    return {
        "title": scene.title,
        "boat": scene.boat,
        "pool": scene.pool,
        "held": scene.held,
        "bag": scene.bag,
        "pile": scene.pile,
        "deck": scene.deck_size,
        "discards": _cards(scene.discards),
        "unseen": _cards(unseen),
    }


def _tents(scene: Scene) -> list[list[int]]:
    """Column, row and seat (all from 0), tents there, and how many of them have been scored there."""
    return [
        [*place, int(scene.tents[tuple(place)]), int(scene.scored[tuple(place)])]
        for place in np.argwhere(scene.tents).tolist()
    ]


def _seat(seat: SeatScene) -> dict[str, Any]:
    """One seat; amounts of coins as least and most. Wealth, cash and chest together, is always public."""
    return {
        "turn": bool(seat.on_turn),
        "vp": seat.vp,
        "wealth": seat.cash[0] + seat.chest[1],
        "cash": seat.cash,
        "chest": seat.chest,
        "gave": bounds_text(seat.gave),
        "tents": seat.supply,
        "die": seat.last_die,
        "gems": seat.gems,
        "cards": seat.cards,
        "hand": None if seat.hand is None else _cards(seat.hand),
        "forfeited": seat.forfeited,
    }


def _cards(text: str) -> list[str]:
    """Names for people from :func:`cards_text`."""
    return [] if text == "none" else text.replace("_", " ").split(", ")
