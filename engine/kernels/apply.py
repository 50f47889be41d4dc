"""What an action does. Every function here trusts that the action is legal (see ``legal``)."""

from livingstone.engine._jit import kernel
from livingstone.engine.codes import argument_of, kind_of
from livingstone.engine.constants import (
    CARD_KINDS,
    FACES,
    FOUR_COINS,
    GEM_KINDS,
    MAX_ROWS,
    NO_DIE,
    PASSED,
    STONE_KINDS,
    SURCHARGE_COINS,
    THREE_STONES,
    Card,
    Kind,
    Phase,
    Stream,
)
from livingstone.engine.kernels.chance import address, draw_card, mine, roll_dice, roll_final_dice
from livingstone.engine.kernels.legal import has_higher_die
from livingstone.engine.layout import ChanceRecord, RulesRecord, StateRecord


@kernel
def deal(state: StateRecord, rules: RulesRecord, players: int, start: int) -> None:
    """Set up a game (R1-R5) in a zeroed record; the first roll comes next."""
    state.players = players
    state.start = start
    state.round_number = 1
    enter_roll(state)
    for colour in range(STONE_KINDS):
        state.bag[colour] = rules.bag[colour]
    for card in range(CARD_KINDS):
        state.deck[card] = rules.cards[card]
        state.deck_size += rules.cards[card]
    for seat in range(players):
        state.seats[seat].cash = rules.start_coins
        state.seats[seat].supply = rules.tents_per_player


@kernel
def enter_roll(state: StateRecord) -> None:
    """The dice of a round are due, rolled by the start player (R6)."""
    state.phase = Phase.ROLL
    state.seat = state.start


@kernel
def begin_turn(state: StateRecord, seat: int) -> None:
    """The turn of a seat that has a legal die."""
    state.phase = Phase.BEFORE_DIE
    state.seat = seat
    state.held = NO_DIE
    state.taken = 0
    state.two_dice = 0


@kernel
def roll(state: StateRecord, rules: RulesRecord, chance: ChanceRecord) -> None:
    """R6: all dice of the round form the pool."""
    address(chance, Stream.DICE, state.round_number, 0)
    roll_dice(chance, rules.dice_per_player * state.players)
    for face in range(FACES + 2):
        state.pool[face] = chance.dice[face]
    begin_turn(state, state.start)


@kernel
def roll_final(state: StateRecord, rules: RulesRecord, chance: ChanceRecord) -> None:
    """R46: the final dice of a game of two; the game is over."""
    roll_final_dice(state, chance)
    state.phase = Phase.OVER


@kernel
def score_round(state: StateRecord, rules: RulesRecord) -> None:
    """R25: the tents in the boat's column earn their row's number, and count as scored there."""
    column = state.boat
    for row in range(rules.rows):
        for seat in range(state.players):
            standing = state.tents[column, row, seat]
            if standing > 0:
                state.seats[seat].vp += standing * (row + 1)
                state.scored[column, row, seat] = standing


@kernel
def rounds_left(state: StateRecord, rules: RulesRecord) -> int:
    """Rounds after this one, unless the boat goes back (R26, R35, max_rounds); the last one has 0 or less."""
    return min(rules.columns - 1 - state.boat, rules.max_rounds - state.round_number)


@kernel
def end_round(state: StateRecord, rules: RulesRecord) -> None:
    """Scoring, left-over dice lost (R7), then the next round or the end of the game (R26, max_rounds)."""
    score_round(state, rules)
    for face in range(FACES + 2):
        state.pool[face] = 0
    for seat in range(state.players):
        state.seats[seat].last_die = NO_DIE
    begin_turn(state, state.start)
    if rounds_left(state, rules) <= 0:
        state.phase = Phase.FINAL_DICE if state.players == 2 else Phase.OVER
        return
    state.round_number += 1
    state.boat += 1
    state.start = (state.start + 1) % state.players
    enter_roll(state)


@kernel
def end_turn(state: StateRecord, rules: RulesRecord) -> None:
    """R7: the next turn belongs to the first seat clockwise that has a legal die, the same seat last."""
    seat = state.seat
    for _ in range(state.players):
        seat += 1
        if seat == state.players:
            seat = 0
        if has_higher_die(state, state.seats[seat].last_die):
            begin_turn(state, seat)
            return
    end_round(state, rules)


@kernel
def spend_card(state: StateRecord, rules: RulesRecord, card: int) -> None:
    """R27: the played card goes to the discards at once."""
    me = state.seats[state.seat]
    me.hand[card] -= 1
    me.cards -= 1
    state.discards[card] += 1
    # A kind that lay wholly among the shuffled discards cannot be one of the cards held since then.
    if me.old_cards > 0 and state.shuffled[card] < rules.cards[card]:
        me.old_cards -= 1
    me.old_cards = min(me.old_cards, me.cards)


