"""The observation of a request as types, for the schema: what ``Observation.to_dict`` of the engine writes.

The engine writes and reads observations by itself, quicker than through these; a test holds them together.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Whole = Annotated[int, Meta(ge=0)]
Count = Annotated[int, Meta(ge=1)]
Face = Annotated[int, Meta(ge=1, le=6)]
AtTable = Annotated[int, Meta(ge=0, le=4)]
Bounds = Annotated[tuple[Whole, Whole], Meta(description="The least and the most; equal: known exactly.")]
Stones = dict[Literal["black", "white", "clear", "blue", "red"], Count]
Gems = dict[Literal["clear", "blue", "red"], Count]
CardName = Literal[
    "ignore_die",
    "no_cost",
    "extra_tent",
    "boat_back",
    "four_coins",
    "two_dice",
    "lion",
    "rhino",
    "antelope",
    "market",
    "three_stones",
    "mine_collapse",
]
Cards = dict[CardName, Count]


class Draws(msgspec.Struct, frozen=True, kw_only=True):
    """How often chance was asked so far."""

    stones: Annotated[Whole, Meta(description="Draws of stones.")]
    shuffles: Annotated[Whole, Meta(description="Shuffles of the deck after the first.")]
    cards: Annotated[Whole, Meta(description="Cards drawn since the last shuffle.")]


class Tents(msgspec.Struct, frozen=True, kw_only=True):
    """One seat's tents on one space."""

    column: Annotated[int, Meta(ge=1, le=16)]
    row: Annotated[int, Meta(ge=1, le=8, description="1 is nearest the river.")]
    seat: AtTable
    tents: Annotated[Count, Meta(description="How many stand there.")]
    scored: Annotated[Whole, Meta(description="How many of them were scored there (R25).")]


class Donation(msgspec.Struct, frozen=True, kw_only=True):
    """One announced donation: public, but for its amount."""

    round: Count
    wealth: Annotated[Whole, Meta(description="The seat's cash and chest together when it donated.")]
    least_wealth: Annotated[Whole, Meta(description="The least wealth since, until its next donation.")]


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """What the observer knows of one seat."""

    vp: Annotated[Whole, Meta(description="Victory points so far.")]
    vp_market: Annotated[Whole, Meta(description="The part of vp from the card market.")]
    vp_animals: Annotated[Whole, Meta(description="The part of vp from animals played.")]
    supply: Annotated[Whole, Meta(description="Tents not on the board.")]
    placed: Annotated[Whole, Meta(description="Tents put on the board, moves not counted.")]
    last_die: Annotated[
        Annotated[int, Meta(ge=1, le=7)] | None,
        Meta(description="The last die of this round; 7: passed; null: none yet."),
    ]
    cards: Annotated[Whole, Meta(description="Cards in hand.")]
    old_cards: Annotated[Whole, Meta(description="Of these, surely held since before the last shuffle.")]
    gems: Annotated[Gems, Meta(description="Gems in front of the seat; zeros left out.")]
    forfeited: Annotated[bool, Meta(description="A stand-in plays for it (R47).")]
    wealth: Annotated[Bounds, Meta(description="Cash and chest together: public.")]
    cash: Annotated[Bounds, Meta(description="Coins in hand.")]
    chest: Annotated[Bounds, Meta(description="Coins donated.")]
    gave: Annotated[Bounds, Meta(description="Announced donations: public.")]
    donations: Annotated[list[Donation], Meta(description="In order.")]
    hand: Annotated[
        list[CardName] | None, Meta(description="The observer's own cards; no other seat has this field.")
    ] = None


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat knows when it is to move. Counts are objects from names to numbers, zeros left out."""

    seat: Annotated[AtTable, Meta(description="The observer.")]
    to_move: Annotated[AtTable, Meta(description="Whose turn it is.")]
    phase: Annotated[
        Literal["before_die", "die_held", "action_done", "roll", "final_dice", "over"],
        Meta(description="In a request one of the first three."),
    ]
    round: Count
    column: Annotated[int, Meta(ge=1, le=16, description="The boat's column.")]
    start: Annotated[AtTable, Meta(description="Start player of this round.")]
    pool: Annotated[list[Face], Meta(description="Dice on the table, ascending.")]
    held: Annotated[Face | None, Meta(description="The die in hand; null unless the phase is die_held.")]
    dice_taken: Annotated[int, Meta(ge=0, le=2, description="Dice taken in this turn.")]
    two_dice: Annotated[bool, Meta(description="The card two_dice was played in this turn.")]
    final_dice: Annotated[list[Face], Meta(description="The final dice of two players; empty before.")]
    bag: Annotated[Stones, Meta(description="Stones in the bag.")]
    pile: Annotated[Stones, Meta(description="Stones set aside.")]
    discards: Annotated[Cards, Meta(description="The open discard pile.")]
    unseen_cards: Annotated[Cards, Meta(description="Cards in the deck and in the others' hands.")]
    deck_size: Annotated[Whole, Meta(description="Cards in the deck.")]
    shuffled: Annotated[Cards, Meta(description="Discards that went into the deck at the last shuffle.")]
    draws: Draws
    tents: Annotated[list[Tents], Meta(description="By column, row, seat.")]
    seats: Annotated[list[Seat], Meta(min_length=2, max_length=5, description="By seat.")]
