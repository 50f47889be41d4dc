"""One night of a season: who plays, what was left, tonight's games, then ratings, deletions, report and summary."""

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import msgspec

from livingstone.engine.errors import LivingstoneError
from livingstone.protocol.isolation import Isolation
from livingstone.tournaments.admission import Admission
from livingstone.tournaments.config import TournamentConfig
from livingstone.tournaments.config_season import Night
from livingstone.tournaments.night.budget import Budget, BudgetWatcher
from livingstone.tournaments.night.lead import lead_text
from livingstone.tournaments.night.lineup import PAUSED, Gate, Lineup, base_of, choose_lineup
from livingstone.tournaments.night.outcome import NightOutcome
from livingstone.tournaments.night.pruning import prune
from livingstone.tournaments.night.season import (
    SeasonConfig,
    is_closed,
    keep_copies,
    open_season,
    take_night,
)
from livingstone.tournaments.night.summary import announce, write_summary
from livingstone.tournaments.night.tally import Tally
from livingstone.tournaments.ratings.table import RatingTable
from livingstone.tournaments.run.coordinator import LOGS, MOST_VOIDS, Coordinator
from livingstone.tournaments.run.plan import Plan, config_of, hosting_of
from livingstone.tournaments.run.watcher import Watcher
from livingstone.tournaments.schedule import obstacle
from livingstone.tournaments.standings import standings
from livingstone.tournaments.standings_games import games_of, labels, rated
from livingstone.tournaments.standings_text import as_markdown
from livingstone.tournaments.store import Store, StoreBusy, StoredBot, StoredRun
from livingstone.tournaments.stored_config import heading_of
from livingstone.tournaments.waiting import Tell

ERROR_FILE: Final = "night-error.txt"
"""Among the logs: the traceback of a fault of this program."""


def _no_report(_: Path) -> str:
    return ""


@dataclass
class SeasonNight:
    """A night to be played."""

    config: Path
    folder: Path
    """Of the season."""
    workers: int
    budget: Budget
    tell: Tell
    watcher: Watcher = field(default_factory=Watcher)
    report: Callable[[Path], str] = _no_report
    """Writes the report of a season's folder, and says where it is or why there is none."""

    def play(self) -> NightOutcome:
        """Play it. Whatever happens, the folder then has a summary, and what was played is safe.

        Raises:
            StoreBusy: another process is at it; nothing was touched.
            StoreError: the folder cannot be written.
        """
        lock = take_night(self.folder)
        try:
            announce(self.folder)
            return self._play()
        finally:
            lock.release()

    def _play(self) -> NightOutcome:
        work = _Work(self)
        outcome, table = work.outcome, ""
        try:
            try:
                work.run()
            except KeyboardInterrupt:
                outcome.was_interrupted = True
            except StoreBusy:
                raise
            except LivingstoneError as error:
                outcome.error = str(error)  # what the last night left may have been played before it
            table = work.conclude()
        except StoreBusy:
            raise
        except KeyboardInterrupt:
            outcome.was_interrupted = True
        except LivingstoneError as error:
            outcome.error = outcome.error or str(error)
        except Exception as error:  # noqa: BLE001 - nobody watches: it must be told in the summary
            outcome.host_error = f"{type(error).__name__}: {' '.join(str(error).split())}"
            (self.folder / LOGS).mkdir(exist_ok=True)
            (self.folder / LOGS / ERROR_FILE).write_text(traceback.format_exc(), encoding="utf-8")
        finally:
            if work.store is not None:
                work.store.close()
        outcome.used_s = self.budget.used_s
        write_summary(self.folder, outcome, work.stored_run, table)
        return outcome


