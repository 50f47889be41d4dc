"""``livingstone-ai tournament report``: one HTML file about a run."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from livingstone.web.report_replays import Choice
    from livingstone.web.report_source import ReportGame


def _choice(_context: click.Context, _parameter: click.Parameter, value: str) -> "Choice":
    """``all``, ``faults``, ``none`` or a number."""
    words: dict[str, Choice] = {"all": "all", "faults": "faults", "none": "none"}
    if value in words:
        return words[value]
    if value.isascii() and value.isdecimal() and len(value) < 8:
        return int(value)
    raise click.BadParameter(f"{value!r}: expected all, faults, none or a number of games")


@click.command()
@click.argument("run", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to write it (default: report.html in DIR).",
)
@click.option(
    "--replays",
    callback=_choice,
    default="none",
    show_default=True,
    metavar="all|faults|none|N",
    help="Replay pages to write into DIR/replays: of all games, of those in which a bot failed, or of N games "
    "from all over the run.",
)
def command(run: Path, output: Path | None, replays: "Choice") -> None:
    """Write the report of the run in DIR, also while it is played: one HTML file that needs nothing else.

    Ranking with intervals, cross table, superiority, points, times, faults with links to what was kept of them,
    what a seat is worth, the balance of the schedule, the trend over days, and the setting. The same run gives the
    same bytes. Needs the extra 'report' (docs/report.md).

    Replay pages hold the hidden parts of their games. Pages that are there already are linked too.
    """
    from livingstone.engine.wording import counted
    from livingstone.web.report import FILE, write_report
    from livingstone.web.report_replays import chosen
    from livingstone.web.report_source import read_source

    source = read_source(run)
    games = chosen(source.games, replays)
    written = _write_replays(run, games)
    target = run / FILE if output is None else output
    size = write_report(source, target)
    pages = f", {counted(written, 'replay page')}" if games else ""
    click.echo(f"wrote {target} ({size / 1000:.0f} kB){pages}")


def _write_replays(run: Path, games: "list[ReportGame]") -> int:
    """Write pages with a progress bar on a terminal; what has no record is told on stderr."""
    from livingstone.web.report_replays import write_replays

    count = 0
    with click.progressbar(
        write_replays(run, games),
        len(games),
        label="replay pages",
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
    ) as pages:
        for page in pages:
            count += not page.error
            if page.error:
                click.echo(f"{page.game}: no replay page: {page.error}", err=True)
    return count
