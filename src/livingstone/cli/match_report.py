"""What ``livingstone-ai match`` prints: the table, the setting in a line, and the faults."""

import math
import shlex
from dataclasses import dataclass
from typing import Any, Final

from livingstone.ai.student import Estimate
from livingstone.engine.edition_values import BY_NAME, shown
from livingstone.engine.editions import Edition
from livingstone.engine.wording import counted
from livingstone.protocol.clock import time_text
from livingstone.tournaments.entrants import Entrant
from livingstone.tournaments.match_table import Fault, Row, Standing
from livingstone.tournaments.quick_match import Table

_HEADS: Final = (
    "bot",
    "games",
    "wins %",
    "place",
    "VP",
    "donated",
    "out %",
    "ms a turn",
    "slowest ms",
    "faults",
)
_STDERR_LINES: Final = 8


@dataclass(frozen=True)
class Setting:
    """What was played."""

    entrants: tuple[Entrant, ...]
    table: Table
    players: int
    total: int
    """Games asked for."""
    seed: int


def report_lines(standing: Standing, setting: Setting, *, was_interrupted: bool = False) -> list[str]:
    """The whole report for people."""
    lines = []
    if was_interrupted:
        lines.append(f"interrupted after {standing.games} of {counted(setting.total, 'game')}")
    lines += _aligned([_HEADS, *(_cells(row) for row in standing.rows)])
    lines += ["", *_remarks(standing, setting), setting_line(setting)]
    first: dict[int, Fault] = {}
    for fault in standing.faults:
        first.setdefault(fault.entrant, fault)
    for entrant, fault in first.items():
        lines += ["", *_fault_lines(setting.entrants[entrant], fault)]
    if standing.void:
        lines += ["", f"{counted(len(standing.void), 'game')} void, nobody pays: {standing.void[0].stall}"]
    return lines


def setting_line(setting: Setting) -> str:
    """Seed, table, edition, clock and isolation."""
    hosting = setting.table.hosting
    parts = [
        f"{setting.players} players",
        f"seed {setting.seed}",
        f"edition {_edition(setting.table.edition)}",
    ]
    if any(entrant.is_program for entrant in setting.entrants):
        clock = time_text(hosting.time)
        parts.append("no clock" if clock == "none" else f"{clock}{' a turn' if '+' not in clock else ''}")
        parts.append(f"isolation {hosting.isolation}")
        if hosting.tries > 1:
            parts.append(f"{hosting.tries} tries")
        if setting.table.keep_running:
            parts.append("processes stay, a deal a game")
        if any(not entrant.is_program for entrant in setting.entrants):
            parts.append("built-in players have no clock")
    return ", ".join(parts)


def _remarks(standing: Standing, setting: Setting) -> list[str]:
    """How sure the table is, and the Elo difference of two."""
    lines = []
    if standing.games:
        equals = f"equals would win {100 / setting.players:.1f} % a seat"
        nobody = f", nobody won {standing.nobody} of them" if standing.nobody else ""
        games, blocks = counted(standing.games, "game"), counted(standing.blocks, "block")
        lines.append(f"{games} in {blocks}; {equals}{nobody}")
    elo = standing.elo
    if elo is not None:
        first, second = (entrant.name for entrant in setting.entrants)
        what = "by wins" if setting.table.hosting.score == "win" else "by placement"
        # One block, or blocks that are all alike, tell nothing of the spread.
        if standing.blocks < 2 or elo.low == elo.high:
            interval = " (no interval yet)"
        else:
            interval = f" [{_elo(elo.low)}, {_elo(elo.high)}]"
        bounds = "" if math.isinf(elo.mean) else interval
        lines.append(f"Elo of {first} over {second} {what}: {_elo(elo.mean)}{bounds}")
    for row in standing.rows:
        if row.stale_answers:
            count = counted(row.stale_answers, "answer")
            lines.append(
                f"{row.name}: {count} to requests that it had answered before; they count for nothing"
            )
    return lines


