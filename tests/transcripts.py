"""The golden transcripts of the line protocol: played anew by the real host with a bot that never varies.

``python tests/transcripts.py`` writes them to tests/protocol/transcripts/. Each line there begins with ``> ``
(host to bot) or ``< `` (bot to host); the rest is what went over the pipe, byte by byte.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from livingstone.ai.players import make_player
from livingstone.engine.editions import Edition
from livingstone.engine.events import action_event, roll_event
from livingstone.engine.game import Game
from livingstone.protocol.clock import Clock
from livingstone.protocol.messages import BotLimits, GameOver, HostInfo, NewGame, TimeControl
from livingstone.protocol.process import Launch
from livingstone.protocol.session import Session
from livingstone.protocol.termination import BotFault

FOLDER = Path(__file__).parent / "protocol" / "transcripts"
ANSWER_NS = 3_000_000
"""What every answer takes by the transcripts' clock."""
HOST = HostInfo(name="livingstone-ai", version="1.0.0")
"""Goldens outlive versions."""

Play = Callable[[Session], None]


def play(
    players: int,
    seat: int,
    seed: int,
    *,
    time: TimeControl | None = None,
    strict: bool = True,
    tries: int = 1,
    rounds: int = 2,
    games: int = 1,
    pings: int = 0,
) -> Play:
    """Whole short games: the bot at ``seat``, scripted players at the others."""

    def run(session: Session) -> None:
        session.greet()
        for _ in range(pings):
            session.ping()
        for number in range(games):
            game = Game.new(players, Edition.load(overrides=[f"max_rounds={rounds}"]), seed + number, start=0)
            new_game = NewGame(
                game=f"g-{number + 1}",
                edition=game.edition.to_dict(),
                players=players,
                seat=seat,
                names=tuple("ABCDE"[:players]),
                seed="1844674407370955161",
                strict=strict,
                tries=tries,
                time=time or TimeControl(),
            )
            session.new_game(new_game)
            _play_on(session, game, seat)
            session.game_over(_game_over(game, new_game.game, seat))

    return run


def _play_on(session: Session, game: Game, seat: int) -> None:
    others = [make_player("scripted", other) for other in range(game.players)]
    while not game.is_over:
        if game.awaits_chance:
            final = game.phase.name == "FINAL_DICE"
            session.tell(roll_event(game.roll(), final=final))
            continue
        mover, observation, legal = game.seat, game.observation(), game.legal()
        if mover == seat:
            action = session.ask(observation, legal).action
        else:
            action = others[mover].choose(observation, legal)
        session.tell(action_event(seat, mover, action, game.play(action)))


def _game_over(game: Game, name: str, seat: int) -> GameOver:
    result = game.result()
    return GameOver(
        game=name,
        place=result.places[seat],
        places=result.places,
        points=result.points,
        sources=result.sources,
        donations=result.donations,
        out=result.out,
        forfeited=result.forfeited,
        winners=result.winners,
        degraded=False,
    )


TRANSCRIPTS: dict[str, tuple[str, Play]] = {
    "two_players_text": ("text", play(2, 1, 11, rounds=3)),
    "three_players_events": (
        "events",
        play(3, 0, 12, rounds=1, games=2, time=TimeControl(cap_ms=None, bank_ms=9000, increment_ms=250)),
    ),
    "lenient_rejection": ("lenient", play(2, 0, 13, rounds=1, strict=False, tries=3)),
    "forfeit": ("illegal", play(2, 0, 14)),
    "refusal_of_version": ("refusing", play(2, 0, 15)),
    "foreign_version": ("foreign", play(2, 0, 15)),
    "ping": ("ping", play(2, 0, 3, rounds=1, pings=1)),
}
"""File name to the bot's manner and what the host does with it."""


@contextmanager
def _steady_clock() -> Iterator[None]:
    """Lets every answer take the same time."""
    spend = Clock.spend
    with (
        patch.object(Clock, "spend", lambda clock, _: spend(clock, ANSWER_NS)),
        patch("livingstone.protocol.session.HOST", HOST),
    ):
        yield


def transcript(name: str) -> tuple[bytes, BotFault | None]:
    """A transcript, played now, and how it failed."""
    manner, run = TRANSCRIPTS[name]
    lines: list[bytes] = []
    failure = None
    launch = Launch((sys.executable, str(FOLDER / "bot.py"), manner), FOLDER)
    with _steady_clock():
        session = Session(
            launch, BotLimits(memory_mb=1024), lambda way, line: lines.append(way.encode() + b" " + line)
        )
        try:
            run(session)
        except BotFault as fault:
            failure = fault
        finally:
            session.close()
    return b"".join(lines), failure


if __name__ == "__main__":
    for each in TRANSCRIPTS:
        (FOLDER / f"{each}.lines").write_bytes(transcript(each)[0])
        print(FOLDER / f"{each}.lines")
