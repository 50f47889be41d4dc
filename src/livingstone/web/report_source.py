"""What a report is made of: everything a run's store holds, as of one moment."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from livingstone.engine.errors import LivingstoneError
from livingstone.tournaments.config import TournamentConfig
from livingstone.tournaments.ratings.games import RatedGame
from livingstone.tournaments.run.plan import config_of
from livingstone.tournaments.run_heading import RunHeading
from livingstone.tournaments.scoring import Score
from livingstone.tournaments.standings_games import GameFacts, games_of, labels, rated
from livingstone.tournaments.store import Store, StoredBot, StoredGame, StoredRun, StoredSeat, StoredVoid
from livingstone.tournaments.stored_config import heading_of, stored_config


class Sitting(NamedTuple):
    """One bot in one game."""

    bot: str
    """As the ratings call it."""
    seat: StoredSeat
    order: int
    """0: it had the first turn."""


@dataclass(frozen=True, slots=True)
class ReportGame:
    """A game as it was stored, and as the ratings see it."""

    stored: StoredGame
    rated: RatedGame

    @property
    def players(self) -> int:
        """Size of the table."""
        return len(self.stored.seats)

    @property
    def bots(self) -> tuple[str, ...]:
        """By seat, as the ratings call them."""
        return tuple(sitting.bot for sitting in self.sittings())

    def sittings(self) -> Iterator[Sitting]:
        """By seat."""
        for number, seat in enumerate(self.stored.seats):
            order = (number - self.stored.start) % self.players
            yield Sitting(self.rated.bots[order], seat, order)


@dataclass(frozen=True)
class ReportSource:
    """A run."""

    folder: Path
    run: StoredRun
    heading: RunHeading
    config: TournamentConfig | None
    """None: the text of the configuration is not one that can be read any more."""
    bots: tuple[StoredBot, ...]
    facts: tuple[GameFacts, ...]
    games: tuple[ReportGame, ...]
    """As ``facts``, one for one."""
    voids: tuple[StoredVoid, ...]
    score: Score
    anchor: str
    """The bot whose rating is 1000; empty: none, or it has not played."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """Table sizes that were played, ascending."""
        return tuple(sorted({game.players for game in self.games}))

    @property
    def rated(self) -> list[RatedGame]:
        """All games, as the ratings see them."""
        return [game.rated for game in self.games]

    def of_size(self, players: int | None) -> tuple[ReportGame, ...]:
        """The games at one size of table; None: all."""
        return tuple(game for game in self.games if players in (None, game.players))


def read_source(folder: Path) -> ReportSource:
    """Read a run, also one that is being played. Raises StoreError."""
    with Store.open(folder, readonly=True) as store, store.snapshot():
        run = store.run()
        facts = tuple(games_of(store))
        names = labels(seat.bot for game in facts for seat in game.seats)
        games = tuple(map(ReportGame, store.games(), rated(facts, names)))
        choice = stored_config(run)
        return ReportSource(
            folder=folder,
            run=run,
            heading=heading_of(store, len(games)),
            config=_config(run),
            bots=tuple(store.bots()),
            facts=facts,
            games=games,
            voids=tuple(store.voids()),
            score=choice.score,
            anchor=choice.anchor if choice.anchor is not None and choice.anchor in names.values() else "",
        )


def _config(run: StoredRun) -> TournamentConfig | None:
    try:
        return config_of(run)
    except LivingstoneError:
        return None
