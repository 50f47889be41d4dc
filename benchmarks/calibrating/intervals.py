"""Intervals of searches against what searches fifty times as long say."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
import numpy as np

from calibrating.games import judged_turn, play
from livingstone.ai.calibration import Stage, curve, shipped, stage_of
from livingstone.ai.effort import Effort, Grown, grow
from livingstone.ai.ismcts import own_problem
from livingstone.ai.plans import Path, doubt, win_gap, with_doubt
from livingstone.engine.constants import Phase
from livingstone.engine.observation import Observation

LONG_SEED: Final = 1 << 32
GROUPS: Final = (
    ("2 players", (2,), (False, True)),
    ("3 to 5 players", (3, 4, 5), (False, True)),
    ("before the last round", (2, 3, 4, 5), (False,)),
    ("last round", (2, 3, 4, 5), (True,)),
    ("all", (2, 3, 4, 5), (False, True)),
)


class Interval(msgspec.Struct, frozen=True):
    """One position; chances as searched, not calibrated, and half-widths from the groups alone."""

    game: int
    players: int
    progress: float
    last: bool
    simulations: int
    times: int
    """How much longer the long search is."""
    win: float
    """Of the short search's turn."""
    half_width: float
    same: float | None
    """Of the same turn in the long search, if it tried it."""
    best: float
    """Of the long search's own turn."""
    gap: float | None
    """How much better the short search's turn is there than its first alternative."""
    gap_half_width: float | None
    long_gap: float | None


class Coverage(NamedTuple):
    """Of some positions: shares of intervals that hold the long search's value."""

    positions: int
    excess: float
    """Mean win chance of the short search less that of the long one, not calibrated."""
    bare: float
    """Of the intervals from the groups alone, chances not calibrated."""
    best: float
    """Of the intervals shown: they hold the chance of the long search's best turn."""
    same: float
    """They hold the long search's chance of the same turn."""
    sure: int
    """Differences to the first alternative whose interval excludes 0."""
    confirmed: int
    """Of these: the long search has the same sign."""
    half_width: float
    """Median of those shown."""


def intervals_of(seeds: range, simulations: int, times: int) -> Iterator[Interval]:
    """One position of each game."""
    for seed in seeds:
        _, samples = play(seed, 1)
        for sample in samples:
            yield interval_of(sample.observation, seed, simulations, times)


def interval_of(observation: Observation, seed: int, simulations: int, times: int) -> Interval:
    """A position searched shortly and long, with different seeds."""
    problem = own_problem(observation)
    short = grow(problem, Effort(simulations=simulations), seed)
    long = grow(problem, Effort(simulations=simulations * times), seed + LONG_SEED)
    stage = stage_of(observation)
    own, ideal = judged_turn(short, observation), judged_turn(long, observation)
    found = short.plans.of(own)
    others = [
        short.plans.judged(short.plans.whole_turn(head, short.sure), last=stage.last)
        for head in short.plans.alternatives(observation.phase == Phase.DIE_HELD)[:2]
    ]
    others = [path for path in others if path != own]
    short_gap = difference(short, own, others[0]) if others else None
    return Interval(
        game=seed,
        players=observation.players,
        progress=stage.progress,
        last=stage.last,
        simulations=simulations,
        times=times,
        win=found.win,
        half_width=found.win_half_width() or 0.0,
        same=_win(long, own),
        best=_win(long, ideal) or 0.0,
        gap=None if short_gap is None else short_gap[0],
        gap_half_width=None if short_gap is None else short_gap[1],
        long_gap=_long_gap(long, own, others),
    )


def _win(grown: Grown, path: Path) -> float | None:
    try:
        found = grown.plans.of(path)
    except KeyError:
        return None
    return found.win


def difference(grown: Grown, first: Path, second: Path) -> tuple[float, float] | None:
    """As a hint compares two choices: the difference of their win chances, and half its interval."""
    gap, half = win_gap(grown.plans.of(first), grown.plans.of(second))
    return None if half is None else (gap, half)


def _long_gap(grown: Grown, own: Path, others: Sequence[Path]) -> float | None:
    mine, other = _win(grown, own), _win(grown, others[0]) if others else None
    return None if mine is None or other is None else mine - other


def coverage(rows: Sequence[Interval]) -> Coverage:
    """Of the intervals as a hint shows them."""
    bare, best, same, sure, halves = [], [], [], [], []
    for row in rows:
        bare.append(abs(row.best - row.win) <= row.half_width)
        shown = curve(shipped().win[str(row.players)], Stage(row.progress, row.last))
        middle = shown(row.win)
        half = shown.half_width(row.win, with_doubt(row.half_width, doubt(row.win, last=row.last))) or 0.0
        halves.append(half)
        best.append(abs(shown(row.best) - middle) <= half)
        if row.same is not None:
            same.append(abs(shown(row.same) - middle) <= half)
        if row.gap is not None and row.gap_half_width is not None and row.long_gap is not None:
            if abs(row.gap) > row.gap_half_width:
                sure.append((row.gap > 0) == (row.long_gap > 0))
    return Coverage(
        positions=len(rows),
        excess=float(np.mean([row.win - row.best for row in rows])),
        bare=_share(bare),
        best=_share(best),
        same=_share(same),
        sure=len(sure),
        confirmed=sum(sure),
        half_width=float(np.median(halves)),
    )


def _share(values: Sequence[bool]) -> float:
    return float(np.mean(values)) if values else float("nan")


def intervals_text(rows: Sequence[Interval]) -> str:
    """The coverage by number of players, as Markdown."""
    lines = [
        "| positions of | simulations | positions | short - long | bare | shown | same turn | ± | confirmed |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for name, counts, rounds in GROUPS:
        for simulations in sorted({row.simulations for row in rows}):
            part = [
                row
                for row in rows
                if row.players in counts and row.last in rounds and row.simulations == simulations
            ]
            if part:
                each = coverage(part)
                lines.append(
                    f"| {name} | {simulations} | {each.positions} | {each.excess:+.3f} | {each.bare:.3f} | "
                    f"{each.best:.3f} | {each.same:.3f} | {each.half_width:.3f} | {each.confirmed} of {each.sure} |"
                )
    return "\n".join(lines)
