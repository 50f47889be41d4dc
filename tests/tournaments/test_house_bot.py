"""Built-in players over the protocol: the same answers as in the process, in time, with nothing left to compile."""

import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from livingstone.cli.compiling import ensure_compiled
from livingstone.engine import _jit
from livingstone.engine.codec import dumps
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.engine.outcome import Outcome
from livingstone.protocol import messages
from livingstone.protocol.isolation import Isolation, best_isolation, wrapped
from livingstone.protocol.serve import Question
from livingstone.protocol.termination import Termination
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.house_bot import KEPT_MS, SHARE, TURNS_OF_BANK, HouseBot, allowance_s
from livingstone.tournaments.match import GameResult, Observer, play_game

PYTHON = shlex.quote(sys.executable)


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """As a host does before it starts a clock."""
    ensure_compiled()


class Actions(Observer):
    """Who did what."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, Action]] = []

    def on_action(
        self, game: Game, seat: int, action: Action, outcome: Outcome, info: Mapping[str, object]
    ) -> None:
        self.seen.append((seat, action))


def play(*players: str, **hosting: object) -> tuple[list[tuple[int, Action]], GameResult]:
    actions = Actions()
    result = play_game(
        players,
        deal_seed=8,
        private_seed=9,
        observers=[actions],
        hosting=Hosting(**hosting),  # type: ignore[arg-type]
    )
    return actions.seen, result


def over_pipes(spec: str) -> str:
    return f"{PYTHON} -m livingstone bot run {spec}"


@pytest.mark.parametrize("spec", ["random", "scripted:frugal", "ismcts:sims=60"])
def test_a_game_over_pipes_is_the_game_in_the_process(spec: str) -> None:
    inside, _ = play(spec, "random", spec)
    outside, result = play(over_pipes(spec), "random", over_pipes(spec))
    assert result.faults == ("", "", "")
    assert outside == inside


def test_a_player_by_time_keeps_within_a_clock_shorter_than_its_own_time() -> None:
    time = messages.TimeControl(cap_ms=150)
    _, result = play(over_pipes("ismcts:time=1s"), "scripted", time=time)
    assert result.terminations[0] is Termination.COMPLETED, result.faults
    assert result.slowest[0] <= 0.16
    assert result.seconds[0] > 0.05 * result.turns[0], "it uses its time"


def request_time(deadline_ms: int | None, bank_ms: int | None = None, increment_ms: int = 0) -> float:
    return allowance_s(
        messages.RequestTime(cap_ms=None, bank_ms=bank_ms, increment_ms=increment_ms, deadline_ms=deadline_ms)
    )


def test_a_decision_gets_a_share_of_what_the_turn_has_left() -> None:
    assert request_time(None) == float("inf")
    assert request_time(1000) == pytest.approx(SHARE * (1000 - KEPT_MS) / 1000)
    assert 0 < request_time(KEPT_MS) < 0.001
    assert 0 < request_time(0) < 0.001
    bank = 60_000
    expected = SHARE * (bank / TURNS_OF_BANK + 500 - KEPT_MS) / 1000
    assert request_time(bank, bank, 500) == pytest.approx(expected), "a bank is not spent on one turn"
    assert request_time(1000, bank, 500) == pytest.approx(SHARE * (1000 - KEPT_MS) / 1000)


def test_decisions_of_a_turn_never_use_up_its_time() -> None:
    left = 1000.0
    for _ in range(100):
        left -= 1000 * request_time(int(left))
    assert left > KEPT_MS - 5


def new_game(players: int = 3, seed: int = 5) -> messages.NewGame:
    edition = Game.new(players, seed=0).edition
    return messages.NewGame(
        game="g",
        edition=edition.to_dict(),
        players=players,
        seat=0,
        names=tuple("ABCDE"[:players]),
        seed=str(seed),
        time=messages.TimeControl(),
    )


def question(game: Game, deadline_ms: int | None = None) -> Question:
    message = messages.Request(
        game="g",
        id=1,
        kind="before_die",
        observation=game.observation().to_dict(),
        legal=[entry.legal_json() for entry in game.legal()],
        time=messages.RequestTime(cap_ms=None, bank_ms=None, increment_ms=0, deadline_ms=deadline_ms),
    )
    return Question(message, game.edition)


def test_the_random_bot_does_not_look_at_the_observation() -> None:
    game = Game.new(3, seed=1)
    game.roll()
    asked = question(game)
    bot = HouseBot("random")
    bot.new_game(new_game())
    assert game.broken_clause(bot.choose(asked)) is None
    assert "observation" not in asked.__dict__, "decoded: it would be no yardstick for the host"
    scripted = HouseBot("scripted")
    scripted.new_game(new_game())
    scripted.choose(asked)
    assert "observation" in asked.__dict__


def test_the_private_seed_decides() -> None:
    def answers(seed: int) -> list[Action]:
        bot = HouseBot("random")
        bot.new_game(new_game(seed=seed))
        game = Game.new(3, seed=1)
        game.roll()
        return [bot.choose(question(game)) for _ in range(30)]

    assert answers(5) == answers(5)
    assert answers(5) != answers(6)


def test_a_second_game_begins_anew() -> None:
    game = Game.new(3, seed=1)
    game.roll()
    bot = HouseBot("random")
    bot.new_game(new_game())
    first = [bot.choose(question(game)) for _ in range(30)]
    bot.new_game(new_game())
    assert [bot.choose(question(game)) for _ in range(30)] == first


def test_an_unknown_player_is_one_line() -> None:
    with pytest.raises(LivingstoneError, match="did you mean 'random'"):
        HouseBot("randon")


@pytest.mark.parametrize("spec", ["random", "scripted", "ismcts:sims=20"])
def test_once_ready_nothing_is_loaded_or_compiled_any_more(spec: str, tmp_path: Path) -> None:
    # Requests are made here and answered there, so that the host's kernels are not among the counted ones.
    lines = []
    game = Game.new(2, seed=3)
    while not game.is_over:
        if game.awaits_chance:
            game.roll()
            continue
        request = question(game).message
        lines.append(request)
        game.play(game.legal()[-1])
    file = tmp_path / "requests.jsonl"
    file.write_bytes(b"".join(dumps(line, newline=True) for line in lines))
    code = f"""
