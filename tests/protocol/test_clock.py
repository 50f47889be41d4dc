"""The clock of a seat: by turn, over all requests, in the host's arithmetic and over real pipes."""

import statistics

import pytest

from bot_zoo import Animal, Marked, new_game
from livingstone.ai.players import make_player
from livingstone.engine.constants import Kind
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.game import Game
from livingstone.protocol.clock import Clock, parse_time, time_text
from livingstone.protocol.messages import RequestTime, TimeControl
from livingstone.protocol.session import Session
from livingstone.protocol.termination import BotFault, HostStalled, Termination
from sample_games import EDITIONS, random_game

MS = 1_000_000


def test_a_cap_covers_the_whole_turn_and_starts_anew() -> None:
    clock = Clock(TimeControl(cap_ms=1000))
    assert clock.left_ns == 1000 * MS
    clock.spend(300 * MS)
    clock.spend(200 * MS)
    assert clock.left_ns == 500 * MS
    clock.spend(505 * MS)  # within the margin
    assert clock.left_ns == 0
    clock.end_turn()
    assert clock.left_ns == 1000 * MS


def test_a_bank_shrinks_by_turns_and_grows_by_increments() -> None:
    clock = Clock(TimeControl(cap_ms=None, bank_ms=2000, increment_ms=100))
    clock.spend(1500 * MS)
    assert clock.left_ns == 500 * MS
    clock.spend(200 * MS)
    clock.end_turn()
    assert clock.left_ns == (300 + 100) * MS
    clock.spend(405 * MS)
    assert clock.left_ns == 0
    clock.end_turn()
    assert clock.left_ns == 100 * MS


def test_cap_and_bank_together_leave_the_less() -> None:
    clock = Clock(TimeControl(cap_ms=500, bank_ms=800))
    clock.spend(400 * MS)
    assert clock.left_ns == 100 * MS
    clock.end_turn()
    assert clock.left_ns == 400 * MS
    assert clock.to_message() == RequestTime(cap_ms=500, bank_ms=400, increment_ms=0, deadline_ms=400)
    clock.spend(399_999_999)
    assert clock.to_message() == RequestTime(cap_ms=500, bank_ms=0, increment_ms=0, deadline_ms=0)


def test_without_limits_nothing_is_counted_down() -> None:
    clock = Clock(TimeControl(cap_ms=None))
    clock.spend(10**15)
    assert clock.left_ns is None
    assert clock.to_message().deadline_ms is None


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("1s", TimeControl(cap_ms=1000)),
        ("250ms", TimeControl(cap_ms=250)),
        ("1.5s", TimeControl(cap_ms=1500)),
        ("2m", TimeControl(cap_ms=120_000)),
        ("60s+1s", TimeControl(cap_ms=None, bank_ms=60_000, increment_ms=1000)),
        ("60s+0s", TimeControl(cap_ms=None, bank_ms=60_000)),
        ("60s/5s", TimeControl(cap_ms=5000, bank_ms=60_000)),
        ("60s + 1s / 5s", TimeControl(cap_ms=5000, bank_ms=60_000, increment_ms=1000)),
        ("none", TimeControl(cap_ms=None)),
    ],
)
def test_times_are_read_and_written(text: str, control: TimeControl) -> None:
    assert parse_time(text) == control
    assert parse_time(time_text(control)) == control


@pytest.mark.parametrize(
    "text", ["", "1", "s", "-1s", "0s", "1h", "1s+", "1s+1s/", "/5s", "1s//2s", "1e3s", "nan s", "١s"]
)
def test_other_times_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(LivingstoneError, match=r"^time .*: expected 1s \(a turn\), .* or none$"):
        parse_time(text)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 5])
def test_every_turn_ends_by_end_or_pass(players: int, edition: str) -> None:
    """The clock relies on it: what a turn took leaves the bank then, and the cap starts anew."""
    for seed in range(10):
        mover, last = -1, int(Kind.END)
        for game in random_game(players, edition, seed):
            if game.is_over or game.awaits_chance or game.seat != mover:
                assert mover < 0 or last in (Kind.END, Kind.PASS)
                mover = -1
            if not (game.is_over or game.awaits_chance):
                mover = game.seat
                last = int(Kind.END) if game.phase.name == "ACTION_DONE" else int(Kind.TAKE)


def test_a_bot_that_sleeps_at_every_request_of_a_turn_is_late_by_their_sum() -> None:
    """Each answer alone would be in time."""
    marked = Marked(Animal("sleepers 150", Termination.TIMEOUT))
    session = Session(marked.launch)
    game = Game.new(2, seed=1, start=0)
    game.roll()
    session.greet()
    session.new_game(new_game(game, 0, cap_ms=400))
    used, number = 0, 0
    expected = r"^request 3: no answer after \d+ ms \(limit \d+ ms\)"
    with pytest.raises((BotFault, HostStalled), match=expected) as fault:  # noqa: PT012
        while True:
            reply = session.ask(game.observation(), game.legal())
            used, number = used + reply.used_ns, number + 1
            game.play(reply.action)
    assert (number, game.seat) == (2, 0)
    session.close()
    assert used < 400 * MS
    if fault.type is BotFault:
        limit = int(str(fault.value).rpartition("limit ")[2].split()[0])
        assert abs(limit - (400 - used / MS)) <= 1


@pytest.mark.parametrize(
    "control",
    [{"cap_ms": 2000}, {"cap_ms": None, "bank_ms": 2000, "increment_ms": 500}, {"cap_ms": None}],
    ids=["cap", "bank", "none"],
)
def test_turns_that_are_in_time_each_do_not_add_up(control: dict[str, int]) -> None:
    """The same bot over several turns: 20 ms an answer; what is left is told with each request."""
    lines: list[bytes] = []
    marked = Marked(Animal("sleepers 20", Termination.COMPLETED))
    session = Session(
        marked.launch, tap=lambda way, line: lines.append(line) if b'"request"' in line else None
    )
    game = Game.new(2, seed=1, start=0)
    other = make_player("scripted")
    session.greet()
    session.new_game(new_game(game, 0, **control))  # type: ignore[arg-type]
    bank = control.get("bank_ms", 0) * MS
    turn, turns = 0, 0
    used: list[int] = []
    while turns < 3:
        if game.awaits_chance:
            game.roll()
        elif game.seat == 1:
            game.play(other.choose(game.observation(), game.legal()))
        else:
            clock = session._clock
            expected = None if control == {"cap_ms": None} else (bank or 2000 * MS) - turn
            assert clock.left_ns == expected
            reply = session.ask(game.observation(), game.legal())
            used.append(reply.used_ns)
            turn += reply.used_ns
            if reply.action.kind in (Kind.END, Kind.PASS):
                bank, turn, turns = bank and bank - turn + 500 * MS, 0, turns + 1
            game.play(reply.action)
    session.close()
    # It sleeps 20 ms; where the machine is busy some of that can pass before the host looks at its clock.
    assert statistics.median(used) >= 10 * MS
    assert len(lines) >= 9
