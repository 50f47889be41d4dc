"""Whole turns out of search trees: the searcher's own actions from the root to the end of its turn.

Several trees, grown from independent seeds, are laid over each other: a path is the same in all of them, and
how much its win chance differs between them is what an interval is made of.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from livingstone.ai.search import Workspace
from livingstone.ai.student import t_quantile
from livingstone.ai.tree import NO_NODE, ROOT
from livingstone.engine.codes import kind_of
from livingstone.engine.constants import Card, Kind
from livingstone.engine.notation import Action

Path = tuple[Action, ...]

USES: Final = (Kind.CARD, Kind.COINS, Kind.MINE, Kind.TENT)
ENDS: Final = (Kind.END, Kind.PASS)
LEAST_VISITS: Final = 3
"""A tree's paths below this many visits are not worth reading."""
LEAST_EFFECTIVE_TREES: Final = 1.5
"""With fewer there is no spread to speak of."""
_ROUNDING: Final = 1e-9
CHILD_SHARE: Final = 0.002
DOUBT: Final = 0.03
DOUBT_OF_LAST_ROUND: Final = 0.12
LEAST_DOUBT: Final = 0.005
"""Measured with ``benchmarks/calibration.py intervals``; see :func:`doubt`."""


@dataclass
class Statistics:
    """Sums over the visits of one path, by tree: arrays of shape (trees,)."""

    trees: int
    visits: np.ndarray = field(init=False)
    wins: np.ndarray = field(init=False)
    points: np.ndarray = field(init=False)
    risk: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        self.visits, self.wins, self.points, self.risk = np.zeros((4, self.trees))

    @property
    def total(self) -> int:
        """Visits in all trees."""
        return int(self.visits.sum())

    def mean(self, sums: np.ndarray) -> float:
        """The mean of a quantity over all visits."""
        return float(sums.sum() / self.visits.sum())

    @property
    def win(self) -> float:
        """Win chance over all visits."""
        return self.mean(self.wins)

    @property
    def effective_trees(self) -> float:
        """How many trees of equal visits would tell as much: their number where all are alike, else less."""
        return float(self.visits.sum() ** 2 / (self.visits**2).sum())

    def win_errors(self) -> np.ndarray:
        """By how much each tree pulls the win chance off its mean, with the weight of its visits."""
        errors: np.ndarray = (self.wins - self.win * self.visits) / self.visits.sum()
        return errors

    def win_half_width(self) -> float | None:
        """Half the 95 % interval of the win chance; None if hardly more than one tree tried the path.

        A tree counts by its visits, as in the win chance itself: one that tried a path three times and turned away
        says next to nothing of it, and its own mean may be anything.
        """
        return _half_width_of_sum(self.win_errors(), self.effective_trees)


def win_gap(first: Statistics, second: Statistics) -> tuple[float, float | None]:
    """How much more win chance one path of the same trees has than another, and half the 95 % interval of that."""
    errors = first.win_errors() - second.win_errors()
    trees = min(first.effective_trees, second.effective_trees)
    return first.win - second.win, _half_width_of_sum(errors, trees)


def _half_width_of_sum(errors: np.ndarray, trees: float) -> float | None:
    """Half the 95 % interval of a ratio of sums, from the error that each of so many effective trees brings.

    Simulated with 4 and 8 trees, visits alike to very unlike: 93.5 to 95 % of such intervals hold the truth. With the
    degrees rounded to the nearest they are up to half as long again, with those of all trees 80 to 95 % hold it.
    """
    if trees < LEAST_EFFECTIVE_TREES:
        return None
    spread = math.sqrt(float((errors**2).sum()) * trees / (trees - 1))
    return t_quantile(0.975, math.ceil(trees - _ROUNDING) - 1) * spread


def half_width(values: np.ndarray) -> float | None:
    """Half the 95 % interval of a mean over independent groups (batch means, Student's t); None below two."""
    if len(values) < 2:
        return None
    return t_quantile(0.975, len(values) - 1) * float(values.std(ddof=1)) / math.sqrt(len(values))


def doubt(win: float, *, last: bool) -> float:
    """What a search fifty times as long changes beside chance, as half a 95 % interval of a win chance.

    Groups of one size share what their size makes them miss, so their spread cannot tell of it. It is most in
    the last round, where the coins to give want much trying, and least where a game seems decided.
    """
    spread = 2.0 * math.sqrt(max(0.0, win * (1.0 - win)))
    return max(LEAST_DOUBT, (DOUBT_OF_LAST_ROUND if last else DOUBT) * spread)


