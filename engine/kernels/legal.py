"""Which actions are legal: the complete list, and for any single action the clause that it breaks.

Both read only what the seat whose turn it is may know, so they run on a redacted record as well.
"""

from livingstone.engine._jit import kernel
from livingstone.engine.codes import argument_of, gems_argument, kind_of, make, space_of, tent_argument
from livingstone.engine.constants import FACES, MAX_COLUMNS, MAX_ROWS, SURCHARGE_COINS, Card, Kind, Phase
from livingstone.engine.kernels.chance import discards_left
from livingstone.engine.layout import ActionArray, RulesRecord, SeatRecord, StateRecord


@kernel
def has_higher_die(state: StateRecord, than: int) -> bool:
    """Whether the pool holds a die strictly higher (R8)."""
    for face in range(than + 1, FACES + 1):
        if state.pool[face] > 0:
            return True
    return False


@kernel
def second_die_due(state: StateRecord) -> bool:
    """R37: two_dice was played, one die is taken, and a higher one is there."""
    return (
        state.two_dice == 1 and state.taken == 1 and has_higher_die(state, state.seats[state.seat].last_die)
    )


@kernel
def free_acts_allowed(state: StateRecord, rules: RulesRecord) -> bool:
    """R24: between taking the die and the end of the turn; before the die where the edition says so."""
    return state.phase != Phase.BEFORE_DIE or rules.act_before_die == 1


@kernel
def surcharge(state: StateRecord, column: int, row: int) -> int:
    """R14: one coin for each other player with at least one tent on the space."""
    coins = 0
    for other in range(state.players):
        if other != state.seat and state.tents[column, row, other] > 0:
            coins += SURCHARGE_COINS
    return coins


@kernel
def tent_price(state: StateRecord, rules: RulesRecord, row: int, no_cost: int) -> int:
    """The whole price of a tent action in this row of the boat's column (R14, R32)."""
    if no_cost == 0:
        return int(rules.cost[state.boat]) + surcharge(state, state.boat, row)
    if rules.surcharge_on_no_cost:
        return surcharge(state, state.boat, row)
    return 0


@kernel
def extra_tent_price(state: StateRecord, rules: RulesRecord, column: int, row: int) -> int:
    """R34: the surcharge, where the edition asks for it."""
    if rules.surcharge_on_extra_tent:
        return surcharge(state, column, row)
    return 0


@kernel
def can_play_two_dice(state: StateRecord) -> bool:
    """R37, the card being in hand and free acts allowed."""
    if state.two_dice == 1 or state.taken == 2:
        return False
    last = state.seats[state.seat].last_die
    if state.phase != Phase.BEFORE_DIE:
        return has_higher_die(state, last)
    values = 0
    for face in range(last + 1, FACES + 1):
        if state.pool[face] > 0:
            values += 1
    return values >= 2


@kernel
def must_move(state: StateRecord) -> bool:
    """R45: two players, no tent in supply."""
    return state.players == 2 and state.seats[state.seat].supply == 0


@kernel
def list_tents_from(state: StateRecord, rules: RulesRecord, out: ActionArray, count: int, source: int) -> int:
    """Append the tent actions with one source (a space that R45 moves from, or the supply)."""
    me = state.seats[state.seat]
    die = state.held
    from_space = (source - 1) >> 1
    for no_cost in range(2):
        if no_cost == 1 and me.hand[Card.NO_COST] == 0:
            continue
        for ignore_die in range(2):
            if ignore_die == 0:
                first, last = die - 1, min(die, rules.rows)
            elif me.hand[Card.IGNORE_DIE] > 0:
                first, last = 0, rules.rows
            else:
                continue
            for row in range(first, last):
                if source > 0 and space_of(state.boat, row) == from_space:
                    continue
                if tent_price(state, rules, row, no_cost) <= me.cash:
                    out[count] = make(Kind.TENT, tent_argument(die, row, ignore_die, no_cost, source))
                    count += 1
    return count


@kernel
def list_tents(state: StateRecord, rules: RulesRecord, out: ActionArray, count: int) -> int:
    """Append every tent action of the die in hand (R14-R16, R31-R33, R45)."""
    me = state.seats[state.seat]
    if me.supply > 0:
        return list_tents_from(state, rules, out, count, 0)
    if not must_move(state):
        return count
    for column in range(rules.columns):
        for row in range(rules.rows):
            standing = state.tents[column, row, state.seat]
            if standing > 0:
                counted = state.scored[column, row, state.seat]
                source = 1 + 2 * space_of(column, row)
                if counted < standing:
                    count = list_tents_from(state, rules, out, count, source)
                if counted > 0:
                    count = list_tents_from(state, rules, out, count, source + 1)
    return count


