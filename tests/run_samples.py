"""Small tournaments for tests: bots that think for no time, one program among them, and what a run came to."""

import sys
from pathlib import Path
from typing import Any

from livingstone.tournaments.executor import Executor
from livingstone.tournaments.ratings.table import rate
from livingstone.tournaments.run.beginning import begin, draw_up
from livingstone.tournaments.run.coordinator import Coordinator, Summary
from livingstone.tournaments.run.plan import Plan
from livingstone.tournaments.run.task import Task, TaskResult
from livingstone.tournaments.run.watcher import Watcher
from livingstone.tournaments.store import Store
from store_runs import rated_games

BOT = '''\
"""Plays the first legal move. ``after N``: exits at its N-th request of a game; ``never``: does not start."""
import json
import sys

asked, last = 0, int(sys.argv[2]) if "after" in sys.argv else None
if "never" in sys.argv:
    sys.exit("out of order")
for line in iter(sys.stdin.readline, ""):
    message = json.loads(line)
    kind, answer = message["type"], None
    if kind == "hello":
        answer = {"type": "hello", "major": 1, "name": "first"}
    elif kind == "new_game":
        answer = {"type": "ready"}
    elif kind == "request":
        asked += 1
        if asked == last:
            sys.exit("tired")
        answer = {"type": "action", "id": message["id"], "action": 0}
    elif kind == "quit":
        break
    if answer is not None:
        print(json.dumps(answer), flush=True)
'''
"""As a file ``first.py``."""


def write_config(folder: Path, bots: list[str], **keys: Any) -> Path:
    """A config beside a ``first.py``; ``bots``: what stands after ``bot =``, with ``name@`` before it if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "first.py").write_text(BOT)
    values = {"players": [2, 3], "seed": "ice", "isolation": "none", "time": "10s"} | keys
    lines = ["[tournament]", *(f"{key} = {_toml(value)}" for key, value in values.items())]
    for bot in bots:
        name, _, text = bot.rpartition("@")
        lines += ["", "[[bot]]", f"bot = {_toml(text)}", *([f"name = {_toml(name)}"] if name else [])]
    path = folder / "night.toml"
    path.write_text("\n".join(lines) + "\n")
    return path


def program(*words: str) -> str:
    """The command of the bot ``first.py``."""
    return " ".join([sys.executable, "first.py", *words])


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(_toml(part) for part in value)}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def start(config: Path, folder: Path) -> tuple[Store, Plan]:
    """A run that has begun, its store open for writing."""
    plan = draw_up(config, lambda _: None)
    return begin(plan, folder), plan


def play(
    config: Path,
    folder: Path,
    workers: int = 2,
    watcher: Watcher | None = None,
    executor: Executor[Task, TaskResult] | None = None,
) -> Summary:
    """A run from its beginning to its end."""
    store, plan = start(config, folder)
    with store:
        return Coordinator(store, plan, workers, watcher or Watcher(), executor=executor).run()


def outcome(folder: Path) -> dict[str, Any]:
    """All that a run came to, times and hashes of bots aside: games, hashes of their records, ratings, exclusions."""
    with Store.open(folder, readonly=True) as store:
        games = {}
        for game in store.games():
            seats = [
                (seat.bot.name, seat.place, seat.points, seat.donation, seat.out, seat.share, seat.termination,
                 seat.decisions)
                for seat in game.seats
            ]  # fmt: skip
            assert game.id not in games
            games[game.id] = (
                game.block,
                game.rotation,
                game.deal,
                game.start,
                game.rounds,
                seats,
                game.sha256,
            )
        return {
            "games": games,
            "ratings": rate(rated_games(store)),
            "excluded": {bot.name: bot.excluded for bot in store.bots()},
        }
