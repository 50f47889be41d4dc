"""Playouts: whole turns drawn quickly, without listing actions.

Uniform over the uses of a die with some weights, cards and sales at fixed rates; in the last round, where coins
are worth nothing but safety, everything is donated once no further turn is likely. A mover looks only at what
it may know: public facts and its own secrets.
"""

from typing import Final

from livingstone.engine._jit import kernel
from livingstone.engine.codes import gems_argument, space_of, tent_argument
from livingstone.engine.constants import FACES, GEM_KINDS, Card, Phase
from livingstone.engine.kernels.apply import (
    end_turn,
    pitch_extra_tent,
    pitch_tent,
    play_card,
    roll,
    rounds_left,
    sell_gems,
    spend_card,
)
from livingstone.engine.kernels.chance import discards_left, draw_card, mine
from livingstone.engine.kernels.legal import (
    can_play_two_dice,
    extra_tent_price,
    has_higher_die,
    second_die_due,
    tent_price,
)
from livingstone.engine.layout import ChanceRecord, RulesRecord, SeatRecord, StateRecord
from livingstone.engine.rng import Words, below, next_word

SAFE_DONATION: Final = 15
"""A donation that survives the final dice of two players two times in three (R46)."""
INCOME_A_ROUND: Final = 2
"""Coins a mover can count on earning in a round when it has to."""
TENT_CHANCE: Final = (0, 20, 50, 110, 180, 230, 245)
"""How often a payable tent is pitched, by its VP up to 6, in 256ths: tents are few, so low dice go to other uses."""
BONUS_ROUNDS: Final = 2
"""From so many rounds to come a tent's VP hold what it changes of its row's bonus; before, that says little."""
HURRY_CHANCE: Final = 245
"""The same, for any die, once more tents are left than dice to come."""


@kernel
def take_any_die(state: StateRecord, words: Words) -> None:
    """Take a legal die: every other time the lowest (it leaves a higher one for later), else any value.

    There must be one.
    """
    me = state.seats[state.seat]
    values = 0
    for face in range(me.last_die + 1, FACES + 1):
        values += state.pool[face] > 0
    bits = next_word(words)
    chosen = 0 if bits & 1 else (bits >> 1) * values >> 31
    for face in range(me.last_die + 1, FACES + 1):
        if state.pool[face] > 0:
            if chosen == 0:
                state.pool[face] -= 1
                me.last_die = face
                state.held = face
                state.taken += 1
                state.phase = Phase.DIE_HELD
                return
            chosen -= 1


@kernel
def tent_to_move(state: StateRecord, rules: RulesRecord, row: int, words: Words) -> int:
    """A source for R45: an own scored tent of the highest row, whose bonus is the least; 0 if there is none."""
    offset = below(words, rules.columns)
    for down in range(rules.rows):
        from_row = rules.rows - 1 - down
        for step in range(rules.columns):
            column = (offset + step) % rules.columns
            if state.scored[column, from_row, state.seat] > 0 and not (
                column == state.boat and from_row == row
            ):
                return 2 + 2 * space_of(column, from_row)
    return 0


@kernel
def row_gain(state: StateRecord, rules: RulesRecord, row: int) -> int:
    """VP that one more tent of the mover would bring by the row's bonus if the game ended then (R41)."""
    most = 0
    sharing = 0
    mine = 0
    for seat in range(state.players):
        count = 0
        for column in range(rules.columns):
            count += state.tents[column, row, seat]
        if seat == state.seat:
            mine = count
        elif count > most:
            most = count
            sharing = 1
        elif count == most and count > 0:
            sharing += 1
    bonus = int(rules.bonus[row])
    before = 0
    if mine > 0 and mine >= most:
        before = bonus if mine > most else bonus // (sharing + 1)
    after = 0
    if mine + 1 >= most:
        after = bonus if mine + 1 > most else bonus // (sharing + 1)
    return after - before


@kernel
def gems_worth(seat: SeatRecord, rules: RulesRecord) -> int:
    """Coins for all gems of a seat at the plain price (R18)."""
    coins = 0
    for gem in range(GEM_KINDS):
        coins += int(seat.gems[gem]) * int(rules.gem_price[gem])
    return coins


