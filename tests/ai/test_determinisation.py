"""Every determinised world is legal and consistent with the observation, and the truth is among them."""

import numpy as np

from livingstone.ai.belief import belief_of, chest_distribution, public_belief_of
from livingstone.ai.ismcts import problem_of
from livingstone.ai.search import draw_world, new_workspace
from livingstone.engine.constants import Card
from livingstone.engine.kernels.redaction import redacted_copy
from livingstone.engine.layout import new_state
from livingstone.engine.rng import new_words
from sample_games import random_games


def worlds_of(game, count: int, blurred: bool = False):  # type: ignore[no-untyped-def]
    problem = problem_of(game.observation())
    work = new_workspace(64)
    work.words[:] = new_words(7)
    for _ in range(count):
        draw_world(problem, work, blurred)
        yield work.world


def test_worlds_look_the_same_to_the_searcher() -> None:
    for game in random_games(range(40), stops=4):
        observation = game.observation()
        rules = game.edition.to_rules()
        seen = new_state()
        for world in worlds_of(game, 5):
            redacted_copy(world, rules, observation.seat, seen)
            assert seen.tobytes() == observation.record.tobytes()


def test_worlds_conserve_cards_and_keep_hand_sizes_and_the_deck() -> None:
    for game in random_games(range(40), stops=4):
        for blurred in (False, True):
            for world in worlds_of(game, 3, blurred):
                state = world[0]
                total = state.deck + state.discards
                for seat in range(game.players):
                    hand = state.seats[seat].hand
                    assert hand.sum() == state.seats[seat].cards and hand[Card.MINE_COLLAPSE] == 0
                    assert (hand >= 0).all()
                    total = total + hand
                assert total.tolist() == list(game.edition.to_rules()[0].cards)
                assert state.deck.sum() == state.deck_size and (state.deck >= 0).all()


def test_worlds_respect_wealth_and_the_bounds_of_every_chest() -> None:
    for game in random_games(range(40), stops=4):
        observation = game.observation()
        for world in worlds_of(game, 5):
            for seat, money in enumerate(observation.money):
                row = world[0].seats[seat]
                assert row.cash + row.chest == money.wealth[0]
                assert money.chest[0] <= row.chest <= money.chest[1]


def test_the_truth_is_always_in_the_support() -> None:
    for game in random_games(range(60), stops=6):
        for seat in range(game.players):
            observation = game.observation(seat)
            belief = belief_of(observation)
            for other in range(game.players):
                chest = int(game.record[0].seats[other].chest)
                assert chest_distribution(belief, other)[chest] > 0
            public = public_belief_of(observation)
            assert chest_distribution(public, seat)[int(game.record[0].seats[seat].chest)] > 0


def test_old_cards_are_dealt_from_what_was_not_shuffled_in_later() -> None:
    met = 0
    for game in random_games(range(80), stops=8, players=(4, 5)):
        state = game.record[0]
        rules = game.edition.to_rules()[0]
        gone = [card for card in Card if 0 < state.shuffled[card] == rules.cards[card]]
        others = [seat for seat in range(game.players) if seat != game.seat]
        full = [seat for seat in others if state.seats[seat].old_cards == state.seats[seat].cards > 0]
        if not gone or not full:
            continue
        met += 1
        for world in worlds_of(game, 5):
            for seat in full:
                assert not any(world[0].seats[seat].hand[card] for card in gone)
    assert met > 3


def test_hands_are_uniform_over_the_unseen_cards() -> None:
    game = next(
        game
        for game in random_games(range(50), stops=6, players=(3,))
        if game.record[0].seats[(game.seat + 1) % 3].cards >= 2 and game.record[0].shuffles == 0
    )
    seat = (game.seat + 1) % 3
    observation = game.observation()
    unseen = observation.record[0].deck.astype(float)
    unseen[Card.MINE_COLLAPSE] = 0
    expected = unseen / unseen.sum() * float(observation.record[0].seats[seat].cards)
    worlds = 20_000
    found = np.zeros(len(Card))
    for world in worlds_of(game, worlds):
        found += world[0].seats[seat].hand
    assert np.abs(found / worlds - expected).max() < 0.03