@kernel
def pay_surcharges(state: StateRecord, column: int, row: int) -> None:
    """R14: one coin to each other player standing there."""
    for other in range(state.players):
        if other != state.seat and state.tents[column, row, other] > 0:
            state.seats[state.seat].cash -= SURCHARGE_COINS
            state.seats[other].cash += SURCHARGE_COINS


@kernel
def pitch_tent(state: StateRecord, rules: RulesRecord, argument: int) -> None:
    """The tent action with its modifiers (R14, R31-R33), from the supply or moved (R45)."""
    me = state.seats[state.seat]
    row = (argument >> 3) & 15
    source = argument >> 9
    if (argument >> 7) & 1:
        spend_card(state, rules, Card.IGNORE_DIE)
    no_cost = (argument >> 8) & 1
    if no_cost:
        spend_card(state, rules, Card.NO_COST)
    else:
        me.cash -= rules.cost[state.boat]
    if not no_cost or rules.surcharge_on_no_cost:
        pay_surcharges(state, state.boat, row)
    if source == 0:
        me.supply -= 1
        me.placed += 1
    else:
        space = (source - 1) >> 1
        state.tents[space // MAX_ROWS, space % MAX_ROWS, state.seat] -= 1
        state.scored[space // MAX_ROWS, space % MAX_ROWS, state.seat] -= (source - 1) & 1
    state.tents[state.boat, row, state.seat] += 1


@kernel
def pitch_extra_tent(state: StateRecord, rules: RulesRecord, space: int) -> None:
    """R34."""
    me = state.seats[state.seat]
    column, row = space // MAX_ROWS, space % MAX_ROWS
    spend_card(state, rules, Card.EXTRA_TENT)
    if rules.surcharge_on_extra_tent:
        pay_surcharges(state, column, row)
    me.supply -= 1
    me.placed += 1
    state.tents[column, row, state.seat] += 1


@kernel
def sell_gems(state: StateRecord, rules: RulesRecord, argument: int, market: int) -> None:
    """R18, or with the market card R39; the gems go to the set-aside pile."""
    me = state.seats[state.seat]
    for gem in range(GEM_KINDS):
        count = (argument >> (8 * gem)) & 255
        me.gems[gem] -= count
        state.pile[gem + 2] += count
        if market:
            me.cash += count * rules.market_coins[gem]
            me.vp += count * rules.market_vp[gem]
            me.vp_market += count * rules.market_vp[gem]
        else:
            me.cash += count * rules.gem_price[gem]


@kernel
def play_card(state: StateRecord, rules: RulesRecord, card: int, chance: ChanceRecord) -> None:
    """The cards without choices (R35-R38, R40)."""
    me = state.seats[state.seat]
    spend_card(state, rules, card)
    if card == Card.FOUR_COINS:
        me.cash += FOUR_COINS
    elif card == Card.BOAT_BACK:
        state.boat -= 1
    elif card == Card.TWO_DICE:
        state.two_dice = 1
    elif card == Card.THREE_STONES:
        mine(state, rules, chance, THREE_STONES)
    else:
        me.vp += rules.animal_vp[card - Card.LION]
        me.vp_animals += rules.animal_vp[card - Card.LION]


@kernel
def apply(state: StateRecord, rules: RulesRecord, code: int, chance: ChanceRecord) -> None:
    """Carry out a legal action; what it draws comes from ``chance`` and is noted there."""
    kind, argument = kind_of(code), argument_of(code)
    me = state.seats[state.seat]
    if kind == Kind.END:
        end_turn(state, rules)
    elif kind == Kind.TAKE:
        state.pool[argument] -= 1
        me.last_die = argument
        state.held = argument
        state.taken += 1
        state.phase = Phase.DIE_HELD
    elif kind == Kind.CARD:
        state.phase = Phase.ACTION_DONE
        draw_card(state, chance)
    elif kind == Kind.COINS:
        state.phase = Phase.ACTION_DONE
        me.cash += argument
    elif kind == Kind.MINE:
        state.phase = Phase.ACTION_DONE
        mine(state, rules, chance, argument)
    elif kind == Kind.TENT:
        state.phase = Phase.ACTION_DONE
        pitch_tent(state, rules, argument)
    elif kind == Kind.DONATE:
        me.cash -= argument
        me.chest += argument
        me.gave += 1
    elif kind == Kind.PLAY:
        play_card(state, rules, argument, chance)
    elif kind == Kind.SELL:
        sell_gems(state, rules, argument, 0)
    elif kind == Kind.MARKET:
        spend_card(state, rules, Card.MARKET)
        sell_gems(state, rules, argument, 1)
    elif kind == Kind.EXTRA_TENT:
        pitch_extra_tent(state, rules, argument)
    else:
        me.last_die = PASSED
        end_turn(state, rules)
