"""Speed of the engine and the search: ``python benchmarks/speed.py [--quick] [--json]``.

Prints medians of several runs; asserts nothing. One process, one thread; run it on a quiet machine. The rows'
meaning is explained in docs/performance.md.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from livingstone.ai.ismcts import TUNING, problem_of, room_for, search_simulations
from livingstone.ai.menu import MENU_CAPACITY, UNKNOWN_DONATION, menu, stage_after
from livingstone.ai.playout import unknown_donation
from livingstone.ai.search import draw_world, new_workspace
from livingstone.engine._jit import kernel
from livingstone.engine.constants import Phase
from livingstone.engine.editions import Edition
from livingstone.engine.game import Game
from livingstone.engine.kernels.apply import apply, deal, roll, roll_final
from livingstone.engine.kernels.playing import play_randomly
from livingstone.engine.layout import new_actions, new_chance, new_state
from livingstone.engine.rng import below, new_words

RUNS = 7


@kernel
def random_games(
    states: Any, rules: Any, chances: Any, words: Any, out: Any, games: int, players: int
) -> int:
    """Decisions of whole random games, full legal list at each."""
    decisions = 0
    for game in range(games):
        states[0] = states[1]
        deal(states[0], rules[0], players, game % players)
        decisions += play_randomly(states[0], rules[0], chances[0], words, out)
    return decisions


@kernel
def menu_games(
    states: Any, rules: Any, chances: Any, words: Any, out: Any, targets: Any, games: int, players: int
) -> int:
    """The same, uniform over the search's menu."""
    decisions = 0
    for game in range(games):
        states[0] = states[1]
        state, edition, chance = states[0], rules[0], chances[0]
        deal(state, edition, players, game % players)
        stage = 0
        while state.phase != Phase.OVER:
            if state.phase == Phase.ROLL:
                roll(state, edition, chance)
            elif state.phase == Phase.FINAL_DICE:
                roll_final(state, edition, chance)
            else:
                count = menu(state, edition, stage, state.seat == 0, targets, out)
                action = out[below(words, count)]
                if action == UNKNOWN_DONATION:
                    unknown_donation(state, edition, words)
                else:
                    apply(state, edition, action, chance)
                stage = stage_after(action)
                decisions += 1
    return decisions


@kernel
def draw_worlds(problem: Any, work: Any, count: int) -> None:
    """Determinised copies of the root."""
    for _ in range(count):
        draw_world(problem, work, False)


def median_rate(run: Callable[[], float]) -> float:
    """The median over ``RUNS`` of what a run returns."""
    return statistics.median(run() for _ in range(RUNS))


def decision_rows(rules: Any, games: int) -> dict[str, dict[str, float]]:
    """ns a decision and games a second by table size, over the legal list and over the menu."""
    states = np.concatenate([new_state(), new_state()])
    chance, words, out = new_chance(), new_words(1), new_actions()
    menu_out, targets = np.zeros(MENU_CAPACITY, np.int64), np.array([14, 16, 18, 20, 22])
    chance[0].rng[:] = new_words(2)
    rows = {}
    for name, play in (
        ("full legality", lambda n, p: random_games(states, rules, chance, words, out, n, p)),
        ("menu", lambda n, p: menu_games(states, rules, chance, words, menu_out, targets, n, p)),
    ):
        for players in (2, 3, 4, 5):
            play(2, players)

            def run(play: Any = play, players: int = players) -> tuple[float, float]:
                start = time.perf_counter()
                decisions = play(games, players)
                seconds = time.perf_counter() - start
                return seconds / decisions * 1e9, games / seconds

            found = [run() for _ in range(RUNS)]
            rows[f"{name}, {players} players"] = {
                "ns_per_decision": round(statistics.median(nanos for nanos, _ in found), 1),
                "games_per_second": round(statistics.median(rate for _, rate in found)),
            }
    return rows


def game_at(players: int, round_number: int) -> Game:
    """A random game stopped at a decision at the start of a round."""
    rng = np.random.default_rng(3)
    game = Game.new(players, seed=11)
    while game.awaits_chance or game.record[0].round_number < round_number:
        if game.awaits_chance:
            game.roll()
        else:
            legal = [action for action in game.legal() if action.kind.name != "DONATE"]
            game.play(legal[int(rng.integers(len(legal)))])
    return game


