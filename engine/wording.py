"""Numbers in sentences for people."""


def counted(count: int, one: str, many: str | None = None) -> str:
    """``1 game``, ``2 games``, ``0 games``; ``many`` where an s is not enough: ``2 tries``."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def range_text(least: int, most: int, to: str = "-") -> str:
    """``5``, ``3-6``, or ``3 to 6`` with ``to=" to "``."""
    return str(least) if least == most else f"{least}{to}{most}"
