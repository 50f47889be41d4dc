"""What is known of the coins of a seat: bounds, and the donations that they follow from."""

from collections.abc import Sequence
from typing import NamedTuple

Range = tuple[int, int]
"""Least and most, both possible."""


class Donation(NamedTuple):
    """One announced donation: public, but for its amount."""

    round: int
    wealth: int
    """The seat's wealth (coins in hand and chest) when it donated."""
    least_wealth: int
    """The least wealth from then until the next donation, or until now: the chest never held more (R15)."""


def announce(events: list[Donation], round_number: int, wealth: int) -> None:
    """A donation by a seat of this wealth: another event."""
    events.append(Donation(round_number, wealth, wealth))


def bound(events: list[Donation], wealth: int) -> None:
    """The seat has this wealth now: what is below the least since its last donation bounds its chest (R15)."""
    if events and wealth < events[-1].least_wealth:
        events[-1] = events[-1]._replace(least_wealth=wealth)


class Money(NamedTuple):
    """What is known of one seat's coins: bounds, and the donation events that they follow from."""

    wealth: Range
    cash: Range
    chest: Range
    gave: Range
    """How many donations were announced."""
    events: tuple[Donation, ...] = ()

    @classmethod
    def exact(cls, cash: int, chest: int, gave: int, events: Sequence[Donation] = ()) -> "Money":
        """One's own money."""
        wealth = cash + chest
        return cls((wealth, wealth), (cash, cash), (chest, chest), (gave, gave), tuple(events))

    @classmethod
    def followed(cls, wealth: int, gave: int, events: Sequence[Donation]) -> "Money":
        """Another seat's money after following all public payments.

        Each donation was at least one coin (R22), and a payment after it proves that what was paid had not
        been donated (R15).
        """
        most = 0
        if gave > 0:
            most = events[-1].least_wealth if events else wealth
        return cls(
            (wealth, wealth), (wealth - most, wealth - gave), (gave, most), (gave, gave), tuple(events)
        )
