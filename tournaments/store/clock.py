"""The time of day in a store."""

from datetime import UTC, datetime


def now() -> str:
    """The time in UTC to the second, as ISO 8601 with a Z."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
