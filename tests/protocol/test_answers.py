"""Answers: all their forms, and thousands that something happened to: a legal action or the sender's forfeit."""

import random
import runpy
import sys
from collections import Counter
from typing import Any
from unittest.mock import patch

import pytest

from bot_zoo import PYTHON, ZOO
from fake_process import fake_session, message
from livingstone.engine.constants import Kind
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.protocol.answers import WrongAnswer, _read_text, read_answer
from livingstone.protocol.process import Launch
from livingstone.protocol.session import Reply
from livingstone.protocol.termination import BotFault, Termination
from livingstone.tournaments.guest import Guest
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.match import play_game
from sample_games import concrete, random_games

ANSWERS = 10_000


def positions(count: int) -> list[Game]:
    return [game for game in random_games(range(count), stops=4) if not game.is_over]


def test_all_forms_of_an_answer_mean_the_same() -> None:
    rng = random.Random(3)
    kinds: Counter[int] = Counter()
    for game in positions(60):
        observation, legal = game.observation(), game.legal()
        for index, entry in enumerate(legal):
            action = concrete(entry, rng)
            forms: list[Any] = [action.to_json(), str(action)]
            if entry.kind == Kind.DONATE:
                forms.append([index, action.coins])
            elif entry.kind in (Kind.SELL, Kind.MARKET):
                forms.append([index, *action.gems])
            else:
                forms += [index, [index]]
            assert {read_answer(form, observation, legal) for form in forms} == {action}
            assert read_answer(index, observation, legal) == read_answer([index], observation, legal) == entry
            kinds[entry.kind] += 1
    assert set(kinds) >= {Kind.TAKE, Kind.TENT, Kind.DONATE, Kind.SELL, Kind.MARKET, Kind.PLAY, Kind.END}


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ([], "[]: expected an index of the legal list"),
        (99, "index 99: expected 0 to "),
        (-1, "index -1: expected 0 to "),
        ([0, 1], "for 'die 1': 1 amounts, expected the index alone"),
        ("die 7", "die 7 is out of range: expected 1 to 6"),
        ({"die": 4, "fly": True}, "fly"),
        ({"donate": 2**70}, ""),
        ("donate " + "9" * 5000, ""),
        ([2**70], "index "),
    ],
)
def test_a_wrong_answer_is_explained_in_one_short_line(answer: Any, text: str) -> None:
    game = Game.new(2, seed=1, start=0)
    game.roll()
    with pytest.raises(WrongAnswer) as error:
        read_answer(answer, game.observation(), game.legal())
    assert text in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


def test_what_the_rules_refuse_names_the_clause_and_the_choices() -> None:
    game = Game.new(2, seed=1, start=0)
    game.roll()
    with pytest.raises(WrongAnswer, match=r"^'donate 99' is illegal by R22: expected one of die \d") as error:
        read_answer("donate 99", game.observation(), game.legal())
    assert error.value.clause == "R22"


def mutated() -> Any:
    """The mutator of the bot in the zoo, which is no module of ours."""
    with patch.object(sys, "path", [str(ZOO), *sys.path]):
        return runpy.run_path(str(ZOO / "mutants.py"))["mutated"]


def test_ten_thousand_answers_that_something_happened_to() -> None:
    change, rng = mutated(), random.Random(11)
    games = positions(100)
    verdicts: Counter[str] = Counter()
    texts: set[str] = set()
    for number in range(ANSWERS):
        game = games[number % len(games)]
        lenient = number % 4 == 0

        def respond(said: dict[str, Any], lenient: bool = lenient) -> bytes:
            if said["type"] != "request":
                return b""
            second = message("action", id=said["id"], action=0) if lenient else b""
            return bytes(change(said, rng)) + second

        session, _ = fake_session(respond, one_answer=True)
        session._tries = 2 if lenient else 1
        observation, legal = game.observation(), game.legal()
        try:
            reply = session.ask(observation, legal)
        except BotFault as fault:
            verdicts[fault.termination] += 1
            texts.add(str(fault))
        else:
            assert isinstance(reply, Reply) and isinstance(reply.action, Action)
            assert observation.broken_clause(reply.action) is None
            game.copy().play(reply.action)
            verdicts["lenient" if lenient else "legal"] += 1
            session.close()
    assert not [text for text in texts if "\n" in text or len(text) > 400]
    assert verdicts.keys() == {"legal", "lenient", "illegal_action", "bad_line", "crashed", "resigned"}, (
        verdicts
    )
    assert min(verdicts[each] for each in ("legal", "lenient", "illegal_action", "bad_line")) > 1000, verdicts


@pytest.mark.parametrize("first", [0, pytest.param(1000, marks=pytest.mark.slow)])
def test_games_against_a_bot_whose_answers_something_happened_to(first: int) -> None:
    """Over real pipes: whatever it says, the game ends, and never in a draw."""
    verdicts: Counter[str] = Counter()
    answers = 0
    for seed in range(first, first + (500 if first else 150)):
        seat = seed % 2
        hosting = Hosting(tries=(1, 8)[seed // 2 % 2])
        guest = Guest(Launch((*PYTHON, str(ZOO / "mutants.py"), str(seed))), hosting, "mutant")
        table = ["random", guest] if seat else [guest, "random"]
        game = play_game(table, deal_seed=seed, private_seed=seed, hosting=hosting)  # type: ignore[arg-type]
        assert game.terminations[1 - seat] is Termination.COMPLETED
        assert game.terminations[seat] is not Termination.COMPLETED
        assert game.result.forfeited[seat]
        assert game.result.places == ((1, 2) if seat else (2, 1))
        verdicts[game.terminations[seat]] += 1
        answers += 1 + game.decisions[seat]
    assert answers > 200
    assert {"illegal_action", "bad_line"} <= verdicts.keys() <= set(Termination), verdicts


def test_a_text_that_is_padded_means_the_same_and_is_not_kept() -> None:
    game = next(game for game in positions(60) if len(game.legal()) > 1)
    observation, legal = game.observation(), game.legal()
    entry = next(entry for entry in legal if entry.kind not in (Kind.DONATE, Kind.SELL, Kind.MARKET))
    for _ in range(2):
        assert read_answer(str(entry), observation, legal) == entry
    kept = _read_text.cache_info().currsize
    assert read_answer(str(entry) + " " * 60_000, observation, legal) == entry
    for _ in range(2):
        with pytest.raises(WrongAnswer):
            read_answer("die 4 nap", observation, legal)
    assert _read_text.cache_info().currsize == kept