@kernel
def wealth_floor(state: StateRecord, rules: RulesRecord) -> int:
    """The wealth below which a cautious mover stops buying tents: what it may need to survive.

    Two players: ``SAFE_DONATION`` by the end, ``INCOME_A_ROUND`` less for each round to come. Three to five: what
    the poorest other owns, gems at the plain price included, less the same and less one's own gems. (Gems lie open:
    as long as they did not count, hints advised to keep them, so that simulated opponents felt too safe.)
    """
    floor = SAFE_DONATION
    if state.players > 2:
        floor = 1 << 30
        for seat in range(state.players):
            other = state.seats[seat]
            if seat != state.seat:
                floor = min(floor, other.cash + other.chest + gems_worth(other, rules) + 1)
        floor -= gems_worth(state.seats[state.seat], rules)
    return floor - INCOME_A_ROUND * rounds_left(state, rules)


@kernel
def use_die(state: StateRecord, rules: RulesRecord, chance: ChanceRecord, words: Words, caution: int) -> None:
    """One of the four actions with the die in hand.

    ``caution``: 0 to 256, how often (in 256ths) the mover minds ``wealth_floor``.
    """
    me = state.seats[state.seat]
    bits = next_word(words)
    row = state.held - 1
    ignore_die = 0
    if me.hand[Card.IGNORE_DIE] > 0 and ((bits & 3) == 0 or row >= rules.rows):
        row = max(0, rules.rows - 1 - ((bits >> 2) & 1))
        ignore_die = 0 if row == state.held - 1 else 1
    can_pitch = row < rules.rows and (me.supply > 0 or state.players == 2)
    no_cost = 0
    source = 0
    if can_pitch:
        price = tent_price(state, rules, row, 0)
        if me.hand[Card.FOUR_COINS] > 0 and price > me.cash and price <= me.cash + 4:
            play_card(state, rules, Card.FOUR_COINS, chance)
        if me.hand[Card.NO_COST] > 0 and (price > me.cash or rules.cost[state.boat] >= 3):
            no_cost = 1
            price = tent_price(state, rules, row, 1)
        can_pitch = price <= me.cash
        if can_pitch and price > 0 and ((bits >> 24) & 255) < caution:
            can_pitch = me.cash + me.chest - price >= wealth_floor(state, rules)
        if can_pitch and me.supply == 0:
            source = tent_to_move(state, rules, row, words)
            can_pitch = source > 0
    state.phase = Phase.ACTION_DONE
    if can_pitch:
        worth = row + 1
        if rounds_left(state, rules) <= BONUS_ROUNDS:
            worth += row_gain(state, rules, row)
        likely = TENT_CHANCE[min(FACES, worth)]
        if me.supply > 2 * (rules.columns - 1 - state.boat):
            likely = max(likely, HURRY_CHANCE)
        if ((bits >> 16) & 255) < likely:
            pitch_tent(state, rules, tent_argument(state.held, row, ignore_die, no_cost, source))
            return
    chosen = (bits >> 8) & 7
    if ((bits >> 24) & 255) < caution and me.cash + me.chest < wealth_floor(state, rules):
        chosen = 0 if (bits & 0x800) else 7
    if chosen < 3:
        mine(state, rules, chance, state.held)
    elif chosen < 6 - (state.held >> 1) and (state.deck_size > 0 or discards_left(state) > 0):
        draw_card(state, chance)
    else:
        me.cash += state.held


@kernel
def play_extra_tent(state: StateRecord, rules: RulesRecord, words: Words) -> None:
    """R34 on the first payable space found from a random column on."""
    offset = below(words, rules.columns)
    for step in range(rules.columns):
        column = (offset + step) % rules.columns
        for row in range(rules.rows):
            if (
                state.scored[column, row, state.seat] > 0
                and extra_tent_price(state, rules, column, row) <= state.seats[state.seat].cash
            ):
                pitch_extra_tent(state, rules, space_of(column, row))
                return


