"""What a file says of one seat's coins, made into bounds that agree with each other."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from livingstone.engine.layout import RulesRecord, StateRecord
from livingstone.engine.money import Donation, Money
from livingstone.engine.position.fields import Span, fail
from livingstone.engine.position.keys import MAX_COINS
from livingstone.engine.position.sheet import SeatSheet, Told

_ANY: Final[Span] = (0, MAX_COINS)
EARNING_TURN: Final = 4
"""Coins of a turn that places no tent, on average or a little more; see :func:`default_wealth`."""


def default_wealth(state: StateRecord, rules: RulesRecord, seat: int) -> Span:
    """Least and most coins in hand and chest of a seat of which a file says nothing.

    From public facts only, and wide on purpose. Turns: ``dice_per_player`` for each earlier round, and
    one if a die was taken in this round. A turn for each tent on the board brought nothing and cost its
    column's price; any other brought about four coins (an average die is 3.5; the stones of a mine are worth
    1.2 coins each). The most is the start coins and all of that, never less than the start coins and one
    earning turn a round; the least is nothing, as what was earned may be in gems or gone on surcharges. In
    games of simple scripted players one seat in 200 had more. Whoever has a better distribution replaces this
    function alone.
    """
    row = state.seats[seat]
    rounds = int(state.round_number)
    turns = int(rules.dice_per_player) * (rounds - 1) + int(row.last_die > 0)
    standing = state.tents[:, :, seat].sum(axis=1)
    cost = sum(int(rules.cost[column]) * int(standing[column]) for column in range(rules.columns))
    earned = EARNING_TURN * max(0, turns - int(standing.sum())) - cost
    return 0, int(rules.start_coins) + max(earned, EARNING_TURN * (rounds - 1 + int(row.last_die > 0)))


def _meet(first: Span, second: Span) -> Span:
    return max(first[0], second[0]), min(first[1], second[1])


def _text(span: Span) -> str:
    return str(span[0]) if span[0] == span[1] else f"{span[0]}-{span[1]}"


def _times(sheet: SeatSheet, field: str) -> tuple[Span, Span]:
    """(announcements, coins in the chest) as far as ``gave``, ``chest`` and ``donations`` tell."""
    chest, told = sheet.chest or _ANY, len(sheet.donations)
    if sheet.gave_coins is not None:
        met = _meet(chest, sheet.gave_coins)
        if met[0] > met[1]:
            fail(
                f"{field}.gave", f"{_text(sheet.gave_coins)} coins given, but the chest holds {_text(chest)}"
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
            fail(f"{field}.chest", f"{_text(chest)} coins, but the player never gave (gave = 0)")
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
            fail(f"{field}.chest", f"a chest of {_text(given)} is more than the wealth {_text(whole)}")
        if hand[0] > whole[1]:
            fail(f"{field}.cash", f"{_text(hand)} coins in hand are more than the wealth {_text(whole)}")
        limits = ", ".join(
            f"{name} {_text(span)}"
            for name, span in (("cash", hand), ("chest", given))
            if span[1] < MAX_COINS
        )
        fail(f"{field}.wealth", f"{_text(whole)} cannot be the sum of {limits}")
    return Money(wealth, cash, chest, (0, 0))
