"""Donor models: how players of different kinds give, measured in self-play (``benchmarks/donors.py``)."""

from typing import Final

from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import did_you_mean, quote

KINDS: Final = ("steady", "frugal", "all_in", "last_minute", "random", "search")
"""Kinds of donors that have tables of their own; the first four are styles of the scripted player."""
MIXED: Final = "mixed"
"""Every opponent may be of any kind; what it did makes some kinds likelier."""
HYPOTHESES: Final = (MIXED, *KINDS)


def check_hypothesis(donors: str) -> str:
    """``donors`` if it is one of ``HYPOTHESES``. Raises :class:`LivingstoneError`."""
    if donors not in HYPOTHESES:
        hint = did_you_mean(donors, list(HYPOTHESES)) or f": expected {', '.join(HYPOTHESES)}"
        raise LivingstoneError(f"donors: no kind {quote(donors)}{hint}")
    return donors
