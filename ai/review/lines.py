"""What a position is worth if its turn is played on well: values read out of search trees.

The mean of a root holds what the search lost while it tried things, more of it the more there is to try, and so
favours ends of turns over their middles. So each tree is read along the line of play that the *other* trees chose:
a line chosen by the same tree would be the luckiest of several.

After stones are drawn the mean stands: the sales that are possible then depend on the stones, and a line such as
``end`` was mostly taken where there was nothing to sell.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from livingstone.ai.effort import group_seed
from livingstone.ai.ideas import Value
from livingstone.ai.ismcts import TUNING, search_simulations
from livingstone.ai.plans import ENDS
from livingstone.ai.search import Problem, Workspace
from livingstone.ai.tree import CARD_SEEN, NO_NODE, ROOT
from livingstone.engine.codes import kind_of
from livingstone.engine.constants import Card, Kind
from livingstone.engine.notation import Action

THREE_STONES: Final = int(Action.play(Card.THREE_STONES))

Line = tuple[int, ...]
"""Codes of actions from the root, and of the cards seen between them."""
Sums = tuple[float, float, float, float]
"""Visits, and over them wins, points, eliminations."""

GROUPS: Final = 8
"""Independent trees for one value: with fewer, Student's t makes intervals much wider."""
LEAST_SHARE: Final = 0.05
LEAST_VISITS: Final = 8
"""A tree follows the others' choice where it gave it this share of the visits, and so many; else the mean stands."""


def grow_forest(problem: Problem, simulations: int, seed: int, work: Workspace) -> list[dict[Line, Sums]]:
    """``GROUPS`` trees of a problem, as the sums of the searcher's own lines, from independent seeds.

    ``simulations``: in all of them together. ``work``: room for a tree of one of them.
    """
    tuning = TUNING[int(problem.root[0].players)]
    forest = []
    for group in range(GROUPS):
        search_simulations(problem, work, tuning, group_seed(seed, group), max(1, simulations // GROUPS))
        forest.append(dict(own_lines(work, problem.searcher)))
    return forest


def own_lines(work: Workspace, searcher: int) -> Iterator[tuple[Line, Sums]]:
    """The lines of a tree up to the end of the searcher's turn, a parent before its children; ``()`` is the root."""
    nodes = work.nodes
    stack: list[tuple[int, Line]] = [(ROOT, ())]
    while stack:
        index, line = stack.pop()
        node = nodes[index]
        visits = int(node.visits)
        if visits == 0:
            continue
        yield line, (visits, float(node.wins), float(node.points), float(node.risk))
        if line and (kind_of(line[-1]) in ENDS or _draws_stones(line[-1])):
            continue
        child = int(node.child)
        while child != NO_NODE:
            action = int(nodes[child].action)
            if int(nodes[child].owner) == searcher or kind_of(action) == CARD_SEEN:
                stack.append((child, (*line, action)))
            child = int(nodes[child].sibling)


def _draws_stones(action: int) -> bool:
    return kind_of(action) == Kind.MINE or action == THREE_STONES


def value_along(forest: list[dict[Line, Sums]]) -> Value:
    """The value of the root by tree, each along the line that the other trees visited most."""
    children: dict[Line, list[Line]] = {}
    visits: dict[Line, float] = {}
    for tree in forest:
        for line, sums in tree.items():
            if line not in visits:
                visits[line] = 0.0
                if line:
                    children.setdefault(line[:-1], []).append(line)
            visits[line] += sums[0]
    values = [_worth(tree, (), children, visits) for tree in forest]
    return Value(*np.array(values).T)


def _worth(
    tree: dict[Line, Sums], line: Line, children: dict[Line, list[Line]], visits: dict[Line, float]
) -> np.ndarray:
    """Win chance, points and risk (float64 (3,)) at a line of one tree."""
    count, *sums = tree[line]
    mean = np.array(sums) / count
    nexts = children.get(line, [])
    seen = [each for each in nexts if kind_of(each[-1]) == CARD_SEEN]
    if seen:  # chance: in the proportions in which this tree drew them
        drawn = [each for each in seen if each in tree]
        if not drawn:
            return mean
        weights = [tree[each][0] for each in drawn]
        parts = [_worth(tree, each, children, visits) for each in drawn]
        return np.average(parts, axis=0, weights=weights)
    if not nexts:
        return mean
    best = max(nexts, key=lambda each: (visits[each] - tree.get(each, (0.0,))[0], [-code for code in each]))
    if best not in tree or tree[best][0] < max(LEAST_VISITS, LEAST_SHARE * count):
        return mean
    return _worth(tree, best, children, visits)