def search_rows(simulations: int) -> dict[str, float]:
    """Simulations a second from whole searches, and ns a determinisation."""
    rows = {}
    work = new_workspace(room_for(simulations))
    for label, players, round_number in (
        ("2-player start", 2, 1),
        ("3-player start", 3, 1),
        ("4-player start", 4, 1),
        ("5-player start", 5, 1),
        ("4 players, round 9", 4, 9),
    ):
        problem = problem_of(game_at(players, round_number).observation())
        tuning = TUNING[players]
        search_simulations(problem, work, tuning, 0, 100)

        def run(problem: Any = problem, tuning: Any = tuning) -> float:
            start = time.perf_counter()
            search_simulations(problem, work, tuning, 0, simulations)
            return simulations / (time.perf_counter() - start)

        rows[f"simulations/s, {label}"] = round(median_rate(run))
    problem = problem_of(game_at(4, 9).observation())
    draw_worlds(problem, work, 10)

    def run_worlds() -> float:
        start = time.perf_counter()
        draw_worlds(problem, work, 100_000)
        return (time.perf_counter() - start) * 1e4

    rows["determinisation ns, 4 players, round 9"] = round(median_rate(run_worlds))
    return rows


def process_rows() -> dict[str, float]:
    """Start-up in ms and memory, of fresh processes with a warm cache."""

    def timed(code: list[str]) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, *code], check=True, capture_output=True)
        return (time.perf_counter() - start) * 1e3

    def bare(code: list[str]) -> float:
        return statistics.median(timed(code) for _ in range(5))

    start = bare(["-c", "pass"])
    first = "from livingstone.ai.warmup import warm_up; warm_up()"
    # The peak since this program began; getrusage would count the parent's memory from before it too.
    memory = (
        "from livingstone.ai.warmup import warm_up; warm_up();"
        "print(next(int(l.split()[1]) // 1024 for l in open('/proc/self/status') if l.startswith('VmHWM')))"
    )
    rows = {
        "ms: bare interpreter": round(start),
        "ms more: livingstone-ai --help": round(bare(["-m", "livingstone", "--help"]) - start),
        "ms more: every kernel loaded and run once, warm cache": round(bare(["-c", first]) - start),
    }
    if Path("/proc/self/status").exists():
        done = subprocess.run([sys.executable, "-c", memory], check=True, capture_output=True, text=True)
        rows["MiB resident after that"] = int(done.stdout)
    return rows


def jit_off_factor(rules_games: int = 2) -> float:
    """How much slower a random 4-player game is with the JIT off."""
    code = (
        "import sys, time; sys.argv = ['speed']; sys.path.insert(0, %r); import speed;"
        "from livingstone.engine.editions import Edition; import numpy as np;"
        "from livingstone.engine.layout import *; from livingstone.engine.rng import new_words;"
        "r = Edition.load().to_rules(); s = np.concatenate([new_state(), new_state()]); c = new_chance();"
        "c[0].rng[:] = new_words(2); a = (s, r, c, new_words(1), new_actions()); n = %d;"
        "speed.random_games(*a, 1, 4); t = time.perf_counter(); d = speed.random_games(*a, n, 4);"
        "print((time.perf_counter() - t) / d)"
    )
    here = str(Path(__file__).resolve().parent)

    def run(games: int, off: str) -> float:
        env = {**os.environ, "NUMBA_DISABLE_JIT": off}
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code % (here, games)],
            check=True, capture_output=True, text=True, env=env,
        )  # fmt: skip
        return float(done.stdout)

    return run(rules_games, "1") / run(2000, "0")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    scale = 10 if options.quick else 1
    rules = Edition.load().to_rules()
    rows: dict[str, Any] = {
        "machine": f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}",
        **decision_rows(rules, 4000 // scale),
        **search_rows(40_000 // scale),
        **process_rows(),
        "JIT-off factor": round(jit_off_factor()),
    }
    if options.json:
        print(json.dumps(rows, indent=1))
        return
    for name, value in rows.items():
        text = ", ".join(f"{v:,} {k}" for k, v in value.items()) if isinstance(value, dict) else f"{value}"
        print(f"{name:<55} {text}")


if __name__ == "__main__":
    main()
