"""One decision graded: the search's choice against what was played, from what the seat knew then."""

from typing import Final

import numpy as np

from livingstone.ai.effort import group_seed
from livingstone.ai.ideas import Value, gap_between, problem_after
from livingstone.ai.ismcts import TUNING, problem_of, room_for, root_menu, search_simulations
from livingstone.ai.plans import Path, own_paths
from livingstone.ai.review.lines import GROUPS, grow_forest, value_along
from livingstone.ai.review.moments import Moment, part_of
from livingstone.ai.review.report import Decision, Option, grade_of
from livingstone.ai.search import Problem, Workspace, new_workspace
from livingstone.engine.constants import Card, Kind, Phase
from livingstone.engine.notation import Action

CHOOSERS: Final = 3
"""Trees that choose, of half the simulations each: now and then a single one gives up the best die because it tried
bad uses of it first, and never comes back."""
CHOSEN_SHARE: Final = 0.2
"""Of the parts with at least this share of the visits of the most visited one, the choice is the one that wins most:
the search minds the margin of points too, a review counts wins."""

LAST_ROUND_FACTOR: Final = 4
"""So many times the simulations in the last round: donations make its menus long, and its playouts are short."""


def has_choice(moment: Moment) -> bool:
    """Whether there was more than one sensible thing to do."""
    if len(moment.played) > 1:
        return True
    menu = root_menu(problem_of(moment.observation))
    return any(action != moment.played[0] and not _can_wait(moment, action) for action in menu)


def _can_wait(moment: Moment, action: Action) -> bool:
    """Whether nothing is lost by ending the turn first, as a later turn of one's own can do it just as well.

    The players of the playouts seldom catch up on a sale or a card, so a search would grade its absence again at
    the end of every turn.
    """
    if moment.played != (Action.end(),) or moment.observation.rounds_left <= 0:
        return False
    return action.kind in (Kind.SELL, Kind.MARKET) or (
        action.kind == Kind.PLAY and action.card not in (Card.BOAT_BACK, Card.TWO_DICE)
    )


def grade_decision(moment: Moment, number: int, simulations: int, seed: int) -> Decision:
    """Grade a decision that has a choice; depends on the moment and the numbers alone, not on who else is graded.

    The choice is searched for with seeds of its own. Its worth is measured with others, or the best of many noisy
    numbers would look too good; they are the same for what was played.
    """
    observation, played = moment.observation, moment.played
    problem = problem_of(observation)
    if observation.rounds_left <= 0:
        simulations *= LAST_ROUND_FACTOR
    work = new_workspace(room_for(simulations))
    best, value = choose(moment, problem, simulations, group_seed(seed, GROUPS), work)
    if best == played:
        option = _option(played, value)
        return _decision(moment, number, option, option, 0.0, 0.0)
    # Before a die is taken, an act leaves the whole turn to the search: it is compared with a search of the whole.
    before_die = observation.phase == Phase.BEFORE_DIE and len(played) == 1
    problems = (
        problem if before_die else problem_after(observation, best),
        problem_after(observation, played),
    )
    values = [value_along(grow_forest(each, simulations, seed, work)) for each in problems]
    gap = gap_between(*values)
    return _decision(
        moment, number, _option(best, _means(values[0])), _option(played, _means(values[1])), *gap
    )


def choose(
    moment: Moment, problem: Problem, simulations: int, seed: int, work: Workspace
) -> tuple[Path, tuple[float, float, float]]:
    """The part of a turn to play, and its win chance, points and risk, by several trees together."""
    tuning = TUNING[int(problem.root[0].players)]
    holding = moment.observation.phase == Phase.DIE_HELD
    parts: dict[Path, np.ndarray] = {}
    for tree in range(CHOOSERS):
        search_simulations(problem, work, tuning, group_seed(seed, tree), simulations // 2)
        for path, sums in own_paths(work, problem.searcher):
            if part_of(path, holding=holding) == path and not _can_wait(moment, path[0]):
                parts[path] = parts.get(path, np.zeros(4)) + sums
    if not parts:  # a handful of simulations, none of which got as far as the die's use
        return moment.played, (0.0, 0.0, 0.0)
    most = max(sums[0] for sums in parts.values())
    visited = {path: sums for path, sums in parts.items() if sums[0] >= CHOSEN_SHARE * most}
    best = max(visited, key=lambda path: (visited[path][1] / visited[path][0], [-int(a) for a in path]))
    win, points, risk = (visited[best][1:] / visited[best][0]).tolist()
    return best, (win, points, risk)


def _means(value: Value) -> tuple[float, float, float]:
    return value.win, float(value.points.mean()), float(value.risk.mean())


def _option(part: Path, means: tuple[float, float, float]) -> Option:
    return Option(tuple(str(action) for action in part), *means)


def _decision(
    moment: Moment, number: int, best: Option, played: Option, lost: float, half_width: float | None
) -> Decision:
    place = moment.place
    return Decision(
        number=number,
        step=place.step,
        line=place.line,
        round=place.round,
        seat=place.seat,
        part="die" if len(moment.played) > 1 or moment.observation.phase == Phase.DIE_HELD else "act",
        played=played,
        best=best,
        lost=lost,
        half_width=half_width,
        grade=grade_of(lost, half_width),
    )