@kernel
def list_free_acts(state: StateRecord, rules: RulesRecord, out: ActionArray, count: int) -> int:
    """Append cards, sales and the donation (R22, R23, R34-R40)."""
    me = state.seats[state.seat]
    gems = me.gems[0] + me.gems[1] + me.gems[2]
    if me.cards > 0:
        hand = me.hand
        if hand[Card.BOAT_BACK] > 0 and state.boat > 0:
            out[count] = make(Kind.PLAY, Card.BOAT_BACK)
            count += 1
        if hand[Card.FOUR_COINS] > 0:
            out[count] = make(Kind.PLAY, Card.FOUR_COINS)
            count += 1
        if hand[Card.TWO_DICE] > 0 and can_play_two_dice(state):
            out[count] = make(Kind.PLAY, Card.TWO_DICE)
            count += 1
        if rules.animals_when_played:
            for animal in range(3):
                if hand[Card.LION + animal] > 0:
                    out[count] = make(Kind.PLAY, Card.LION + animal)
                    count += 1
        if hand[Card.THREE_STONES] > 0:
            out[count] = make(Kind.PLAY, Card.THREE_STONES)
            count += 1
        if hand[Card.EXTRA_TENT] > 0 and me.supply > 0:
            for column in range(rules.columns):
                for row in range(rules.rows):
                    if (
                        state.scored[column, row, state.seat] > 0
                        and extra_tent_price(state, rules, column, row) <= me.cash
                    ):
                        out[count] = make(Kind.EXTRA_TENT, space_of(column, row))
                        count += 1
        if hand[Card.MARKET] > 0 and gems > 0:
            out[count] = make(Kind.MARKET, gems_argument(me.gems[0], me.gems[1], me.gems[2]))
            count += 1
    if gems > 0:
        out[count] = make(Kind.SELL, gems_argument(me.gems[0], me.gems[1], me.gems[2]))
        count += 1
    if me.cash > 0:
        out[count] = make(Kind.DONATE, me.cash)
        count += 1
    return count


@kernel
def list_takes(state: StateRecord, out: ActionArray, count: int) -> int:
    """Append the dice that may be taken: each face of the pool above the last one (R8)."""
    for face in range(state.seats[state.seat].last_die + 1, FACES + 1):
        if state.pool[face] > 0:
            out[count] = make(Kind.TAKE, face)
            count += 1
    return count


@kernel
def legal_actions(state: StateRecord, rules: RulesRecord, out: ActionArray) -> int:
    """Write the complete legal list to ``out`` (int64 codes, by kind then argument) and return its length.

    One entry stands for a range of amounts where the code has one (``DONATE``, ``SELL``, ``MARKET``): it
    carries the most. 0 when no player is to move.
    """
    count = 0
    if state.phase > Phase.ACTION_DONE:
        return count
    if state.phase == Phase.BEFORE_DIE:
        if not rules.must_take_die:
            out[count] = make(Kind.PASS, 0)
            count += 1
        count = list_takes(state, out, count)
    elif state.phase == Phase.DIE_HELD:
        if state.deck_size > 0 or discards_left(state) > 0:
            out[count] = make(Kind.CARD, state.held)
            count += 1
        out[count] = make(Kind.COINS, state.held)
        out[count + 1] = make(Kind.MINE, state.held)
        count = list_tents(state, rules, out, count + 2)
    else:
        due = second_die_due(state)
        if not due or not rules.must_take_die:
            out[count] = make(Kind.END, 0)
            count += 1
        if due:
            count = list_takes(state, out, count)
    if free_acts_allowed(state, rules):
        count = list_free_acts(state, rules, out, count)
    return count


@kernel
def take_breaks(state: StateRecord, rules: RulesRecord, face: int) -> int:
    """The clause that taking this die breaks, or 0."""
    if state.phase == Phase.DIE_HELD:
        return 7
    if state.phase == Phase.ACTION_DONE and (state.two_dice == 0 or state.taken != 1):
        return 7 if state.taken == 2 else 37
    if face < 1 or face > FACES or state.pool[face] == 0:
        return 7
    return 8 if face <= state.seats[state.seat].last_die else 0


@kernel
def source_breaks(state: StateRecord, rules: RulesRecord, source: int, row: int) -> int:
    """R16 and R45: the clause that the tent's source breaks, or 0."""
    me = state.seats[state.seat]
    if source == 0:
        if me.supply > 0:
            return 0
        return 45 if state.players == 2 else 16
    if not must_move(state):
        return 45
    space = (source - 1) >> 1
    column, from_row = space // MAX_ROWS, space % MAX_ROWS
    if column >= rules.columns or from_row >= rules.rows:
        return 45
    if column == state.boat and from_row == row:
        return 45
    counted = state.scored[column, from_row, state.seat]
    available = counted if (source - 1) & 1 else state.tents[column, from_row, state.seat] - counted
    return 0 if available > 0 else 45


