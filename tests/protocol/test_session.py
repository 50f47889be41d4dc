"""A session: what is said in which order, what is tolerated, and who is blamed for what."""

import os
import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from bot_zoo import Animal, Marked, new_game
from fake_process import FakeProcess, fake_session, honest, message
from livingstone.engine.editions import Edition
from livingstone.engine.game import Game
from livingstone.protocol import dialogue
from livingstone.protocol.clock import MARGIN_MS, Clock
from livingstone.protocol.messages import BotLimits
from livingstone.protocol.session import Session
from livingstone.protocol.termination import BotFault, HostStalled, Termination
from livingstone.protocol.version import NOTE_BYTES


def started(seed: int = 1) -> Game:
    """Seat 0 is asked for its first die."""
    game = Game.new(2, seed=seed, start=0)
    game.roll()
    return game


def seated(
    game: Game, *, cap_ms: int | None = 20_000, tries: int = 1, **answers: Callable[[dict[str, Any]], bytes]
) -> tuple[Session, FakeProcess]:
    session, bot = fake_session(honest(**answers))
    session.greet()
    session.new_game(new_game(game, 0, cap_ms=cap_ms, tries=tries))
    return session, bot


def kinds(bot: FakeProcess) -> list[str]:
    return [said["type"] for said in bot.heard]


def ask(session: Session, game: Game) -> Any:
    return session.ask(game.observation(), game.legal())


def test_greeting_game_and_good_bye() -> None:
    game = started()
    session, bot = seated(game)
    assert session.hello.name == "fake"
    assert session.features == ("events", "text")
    assert bot.heard[1]["features"] == ["events", "text"]
    assert ask(session, game).action == game.legal()[0]
    session.close()
    session.close()
    assert kinds(bot) == ["hello", "welcome", "new_game", "request", "quit"]
    request = bot.heard[3]
    assert request["id"] == 1
    assert request["kind"] == "before_die"
    assert request["time"]["cap_ms"] == 20_000 >= request["time"]["deadline_ms"] > 19_000
    assert request["legal_text"] == [entry.legal_text() for entry in game.legal()]


def test_nothing_is_sent_that_was_not_asked_for() -> None:
    session, bot = fake_session(honest(hello=lambda _: message("hello", major=1, name="plain")))
    game = started()
    session.greet()
    session.new_game(new_game(game, 0))
    session.tell({"roll": [1, 2, 3, 4]})
    ask(session, game)
    assert kinds(bot) == ["hello", "welcome", "new_game", "request"]
    assert "legal_text" not in bot.heard[3]
    session.close()


def test_events_are_counted_by_game_and_ids_by_session() -> None:
    game = started()
    session, bot = seated(game)
    for _ in range(2):
        session.tell({"roll": [1, 2, 3, 4]})
        session.tell({"forfeit": 1})
        ask(session, game)
        session.new_game(new_game(game, 0))
    assert [said["seq"] for said in bot.heard if said["type"] == "event"] == [1, 2, 1, 2]
    assert [said["id"] for said in bot.heard if said["type"] == "request"] == [1, 2]
    session.close()


def test_a_reply_has_what_came_beside_the_action() -> None:
    game = started()
    evaluation = {"win": 0.25, "vp": 31.5, "nodes": 7}
    extra = {"note": "ü" * 512, "evaluation": evaluation}
    session, _ = seated(game, request=lambda asked: message("action", id=asked["id"], action=[0], **extra))
    reply = ask(session, game)
    assert reply.note == "ü" * 512
    assert (reply.evaluation.win, reply.evaluation.vp, reply.evaluation.nodes) == (0.25, 31.5, 7)
    assert 0 <= reply.used_ns < 10**9
    session.close()


def test_asides_are_heard_and_do_not_pass_for_answers() -> None:
    game = started()

    def talk(asked: dict[str, Any]) -> bytes:
        number = asked["id"]
        stale = b"".join(message("action", id=old, action=0) for old in range(1, number))
        chat = (
            message("log", message=f"at {number}") + message("ping", id=70 + number) + message("pong", id=5)
        )
        answers = message("action", id=number, action=0) + message("action", id=number, action=1)
        return b"\r\n\n" + stale + chat + answers

    session, bot = seated(game, request=talk)
    for _ in range(3):
        game.play(ask(session, game).action)
    assert session.dialogue.stale_answers == 0 + (1 + 1) + (1 + 2)
    assert session.dialogue.logs == ["at 1", "at 2", "at 3"]
    assert [said["id"] for said in bot.heard if said["type"] == "pong"] == [71, 72, 73]
    session.close()


def test_asides_are_counted_from_answer_to_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialogue, "_MOST_ASIDES", 10)
    game = started()
    chatter = lambda said: b"\n" * 8 + message("action", id=said["id"], action=0)  # noqa: E731
    session, _ = seated(game, request=chatter)
    for _ in range(4):
        game.play(ask(session, game).action)
    session.close()


