"""Does a hint promise what comes of playing on? Games from a written position, after one turn or another.

    python benchmarks/played_on.py examples/opening_of_two.toml "2 tent" "2 coins" --games 200

Each game begins in a world drawn from what the seat to move knows; the turn is played as far as it is said, the rest
of the game by ``--player`` in every seat. Game number i has the same world, chance and players' seeds after every
turn; the seed decides them. Win chances are shares of the win (R47) with 95 % intervals.
"""

import argparse
import sys
from collections.abc import Sequence

from livingstone.ai.calibration import calibration_of
from livingstone.ai.ideas import problem_after, value_of
from livingstone.ai.players import make_player
from livingstone.ai.simulation_playouts import draw_worlds
from livingstone.ai.student import estimate
from livingstone.cli.hint_move import read_move
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation
from livingstone.engine.position import read_position
from livingstone.tournaments.match import Match

GROUPS = 8
LEAST_GAMES = 30
"""Fewer have no interval worth the name."""


def main() -> int:
    """Run the command line; returns the exit code."""
    options = read_options()
    try:
        make_player(options.player)
        position = read_position(options.position)
        turns = [read_move(position.observation, position.names, text) for text in options.turns]
        for turn in turns:
            print("; ".join(map(str, turn)))
            print(f"  promised: {promise(position.observation, turn, options)}", flush=True)
            print(f"  played:   {outcome(position.observation, turn, options)}", flush=True)
    except LivingstoneError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    return 0


def read_options() -> argparse.Namespace:
    """The command line; exits with 2 on wrong usage."""
    parser = argparse.ArgumentParser(description="Play on from a position after given turns.")
    parser.add_argument("position", help="a position file")
    parser.add_argument("turns", nargs="+", help="a turn, or its beginning, such as '4 tent; donate 2'")
    parser.add_argument("--games", type=int, default=200, help="after each turn (default 200)")
    parser.add_argument("--player", default="ismcts:sims=1000", help="in every seat (default %(default)s)")
    parser.add_argument(
        "--simulations", type=int, default=20_000, help="of the promise (default %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if options.games < LEAST_GAMES or options.simulations < GROUPS:
        parser.error(f"expected at least {LEAST_GAMES} games and {GROUPS} simulations")
    return options


def promise(observation: Observation, turn: Sequence[Action], options: argparse.Namespace) -> str:
    """What a search of the turn alone says, corrected as in a hint."""
    value = value_of(problem_after(observation, turn), options.simulations, GROUPS, options.seed)
    shown = calibration_of(observation)
    return (
        f"win {shown.win(value.win):.3f}; {value.points.mean():.1f} VP; "
        f"out {shown.out(float(value.risk.mean())):.3f}"
    )


def outcome(observation: Observation, turn: Sequence[Action], options: argparse.Namespace) -> str:
    """What came of it in games."""
    worlds = draw_worlds(observation, options.games, options.seed)
    donations = [money.events for money in observation.money]
    wins, points, out = [], [], []
    for number in range(options.games):
        seed = (options.seed << 32) + number
        game = Game(observation.edition, worlds[number : number + 1].copy(), seed, donations)
        for action in turn:
            game.play(action)
        players = [
            make_player(options.player, seed * observation.players + seat)
            for seat in range(observation.players)
        ]
        result = Match(game, players, [options.player] * observation.players, seed).play().result
        wins.append((observation.seat in result.winners) / max(1, len(result.winners)))
        points.append(float(result.points[observation.seat]))
        out.append(float(result.out[observation.seat]))
    return (
        f"win {estimate(wins, bounds=(0, 1))}; {estimate(points).mean:.1f} VP; "
        f"out {estimate(out).mean:.3f}; {options.games} games"
    )


if __name__ == "__main__":
    sys.exit(main())
