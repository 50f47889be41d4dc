"""What no game can show: each impossibility is refused with its reason, before anything is derived."""

from collections.abc import Sequence

import numpy as np

from livingstone.engine import names
from livingstone.engine.constants import FACES, Card, Phase, Stone
from livingstone.engine.layout import RulesRecord
from livingstone.engine.position.fields import fail
from livingstone.engine.position.sheet import Sheet


def check_board(sheet: Sheet, rules: RulesRecord, boat: int, round_: int) -> None:
    """Tents per player, rounds, and columns that the boat has not reached."""
    for seat, entry in enumerate(sheet.seats):
        standing = sheet.board.of(seat)
        if standing > rules.tents_per_player:
            fail(
                "tents",
                f"{entry.name} has {standing} tents on the board, but only {rules.tents_per_player} exist",
            )
    if round_ > rules.max_rounds:
        fail("round", f"{round_} is above the edition's max_rounds {rules.max_rounds}")
    if round_ < boat + 1:
        fail(
            "round",
            f"in round {round_} the boat cannot be on column {boat + 1}: it moves one column a round (R26)",
        )
    for column, row, seat, sign in sheet.board.tents:
        where = f"{sheet.seats[seat].name} in column {column + 1}, row {row + 1}"
        if column >= round_:
            hint = "" if round_ > boat + 1 else "; if boat_back was played, write the round"
            fail("tents", f"{where}: the boat was never on that column in {round_} rounds{hint}")
        if sign == "+" and column >= boat and round_ == boat + 1:
            fail("tents", f"{where}: marked + as scored, but the boat has not left that column yet")


def check_turn(sheet: Sheet, rules: RulesRecord, mover: int) -> None:
    """Keys that only make sense together, and the die held."""
    if sheet.holding is None:
        for key in ("done", "second_die"):
            if getattr(sheet, key):
                fail(key, "needs the die taken in this turn: holding = 4")
        if sheet.dice is None:
            fail("dice", 'missing; expected the dice on the table, for example dice = "4 4 6"')
        if sheet.two_dice and not rules.act_before_die:
            fail(
                "two_dice",
                "in this edition no card is played before a die is taken (R24); expected holding = 4",
            )
    if sheet.second_die and not sheet.two_dice:
        fail(
            "second_die",
            "a turn has a second die only after the card two_dice (R37); expected two_dice = true",
        )
    entry = sheet.seats[mover]
    if sheet.holding is not None and entry.die is not None and entry.die > sheet.holding:
        fail(
            "holding", f"the die {sheet.holding} is not higher than {entry.name}'s last die {entry.die} (R8)"
        )
    if sheet.second_die and sheet.holding == 1:
        fail("second_die", "the second die of two_dice is higher than the first, so it cannot be a 1 (R37)")
    if entry.passed:
        fail(
            sheet.field(mover, "passed"),
            f"it is {entry.name}'s turn, but who has passed is finished for the round",
        )
    for seat, other in enumerate(sheet.seats):
        if other.passed and rules.must_take_die:
            fail(
                sheet.field(seat, "passed"), "in this edition a legal die must be taken (R10), nobody passes"
            )


def check_dice(sheet: Sheet, rules: RulesRecord, pool: Sequence[int], mover: int) -> None:
    """The dice on the table and those taken are those of the round (R5); the mover has a legal one (R9)."""
    total = int(rules.dice_per_player) * len(sheet.seats)
    lying = len(pool)
    least = most = 0
    for seat, entry in enumerate(sheet.seats):
        last = entry.die or 0
        fewest = int(last > 0)
        if seat == mover and sheet.holding is not None:
            fewest = max(1 + int(sheet.second_die), 1 + int(0 < last < sheet.holding))
            last = sheet.holding
        least += fewest
        most += FACES if entry.passed else last  # rising dice: whoever ends with a 4 has taken at most four
    if lying + least > total:
        fail("dice", f"{lying} on the table and at least {least} taken, but a round has {total} dice")
    if lying + most < total:
        counted = (
            f"{lying} on the table and at most {most} taken" if most else f"{lying} on the table, none taken"
        )
        hint = "each seat's last die belongs into its table, for example die = 4"
        fail("dice", f"{counted}, but a round has {total} dice; {hint}")
    if sheet.holding is None:
        last = sheet.seats[mover].die or 0
        if not any(face > last for face in pool):
            name = sheet.seats[mover].name
            reason = f"none is higher than {name}'s last die {last} (R8)" if pool else "no die is left"
            fail(
                "dice",
                f"it is {name}'s turn, but {reason}; expected a legal die, or holding with done = true",
            )


