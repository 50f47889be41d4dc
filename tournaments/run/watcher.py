"""What may watch a run: each method is called by the coordinator after the event, and does nothing here."""

from livingstone.tournaments.run.plan import Plan
from livingstone.tournaments.store import StoredBlock, StoredGame, StoredSeat


class Watcher:
    """Screens and logs; they do not change what is played."""

    def on_begin(self, plan: Plan, done: int, total: int) -> None:
        """Before the first block is played; games that are stored, and games in all."""

    def on_block(self, block: StoredBlock, games: tuple[StoredGame, ...]) -> None:
        """A block has been stored."""

    def on_fault(self, game: StoredGame, seat: StoredSeat) -> None:
        """A bot lost its seat; told after the block has been stored."""

    def on_void(self, block: StoredBlock, reason: str) -> None:
        """The host failed: nobody pays, the block is not stored."""

    def on_exclusion(self, name: str, reason: str, skipped: int) -> None:
        """A bot plays no longer; so many games less are to be played."""
