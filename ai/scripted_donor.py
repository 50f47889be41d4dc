"""Donation styles of the scripted player: how much the chest should hold, and when.

Two players need the sum of four dice, 14 on average (R46); three to five need not to be the lowest (R43). A
style answers two questions: how many coins must not be spent any more (``reserve``), and what the chest should
hold by now (``wanted_chest``). On the last certain turn every style gives all it has: coins are worth nothing
after the game, and a higher donation breaks ties (R44).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from livingstone.ai.scripted_view import View
from livingstone.engine.money import Money


@dataclass(frozen=True, slots=True)
class Style:
    """One way to donate; amounts in coins, by number of players where a mapping."""

    name: str
    summary: str
    goal: Mapping[int, int]
    """The chest to end with, before the others' money is looked at."""
    margin: int
    """Above the poorest other's likely chest, with three to five players."""
    starts: float
    """Progress of the game (0 to 1) at which donating begins."""
    full: float
    """Progress at which the whole goal should be in the chest."""


STYLES: Final = {
    style.name: style
    for style in (
        Style(
            "steady",
            "donates a little each round towards a goal (the default, and the stand-in for lost players)",
            goal={2: 16, 3: 14, 4: 13, 5: 12},
            margin=5,
            starts=0.1,
            full=1.0,
        ),
        Style(
            "frugal",
            "donates the least that seems safe",
            goal={2: 12, 3: 8, 4: 7, 5: 6},
            margin=1,
            starts=0.5,
            full=1.0,
        ),
        Style(
            "last_minute",
            "donates nothing before the last round, then everything",
            goal={2: 16, 3: 14, 4: 13, 5: 12},
            margin=5,
            starts=2.0,
            full=2.0,
        ),
        Style(
            "all_in",
            "donates early and more than it needs",
            goal={2: 21, 3: 20, 4: 18, 5: 17},
            margin=8,
            starts=0.0,
            full=0.5,
        ),
    )
}


def progress(view: View) -> float:
    """How much of the game is behind: 0 in the first round, 1 in the last."""
    left = view.rounds_left
    return 1.0 - left / max(1, left + view.round_number - 1)


def chest_guess(money: Money) -> float:
    """The mean chest behind public donations, each taken as half of what could be given.

    A later payment proves that what was paid was not donated (R15), so it caps the guess.
    """
    if not money.events:
        return (money.chest[0] + money.chest[1]) / 2
    guess = 0.0
    for event in money.events:
        guess = min(guess + (event.wealth - guess + 1) / 2, event.least_wealth)
    return guess


def likely_chest(view: View, other: int) -> float:
    """What another seat's chest will probably hold at the end.

    It goes on donating as it did; most coins in hand go the same way, all of them in the last round.
    """
    money = view.money[other]
    chest = chest_guess(money)
    cash = money.wealth[1] - chest
    pace = chest / view.round_number
    return chest + cash * (0.5 + 0.5 * progress(view)) + view.rounds_left * max(1.0, pace)


def goal(view: View, style: Style) -> float:
    """The chest to end with.

    With three to five players the style's own figure gives way, over the game, to the poorest other's likely
    chest and a margin: who is above one other is not out (R43).
    """
    base = style.goal[view.players]
    if view.players == 2 or not view.others:
        return base
    least = min(likely_chest(view, other) for other in view.others) + style.margin
    done = progress(view)
    return base * (1 - done) + least * done


def reserve(view: View, style: Style) -> float:
    """Coins of the own wealth that are kept for the chest by now: the goal, growing over the rounds."""
    return goal(view, style) * (0.25 + 0.75 * progress(view))


def wanted_chest(view: View, style: Style) -> int:
    """What the chest should hold at the end of this turn."""
    done = progress(view)
    if done < style.starts or style.starts > 1:
        return 0
    share = min(1.0, (done - style.starts + 0.1) / max(0.1, style.full - style.starts))
    return int(goal(view, style) * share)