class _Work:
    """What is known while a night is played."""

    def __init__(self, night: SeasonNight) -> None:
        self.night = night
        self.outcome = NightOutcome()
        self.store: Store | None = None
        self.stored_run: StoredRun | None = None
        self._before = Tally()

    def run(self) -> None:
        """Everything that plays. Raises LivingstoneError for what the user can mend."""
        night = self.night
        if is_closed(night.folder):
            raise LivingstoneError(f"{night.folder}: the season is closed, begin another one with --season")
        self.store = open_season(night.folder)
        run = None if self.store is None else self.store.run()
        self.stored_run = run
        config = SeasonConfig(night.config, run)
        level = config.level(run)
        if self.store is not None:
            night.budget.learn(self.store)
            self._before = Tally.of(self.store)
        lineup = self._lineup(config, level)
        self.outcome.left_out = lineup.left_out
        self.outcome.news = lineup.news
        nights = () if run is None else config_of(run).season.nights
        self.outcome.number = len(nights)
        if self.store is not None:
            self._welcome(self.store, lineup)
            if self._has_stopped(self._play(self.store, lineup)):
                return
        tonight = Night(
            bots=tuple(bot.name for bot in lineup.bots),
            cycles=config.config.cycles,
            challengers=lineup.challengers(config.config),
        )
        self._check_tables(config.config, lineup, tonight)
        self._append(config, level, lineup, (*nights, tonight))
        assert self.store is not None
        self._play(self.store, lineup)

    def _lineup(self, config: SeasonConfig, level: Isolation) -> Lineup:
        settings = config.config
        hosting = replace(hosting_of(settings, level), secret=(self.night.folder, config.path.absolute()))
        competition = settings.season.competition
        stored = [] if self.store is None else self.store.bots()
        if competition is None:
            gate = Gate(hosting, self.night.tell)
        else:
            self.night.folder.chmod(0o700)  # the seed and everybody's programs are nobody's business
            admission = Admission(hosting, settings.edition, settings.players, self.night.folder)
            gate = Gate(hosting, self.night.tell, admission, is_frozen=competition.changed_bots == "refuse")
        return choose_lineup(settings, config.path.absolute().parent, stored, gate)

    def _welcome(self, store: Store, lineup: Lineup) -> None:
        """Let the units of tonight play, and the others pause."""
        tonight = {bot.key for bot in lineup.bots}
        bases = {base_of(bot) for bot in lineup.bots}
        paused = []
        for bot in store.bots():
            if bot.key in tonight:
                if bot.excluded.startswith(PAUSED):
                    store.exclude(bot.name, "")
            elif not bot.excluded:
                reason = lineup.left_out.get(base_of(bot)) or (
                    "has changed" if base_of(bot) in bases else "is not in the config"
                )
                store.exclude(bot.name, PAUSED + reason)
                if base_of(bot) not in lineup.left_out and base_of(bot) not in bases:
                    paused.append(f"{bot.name}: stopped, it is not in the config any more")
        self.outcome.news += tuple(paused)

    def _check_tables(self, settings: TournamentConfig, lineup: Lineup, tonight: Night) -> None:
        """Note the table sizes that tonight has too few bots for. Raises LivingstoneError if nobody was left out."""
        if settings.challengers and not tonight.challengers:
            raise LivingstoneError("no challenger is left, a gauntlet needs at least one")
        authors = {bot.name: bot.author for bot in lineup.bots if bot.author}
        for size in settings.players:
            reason = obstacle(
                tonight.bots,
                size,
                challengers=tonight.challengers,
                authors={} if settings.same_author_together else authors,
            )
            if reason and not lineup.left_out:
                raise LivingstoneError(reason)
            if reason:
                self.outcome.no_tables[size] = reason
                self.night.tell(f"no tables of {size} tonight: {reason}")

    def _append(
        self, config: SeasonConfig, level: Isolation, lineup: Lineup, nights: tuple[Night, ...]
    ) -> None:
        """Schedule tonight; the season begins with its first night."""
        text, digest = config.copy(nights)
        if self.store is None:
            run = StoredRun(
                name=config.config.name,
                format=config.config.format,
                config=text,
                config_digest=digest,
                master_seed=config.seed,
                edition=config.config.edition,
                isolation=level.value,
            )
            Plan.of(run, lineup.bots)  # raises before anything is written, where there is no schedule
            self.store = Store.create(self.night.folder, run, lineup.bots)
        else:
            run = msgspec.structs.replace(self.store.run(), config=text, config_digest=digest)
            Plan.of(run, lineup.bots)
            self.store.add_bots(lineup.bots)
            self.store.set_config(text, digest)
        self.stored_run = self.store.run()
        self.outcome.number = len(nights)
        keep_copies(self.store)

    def _play(self, store: Store, lineup: Lineup) -> bool:
        """Play what is scheduled and not stored; whether something stopped it."""
        plan = _with_present(Plan.read(store), lineup.bots)
        budget = self.night.budget
        coordinator = Coordinator(
            store,
            plan,
            self.night.workers,
            BudgetWatcher(budget, self.night.watcher),
            may_begin=budget.may_begin,
            secret=(self.night.config.absolute(),),
        )
        try:
            with budget.alarm():
                summary = coordinator.run()
        except KeyboardInterrupt:
            if not budget.rang:
                raise
            return True
        self.outcome.was_interrupted |= summary.was_interrupted and not budget.rang
        return summary.was_interrupted or summary.voids >= MOST_VOIDS

    def _has_stopped(self, was_stopped: bool) -> bool:
        """Whether tonight's own games must wait."""
        left = self.night.budget.left_s
        if left is not None and left <= 0:
            self.night.budget.is_used_up = True
        return was_stopped or self.night.budget.is_used_up

    def conclude(self) -> str:
        """Count, rate, delete, report; the standings as Markdown."""
        store, outcome = self.store, self.outcome
        if store is None:
            return ""
        outcome.is_out_of_time = self.night.budget.is_used_up
        after = Tally.of(store)
        outcome.games = after.games - self._before.games
        outcome.faults = after.faults - self._before.faults
        outcome.voids = after.voids - self._before.voids
        outcome.missing = Plan.read(store).games_left(store.done())
        config = config_of(store.run())
        outcome.pruned = prune(store, config.season.nightly)
        table = self._rate(store)
        if not outcome.was_interrupted:
            outcome.report = self.night.report(store.folder)
        return table

    def _rate(self, store: Store) -> str:
        """The standings; who leads goes to the outcome."""
        facts = list(games_of(store))
        if not facts:
            return ""
        config = config_of(store.run())
        names = labels(seat.bot for game in facts for seat in game.seats)
        anchor = config.anchor if config.anchor in names.values() else ""
        found = standings(facts, anchor=anchor or "", score=config.score)
        table: RatingTable = found.views[0].ratings
        self.outcome.lead = lead_text(table, rated(facts, names), config.score)
        return as_markdown(found, heading_of(store, len(facts)))


def _with_present(plan: Plan, bots: tuple[StoredBot, ...]) -> Plan:
    """The plan with the bots as they are started today: a folder may have moved, an interpreter been renewed."""
    present = {bot.key: bot for bot in bots}
    return Plan(
        plan.run,
        plan.config,
        tuple(
            msgspec.structs.replace(bot, entrant=present[bot.key].entrant) if bot.key in present else bot
            for bot in plan.bots
        ),
        plan.schedule,
    )
