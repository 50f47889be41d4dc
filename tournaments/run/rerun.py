"""One game of a run played again, for an appeal. The store stays as it is."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import did_you_mean, quote
from livingstone.protocol.termination import Termination
from livingstone.tournaments.run.plan import Plan
from livingstone.tournaments.run.roster import BotMissing, check_unchanged
from livingstone.tournaments.run.task import Task, play_rotation
from livingstone.tournaments.store import Store, StoredBot, StoredGame
from livingstone.tournaments.waiting import Tell, silent

FOLDER: Final = "reruns"


@dataclass(frozen=True)
class Rerun:
    """A game beside the one that counts."""

    before: StoredGame
    now: StoredGame
    is_same_record: bool
    """All steps are the same."""
    folder: Path
    """Where its record and the lines of its programs are."""

    @property
    def is_same_result(self) -> bool:
        """Places and faults are the same."""
        return _outcome(self.before) == _outcome(self.now)


def find_game(plan: Plan, game: str) -> tuple[Task, int]:
    """The task of a scheduled game's block, and its rotation. Raises LivingstoneError for an unknown game."""
    name = game.rpartition("-r")[0]
    for block in plan.schedule:
        if block.id == name and game in block.game_ids:
            return plan.task(block), block.game_ids.index(game)
    known = [one for block in plan.schedule if block.id == name for one in block.game_ids]
    known = known or [block.game_id(0) for block in plan.schedule]
    hint = did_you_mean(game, known) or f", expected an id such as {known[0]}"
    raise LivingstoneError(f"game {quote(game)}: not in this run{hint}")


def rerun(store: Store, game: str, tell: Tell = silent) -> Rerun:
    """Play a stored game again on its seeds; keeps record and lines below ``reruns`` in the run's folder.

    ``tell``: hears of bots of the game that have changed.

    Raises:
        LivingstoneError: there is no such game, it has not been played, or one of its bots is missing or does not
            start now.
    """
    plan = Plan.read(store)
    task, rotation = find_game(plan, game)
    before = store.game(game)
    if before is None:
        raise LivingstoneError(f"game {quote(game)}: has not been played yet")
    for bot in plan.bots:
        if bot.key in task.block.bots:
            _check(bot, tell)
    folder = _new_folder(store.folder / FOLDER, game)
    task = replace(task, hosting=replace(task.hosting, log_lines=folder, secret=(store.folder,)))
    now, record = play_rotation(task, rotation)
    _require_started(before, now, folder)
    (folder / f"{game}.jsonl").write_bytes(record)
    return Rerun(before, now, bool(before.record) and store.read_record(game) == record, folder)


def _check(bot: StoredBot, tell: Tell) -> None:
    """Refuse a bot that is not there; of a changed one the user should know."""
    try:
        check_unchanged(bot)
    except BotMissing:
        raise
    except LivingstoneError as error:
        tell(f"warning: {error}")


def _require_started(before: StoredGame, now: StoredGame, folder: Path) -> None:
    """Refuse a game without a bot that played then: it says nothing of that bot's games."""
    for old, new in zip(before.seats, now.seats, strict=True):
        if new.termination is Termination.NOT_STARTED != old.termination:
            raise LivingstoneError(
                f"bot {quote(new.bot.name)}: does not start now: {new.fault} (lines: {folder})"
            )


def _outcome(game: StoredGame) -> list[tuple[object, ...]]:
    return [(seat.place, seat.points, seat.donation, seat.termination) for seat in game.seats]


def _new_folder(parent: Path, game: str) -> Path:
    number = 1
    while True:
        folder = parent / f"{game}-{number}"
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            number += 1
        else:
            return folder
