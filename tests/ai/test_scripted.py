"""The scripted player: legal, fair, quick, stronger than random, and never without its donation."""

import statistics
from collections.abc import Iterator
from time import perf_counter

import pytest

from livingstone.ai.player import Player
from livingstone.ai.random_player import RandomPlayer
from livingstone.ai.scripted import ScriptedPlayer, decide
from livingstone.ai.scripted_donor import STYLES
from livingstone.ai.scripted_view import View, law_of
from livingstone.ai.scripted_worth import Taste, Worth
from livingstone.engine.constants import Card, Kind, Phase
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation
from livingstone.tournaments.comparison import blocks_of, compare
from livingstone.tournaments.comparison_block import play_block


def steps(game: Game, players: list[Player]) -> Iterator[tuple[int, Observation, Action]]:
    """Play to the end; each decision before it is carried out."""
    while not game.is_over:
        if game.awaits_chance:
            game.roll()
            continue
        seat, observation = game.seat, game.observation()
        action = players[seat].choose(observation, game.legal())
        yield seat, observation, action
        game.play(action)


def view_of(observation: Observation) -> View:
    return View.of(observation, law_of(observation.edition.to_rules()))


def a_view(seed: int = 4, players: int = 2) -> View:
    game = Game.new(players, seed=seed, start=0)
    game.roll()
    return view_of(game.observation())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_beats_random_clearly(players: int) -> None:
    blocks = blocks_of("scripted", "random", players, 1, 24 // players, 11, "schmidt-2009")
    comparison = compare(map(play_block, blocks), "scripted", "random")
    assert comparison.a.win_share.mean > (0.85 if players == 2 else 1.8 / players)
    assert comparison.placement.mean > 0.7


@pytest.mark.parametrize("edition", ["schmidt-2009", "bga"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_rule_of_thumb_names_a_legal_action(players: int, edition: str) -> None:
    styles = list(STYLES)
    for seed in range(3):
        game = Game.new(players, edition, seed=seed)
        table: list[Player] = [ScriptedPlayer(styles[(seat + seed) % 4]) for seat in range(players)]
        table[seed % players] = RandomPlayer(seed)
        for seat, observation, action in steps(game, table):
            player = table[seat]
            if isinstance(player, ScriptedPlayer):
                view = view_of(observation)
                # the bare decision: the safety net below it must never be needed
                assert decide(view, Worth(view, player.style, player.taste)) == action
            assert game.broken_clause(action) is None


def test_passing_and_late_starts_are_legal_too() -> None:
    from livingstone.engine.editions import Edition

    edition = Edition.load("schmidt-2009", ("must_take_die=no", "act_before_die=no", "max_rounds=6"))
    game = Game.new(3, edition, seed=8)
    for _ in steps(game, [ScriptedPlayer(), ScriptedPlayer("all_in"), RandomPlayer(2)]):
        pass
    assert game.is_over


def test_the_same_observation_gets_the_same_answer() -> None:
    used, game = ScriptedPlayer(), Game.new(3, seed=5)
    for _, observation, action in steps(game, [used] * 3):
        assert ScriptedPlayer(seed=99).choose(observation, observation.legal()) == action


def test_hidden_things_do_not_change_the_answer() -> None:
    game, compared = Game.new(4, seed=6), 0
    table: list[Player] = [ScriptedPlayer() for _ in range(4)]
    for seat, _, action in steps(game, table):
        twin = game.copy()
        state = twin.record[0]
        for other in range(4):
            row = state.seats[other]
            if other != seat and row.gave and row.cash:  # another split of the same wealth
                moved = int(row.cash) if row.cash < 3 else 2
                row.cash -= moved
                row.chest += moved
                compared += 1
        assert table[seat].choose(twin.observation(seat), twin.legal()) == action
    assert compared > 100


def test_a_certain_turn_is_never_lost() -> None:
    """Whatever randomly acting others take, a seat that counted on another turn gets it."""
    promised = kept = 0
    for seed in range(12):
        players = 2 + seed % 4
        game = Game.new(players, seed=seed)
        waiting: dict[int, int] = {}
        for seat, observation, action in steps(game, [RandomPlayer(seed * 9 + s) for s in range(players)]):
            number = int(game.record[0].round_number)
            if seat in waiting:
                assert waiting.pop(seat) == number
                kept += 1
            assert all(then == number for then in waiting.values())
            view = view_of(observation)
            if action.kind == Kind.END and view.has_certain_turn:
                waiting[seat] = number
                promised += 1
        assert not waiting
    assert promised == kept > 30


@pytest.mark.parametrize("style", list(STYLES))
@pytest.mark.parametrize("players", [2, 4])
def test_gives_everything_with_the_last_certain_turn(style: str, players: int) -> None:
    ended = 0
    for seed in range(4):
        game = Game.new(players, seed=seed)
        for _, observation, action in steps(game, [ScriptedPlayer(style) for _ in range(players)]):
            view = view_of(observation)
            if view.is_last_round and action.kind == Kind.END and not view.has_certain_turn:
                assert observation.cash == 0
                ended += 1
        assert all(row.chest > 0 for row in game.record[0].seats[:players])
    assert ended >= 4 * players


def chests(style: str, players: int = 4) -> list[float]:
    """Mean chest over the seats of some games by round (index 0 = after round 1)."""
    sums: dict[int, list[int]] = {}
    for seed in range(6):
        game = Game.new(players, seed=seed)
        for seat, observation, action in steps(game, [ScriptedPlayer(style) for _ in range(players)]):
            if action.kind == Kind.END:
                sums.setdefault(int(observation.record[0].boat), []).append(
                    int(game.record[0].seats[seat].chest)
                )
    return [statistics.mean(sums[column]) for column in sorted(sums)]


def test_the_styles_donate_as_their_names_say() -> None:
    steady, frugal, late, all_in = (chests(style) for style in STYLES)
    assert late[:8] == [0] * 8
    assert late[-1] > 3
    assert frugal[2] == 0
    assert steady[3] > 0
    assert all_in[3] > steady[3] > frugal[3]
    assert frugal[-1] < steady[-1]


def test_last_minute_gives_in_the_last_round_alone() -> None:
    given = 0
    for seed in range(4):
        for _, observation, action in steps(
            Game.new(4, seed=seed), [ScriptedPlayer("last_minute") for _ in range(4)]
        ):
            if action.kind == Kind.DONATE:
                assert view_of(observation).is_last_round
                given += 1
    assert given >= 16


def test_knows_what_a_last_turn_is() -> None:
    view = a_view()
    view.rounds_left = 0
    assert view.is_last_round
    view.pool, view.last_die, view.hand_sizes = [0, 0, 0, 1, 0, 0, 1, 0], 2, [0] * 5
    assert view.has_certain_turn  # two higher dice, the other takes one
    view.hand_sizes = [0, 1, 0, 0, 0]
    assert not view.has_certain_turn  # the other may hold two_dice


def test_the_price_of_the_cards_comes_before_the_tent() -> None:
    """A tent that the cash does not pay: four_coins, then the tent; the steps of one plan follow each other."""
    game = Game.new(2, seed=1, start=0)
    game.roll((1, 2, 5, 6))
    state = game.record[0]
    state.boat, state.round_number = 6, 7
    state.seats[0].cash = 0
    state.seats[0].hand[Card.FOUR_COINS] = state.seats[0].cards = 1
    state.seats[0].chest = state.seats[0].gave = 20
    state.deck[Card.FOUR_COINS] -= 1
    state.deck_size -= 1
    game.play(Action.take(6))
    player = ScriptedPlayer(taste=Taste(coin_tents=0.3, coin_idle=0.1))
    first = player.choose(game.observation(), game.legal())
    assert first == Action.play(Card.FOUR_COINS)
    game.play(first)
    assert player.choose(game.observation(), game.legal()) == Action.tent(6)


def test_a_decision_is_quick() -> None:
    times = []
    game, player = Game.new(4, seed=2), ScriptedPlayer()
    while not game.is_over:
        if game.awaits_chance:
            game.roll()
            continue
        observation, legal = game.observation(), game.legal()
        started = perf_counter()
        action = player.choose(observation, legal)
        times.append(perf_counter() - started)
        game.play(action)
    assert statistics.median(times) < 0.001


def test_no_turn_is_begun_with_a_gift() -> None:
    """Nothing is given away before the die's action of the turn is done."""
    game = Game.new(3, seed=3)
    for _, observation, action in steps(game, [ScriptedPlayer("all_in") for _ in range(3)]):
        if action.kind == Kind.DONATE:
            assert observation.phase == Phase.ACTION_DONE
