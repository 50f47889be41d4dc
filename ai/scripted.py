"""The scripted player: readable rules of thumb that mind the donation. Also the autopilot for lost seats.

It values each die with each use (:mod:`livingstone.ai.scripted_worth`), takes the best, makes what that use
needs payable, plays its cards when they help, and donates by its style
(:mod:`livingstone.ai.scripted_donor`). It keeps nothing between decisions and uses no randomness.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from livingstone.ai.scripted_donor import STYLES, Style, wanted_chest
from livingstone.ai.scripted_view import Law, View, law_of
from livingstone.ai.scripted_worth import Taste, Worth
from livingstone.engine.constants import FACES, MAX_ROWS, Card, Kind, Phase
from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import did_you_mean
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation

DEFAULT_STYLE: Final = "steady"


class Plan(NamedTuple):
    """A use of a die: what it is worth, and the action, which may not be payable yet."""

    worth: float
    action: Action
    price: int = 0


class ScriptedPlayer:
    """Rules of thumb with one of the donation styles ``steady``, ``frugal``, ``last_minute``, ``all_in``."""

    def __init__(self, style: str = DEFAULT_STYLE, seed: int = 0, taste: Taste | None = None) -> None:
        """``seed`` is accepted as every player's is; nothing here is random."""
        if style not in STYLES:
            hint = did_you_mean(style, list(STYLES)) or f": expected {', '.join(STYLES)}"
            raise LivingstoneError(f"no donation style {style!r}{hint}")
        self.style: Style = STYLES[style]
        self.taste = taste or Taste()
        self._edition: Edition | None = None
        self._law: Law | None = None

    def choose(self, observation: Observation, legal: Sequence[Action]) -> Action:
        """The action that the rules of thumb name; if the list does not hold it, the list's first entry."""
        view = View.of(observation, self._law_of(observation))
        action = decide(view, Worth(view, self.style, self.taste))
        if any(entry.covers(action) for entry in legal):
            return action
        return _first(legal)

    def _law_of(self, observation: Observation) -> Law:
        if self._law is None or self._edition is not observation.edition:
            self._edition, self._law = observation.edition, law_of(observation.edition.to_rules())
        return self._law


def _first(legal: Sequence[Action]) -> Action:
    """The first entry that stands for itself, not for a range."""
    ranges = (Kind.DONATE, Kind.SELL, Kind.MARKET)
    return next((entry for entry in legal if entry.kind not in ranges), legal[0])


def decide(view: View, worth: Worth) -> Action:
    """The next action of the seat to move."""
    if view.phase == Phase.BEFORE_DIE:
        return best_die(view, worth)
    if view.phase == Phase.DIE_HELD:
        return towards(view, best_use(view, worth, view.held))
    return after_die(view, worth)


def best_die(view: View, worth: Worth) -> Action:
    """R7: the die whose best use, with the turns it leaves, is worth most."""
    faces = [face for face in range(view.last_die + 1, FACES + 1) if view.pool[face]]
    if not faces:
        return Action.pass_()
    return Action.take(
        max(faces, key=lambda face: best_use(view, worth, face).worth + worth.turns_after(face))
    )


def best_use(view: View, worth: Worth, die: int) -> Plan:
    """The best of the four actions with a die (R11-R14)."""
    plans = [
        Plan(worth.gain(die), Action.use(die, Kind.COINS)),
        Plan(worth.stones(die), Action.use(die, Kind.MINE)),
    ]
    if sum(view.unseen):
        plans.append(Plan(worth.unseen_card(), Action.use(die, Kind.CARD)))
    if view.supply:
        plans += tents(view, worth, die)
    elif view.players == 2:
        plans += moves(view, worth, die)
    return max(plans, key=lambda plan: plan.worth)


def tents(view: View, worth: Worth, die: int) -> list[Plan]:
    """Tents from the supply, with the modifier cards in hand, that sales and coin cards make payable."""
    most = view.wealth - view.chest
    plans = []
    for row in range(view.law.rows):
        ignore_die = row != die - 1
        if ignore_die and not view.hand[Card.IGNORE_DIE]:
            continue
        for no_cost in (False, True) if view.hand[Card.NO_COST] else (False,):
            price = view.tent_price(row, no_cost)
            if price <= most:
                action = Action.tent(die, row=row, ignore_die=ignore_die, no_cost=no_cost)
                plans.append(Plan(worth.tent(row, ignore_die, no_cost), action, price))
    return plans


def moves(view: View, worth: Worth, die: int) -> list[Plan]:
    """R45: one tent to move from each row, a scored one where there is one; the die's own row only."""
    row = die - 1
    if row >= view.law.rows:
        return []
    price = view.tent_price(row)
    if price > view.wealth - view.chest:
        return []
    plans = []
    for source_row in range(view.law.rows):
        for column in range(view.law.columns):
            standing = view.tents[column][source_row][view.seat]
            if not standing or (column == view.boat and source_row == row):
                continue
            scored = view.scored[column][source_row][view.seat] > 0
            gain = worth.moved_tent(row, source_row, column == view.boat)
            action = Action.tent(die, source=(column, source_row), scored=scored)
            plans.append(Plan(gain, action, price))
            if scored and column != view.boat:
                break
    return plans