@kernel
def tent_breaks(state: StateRecord, rules: RulesRecord, argument: int) -> int:
    """The clause that a tent action breaks, or 0."""
    me = state.seats[state.seat]
    row = (argument >> 3) & 15
    ignore_die = (argument >> 7) & 1
    no_cost = (argument >> 8) & 1
    if state.phase != Phase.DIE_HELD or (argument & 7) != state.held:
        return 7
    if ignore_die and me.hand[Card.IGNORE_DIE] == 0:
        return 31
    if no_cost and me.hand[Card.NO_COST] == 0:
        return 32
    if row >= rules.rows:
        return 14
    if not ignore_die and row != state.held - 1:
        return 31
    clause = source_breaks(state, rules, argument >> 9, row)
    if clause != 0:
        return clause
    return 15 if tent_price(state, rules, row, no_cost) > me.cash else 0


@kernel
def gems_break(me: SeatRecord, argument: int, clause: int) -> int:
    """``clause`` unless at least one gem and no more than owned are named."""
    clear, blue, red = argument & 255, (argument >> 8) & 255, (argument >> 16) & 255
    if clear + blue + red == 0:
        return clause
    if clear > me.gems[0] or blue > me.gems[1] or red > me.gems[2]:
        return clause
    return 0


@kernel
def extra_tent_breaks(state: StateRecord, rules: RulesRecord, space: int) -> int:
    """The clause that an extra tent on this space breaks, or 0."""
    me = state.seats[state.seat]
    if me.hand[Card.EXTRA_TENT] == 0:
        return 23
    column, row = space // MAX_ROWS, space % MAX_ROWS
    if column >= rules.columns or column >= MAX_COLUMNS or row >= rules.rows or me.supply == 0:
        return 34
    if state.scored[column, row, state.seat] == 0:
        return 34
    return 15 if extra_tent_price(state, rules, column, row) > me.cash else 0


@kernel
def play_breaks(state: StateRecord, rules: RulesRecord, card: int) -> int:
    """The clause that playing this card breaks, or 0."""
    if state.seats[state.seat].hand[card] == 0:
        return 23
    if card == Card.BOAT_BACK:
        return 35 if state.boat == 0 else 0
    if card == Card.TWO_DICE:
        return 0 if can_play_two_dice(state) else 37
    if card >= Card.LION and card <= Card.ANTELOPE and not rules.animals_when_played:
        return 38
    return 0


@kernel
def free_act_breaks(state: StateRecord, rules: RulesRecord, kind: int, argument: int) -> int:
    """The clause that a card, a sale or a donation breaks, or 0."""
    me = state.seats[state.seat]
    if not free_acts_allowed(state, rules):
        return 24
    if kind == Kind.PLAY:
        return play_breaks(state, rules, argument)
    if kind == Kind.EXTRA_TENT:
        return extra_tent_breaks(state, rules, argument)
    if kind == Kind.MARKET:
        return 23 if me.hand[Card.MARKET] == 0 else gems_break(me, argument, 39)
    if kind == Kind.SELL:
        return gems_break(me, argument, 23)
    return 0 if 1 <= argument <= me.cash else 22


@kernel
def broken_clause(state: StateRecord, rules: RulesRecord, code: int) -> int:
    """0 when the action is legal now, else the number of the clause it breaks first (23 = R23).

    ``code`` must be well formed (what :class:`livingstone.engine.notation.Action` accepts).
    """
    kind, argument = kind_of(code), argument_of(code)
    if state.phase > Phase.ACTION_DONE:
        return 6
    if kind == Kind.END:
        if state.phase != Phase.ACTION_DONE:
            return 24
        return 37 if rules.must_take_die and second_die_due(state) else 0
    if kind == Kind.PASS:
        return 0 if state.phase == Phase.BEFORE_DIE and not rules.must_take_die else 10
    if kind == Kind.TAKE:
        return take_breaks(state, rules, argument)
    if kind == Kind.TENT:
        return tent_breaks(state, rules, argument)
    if kind == Kind.CARD or kind == Kind.COINS or kind == Kind.MINE:
        if state.phase != Phase.DIE_HELD or argument != state.held:
            return 7
        if kind == Kind.CARD and state.deck_size == 0 and discards_left(state) == 0:
            return 30
        return 0
    return free_act_breaks(state, rules, kind, argument)
