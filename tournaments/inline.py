"""The simplest executor: one block after another, in this process."""

from collections.abc import Iterable, Iterator

from livingstone.tournaments.executor import Block, BlockResult, play_block
from livingstone.tournaments.match import Observer


class InlineExecutor:
    """Plays in the calling thread; observers see every game."""

    def __init__(self, observers: tuple[Observer, ...] = ()) -> None:
        self._observers = observers

    def run(self, blocks: Iterable[Block]) -> Iterator[BlockResult]:
        """Results in the order of ``blocks``, each as soon as it is played."""
        for block in blocks:
            yield play_block(block, self._observers)
