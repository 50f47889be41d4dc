"""Sums over the games of each bot: points and their sources, eliminations, time, faults."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from livingstone.engine.codec import loads
from livingstone.engine.errors import LivingstoneError
from livingstone.protocol.termination import Termination
from livingstone.tournaments.store import Store
from livingstone.web.report_source import ReportGame

SOURCES: Final = ("tents", "market", "animals", "rows", "gems")
"""Of points, as records name them (R42)."""
MOST_RECORDS: Final = 2000
"""Records that are opened for the sources of points: more would only take time."""


@dataclass
class Tally:
    """One bot."""

    bot: str
    games: Counter[int] = field(default_factory=Counter)
    """By size of table, as the next two."""
    out: Counter[int] = field(default_factory=Counter)
    won: Counter[int] = field(default_factory=Counter)
    points: int = 0
    donation: int = 0
    place: int = 0
    """Sum of places."""
    decisions: int = 0
    seconds: float = 0.0
    turns: list[float] = field(default_factory=list)
    """Seconds of the slowest turn of each game."""
    faults: Counter[Termination] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)
    opened: int = 0
    """Games whose record told the sources."""

    @property
    def seats(self) -> int:
        """Games, of all sizes."""
        return self.games.total()

    def mean(self, total: float) -> float:
        """A sum as a mean over the games."""
        return total / self.seats if self.seats else 0.0

    @property
    def decision_ms(self) -> float | None:
        """Mean time of a decision; None: it made none."""
        return 1000 * self.seconds / self.decisions if self.decisions else None

    @property
    def slowest_ms(self) -> float | None:
        """Of all its turns."""
        return 1000 * max(self.turns) if self.decisions else None

    @property
    def p95_ms(self) -> float | None:
        """In 95 of 100 games no turn took longer."""
        if not self.decisions:
            return None
        return 1000 * sorted(self.turns)[math.ceil(0.95 * len(self.turns)) - 1]

    def source(self, name: str) -> float | None:
        """Mean points a game from a source; None: no record told."""
        return self.sources[name] / self.opened if self.opened else None


def tallies(games: Iterable[ReportGame]) -> dict[str, Tally]:
    """By bot."""
    found: dict[str, Tally] = {}
    for game in games:
        for bot, seat, _ in game.sittings():
            tally = found.setdefault(bot, Tally(bot))
            tally.games[game.players] += 1
            tally.out[game.players] += seat.out
            tally.won[game.players] += seat.share > 0
            tally.points += seat.points
            tally.donation += seat.donation
            tally.place += seat.place
            tally.decisions += seat.decisions
            tally.seconds += seat.seconds
            tally.turns.append(seat.slowest)
            if seat.termination is not Termination.COMPLETED:
                tally.faults[seat.termination] += 1
    return found


def add_sources(found: Mapping[str, Tally], store: Store, games: Sequence[ReportGame]) -> int:
    """Add the sources of points from the records, of games spread evenly where there are many.

    Returns:
        How many records told them; pruned and damaged ones do not.
    """
    opened = 0
    for game in spread(games, MOST_RECORDS):
        sources = _sources(store, game) if game.stored.record else None
        if sources is None:
            continue
        opened += 1
        for bot, one in zip(game.bots, sources, strict=True):
            found[bot].opened += 1
            for name in SOURCES:
                found[bot].sources[name] += one[name]
    return opened


def spread(games: Sequence[ReportGame], most: int) -> list[ReportGame]:
    """At most so many games, evenly spread over all."""
    count = min(most, len(games))
    return [games[number * len(games) // count] for number in range(count)]


def _sources(store: Store, game: ReportGame) -> list[Mapping[str, int]] | None:
    """By seat, from the last line of the record."""
    try:
        last: Any = loads(store.read_record(game.stored.id).rstrip().rpartition(b"\n")[2])
        sources = last["result"]["sources"]
        checked = [{name: int(one[name]) for name in SOURCES} for one in sources]
    except (LivingstoneError, ValueError, KeyError, TypeError, IndexError):
        return None
    return list(checked) if len(checked) == game.players else None