def test_a_note_may_be_as_long_as_the_limit_says() -> None:
    longest = "ü" * (NOTE_BYTES // 2)
    for note, is_fine in ((longest, True), (longest + "x", False)):
        game = started()
        answer = lambda said, note=note: message("action", id=said["id"], action=0, note=note)  # noqa: E731
        session, _ = seated(game, request=answer)
        if is_fine:
            assert ask(session, game).note == note
        else:
            assert "a note of more than 1024 bytes" in str(fault_of(session, game))
        session.close()


def test_a_pass_ends_the_turn_of_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the time of a turn without a die would be taken from the next one's."""
    game = Game.new(2, Edition.load("schmidt-2009", ["must_take_die=no"]), seed=1, start=0)
    game.roll()
    ended: list[str] = []
    monkeypatch.setattr(Clock, "end_turn", lambda _: ended.append(said))
    session, _ = seated(game, request=lambda asked: message("action", id=asked["id"], action=said))
    for said in ("donate 1", "pass"):  # noqa: B007  # the bot says it
        game.play(ask(session, game).action)
    session.close()
    assert ended == ["pass"]


def fault_of(session: Session, game: Game) -> BotFault:
    with pytest.raises(BotFault) as fault:
        ask(session, game)
    assert not session.process.is_running
    return fault.value


@pytest.mark.parametrize(
    ("line", "end", "text"),
    [
        (message("quit"), "resigned", "it quit"),
        (message("error", code="x", message="lost"), "resigned", "it gave up: 'lost'"),
        (message("action", id=0, action=0), "bad_line", "it answered request 0, the last one was 1"),
        (message("action", id=2, action=0), "bad_line", "it answered request 2, the last one was 1"),
        (message("hello", major=1, name="again"), "bad_line", "'hello' is not due: expected action"),
        (message("action", id=1, action={"donate": 500}), "illegal_action", "'donate 500' is illegal by R22"),
    ],
)
def test_a_wrong_line_ends_the_session_and_the_bot_is_told_why(
    line: bytes, end: Termination, text: str
) -> None:
    game = started()
    session, bot = seated(game, request=lambda _: line)
    fault = fault_of(session, game)
    assert fault.termination == end
    assert str(fault).startswith(f"request 1: {text}")
    assert kinds(bot)[-2:] == ["error", "quit"]
    assert bot.heard[-2]["code"] == end
    assert bot.heard[-2]["message"] == str(fault)


def test_an_answer_before_the_first_question() -> None:
    game = started()
    session, _ = seated(game, new_game=lambda _: message("ready") + message("action", id=1, action=0))
    assert str(fault_of(session, game)) == "before request 1: it answered request 1, nothing was asked yet"


def test_greetings_that_fail() -> None:
    refusal = message("error", code="unsupported_version", message="I speak 7")
    cases = {
        message("hello", major=2, name="late"): ("hello: major 2, expected 1", "unsupported_version"),
        message("ready"): ("hello: 'ready' is not due: expected hello", "bad_line"),
        refusal: ("hello: it gave up: 'I speak 7'", "unsupported_version"),
        message("error", code="licence", message="none found"): (
            "hello: it gave up: 'none found'",
            "resigned",
        ),
    }
    for line, (text, code) in cases.items():
        session, bot = fake_session(honest(hello=lambda _, line=line: line))  # type: ignore[misc]
        with pytest.raises(BotFault) as fault:
            session.greet()
        assert (str(fault.value), fault.value.termination) == (text, Termination.NOT_STARTED)
        assert (bot.heard[-2]["type"], bot.heard[-2]["code"]) == ("error", code)
        assert not session.process.is_running


def test_a_lenient_host_asks_again_while_the_clock_runs_on() -> None:
    game = started()
    answers = iter(["fly", {"donate": 500}, 0])
    reply = lambda said: message("action", id=said["id"], action=next(answers))  # noqa: E731
    session, bot = seated(game, tries=3, request=reply, reject=reply)
    assert ask(session, game).action == game.legal()[0]
    rejects = [said for said in bot.heard if said["type"] == "reject"]
    assert [(said["id"], said["code"], said["tries_left"]) for said in rejects] == [
        (1, "bad_answer", 2),
        (1, "illegal_action", 1),
    ]
    assert "'fly'" in rejects[0]["message"] and "R22" in rejects[1]["message"]
    session.close()


def test_the_last_try_forfeits_and_strict_games_have_one() -> None:
    for tries, rejects in ((1, 0), (2, 1)):
        game = started()
        wrong = lambda said: message("action", id=said["id"], action="fly")  # noqa: E731
        session, bot = seated(game, tries=tries, request=wrong, reject=wrong)
        assert fault_of(session, game).termination is Termination.ILLEGAL
        assert kinds(bot).count("reject") == rejects


def test_tries_share_one_allowance() -> None:
    lines: list[bytes] = []
    launch = Marked(Animal("speech stubborn", Termination.TIMEOUT)).launch
    session = Session(launch, tap=lambda way, line: lines.append(line))
    game = started()
    session.greet()
    session.new_game(new_game(game, 0, cap_ms=200, tries=50))
    with pytest.raises((BotFault, HostStalled), match="request 1: no answer after"):
        ask(session, game)
    assert 1 <= sum(b'"reject"' in line for line in lines) <= 2
    session.close()


def test_ping_measures_and_wrong_pongs_do_not_prolong_it() -> None:
    session, _ = fake_session(honest())
    session.greet()
    assert 0 < session.ping() < 1000
    session.close()
    session, _ = fake_session(honest(ping=lambda ping: message("pong", id=ping["id"] + 1) * 3))
    session.greet()
    began = time.monotonic()
    with pytest.raises(BotFault, match="pong: no answer after") as fault:
        session.ping(timeout_ms=50)
    assert fault.value.termination is Termination.TIMEOUT
    assert time.monotonic() - began < 1
    assert not session.process.is_running


def test_who_does_not_read_is_late_and_the_host_is_not_stuck() -> None:
    """The pipe is full before the request is written to its end."""
    session = Session(Marked(Animal("families ignores_stdin", Termination.TIMEOUT)).launch)
    game = started()
    session.greet()
    session.new_game(new_game(game, 0, cap_ms=100))
    session.dialogue.write(b'{"type":"event"}\n' * 20_000)
    assert session.dialogue.channel.has_unsent
    began = time.monotonic()
    with pytest.raises(
        BotFault, match=r"^request 1: it does not read its input: no answer after \d+ ms"
    ) as fault:
        ask(session, game)
    assert fault.value.termination is Termination.TIMEOUT
    assert time.monotonic() - began < 0.11 + 1


def test_the_last_words_count_more_than_the_end() -> None:
    """It resigned and ended between two requests: the host finds a broken pipe, and then why."""
    session = Session(Marked(Animal("speech resigns", Termination.RESIGNED)).launch)
    game = started()
    session.greet()
    session.new_game(new_game(game, 0))
    for number in range(1, 4):
        session.dialogue.write(b'{"type":"request","id":%d}\n' % number)
    os.waitid(os.P_PID, session.process.pid, os.WEXITED | os.WNOWAIT)
    session.dialogue.last_id = 3
    session.dialogue.catch_up = lambda _: None  # type: ignore[method-assign]  # it came too late for that
    session.dialogue.write(b'{"type":"event"}\n')
    assert session.dialogue.channel.input_closed
    with pytest.raises(BotFault, match=r"^request 4: it quit$"):
        ask(session, game)


def test_the_stderr_of_a_crash_is_there_though_nobody_waited_for_it() -> None:
    """The bot is gone before it is asked, with its traceback still in the pipe."""
    session = Session(Marked(Animal("ends before_hello", Termination.NOT_STARTED)).launch)
    os.waitid(os.P_PID, session.process.pid, os.WEXITED | os.WNOWAIT)
    with pytest.raises(BotFault, match="it exited with code 1; its stderr ends 'no licence found'"):
        session.greet()
    assert session.process.stderr.text() == "no licence found\n"


@pytest.mark.parametrize("offset_ms", [-20, -5, 5, 20])
def test_near_the_limit_the_verdict_fits_the_measured_time(offset_ms: int) -> None:
    cap_ms, measured = 150, []
    for _ in range(3):
        session = Session(Marked(Animal(f"sleepers {cap_ms + offset_ms}", Termination.TIMEOUT)).launch)
        game = started()
        session.greet()
        session.new_game(new_game(game, 0, cap_ms=cap_ms))
        try:
            reply = ask(session, game)
        except HostStalled:
            continue
        except BotFault as fault:
            measured.append(int(re.findall(r"no answer after (\d+) ms \(limit 150 ms\)", str(fault))[0]))
        else:
            assert reply.used_ns <= (cap_ms + MARGIN_MS) * 1_000_000
            assert reply.used_ns >= cap_ms * 500_000  # it may have begun before the host looked at its clock
            assert offset_ms < 20
        finally:
            session.close()
    assert min(measured, default=cap_ms + MARGIN_MS) >= cap_ms + MARGIN_MS


def test_two_sessions_do_not_mix() -> None:
    games = [started(1), started(2)]
    sessions = [Session(Marked(Animal("speech crlf", Termination.COMPLETED)).launch) for _ in games]
    for session, game in zip(sessions, games, strict=True):
        session.greet()
        session.new_game(new_game(game, 0))
    for _ in range(20):
        for session, game in zip(sessions, games, strict=True):
            while game.awaits_chance:
                game.roll()
            game.play(ask(session, game).action)
    for session in sessions:
        session.close()


def test_limits_are_told_as_they_are_kept() -> None:
    session = Session(Marked(Animal("speech mute", Termination.NOT_STARTED)).launch, BotLimits(hello_ms=60))
    began = time.monotonic()
    with pytest.raises(BotFault, match=r"^hello: no answer after \d+ ms \(limit 60 ms\)$"):
        session.greet()
    assert time.monotonic() - began < 1.5
