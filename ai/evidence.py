"""What bounds a chest, in sentences: a payment proves that the coins paid had not been donated (R15)."""

from collections.abc import Sequence

import msgspec

from livingstone.engine.following.payments import Payment
from livingstone.engine.money import Donation
from livingstone.engine.observation import Observation


class Evidence(msgspec.Struct, frozen=True):
    """One fact that bounds a chest."""

    seat: int
    """Whose."""
    round: int
    """Of the payment; of the donation before it where the payment was not kept."""
    most: int
    """The chest held no more than this then."""
    sentence: str
    """The fact in words."""


def evidence_of(
    observation: Observation, names: Sequence[str], payments: Sequence[Payment] = ()
) -> tuple[Evidence, ...]:
    """The facts that bound the others' chests, by seat, then in the order of the game.

    Only what binds: a fact is left out if it allows all that the seat owned when it donated, or if a later one
    says as much or more. ``names`` are by seat.
    """
    found = []
    for seat, money in enumerate(observation.money):
        if seat != observation.seat and money.chest[0] != money.chest[1]:
            found += _evidence_of_seat(seat, names[seat], money.events, payments)
    return tuple(found)


def _evidence_of_seat(
    seat: int, name: str, events: Sequence[Donation], payments: Sequence[Payment]
) -> list[Evidence]:
    found: list[Evidence] = []
    least_later: int | None = None
    for index in range(len(events) - 1, -1, -1):
        event = events[index]
        if event.least_wealth < event.wealth and (least_later is None or event.least_wealth < least_later):
            until = events[index + 1].round if index + 1 < len(events) else None
            found.append(_fact(seat, name, event, until, payments))
        if least_later is None or event.least_wealth < least_later:
            least_later = event.least_wealth
    return found[::-1]


def _fact(seat: int, name: str, event: Donation, until: int | None, payments: Sequence[Payment]) -> Evidence:
    """From the payment that left the least wealth after a donation, or else from the donation's own figures."""
    most = event.least_wealth
    for payment in payments:
        in_time = event.round <= payment.round and (until is None or payment.round <= until)
        if payment.seat == seat and payment.wealth == most and payment.coins > 0 and in_time:
            text = f"{name} paid {payment.coins} in round {payment.round}, so had given at most {most}."
            return Evidence(seat, payment.round, most, text)
    text = (
        f"After its donation in round {event.round} {name}'s coins fell to {most}, "
        f"so it had given at most {most} by then."
    )
    return Evidence(seat, event.round, most, text)
