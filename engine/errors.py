"""One family of errors. Every message says what was wrong, where, and what was expected."""


class LivingstoneError(Exception):
    """Base of all errors a user can cause; the command line prints its text as one line and exits with 1."""


class IllegalAction(LivingstoneError):
    """An action the rules forbid now. ``clause`` is the rule's number, for example ``"R15"``.

    The message quotes the whole position, secrets included: it is for the host, not for a player.
    """

    def __init__(self, message: str, clause: str) -> None:
        super().__init__(message)
        self.clause = clause


class ImpossibleOutcome(LivingstoneError):
    """Dice, stones or cards fed from outside that this step cannot give. ``clause`` as in IllegalAction."""

    def __init__(self, message: str, clause: str) -> None:
        super().__init__(f"{message} ({clause})")
        self.clause = clause


class NotationError(LivingstoneError):
    """A text, integer or JSON form that is not an action, a position string, a record line."""


class EditionError(LivingstoneError):
    """An edition file or ``--rule`` that is refused; the message names the field."""


class PositionError(LivingstoneError):
    """A position file that is refused; the message names the field."""


class RecordError(LivingstoneError):
    """A game record that is refused; the message names the line. ``clause``: the rule a step breaks, if one does."""

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.clause = clause
