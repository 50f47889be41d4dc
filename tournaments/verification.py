"""A run checked from its records alone: luck, rules, schedule, results and ratings.

Whoever has the folder, the published commitment and this program needs to trust nobody else.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import Final, NamedTuple

from livingstone.engine.errors import LivingstoneError
from livingstone.tournaments.executor import Executor, Failed
from livingstone.tournaments.inline import InlineExecutor
from livingstone.tournaments.ratings.table import RatingTable, rate
from livingstone.tournaments.run.beginning import kept_config
from livingstone.tournaments.run.plan import CONFIG_FILE, SEED_FILE, Plan
from livingstone.tournaments.standings_games import GameFacts, games_of, labels, rated
from livingstone.tournaments.store import Store, StoredGame
from livingstone.tournaments.verification_game import Checked, Finding, GameTask, check_games
from livingstone.tournaments.worker_logging import WorkerLogs, default_start_method
from livingstone.tournaments.workers import Workers

_CHUNK: Final = 20
"""Games a worker gets at once."""
_FEW: Final = 60
"""Games for which starting workers takes longer than checking."""
KINDS: Final = {
    "store": "the database is whole, and every record is the one that was stored",
    "config": "the config in the folder is the one that was played",
    "seed": "the master seed is that of the config, and has the commitment that was made",
    "schedule": "the games are those of the schedule, with its bots, seats and deals",
    "record": "every record follows the rules and the chance of its seed",
    "game": "every record is that of its game: edition, seed, seats",
    "result": "results, forfeits and rounds in the store are those of the records",
    "rating": "ratings from the records alone are those from the store",
}
"""What is checked, in this order."""


class Verification(NamedTuple):
    """What was found."""

    name: str
    games: int
    """Stored."""
    scheduled: int
    """All of the run, those of excluded bots too."""
    missing: int
    """Scheduled without an excluded bot, and not stored: not played yet, or taken away."""
    excluded: dict[str, str]
    """Names and reasons of bots that play no longer; the records do not tell whether they are right."""
    pruned: int
    """Games whose records were deleted to save room: nothing can be said of them."""
    findings: tuple[Finding, ...]
    master_seed: str
    """Not to be shown before the run :attr:`is_over`."""
    seed_commitment: str
    is_over: bool
    """No game will follow: all are stored, or the season is closed."""

    @property
    def is_sound(self) -> bool:
        """Nothing is wrong."""
        return not self.findings

    def of_kind(self, kind: str) -> list[Finding]:
        """Findings of one kind, the first one first."""
        return [finding for finding in self.findings if finding.kind == kind]


Checker = Executor[list[GameTask], list[Checked]]
"""Where records are checked."""

Progress = Callable[[int], AbstractContextManager[Callable[[], None]]]
"""Makes a display for so many records; what it gives is called after each."""


@contextmanager
def _no_progress(total: int) -> Iterator[Callable[[], None]]:
    """Shows nothing."""
    yield lambda: None


def verify_run(
    folder: Path,
    *,
    commitment: str = "",
    workers: int = 1,
    executor: Checker | None = None,
    progress: Progress = _no_progress,
) -> Verification:
    """Check a run; it may still be played.

    ``commitment``: the one that was published. ``executor``: where records are checked; None: in ``workers``
    processes of this machine, here if there are few. ``progress``: shows how many of so many are checked.

    Raises:
        LivingstoneError: it cannot be opened, or its config is not one of this version.
    """
    with Store.open(folder, readonly=True) as store, store.snapshot():
        plan = Plan.of(store.run(), store.bots())  # not the schedule that is kept: made again
        findings = [Finding("store", f"{folder}", line) for line in store.check()]
        findings += _config_faults(folder, plan)
        findings += _seed_faults(plan, commitment)
        findings += _schedule_faults(store, plan)
        missing = plan.games_left(store.done())
        games = list(store.games())
        facts = list(games_of(store))
    tasks = list(_tasks(folder, plan, games))
    checked: dict[str, Checked] = {}
    with progress(len(tasks)) as advance, closing(_check(tasks, workers, executor)) as parts:
        for found in chain.from_iterable(parts):
            checked[found.game] = found
            advance()
    known = {finding.message for finding in findings}
    for game in games:
        if game.id in checked:
            findings += [wrong for wrong in checked[game.id].findings if not _is_told(wrong, known)]
    findings += _rating_faults(games, facts, checked, plan)
    return Verification(
        name=plan.run.name,
        games=len(games),
        scheduled=plan.schedule.games,
        missing=missing,
        excluded=plan.excluded,
        pruned=len(games) - len(tasks),
        findings=tuple(findings),
        master_seed=plan.run.master_seed,
        seed_commitment=plan.run.seed_commitment,
        is_over=(folder / SEED_FILE).exists() if plan.config.season.nights else not missing,
    )


def _is_told(found: Finding, known: set[str]) -> bool:
    """A record that cannot be read is a finding of the store already."""
    return f"game {found.where}: {found.message}" in known


def _config_faults(folder: Path, plan: Plan) -> Iterator[Finding]:
    """The store's config counts; the one that people read must tell the same."""
    if (folder / CONFIG_FILE).exists():
        try:
            kept_config(folder, plan.run)
        except LivingstoneError as error:
            yield Finding("config", "the run", str(error))


