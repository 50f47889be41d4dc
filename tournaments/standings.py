"""The standings of some games: ratings, eliminations, forfeits and thinking times, as plain values.

A pure function of the games: the same games give the same standings, to the last digit that is shown.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import did_you_mean, quote
from livingstone.protocol.termination import Termination
from livingstone.tournaments.ratings.games import RatedGame
from livingstone.tournaments.ratings.table import RatingTable, Row, rate
from livingstone.tournaments.scoring import Score
from livingstone.tournaments.standings_games import GameFacts, labels, rated, require_one_edition

_SAME_ELO: Final = 0.005
"""Two tables that differ by less show the same."""


class Line(NamedTuple):
    """One bot in one table."""

    rank: int
    row: Row
    superiority: float | None
    """Likelihood that it is stronger than the next one; None for the last."""
    overlaps: bool
    """Whether its interval overlaps that of the next one: their order is not certain."""
    forfeits: dict[Termination, int]
    """Games it lost by a fault, by class."""
    decision_ms: float | None
    """Mean time of an answer; None: nobody counted its answers."""
    slowest_ms: float | None
    """Its slowest turn."""


class View(NamedTuple):
    """One table."""

    players: int | None
    """Size of the tables it was made from; None: all of several."""
    excludes_degraded: bool
    """Of games in which somebody forfeited, only the pairs with that bot count."""
    degraded: int
    """Games in which somebody forfeited."""
    ratings: RatingTable
    lines: tuple[Line, ...]
    """Best first."""


class Standings(NamedTuple):
    """All tables of some games."""

    score: Score
    games: int
    views: tuple[View, ...]
    """All sizes together, then each size; each without degraded games too, where that changes anything."""


@dataclass(slots=True)
class _Tally:
    """What a bot did beside its results."""

    forfeits: Counter[Termination] = field(default_factory=Counter)
    decisions: int = 0
    seconds: list[float] = field(default_factory=list)
    slowest: float = 0.0


def standings(
    games: Sequence[GameFacts],
    *,
    anchor: str = "",
    score: Score = "placement",
    players: int | None = None,
    exclude_degraded: bool = False,
) -> Standings:
    """All tables of some games.

    ``anchor``: the bot whose rating is 1000; empty: the mean is. ``players``: only this size of table.
    ``exclude_degraded``: only the tables without degraded games.

    Raises:
        LivingstoneError: an anchor that did not play, games of several editions, no game of that size.
    """
    require_one_edition(games)
    if players is not None:
        games = _of_size(games, players)
    names = labels(seat.bot for game in games for seat in game.seats)
    if games and anchor and anchor not in names.values():
        known = sorted(names.values())
        hint = did_you_mean(anchor, known) or f": expected one of {', '.join(known)}"
        raise LivingstoneError(f"anchor {quote(anchor)}: did not play{hint}")
    all_rated = rated(games, names)
    sizes = sorted({len(game.seats) for game in games})
    views: list[View] = []
    for size in [None, *sizes] if len(sizes) > 1 else sizes:
        chosen = [index for index, game in enumerate(games) if size in (None, len(game.seats))]
        facts = [games[index] for index in chosen]
        tallies = _tallies(facts, [all_rated[index] for index in chosen])
        part = [all_rated[index] for index in chosen]
        views += _views(size, part, tallies, anchor, score, only_clean=exclude_degraded)
    return Standings(score, len(games), tuple(views))


def _of_size(games: Sequence[GameFacts], players: int) -> list[GameFacts]:
    chosen = [game for game in games if len(game.seats) == players]
    if games and not chosen:
        sizes = ", ".join(str(size) for size in sorted({len(game.seats) for game in games}))
        raise LivingstoneError(f"players: no game of {players}, expected a size that was played: {sizes}")
    return chosen


def _views(
    size: int | None,
    games: Sequence[RatedGame],
    tallies: dict[str, _Tally],
    anchor: str,
    score: Score,
    *,
    only_clean: bool,
) -> list[View]:
    """The table of one size, and the one without degraded games where it differs."""
    degraded = sum(game.is_degraded for game in games)
    found: list[View] = []
    for clean in (True,) if only_clean else (False, True) if degraded else (False,):
        table = rate(games, anchor, score, exclude_degraded=clean)
        if found and _is_same(found[0].ratings, table):
            break
        found.append(View(size, clean, degraded, table, _lines(table, tallies)))
    return found


def _is_same(one: RatingTable, other: RatingTable) -> bool:
    def close(a: float, b: float) -> bool:
        return a == b or abs(a - b) < _SAME_ELO

    return all(
        mine.bot == theirs.bot
        and close(mine.elo, theirs.elo)
        and close(mine.low, theirs.low)
        and close(mine.high, theirs.high)
        for mine, theirs in zip(one.rows, other.rows, strict=True)
    )


def _tallies(games: Sequence[GameFacts], names: Sequence[RatedGame]) -> dict[str, _Tally]:
    tallies: dict[str, _Tally] = {}
    for game, named in zip(games, names, strict=True):
        for seat, bot in zip(game.seats, named.bots, strict=True):
            tally = tallies.get(bot)
            if tally is None:
                tally = tallies[bot] = _Tally()
            if seat.termination is not Termination.COMPLETED:
                tally.forfeits[seat.termination] += 1
            tally.decisions += seat.decisions
            tally.seconds.append(seat.seconds)
            tally.slowest = max(tally.slowest, seat.slowest)
    return tallies


def _lines(table: RatingTable, tallies: dict[str, _Tally]) -> tuple[Line, ...]:
    lines = []
    for index, row in enumerate(table.rows):
        after = table.rows[index + 1] if index + 1 < len(table.rows) else None
        tally = tallies[row.bot]
        lines.append(
            Line(
                rank=index + 1,
                row=row,
                superiority=None if after is None else table.superiority[index][index + 1],
                overlaps=after is not None and row.low <= after.high,
                forfeits={end: tally.forfeits[end] for end in Termination if tally.forfeits[end]},
                decision_ms=1000 * math.fsum(tally.seconds) / tally.decisions if tally.decisions else None,
                slowest_ms=1000 * tally.slowest if tally.decisions else None,
            )
        )
    return tuple(lines)


def uncertain_ranks(view: View) -> list[tuple[int, int]]:
    """Runs of ranks whose intervals overlap from one to the next: first and last rank of each."""
    runs: list[tuple[int, int]] = []
    for line in view.lines:
        if line.overlaps:
            first = runs.pop()[0] if runs and runs[-1][1] == line.rank else line.rank
            runs.append((first, line.rank + 1))
    return runs
