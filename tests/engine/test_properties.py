"""Properties of every game of every edition: nothing is lost, what is listed can be played, what is not cannot."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz import any_code, editions
from livingstone.engine.constants import Card, Kind, Stone
from livingstone.engine.editions import Edition
from livingstone.engine.errors import IllegalAction, ImpossibleOutcome, LivingstoneError, NotationError
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.engine.outcome import NOTHING, Outcome
from lockstep import concrete, pick, scaled, snapshot_of
from naive import BGA, SCHMIDT, NaiveGame, Rules, dot, rules_of

SEEDS = st.integers(0, 2**63)


def edition_of(rules: Rules) -> Edition:
    """The edition with these values, checked as a user's would be."""
    data = Edition.load().to_dict()
    for name, value in vars(rules).items():
        if name in data:
            data[name] = bool(value) if isinstance(data[name], bool) else value
    lists = {"bag", "cards", "gem_price", "market_coins", "market_vp", "animal_vp"}
    for name in lists:
        if isinstance(data[name], tuple):
            data[name] = dict(zip(Edition.load().to_dict()[name], data[name], strict=True))
    data["stones_total"], data["cards_total"] = sum(rules.bag), sum(rules.cards)
    data["animals"] = "when_played" if rules.animals_when_played else data["animals"]
    data["tie_break"] = "tents" if rules.tie_break_tents else data["tie_break"]
    return Edition.from_dict(data)


def twin_of(game: Game) -> NaiveGame:
    """The twin in the same position."""
    return NaiveGame.from_snapshot(rules_of(game.edition.to_rules()[0]), snapshot_of(game.record))


def walk(game: Game, random: Random, visit: Callable[[Game], None], limit: int = 200) -> None:
    """Random play; ``visit`` sees every decision."""
    for _ in range(limit):
        while game.awaits_chance:
            game.roll()
        if game.is_over:
            return
        visit(game)
        game.play(pick(game.legal(), random))


def one_game(rules: Rules, players: int, seed: int) -> tuple[Game, Random]:
    """A new game, and what decides in it."""
    return Game.new(players, edition_of(rules), seed=seed), Random(seed)


# ---------------------------------------------------------------- conservation


@settings(max_examples=scaled(100))
@given(editions(), st.integers(2, 5), SEEDS)
def test_stones_cards_and_tents_are_conserved(rules: Rules, players: int, seed: int) -> None:
    def check(game: Game) -> None:
        state = game.record[0]
        seats = state.seats[:players]
        gems = seats["gems"].sum(axis=0).tolist()
        assert (state.bag + state.pile).tolist() == [
            all_of - kept for all_of, kept in zip(rules.bag, [0, 0, *gems], strict=True)
        ]
        assert state.bag[Stone.WHITE] == rules.bag[Stone.WHITE]  # R20
        assert (state.deck + state.discards + seats["hand"].sum(axis=0)).tolist() == list(rules.cards)
        assert state.deck.sum() == state.deck_size
        assert state.deck[Card.MINE_COLLAPSE] == rules.cards[Card.MINE_COLLAPSE]  # R29
        assert seats["hand"].sum(axis=1).tolist() == seats["cards"].tolist()
        standing = state.tents.sum(axis=(0, 1))[:players]
        assert (standing + seats["supply"]).tolist() == [rules.tents_per_player] * players
        assert standing.tolist() == seats["placed"].tolist()
        assert (state.tents >= state.scored).all()
        assert (state.scored >= 0).all()
        assert min(seats["cash"].min(), seats["chest"].min(), seats["supply"].min(), state.pool.min()) >= 0
        assert (seats["old_cards"] <= seats["cards"]).all()

    game, random = one_game(rules, players, seed)
    walk(game, random, check)


