"""Chance: dice, stones and cards, from a sequential generator, from keyed streams, or fed from outside."""

from typing import Final

from livingstone.engine._jit import kernel
from livingstone.engine.constants import CARD_KINDS, FACES, FINAL_DICE, STONE_KINDS, Card, Stone, Stream
from livingstone.engine.layout import ChanceRecord, RulesRecord, StateRecord
from livingstone.engine.rng import below, seed_words

SEQUENTIAL: Final = 0
KEYED: Final = 1
FED: Final = 2


@kernel
def address(chance: ChanceRecord, stream: int, index: int, sub_index: int) -> None:
    """Key the generator for one named event, where the outcomes are those of a seed."""
    if chance.mode == KEYED:
        seed_words(chance.rng, chance.seed[0], chance.seed[1], stream, index, sub_index)


@kernel
def roll_dice(chance: ChanceRecord, count: int) -> None:
    """Roll ``count`` dice into ``chance.dice`` (by face), unless fed."""
    if chance.mode == FED:
        return
    for face in range(FACES + 2):
        chance.dice[face] = 0
    for _ in range(count):
        chance.dice[1 + below(chance.rng, FACES)] += 1


@kernel
def draw_stones(state: StateRecord, chance: ChanceRecord, wanted: int) -> None:
    """Draw stones from the bag into ``chance.stones`` (by colour): R13, R20 when the bag holds fewer."""
    bag = state.bag
    stones = chance.stones
    if chance.mode != FED:
        address(chance, Stream.BAG, state.bag_draws, 0)
        total = 0
        for colour in range(STONE_KINDS):
            total += bag[colour]
            stones[colour] = 0
        for drawn in range(min(wanted, total)):
            ticket = below(chance.rng, total - drawn)
            colour = 0
            while ticket >= bag[colour] - stones[colour]:
                ticket -= bag[colour] - stones[colour]
                colour += 1
            stones[colour] += 1
    for colour in range(STONE_KINDS):
        bag[colour] -= stones[colour]
    state.bag_draws += 1


@kernel
def mine(state: StateRecord, rules: RulesRecord, chance: ChanceRecord, wanted: int) -> None:
    """One draw of stones by the seat whose turn it is: R13, R17, R19, R20, R21."""
    draw_stones(state, chance, wanted)
    stones = chance.stones
    me = state.seats[state.seat]
    if stones[Stone.WHITE] == 0:
        state.pile[Stone.BLACK] += stones[Stone.BLACK]
        for gem in range(3):
            me.gems[gem] += stones[gem + 2]
        return
    if rules.white_draw_pays:
        for gem in range(3):
            me.cash += stones[gem + 2] * rules.gem_price[gem]
    for colour in range(STONE_KINDS):
        state.bag[colour] += stones[colour] + state.pile[colour]
        state.pile[colour] = 0


@kernel
def shuffle_discards_in(state: StateRecord) -> None:
    """Shuffle the discards into the deck. Hands held at a shuffle are remembered as old cards."""
    for card in range(CARD_KINDS):
        back = state.discards[card]
        state.deck[card] += back
        state.deck_size += back
        state.shuffled[card] = back
        state.discards[card] = 0
    state.shuffles += 1
    state.deck_draws = 0
    for seat in range(state.players):
        state.seats[seat].old_cards = state.seats[seat].cards


@kernel
def discards_left(state: StateRecord) -> int:
    """Cards on the discard pile."""
    count = 0
    for card in range(CARD_KINDS):
        count += state.discards[card]
    return count


@kernel
def next_card(state: StateRecord, chance: ChanceRecord) -> int:
    """Take the next card off a deck that is not empty; its kind is also noted in ``chance.cards``."""
    if chance.mode == FED:
        card = int(chance.cards[chance.drawn])
    else:
        address(chance, Stream.DECK, state.shuffles, state.deck_draws)
        ticket = below(chance.rng, state.deck_size)
        card = 0
        while ticket >= state.deck[card]:
            ticket -= state.deck[card]
            card += 1
        chance.cards[chance.drawn] = card
    chance.drawn += 1
    state.deck[card] -= 1
    state.deck_size -= 1
    state.deck_draws += 1
    return card


@kernel
def draw_card(state: StateRecord, chance: ChanceRecord) -> None:
    """One card action by the seat whose turn it is: R11, R28 (any number of mine_collapse), R30."""
    me = state.seats[state.seat]
    chance.drawn = 0
    collapsed = 0
    while True:
        if state.deck_size == 0:
            if discards_left(state) == 0:
                break
            shuffle_discards_in(state)
        card = next_card(state, chance)
        if card != Card.MINE_COLLAPSE:
            me.hand[card] += 1
            me.cards += 1
            break
        collapsed += 1
        for seat in range(state.players):
            for gem in range(3):
                state.bag[gem + 2] += state.seats[seat].gems[gem]
                state.seats[seat].gems[gem] = 0
    if collapsed > 0:
        state.deck[Card.MINE_COLLAPSE] += collapsed
        state.deck_size += collapsed
        shuffle_discards_in(state)


@kernel
def roll_final_dice(state: StateRecord, chance: ChanceRecord) -> None:
    """R46: the four dice at the end of a game of two."""
    address(chance, Stream.FINAL, 0, 0)
    roll_dice(chance, FINAL_DICE)
    for face in range(FACES + 2):
        state.final_dice[face] = chance.dice[face]
