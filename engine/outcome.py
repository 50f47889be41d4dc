"""Outcomes of chance as data: what was rolled or drawn, and the check that it is possible."""

from typing import Any, NamedTuple

from livingstone.engine.constants import CARD_KINDS, FACES, FINAL_DICE, STONE_KINDS, Card, Phase, Stone
from livingstone.engine.errors import ImpossibleOutcome
from livingstone.engine.layout import Array
from livingstone.engine.names import quote


class Outcome(NamedTuple):
    """What chance gave in one step; the fields that do not belong to the step are None."""

    dice: tuple[int, ...] | None = None
    """Faces; a roll of a round or of the final dice."""
    stones: tuple[int, ...] | None = None
    """Counts by :class:`Stone`; a draw from the bag."""
    cards: tuple[Card, ...] | None = None
    """Kinds in the order drawn: every mine_collapse, then the card kept (none when R28 finds none)."""


NOTHING = Outcome()


def feed(record: Array, chance: Array, drawn: str | None, outcome: Outcome, wanted: int) -> None:
    """Write an outcome from outside into the chance record (CHANCE array of shape (1,)).

    ``drawn``: what the step draws (dice, stones, cards, or None); ``wanted``: how many dice or stones.

    Raises:
        ImpossibleOutcome: naming the clause; nothing is written then.
    """
    given = {name for name, value in zip(Outcome._fields, outcome, strict=True) if value is not None}
    if given != ({drawn} if drawn else set()):
        what = drawn or "nothing"
        clause = {"dice": "R6", "stones": "R13", "cards": "R11", None: "R7"}[drawn]
        got = ", ".join(sorted(given)) or "nothing"
        raise ImpossibleOutcome(f"outcome: got {got}, but this step draws {what}", clause)
    if outcome.dice is not None:
        _feed_dice(chance[0], outcome.dice, wanted, "R46" if record[0].phase == Phase.FINAL_DICE else "R5")
    elif outcome.stones is not None:
        _feed_stones(record[0], chance[0], outcome.stones, wanted)
    elif outcome.cards is not None:
        _feed_cards(record[0], chance[0], outcome.cards)


def dice_wanted(record: Array, rules: Array) -> int:
    """How many dice the roll that is due has (R5, R46)."""
    if record[0].phase == Phase.FINAL_DICE:
        return FINAL_DICE
    return int(rules[0].dice_per_player) * int(record[0].players)


def _feed_dice(chance: Any, dice: tuple[int, ...], wanted: int, clause: str) -> None:
    if len(dice) != wanted:
        raise ImpossibleOutcome(f"dice: {len(dice)} given, expected {wanted}", clause)
    for face in dice:
        if type(face) is not int or not 1 <= face <= FACES:
            raise ImpossibleOutcome(f"dice: {quote(face)}, expected faces from 1 to 6", clause)
    for face in range(FACES + 2):
        chance.dice[face] = dice.count(face)


def _feed_stones(state: Any, chance: Any, stones: tuple[int, ...], wanted: int) -> None:
    if len(stones) != STONE_KINDS or any(type(count) is not int or count < 0 for count in stones):
        raise ImpossibleOutcome(
            f"stones: {quote(stones)}, expected five counts: black, white, clear, blue, red", "R4"
        )
    expected = min(wanted, int(state.bag.sum()))
    if sum(stones) != expected:
        clause = "R13" if expected == wanted else "R20"
        raise ImpossibleOutcome(f"stones: {sum(stones)} drawn, expected {expected}", clause)
    for stone in Stone:
        if stones[stone] > state.bag[stone]:
            raise ImpossibleOutcome(
                f"stones: {stones[stone]} {stone.name.lower()} drawn, the bag holds {state.bag[stone]}", "R13"
            )
    for stone in Stone:
        chance.stones[stone] = stones[stone]


def _feed_cards(state: Any, chance: Any, cards: tuple[Card, ...]) -> None:
    """R28, R30: mine_collapse any number of times, then one card, from the deck, then from the discards."""
    deck = [int(count) for count in state.deck]
    size = int(state.deck_size)
    discards = [int(count) for count in state.discards]
    over = False
    for card in cards:
        if not isinstance(card, Card):
            raise ImpossibleOutcome(f"cards: {quote(card)}, expected members of Card", "R4")
        if over:
            raise ImpossibleOutcome(
                "cards: more than one card kept, expected mine_collapse before the card kept", "R11"
            )
        if size == 0:
            deck, discards, size = discards, [0] * CARD_KINDS, sum(discards)
        if deck[card] == 0:
            raise ImpossibleOutcome(f"cards: {card.name.lower()} is not in the deck", "R11")
        deck[card] -= 1
        size -= 1
        over = card != Card.MINE_COLLAPSE
    if not over and size + sum(discards) > 0:
        what = "after mine_collapse" if cards else "of the deck"
        raise ImpossibleOutcome(f"cards: expected the card kept {what}", "R28" if cards else "R11")
    for i, card in enumerate(cards):
        chance.cards[i] = card
