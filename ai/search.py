"""SO-ISMCTS in one kernel: determinise, select, expand, play out, back up a vector of rewards.

Single-observer information set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012) with availability
counts. Every mover maximises its own reward. The tree ends with the round: behind the next roll its nodes would
mix too many dice to carry a strategy.

*Blurred* iterations draw the searcher's own hand and money from what the others know of them. Only they update
the others' edges, and only the rest update the searcher's, so simulated opponents never act on its secrets.
"""

import math
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from livingstone.ai.determinisation import Belief, determinise, hide_own_hand
from livingstone.ai.menu import MENU_CAPACITY, UNKNOWN_DONATION, menu, stage_after
from livingstone.ai.playout import playout, unknown_donation
from livingstone.ai.rewards import Floats, evaluate
from livingstone.ai.tree import CARD_SEEN, Nodes, add_child, find_child, new_nodes, start_tree
from livingstone.engine._jit import kernel
from livingstone.engine.codes import kind_of, make
from livingstone.engine.constants import MAX_SEATS, Kind, Phase
from livingstone.engine.kernels.apply import apply
from livingstone.engine.kernels.legal import broken_clause
from livingstone.engine.kernels.result import final_points
from livingstone.engine.layout import Array, IntArray, new_chance, new_state
from livingstone.engine.rng import Words, below, uniform

Int64 = npt.NDArray[np.int64]
MAX_DEPTH: Final = 512
ANY_ACTION: Final = -1


class Tuning(NamedTuple):
    """The numbers of the search; each changes its behaviour (tested)."""

    exploration: float = 0.6
    """The constant of UCB, rewards being in [0, 1]."""
    win_weight: float = 0.5
    """Share of the win chance in a reward; the rest is the margin of points."""
    margin_scale: float = 10.0
    """VP of the logistic margin's scale."""
    replies: bool = True
    """Whether the tree goes on into the others' turns of the round, or leaves them to the playout."""
    blur: float = 0.2
    """Share of blurred iterations, with ``replies``. 0 lets every iteration update all edges: simulated
    opponents then adapt to the searcher's secrets, which is only for measuring what that is worth."""
    caution: int = 256
    """How often playouts mind the wealth they will need to survive, in 256ths."""


class Problem(NamedTuple):
    """What is searched: a redacted root, beliefs about money, donation targets."""

    root: Array
    rules: Array
    searcher: int
    """Whose observation the root is; another seat may be to move there."""
    first: int
    """The code of the one action that the root has, or ``ANY_ACTION``. It must be the searcher's and legal."""
    belief: Belief
    public: Belief
    """As the others see it, the searcher's own money included."""
    targets: Int64
    """Chest sizes that the searcher's donations aim at, int64 (DONATION_TARGETS,)."""


class Workspace(NamedTuple):
    """Memory of one search thread, allocated once."""

    nodes: Nodes
    size: Int64
    world: Array
    chance: Array
    words: Words
    menu: Int64
    slots: Int64
    path: Int64
    points: IntArray
    out: IntArray
    wins: Floats
    margins: Floats
    risks: Floats


def new_workspace(capacity: int) -> Workspace:
    """Memory for a tree of at most ``capacity`` nodes."""
    return Workspace(
        nodes=new_nodes(capacity),
        size=np.zeros(1, np.int64),
        world=new_state(),
        chance=new_chance(),
        words=np.zeros(4, np.int64),
        menu=np.zeros(MENU_CAPACITY, np.int64),
        slots=np.zeros(MENU_CAPACITY, np.int64),
        path=np.zeros(MAX_DEPTH, np.int64),
        points=np.zeros(MAX_SEATS, np.int32),
        out=np.zeros(MAX_SEATS, np.int32),
        wins=np.zeros(MAX_SEATS),
        margins=np.zeros(MAX_SEATS),
        risks=np.zeros(MAX_SEATS),
    )


@kernel
def draw_world(problem: Problem, work: Workspace, blurred: bool) -> None:
    """A determinised copy of the root in ``work.world``."""
    work.world[0] = problem.root[0]
    world, rules = work.world[0], problem.rules[0]
    searcher = problem.searcher
    if blurred:
        public = problem.public
        hide_own_hand(world, searcher)
        determinise(world, rules, -1, public.sizes, public.pairs, public.cumulative, work.words)
    else:
        belief = problem.belief
        determinise(world, rules, searcher, belief.sizes, belief.pairs, belief.cumulative, work.words)


@kernel
def by_ucb(work: Workspace, count: int, exploration: float) -> int:
    """The menu entry to try: one without visits if any (uniform), else the largest upper bound."""
    nodes, slots = work.nodes, work.slots
    untried = 0
    for i in range(count):
        if slots[i] < 0 or nodes[slots[i]].visits == 0:
            untried += 1
    if untried > 0:
        chosen = below(work.words, untried)
        for i in range(count):
            if slots[i] < 0 or nodes[slots[i]].visits == 0:
                if chosen == 0:
                    return i
                chosen -= 1
    best = 0
    best_value = -1.0
    for i in range(count):
        node = nodes[slots[i]]
        value = node.reward / node.visits + exploration * math.sqrt(math.log(node.available) / node.visits)
        if value > best_value:
            best_value = value
            best = i
    return best


