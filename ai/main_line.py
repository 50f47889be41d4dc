"""The main line: what the others will likely answer to a turn, and what follows in this round."""

from typing import Final, NamedTuple

import msgspec

from livingstone.ai.ismcts import TIME_CAPACITY, TUNING, room_for, search_simulations
from livingstone.ai.search import Problem, Workspace, new_workspace
from livingstone.ai.tree import CARD_SEEN, NO_NODE, ROOT
from livingstone.engine.codes import argument_of, kind_of
from livingstone.engine.constants import Card, Kind
from livingstone.engine.names import CARDS
from livingstone.engine.notation import Action

LEAST_VISITS: Final = 40
"""Below this many visits a reply is not known to be likely."""
LONGEST_LINE: Final = 24


class Step(msgspec.Struct, frozen=True):
    """One action of the main line."""

    seat: int
    """Who acts."""
    action: str
    """In text form; ``donate`` without coins for another seat."""
    share: float
    """How much of the search went this way, of what it tried at this point (0 to 1)."""
    drew: str | None = None
    """The card that the line goes on with, where the searcher drew one."""


class _Edge(NamedTuple):
    node: int
    code: int
    owner: int
    share: float


def main_line(problem: Problem, simulations: int, seed: int) -> tuple[Step, ...]:
    """The most visited way through one tree that holds the others' turns of this round too.

    It ends where fewer than ``LEAST_VISITS`` simulations went, and with the round.
    """
    work = new_workspace(min(room_for(simulations), TIME_CAPACITY))
    tuning = TUNING[int(problem.root[0].players)]._replace(replies=True)
    search_simulations(problem, work, tuning, seed, simulations)
    steps: list[Step] = []
    node = ROOT
    while len(steps) < LONGEST_LINE and (edge := _most_visited(work, node)) is not None:
        node = edge.node
        if kind_of(edge.code) == CARD_SEEN:
            steps[-1] = msgspec.structs.replace(steps[-1], drew=CARDS.key(Card(argument_of(edge.code))))
        else:
            steps.append(Step(edge.owner, _text(edge.code), edge.share))
    return tuple(steps)


def _most_visited(work: Workspace, parent: int) -> _Edge | None:
    nodes = work.nodes
    best, total = NO_NODE, 0
    child = int(nodes[parent].child)
    while child != NO_NODE:
        total += int(nodes[child].visits)
        if best == NO_NODE or nodes[child].visits > nodes[best].visits:
            best = child
        child = int(nodes[child].sibling)
    if best == NO_NODE or nodes[best].visits < LEAST_VISITS:
        return None
    found = nodes[best]
    return _Edge(best, int(found.action), int(found.owner), float(found.visits) / total)


def _text(code: int) -> str:
    """The action; an amount that nobody sees is left out."""
    if kind_of(code) == Kind.DONATE and argument_of(code) == 0:
        return "donate"
    return str(Action.trusted(code))
