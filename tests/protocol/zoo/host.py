"""A host in a process of its own, to be killed: ``python host.py WAY MARK NAME...``.

hold: starts these bots, brings each to its third request, prints the folder of their private files, and waits.
play: plays a game without a time limit between these bots. ask: asks the bot, and prints the verdict.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot_zoo import Animal, new_game
from livingstone.ai.random_player import RandomPlayer
from livingstone.engine.game import Game
from livingstone.protocol.messages import TimeControl
from livingstone.protocol.process import Launch
from livingstone.protocol.reaper import REAPER
from livingstone.protocol.session import Session
from livingstone.protocol.termination import BotFault, HostStalled, Termination
from livingstone.tournaments.guest import Guest
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.match import play_game


def launches(mark: str, names: list[str]) -> list[Launch]:
    return [Launch((*Animal(name, Termination.TIMEOUT).argv, mark)) for name in names]


def hold(mark: str, *names: str) -> None:
    sessions = [Session(launch) for launch in launches(mark, list(names))]
    for session in sessions:
        session.greet()
        session.new_game(new_game(Game.new(2, seed=1), 0))
        for number in range(1, 4):
            session.dialogue.write(b'{"type":"request","id":%d}\n' % number)
    print(REAPER.folder(), flush=True)
    time.sleep(100)


def play(mark: str, *names: str) -> None:
    hosting = Hosting(TimeControl(cap_ms=None))
    guests = [Guest(launch, hosting) for launch in launches(mark, list(names))]
    print(REAPER.folder(), flush=True)
    play_game([*guests, RandomPlayer()], deal_seed=1, private_seed=2)


def ask(mark: str, name: str) -> None:
    game = Game.new(2, seed=1, start=0)
    game.roll()
    # What takes long is done before the request goes out: whoever freezes us counts from the word "asking".
    observation, legal = game.observation(), game.legal()
    tap = lambda _, line: print("asking", flush=True) if b'"type":"request"' in line else None  # noqa: E731
    session = Session(launches(mark, [name])[0], tap=tap)
    session.greet()
    session.new_game(new_game(game, 0, cap_ms=500))
    try:
        print("answered", session.ask(observation, legal).used_ns // 1_000_000)
    except (BotFault, HostStalled) as fault:
        print(type(fault).__name__, fault)
    session.close()


if __name__ == "__main__":
    {"hold": hold, "play": play, "ask": ask}[sys.argv[1]](*sys.argv[2:])
