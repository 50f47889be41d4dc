"""Words for people."""


def counted(count: int, noun: str) -> str:
    """``1 game``, ``2 games``, ``0 games``."""
    return f"{count} {noun}{'s' * (count != 1)}"
