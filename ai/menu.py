"""The search's menu: a small choice of the legal actions, in which one turn has one order.

A turn is take a die, prepare, use it, act freely, donate, end. Free acts follow each other by rising stage, so
that permutations of the same turn are one path of the tree. The engine accepts every legal move; what the menu
leaves out is dominated or nearly equal to something in it (selling two of five gems, say).
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from livingstone.engine._jit import kernel
from livingstone.engine.codes import gems_argument, make, space_of, tent_argument
from livingstone.engine.constants import FOUR_COINS, Card, Kind, Phase
from livingstone.engine.kernels.apply import rounds_left
from livingstone.engine.kernels.chance import discards_left
from livingstone.engine.kernels.legal import (
    can_play_two_dice,
    extra_tent_price,
    list_takes,
    must_move,
    second_die_due,
    tent_price,
)
from livingstone.engine.layout import ActionArray, RulesRecord, SeatRecord, StateRecord

Int64 = npt.NDArray[np.int64]

STAGE_COINS: Final = 1
STAGE_BOAT: Final = 2
STAGE_STONES: Final = 3
STAGE_MARKET: Final = 4
STAGE_SELL: Final = 5
STAGE_TENT: Final = 6
STAGE_ANIMALS: Final = 7
STAGE_DICE: Final = 8
STAGE_DONATE: Final = 9

MENU_CAPACITY: Final = 128
DONATION_TARGETS: Final = 5
UNKNOWN_DONATION: Final = int(Kind.DONATE)
"""An opponent's donation: one edge (a code with amount 0), its amount is drawn when it is played."""


@kernel
def stage_after(code: int) -> int:
    """The least stage of free acts that may follow this action in the same part of a turn."""
    kind, argument = code & 15, code >> 4
    if kind == Kind.PLAY:
        if argument == Card.FOUR_COINS:
            return STAGE_COINS
        if argument == Card.BOAT_BACK:
            return STAGE_BOAT
        if argument == Card.THREE_STONES:
            return STAGE_STONES
        if argument == Card.TWO_DICE:
            return STAGE_DICE
        return STAGE_ANIMALS
    if kind == Kind.MARKET:
        return STAGE_MARKET
    if kind == Kind.SELL:
        return STAGE_SELL
    if kind == Kind.EXTRA_TENT:
        return STAGE_TENT
    if kind == Kind.DONATE:
        return STAGE_DONATE + 1
    return 0


@kernel
def all_gems(me: SeatRecord) -> int:
    """The argument that names every gem of a seat."""
    return gems_argument(me.gems[0], me.gems[1], me.gems[2])


@kernel
def just_enough(me: SeatRecord, rules: RulesRecord, coins: int) -> int:
    """The argument of the sale that raises at least ``coins`` with the cheapest gems first; 0 if impossible."""
    sold = np.zeros(3, np.int64)
    for gem in range(3):
        while coins > 0 and sold[gem] < me.gems[gem]:
            sold[gem] += 1
            coins -= rules.gem_price[gem]
    if coins > 0:
        return 0
    return gems_argument(sold[0], sold[1], sold[2])


@kernel
def list_sales(me: SeatRecord, rules: RulesRecord, needed: int, out: ActionArray, count: int) -> int:
    """Sales: all gems, all clear ones, and just enough for ``needed`` coins (if positive)."""
    everything = all_gems(me)
    if everything == 0:
        return count
    out[count] = make(Kind.SELL, everything)
    count += 1
    clear = gems_argument(me.gems[0], 0, 0)
    if me.gems[0] > 0 and clear != everything:
        out[count] = make(Kind.SELL, clear)
        count += 1
    if needed > 0:
        enough = just_enough(me, rules, needed)
        if enough != 0 and enough != everything and enough != clear:
            out[count] = make(Kind.SELL, enough)
            count += 1
    return count


