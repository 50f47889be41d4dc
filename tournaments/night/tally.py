"""What a season has come to so far, to tell what a night added."""

from collections import Counter
from typing import NamedTuple

from livingstone.protocol.termination import Termination
from livingstone.tournaments.store import Store


class Tally(NamedTuple):
    """Of a whole season."""

    games: int = 0
    faults: Counter[str] = Counter()  # noqa: RUF012 - never changed
    """Lost seats by unit."""
    voids: int = 0

    @classmethod
    def of(cls, store: Store) -> "Tally":
        """As it stands in the store now."""
        games = list(store.games())
        faults = Counter(
            seat.bot.name
            for game in games
            for seat in game.seats
            if seat.termination is not Termination.COMPLETED
        )
        return cls(len(games), faults, len(store.voids()))