def check_stones(sheet: Sheet, rules: RulesRecord) -> None:
    """No more stones of a colour than the edition has (R4), the white one in the bag (R20)."""
    found = np.zeros(len(Stone), np.int64)
    parts: list[tuple[str, Sequence[int]]] = [
        (sheet.field(seat, "gems"), (0, 0, *entry.gems))
        for seat, entry in enumerate(sheet.seats)
        if entry.gems
    ]
    parts += [(key, counts) for key, counts in (("pile", sheet.pile), ("bag", sheet.bag)) if counts]
    if sheet.pile and sheet.pile[Stone.WHITE]:
        fail("pile", "the white stone is never set aside, it goes back into the bag (R19)")
    for field, counts in parts:
        found += np.array(counts)
        for stone in Stone:
            if found[stone] > rules.bag[stone]:
                colour = names.STONES.key(stone)
                limit = f"the edition has {rules.bag[stone]} of {int(rules.bag.sum())} stones"
                fail(field, f"with these there are {found[stone]} {colour} stones, but {limit}")
    if sheet.bag is not None and sheet.bag[Stone.WHITE] < rules.bag[Stone.WHITE]:
        fail("bag", "the white stone is missing: it is always in the bag (R20); add 1 white")
    if sheet.bag is not None and sheet.pile is not None and found.sum() < rules.bag.sum():
        fail(
            "bag", f"bag, pile and gems are {found.sum()} stones, but the edition has {int(rules.bag.sum())}"
        )


def check_cards(sheet: Sheet, rules: RulesRecord) -> None:
    """No more cards of a kind than the edition has, hand sizes and deck in agreement (R28-R30)."""
    me = sheet.seats[sheet.me]
    for seat, entry in enumerate(sheet.seats):
        if seat != sheet.me and entry.hand is not None:
            own = f"only {me.name}'s own hand is known"
            fail(sheet.field(seat, "hand"), f"{own}; expected the number of cards: cards = {sum(entry.hand)}")
    hand, own = me.hand or [0] * len(Card), sheet.field(sheet.me, "hand")
    if me.cards is not None and me.cards != sum(hand):
        listed = f"the hand lists {sum(hand)}" if me.hand is not None else "the hand is not written"
        fail(sheet.field(sheet.me, "cards"), f"{me.cards}, but {listed}; expected all your cards in hand")
    found = np.zeros(len(Card), np.int64)
    for field, counts in ((own, hand), ("discards", sheet.discards or [0] * len(Card))):
        if counts[Card.MINE_COLLAPSE]:
            fail(
                field,
                "mine_collapse is shown at once and shuffled back into the deck (R28), it is never there",
            )
        found += np.array(counts)
        for card in Card:
            if found[card] > rules.cards[card]:
                also = "" if field == own else ", the hand included"
                name = names.CARDS.key(card)
                fail(field, f"{found[card]} {name}{also}, but the edition has {int(rules.cards[card])}")
    for card in Card:
        if sheet.shuffled is not None and sheet.shuffled[card] > rules.cards[card]:
            name, limit = names.CARDS.key(card), int(rules.cards[card])
            fail("shuffled", f"{sheet.shuffled[card]} {name}, but the edition has {limit}")
    others = sum(entry.cards or 0 for seat, entry in enumerate(sheet.seats) if seat != sheet.me)
    left = int(rules.cards.sum() - found.sum())
    drawable = left - int(rules.cards[Card.MINE_COLLAPSE])
    if others > drawable:
        fail(
            "seats",
            f"the others hold {others} cards, but only {drawable} are neither in your hand nor discarded",
        )
    if sheet.deck is not None and sheet.deck != left - others:
        whole = int(rules.cards.sum())
        sums = f"{whole} cards less {others + sum(hand)} in hands and {sum(sheet.discards or ())} discards"
        fail("deck", f"{sheet.deck}, but {sums} are {left - others}; expected all played cards in discards")
    for seat, entry in enumerate(sheet.seats):
        held = sum(hand) if seat == sheet.me else entry.cards or 0
        if entry.old_cards is not None and entry.old_cards > held:
            fail(sheet.field(seat, "old_cards"), f"{entry.old_cards}, but the player holds {held} cards")


def phase_of(sheet: Sheet) -> Phase:
    """Where the turn stands."""
    if sheet.holding is None:
        return Phase.BEFORE_DIE
    return Phase.ACTION_DONE if sheet.done else Phase.DIE_HELD