@kernel
def play_cards(
    state: StateRecord, rules: RulesRecord, chance: ChanceRecord, words: Words, last: bool
) -> None:
    """Cards after the die's action, each at a fixed rate; all useful ones in the last round."""
    me = state.seats[state.seat]
    bits = next_word(words)
    if me.hand[Card.FOUR_COINS] > 0 and (last or (bits & 7) == 0):
        play_card(state, rules, Card.FOUR_COINS, chance)
    if me.hand[Card.THREE_STONES] > 0 and (last or (bits & 8) == 0):
        play_card(state, rules, Card.THREE_STONES, chance)
    gems = me.gems[0] + me.gems[1] + me.gems[2]
    if me.hand[Card.MARKET] > 0 and (gems >= 3 or (last and gems > 0)):
        spend_card(state, rules, Card.MARKET)
        sell_gems(state, rules, gems_argument(me.gems[0], me.gems[1], me.gems[2]), 1)
    if me.hand[Card.EXTRA_TENT] > 0 and me.supply > 0 and (last or (bits & 0x30) == 0):
        play_extra_tent(state, rules, words)
    if rules.animals_when_played:
        for animal in range(3):
            if me.hand[Card.LION + animal] > 0:
                play_card(state, rules, Card.LION + animal, chance)
    if me.hand[Card.BOAT_BACK] > 0 and state.boat > 0 and (bits & 0x3C0) == 0:
        play_card(state, rules, Card.BOAT_BACK, chance)
    if me.hand[Card.TWO_DICE] > 0 and (last or (bits & 0x400) == 0) and can_play_two_dice(state):
        play_card(state, rules, Card.TWO_DICE, chance)


@kernel
def donate(state: StateRecord, coins: int) -> None:
    """R22."""
    me = state.seats[state.seat]
    if coins > 0:
        me.cash -= coins
        me.chest += coins
        me.gave += 1


@kernel
def free_acts(state: StateRecord, rules: RulesRecord, chance: ChanceRecord, words: Words) -> None:
    """Cards, sales and the donation after the die's action."""
    last = rounds_left(state, rules) <= 0
    me = state.seats[state.seat]
    if me.cards > 0:
        play_cards(state, rules, chance, words, last)
    bits = next_word(words)
    if (me.gems[0] + me.gems[1] + me.gems[2]) > 0 and (bits & 7) < (4 if last else 1):
        sell_gems(state, rules, gems_argument(me.gems[0], me.gems[1], me.gems[2]), 0)
    if me.cash > 0:
        if last:
            keep = 0
            if has_higher_die(state, me.last_die) and (bits & 0x100) == 0:
                keep = (
                    rules.cost[state.boat] + 1
                )  # for a tent; more would be lost if no turn comes any more (R9)
            donate(state, int(me.cash) - keep)
        elif (bits & 0xF000) == 0:
            donate(state, 1 + below(words, me.cash))


@kernel
def unknown_donation(state: StateRecord, rules: RulesRecord, words: Words) -> None:
    """An opponent's donation in the tree: all in the last round, else uniform over what it can give."""
    cash = state.seats[state.seat].cash
    if rounds_left(state, rules) <= 0:
        donate(state, int(cash))
    else:
        donate(state, 1 + below(words, int(cash)))


@kernel
def playout(state: StateRecord, rules: RulesRecord, chance: ChanceRecord, words: Words, caution: int) -> None:
    """Play to the end of the game from anywhere in it; the final dice of two players stay unrolled.

    ``caution``: see :func:`use_die`.
    """
    while state.phase < Phase.FINAL_DICE:
        if state.phase == Phase.ROLL:
            roll(state, rules, chance)
        elif state.phase == Phase.BEFORE_DIE:
            take_any_die(state, words)
        elif state.phase == Phase.DIE_HELD:
            use_die(state, rules, chance, words, caution)
            if second_die_due(state):
                take_any_die(state, words)
        else:
            if second_die_due(state):
                take_any_die(state, words)
                continue
            free_acts(state, rules, chance, words)
            if second_die_due(state):
                take_any_die(state, words)
            else:
                end_turn(state, rules)
