"""How far a run is."""

from collections import Counter
from pathlib import Path

import msgspec

from livingstone.protocol.termination import Termination
from livingstone.tournaments.run.plan import Plan
from livingstone.tournaments.store import Store, StoreBusy, StoreError
from livingstone.tournaments.store.connection import take_lock
from livingstone.tournaments.store.store import FILE


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """Of one run."""

    folder: str
    name: str
    games: int
    """Stored."""
    total: int
    """Scheduled, without those that excluded bots will not play."""
    faults: dict[str, dict[str, int]]
    """Lost seats by bot and class."""
    voids: int
    """Blocks that the host spoiled and that are not stored yet."""
    excluded: dict[str, str]
    """Bots and reasons."""
    running: bool | None
    """Whether a process works on it; None where that cannot be found out."""
    seed_commitment: str
    isolation: str

    @property
    def is_complete(self) -> bool:
        """Nothing is left to play."""
        return self.games >= self.total


def status_of(folder: Path) -> Status:
    """Read a run; one that is being played, too. Raises LivingstoneError."""
    with Store.open(folder, readonly=True) as store:
        plan = Plan.read(store)
        done = store.done()
        games = sum(block.players for block in plan.schedule if block.id in done)
        faults: dict[str, Counter[str]] = {}
        for game in store.games():
            for seat in game.seats:
                if seat.termination is not Termination.COMPLETED:
                    faults.setdefault(seat.bot.name, Counter())[seat.termination.value] += 1
        return Status(
            folder=str(folder),
            name=plan.run.name,
            games=games,
            total=games + plan.games_left(done),
            faults={name: dict(sorted(kinds.items())) for name, kinds in sorted(faults.items())},
            voids=len({void.block for void in store.voids()} - done),
            excluded=plan.excluded,
            running=_is_running(folder),
            seed_commitment=plan.run.seed_commitment,
            isolation=plan.run.isolation,
        )


def _is_running(folder: Path) -> bool | None:
    """The lock is tried and given back at once."""
    try:
        take_lock(folder, folder / FILE).release()
    except StoreBusy:
        return True
    except StoreError:
        return None
    return False