@kernel
def list_tents_of(state: StateRecord, rules: RulesRecord, source: int, out: ActionArray, count: int) -> int:
    """Tent actions from one source: the die's row, with ignore_die the three highest rows; no_cost or paid."""
    me = state.seats[state.seat]
    die = state.held
    from_space = (source - 1) >> 1
    first = max(0, rules.rows - 3) if me.hand[Card.IGNORE_DIE] > 0 else rules.rows
    for row in range(rules.rows):
        own = row == die - 1
        if not own and row < first:
            continue
        if source > 0 and from_space == space_of(state.boat, row):
            continue
        for no_cost in range(2 if me.hand[Card.NO_COST] > 0 else 1):
            if tent_price(state, rules, row, no_cost) <= me.cash:
                out[count] = make(Kind.TENT, tent_argument(die, row, 0 if own else 1, no_cost, source))
                count += 1
    return count


@kernel
def list_tents(state: StateRecord, rules: RulesRecord, out: ActionArray, count: int) -> int:
    """Tent actions; with two players and no supply (R45) one candidate to move from each row."""
    me = state.seats[state.seat]
    if me.supply > 0:
        return list_tents_of(state, rules, 0, out, count)
    if not must_move(state):
        return count
    for row in range(rules.rows):
        for column in range(rules.columns):
            standing = state.tents[column, row, state.seat]
            if standing == 0 or (column == state.boat and standing > state.scored[column, row, state.seat]):
                continue
            counted = state.scored[column, row, state.seat]
            source = 1 + 2 * space_of(column, row) + (1 if counted > 0 else 0)
            count = list_tents_of(state, rules, source, out, count)
            break
    return count


@kernel
def dearest_tent(state: StateRecord, rules: RulesRecord) -> int:
    """The price of the tent at hand: the die's row, or with ignore_die the dearest of the highest rows."""
    me = state.seats[state.seat]
    price = tent_price(state, rules, state.held - 1, 0) if state.held <= rules.rows else 0
    if me.hand[Card.IGNORE_DIE] > 0:
        for row in range(max(0, rules.rows - 3), rules.rows):
            price = max(price, tent_price(state, rules, row, 0))
    return price


@kernel
def list_with_die(state: StateRecord, rules: RulesRecord, stage: int, out: ActionArray) -> int:
    """A die is held: what makes a tent payable or moves the boat, then the four actions."""
    me = state.seats[state.seat]
    count = 0
    short = 0
    if me.supply > 0 or must_move(state):
        short = dearest_tent(state, rules) - me.cash
    if short > 0:
        if (
            stage <= STAGE_COINS
            and me.hand[Card.FOUR_COINS] > 0
            and short <= FOUR_COINS * me.hand[Card.FOUR_COINS]
        ):
            out[count] = make(Kind.PLAY, Card.FOUR_COINS)
            count += 1
        if stage <= STAGE_MARKET and me.hand[Card.MARKET] > 0 and all_gems(me) != 0:
            out[count] = make(Kind.MARKET, all_gems(me))
            count += 1
        if stage < STAGE_SELL:
            count = list_sales(me, rules, short, out, count)
    if stage <= STAGE_BOAT and me.hand[Card.BOAT_BACK] > 0 and state.boat > 0:
        out[count] = make(Kind.PLAY, Card.BOAT_BACK)
        count += 1
    if state.deck_size > 0 or discards_left(state) > 0:
        out[count] = make(Kind.CARD, state.held)
        count += 1
    out[count] = make(Kind.COINS, state.held)
    out[count + 1] = make(Kind.MINE, state.held)
    return list_tents(state, rules, out, count + 2)


@kernel
def list_extra_tents(state: StateRecord, rules: RulesRecord, out: ActionArray, count: int) -> int:
    """The cheapest space of each row for the extra_tent card (R34)."""
    me = state.seats[state.seat]
    for row in range(rules.rows):
        best, best_price = -1, me.cash + 1
        for column in range(rules.columns):
            if state.scored[column, row, state.seat] > 0:
                price = extra_tent_price(state, rules, column, row)
                # in the boat's column the extra tent scores with the others at the round's end
                if price < best_price or (price <= me.cash and column == state.boat):
                    best, best_price = space_of(column, row), price
        if best >= 0:
            out[count] = make(Kind.EXTRA_TENT, best)
            count += 1
    return count


