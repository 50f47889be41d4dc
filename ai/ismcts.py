"""The search as a player and as a service: observation in, statistics of the tree or an action out."""

import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from livingstone.ai.belief import belief_of, public_belief_of
from livingstone.ai.determinisation import Belief
from livingstone.ai.donors import MIXED
from livingstone.ai.menu import DONATION_TARGETS, MENU_CAPACITY, menu
from livingstone.ai.safety import elimination_chances, least_chest
from livingstone.ai.search import ANY_ACTION, Int64, Problem, Tuning, Workspace, begin, iterate, new_workspace
from livingstone.ai.tree import NO_NODE, ROOT
from livingstone.engine.constants import Stream
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation
from livingstone.engine.rng import new_words

SAFETY_LEVELS: Final = (0.25, 0.5, 0.75, 0.9, 0.97)
TIME_CAPACITY: Final = 1 << 18
"""Nodes of a search by time; the tree then stops growing, the search does not."""
SLICE_SECONDS: Final = 0.002
FIRST_SLICE: Final = 16
SLICE_SIMULATIONS: Final = 5000

TUNING: Final = {players: Tuning(replies=players == 2) for players in (2, 3, 4, 5)}
"""By number of players; see docs/strength.md for the matches that chose them."""


class Edge(NamedTuple):
    """Statistics of one action at the root, for the searcher."""

    action: Action
    visits: int
    reward: float
    wins: float
    """Mean win share, and so on."""
    points: float
    risk: float


def donation_targets(observation: Observation, belief: Belief) -> Int64:
    """Chest sizes worth aiming at: what reaches each of ``SAFETY_LEVELS``, int64 (DONATION_TARGETS,).

    Two players: survival of the final dice (R46). Three to five: not to be the lowest with that chance, as the
    others' chests are believed now (R43); see :mod:`livingstone.ai.safety`.
    """
    targets = np.zeros(DONATION_TARGETS, np.int64)
    chances = elimination_chances(observation, belief)
    targets[:] = [least_chest(chances, level) for level in SAFETY_LEVELS]
    return targets


def own_problem(observation: Observation) -> Problem:
    """The search problem of an observation whose seat is to move."""
    if observation.to_move != observation.seat:
        raise LivingstoneError(
            f"seat {observation.seat} is not to move (seat {observation.to_move} is), expected its own turn"
        )
    return problem_of(observation)


def problem_of(observation: Observation, first: Action | None = None, donors: str = MIXED) -> Problem:
    """The search problem of an observation.

    The observer need not be to move (with three and more players the search then plays out at once).
    ``first``: the only action that the root has, if any. ``donors``: see :func:`livingstone.ai.belief.belief_of`.
    """
    belief = belief_of(observation, donors)
    return Problem(
        root=observation.record.copy(),
        rules=observation.edition.to_rules(),
        searcher=observation.seat,
        first=ANY_ACTION if first is None else int(first),
        belief=belief,
        public=public_belief_of(observation),
        targets=donation_targets(observation, belief),
    )


def root_menu(problem: Problem) -> list[Action]:
    """The actions that the search weighs at the root."""
    out = np.zeros(MENU_CAPACITY, np.int64)
    count = menu(problem.root[0], problem.rules[0], 0, True, problem.targets, out)
    return [Action.trusted(code) for code in out[:count].tolist()]


def room_for(simulations: int) -> int:
    """Nodes of a tree of so many simulations: each adds an action and perhaps a card seen; 64 for forced ones."""
    return 2 * simulations + 64


def search_simulations(
    problem: Problem, work: Workspace, tuning: Tuning, seed: int, simulations: int
) -> None:
    """A new tree of exactly so many simulations; reproducible on the same machine and versions."""
    begin(work, new_words(seed, Stream.PLAYER))
    for done in range(0, simulations, SLICE_SIMULATIONS):  # in slices, so that Ctrl-C is heard
        iterate(problem, work, tuning, min(SLICE_SIMULATIONS, simulations - done))


def search_until(
    problem: Problem,
    work: Workspace,
    tuning: Tuning,
    seed: int,
    deadline: float,
    on_slice: Callable[[int], None] | None = None,
) -> int:
    """A new tree grown until ``deadline`` (of ``time.perf_counter``); the number of simulations."""
    begin(work, new_words(seed, Stream.PLAYER))
    done, size = 0, FIRST_SLICE
    while True:
        started = time.perf_counter()
        iterate(problem, work, tuning, size)
        done += size
        now = time.perf_counter()
        if on_slice is not None:
            on_slice(done)
        left = deadline - now
        per_simulation = (now - started) / size
        size = int(min(SLICE_SECONDS, left) / max(per_simulation, 1e-7))
        if left <= 0 or size < 1:
            return done


def root_edges(work: Workspace) -> list[Edge]:
    """The root's actions, most visited first (then by code)."""
    return children_of(work, ROOT)


def children_of(work: Workspace, parent: int) -> list[Edge]:
    """A node's visited actions, most visited first (then by code)."""
    edges = []
    child = int(work.nodes[parent].child)
    while child != NO_NODE:
        node = work.nodes[child]
        visits = int(node.visits)
        if visits:
            edges.append(
                Edge(
                    Action.trusted(int(node.action)),
                    visits,
                    float(node.reward) / visits,
                    float(node.wins) / visits,
                    float(node.points) / visits,
                    float(node.risk) / visits,
                )
            )
        child = int(node.sibling)
    return sorted(edges, key=lambda edge: (-edge.visits, int(edge.action)))


class IsmctsPlayer:
    """A player that searches afresh at every decision, by simulations or by time.

    ``simulations``: a fixed number, reproducible for (observation, seed). ``seconds``: a time limit per
    decision. Exactly one of them is given.
    """

    def __init__(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
        tuning: Tuning | None = None,
    ) -> None:
        if (simulations is None) == (seconds is None):
            raise LivingstoneError(
                "ismcts: expected either simulations or a time, for example sims=2000 or time=1s"
            )
        if (simulations is not None and simulations < 1) or (seconds is not None and not seconds > 0):
            raise LivingstoneError("ismcts: expected at least one simulation or a time above 0")
        self.simulations = simulations
        self.seconds = seconds
        self.seed = seed
        self.tuning = tuning
        self._decisions = 0
        self._work = new_workspace(TIME_CAPACITY if simulations is None else room_for(simulations))

    def reset(self, seed: int) -> None:
        """Begin a game: from here decisions depend on ``seed`` alone."""
        self.seed = seed
        self._decisions = 0

    def choose(self, observation: Observation, legal: Sequence[Action]) -> Action:
        """The most visited action; forced ones at once."""
        deadline = time.perf_counter() + (self.seconds or 0.0)
        problem = own_problem(observation)
        choices = root_menu(problem)
        self._decisions += 1
        if len(choices) == 1:
            return choices[0]
        tuning = self.tuning or TUNING[observation.players]
        seed = (self.seed * 0x9E3779B97F4A7C15 + self._decisions) & 0xFFFFFFFFFFFFFFFF
        if self.simulations is not None:
            search_simulations(problem, self._work, tuning, seed, self.simulations)
        else:
            search_until(problem, self._work, tuning, seed, deadline)
        return root_edges(self._work)[0].action
