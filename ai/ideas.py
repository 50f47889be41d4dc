"""What a turn of one's own choice is worth: its actions are carried out, then the position is searched.

What the actions draw stays open: a turn is carried out up to its first draw, and that draw becomes the only
action of the root. Two turns searched with the same seeds are compared group by group.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from livingstone.ai.donors import MIXED
from livingstone.ai.effort import OnProgress, group_seed
from livingstone.ai.ismcts import TIME_CAPACITY, TUNING, problem_of, room_for, search_simulations
from livingstone.ai.plans import half_width, is_draw
from livingstone.ai.rewards import Floats
from livingstone.ai.search import Problem, Workspace, new_workspace
from livingstone.ai.tree import ROOT
from livingstone.engine.errors import IllegalAction, LivingstoneError
from livingstone.engine.kernels import entry
from livingstone.engine.layout import Array, new_chance
from livingstone.engine.money import Money, announce, bound
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation

COMPARISON_SEED: Final = 1 << 60
"""Turns are compared with other seeds than those that chose them: the best of many noisy numbers looks too good."""


class Value(NamedTuple):
    """What a position is worth to the observer, by independent group: float64 (groups,) each."""

    wins: Floats
    """Win chance (R47)."""
    points: Floats
    risk: Floats
    """Chance of elimination (R43, R46)."""

    @property
    def win(self) -> float:
        """Win chance."""
        return float(self.wins.mean())

    @property
    def win_half_width(self) -> float | None:
        """Half its 95 % interval; None with a single group."""
        return half_width(self.wins)


class Gap(NamedTuple):
    """How much win chance one turn has more than another."""

    win: float
    half_width: float | None
    """Half the 95 % interval; None with a single group."""

    @property
    def is_sure(self) -> bool:
        """Whether the interval excludes zero."""
        return self.half_width is not None and abs(self.win) > self.half_width

    def scaled(self, factor: float) -> "Gap":
        """The same gap in chances of another scale."""
        return Gap(factor * self.win, None if self.half_width is None else factor * self.half_width)


def gap_between(first: Value, second: Value) -> Gap:
    """How much better ``first`` is; both searched with the same seeds and groups."""
    difference = first.wins - second.wins
    return Gap(float(difference.mean()), half_width(difference))


def carry_out(observation: Observation, actions: Sequence[Action]) -> tuple[Observation, Action | None]:
    """The observation after actions of the observer's own, and the draw that is left of them, if any.

    Raises:
        IllegalAction: naming the clause, for the first action that is not legal.
        LivingstoneError: for actions after a draw: they depend on what comes.
    """
    rules = observation.edition.shared_rules()
    record, money = observation.record.copy(), list(observation.money)
    for number, action in enumerate(actions):
        clause = entry.broken_clause(record, rules, int(action))
        if int(record[0].seat) != observation.seat:
            raise IllegalAction(f"illegal action {str(action)!r}: the turn is over before it", "R7")
        if clause:
            raise IllegalAction(f"illegal action {str(action)!r}: R{clause}", f"R{clause}")
        if is_draw(action):
            if number + 1 < len(actions):
                raise LivingstoneError(
                    f"{str(actions[number + 1])!r} follows {str(action)!r}, which draws: "
                    "expected actions up to the first draw, what comes is not known"
                )
            return Observation(observation.edition, observation.seat, record, money), action
        before = record.copy()
        entry.apply(record, rules, int(action), new_chance())
        money = [_moved(seat, money[seat], before, record) for seat in range(observation.players)]
    return Observation(observation.edition, observation.seat, record, money), None


def _moved(seat: int, money: Money, before: Array, after: Array) -> Money:
    """The bounds of a seat's coins after an action that moved coins of it."""
    was, now = before[0].seats[seat], after[0].seats[seat]
    cash, chest = int(now.cash) - int(was.cash), int(now.chest) - int(was.chest)
    times = int(now.gave) - int(was.gave)
    if cash == 0 and chest == 0:
        return money
    wealth = (money.wealth[0] + cash + chest, money.wealth[1] + cash + chest)
    events = list(money.events)
    if times and (events or money.gave == (0, 0)):
        announce(events, int(before[0].round_number), wealth[1])
    else:
        bound(events, wealth[1])
    return Money(
        wealth,
        (money.cash[0] + cash, money.cash[1] + cash),
        (money.chest[0] + chest, money.chest[1] + chest),
        (money.gave[0] + times, money.gave[1] + times),
        tuple(events),
    )


def problem_after(observation: Observation, actions: Sequence[Action], donors: str = MIXED) -> Problem:
    """The search problem once the observer has played these actions (see :func:`carry_out`)."""
    after, draw = carry_out(observation, actions)
    return problem_of(after, draw, donors)


def value_of(
    problem: Problem,
    simulations: int,
    groups: int,
    seed: int,
    work: Workspace | None = None,
    on_progress: OnProgress | None = None,
) -> Value:
    """Search a problem in independent groups of equal size; reproducible on one machine.

    ``simulations``: in all groups together, at least one each.
    """
    players = int(problem.root[0].players)
    each = max(1, simulations // groups)
    work = work or new_workspace(min(room_for(each), TIME_CAPACITY))
    sums = np.zeros((3, groups))
    for group in range(groups):
        search_simulations(problem, work, TUNING[players], group_seed(seed, group), each)
        root = work.nodes[ROOT]
        sums[:, group] = np.array([root.wins, root.points, root.risk]) / max(1, int(root.visits))
        if on_progress is not None:
            on_progress((group + 1) / groups, (group + 1) * each)
    return Value(*sums)