def towards(view: View, plan: Plan) -> Action:
    """The plan's action, or first what makes its price payable (R15)."""
    short = plan.price - view.cash
    if short <= 0:
        return plan.action
    if view.hand[Card.MARKET] and sum(view.gems) and market_vp(view) >= 3:
        return Action.market(view.gems)
    if view.hand[Card.FOUR_COINS] and (short >= 3 or short > view.sale_value):
        return Action.play(Card.FOUR_COINS)
    return Action.sell(enough(view, short))


def enough(view: View, coins: int) -> tuple[int, int, int]:
    """Gems whose sale brings at least ``coins`` (all of them if they cannot), as little beyond as possible."""
    best, best_value = tuple(view.gems), view.sale_value
    clear_price, blue_price, red_price = view.law.gem_price
    for red in range(view.gems[2] + 1):
        for blue in range(view.gems[1] + 1):
            for clear in range(view.gems[0] + 1):
                value = clear * clear_price + blue * blue_price + red * red_price
                if coins <= value < best_value:
                    best, best_value = (clear, blue, red), value
    return best[0], best[1], best[2]


def market_vp(view: View) -> int:
    """VP of all own gems at the market (R39)."""
    return sum(count * vp for count, vp in zip(view.gems, view.law.market_vp, strict=True))


def after_die(view: View, worth: Worth) -> Action:
    """The die's action is done: second die, cards, sales, donation, end of the turn."""
    if view.second_die_due:
        return best_die(view, worth)
    last_chance = view.is_last_round and not view.has_certain_turn
    card = card_to_play(view, worth, last_chance)
    if card is not None:
        return card
    if last_chance:
        return closing(view, worth)
    missing = wanted_chest(view, worth.style) - view.chest
    if missing > view.cash and view.sale_value and view.rounds_left <= 2:
        return Action.sell(enough(view, missing - view.cash))
    coins = min(missing, view.cash - spare_coins(view))
    return Action.donate(coins) if coins > 0 else Action.end()


def spare_coins(view: View) -> int:
    """Coins kept in hand for the next tent while the game goes on."""
    return view.law.cost[min(view.boat + 1, view.law.columns - 1)] + 1


def closing(view: View, worth: Worth) -> Action:
    """The last turn that is certain (R9): sell what is worth more in the chest, then donate everything."""
    gems = [
        count if count and worth.gain(0) - worth.gain(-price) > view.law.kept_gem_vp else 0
        for count, price in zip(view.gems, view.law.gem_price, strict=True)
    ]
    if sum(gems):
        return Action.sell(gems)
    return Action.donate(view.cash) if view.cash else Action.end()


def card_to_play(view: View, worth: Worth, last_chance: bool) -> Action | None:
    """A card worth playing after the die's action, or None."""
    hand = view.hand
    if hand[Card.THREE_STONES]:
        return Action.play(Card.THREE_STONES)
    if hand[Card.MARKET] and sum(view.gems) and (last_chance or market_vp(view) >= 4):
        return Action.market(view.gems)
    if hand[Card.EXTRA_TENT] and view.supply:
        space = best_extra_tent(view, worth)
        if space is not None:
            return space
    if hand[Card.TWO_DICE] and can_take_second(view) and not view.has_certain_turn:
        return Action.play(Card.TWO_DICE)
    if hand[Card.BOAT_BACK] and view.boat > 0 and boat_back_gain(view) >= 3:
        return Action.play(Card.BOAT_BACK)
    if hand[Card.FOUR_COINS] and last_chance:
        return Action.play(Card.FOUR_COINS)
    return None


def can_take_second(view: View) -> bool:
    """R37, after a first die."""
    return not view.two_dice and view.taken == 1 and view.higher_dice(view.last_die) > 0


def boat_back_gain(view: View) -> int:
    """R35: VP of the column left of the boat, own minus the best other's, if it is scored again."""
    column = view.tents[view.boat - 1]
    points = [
        sum((row + 1) * column[row][seat] for row in range(view.law.rows)) for seat in range(view.players)
    ]
    return points[view.seat] - max(points[other] for other in range(view.players) if other != view.seat)


def best_extra_tent(view: View, worth: Worth) -> Action | None:
    """R34: the payable space that changes the prospect of a row's bonus most, if it is worth a tent."""
    best, best_worth = None, 1.0 if view.rounds_left < 3 else 2.0
    for column in range(view.law.columns):
        for row in range(min(view.law.rows, MAX_ROWS)):
            if not view.scored[column][row][view.seat]:
                continue
            price = view.surcharge(column, row) if view.law.surcharge_on_extra_tent else 0
            if price > view.cash:
                continue
            gain = worth.bonus(row, 1) + worth.gain(-price) + (row + 1 if column == view.boat else 0)
            if gain > best_worth:
                best, best_worth = Action.extra_tent(column, row), gain
    return best
