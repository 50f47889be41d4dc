"""The block of a comparison: one deal, played in all seat rotations with the same chance, so that seats balance.

It is also the statistical unit: its games share their luck. A player may sit at several of its seats; tournaments
have blocks of their own (``schedule_block``), in which everybody is somebody else.
"""

from dataclasses import dataclass

from livingstone.engine.editions import Edition
from livingstone.tournaments.match import GameResult, Observer, play_game
from livingstone.tournaments.seeding import deal_seed, private_seed


@dataclass(frozen=True)
class Block:
    """A task: players by seat in rotation 0. A plain value that can be sent to another process."""

    index: int
    players: tuple[str, ...]
    """Player specs."""
    master_seed: int
    edition: Edition | str = "schmidt-2009"

    def lineup(self, rotation: int) -> tuple[str, ...]:
        """The players by seat in a rotation: everyone moves one seat clockwise each time."""
        shift = rotation % len(self.players)
        return self.players[len(self.players) - shift :] + self.players[: len(self.players) - shift]

    def seat_of(self, player: int, rotation: int) -> int:
        """Where the player who sat at seat ``player`` in rotation 0 sits."""
        return (player + rotation) % len(self.players)


@dataclass(frozen=True)
class BlockResult:
    """All games of a block, by rotation."""

    block: Block
    games: tuple[GameResult, ...]


def play_block(block: Block, observers: tuple[Observer, ...] = ()) -> BlockResult:
    """Play one deal in all seat rotations, with fresh players in every game.

    The start seat belongs to the deal, so over the rotations everyone starts once.
    """
    chance = deal_seed(block.master_seed, block.index)
    games = [
        play_game(
            block.lineup(rotation),
            block.edition,
            deal_seed=chance,
            private_seed=private_seed(block.master_seed, block.index, rotation),
            observers=observers,
        )
        for rotation in range(len(block.players))
    ]
    return BlockResult(block, tuple(games))
