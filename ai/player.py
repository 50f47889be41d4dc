"""What a player is: observation in, action out."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation


@runtime_checkable
class Player(Protocol):
    """Anything that answers a request. One object plays one seat: two seats never share one."""

    def choose(self, observation: Observation, legal: Sequence[Action]) -> Action:
        """The action of ``observation.seat``, which is to move.

        ``legal`` is the complete legal list; an entry with a range of amounts (donation, sale, market) carries
        the most, and the answer names an amount within it.
        """
        ...


@runtime_checkable
class ResettablePlayer(Player, Protocol):
    """A player that keeps something between decisions, its random state at least."""

    def reset(self, seed: int) -> None:
        """Begin a game: from here decisions depend on the observations and ``seed`` alone."""
        ...


def begin_game(player: Player, seed: int) -> None:
    """Reset a player for a new game where it can be reset."""
    if isinstance(player, ResettablePlayer):
        player.reset(seed)
