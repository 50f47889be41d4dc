"""Hints: the sentence of reason, what hangs on the donors, the likely replies, an idea of one's own."""

from typing import Any

import msgspec
import numpy as np
import pytest

from hint_samples import LAST_DIE, RICH
from livingstone.ai import robustness as robustness_module
from livingstone.ai.advice import advise
from livingstone.ai.advice_parts import Advice, Choice, Question, turn_of
from livingstone.ai.budget import LEAST_SIMULATIONS, Budget
from livingstone.ai.effort import Effort, Grown
from livingstone.ai.ideas import problem_after
from livingstone.ai.main_line import LEAST_VISITS, main_line
from livingstone.ai.reasons import reason, short_turn
from livingstone.ai.stages import Stages
from livingstone.engine.constants import Kind
from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation
from livingstone.engine.position import parse_position, read_position
from sample_games import random_games, with_other_secrets

FOUR = read_position("examples/middle_of_four.toml").observation
FIVE = read_position("examples/last_round_of_five.toml").observation


def choice(
    text: str,
    win: float = 0.3,
    points: float = 40.0,
    risk: float = 0.2,
    after: float = 0.2,
    equal: bool = False,
) -> Choice:
    return Choice(tuple(text.split("; ")), win, 0.01, points, risk, after, 100, equal)


COINS = "die 4; die 4 coins; end"


@pytest.mark.parametrize(
    ("best", "other", "said"),
    [
        (
            choice("die 6; die 6 mine"),
            choice(COINS, equal=True),
            "as good as 'die 4 coins': take what you like",
        ),
        (
            choice("end", points=41),
            choice(COINS, equal=True),
            "as good as 'die 4 coins', with 1.0 points more.",
        ),
        (
            choice("end", points=38, risk=0.1),
            choice(COINS, equal=True),
            "with 2.0 points less and 10 % less risk to be out.",
        ),
        (
            choice("end", win=0.35, points=42, risk=0.1),
            choice(COINS),
            "It wins 5 games in 100 more than 'die 4 coins': 2.0 points more and 10 % less risk to be out.",
        ),
        (
            choice("end", points=42, risk=0.3),
            choice(COINS),
            ": 2.0 points more are worth 10 % more risk to be",
        ),
        (choice("end", points=42), choice(COINS), ": 2.0 points more, at about the same risk to be out."),
        (
            choice("end", points=38, risk=0.1),
            choice(COINS),
            ": 10 % less risk to be out is worth 2.0 points less.",
        ),
        (choice("end", risk=0.1), choice(COINS), ": 10 % less risk to be out, for about as many points."),
        (choice("end", after=0.05), choice(COINS), ": the risk to be out goes from 20 % to 5 % now."),
        (
            choice("end", win=0.35),
            choice(COINS),
            "It wins 5 games in 100 more than 'die 4 coins', with about the same",
        ),
        (choice("end", win=0.305), choice(COINS), "It wins less than 1 game in 100 more than"),
        (
            choice("end", win=0.35, points=38, risk=0.3),
            choice(COINS),
            ", although with 2.0 points less and 10 % more risk to be out.",
        ),
        (choice("end", win=0.0), choice(COINS, win=0.0, equal=True), "With 'die 4 coins' no try won either."),
        (choice("end", win=1.0), choice(COINS, win=1.0, equal=True), "With 'die 4 coins' every try won too."),
        (
            choice("end", win=0.25),
            choice(COINS),
            "came back to it most often, although 'die 4 coins' won more",
        ),
    ],
)
def test_the_reason_says_what_the_best_has_over_the_next(best: Choice, other: Choice, said: str) -> None:
    sentence = reason(forced=False, alone=False, best=best, other=other, risk_now=0.2)
    assert said in sentence
    assert sentence.endswith(".") and sentence[0].isupper()