def _seed_faults(plan: Plan, commitment: str) -> Iterator[Finding]:
    run, where = plan.run, "the run"
    if commitment and commitment.lower() != run.seed_commitment:
        yield Finding("seed", where, f"the commitment of its seed is {run.seed_commitment}, not {commitment}")
    if plan.config.seed != run.master_seed:
        yield Finding("seed", where, "the seed of its config is not its master seed")
    if plan.config.digest != run.config_digest:
        yield Finding(
            "schedule", where, f"its config has digest {plan.config.digest}, not {run.config_digest}"
        )


def _schedule_faults(store: Store, plan: Plan) -> Iterator[Finding]:
    """Blocks that should not be there, or be otherwise."""
    scheduled = {block.id: block for block in plan.schedule}
    for found in store.blocks():
        block = scheduled.get(found.id)
        if block is None:
            yield Finding("schedule", f"block {found.id}", "not in the schedule")
            continue
        expected = plan.stored(block)
        for what in ("bots", "deals", "cycle", "number"):
            told, due = getattr(found, what), getattr(expected, what)
            if told != due:
                yield Finding(
                    "schedule", f"block {found.id}", f"{what} {_shown(told)}, expected {_shown(due)}"
                )
    for game in store.games():
        block = scheduled.get(game.block)
        if block is None or not 0 <= game.rotation < block.players:
            continue
        stored = plan.stored(block)
        if game.bots != stored.lineup(game.rotation):
            message = f"seats {_shown(game.bots)}, expected {_shown(stored.lineup(game.rotation))}"
            yield Finding("schedule", f"game {game.id}", message)
        if (game.id, game.deal) != (block.game_id(game.rotation), str(block.deal(game.rotation))):
            expected_id = f"{block.game_id(game.rotation)} on deal {block.deal(game.rotation)}"
            yield Finding("schedule", f"game {game.id}", f"is on deal {game.deal}, expected {expected_id}")


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(part[0] if isinstance(part, tuple) else str(part) for part in value)
    return str(value)


def _tasks(folder: Path, plan: Plan, games: Sequence[StoredGame]) -> Iterator[GameTask]:
    """The games that have records."""
    starts = {block.id: plan.task(block).start for block in plan.schedule if len(block.deals) > 1}
    scheduled = {
        block.game_id(rotation): plan.stored(block).lineup(rotation)
        for block in plan.schedule
        for rotation in range(block.players)
    }
    for game in games:
        if game.record:
            bots = scheduled.get(game.id, game.bots)
            yield GameTask(folder, game, plan.run.edition, bots, starts.get(game.block))


def _check(
    tasks: Sequence[GameTask], workers: int, executor: Checker | None
) -> Generator[list[Checked], None, None]:
    """Check all records; the parts come in any order."""
    rest = iter(tasks)
    chunks = iter(lambda: list(islice(rest, _CHUNK)), [])
    if executor is None and (workers == 1 or len(tasks) <= _FEW):
        executor = InlineExecutor(check_games)
    elif executor is None:
        executor = Workers(check_games, workers, WorkerLogs(default_start_method()))
    with closing(executor.run(chunks)) as outcomes:
        for outcome in outcomes:
            if isinstance(outcome, Failed):
                raise _error(outcome)
            yield outcome.result


def _error(outcome: Failed[list[GameTask]]) -> LivingstoneError:
    first = outcome.task[0].game.id
    return LivingstoneError(f"the records from game {first} on could not be checked: {outcome.reason}")


def _rating_faults(
    games: Sequence[StoredGame], facts: Sequence[GameFacts], checked: dict[str, Checked], plan: Plan
) -> Iterator[Finding]:
    """The ratings twice: from the records, and from the store's rows of the same games."""
    from_records: list[GameFacts] = []
    from_store: list[GameFacts] = []
    for game, stored in zip(games, facts, strict=True):
        found = checked.get(game.id)
        if found is not None and found.facts is not None:
            from_records.append(found.facts)
            from_store.append(stored)
    anchor, score = plan.config.anchor or "", plan.config.score
    tables: list[RatingTable] = []
    for some in (from_records, from_store):
        names = labels(seat.bot for game in some for seat in game.seats)
        tables.append(rate(rated(some, names), anchor, score))
    if tables[0].rows != tables[1].rows:
        told = {row.bot: row for row in tables[1].rows}
        bot = next(row.bot for row in tables[0].rows if row != told.get(row.bot))
        yield Finding("rating", f"bot {bot}", "its ratings from the records and from the store differ")
