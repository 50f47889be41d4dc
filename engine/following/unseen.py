"""Cards that nobody showed: which can be in a foreign hand, which can come from the deck.

A redacted record counts the deck and the others' hands together. What is public narrows that down: the sizes
of hands and deck, that mine_collapse is in no hand (R28), which cards went into the deck at the last shuffle,
and how many cards of each hand are surely older than that.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any, Final

from livingstone.engine.constants import CARD_KINDS, Card
from livingstone.engine.errors import ImpossibleOutcome
from livingstone.engine.names import CARDS

_NORMAL: Final = tuple(card for card in Card if card != Card.MINE_COLLAPSE)


class Unseen:
    """The unseen cards of a redacted state.

    Args:
        state: a redacted ``STATE`` record.
        rules: the ``RULES`` record of its edition.
        me: the seat whose hand is known.
    """

    def __init__(self, state: Any, rules: Any, me: int) -> None:
        self._counts = [int(count) for count in state.deck]
        self._not_shuffled = [
            int(total) - int(back) for total, back in zip(rules.cards, state.shuffled, strict=True)
        ]
        self._shuffled = [int(count) for count in state.shuffled]
        self._size = int(state.deck_size)
        self._discards = [int(count) for count in state.discards]
        others = [seat for seat in range(int(state.players)) if seat != me]
        self._old = sum(int(state.seats[seat].old_cards) for seat in others)
        # Without a mine_collapse among them a shuffle finds the deck empty (R30): the deck is what went in.
        self._deck_is_known = int(state.shuffles) > 0 and sum(self._shuffled) == self._size + int(
            state.deck_draws
        )

    def can_be_held(self, seat: Any, cards: Sequence[Card]) -> bool:
        """Whether a foreign hand (``SEAT`` record) can hold these cards, each of another kind."""
        old, new = int(seat.old_cards), int(seat.cards) - int(seat.old_cards)
        if len(cards) > old + new or any(self._counts[card] == 0 for card in cards):
            return False
        for ages in product((False, True), repeat=len(cards)):
            if sum(ages) <= old and len(ages) - sum(ages) <= new and self._leaves_enough(cards, ages):
                return True
        return False

    def _leaves_enough(self, cards: Sequence[Card], are_old: Sequence[bool]) -> bool:
        """Whether the other old cards of all hands find cards, with these out of the way."""
        counts, not_shuffled = list(self._counts), list(self._not_shuffled)
        for card, is_old in zip(cards, are_old, strict=True):
            if is_old and not_shuffled[card] == 0:
                return False
            counts[card] -= 1
            not_shuffled[card] -= is_old
        room = sum(min(counts[card], not_shuffled[card]) for card in _NORMAL)
        return room >= self._old - sum(are_old)

    def draw(self, shown: Sequence[Card], *, hidden: bool) -> list[Card]:
        """What to feed for a card action: the cards shown, in the place of a hidden one any kind.

        Args:
            shown: every mine_collapse, then the card kept if it is seen.
            hidden: a card was kept that is not seen.

        Raises:
            ImpossibleOutcome: naming the clause, as :func:`livingstone.engine.outcome.feed`.
        """
        kept = hidden
        for card in shown:
            if kept and not hidden:
                raise ImpossibleOutcome(
                    "cards: more than one card kept, expected mine_collapse before the card kept", "R11"
                )
            if hidden and card != Card.MINE_COLLAPSE:
                raise ImpossibleOutcome(f"cards: {CARDS.key(card)} is shown and a card is hidden", "R11")
            self._shuffle_if_empty()
            self._take(card)
            kept = kept or card != Card.MINE_COLLAPSE
        if hidden:
            self._shuffle_if_empty()
            if self._size == self._collapses_in_deck:
                raise ImpossibleOutcome(
                    "cards: no card can be drawn but mine_collapse, which is shown to all", "R28"
                )
            return [*shown, next(card for card in _NORMAL if self._counts[card])]
        if not kept and self._size + sum(self._discards) > 0:
            what = "after mine_collapse" if shown else "of the deck"
            raise ImpossibleOutcome(f"cards: expected the card kept {what}", "R28" if shown else "R11")
        return list(shown)

    def card_follows(self, collapses: int) -> bool:
        """Whether so many mine_collapse, drawn now, are followed by a card that is kept (R28)."""
        return self._size - collapses + sum(self._discards) > 0

    def _shuffle_if_empty(self) -> None:
        if self._size == 0:
            self._shuffled, self._deck_is_known = self._discards, True
            self._size = sum(self._discards)
            self._counts = [a + b for a, b in zip(self._counts, self._discards, strict=True)]
            self._discards = [0] * CARD_KINDS
            self._old = 0  # what matters now is only what lay on the discards

    def _take(self, card: Card) -> None:
        """Draw a card that is shown."""
        if not self._can_come(card):
            raise ImpossibleOutcome(f"cards: {CARDS.key(card)} is not in the deck", "R11")
        self._counts[card] -= 1
        self._size -= 1

    def _can_come(self, card: Card) -> bool:
        if card == Card.MINE_COLLAPSE:
            return self._collapses_in_deck > 0
        if self._counts[card] == 0 or self._size == self._collapses_in_deck:
            return False
        if self._deck_is_known:
            return self._shuffled[card] > 0
        return self._leaves_enough([card], [False])

    @property
    def _collapses_in_deck(self) -> int:
        """Every unseen mine_collapse: none is in a hand (R28)."""
        return self._counts[Card.MINE_COLLAPSE]
