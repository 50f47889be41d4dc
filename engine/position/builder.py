"""From a typed sheet to an observation, with everything that was derived or assumed said in words."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from livingstone.engine import names
from livingstone.engine.constants import GEM_KINDS, NO_DIE, PASSED, Card, Stone
from livingstone.engine.layout import RulesRecord, StateRecord, new_state
from livingstone.engine.money import Money
from livingstone.engine.observation import Observation
from livingstone.engine.position import board as boards
from livingstone.engine.position import checks, coins
from livingstone.engine.position.fields import fail
from livingstone.engine.position.sheet import Sheet
from livingstone.engine.wording import counted, range_text

GEM_OFFSET: Final = len(Stone) - GEM_KINDS


@dataclass(frozen=True)
class Position:
    """A position file as it was understood."""

    observation: Observation
    names: tuple[str, ...]
    """By seat."""
    letters: tuple[str, ...]
    """By seat, as on the board."""
    derived: tuple[str, ...] = ()
    """What followed from the file, as sentences."""
    assumed: tuple[str, ...] = ()
    """What the file left open and how it was read, as sentences."""

    @property
    def is_own_turn(self) -> bool:
        """Whether the observer is to move, so that a hint can be asked for."""
        return self.observation.to_move == self.observation.seat


def build(sheet: Sheet) -> Position:
    """The observation a sheet describes.

    Raises:
        PositionError: for a position that no game can show, naming the field and the reason.
    """
    record = new_state()
    rules_array = sheet.edition.to_rules()
    rules: RulesRecord = rules_array[0]
    state: StateRecord = record[0]
    derived: list[str] = []
    assumed: list[str] = []
    mover = sheet.me if sheet.turn is None else sheet.turn
    state.players = len(sheet.seats)
    state.seat = mover
    state.start = sheet.start or 0
    if sheet.start is None:
        derived.append(
            f"{sheet.seats[0].name} is this round's start player, who rolled (the first seat listed)."
        )
    _place_boat(sheet, state, derived, assumed)
    checks.check_board(sheet, rules, state.boat, state.round_number)
    _place_tents(sheet, state, rules, derived)
    _lay_dice(sheet, state, rules, mover, derived, assumed)
    checks.check_stones(sheet, rules)
    _fill_bag(sheet, state, rules, derived, assumed)
    checks.check_cards(sheet, rules)
    _deal_cards(sheet, state, rules, derived, assumed)
    money = _count_coins(sheet, state, rules, derived, assumed)
    return Position(
        observation=Observation(sheet.edition, sheet.me, record, money),
        names=tuple(seat.name for seat in sheet.seats),
        letters=tuple(seat.letter for seat in sheet.seats),
        derived=tuple(derived),
        assumed=tuple(assumed),
    )


def _place_boat(sheet: Sheet, state: StateRecord, derived: list[str], assumed: list[str]) -> None:
    drawn = sheet.board.boat
    boat = sheet.boat if sheet.boat is not None else drawn
    if sheet.boat is not None and drawn is not None and sheet.boat != drawn:
        fail("boat", f"column {sheet.boat + 1}, but the * of the board is on column {drawn + 1}: two boats")
    if boat is None and sheet.board.drawn:
        fail("boat", "missing; mark its column on the board with * (for example 6*), or write boat = 6")
    if boat is None:
        boat = 0
        assumed.append("The boat is on column 1 (no board is drawn).")
    state.boat = boat
    state.round_number = boat + 1 if sheet.round is None else sheet.round
    if sheet.round is None:
        derived.append(f"Round {boat + 1}, as the boat is on column {boat + 1}.")


def _place_tents(sheet: Sheet, state: StateRecord, rules: RulesRecord, derived: list[str]) -> None:
    fresh = 0
    for (column, row, seat, sign), count in sheet.board.tents.items():
        state.tents[column, row, seat] += count
        if boards.is_scored(column, state.boat, sign):
            state.scored[column, row, seat] += count
        else:
            fresh += count
    left: list[str] = []
    for seat, entry in enumerate(sheet.seats):
        # No rule takes a tent off the board, and a move (R45) is not counted: placed = standing.
        state.seats[seat].placed = sheet.board.of(seat)
        state.seats[seat].supply = int(rules.tents_per_player) - sheet.board.of(seat)
        left.append(f"{entry.name} {state.seats[seat].supply}")
    derived.append(f"Tents left: {', '.join(left)}.")
    derived.append(f"Tents not yet scored: {fresh}.")
    beyond = {column for column, *_ in sheet.board.tents if column > state.boat}
    if beyond:
        derived.append(
            "boat_back was played in this round, as tents stand right of the boat; tents on the boat's "
            "column that were scored before need a + behind their letter."
        )


def _lay_dice(
    sheet: Sheet, state: StateRecord, rules: RulesRecord, mover: int, derived: list[str], assumed: list[str]
) -> None:
    checks.check_turn(sheet, rules, mover)
    pool = sheet.dice or []
    if sheet.dice is None:
        assumed.append("No die is left on the table.")
    checks.check_dice(sheet, rules, pool, mover)
    for face in pool:
        state.pool[face] += 1
    for seat, entry in enumerate(sheet.seats):
        state.seats[seat].last_die = PASSED if entry.passed else entry.die or NO_DIE
        state.seats[seat].forfeited = int(entry.forfeited)
    state.phase = checks.phase_of(sheet)
    state.two_dice = int(sheet.two_dice)
    if sheet.holding is not None:
        state.held = sheet.holding
        state.taken = 1 + int(sheet.second_die)
        state.seats[mover].last_die = sheet.holding
    finished = [
        entry.name
        for seat, entry in enumerate(sheet.seats)
        if seat != mover and not any(face > state.seats[seat].last_die for face in pool)
    ]
    if finished:
        derived.append(f"Finished for this round (no legal die): {', '.join(finished)}.")
    if (
        sheet.seats[mover].die is None
        and sheet.holding is None
        and len(pool) < rules.dice_per_player * state.players
    ):
        assumed.append(f"{sheet.seats[mover].name} has taken no die in this round yet.")


def _fill_bag(
    sheet: Sheet, state: StateRecord, rules: RulesRecord, derived: list[str], assumed: list[str]
) -> None:
    rest = np.array(rules.bag, np.int64)
    for seat, entry in enumerate(sheet.seats):
        state.seats[seat].gems[:] = entry.gems or [0] * GEM_KINDS
        rest[GEM_OFFSET:] -= state.seats[seat].gems
    if sheet.bag is not None:
        state.bag[:] = sheet.bag
        state.pile[:] = rest - sheet.bag
        derived.append(f"Set aside: {names.stones_text(state.pile.tolist())}.")
        return
    if sheet.pile is None:
        assumed.append("No stone is set aside: write pile (what lies open beside the bag) for a better hint.")
    else:
        state.pile[:] = sheet.pile
    state.bag[:] = rest - state.pile
    derived.append(f"In the bag: {names.stones_text(state.bag.tolist())}.")


def _deal_cards(
    sheet: Sheet, state: StateRecord, rules: RulesRecord, derived: list[str], assumed: list[str]
) -> None:
    own = sheet.seats[sheet.me]
    state.discards[:] = sheet.discards or [0] * len(Card)
    state.seats[sheet.me].hand[:] = own.hand or [0] * len(Card)
    for seat, entry in enumerate(sheet.seats):
        state.seats[seat].cards = sum(own.hand or ()) if seat == sheet.me else entry.cards or 0
        is_old = sheet.shuffled is not None
        state.seats[seat].old_cards = int(is_old) * state.seats[seat].cards
        if entry.old_cards is not None:
            state.seats[seat].old_cards = entry.old_cards
    if sheet.shuffled is not None:
        state.shuffled[:] = sheet.shuffled
        state.shuffles = 1
    state.deck[:] = rules.cards - state.discards - state.seats[sheet.me].hand
    hidden = sum(int(state.seats[seat].cards) for seat in range(state.players) if seat != sheet.me)
    state.deck_size = int(state.deck.sum()) - hidden
    derived.append(f"Cards in the deck: {state.deck_size}; in the other hands: {hidden}.")
    if sheet.discards is None:
        assumed.append("No card lies on the discard pile.")
    unwritten = [
        entry.name for seat, entry in enumerate(sheet.seats) if entry.cards is None and seat != sheet.me
    ]
    if unwritten:
        assumed.append(f"No cards in hand: {', '.join(unwritten)}.")
    if own.hand is None:
        assumed.append(f"No cards in hand: {own.name} (you).")


def _count_coins(
    sheet: Sheet, state: StateRecord, rules: RulesRecord, derived: list[str], assumed: list[str]
) -> list[Money]:
    money: list[Money] = []
    without_points = [entry.name for entry in sheet.seats if entry.vp is None]
    if without_points:
        assumed.append(f"0 victory points: {', '.join(without_points)}.")
    for seat, entry in enumerate(sheet.seats):
        row, is_own = state.seats[seat], seat == sheet.me
        row.vp = entry.vp or 0
        if is_own and entry.cash is None and (entry.wealth is None or entry.chest is None):
            fail(sheet.field(seat, "cash"), "missing; expected your own coins in hand, for example cash = 7")
        known, guessed = coins.settle(entry, state, rules, seat, is_own)
        if is_own and known.cash[0] != known.cash[1]:
            fail(
                sheet.field(seat, "cash"),
                f"{known.cash[0]}-{known.cash[1]}: expected one number, you see your own coins",
            )
        if is_own and entry.chest is None:
            assumed.append(f"Your chest holds {_range(known.chest)}.")
        if guessed and not is_own:
            least = f" (at least {known.wealth[0]})" if known.wealth[0] else ""
            assumed.append(
                f"{entry.name}'s wealth is not fully known{least}: hints expect what is usual for the round "
                "and the tents."
            )
        elif not is_own:
            derived.append(
                f"{entry.name}: wealth {_range(known.wealth)}, in hand {_range(known.cash)}, "
                f"chest {_range(known.chest)}."
            )
        row.gave = known.gave[0]
        if is_own or rules.money_open:
            row.cash, row.chest = known.cash[1], known.chest[0]
        else:
            row.cash, row.chest = known.wealth[1], 0
        money.append(known)
    return money


def _range(span: tuple[int, int]) -> str:
    return counted(span[0], "coin") if span[0] == span[1] else f"{range_text(*span)} coins"
