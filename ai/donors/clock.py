"""How late it is in a game, in the steps that the donor tables know."""

from typing import Final, NamedTuple

from livingstone.engine.observation import Observation

TABLES: Final = ("2", "3-5")
"""Table sizes with tables of their own: with two the dice eliminate (R46), with more the lowest chest (R43)."""
STAGES: Final = 5
"""Four quarters of the rounds before the last one, and the last one."""
TENTHS: Final = 10
"""Nine ninths of the rounds before the last one, and the last one."""


class Clock(NamedTuple):
    """Players, and rounds by number."""

    players: int
    round: int
    """Now, 1-based."""
    last_round: int
    """As the boat stands; a boat_back to come makes it later (R35)."""

    @property
    def table(self) -> int:
        """Index into ``TABLES``."""
        return 0 if self.players == 2 else 1

    def stage(self, round_number: int) -> int:
        """The stage of a round, 0 to ``STAGES`` - 1."""
        if round_number >= self.last_round:
            return STAGES - 1
        return (STAGES - 1) * (round_number - 1) // (self.last_round - 1)

    @property
    def tenth(self) -> int:
        """How late it is now, 0 to ``TENTHS`` - 1."""
        if self.round >= self.last_round:
            return TENTHS - 1
        return (TENTHS - 1) * (self.round - 1) // (self.last_round - 1)


def clock_of(observation: Observation) -> Clock:
    """The clock of an observation."""
    now = int(observation.record[0].round_number)
    return Clock(observation.players, now, now + max(0, observation.rounds_left))
