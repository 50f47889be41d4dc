"""How a check can end other than well."""


class Deviation(Exception):
    """The bot did something else than the protocol says.

    ``seen``: what it did. ``expected``: what it should have done. ``cause``: a key of the hints when more is
    known than which check failed.
    """

    def __init__(self, seen: str, expected: str, cause: str | None = None) -> None:
        super().__init__(f"{seen} | expected {expected}")
        self.cause = cause


class Skipped(Exception):
    """The check says nothing about this bot, or not on this machine; the text is the reason."""


class Noted(Exception):
    """Worth knowing, but no demand of the protocol."""
