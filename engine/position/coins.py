"""What a file says of one seat's coins, made into bounds that agree with each other."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from livingstone.engine.constants import FACES, FOUR_COINS, MIN_SEATS, SURCHARGE_COINS, THREE_STONES
from livingstone.engine.layout import RulesRecord, StateRecord
from livingstone.engine.money import Donation, Money
from livingstone.engine.position.fields import Span, fail
from livingstone.engine.position.keys import MAX_COINS
from livingstone.engine.position.sheet import SeatSheet, Told
from livingstone.engine.wording import range_text

_ANY: Final[Span] = (0, MAX_COINS)
_LEAST_STONES: Final = THREE_STONES
"""A die brings as many stones as it shows; any die can bring a card, and a card three stones (R40)."""


def default_wealth(state: StateRecord, rules: RulesRecord, seat: int) -> Span:
    """Least and most coins in hand and chest of a seat of which a file says nothing: no seat can have more.

    A seat's dice of a round rise (R8), so it took each face at most once, and in this round none above its last
    one. A die brings at most its face in coins, four coins, or stones of which the dearest gem is the most. Other
    players' tents brought it a coin each, and with two players each move (R45). The least is nothing: what was
    earned may be in gems or spent. These bounds are wide; what is likely within them is not the engine's to say.
    """
    row = state.seats[seat]
    faces = range(1, FACES + 1)
    dearest = max(*rules.gem_price, *rules.market_coins, 1)
    worth = [max(face, FOUR_COINS, int(dearest) * max(face, _LEAST_STONES)) for face in faces]
    before = int(state.round_number) - 1
    now = worth if row.last_die > FACES else worth[: int(row.last_die)]
    standing = state.tents[:, :, : state.players].sum(axis=(0, 1))
    paid = int(standing.sum() - standing[seat])
    moves = (before + 1) * FACES if state.players == MIN_SEATS else 0
    most = int(rules.start_coins) + before * sum(worth) + sum(now) + SURCHARGE_COINS * (paid + moves)
    return 0, min(most, MAX_COINS)


def _meet(first: Span, second: Span) -> Span:
    return max(first[0], second[0]), min(first[1], second[1])


def _times(sheet: SeatSheet, field: str) -> tuple[Span, Span]:
    """(announcements, coins in the chest) as far as ``gave``, ``chest`` and ``donations`` tell."""
    chest, told = sheet.chest or _ANY, len(sheet.donations)
    if sheet.gave_coins is not None:
        met = _meet(chest, sheet.gave_coins)
        if met[0] > met[1]:
            fail(
                f"{field}.gave",
                f"{range_text(*sheet.gave_coins)} coins given, but the chest holds {range_text(*chest)}",
            )
        chest = met
    times = sheet.gave_times
    if times is None:
        # Every donation is at least one coin (R22), so the coins bound the announcements.
        times = max(told, int(chest[0] > 0)), chest[1]
        if times[0] > times[1]:
            fail(f"{field}.donations", f"{told} donations, but only {chest[1]} coins given")
        return times, chest
    if times[1] < told:
        fail(f"{field}.gave", f"announced {times[1]}, but donations lists {told}")
    times = max(times[0], told), times[1]
    if times[1] == 0:
        if chest[0] > 0:
            fail(f"{field}.chest", f"{range_text(*chest)} coins, but the player never gave (gave = 0)")
        return times, (0, 0)
    if chest[1] < times[0]:
        reason = "each donation is at least one coin (R22)"
        fail(f"{field}.chest", f"at most {chest[1]} coins, but the player gave {times[0]} times and {reason}")
    return (times[0], min(times[1], chest[1])), (max(chest[0], times[0]), chest[1])


def settle(
    sheet: SeatSheet, state: StateRecord, rules: RulesRecord, seat: int, is_own: bool
) -> tuple[Money, bool]:
    """The bounds for a seat, and whether its wealth is only :func:`default_wealth`.

    Raises:
        PositionError: when wealth, cash, chest and donations contradict each other.
    """
    field = f"seats.{sheet.name}"
    if is_own and sheet.wealth is None and not sheet.donations:
        if sheet.chest is None and sheet.gave_times is None and sheet.gave_coins is None:
            sheet = replace(sheet, chest=(0, 0))
    times, chest = _times(sheet, field)
    last = sheet.donations[-1] if sheet.donations else None
    if last is not None and last.least_wealth is not None and times[1] == len(sheet.donations):
        # All donations are listed: whatever was paid since proves that it was not in the chest (R15).
        chest = _meet(chest, (0, last.least_wealth))
    cash = sheet.cash or _ANY
    wealth, guessed = _wealth(sheet, state, rules, seat, cash, chest)
    money = _agree(wealth, cash, chest, field)
    gave = (times[0], min(times[1], money.chest[1]))
    if gave[0] > gave[1]:
        fail(
            f"{field}.gave", f"{gave[0]} donations of at least one coin (R22) do not fit into {gave[1]} coins"
        )
    return money._replace(gave=gave, events=_history(sheet.donations)), guessed


def _history(told: Sequence[Told]) -> tuple[Donation, ...]:
    """The donations as events; none of them unless all are known with their coins."""
    events = []
    for entry in told:
        if entry.wealth is None or entry.least_wealth is None:
            return ()
        events.append(Donation(entry.round, entry.wealth, entry.least_wealth))
    return tuple(events)


def _wealth(
    sheet: SeatSheet, state: StateRecord, rules: RulesRecord, seat: int, cash: Span, chest: Span
) -> tuple[Span, bool]:
    if sheet.wealth is not None:
        return sheet.wealth, False
    if cash[1] < MAX_COINS and chest[1] < MAX_COINS:
        return (cash[0] + chest[0], cash[1] + chest[1]), False
    low, high = default_wealth(state, rules, seat)
    least = cash[0] + chest[0]
    # What is written wins over the default: it may lie above it.
    most = max(
        high,
        least,
        *(span[1] + other[0] for span, other in ((cash, chest), (chest, cash)) if span[1] < MAX_COINS),
    )
    return (max(low, least), most), True


def _agree(wealth: Span, cash: Span, chest: Span, field: str) -> Money:
    """Each bound narrowed by the other two: wealth = cash + chest."""
    written = wealth, cash, chest
    wealth = _meet(wealth, (cash[0] + chest[0], cash[1] + chest[1]))
    cash = _meet(cash, (wealth[0] - chest[1], wealth[1] - chest[0]))
    chest = _meet(chest, (wealth[0] - cash[1], wealth[1] - cash[0]))
    if any(low > high for low, high in (wealth, cash, chest)):
        whole, hand, given = written
        if given[0] > whole[1]:
            fail(
                f"{field}.chest",
                f"a chest of {range_text(*given)} is more than the wealth {range_text(*whole)}",
            )
        if hand[0] > whole[1]:
            fail(
                f"{field}.cash",
                f"{range_text(*hand)} coins in hand are more than the wealth {range_text(*whole)}",
            )
        limits = ", ".join(
            f"{name} {range_text(*span)}"
            for name, span in (("cash", hand), ("chest", given))
            if span[1] < MAX_COINS
        )
        fail(f"{field}.wealth", f"{range_text(*whole)} cannot be the sum of {limits}")
    return Money(wealth, cash, chest, (0, 0))