def with_doubt(half: float | None, doubt: float) -> float | None:
    """Half an interval with another, independent source of error; None if it was not known."""
    return None if half is None else math.hypot(half, doubt)


def own_paths(work: Workspace, searcher: int) -> Iterator[tuple[Path, tuple[float, float, float, float]]]:
    """The searcher's paths of one tree with (visits, wins, points, risk), a parent before its children.

    They stop at the end of the turn and at a draw (what follows depends on what was drawn).
    """
    nodes = work.nodes
    stack: list[tuple[int, Path]] = [(ROOT, ())]
    while stack:
        parent, path = stack.pop()
        least = max(LEAST_VISITS, CHILD_SHARE * float(nodes[parent].visits)) if path else 1
        child = int(nodes[parent].child)
        while child != NO_NODE:
            node = nodes[child]
            visits = int(node.visits)
            if node.owner == searcher and visits >= least:
                action = Action.trusted(int(node.action))
                longer = (*path, action)
                yield longer, (visits, float(node.wins), float(node.points), float(node.risk))
                if kind_of(int(action)) not in ENDS and not is_draw(action):
                    stack.append((child, longer))
            child = int(node.sibling)


def is_draw(action: Action) -> bool:
    """Whether an action draws a card or stones."""
    return action.kind in (Kind.CARD, Kind.MINE) or action == Action.play(Card.THREE_STONES)


class Plans:
    """The paths of several trees laid over each other."""

    def __init__(self, trees: int) -> None:
        self.trees = trees
        self._by_path: dict[Path, Statistics] = {}
        self._children: dict[Path, list[Path]] = {}

    def add(self, index: int, work: Workspace, searcher: int) -> None:
        """Read tree number ``index``."""
        for path, (visits, wins, points, risk) in own_paths(work, searcher):
            known = self._by_path.get(path)
            if known is None:
                known = self._by_path[path] = Statistics(self.trees)
                self._children.setdefault(path[:-1], []).append(path)
            known.visits[index] += visits
            known.wins[index] += wins
            known.points[index] += points
            known.risk[index] += risk

    def of(self, path: Path) -> Statistics:
        """The statistics of a path; KeyError if no tree has it."""
        return self._by_path[path]

    def whole_turn(self, path: Path, sure: int) -> Path:
        """The path continued by its most visited actions while they have at least ``sure`` visits."""
        while children := self._children.get(path):
            best = max(children, key=lambda child: (self._by_path[child].total, [-int(a) for a in child]))
            if path and self._by_path[best].total < sure:
                return path
            path = best
        return path

    def best_turn(self, die_held: bool, sure: int) -> Path:
        """The turn with the most visited head, continued as :meth:`whole_turn` does.

        Not the most visited actions one by one: the best use of a die may stand behind a die that is tried less.
        """
        heads = self.alternatives(die_held)
        return self.whole_turn(heads[0] if heads else (), sure)

    def head_within(self, path: Path) -> Path:
        """The head of a turn, or all of it while it has none."""
        return head_of(path) or path

    def judged(self, turn: Path, *, last: bool) -> Path:
        """The part of a turn whose statistics speak for it: its head; in the last round the whole turn.

        What follows the head holds what the search lost while it tried things. Before the last round that is
        little, and the head has more visits; in it most donations that are tried are bad ones.
        """
        return turn if last else self.head_within(turn)

    def alternatives(self, die_held: bool) -> list[Path]:
        """The heads of all turns (see :func:`head_of`), most visited first.

        ``die_held``: a turn is an alternative once it has used the die.
        """
        heads = [
            path
            for path in self._by_path
            if head_of(path) == path and not (die_held and kind_of(int(path[-1])) not in USES)
        ]
        return sorted(heads, key=lambda path: (-self._by_path[path].total, [int(action) for action in path]))


def head_of(path: Path) -> Path | None:
    """The part of a turn that makes it an alternative; None while the path has not got that far.

    A path that takes or uses a die: up to the use of its first die. Else (a free act after the die's action,
    the end of the turn, a pass): the first action.
    """
    kinds = [kind_of(int(action)) for action in path]
    for index, kind in enumerate(kinds):
        if kind in USES:
            return path[: index + 1]
    return None if Kind.TAKE in kinds else path[:1]