from pathlib import Path
from livingstone.engine import _jit
from livingstone.engine.editions import Edition
from livingstone.protocol import messages
from livingstone.protocol.lines import decode_host
from livingstone.protocol.serve import Question
from livingstone.tournaments.house_bot import HouseBot
edition = Edition.load()
bot = HouseBot({spec!r})
bot.new_game(messages.NewGame(game="g", edition=edition.to_dict(), players=2, seat=0, names=("A", "B"), seed="5",
                              time=messages.TimeControl()))
before = _jit.progress()[0]
for line in Path({str(file)!r}).read_bytes().splitlines():
    bot.choose(Question(decode_host(line), edition))
print(before > 0, _jit.progress()[0] - before)
"""
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True
    ).stdout
    assert shown.split() == ["True", "0"]


@pytest.mark.skipif(best_isolation() is not Isolation.BUBBLEWRAP, reason="bubblewrap does not work here")
def test_compiled_code_is_found_on_a_read_only_system(tmp_path: Path) -> None:
    if _jit.cache_folder()[0] is None:
        pytest.skip("nowhere to keep compiled code")
    private = tmp_path / "bots" / "host" / "private"
    private.mkdir(parents=True)
    code = "from livingstone.engine import _jit\nprint(_jit.is_warm(), _jit.cache_folder()[0])"
    argv = wrapped([sys.executable, "-c", code], Isolation.BUBBLEWRAP, tmp_path, private)
    shown = subprocess.run(argv, capture_output=True, text=True, timeout=60, check=True).stdout
    assert shown.split() == ["True", str(_jit.cache_folder()[0])]