@settings(max_examples=scaled(100))
@given(editions(), st.integers(2, 5), SEEDS)
def test_wealth_changes_only_by_bank_or_surcharge(rules: Rules, players: int, seed: int) -> None:
    game, random = one_game(rules, players, seed)

    def wealth() -> list[int]:
        seats = game.record[0].seats[:players]
        return (seats["cash"] + seats["chest"]).tolist()  # type: ignore[no-any-return]

    for _ in range(200):
        while game.awaits_chance:
            game.roll()
        if game.is_over:
            return
        seat, before = game.seat, wealth()
        action = Action(pick(game.legal(), random))
        boat = int(game.record[0].boat)
        outcome = game.play(action)
        changes = [new - old for new, old in zip(wealth(), before, strict=True)]
        assert sum(changes) == from_bank(action, outcome, rules, boat)
        others = [change for number, change in enumerate(changes) if number != seat]
        if action.kind in (Kind.TENT, Kind.EXTRA_TENT):
            assert set(others) <= {0, 1}
        else:
            assert set(others) <= {0}


def from_bank(action: Action, outcome: Outcome, rules: Rules, boat: int) -> int:
    """The coins that an action takes from the bank, negative when it pays there."""
    if action.kind == Kind.COINS:
        return action.die
    if action.kind == Kind.SELL:
        return dot(action.gems, rules.gem_price)
    if action.kind == Kind.MARKET:
        return dot(action.gems, rules.market_coins)
    if action.kind == Kind.TENT:
        return 0 if action.no_cost else -rules.cost[boat]
    if action.kind == Kind.PLAY and action.card == Card.FOUR_COINS:
        return 4
    if outcome.stones and outcome.stones[Stone.WHITE] and rules.white_draw_pays:
        return dot(outcome.stones[2:], rules.gem_price)
    return 0


# ---------------------------------------------------------------- legal and illegal


@settings(max_examples=scaled(40))
@given(editions(), st.integers(2, 5), SEEDS)
def test_what_is_listed_can_be_played_and_written(rules: Rules, players: int, seed: int) -> None:
    game, random = one_game(rules, players, seed)

    def check(game: Game) -> None:
        legal = game.legal()
        assert legal == sorted(set(legal), key=lambda action: (action.kind, int(action) >> 4))
        for entry in legal:
            action = Action(concrete(entry, random))
            assert entry.covers(action)
            assert game.broken_clause(action) is None
            assert (
                Action.parse(str(action))
                == Action.from_json(action.to_json())
                == Action(int(action))
                == action
            )
            before = game.record.tobytes()
            after = []
            for face in (action, int(action), str(action), action.to_json()):
                copy = game.copy()
                copy.play(face)
                after.append(copy.record.tobytes())
            assert len(set(after)) == 1
            assert after[0] != before
            assert game.record.tobytes() == before

    walk(game, random, check, limit=30)


@settings(max_examples=scaled(30))
@given(editions(), st.integers(2, 5), SEEDS)
def test_what_is_not_listed_is_refused_and_changes_nothing(rules: Rules, players: int, seed: int) -> None:
    game, random = one_game(rules, players, seed)

    def check(game: Game) -> None:
        legal, before, events = game.legal(), game.record.tobytes(), [list(each) for each in game.donations]
        twin = twin_of(game)
        for _ in range(6):
            action = Action(any_code(twin, random))
            listed = any(entry.covers(action) for entry in legal)
            clause = game.broken_clause(action)
            assert listed == (clause is None)
            if clause is not None:
                with pytest.raises(IllegalAction, match=clause) as caught:
                    game.play(action)
                assert caught.value.clause == clause
                assert str(caught.value) == (
                    f"illegal action '{action}': {clause}, in position {game.position()}"
                )
        with pytest.raises(IllegalAction, match=r"illegal roll: R6, .* in position L1 "):
            game.roll()
        assert game.record.tobytes() == before
        assert game.donations == events

    walk(game, random, check, limit=60)


