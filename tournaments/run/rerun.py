"""One game of a run played again, for an appeal. The store stays as it is."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import did_you_mean, quote
from livingstone.tournaments.run.plan import Plan
from livingstone.tournaments.run.task import Task, play_rotation
from livingstone.tournaments.store import Store, StoredGame

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


def rerun(store: Store, game: str) -> Rerun:
    """Play a stored game again on its seeds; keeps record and lines below ``reruns`` in the run's folder.

    Raises:
        LivingstoneError: there is no such game, or it has not been played.
    """
    task, rotation = find_game(Plan.read(store), game)
    before = next((one for one in store.games() if one.id == game), None)
    if before is None:
        raise LivingstoneError(f"game {quote(game)}: has not been played yet")
    folder = _new_folder(store.folder / FOLDER, game)
    task = replace(task, hosting=replace(task.hosting, log_lines=folder, secret=(store.folder,)))
    now, record = play_rotation(task, rotation)
    (folder / f"{game}.jsonl").write_bytes(record)
    return Rerun(before, now, bool(before.record) and store.read_record(game) == record, folder)


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
