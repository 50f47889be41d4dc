"""Evidence: what a seat paid, and so what cannot have been in its chest."""

from typing import NamedTuple


class Payment(NamedTuple):
    """A payment that lowered a seat's wealth: a tent, an extra tent, or the surcharges of one."""

    seat: int
    round: int
    coins: int
    """What was paid."""
    wealth: int
    """The seat's wealth after it: the chest held at most that (R15)."""