@pytest.mark.parametrize(
    ("forced", "alone", "said"),
    [
        (True, True, "Nothing else is legal."),
        (False, True, "No other act is worth weighing here."),
        (False, False, "So short a search tried nothing else."),
    ],
)
def test_without_another_choice_the_reason_says_why(forced: bool, alone: bool, said: str) -> None:
    best = choice("end")
    assert reason(forced=forced, alone=alone, best=best, other=None, risk_now=0.2) == said


def test_a_short_turn_leaves_out_what_goes_without_saying() -> None:
    assert short_turn(["die 4", "die 4 tent no_cost", "donate 2", "end"]) == "die 4 tent no_cost; donate 2"
    assert short_turn(["die 4", "sell 1 red", "die 4 tent", "end"]) == "die 4; sell 1 red; die 4 tent"
    assert short_turn(["end"]) == "end"
    assert short_turn(["die 4"]) == "die 4"


def test_money_that_decides_is_found_and_named() -> None:
    position = parse_position(LAST_DIE)
    coins = (Action.parse("die 5"), Action.parse("die 5 coins"))
    found = robustness_module.robustness(position.observation, coins, Effort(2000), 1, position.names)
    assert not found.holds
    cases = {case.donors: case for case in found.cases}
    frugal = cases["frugal"]
    assert frugal.turn == ("die 5", "die 5 tent") and not frugal.holds
    assert frugal.loss_half_width is not None and frugal.loss > frugal.loss_half_width > 0
    assert cases["all_in"].holds and cases["all_in"].turn == ("die 5", "die 5 coins")
    assert found.fact in ("what Blue gave", "what Green gave") and found.unknown == "split"


@pytest.mark.parametrize("seed", [0, 1, 5])
def test_coins_that_a_search_only_tried_to_give_are_held_against_no_turn(seed: int) -> None:
    """In the last round most donations that are tried are bad ones, and for one die more of them than for another."""
    observation = parse_position(RICH).observation
    found = advise(observation, Effort(20_000), seed=seed).robustness
    assert found is not None and found.holds
    start = (Action.parse("die 3"), Action.parse("die 3 coins"))
    whole = (*start, Action.parse("donate 28"))
    ideas = [advise(observation, Effort(8_000), question=Question(idea=idea)).idea for idea in (start, whole)]
    assert ideas[0] is not None and ideas[1] is not None
    assert ideas[0].loss == pytest.approx(ideas[1].loss, abs=0.01)


def test_coins_that_could_be_counted_are_the_fact() -> None:
    position = parse_position(LAST_DIE.replace("wealth=12, ", ""))
    found = advise(position.observation, Effort(400), question=Question(names=position.names)).robustness
    assert found is not None
    assert found.fact in ("count Blue's coins", "count Green's coins") and found.unknown == "wealth"


def test_a_hint_that_hangs_on_nothing_holds() -> None:
    advice = advise(FIVE, Effort(4000))
    assert advice.robustness is not None and advice.robustness.holds
    assert [case.holds for case in advice.robustness.cases] == [True] * 3


def test_known_money_needs_no_hypothesis() -> None:
    text = LAST_DIE.replace('wealth=12, gave="2 times"', "cash=5, chest=7")
    assert advise(parse_position(text).observation, Effort(200)).robustness is None
    own_lost = parse_position(text.replace("cash=5, chest=9", "cash=5")).observation
    assert own_lost.money[own_lost.seat].chest[0] < own_lost.money[own_lost.seat].chest[1]
    assert advise(own_lost, Effort(200)).robustness is None


def test_a_hypothesis_costs_an_eighth_of_the_main_search(monkeypatch: pytest.MonkeyPatch) -> None:
    grown: list[int] = []
    original = robustness_module.grow

    def counting(*args: Any) -> Grown:
        found = original(*args)
        grown.append(found.simulations)
        return found

    monkeypatch.setattr(robustness_module, "grow", counting)
    advise(FOUR, Effort(8000))
    assert grown == [960] * 3
    advise(FOUR, Effort(300))
    assert grown[3:] == [LEAST_SIMULATIONS] * 3


