"""What things are worth to the scripted player, in victory points: coins, tents, cards, stones, turns.

The rules of thumb, each held by matches (``benchmarks/strength.py``):

- a coin is worth most while the reserve for the chest is not full, less for the tents to come, little beyond;
- a tent is worth its row, and a share of the row's bonus by how many tents everybody has there;
- a low die costs little and leaves further turns in the round, a high die ends it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from livingstone.ai.scripted_donor import Style, progress, reserve
from livingstone.ai.scripted_view import View
from livingstone.engine.constants import FACES, FOUR_COINS, THREE_STONES, Card, Stone


@dataclass(frozen=True, slots=True)
class Taste:
    """The numbers of the rules of thumb, in VP."""

    coin_reserve: float = 1.5
    """A coin while the reserve is not full, early in the game."""
    coin_reserve_late: float = 3.0
    """The same in the last round."""
    coin_tents: float = 0.75
    """A coin for the tents to come."""
    coin_idle: float = 0.25
    """A coin beyond."""
    tents_a_round: float = 1.0
    """Tents expected to be paid for in each of the next four rounds."""
    gift: float = 0.3
    """A coin paid to another player, beyond its price."""
    sharpness: float = 3.5
    """How much one tent more counts for a row's bonus, early ..."""
    sharpness_late: float = 20.0
    """... and in the last round."""
    turn: float = 3.0
    """A further turn in the round."""


class Worth:
    """Values in one view. Wealth counts coins in hand and chest, and what sales and coin cards would bring."""

    __slots__ = ("_cost", "_done", "_reserve", "_spend", "base", "style", "taste", "view")

    def __init__(self, view: View, style: Style, taste: Taste) -> None:
        self.view = view
        self.style = style
        self.taste = taste
        self._done = progress(view)
        self._reserve = reserve(view, style)
        last = min(view.boat + view.rounds_left, view.law.columns - 1)
        ahead = view.law.cost[view.boat : last + 1]
        self._spend = taste.tents_a_round * sum(cost + 1 for cost in ahead[:4])
        self.base = self.coins(view.wealth)

    def coins(self, wealth: float) -> float:
        """The worth of a wealth: steep up to the reserve, then for the tents to come, then nearly flat."""
        taste = self.taste
        steep = taste.coin_reserve + (taste.coin_reserve_late - taste.coin_reserve) * self._done
        kept = min(wealth, self._reserve)
        beyond = wealth - kept
        tents = min(beyond, self._spend)
        return steep * kept + taste.coin_tents * tents + taste.coin_idle * (beyond - tents)

    def gain(self, coins: float) -> float:
        """The worth of so many coins more (or less)."""
        return self.coins(self.view.wealth + coins) - self.base

    def bonus(self, row: int, more: int) -> float:
        """The change of the own prospect of a row's bonus (R41) with ``more`` own tents in the row.

        Everybody's prospect is taken as proportional to ``sharpness`` to the power of their tents there.
        """
        view = self.view
        taste = self.taste
        sharp = taste.sharpness + (taste.sharpness_late - taste.sharpness) * self._done
        counts = view.row_tents[row][: view.players]
        most = max(counts)
        weights = [sharp ** (count - most) for count in counts]
        own = weights[view.seat]
        rest = sum(weights) - own
        before = own / (own + rest)
        own *= sharp**more
        return view.law.bonus[row] * (own / (own + rest) - before)

    def tent(self, row: int, ignore_die: bool, no_cost: bool) -> float:
        """A tent in a row of the boat's column, price and spent cards included."""
        view = self.view
        gifts = view.surcharge(view.boat, row)
        worth = row + 1 + self.bonus(row, 1) + self.gain(-view.tent_price(row, no_cost))
        worth -= self.taste.gift * gifts
        if ignore_die:
            worth -= self.card(Card.IGNORE_DIE)
        if no_cost:
            worth -= self.card(Card.NO_COST)
        return worth

    def moved_tent(self, row: int, source_row: int, unscored_here: bool) -> float:
        """R45: a tent moved to a row of the boat's column from ``source_row``."""
        worth = self.tent(row, ignore_die=False, no_cost=False)
        if source_row == row:
            worth -= self.bonus(row, 1)
        else:
            worth += self.bonus(source_row, -1)
        return worth - (source_row + 1 if unscored_here else 0)

    def stones(self, count: int) -> float:
        """A draw of stones (R13): the expected sale, and the market if that card is in hand."""
        view = self.view
        bag = view.bag
        total = sum(bag)
        if total == 0:
            return 0.0
        drawn = min(count, total)
        price = sum(view.law.gem_price[gem] * bag[Stone.CLEAR + gem] for gem in range(3)) / total
        worth = self.gain(drawn * price)
        if view.hand[Card.MARKET]:
            vp = sum(view.law.market_vp[gem] * bag[Stone.CLEAR + gem] for gem in range(3)) / total
            worth += 0.5 * drawn * vp
        return worth

    def card(self, kind: int) -> float:
        """A card in hand: its use over the rest of the game, or at once in the last round."""
        view = self.view
        law = view.law
        rest = min(1.0, 0.3 + view.rounds_left / 4) if view.rounds_left else 0.0
        if kind == Card.FOUR_COINS:
            return self.gain(FOUR_COINS)
        if Card.LION <= kind <= Card.ANTELOPE:
            return float(law.animal_vp[kind - Card.LION])
        if kind == Card.THREE_STONES:
            return self.stones(THREE_STONES)
        if kind == Card.NO_COST:
            return -self.gain(-law.cost[min(view.boat + 2, law.columns - 1)]) * rest
        if kind == Card.EXTRA_TENT:
            return 0.5 + 2.0 * rest
        if kind == Card.MARKET:
            return 2.0 * rest
        if kind == Card.TWO_DICE:
            return self.taste.turn * rest
        if kind == Card.IGNORE_DIE:
            return 3.0 * rest
        return 1.0 * rest

    def unseen_card(self) -> float:
        """The card action (R11): the mean over the cards nobody has seen."""
        unseen = self.view.unseen
        total = sum(unseen)
        if total == 0:
            return 0.0
        return sum(count * self.card(kind) for kind, count in enumerate(unseen) if count) / total

    def turns_after(self, die: int) -> float:
        """Further turns in this round that a seat with this last die can expect, as VP."""
        pool: Sequence[int] = self.view.pool
        faces = sum(1 for face in range(die + 1, FACES + 1) if pool[face])
        return self.taste.turn * min(faces, self.view.higher_dice(die) / self.view.players)
