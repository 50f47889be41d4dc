"""How a seat's part of a game ended."""

from enum import StrEnum


class Termination(StrEnum):
    """A fault ends a player's part, not the game: the stand-in plays on, and the seat is placed last (R47)."""

    COMPLETED = "completed"
    """The player answered to the end."""
    CRASHED = "crashed"
    """It raised an exception."""
    ILLEGAL = "illegal"
    """It answered with something that is no legal action."""
