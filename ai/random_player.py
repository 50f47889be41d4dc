"""The random player: the floor that every other player is measured against."""

from collections.abc import Sequence

import numpy as np

from livingstone.engine.constants import Stream
from livingstone.engine.kernels.playing import concrete, random_entry
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation
from livingstone.engine.rng import new_words


class RandomPlayer:
    """Uniform over the kinds of action in the legal list, then within the kind, then over the amounts.

    Drawing the kind first keeps long lists (a sale of six gems has dozens of mixes) from drowning the rest.
    The same draw as :func:`livingstone.engine.kernels.playing.play_randomly`.
    """

    def __init__(self, seed: int = 0) -> None:
        self._words = new_words(seed, Stream.PLAYER)

    def reset(self, seed: int) -> None:
        """Begin a game with a generator of its own."""
        self._words = new_words(seed, Stream.PLAYER)

    def choose(self, observation: Observation, legal: Sequence[Action]) -> Action:
        """A random action; it looks at nothing but the list."""
        codes = np.array(legal, np.int64)
        return Action.trusted(int(concrete(random_entry(codes, len(codes), self._words), self._words)))
