"""How a seat's part of a game ended, and a bot's fault as an exception of the host's own making."""

from enum import StrEnum


class Termination(StrEnum):
    """A fault ends a player's part, not the game: the stand-in plays on, and the seat is placed last (R47).

    The values are the codes of ``error`` messages too.
    """

    COMPLETED = "completed"
    """The player answered to the end."""
    NOT_STARTED = "not_started"
    """The bot could not be started, or greeted wrongly or not in time."""
    TIMEOUT = "timeout"
    """No complete answer in time."""
    CRASHED = "crashed"
    """It raised an exception, ended, or closed its output."""
    BAD_LINE = "bad_line"
    """It wrote something that is no message of the protocol, or answered what was not asked."""
    ILLEGAL = "illegal_action"
    """It answered with something that is no legal action."""
    MEMORY = "memory"
    """It used more memory than allowed."""
    CPU = "cpu"
    """It computed while it was not asked."""
    RESIGNED = "resigned"
    """It sent ``quit`` in the middle of a game."""


class BotFault(Exception):
    """A bot failed; whoever holds its seat forfeits it.

    ``termination``: the class. ``code``: what the bot is told, the class unless more is known. The text says what
    was measured and what the limit was; it quotes the bot's own output and nothing that is hidden from its seat.
    """

    def __init__(self, termination: Termination, message: str, code: str = "") -> None:
        super().__init__(message)
        self.termination = termination
        self.code = code or termination.value


class HostStalled(Exception):
    """The host itself was held up, so that nobody can say whether the bot was late: the game is void."""