@settings(max_examples=scaled(200))
@given(st.integers(-(2**40), 2**40) | st.integers(0, 2**13), SEEDS)
def test_a_number_that_is_no_action_is_refused_and_changes_nothing(code: int, seed: int) -> None:
    game = Game.new(3, seed=seed)
    game.roll()
    before = game.record.tobytes()
    try:
        Action(code)
    except NotationError:
        with pytest.raises(NotationError):
            game.play(code)
        assert game.record.tobytes() == before


IMPOSSIBLE = (
    Outcome(stones=(4, 0, 0, 0, 0)),  # of three
    Outcome(stones=(0, 3, 0, 0, 0)),  # one white stone in the bag
    Outcome(stones=(4, -1, 0, 0, 0)),
    Outcome(stones=(3, 0, 0)),
    Outcome(cards=(Card.LION, Card.LION)),
    Outcome(cards=(Card.MINE_COLLAPSE, Card.MINE_COLLAPSE)),
    Outcome(cards=(Card.MINE_COLLAPSE,)),
    Outcome(cards=()),
    Outcome(cards=(-1,)),  # type: ignore[arg-type]
    Outcome(cards=(99,)),  # type: ignore[arg-type]
    Outcome(cards=("lion",)),  # type: ignore[arg-type]
    Outcome(dice=(3, 3, 3)),
    Outcome(stones=(3, 0, 0, 0, 0), cards=(Card.LION,)),
)


@pytest.mark.parametrize("outcome", IMPOSSIBLE)
@pytest.mark.parametrize("use", ["mine", "card", "coins"])
def test_an_impossible_outcome_is_refused_and_changes_nothing(use: str, outcome: Outcome) -> None:
    game = Game.new(3, seed=1, start=0)
    with pytest.raises(LivingstoneError, match="dice"):
        game.roll([1, 2, 3])
    game.roll([3, 3, 3, 4, 5, 6])
    game.play("die 3")
    before = game.record.tobytes()
    with pytest.raises(ImpossibleOutcome) as caught:
        game.play(f"die 3 {use}", outcome)
    assert game.record.tobytes() == before
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(f" ({caught.value.clause})")


@pytest.mark.parametrize("seat", [-1, 3, 7])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    game = Game.new(3, seed=1)
    before = game.record.tobytes()
    for ask in (game.observation, game.forfeit):
        with pytest.raises(LivingstoneError, match=f"seat: {seat}, expected 0 to 2"):
            ask(seat)
    assert game.record.tobytes() == before


def test_a_position_goes_on_with_a_seed_in_any_form() -> None:
    line = Game.new(3, seed=1).position()
    assert Game.from_position(line, seed="7").seed == 7
    assert Game.from_position(line).seed is None
    with pytest.raises(LivingstoneError, match="seed: -1"):
        Game.from_position(line, seed=-1)


# ---------------------------------------------------------------- chance


@settings(max_examples=scaled(30))
@given(editions(), st.integers(2, 5), SEEDS)
def test_a_seed_and_the_outcomes_fed_give_the_same_game(rules: Rules, players: int, seed: int) -> None:
    """What one game drew from its seed, fed to a game without one, makes the same game."""
    game, random = one_game(rules, players, seed)
    start = int(game.record[0].start)
    other = Game.new(players, game.edition, start=start, fed=True)
    for _ in range(100):
        if game.is_over:
            break
        if game.awaits_chance:
            other.roll(game.roll().dice)
        else:
            action = pick(game.legal(), random)
            drawn = game.play(action)
            assert other.play(action, drawn) == drawn or drawn == NOTHING
        assert other.record.tobytes() == game.record.tobytes()
    again, random = one_game(rules, players, seed)
    walk(again, random, lambda _: None)
    twice, random = one_game(rules, players, seed)
    walk(twice, random, lambda _: None)
    assert again.record.tobytes() == twice.record.tobytes()


def test_the_built_in_editions_hold_the_values_of_the_rules() -> None:
    assert rules_of(Edition.load("schmidt-2009").to_rules()[0]) == SCHMIDT
    assert rules_of(Edition.load("bga").to_rules()[0]) == BGA
