"""A program at a seat: what it is told, how long it lives, and what is kept of it."""

import json
import os
import sys
from pathlib import Path

import pytest

from livingstone.engine.game import Game
from livingstone.protocol.process import Launch
from livingstone.protocol.reaper import REAPER
from livingstone.protocol.session import Session
from livingstone.protocol.termination import BotFault, Termination
from livingstone.tournaments.guest import Guest, Invitation
from livingstone.tournaments.hosting import Hosting, LineLog
from livingstone.tournaments.match import play_game

BOT = """
import json, os, sys
print("I am", os.getpid(), file=sys.stderr, flush=True)
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        hello = {"type": "hello", "major": 1, "name": "noter", "features": sys.argv[1:]}
        print(json.dumps(hello), flush=True)
    elif kind == "new_game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif kind == "request":
        answer = {"type": "action", "id": message["id"], "action": 0, "note": "first", "evaluation": {"win": 0.5}}
        print(json.dumps(answer), flush=True)
    elif kind == "quit":
        break
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "noter.py"
    path.write_text(BOT)
    return path


def guest(program: Path, *features: str, keep: bool = False, **hosting: object) -> Guest:
    launch = Launch((sys.executable, str(program), *features), program.parent)
    return Guest(launch, Hosting(**hosting), "noter", keep=keep)  # type: ignore[arg-type]


def told(path: Path, kind: str) -> list[dict[str, object]]:
    """Messages of a kind that the host sent."""
    lines = [json.loads(line[2:]) for line in path.read_text().splitlines() if line.startswith("> ")]
    return [line for line in lines if line["type"] == kind]


def test_a_game_is_announced_asked_and_concluded(program: Path, tmp_path: Path) -> None:
    player = guest(program, "events", log_lines=tmp_path / "logs", score="win", tries=3)
    result = play_game([player, "scripted", "random"], deal_seed=1, private_seed=2, label="g-x")
    assert result.faults == ("", "", "")
    assert player.hello is not None
    assert player.hello.name == "noter"
    assert player.last is not None
    assert player.last.note == "first"
    assert player.log_path == tmp_path / "logs" / "noter.lines"
    (announced,) = told(player.log_path, "new_game")
    assert (announced["game"], announced["seat"], announced["players"]) == ("g-x", 0, 3)
    assert (announced["score"], announced["strict"], announced["tries"]) == ("win", False, 3)
    assert announced["names"] == ["A", "B", "C"]
    (concluded,) = told(player.log_path, "game_over")
    assert concluded["places"] == list(result.result.places)
    assert concluded["place"] == result.result.places[0]
    assert (concluded["degraded"], concluded["forfeited"]) == (False, [False, False, False])
    assert len(told(player.log_path, "request")) == result.decisions[0]
    assert len(told(player.log_path, "event")) > sum(result.decisions), "rolls too"


def test_the_others_are_told_that_a_game_was_degraded(program: Path, tmp_path: Path) -> None:
    player = guest(program, log_lines=tmp_path / "logs")
    lost = Guest(Launch((sys.executable, "-c", ""), tmp_path), Hosting(), "lost")
    play_game([player, lost, "random"], deal_seed=1, private_seed=2)
    assert player.log_path is not None
    (concluded,) = told(player.log_path, "game_over")
    assert (concluded["degraded"], concluded["forfeited"]) == (True, [False, True, False])


def test_without_events_none_are_sent(program: Path, tmp_path: Path) -> None:
    player = guest(program, log_lines=tmp_path / "logs")
    play_game([player, "random"], deal_seed=1, private_seed=2)
    assert player.log_path is not None
    assert told(player.log_path, "event") == []


def pids(player: Guest) -> list[int]:
    return [int(line.split()[2]) for line in player.stderr.splitlines()]


def test_each_game_has_a_fresh_process_unless_it_is_kept(program: Path) -> None:
    for keep in (False, True):
        player = guest(program, keep=keep)
        seen = []
        for deal in (1, 2):
            play_game([player, "random"], deal_seed=deal, private_seed=2)
            seen.append(player._session is not None)
        assert seen == [keep, keep]
        player.leave()
        (last,) = pids(player)
        with pytest.raises(ProcessLookupError):
            os.kill(last, 0)


def test_lines_and_stderr_are_kept_and_nothing_is_written_over(program: Path, tmp_path: Path) -> None:
    player = guest(program, log_lines=tmp_path / "logs")
    for deal in (1, 2):
        play_game([player, "random"], deal_seed=deal, private_seed=2)
    names = sorted(path.name for path in (tmp_path / "logs").iterdir())
    assert names == ["noter-2.lines", "noter-2.stderr", "noter.lines", "noter.stderr"]
    assert (tmp_path / "logs" / "noter.stderr").read_text().startswith("I am ")


def test_a_program_that_is_not_there_is_a_fault_at_the_start(tmp_path: Path) -> None:
    player = Guest(Launch(("./nothing",), tmp_path), Hosting())
    with pytest.raises(BotFault, match="no such program") as caught:
        player.start()
    assert caught.value.termination is Termination.NOT_STARTED


def test_it_cannot_be_asked_before_it_joins(program: Path) -> None:
    game = Game.new(2, seed=1)
    game.roll()
    player = guest(program)
    with pytest.raises(RuntimeError, match="join comes first"):
        player.choose(game.observation(), game.legal())
    player.join(Invitation("g", game.edition, 2, 0, 5))
    assert player.choose(game.observation(), game.legal()) == game.legal()[0]
    player.leave()


def test_an_interrupted_greeting_leaves_no_session(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    guest = Guest(Launch((sys.executable, "-c", "input()"), tmp_path), Hosting(), keep=True)

    def interrupted(session: Session) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "greet", interrupted)
    with pytest.raises(KeyboardInterrupt):
        guest.start()
    with pytest.raises(RuntimeError, match="join comes first"):
        guest.hear({})


def test_all_part_though_one_parting_is_interrupted(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guests = [guest(program), guest(program)]

    def interrupted() -> None:
        guests[1].leave()
        raise KeyboardInterrupt

    monkeypatch.setattr(guests[1], "part", interrupted)
    with pytest.raises(KeyboardInterrupt):
        play_game(guests, deal_seed=1, private_seed=2)
    with pytest.raises(RuntimeError, match="join comes first"):
        guests[0].hear({})


def test_a_failure_of_the_host_is_not_booked_on_the_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    guest = Guest(Launch((sys.executable, "-c", "input()"), tmp_path), Hosting())

    def broken(session: Session) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(Session, "greet", broken)
    with pytest.raises(OSError, match="Too many open files"):
        play_game([guest, "random"], deal_seed=1, private_seed=1)


def test_a_log_that_cannot_be_written_leaves_no_process(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launch = Launch((sys.executable, str(program)), tmp_path)
    guests = [Guest(launch, Hosting(log_lines=tmp_path / "lines")) for _ in range(2)]
    running = set(REAPER._groups)
    lines = 0

    def full(log: LineLog, direction: str, line: bytes) -> None:
        nonlocal lines
        lines += 1
        if lines > 12:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(LineLog, "__call__", full)
    with pytest.raises(OSError, match="No space left"):
        play_game(guests, deal_seed=1, private_seed=1)
    assert lines > 12
    assert set(REAPER._groups) == running
