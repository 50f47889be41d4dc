"""Many playouts of one position in one call, and worlds drawn from an observation, for ``simulate``."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from livingstone.ai.belief import belief_of
from livingstone.ai.simulation_kernels import ROWS, fill, run
from livingstone.engine.constants import MAX_SEATS, Stream
from livingstone.engine.layout import Array, new_actions, new_chance, new_state
from livingstone.engine.observation import Observation
from livingstone.engine.rng import new_words

POLICIES: Final = ("search", "random")
"""``search``: the playouts of the built-in search; ``random``: uniform over the kinds of legal action."""
NO_ACTION: Final = -1


class Means(NamedTuple):
    """What playouts came to: means over them, each by seat."""

    win: list[float]
    """Win share (R47): 1 alone, 1/m each of m winners."""
    place: list[float]
    points: list[float]
    out: list[float]
    """How often the seat was out (R43, R46)."""
    donation: list[float]


def play_out(
    records: Sequence[Array], rules: Array, count: int, seed: int, policy: str, first: int = NO_ACTION
) -> Means:
    """``count`` playouts of each record (STATE arrays of shape (1,)), reproducible by ``seed``.

    ``first``: the code of a legal action that each begins with; what it draws is drawn anew each time.
    """
    players = int(records[0][0].players)
    states = np.concatenate([new_state(), new_state()])
    chance = new_chance()
    chance[0].rng[:] = new_words(seed, Stream.PLAYER, 1)
    words = new_words(seed, Stream.PLAYER, 2)
    actions = new_actions()
    scratch = np.zeros((3, MAX_SEATS), np.int32)
    sums = np.zeros((ROWS, MAX_SEATS))
    for record in records:
        states[0] = record[0]
        run(states, rules, chance, words, actions, count, POLICIES.index(policy), first, scratch, sums)
    return Means(*(sums[:, :players] / (count * len(records))).tolist())


def draw_worlds(observation: Observation, count: int, seed: int) -> Array:
    """``count`` full states that the observer cannot tell apart, drawn from its belief: STATE, shape (count,)."""
    worlds = np.repeat(observation.record, count)
    belief = belief_of(observation)
    words = new_words(seed, Stream.PLAYER, 3)
    fill(
        worlds,
        observation.edition.to_rules(),
        observation.seat,
        belief.sizes,
        belief.pairs,
        belief.cumulative,
        words,
    )
    return worlds


def warm_up_playouts(record: Array, observation: Observation) -> None:
    """Compile (or load) the kernels of this module."""
    rules = observation.edition.to_rules()
    for policy in POLICIES:
        play_out([record], rules, 1, 0, policy)
    draw_worlds(observation, 1, 0)