def _edition(edition: Edition) -> str:
    """Its name, and what differs from the built-in one of this name."""
    if edition.name not in Edition.builtin_names():
        return edition.name
    base = Edition.load(edition.name).values()
    changed = [name for name, value in edition.values().items() if value != base[name]]
    values = [f"{name} {shown(BY_NAME[name], getattr(edition, name))}" for name in changed]
    return edition.name + (f" ({'; '.join(values)})" if values else "")


def _cells(row: Row) -> tuple[str, ...]:
    return (
        row.name,
        str(row.games) if row.games == row.seats else f"{row.games} ({row.seats} seats)",
        _percent(row.win_share),
        _number(row.place, 2),
        _number(row.points, 1),
        _number(row.donation, 1),
        _number(None if row.out is None else 100 * row.out, 1),
        _number(row.turn_ms, 2),
        _number(row.slowest_ms, 1),
        ", ".join(f"{count} {kind}" for kind, count in row.faults.items()) or "none",
    )


def _percent(value: Estimate | None) -> str:
    if value is None:
        return "-"
    if math.isinf(value.high) or value.low == -math.inf:
        return f"{100 * value.mean:.1f}"
    half = max(value.high - value.mean, value.mean - value.low)  # one side may be cut at 0 or 1
    # Blocks that are all alike tell nothing of the spread; least of all that there is none.
    return f"{100 * value.mean:.1f} ± {f'{100 * half:.1f}' if half else '?'}"


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def _elo(value: float) -> str:
    return "unbounded" if math.isinf(value) else f"{value:+.0f}"


def _aligned(rows: list[tuple[str, ...]]) -> list[str]:
    """The first and the last column to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            f"{cell:<{width}}" if place in (0, len(row) - 1) else f"{cell:>{width}}"
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _fault_lines(entrant: Entrant, fault: Fault) -> list[str]:
    """The first fault of an entrant, and how to repeat it."""
    lines = [f"{entrant.name}: {fault.termination} in game {fault.game}, seat {fault.seat}: {fault.text}"]
    if fault.evidence is None:
        return lines
    said = fault.evidence.stderr.strip().splitlines()[-_STDERR_LINES:]
    lines += [f"  | {line}" for line in said]
    if fault.evidence.lines is None:
        lines.append("  its lines were not kept: --log-lines DIR keeps them")
    else:
        lines.append(
            f"  again: livingstone-ai bot replay {shlex.quote(str(fault.evidence.lines))} -- {entrant.text}"
        )
    return lines


def as_data(standing: Standing, setting: Setting, *, was_interrupted: bool = False) -> dict[str, Any]:
    """The same for programs; what has no finite value is null."""
    hosting, table = setting.table.hosting, setting.table
    return {
        "players": setting.players,
        "games": standing.games,
        "asked": setting.total,
        "blocks": standing.blocks,
        "interrupted": was_interrupted,
        "seed": str(setting.seed),
        "edition": {"name": table.edition.name, "digest": table.edition.digest},
        "time": time_text(hosting.time),
        "score": hosting.score,
        "tries": hosting.tries,
        "isolation": hosting.isolation.value,
        "keep_running": table.keep_running,
        "nobody": standing.nobody,
        "placement": _interval(standing.placement),
        "elo": _interval(standing.elo),
        "bots": [
            {
                **row._asdict(),
                "bot": entrant.text,
                "win_share": _interval(row.win_share),
                "faults": {kind.value: count for kind, count in row.faults.items()},
            }
            for entrant, row in zip(setting.entrants, standing.rows, strict=True)
        ],
        "faults": [_fault(setting, fault) for fault in standing.faults],
        "void": [{"game": game.fixture.name, "reason": game.stall} for game in standing.void],
    }


def _fault(setting: Setting, fault: Fault) -> dict[str, Any]:
    evidence = fault.evidence
    return {
        "bot": setting.entrants[fault.entrant].name,
        "game": fault.game,
        "seat": fault.seat,
        "termination": fault.termination.value,
        "text": fault.text,
        "lines": None if evidence is None or evidence.lines is None else str(evidence.lines),
        "stderr": None if evidence is None else evidence.stderr,
    }


def _interval(value: Estimate | None) -> dict[str, float | None] | None:
    if value is None:
        return None
    return {name: end if math.isfinite(end) else None for name, end in value._asdict().items()}
