"""Standings for people, as plain text and as Markdown."""

import math
from collections.abc import Sequence
from typing import Final

from livingstone.engine.wording import counted
from livingstone.protocol.termination import Termination
from livingstone.tournaments.ratings.table import Row, SeatEffect
from livingstone.tournaments.run_heading import RunHeading
from livingstone.tournaments.standings import Line, Standings, View, uncertain_ranks

_HEADS: Final = (
    "rank",
    "bot",
    "Elo",
    "games",
    "score %",
    "win %",
    "out %",
    "LOS %",
    "ms an answer",
    "slowest turn ms",
    "forfeits",
)

_LEFT: Final = (1, len(_HEADS) - 1)
"""Columns of texts; the others are numbers."""
_ORDINALS: Final = ("1st", "2nd", "3rd", "4th", "5th")


def as_text(standings: Standings, heading: RunHeading | None = None) -> str:
    """All tables; ends with a line end."""
    parts = [_heading_lines(heading)] if heading is not None else []
    parts += [[view_title(view), *_aligned(view), *remarks(view)] for view in standings.views]
    if not standings.views:
        parts.append(["no games yet"])
    parts.append([_legend(standings)] if standings.views else [])
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def as_markdown(standings: Standings, heading: RunHeading | None = None) -> str:
    """All tables; ends with a line end."""
    parts = []
    if heading is not None:
        first, *others = _heading_lines(heading)
        parts += [f"# {_escaped(first)}", *map(_escaped, others)]
    for view in standings.views:
        rules = ["---" if column in _LEFT else "---:" for column in range(len(_HEADS))]
        rows = [_HEADS, tuple(rules), *(tuple(map(_escaped, cells(line))) for line in view.lines)]
        parts += [f"## {view_title(view)}", "\n".join(f"| {' | '.join(row)} |" for row in rows)]
        parts += map(_escaped, remarks(view))
    parts.append(_legend(standings) if standings.views else "no games yet")
    return "\n\n".join(parts) + "\n"


def _heading_lines(heading: RunHeading) -> list[str]:
    kind = heading.format.replace("_", " ")
    lines = [f"{heading.name}: {kind}, edition {heading.edition}, isolation {heading.isolation}"]
    if heading.is_interim:
        lines.append(f"interim: {heading.games} of {heading.scheduled} games")
    lines += [f"excluded: {bot}: {reason}" for bot, reason in heading.excluded]
    if heading.voids:
        count = counted(heading.voids, "attempt")
        lines.append(f"{count} at a block failed by the host's fault and count for nobody")
    return lines


def view_title(view: View) -> str:
    """Which games a table is made of."""
    size = "all tables" if view.players is None else f"tables of {view.players}"
    title = f"{size}: {counted(view.ratings.games, 'game')}, {counted(view.ratings.deals, 'deal')}"
    if view.degraded:
        without = ", without their pairs among the others" if view.excludes_degraded else ""
        title += f", {view.degraded} with a forfeit{without}"
    return title


def cells(line: Line) -> tuple[str, ...]:
    """A row of the table."""
    row = line.row
    forfeits = ", ".join(f"{count} {termination_text(end)}" for end, count in line.forfeits.items())
    return (
        str(line.rank),
        row.bot,
        elo_text(row),
        str(row.games),
        f"{100 * row.score:.1f}",
        f"{100 * row.win_share:.1f}",
        f"{100 * row.out:.1f}",
        "" if line.superiority is None else f"{100 * line.superiority:.1f}",
        "-" if line.decision_ms is None else f"{line.decision_ms:.2f}",
        "-" if line.slowest_ms is None else f"{line.slowest_ms:.1f}",
        forfeits or "none",
    )


def termination_text(end: Termination) -> str:
    """``bad line``, ``timeout``."""
    return end.value.replace("_", " ")


def elo_text(row: Row) -> str:
    """The rating with half its interval; where the games set no bound, what they do set."""
    if row.bound == "apart":
        return "not connected"
    if row.bound == "above":
        return "unbounded" if math.isinf(row.low) else f"unbounded, > {row.low:.0f}"
    if row.bound == "below":
        return "unbounded" if math.isinf(row.high) else f"unbounded, < {row.high:.0f}"
    if math.isinf(row.high):
        return f"{row.elo:.0f} (no interval)"
    return f"{row.elo:.0f} ± {row.high - row.elo:.0f}"


def remarks(view: View) -> list[str]:
    """What must be said below a table."""
    lines = []
    for first, last in uncertain_ranks(view):
        where = f"ranks {first} and {last} are" if last == first + 1 else f"ranks {first} to {last} are"
        lines.append(f"{where} not certain: the intervals overlap")
    sizes = sorted({effect.players for effect in view.ratings.seats})
    for players in sizes:
        effects = [effect for effect in view.ratings.seats if effect.players == players]
        lines.append(f"seats at tables of {players}: {', '.join(_seat_text(effect) for effect in effects)}")
    return lines


def _seat_text(effect: SeatEffect) -> str:
    error = "" if math.isinf(effect.error) else f" (error {effect.error:.0f})"
    return f"{_ORDINALS[effect.order]} {round(effect.elo):+d}{error}"


def _legend(standings: Standings) -> str:
    what = "by wins alone" if standings.score == "win" else "by placement"
    anchors = {view.ratings.anchor for view in standings.views}
    anchor = max(anchors)
    zero = f"{anchor} is 1000" if anchor else "the mean is 1000"
    if len(anchors) > 1:
        zero += ", and the mean where it did not play"
    means = [view.ratings for view in standings.views if not view.ratings.anchor]
    if any(len(ratings.base) < len(ratings.rows) for ratings in means):
        zero += " (of those that are not unbounded)"
    return f"Elo {what} with 95 % intervals, {zero}; LOS: likelihood of being stronger than the next"


def _aligned(view: View) -> list[str]:
    rows: Sequence[tuple[str, ...]] = [_HEADS, *(cells(line) for line in view.lines)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            f"{cell:<{width}}" if column in _LEFT else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _escaped(text: str) -> str:
    """Without what Markdown would take for its own: names are a stranger's."""
    return "".join(f"\\{sign}" if sign in r"\`*_{}[]<>#|~" else sign for sign in text)
