"""Positions whose best action is proved by the exact solver; the search has to find it too.

``puzzles.toml`` holds each position with every best first action. Any order of the same turn may be best, so
several first actions can be; all others are worse by the margin.
"""

import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from livingstone.ai.players import make_player
from livingstone.engine.constants import Card
from livingstone.engine.editions import Edition
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from puzzles.exact import Solver, every_action, outcomes, worlds_of

LEAST_MARGIN = 0.1
SEEDS = range(10)


class Puzzle(NamedTuple):
    """One entry of the file."""

    name: str
    topic: str
    about: str
    rules: tuple[str, ...]
    position: str
    best: frozenset[Action]
    value: float
    margin: float

    def game(self) -> Game:
        """The position, ready to be played on."""
        return Game.from_position(self.position, Edition.load("schmidt-2009", self.rules))


def load() -> list[Puzzle]:
    entries = tomllib.loads(Path(__file__).with_name("puzzles.toml").read_text(encoding="utf-8"))["puzzle"]
    return [
        Puzzle(
            **entry
            | {
                "rules": tuple(entry["rules"]),
                "best": frozenset(Action.parse(text) for text in entry["best"]),
            }
        )
        for entry in entries
    ]


PUZZLES = load()
every_puzzle = pytest.mark.parametrize("puzzle", PUZZLES, ids=[puzzle.name for puzzle in PUZZLES])


def test_there_are_enough() -> None:
    assert len(PUZZLES) >= 12
    assert len({puzzle.name for puzzle in PUZZLES}) == len(PUZZLES)
    assert {puzzle.game().players for puzzle in PUZZLES} >= {2, 3, 4, 5}


@every_puzzle
def test_the_answer_is_proved(puzzle: Puzzle) -> None:
    game = puzzle.game()
    values = Solver(game).action_values(game)
    best = max(values.values())
    assert best == pytest.approx(puzzle.value, abs=1e-6)
    assert {action for action, value in values.items() if value > best - 1e-9} == puzzle.best
    others = [value for action, value in values.items() if action not in puzzle.best]
    assert best - max(others) == pytest.approx(puzzle.margin, abs=1e-6)
    assert puzzle.margin >= LEAST_MARGIN


@every_puzzle
def test_the_search_finds_it(puzzle: Puzzle) -> None:
    game = puzzle.game()
    observation, legal = game.observation(), game.legal()
    for seed in SEEDS:
        answer = make_player("ismcts:sims=2000", seed).choose(observation, legal)
        assert answer in puzzle.best, (
            f"seed {seed}: {answer}, expected one of {sorted(map(str, puzzle.best))}"
        )


def test_chances_of_the_solver_sum_to_one() -> None:
    seen: set[int] = set()
    for puzzle in PUZZLES:
        game = puzzle.game()
        assert sum(world.weight for world in worlds_of(game, game.seat)) == pytest.approx(1)
        for action in every_action(game):
            chances = [chance for chance, _ in outcomes(game, action)]
            assert sum(chances) == pytest.approx(1)
            if len(chances) > 1:
                seen.add(int(action.kind))
            if action.card == Card.THREE_STONES:
                seen.add(100 + action.card)
    assert len(seen) >= 2
