"""The end of the game: bonuses, elimination, standing (R41-R44, R46, R47)."""

from livingstone.engine._jit import kernel
from livingstone.engine.constants import FACES, GEM_KINDS, Card
from livingstone.engine.layout import IntArray, RulesRecord, StateRecord


@kernel
def add_row_bonuses(state: StateRecord, rules: RulesRecord, points: IntArray) -> None:
    """R41: add each row's bonus to ``points`` (by seat); ties share it, rounded down."""
    for row in range(rules.rows):
        most = 0
        leaders = 0
        mask = 0
        for seat in range(state.players):
            tents = 0
            for column in range(rules.columns):
                tents += state.tents[column, row, seat]
            if tents > most:
                most = tents
                leaders = 1
                mask = 1 << seat
            elif tents == most and tents > 0:
                leaders += 1
                mask |= 1 << seat
        if leaders > 0:
            share = rules.bonus[row] // leaders
            for seat in range(state.players):
                if (mask >> seat) & 1:
                    points[seat] += share


@kernel
def kept_gems(state: StateRecord, rules: RulesRecord, seat: int) -> int:
    """R42: VP of the gems in front of a seat."""
    count = 0
    for gem in range(GEM_KINDS):
        count += state.seats[seat].gems[gem]
    return count * rules.kept_gem_vp


@kernel
def kept_animals(state: StateRecord, rules: RulesRecord, seat: int) -> int:
    """R38, R42: VP of the animal cards in a hand (both editions count them)."""
    points = 0
    for animal in range(3):
        points += state.seats[seat].hand[Card.LION + animal] * rules.animal_vp[animal]
    return points


@kernel
def final_points(state: StateRecord, rules: RulesRecord, points: IntArray) -> None:
    """Total VP by seat, int32 of shape (5,): earned so far, rows, gems, animals in hand."""
    for seat in range(state.players):
        points[seat] = state.seats[seat].vp + kept_gems(state, rules, seat) + kept_animals(state, rules, seat)
    add_row_bonuses(state, rules, points)


@kernel
def final_sum(state: StateRecord) -> int:
    """The sum of the final dice."""
    total = 0
    for face in range(1, FACES + 1):
        total += face * state.final_dice[face]
    return total


@kernel
def mark_out_many(state: StateRecord, rules: RulesRecord, out: IntArray) -> None:
    """R43 over the seats that did not forfeit: 1 in ``out`` (by seat) for who is out."""
    least = -1
    most = -1
    in_play = 0
    for seat in range(state.players):
        out[seat] = 0
        if state.seats[seat].forfeited == 0:
            chest = state.seats[seat].chest
            in_play += 1
            if least < 0 or chest < least:
                least = chest
            if chest > most:
                most = chest
    if in_play < 2 or (least == most and not rules.all_equal_all_out):
        return
    for seat in range(state.players):
        if state.seats[seat].forfeited == 0 and state.seats[seat].chest == least:
            out[seat] = 1


@kernel
def mark_out(state: StateRecord, rules: RulesRecord, dice_sum: int, out: IntArray) -> None:
    """Who is out: R43 with three to five players, R46 with two (``dice_sum`` of the final dice)."""
    if state.players > 2:
        mark_out_many(state, rules, out)
        return
    for seat in range(2):
        out[seat] = 1 if state.seats[seat].chest < dice_sum else 0


@kernel
def beats(state: StateRecord, rules: RulesRecord, points: IntArray, out: IntArray, a: int, b: int) -> bool:
    """Whether seat a stands strictly before seat b (R44, R47)."""
    first, second = state.seats[a], state.seats[b]
    rank_a = 2 if first.forfeited else out[a]
    rank_b = 2 if second.forfeited else out[b]
    if rank_a != rank_b:
        return bool(rank_a < rank_b)
    if rank_a != 0:
        return False
    if points[a] != points[b]:
        return bool(points[a] > points[b])
    if first.chest != second.chest:
        return bool(first.chest > second.chest)
    return bool(rules.tie_break_tents == 1 and first.placed > second.placed)


@kernel
def standing(
    state: StateRecord, rules: RulesRecord, points: IntArray, out: IntArray, places: IntArray
) -> int:
    """Write the 1-based place of each seat (ties share it); return the number of joint winners (0: nobody)."""
    winners = 0
    for seat in range(state.players):
        place = 1
        for other in range(state.players):
            if beats(state, rules, points, out, other, seat):
                place += 1
        places[seat] = place
        if place == 1 and out[seat] == 0 and state.seats[seat].forfeited == 0:
            winners += 1
    return winners
