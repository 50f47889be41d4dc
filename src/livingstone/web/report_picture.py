"""Drawings of a report: SVG by matplotlib, one for a light and one for a dark page, as data: addresses.

The page's policy allows no style inside it, so drawings are images. They hold no names: bots are numbers.
"""

import base64
import io
import math
from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from livingstone.engine.errors import LivingstoneError
from livingstone.tournaments.ratings.table import SeatEffect
from livingstone.web.report_trend import Day

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEADERS: Final = 5
"""Bots of a trend that have a colour and their intervals drawn."""
_INCH: Final = 72
_SETTINGS: Final[Any] = {
    "svg.hashsalt": "livingstone",  # else names of parts differ from run to run
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 11.0,
    "text.parse_math": False,
}


class Picture(NamedTuple):
    """Two addresses, and the size in CSS pixels."""

    light: str
    dark: str
    width: int
    height: int


class Theme(NamedTuple):
    """Colours of a page (see ``page.css``)."""

    ink: str
    quiet: str
    line: str
    series: tuple[str, ...]


LIGHT: Final = Theme("#2b2418", "#665b48", "#d9cfba", ("#0072b2", "#c2410c", "#007a5a", "#8f4a8b", "#7a5c00"))
DARK: Final = Theme("#efe8d8", "#b3a88f", "#474032", ("#5bb4f0", "#ff9466", "#3ecfa0", "#dfa0db", "#e3c14f"))


def seats_picture(seats: Sequence[SeatEffect]) -> Picture:
    """What each place in the order of turns is worth, a panel a size of table; bars are two standard errors."""
    sizes = sorted({seat.players for seat in seats})

    def draw(figure: "Figure", theme: Theme) -> None:
        ratios = [size + 0.6 for size in sizes]
        panels = figure.subplots(1, len(sizes), sharey=True, squeeze=False, width_ratios=ratios)[0]
        for panel, size in zip(panels, sizes, strict=True):
            mine = [seat for seat in seats if seat.players == size]
            places = [seat.order + 1 for seat in mine]
            bars = [2 * seat.error if math.isfinite(seat.error) else 0.0 for seat in mine]
            panel.axhline(0, color=theme.quiet, linewidth=1)
            panel.errorbar(
                places,
                [seat.elo for seat in mine],
                bars,
                fmt="o",
                color=theme.series[0],
                capsize=4,
                linewidth=1.6,
            )
            panel.set_xticks(places)
            panel.set_xlim(0.5, size + 0.5)
            panel.set_title(f"{size} players", color=theme.ink, fontsize=11.5)
            panel.set_xlabel("turn in the first round")
            _plain(panel, theme)
        panels[0].set_ylabel("Elo points")

    return _picture(draw, 160 + 52 * sum(sizes), 260)


def trend_picture(days: Sequence[Day], bots: Sequence[str]) -> Picture:
    """Ratings at the end of each day; ``bots``: best first, numbered from 1."""
    dates = [date.fromisoformat(day.date) for day in days]
    rows = [{row.bot: row for row in day.table.rows} for day in days]

    def draw(figure: "Figure", theme: Theme) -> None:
        panel = figure.subplots()
        shift = 0.012 * max(1, (dates[-1] - dates[0]).days)
        ends: list[tuple[float, int]] = []
        for number, bot in reversed(list(enumerate(bots))):
            here = [(at.toordinal(), row[bot]) for at, row in zip(dates, rows, strict=True) if bot in row]
            leads = number < LEADERS
            colour = theme.series[number] if leads else theme.quiet
            days_at = [at + (number - LEADERS // 2) * shift * leads for at, _ in here]
            elo = [row.elo for _, row in here]
            panel.plot(days_at, elo, color=colour, linewidth=1.8 if leads else 0.7, alpha=1 if leads else 0.6)
            if leads:
                bars = [row.high - row.elo if math.isfinite(row.high - row.low) else 0.0 for _, row in here]
                panel.errorbar(
                    days_at, elo, bars, fmt="o", markersize=4, color=colour, capsize=2, linewidth=1
                )
                ends.append((elo[-1], number))
        every = math.ceil(len(dates) / 8)
        shown = dates[::-1][::every][::-1]
        panel.set_xticks([at.toordinal() for at in shown], [f"{at:%m-%d}" for at in shown])
        panel.margins(x=0.06)
        for height, number in _apart(ends, panel.get_ylim()):
            panel.annotate(
                str(number + 1),
                (1, height),
                xycoords=("axes fraction", "data"),
                va="center",
                color=theme.series[number],
                weight="bold",
            )
        panel.set_ylabel("rating (Elo)")
        _plain(panel, theme)

    return _picture(draw, 760, 330)


def _apart(ends: list[tuple[float, int]], limits: tuple[float, float]) -> list[tuple[float, int]]:
    """Heights at which the numbers of lines can be read, each as near to its line's end as that goes."""
    gap = 0.06 * (limits[1] - limits[0])
    placed: list[tuple[float, int]] = []
    for height, number in sorted(ends, key=lambda end: (end[0], -end[1])):
        placed.append((height if not placed else max(height, placed[-1][0] + gap), number))
    raised = sum(height for height, _ in placed) - sum(height for height, _ in ends)
    return [(height - raised / len(ends), number) for height, number in placed]


def _plain(panel: "Axes", theme: Theme) -> None:
    """Only what is needed, in the colours of the page."""
    for side in ("top", "right"):
        panel.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        panel.spines[side].set_color(theme.quiet)
    panel.tick_params(colors=theme.quiet, length=3)
    panel.xaxis.label.set_color(theme.quiet)
    panel.yaxis.label.set_color(theme.quiet)
    panel.grid(visible=True, axis="y", color=theme.line, linewidth=0.7)
    panel.set_axisbelow(True)


def _picture(draw: Callable[["Figure", Theme], None], width: int, height: int) -> Picture:
    """Both drawings. Raises LivingstoneError when matplotlib is not installed."""
    return Picture(_svg(draw, LIGHT, width, height), _svg(draw, DARK, width, height), width, height)


def _svg(draw: Callable[["Figure", Theme], None], theme: Theme, width: int, height: int) -> str:
    try:
        import matplotlib as mpl
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError:
        message = "a report needs matplotlib, which is not installed: pip install 'livingstone-ai[report]'"
        raise LivingstoneError(message) from None
    with mpl.rc_context():
        mpl.rcdefaults()  # whatever the user's own settings are
        mpl.rcParams.update(_SETTINGS)
        figure = Figure(figsize=(width / _INCH, height / _INCH), layout="constrained")
        FigureCanvasSVG(figure)
        draw(figure, theme)
        out = io.BytesIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return f"data:image/svg+xml;base64,{base64.b64encode(out.getvalue()).decode()}"
