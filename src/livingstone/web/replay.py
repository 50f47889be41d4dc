"""The replay page of a game record: the board step by step, and what each seat knew."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from livingstone.engine.game import Game, Result
from livingstone.engine.record_story import Story
from livingstone.web.page import page
from livingstone.web.replay_data import replay_data


def replay_page(source: str | Path | Iterable[bytes]) -> str:
    """The page as one HTML file. It holds the hidden parts of the game, whoever looks at it.

    ``source``: the record's file, or its lines.

    Raises:
        RecordError: when the file is no record, or at its first step that is not legal.
        LivingstoneError: when jinja2 is not installed.
    """
    story = Story(source)
    header = story.record.header
    told = [list(story.tell(observer)) for observer in (None, *range(header.players))]
    data = replay_data(story, told)
    end = told[0][-1].view
    assert isinstance(end, Game)
    return page(
        "replay.html",
        title=f"{', '.join(story.names)} – Livingstone replay",
        styles=("replay.css",),
        scripts=("drawing.js", "board.js", "chart.js", "replay.js"),
        data=data,
        header=header,
        letters=data["letters"],
        names=header.names or [f"Seat {name}" for name in story.names],
        edition=end.edition.name,
        standing=standing(end.result()) if end.is_over else None,
        last=len(story.record.lines),
    )


def standing(result: Result) -> list[dict[str, Any]]:
    """A row per seat in the order of places: where its points came from, and why it is where it is."""
    rows = [
        {
            "seat": seat,
            "place": place,
            "points": result.points[seat],
            "sources": result.sources[seat],
            "donated": result.donations[seat],
            "won": seat in result.winners,
            "outcome": _outcome(result, seat),
        }
        for seat, place in enumerate(result.places)
    ]
    return sorted(rows, key=lambda row: (row["place"], row["seat"]))


def _outcome(result: Result, seat: int) -> str:
    if result.forfeited[seat]:
        return "forfeited"
    if result.out[seat]:
        return "out: donated too little"
    if seat not in result.winners:
        return ""
    return "won" if len(result.winners) == 1 else "shares the win"
