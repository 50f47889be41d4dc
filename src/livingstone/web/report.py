"""The report of a run: one self-contained HTML file, a pure function of the run's folder."""

import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from livingstone.tournaments.ratings.table import RatingTable
from livingstone.tournaments.standings import View, standings, uncertain_ranks
from livingstone.tournaments.store import Store
from livingstone.web.page import page
from livingstone.web.report_balance import bot_balance, size_balance
from livingstone.web.report_cross import Cross, cross_table
from livingstone.web.report_faults import MOST_FAULTS, fault_rows
from livingstone.web.report_notes import bot_notes, notes
from livingstone.web.report_picture import LEADERS, seats_picture, trend_picture
from livingstone.web.report_replays import replace_file, replay_files
from livingstone.web.report_source import ReportSource
from livingstone.web.report_tally import SOURCES, add_sources, tallies
from livingstone.web.report_trend import trend
from livingstone.web.report_verdict import verdict
from livingstone.web.report_whisker import Scale

FILE: Final = "report.html"


def write_report(source: ReportSource, target: Path) -> int:
    """Write the report; an older one stays until the new one is whole. Returns its size in bytes.

    Raises:
        LivingstoneError: when jinja2 or matplotlib is not installed.
    """
    text = report_page(source, target.parent)
    replace_file(target, text)
    return len(text.encode())


def report_page(source: ReportSource, beside: Path) -> str:
    """The page; ``beside``: the folder that its links to logs and replay pages start from."""
    found = standings(source.facts, anchor=source.anchor, score=source.score)
    views = found.views
    table = views[0].ratings if views else RatingTable("", (), (), (), 0, 0)
    faults = fault_rows(source.games, source.folder)
    days = trend(source.games, source.anchor, source.score)
    bots = [row.bot for row in table.rows]
    return page(
        "report.html",
        title=f"{source.run.name} – Livingstone tournament",
        styles=("report.css",),
        scripts=("report.js",),
        run=source.run,
        heading=source.heading,
        verdict=verdict(table, source.rated, source.score),
        table=table,
        rank={bot: number for number, bot in enumerate(bots, 1)},
        views=[_view(view) for view in views],
        crosses=_crosses(source, bots),
        **_totals(source, bots),
        faults=faults[:MOST_FAULTS],
        fault_count=len(faults),
        seats=table.seats,
        seats_picture=seats_picture(table.seats) if table.seats else None,
        balance=[size_balance(size, source.of_size(size)) for size in source.sizes],
        bot_balance=[bot_balance(bot, source.sizes, source.games) for bot in bots],
        days=[(day, {row.bot: row for row in day.table.rows}) for day in days],
        trend_picture=trend_picture(days, bots) if days else None,
        leaders=LEADERS,
        infinity=math.inf,
        notes=notes(source),
        bots=bot_notes(source),
        games=source.games,
        replays=_links(replay_files(source.folder, source.games), beside),
        link=lambda path: link(path, beside),
    )


def link(path: Path, beside: Path) -> str:
    """A relative address."""
    return quote(Path(os.path.relpath(path, beside)).as_posix())


def _links(files: Mapping[str, Path], beside: Path) -> dict[str, str]:
    return {name: link(path, beside) for name, path in files.items()}


def _view(view: View) -> dict[str, Any]:
    """A table of standings on a scale of its own."""
    return {
        "view": view,
        "scale": Scale(line.row for line in view.lines),
        "uncertain": uncertain_ranks(view),
    }


def _crosses(source: ReportSource, bots: list[str]) -> list[tuple[int | None, Cross]]:
    """All sizes together, then each, where there are several."""
    sizes = [None, *source.sizes] if len(source.sizes) > 1 else list(source.sizes)
    return [
        (size, cross_table([game.rated for game in source.of_size(size)], bots, source.score))
        for size in sizes
    ]


def _totals(source: ReportSource, bots: list[str]) -> dict[str, Any]:
    """What each bot did beside its results."""
    totals = tallies(source.games)
    with Store.open(source.folder, readonly=True) as store:
        opened = add_sources(totals, store, source.games)
    return {
        "tallies": [totals[bot] for bot in bots],
        "opened": opened,
        "sources": SOURCES,
        "sizes": source.sizes,
    }
