"""A seat's player while a game runs: who it is now, whether it was lost, and what it has used."""

from dataclasses import dataclass

from livingstone.ai.player import Player
from livingstone.protocol.session import Reply
from livingstone.protocol.termination import Termination
from livingstone.tournaments.guest import Guest


@dataclass
class Chair:
    """A seat, with its account of answers and time."""

    player: Player
    termination: Termination = Termination.COMPLETED
    fault: str = ""
    decisions: int = 0
    seconds: float = 0.0
    turns: int = 0
    turn_seconds: float = 0.0
    """Of the turn that runs."""
    slowest: float = 0.0

    @property
    def guest(self) -> Guest | None:
        """The player, if it is a program (and has not been replaced)."""
        return self.player if isinstance(self.player, Guest) else None

    @property
    def reply(self) -> Reply | None:
        """A program's last answer."""
        return None if self.guest is None else self.guest.last

    def spend(self, seconds: float) -> None:
        """It answered."""
        self.decisions += 1
        self.seconds += seconds
        self.turn_seconds += seconds

    def end_turn(self) -> None:
        """It ended its turn."""
        self.turns += 1
        self.slowest = max(self.slowest, self.turn_seconds)
        self.turn_seconds = 0.0

    def part(self) -> None:
        """The game is over for a program."""
        if self.guest is not None:
            self.guest.part()

    def info(self) -> dict[str, object]:
        """What a record keeps beside the action."""
        reply = self.reply
        if reply is None:
            return {}
        info: dict[str, object] = {"ms": reply.used_ns // 1_000_000}
        if reply.note:
            info["note"] = reply.note
        if reply.evaluation is not None:
            info["evaluation"] = reply.evaluation
        return info
