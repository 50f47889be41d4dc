"""Runs every kernel once, so that nothing compiles while a clock runs."""

import numpy as np

from livingstone.ai.ismcts import TUNING, problem_of, search_simulations
from livingstone.ai.search import new_workspace
from livingstone.ai.simulation_playouts import warm_up_playouts
from livingstone.engine.game import Game


def warm_up() -> None:
    """Compile (or load) all kernels for the argument types that the package uses."""
    game = Game.new(2, seed=0, start=0)
    game.roll()
    problem = problem_of(game.observation())
    work = new_workspace(256)
    search_simulations(problem, work, TUNING[2], 0, 64)
    warm_up_playouts(game.record, game.observation())
    rng = np.random.default_rng(0)
    while not game.is_over:
        if game.awaits_chance:
            game.roll()
        else:
            legal = game.legal()
            game.play(legal[int(rng.integers(len(legal)))])
    game.result()
