"""What ``livingstone-ai gate`` prints: the verdict, how it came about, and each side."""

import math
import sys
from types import TracebackType
from typing import Any, Self

import click

from livingstone.ai.student import Estimate
from livingstone.engine.wording import counted
from livingstone.protocol.clock import time_text
from livingstone.tournaments.elo import elo_estimate
from livingstone.tournaments.gate import Gate, Progress, Side
from livingstone.tournaments.gate_block import BASE, CANDIDATE
from livingstone.tournaments.sprt import LEAST_BLOCKS, Verdict


def report_lines(gate: Gate, progress: Progress, *, was_interrupted: bool) -> list[str]:
    """The whole report for people."""
    reading, test = progress.reading, gate.test
    if reading is None:
        return ["no block has been played"]
    low, high = test.bounds
    candidate, base = gate.candidate.name, gate.base.name
    lines = [_verdict_line(gate, progress.verdict, was_interrupted=was_interrupted)]
    lines.append(
        f"{counted(len(progress.games), 'game')} in {counted(reading.blocks, 'block')}; "
        f"log-likelihood ratio {reading.llr:.2f} (bounds {low:.2f} and {high:.2f}), "
        f"hypotheses {test.elo0:+g} and {test.elo1:+g} Elo"
    )
    if progress.verdict is Verdict.OPEN and reading.blocks < LEAST_BLOCKS:
        lines.append(f"a verdict needs {LEAST_BLOCKS} blocks at least")
    lines.append(f"Elo of {candidate} over {base}: {_elo_text(reading.score)}")
    if len(gate.sizes) > 1:
        lines += [f"  tables of {size}: {_elo_text(progress.size(size))}" for size in gate.sizes]
    lines.append(_side_line(f"{candidate} (candidate)", progress.side(CANDIDATE)))
    lines.append(_side_line(f"{base} (base)", progress.side(BASE)))
    if progress.voids:
        lines.append(f"{counted(progress.voids, 'block')} void by the host's fault: nobody pays")
    lines.append(_setting_line(gate))
    return lines


def _verdict_line(gate: Gate, verdict: Verdict, *, was_interrupted: bool) -> str:
    name = gate.candidate.name
    if verdict is Verdict.BETTER:
        return f"better: {name} passes"
    if verdict is Verdict.NOT_BETTER:
        return f"not better: {name} does not pass"
    if was_interrupted:
        return "interrupted: no verdict yet"
    return f"open: no verdict after {counted(gate.most, 'block')}"


def _elo_text(score: Estimate) -> str:
    value = elo_estimate(score)
    if math.isinf(score.low):
        return f"{_end_text(value.mean)} (one block: no interval)"
    if score.low == score.high:  # all blocks alike: the interval says nothing
        return _end_text(value.mean)
    return f"{_end_text(value.mean)} [{_end_text(value.low)}, {_end_text(value.high)}]"


def _end_text(value: float) -> str:
    return "unbounded" if math.isinf(value) else f"{value:+.0f}"


def _side_line(name: str, side: Side) -> str:
    time = "" if side.decision_ms is None else f", {side.decision_ms:.2f} ms an answer"
    kinds = ", ".join(f"{count} {end.value.replace('_', ' ')}" for end, count in side.forfeits.items())
    faults = f"; forfeits: {kinds}; the first: {side.fault}" if kinds else ""
    return f"{name}: wins {100 * side.win_share:.1f} % a seat{time}{faults}"


def _setting_line(gate: Gate) -> str:
    sizes = " and ".join(str(size) for size in gate.sizes)
    parts = [f"tables of {sizes}", f"seed {gate.seed}", f"edition {gate.edition.name}"]
    if gate.candidate.is_program or gate.base.is_program:
        parts += [f"time {time_text(gate.hosting.time)}", f"isolation {gate.hosting.isolation}"]
    return ", ".join(parts)


def as_data(gate: Gate, progress: Progress, *, was_interrupted: bool) -> dict[str, Any]:
    """The same for programs; what has no finite value is null."""
    reading, header = progress.reading, gate.header()
    return {
        "verdict": progress.verdict.value,
        "interrupted": was_interrupted,
        "blocks": 0 if reading is None else reading.blocks,
        "games": len(progress.games),
        "voids": progress.voids,
        "llr": None if reading is None else reading.llr,
        "bounds": list(gate.test.bounds),
        "hypotheses": gate.test._asdict(),
        "score": None if reading is None else _ends(reading.score),
        "elo": None if reading is None else _ends(elo_estimate(reading.score)),
        "tables": [
            {"players": size, "elo": _ends(elo_estimate(progress.size(size)))}
            for size in gate.sizes
            if reading is not None
        ],
        "candidate": _side_data(header.candidate, header.candidate_digest, progress.side(CANDIDATE)),
        "base": _side_data(header.base, header.base_digest, progress.side(BASE)),
        "seed": header.seed,
        "edition": {"name": gate.edition.name, "digest": header.edition},
        "time": header.time,
        "counts": header.score,
        "isolation": header.isolation,
    }


def _side_data(text: str, digest: str, side: Side) -> dict[str, Any]:
    forfeits = {end.value: count for end, count in side.forfeits.items()}
    return {"bot": text, "digest": digest, **side._asdict(), "forfeits": forfeits}


def _ends(value: Estimate) -> dict[str, float | None]:
    return {name: end if math.isfinite(end) else None for name, end in value._asdict().items()}


class GateBar:
    """One line on a terminal's stderr that tells how the test stands. Nothing in a pipe."""

    def __init__(self, gate: Gate, *, shown: bool) -> None:
        self._gate = gate
        self._shown = shown and sys.stderr.isatty()
        self._width = 0

    def __enter__(self) -> Self:
        return self

    def __call__(self, progress: Progress) -> None:
        """Show it."""
        reading = progress.reading
        if not self._shown or reading is None:
            return
        low, high = self._gate.test.bounds
        text = (
            f"{counted(reading.blocks, 'block')}, {counted(len(progress.games), 'game')}, "
            f"ratio {reading.llr:.2f} ({low:.2f} to {high:.2f}), Elo {_elo_text(reading.score)}"
        )
        click.echo("\r" + text.ljust(self._width), nl=False, err=True)
        self._width = len(text)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._width:
            click.echo("\r" + " " * self._width + "\r", nl=False, err=True)