@pytest.mark.parametrize("donors", [False, True])
@pytest.mark.parametrize("line", [False, True])
@pytest.mark.parametrize("idea", [False, True])
def test_a_time_is_shared_out_among_all_searches(donors: bool, line: bool, idea: bool) -> None:
    budget = Budget.of(Effort(seconds=2.0), donors=donors, line=line, idea=idea)
    assert budget.main.seconds is not None and budget.donors.seconds is not None
    others = 0.25 * line + 1.0 * idea
    usual = budget.main.seconds * (1 + others) + 3 * 1.5 * budget.donors.seconds * donors
    assert usual == pytest.approx(2.0)
    most = budget.main.seconds * budget.weights
    assert 1.999 < most < 2.5


def test_the_share_done_rises_over_all_searches_to_one() -> None:
    told: list[tuple[float, int]] = []
    idea = (Action.parse("die 4"), Action.parse("die 4 coins"))
    question = Question(explain=True, idea=idea)
    advise(
        FOUR, Effort(4000), question=question, on_progress=lambda share, count: told.append((share, count))
    )
    assert told == sorted(told)
    assert told[-1][0] == pytest.approx(1.0)
    shares = [share for share, _ in told]
    assert 0 < shares[0] < 0.2
    main = next(share for share, count in told if count == 4000)
    assert main == pytest.approx(1 / (1 + 0.72 + 0.25 + 1.0))


def test_stages_without_a_listener_cost_nothing() -> None:
    assert Stages(None, 2).next(1) is None


def test_likely_replies_are_legal_one_after_the_other() -> None:
    steps = 0
    for game in random_games(range(32), stops=2):
        advice = advise(game.observation(), Effort(200), question=Question(explain=True))
        steps += followed(game.copy(), advice)
        assert all(0 < step.share <= 1 for step in advice.line)
    assert steps > 80


def followed(game: Game, advice: Advice) -> int:
    """How many steps of the line the true game can take; it may part with it where cards or coins are hidden."""
    for action in turn_of(advice.best)[: -1 if ends_open(advice) else None]:
        game.play(action)
    for number, step in enumerate(advice.line):
        assert not game.is_over and step.seat == game.seat
        action = Action.donate(1) if step.action == "donate" else Action.parse(step.action)
        clause = game.broken_clause(action)
        if clause is not None:
            assert step.seat != advice.seat or drew_before(advice, number)
            assert action.kind not in (Kind.TAKE, Kind.COINS, Kind.MINE, Kind.CARD, Kind.END, Kind.PASS)
            return number
        if number and drew_before(advice, number + 1):
            return number
        game.play(action)
        if game.awaits_chance:
            assert number + 1 == len(advice.line), "a line ends with the round"
    return len(advice.line)


def ends_open(advice: Advice) -> bool:
    """Whether the hint ends with a draw, which the line begins with."""
    return (
        bool(advice.line)
        and advice.line[0].seat == advice.seat
        and advice.line[0].action == advice.best.turn[-1]
    )


def drew_before(advice: Advice, number: int) -> bool:
    """Whether the line's outcomes of chance may differ from the game's by then."""
    draws = ("mine", "card", "play three_stones")
    return any(step.action.endswith(draws) for step in advice.line[:number])


def test_a_line_ends_where_visits_end() -> None:
    problem = problem_after(FOUR, [Action.parse("die 4"), Action.parse("die 4 coins"), Action.end()])
    assert main_line(problem, LEAST_VISITS - 1, 0) == ()
    short, long = (main_line(problem, size, 0) for size in (300, 30_000))
    assert 0 < len(short) < len(long)
    assert all(step.seat != FOUR.seat for step in long[:1])


def test_a_line_is_only_drawn_when_asked_for() -> None:
    assert advise(FOUR, Effort(400)).line == ()


