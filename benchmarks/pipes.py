"""Games over real pipes: ``python benchmarks/pipes.py [--games N] [--json] [BOT ...]``.

Two copies of each bot play games of two against each other, in processes that stay: how many games a second, and
whose processor time they take; ``random_bot.c`` beside this file takes next to none itself. Prints medians of
several runs; asserts nothing. Run it on a quiet machine. The rows are explained in docs/performance.md.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from livingstone.engine.game import Game
from livingstone.protocol.isolation import Isolation, best_isolation
from livingstone.protocol.kits import write_kit
from livingstone.protocol.manifest import read_manifest
from livingstone.protocol.usage import usage_of
from livingstone.tournaments.entrants import Entrant, read_entrant
from livingstone.tournaments.guest import Guest, Invitation
from livingstone.tournaments.hosting import Hosting

RUNS = 5
RANDOM_BOT = Path(__file__).with_name("random_bot.c")


@dataclass(frozen=True)
class Pace:
    """One run of games between two copies of a bot."""

    games_a_second: float
    requests_a_game: float
    host_ms: float
    """Processor time of the host a game."""
    bots_ms: float
    """Processor time of both bots a game."""
    wall_us: float
    """A request from question to answer, everything included."""


def pace_of(entrant: Entrant, games: int) -> list[Pace]:
    """Several runs in the same two processes, after a game to warm up."""
    hosting = Hosting(isolation=min(best_isolation(), Isolation.LIMITS, key=lambda level: level.rank))
    guests = [Guest(entrant.launch(hosting), hosting, entrant.name, keep=True) for _ in range(2)]
    try:
        play(guests, 1)
        return [run(guests, games, 1 + number * games) for number in range(RUNS)]
    finally:
        for guest in guests:
            guest.leave()


def run(guests: list[Guest], games: int, seed: int) -> Pace:
    """Games of one run."""
    processes = [guest._open.process.pid for guest in guests]
    bots = sum(usage_of(pid).cpu_ms for pid in processes)
    host, began = time.process_time(), time.perf_counter()
    requests = sum(play(guests, seed + game) for game in range(games))
    wall, host = time.perf_counter() - began, time.process_time() - host
    bots = sum(usage_of(pid).cpu_ms for pid in processes) - bots
    return Pace(games / wall, requests / games, 1000 * host / games, bots / games, 1e6 * wall / requests)


def play(guests: list[Guest], seed: int) -> int:
    """One game; the number of requests."""
    game = Game.new(len(guests), seed=seed)
    for seat, guest in enumerate(guests):
        guest.join(Invitation(f"g{seed}", game.edition, len(guests), seat, seed))
    requests = 0
    while not game.is_over:
        if game.awaits_chance:
            game.roll()
        else:
            game.play(guests[game.seat].choose(game.observation(), game.legal()))
            requests += 1
    return requests


def yardsticks(folder: Path) -> list[Entrant]:
    """A random bot and the starter bot in C, the starter bot in Python, the built-in random player as a bot."""
    entrants = []
    if shutil.which("cc") is not None:
        program = folder / "random_bot"
        subprocess.run(["cc", "-std=c11", "-O2", "-o", str(program), str(RANDOM_BOT)], check=True)
        entrants.append(Entrant("random in C", argv=(str(program),), folder=folder))
    for language in ("c", "python"):
        if language == "c" and shutil.which("cc") is None:
            continue
        write_kit(language, folder / language, f"{language}-starter")
        read_manifest(folder / language).build(folder / language)
        entrants.append(read_entrant(str(folder / language)))
    command = (sys.executable, "-m", "livingstone", "bot", "run", "random")
    return [*entrants, Entrant("bot run random", argv=command, folder=folder)]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bots", nargs="*")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        entrants = [read_entrant(bot) for bot in arguments.bots] or yardsticks(Path(folder))
        found: dict[str, object] = {"cores": os.cpu_count(), "bots": {}}
        for entrant in entrants:
            paces = pace_of(entrant, arguments.games)
            middle = {
                name: round(statistics.median(getattr(pace, name) for pace in paces), 1)
                for name in Pace.__dataclass_fields__
            }
            found["bots"][entrant.name] = middle  # type: ignore[index]
    print(json.dumps(found, indent=None if arguments.json else 2))


if __name__ == "__main__":
    main()