@kernel
def list_donations(
    state: StateRecord, rules: RulesRecord, targets: Int64, out: ActionArray, count: int
) -> int:
    """Donations: up to each target of the chest, half, all but the next tent's price, and all.

    None before the last round: as long as a later turn of one's own is certain, coins in hand can do all that
    coins in the chest can. (With two dice a player each seat has a turn in every round, whatever two_dice takes.)
    """
    if rounds_left(state, rules) > 0 and rules.dice_per_player > 1:
        return count
    me = state.seats[state.seat]
    first = count
    tent = int(rules.cost[min(state.boat + 1, rules.columns - 1)]) + 1
    for choice in range(DONATION_TARGETS + 3):
        if choice < DONATION_TARGETS:
            coins = targets[choice] - me.chest
        elif choice == DONATION_TARGETS:
            coins = me.cash - tent
        elif choice == DONATION_TARGETS + 1:
            coins = (me.cash + 1) // 2
        else:
            coins = int(me.cash)
        code = make(Kind.DONATE, coins)
        known = coins < 1 or coins > me.cash
        for other in range(first, count):
            known = known or out[other] == code
        if not known:
            out[count] = code
            count += 1
    return count


@kernel
def list_after_die(
    state: StateRecord, rules: RulesRecord, stage: int, own: bool, targets: Int64, out: ActionArray
) -> int:
    """The die's action is done: end the turn or take the second die, cards, sales, the donation."""
    me = state.seats[state.seat]
    count = 0
    if second_die_due(state):
        count = list_takes(state, out, count)
        if rules.must_take_die:
            return count
    out[count] = make(Kind.END, 0)
    count += 1
    if me.cards > 0:
        if stage <= STAGE_COINS and me.hand[Card.FOUR_COINS] > 0:
            out[count] = make(Kind.PLAY, Card.FOUR_COINS)
            count += 1
        if stage <= STAGE_BOAT and me.hand[Card.BOAT_BACK] > 0 and state.boat > 0:
            out[count] = make(Kind.PLAY, Card.BOAT_BACK)
            count += 1
        if stage <= STAGE_STONES and me.hand[Card.THREE_STONES] > 0:
            out[count] = make(Kind.PLAY, Card.THREE_STONES)
            count += 1
        if stage <= STAGE_MARKET and me.hand[Card.MARKET] > 0 and all_gems(me) != 0:
            out[count] = make(Kind.MARKET, all_gems(me))
            count += 1
        if stage <= STAGE_TENT and me.hand[Card.EXTRA_TENT] > 0 and me.supply > 0:
            count = list_extra_tents(state, rules, out, count)
        if rules.animals_when_played and stage <= STAGE_ANIMALS:
            for animal in range(3):
                if me.hand[Card.LION + animal] > 0:
                    out[count] = make(Kind.PLAY, Card.LION + animal)
                    count += 1
        if stage <= STAGE_DICE and me.hand[Card.TWO_DICE] > 0 and can_play_two_dice(state):
            out[count] = make(Kind.PLAY, Card.TWO_DICE)
            count += 1
    if stage < STAGE_SELL:
        count = list_sales(me, rules, 0, out, count)
    if stage <= STAGE_DONATE and me.cash > 0:
        if own:
            count = list_donations(state, rules, targets, out, count)
        else:
            out[count] = UNKNOWN_DONATION
            count += 1
    return count


@kernel
def menu(
    state: StateRecord, rules: RulesRecord, stage: int, own: bool, targets: Int64, out: ActionArray
) -> int:
    """Write the menu of the seat to move to ``out`` (int64, MENU_CAPACITY) and return its length.

    ``stage``: the least stage of free acts still open in this part of the turn. ``own``: donations are listed
    by amount (the searcher's), towards ``targets`` (int64 (DONATION_TARGETS,), coins in the chest); for others a
    donation is one entry.
    """
    if state.phase == Phase.DIE_HELD:
        return list_with_die(state, rules, stage, out)
    if state.phase == Phase.ACTION_DONE:
        return list_after_die(state, rules, stage, own, targets, out)
    me = state.seats[state.seat]
    count = list_takes(state, out, 0)
    if not rules.must_take_die:
        out[count] = make(Kind.PASS, 0)
        count += 1
        if rules.act_before_die and stage <= STAGE_DONATE and me.cash > 0 and own:
            count = list_donations(state, rules, targets, out, count)
    return count
