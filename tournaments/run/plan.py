"""What a run has to play: its schedule, a pure function of what the store keeps, and its blocks as tasks."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Self

from livingstone.engine.errors import LivingstoneError
from livingstone.protocol.isolation import Isolation
from livingstone.tournaments.config import TournamentConfig, parse_config
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.run.kept_schedule import keep_schedule, read_schedule, schedule_key
from livingstone.tournaments.run.roster import FROM_THE_START, entrant_of, joined, without
from livingstone.tournaments.run.task import Task
from livingstone.tournaments.schedule import Schedule, extension, schedule
from livingstone.tournaments.schedule_block import Block
from livingstone.tournaments.schedule_nights import season_schedule
from livingstone.tournaments.store import BotKey, Store, StoredBlock, StoredBot, StoredRun

CONFIG_FILE: Final = "tournament.toml"
"""The copy of the config in a run's folder."""
COMMITMENT_FILE: Final = "commitment.txt"
"""The SHA-256 of a season's master seed, written before its first game."""
SEED_FILE: Final = "seed.txt"
"""The master seed of a season, written when it is closed."""


def config_of(run: StoredRun) -> TournamentConfig:
    """The config of a stored run; its seed was written into it."""
    return parse_config(run.config, CONFIG_FILE, edition=run.edition)


def schedule_of(config: TournamentConfig, bots: Sequence[StoredBot]) -> Schedule:
    """All blocks of a run and its extensions, or of all nights of a season.

    Those of a bot that was excluded later are among them; one that never started is in none. ``config`` has a seed.

    Raises:
        LivingstoneError: too few bots for a table.
    """
    assert config.seed is not None
    if config.season.nights:
        return season_schedule(
            config.season.nights,
            config.players,
            config.seed,
            authors={}
            if config.same_author_together
            else {bot.name: bot.author for bot in bots if bot.author},
            deals=config.deals,
        )
    first = [bot for bot in bots if joined(bot) == FROM_THE_START]
    known = [bot.name for bot in first]
    challengers = [name for name in config.challengers if name in known]
    if config.challengers and not challengers:
        raise LivingstoneError("no challenger is left, a gauntlet needs at least one")

    def authors(among: Sequence[StoredBot]) -> dict[str, str]:
        return {} if config.same_author_together else {bot.name: bot.author for bot in among if bot.author}

    parts = [
        schedule(
            known,
            config.players,
            config.cycles,
            config.seed,
            challengers=challengers,
            authors=authors(first),
            deals=config.deals,
        )
    ]
    so_far = first
    for bot in sorted(
        (bot for bot in bots if (joined(bot) or 0) > FROM_THE_START), key=lambda bot: joined(bot) or 0
    ):
        there = [other for other in so_far if other.name not in without(bot)]
        so_far = [*so_far, bot]
        parts.append(
            extension(
                [other.name for other in there],
                bot.name,
                config.players,
                config.cycles,
                config.seed,
                joined(bot) or 0,
                challengers=challengers,
                authors=authors([*there, bot]),
                deals=config.deals,
            )
        )
    return Schedule(
        tuple(block for part in parts for block in part.blocks),
        tuple(balance for part in parts for balance in part.balance),
    )


@dataclass(frozen=True)
class Plan:
    """A run, read: everything that playing it needs."""

    run: StoredRun
    config: TournamentConfig
    bots: tuple[StoredBot, ...]
    schedule: Schedule

    @classmethod
    def of(cls, run: StoredRun, bots: Sequence[StoredBot]) -> Self:
        """From what a store keeps. Raises LivingstoneError."""
        config = config_of(run)
        return cls(run, config, tuple(bots), schedule_of(config, bots))

    @classmethod
    def read(cls, store: Store) -> Self:
        """Of an open store; a schedule that is kept beside it is not made again. Raises LivingstoneError."""
        run, bots = store.run(), store.bots()
        schedule = read_schedule(store.folder, schedule_key(run, bots))
        return cls.of(run, bots) if schedule is None else cls(run, config_of(run), tuple(bots), schedule)

    def keep(self, folder: Path) -> None:
        """Keep the schedule in the run's folder, for :meth:`read`."""
        keep_schedule(folder, schedule_key(self.run, self.bots), self.schedule)

    @property
    def excluded(self) -> dict[str, str]:
        """Names and reasons of bots that play no longer."""
        return {bot.name: bot.excluded for bot in self.bots if bot.excluded}

    def games_left(self, done: Collection[str]) -> int:
        """Games that are to be played: those of blocks that are not ``done`` (ids) and seat no excluded bot."""
        return sum(block.players for block in self._left(done))

    def bots_left(self, done: Collection[str]) -> set[str]:
        """Names of the bots that play in them."""
        return {bot for block in self._left(done) for bot in block.bots}

    def _left(self, done: Collection[str]) -> Iterator[Block]:
        excluded = self.excluded
        return (
            block
            for block in self.schedule
            if block.id not in done and not any(bot in excluded for bot in block.bots)
        )

    @property
    def hosting(self) -> Hosting:
        """How programs are hosted."""
        return hosting_of(self.config, Isolation(self.run.isolation))

    def stored(self, block: Block) -> StoredBlock:
        """A block of the schedule as the store calls it."""
        keys: dict[str, BotKey] = {bot.name: bot.key for bot in self.bots if joined(bot) is not None}
        return StoredBlock(
            id=block.id,
            cycle=block.cycle,
            number=block.number,
            bots=tuple(keys[name] for name in block.bots),
            deals=tuple(str(deal) for deal in block.deals),
        )

    def task(self, block: Block, logs: Path | None = None, secret: tuple[Path, ...] = ()) -> Task:
        """A block with everything that a worker needs.

        ``logs``: folder for the logs of lost seats. ``secret``: folders and files that no program may look into,
        above all the run's own folder, which holds the master seed.
        """
        stored = self.stored(block)
        found = {bot.key: entrant_of(bot) for bot in self.bots}
        return Task(
            block=stored,
            entrants=tuple(found[key] for key in stored.bots),
            edition=self.run.edition,
            hosting=replace(self.hosting, secret=secret),
            master_seed=self.run.master_seed,
            logs=logs,
        )


def hosting_of(config: TournamentConfig, level: Isolation) -> Hosting:
    """How a config hosts programs, at the level that this machine reaches."""
    return Hosting(
        time=config.time,
        score=config.score,
        tries=config.tries,
        isolation=level,
        memory_mb=config.memory_mb,
    )
