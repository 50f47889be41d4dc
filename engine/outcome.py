"""Outcomes of chance as data: what was rolled or drawn, and the check that it is possible."""

from typing import Any, NamedTuple

from livingstone.engine.constants import CARD_KINDS, FACES, FINAL_DICE, STONE_KINDS, Card, Phase, Stone
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.layout import Array


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
    """Write an outcome from outside into the chance record; an impossible one raises, nothing is written.

    ``drawn``: what the step draws (dice, stones, cards, or None); ``wanted``: how many dice or stones.
    """
    given = {name for name, value in zip(Outcome._fields, outcome, strict=True) if value is not None}
    if given != ({drawn} if drawn else set()):
        what = drawn or "nothing"
        raise LivingstoneError(f"outcome: got {', '.join(sorted(given))}, but this step draws {what}")
    if outcome.dice is not None:
        _feed_dice(chance[0], outcome.dice, wanted)
    elif outcome.stones is not None:
        _feed_stones(record[0], chance[0], outcome.stones, wanted)
    elif outcome.cards is not None:
        _feed_cards(record[0], chance[0], outcome.cards)


def dice_wanted(record: Array, rules: Array) -> int:
    """How many dice the roll that is due has (R5, R46)."""
    if record[0].phase == Phase.FINAL_DICE:
        return FINAL_DICE
    return int(rules[0].dice_per_player) * int(record[0].players)


def _feed_dice(chance: Any, dice: tuple[int, ...], wanted: int) -> None:
    if len(dice) != wanted:
        raise LivingstoneError(f"dice: {len(dice)} given, expected {wanted}")
    for face in dice:
        if type(face) is not int or not 1 <= face <= FACES:
            raise LivingstoneError(f"dice: {face!r}, expected faces from 1 to 6")
    for face in range(FACES + 2):
        chance.dice[face] = dice.count(face)


def _feed_stones(state: Any, chance: Any, stones: tuple[int, ...], wanted: int) -> None:
    if len(stones) != STONE_KINDS or any(type(count) is not int or count < 0 for count in stones):
        raise LivingstoneError(f"stones: {stones!r}, expected five counts: black, white, clear, blue, red")
    expected = min(wanted, int(state.bag.sum()))
    if sum(stones) != expected:
        raise LivingstoneError(f"stones: {sum(stones)} drawn, expected {expected} (R13, R20)")
    for stone in Stone:
        if stones[stone] > state.bag[stone]:
            raise LivingstoneError(
                f"stones: {stones[stone]} {stone.name.lower()} drawn, the bag holds {state.bag[stone]}"
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
        if over:
            raise LivingstoneError(
                "cards: more than one card kept, expected mine_collapse before the card kept"
            )
        if size == 0:
            deck, discards, size = discards, [0] * CARD_KINDS, sum(discards)
        if deck[card] == 0:
            raise LivingstoneError(f"cards: {Card(card).name.lower()} is not in the deck")
        deck[card] -= 1
        size -= 1
        over = card != Card.MINE_COLLAPSE
    if not over and size + sum(discards) > 0:
        raise LivingstoneError("cards: expected the card kept after mine_collapse (R28)")
    for i, card in enumerate(cards):
        chance.cards[i] = card