@kernel
def by_visits(work: Workspace, count: int) -> int:
    """A menu entry in proportion to its visits; uniform when none has any."""
    nodes, slots = work.nodes, work.slots
    total = 0
    for i in range(count):
        if slots[i] >= 0:
            total += nodes[slots[i]].visits
    if total == 0:
        return below(work.words, count)
    ticket = below(work.words, total)
    for i in range(count):
        if slots[i] >= 0:
            ticket -= nodes[slots[i]].visits
            if ticket < 0:
                return i
    return count - 1


@kernel
def carry_out(problem: Problem, work: Workspace, action: int) -> None:
    """Apply a menu entry to the world."""
    if action == UNKNOWN_DONATION:
        unknown_donation(work.world[0], problem.rules[0], work.words)
    else:
        apply(work.world[0], problem.rules[0], action, work.chance[0])


@kernel
def descend(problem: Problem, work: Workspace, tuning: Tuning, blurred: bool) -> int:
    """Walk down from the root and add one node; the length of ``work.path`` (node indices, root first).

    A path entry is negative (-1 - index) where this iteration must not update the node.
    """
    world, rules = work.world[0], problem.rules[0]
    searcher, last_round = problem.searcher, world.round_number
    nodes = work.nodes
    all_count = not tuning.replies or tuning.blur <= 0.0
    node = 0
    stage = 0
    depth = 1
    work.path[0] = 0 if all_count or not blurred else -1
    while world.phase <= Phase.ACTION_DONE and world.round_number == last_round and depth < MAX_DEPTH - 2:
        mover = world.seat
        if mover != searcher and not tuning.replies:
            break
        counts = all_count or ((mover == searcher) != blurred)
        if depth == 1 and problem.first != ANY_ACTION:
            work.menu[0] = problem.first
            count = 1
        else:
            count = menu(world, rules, stage, mover == searcher, problem.targets, work.menu)
        for i in range(count):
            slot = find_child(nodes, node, work.menu[i])
            work.slots[i] = slot
            if counts and slot >= 0:
                nodes[slot].available += 1
        chosen = by_ucb(work, count, tuning.exploration) if counts else by_visits(work, count)
        action = work.menu[chosen]
        child = work.slots[chosen]
        fresh = child < 0
        if fresh:
            child = add_child(nodes, work.size, node, action, mover)
            if child < 0:
                break
            if counts:
                nodes[child].available = 1
        fresh = fresh or (counts and nodes[child].visits == 0)
        work.path[depth] = child if counts else -1 - child
        depth += 1
        node = child
        carry_out(problem, work, action)
        stage = stage_after(action)
        if mover == searcher and kind_of(action) == Kind.CARD and work.chance[0].drawn > 0:
            seen = make(CARD_SEEN, work.chance[0].cards[work.chance[0].drawn - 1])
            child = find_child(nodes, node, seen)
            if child < 0:
                child = add_child(nodes, work.size, node, seen, -1)
                if child < 0:
                    break
            work.path[depth] = child if counts else -1 - child
            depth += 1
            node = child
        if fresh and count > 1:
            break
    return depth


@kernel
def back_up(work: Workspace, tuning: Tuning, searcher: int, depth: int) -> None:
    """Add the rewards to the nodes of the path that this iteration updates."""
    for i in range(depth):
        if work.path[i] < 0:
            continue
        node = work.nodes[work.path[i]]
        node.visits += 1
        owner = node.owner
        if owner >= 0:
            node.reward += (
                tuning.win_weight * work.wins[owner] + (1.0 - tuning.win_weight) * work.margins[owner]
            )
        node.wins += work.wins[searcher]
        node.points += work.points[searcher]
        node.risk += work.risks[searcher]


@kernel
def iterate(problem: Problem, work: Workspace, tuning: Tuning, iterations: int) -> None:
    """Run iterations on the tree in ``work`` (begun by ``begin``)."""
    rules = problem.rules[0]
    searcher = problem.searcher
    for _ in range(iterations):
        blurred = tuning.replies and uniform(work.words) < tuning.blur
        draw_world(problem, work, blurred)
        if (
            blurred
            and problem.first != ANY_ACTION
            and broken_clause(work.world[0], rules, problem.first) != 0
        ):
            blurred = False  # others may not know that the searcher can do this
            draw_world(problem, work, blurred)
        depth = descend(problem, work, tuning, blurred)
        world = work.world[0]
        playout(world, rules, work.chance[0], work.words, tuning.caution)
        final_points(world, rules, work.points)
        evaluate(
            world, rules, work.points, work.out, tuning.margin_scale, work.wins, work.margins, work.risks
        )
        back_up(work, tuning, searcher, depth)


def begin(work: Workspace, words: Words) -> None:
    """An empty tree, and generators started from ``words`` (int64 (4,))."""
    start_tree(work.nodes, work.size)
    work.words[:] = words
    work.chance[0].mode = 0
    work.chance[0].rng[:] = words
    work.chance[0].rng[3] += 1 << 16
