"""Blocks: every player in every seat with the same luck, results that depend on the block alone; executors."""

from collections import Counter
from collections.abc import Iterator

import pytest

from livingstone.engine.game import Game
from livingstone.engine.outcome import Outcome
from livingstone.protocol.termination import HostStalled
from livingstone.tournaments.comparison_block import Block, BlockResult, play_block
from livingstone.tournaments.executor import ATTEMPTS, Done, Executor, Failed
from livingstone.tournaments.inline import InlineExecutor
from livingstone.tournaments.match import Observer

TABLE = ("random", "scripted", "scripted:frugal")


class Luck(Observer):
    """The dice and start seat of every game."""

    def __init__(self) -> None:
        self.games: list[list[object]] = []

    def on_start(self, game: Game) -> None:
        self.games.append([game.seat])

    def on_roll(self, game: Game, outcome: Outcome) -> None:
        self.games[-1].append(outcome.dice)


def test_everyone_sits_everywhere_once() -> None:
    block = Block(0, TABLE, 1)
    lineups = [block.lineup(rotation) for rotation in range(3)]
    assert lineups[0] == TABLE
    for player, name in enumerate(TABLE):
        seats = [block.seat_of(player, rotation) for rotation in range(3)]
        assert sorted(seats) == [0, 1, 2]
        assert [lineups[rotation][seat] for rotation, seat in enumerate(seats)] == [name] * 3


def test_the_rotations_share_their_luck_and_blocks_do_not() -> None:
    luck = Luck()
    for index in (0, 1):
        play_block(Block(index, TABLE, 1), (luck,))
    shared = min(len(game) for game in luck.games)
    first, second = ([game[:shared] for game in luck.games[at : at + 3]] for at in (0, 3))
    assert first[0] == first[1] == first[2]
    assert second[0] == second[1] == second[2]
    assert first[0] != second[0]


def played(blocks: list[Block]) -> dict[int, object]:
    results = list(map(play_block, blocks))
    assert [result.block for result in results] == blocks
    return {
        result.block.index: [(game.players, game.result, game.terminations) for game in result.games]
        for result in results
    }


def test_a_result_depends_on_its_block_alone() -> None:
    blocks = [Block(index, TABLE, 7) for index in range(3)]
    assert played(blocks) == played(blocks[::-1])
    assert played([Block(0, TABLE, 8)])[0] != played([Block(0, TABLE, 7)])[0]


def test_results_come_as_they_are_played() -> None:
    executor: Executor[Block, BlockResult] = InlineExecutor(play_block)
    asked: list[int] = []

    def tasks() -> Iterator[Block]:
        for index in range(5):
            asked.append(index)
            yield Block(index, ("random", "random"), 1)

    first = next(executor.run(tasks()))
    assert isinstance(first, Done)
    assert first.result.block == first.task
    assert asked == [0]


def test_inline_a_stall_is_tried_again_and_an_exception_is_not() -> None:
    attempts: Counter[str] = Counter()

    def work(task: str) -> str:
        attempts[task] += 1
        if task == "stalls" or (task == "stalls once" and attempts[task] == 1):
            raise HostStalled("held up")
        if task == "raises":
            raise KeyError("a bug")
        return task

    fine, once, stalls, raises = InlineExecutor(work).run(["fine", "stalls once", "stalls", "raises"])
    assert fine == Done("fine", "fine")
    assert once == Done("stalls once", "stalls once")
    assert stalls == Failed("stalls", "held up", "", ATTEMPTS)
    assert isinstance(raises, Failed)
    assert (raises.reason, raises.attempts) == ("KeyError: 'a bug'", 1)
    assert "in work" in raises.detail


@pytest.mark.parametrize("players", [2, 5])
def test_each_game_of_a_block_has_seeds_of_its_own(players: int) -> None:
    result = play_block(Block(0, ("random",) * players, 3))
    assert len({game.result.points for game in result.games}) == players