def test_the_hint_as_an_idea_loses_nothing() -> None:
    advice = advise(FOUR, Effort(1000))
    for turn in (turn_of(advice.best), turn_of(advice.best)[:1]):
        idea = advise(FOUR, Effort(1000), question=Question(idea=turn)).idea
        assert idea is not None and idea.is_best and idea.equal
        assert idea.loss == 0.0 and idea.mine.win == idea.best.win == advice.best.win


def test_a_bad_idea_is_found_out_and_how_it_goes_on_is_said() -> None:
    waste = tuple(Action.parse(text) for text in ("die 6", "die 6 coins"))
    idea = advise(FIVE, Effort(8000), question=Question(idea=waste)).idea
    assert idea is not None and not idea.is_best and not idea.equal
    assert idea.loss > 0.02 and idea.loss_half_width is not None and idea.loss > idea.loss_half_width
    assert idea.mine.turn == ("die 6", "die 6 coins")
    assert idea.rest[-1] == "end"
    assert idea.best.win > idea.mine.win


def test_what_an_idea_gives_counts_after_the_turn() -> None:
    idea = tuple(Action.parse(text) for text in ("die 4", "die 4 coins", "donate 6", "end"))
    found = advise(FOUR, Effort(400), question=Question(idea=idea)).idea
    assert found is not None and found.rest == ()
    assert found.mine.risk_after < advise(FOUR, Effort(400)).risk_now - 0.1


def test_an_idea_that_is_not_legal_costs_no_search() -> None:
    with pytest.raises(LivingstoneError, match="R7"):
        advise(FOUR, Effort(seconds=3000), question=Question(idea=(Action.take(5),)))


def plain(observation: Observation, seed: int = 0) -> bytes:
    legal = observation.legal()
    idea = (next((action for action in legal if not action.coins and not sum(action.gems)), legal[0]),)
    if idea[0].coins or sum(idea[0].gems):
        idea = ()
    question = Question(explain=True, idea=idea)
    advice = advise(observation, Effort(200), seed=seed, question=question)
    return msgspec.json.encode(msgspec.structs.replace(advice, seconds=0.0))


def test_a_hint_depends_on_its_seed_alone() -> None:
    assert plain(FOUR, 3) == plain(FOUR, 3)
    assert plain(FOUR, 3) != plain(FOUR, 4)


def test_what_is_hidden_changes_no_byte_of_a_hint() -> None:
    rng = np.random.default_rng(1)
    for game in random_games(range(8), stops=2):
        twin = with_other_secrets(game, game.seat, rng)
        assert plain(game.observation()) == plain(twin.observation(game.seat))


def test_every_number_of_a_hint_is_a_chance_or_finite() -> None:
    for game in random_games(range(12), stops=2):
        advice = advise(game.observation(), Effort(120))
        for one in (advice.best, *advice.alternatives):
            assert 0 <= one.win <= 1 and 0 <= one.risk <= 1 and 0 <= one.risk_after <= 1
            assert np.isfinite(one.points)
        assert 0 <= advice.risk_now <= 1
        assert not advice.best.equal


def test_no_turn_stands_twice_among_the_choices() -> None:
    rules = ["must_take_die=false", "dice_per_player=1"]
    for seed in range(6):
        game = Game.new(3, Edition.load("schmidt-2009", rules), seed=seed)
        game.roll()
        found = advise(game.observation(game.seat), Effort(simulations=300), seed=seed)
        turns = [choice.turn for choice in (found.best, *found.alternatives)]
        assert len(set(turns)) == len(turns)


def test_no_choice_was_tried_more_than_the_one_recommended() -> None:
    for game in random_games(range(8), stops=3):
        if game.observation().forced is None:
            advice = advise(game.observation(), Effort(simulations=600))
            assert all(other.visits <= advice.best.visits for other in advice.alternatives), game
