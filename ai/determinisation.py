"""Determinisation: one world, drawn from the observer's belief, with every secret filled in."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from livingstone.engine._jit import kernel
from livingstone.engine.constants import CARD_KINDS, Card
from livingstone.engine.layout import RulesRecord, StateRecord
from livingstone.engine.rng import Words, below

Int64 = npt.NDArray[np.int64]


class Belief(NamedTuple):
    """Possible (cash, chest) pairs by seat, as kernels draw from them.

    ``sizes`` int64 (5,): pairs of a seat; ``pairs`` int64 (5, K, 2); ``cumulative`` int64 (5, K): running sums
    of the weights.
    Row ``observer`` holds the observer's own pair (one, unless a position gave a range).
    """

    sizes: Int64
    pairs: Int64
    cumulative: Int64


@kernel
def draw_money(
    state: StateRecord, seat: int, count: Int64, pairs: Int64, cumulative: Int64, words: Words
) -> None:
    """Draw a seat's cash and chest from a belief (see :class:`Belief`)."""
    last = count[seat] - 1
    low = 0
    if last > 0:
        ticket = below(words, cumulative[seat, last])
        high = last
        while low < high:
            middle = (low + high) >> 1
            if cumulative[seat, middle] > ticket:
                high = middle
            else:
                low = middle + 1
    state.seats[seat].cash = pairs[seat, low, 0]
    state.seats[seat].chest = pairs[seat, low, 1]


@kernel
def deal_cards(
    state: StateRecord, rules: RulesRecord, seat: int, wanted: int, old: bool, words: Words
) -> int:
    """Deal up to ``wanted`` unseen cards to a seat; ``old``: only kinds that were not all shuffled in later."""
    deck = state.deck
    hand = state.seats[seat].hand
    dealt = 0
    while dealt < wanted:
        total = 0
        for card in range(CARD_KINDS):
            total += available(state, rules, card, old)
        if total == 0:
            return dealt
        ticket = below(words, total)
        for card in range(CARD_KINDS):
            ticket -= available(state, rules, card, old)
            if ticket < 0:
                deck[card] -= 1
                hand[card] += 1
                break
        dealt += 1
    return dealt


@kernel
def available(state: StateRecord, rules: RulesRecord, card: int, old: bool) -> int:
    """How many cards of a kind can be in a hand; mine_collapse never is (R28)."""
    if card == Card.MINE_COLLAPSE:
        return 0
    if old:
        return int(max(0, min(state.deck[card], rules.cards[card] - state.shuffled[card])))
    return int(state.deck[card])


@kernel
def deal_hands(state: StateRecord, rules: RulesRecord, observer: int, words: Words) -> None:
    """Deal the unseen cards to the other seats' public hand sizes, the older cards first.

    Each card is uniform over what is left, so hands together are multivariate hypergeometric. Cards held since
    before the last shuffle cannot be among the discards that went into the deck then.
    """
    for seat in range(state.players):
        if seat != observer and state.seats[seat].old_cards > 0:
            deal_cards(state, rules, seat, state.seats[seat].old_cards, True, words)
    for seat in range(state.players):
        if seat != observer:
            held = 0
            for card in range(CARD_KINDS):
                held += state.seats[seat].hand[card]
            deal_cards(state, rules, seat, state.seats[seat].cards - held, False, words)


@kernel
def hide_own_hand(state: StateRecord, observer: int) -> None:
    """Put the observer's hand back among the unseen cards (before dealing it anew)."""
    for card in range(CARD_KINDS):
        state.deck[card] += state.seats[observer].hand[card]
        state.seats[observer].hand[card] = 0


@kernel
def determinise(
    state: StateRecord,
    rules: RulesRecord,
    observer: int,
    count: Int64,
    pairs: Int64,
    cumulative: Int64,
    words: Words,
) -> None:
    """Fill in, in place, the secrets of a redacted record: every other seat's money and hand.

    What is left in ``deck`` is the deck; its order and the bag's stay open (both are drawn lazily). The
    observer's own money is drawn too where the belief holds more than one pair for it. With ``observer`` -1
    (a blurred world: the searcher's secrets as others see them) all seats are dealt.
    """
    for seat in range(state.players):
        draw_money(state, seat, count, pairs, cumulative, words)
    deal_hands(state, rules, observer, words)
