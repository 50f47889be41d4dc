"""What stands above the standings of a run."""

from typing import NamedTuple


class RunHeading(NamedTuple):
    """Of one run, as its store tells it."""

    name: str
    format: str
    """``round_robin`` or ``gauntlet``."""
    edition: str
    isolation: str
    seed_commitment: str
    games: int
    """Stored."""
    scheduled: int | None
    """Games of the whole schedule; None: not known."""
    excluded: tuple[tuple[str, str], ...]
    """Bots that play no longer, and why."""
    voids: int
    """Attempts that failed by the host's fault."""

    @property
    def is_interim(self) -> bool:
        """Whether games are still missing."""
        return self.scheduled is not None and self.games < self.scheduled
