"""The search: reproducible, blind to secrets, within its limits, and each of its numbers matters."""

import time

import numpy as np
import pytest

from livingstone.ai import ismcts
from livingstone.ai.search import Tuning, iterate, new_workspace
from livingstone.engine.constants import Kind
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.game import Game
from sample_games import random_games, with_other_secrets

SIMULATIONS = 200


def edges_of(
    game: Game, seed: int = 1, tuning: Tuning = Tuning(), simulations: int = SIMULATIONS
) -> list[ismcts.Edge]:
    work = new_workspace(ismcts.room_for(simulations))
    problem = ismcts.problem_of(game.observation())
    ismcts.search_simulations(problem, work, tuning, seed, simulations)
    return ismcts.root_edges(work)


def test_the_same_seed_gives_the_same_statistics_twice_and_in_a_used_workspace() -> None:
    for game in random_games(range(4), stops=1):
        problem = ismcts.problem_of(game.observation())
        work = new_workspace(ismcts.room_for(SIMULATIONS))
        found = []
        for seed in (1, 2, 1):
            ismcts.search_simulations(problem, work, Tuning(), seed, SIMULATIONS)
            found.append(ismcts.root_edges(work))
        assert found[0] == found[2]
        assert found[0] == edges_of(game)


def test_slices_do_not_change_a_search() -> None:
    game = next(random_games(range(1), stops=1))
    problem = ismcts.problem_of(game.observation())
    work = new_workspace(ismcts.room_for(SIMULATIONS))
    ismcts.search_simulations(problem, work, Tuning(), 1, SIMULATIONS // 2)
    iterate(problem, work, Tuning(), SIMULATIONS - SIMULATIONS // 2)
    assert ismcts.root_edges(work) == edges_of(game)


def test_hidden_data_change_neither_observation_nor_search_by_one_bit() -> None:
    rng = np.random.default_rng(5)
    differing = 0
    for game in random_games(range(24), stops=4):
        twin = with_other_secrets(game, game.seat, rng)
        differing += game.record.tobytes() != twin.record.tobytes()
        assert game.observation().to_bytes() == twin.observation().to_bytes()
        assert game.legal() == twin.legal()
        assert edges_of(game, simulations=60) == edges_of(twin, simulations=60)
    assert differing > 40


def test_a_search_leaves_the_observation_as_it_was() -> None:
    for game in random_games(range(4), stops=1):
        observation = game.observation()
        before = observation.to_bytes()
        player = ismcts.IsmctsPlayer(simulations=50, seed=3)
        player.choose(observation, game.legal())
        assert observation.to_bytes() == before


def test_visits_add_up_and_rates_are_chances() -> None:
    for game in random_games(range(8), stops=2):
        edges = edges_of(game, tuning=Tuning(blur=0.0))
        assert sum(edge.visits for edge in edges) == SIMULATIONS
        for edge in edges:
            assert 0 <= edge.wins <= 1 and 0 <= edge.risk <= 1 and 0 <= edge.reward <= 1


def test_every_menu_action_is_legal() -> None:
    for game in random_games(range(40), stops=12):
        choices = ismcts.root_menu(ismcts.problem_of(game.observation()))
        assert choices, game
        assert len(set(choices)) == len(choices)
        for action in choices:
            assert game.broken_clause(action) is None, (action, game)


def test_the_player_answers_with_a_legal_action_in_both_modes() -> None:
    for game in random_games(range(6), stops=2):
        for player in (ismcts.IsmctsPlayer(simulations=30), ismcts.IsmctsPlayer(seconds=0.01)):
            assert game.broken_clause(player.choose(game.observation(), game.legal())) is None


@pytest.mark.parametrize(
    "change",
    [
        {"exploration": 2.0},
        {"win_weight": 1.0},
        {"margin_scale": 3.0},
        {"caution": 0},
        {"replies": False},
        {"blur": 0.6},
        {"blur": 0.0},
    ],
)
def test_every_tunable_changes_the_search(change: dict[str, float]) -> None:
    changed = Tuning()._replace(**change)
    assert any(
        edges_of(game, simulations=2000) != edges_of(game, tuning=changed, simulations=2000)
        for game in random_games(range(3), stops=2)
    )


def test_the_searchers_secrets_reach_no_opponent() -> None:
    # The opponents' edges are updated by blurred worlds only, and those hold nothing of the real hand or chest.
    tuning = Tuning(blur=1.0)
    differing = 0
    for game in random_games(range(16), stops=3):
        state = game.record[0]
        twin = game.copy()
        own, other = twin.record[0].seats[game.seat], (game.seat + 1) % game.players
        own.cash, own.chest = own.cash + own.chest - own.gave, own.gave
        if state.seats[other].cards and own.cards:
            hands = (own.hand.copy(), twin.record[0].seats[other].hand.copy())
            if hands[0].sum() == hands[1].sum():
                own.hand[:], twin.record[0].seats[other].hand[:] = hands[1], hands[0]
        differing += game.record.tobytes() != twin.record.tobytes()
        assert _trees(game, tuning) == _trees(twin, tuning)
    assert differing > 5


def _trees(game: Game, tuning: Tuning) -> bytes:
    """The whole tree of a search."""
    work = new_workspace(500)
    problem = ismcts.problem_of(game.observation())
    ismcts.search_simulations(problem, work, tuning, 1, 120)
    return work.nodes[: int(work.size[0])].tobytes()


def test_more_time_gives_more_simulations_and_the_limit_is_kept() -> None:
    game = next(random_games(range(1), stops=1))
    problem = ismcts.problem_of(game.observation())
    work = new_workspace(ismcts.TIME_CAPACITY)
    ismcts.search_until(problem, work, Tuning(), 0, time.perf_counter() + 0.05)  # loaded
    counts, overruns = [], []
    for seconds in (0.05, 0.4):
        deadline = time.perf_counter() + seconds
        counts.append(ismcts.search_until(problem, work, Tuning(), 0, deadline))
        overruns.append(time.perf_counter() - deadline)
    assert counts[1] > 2 * counts[0]
    assert min(overruns) < 0.05


def test_a_full_tree_stops_growing_and_the_search_goes_on() -> None:
    game = Game.new(4, seed=0)
    game.roll()
    problem = ismcts.problem_of(game.observation())
    work = new_workspace(40)
    ismcts.search_simulations(problem, work, Tuning(), 1, 500)
    assert work.size[0] == 40
    assert sum(edge.visits for edge in ismcts.root_edges(work)) > 200


def test_who_is_not_to_move_gets_one_clear_line() -> None:
    game = next(random_games(range(1), stops=1))
    other = (game.seat + 1) % game.players
    with pytest.raises(LivingstoneError, match=f"seat {other} is not to move"):
        ismcts.own_problem(game.observation(other))


def test_forced_moves_take_no_search() -> None:
    for game in random_games(range(30), stops=20):
        problem = ismcts.problem_of(game.observation())
        choices = ismcts.root_menu(problem)
        if len(choices) == 1:
            player = ismcts.IsmctsPlayer(seconds=30.0)
            started = time.perf_counter()
            assert player.choose(game.observation(), game.legal()) == choices[0]
            assert time.perf_counter() - started < 5
            return
    pytest.fail("no forced move met")


def test_donation_targets_reach_their_safety() -> None:
    from livingstone.ai.belief import belief_of, chest_distribution

    for game in random_games(range(30), stops=3, players=(3, 4, 5)):
        observation = game.observation()
        belief = belief_of(observation)
        targets = ismcts.donation_targets(observation, belief)
        for level, target in zip(ismcts.SAFETY_LEVELS, targets, strict=True):
            for coins in (target, target - 1):
                out = 1.0
                for seat in range(game.players):
                    if seat != observation.seat:
                        out *= chest_distribution(belief, seat)[max(coins, 0) :].sum()
                if coins == target:
                    assert 1 - out >= level - 1e-9
                elif coins >= 0:
                    assert 1 - out < level


def test_kinds_of_the_menu_cover_a_game() -> None:
    kinds = set()
    for game in random_games(range(60), stops=30):
        kinds |= {action.kind for action in ismcts.root_menu(ismcts.problem_of(game.observation()))}
    assert kinds >= set(Kind) - {Kind.PASS}
