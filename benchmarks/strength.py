"""How strong is A against B?

    python benchmarks/strength.py ismcts:sims=2000 scripted --players 2 --blocks 100

A block is one deal played in all seat rotations with the same chance in each; intervals are 95 % from block means
(Student t). With more than two players one A sits among B's; ``--seats-of-a 2`` seats two.
"""

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from livingstone.ai.players import make_player, player_names
from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError
from livingstone.tournaments.comparison import Comparison, Side, blocks_of, compare
from livingstone.tournaments.comparison_block import BlockResult, play_block


def main() -> int:
    """Run the command line; returns the exit code."""
    options = read_options()
    a, b = options.a, options.b
    try:
        make_player(a)
        make_player(b)
        edition = Edition.load(options.edition, options.rule)
        blocks = blocks_of(a, b, options.players, options.seats_of_a, options.blocks, options.seed, edition)
        results: list[BlockResult] = []
        with progress(len(blocks)) as advance:
            for result in map(play_block, blocks):
                results.append(result)
                advance()
    except LivingstoneError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    comparison = compare(results, a, b)
    print(json.dumps(plain(comparison), indent=2) if options.json else text(comparison, options.seed))
    return 0


def read_options() -> argparse.Namespace:
    """The command line; exits with 2 on wrong usage."""
    parser = argparse.ArgumentParser(
        description="Measure player A against player B.",
        epilog="players:\n" + "\n".join(f"  {name}: {about}" for name, about in player_names().items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("a", help="a player, for example ismcts:sims=2000")
    parser.add_argument("b", help="the player to measure against, for example scripted")
    parser.add_argument("--players", type=int, choices=(2, 3, 4, 5), default=2)
    parser.add_argument("--seats-of-a", type=int, default=1, help="seats of A at the table (default 1)")
    parser.add_argument("--blocks", type=int, default=100, help="deals, each in all seat rotations")
    parser.add_argument("--seed", type=int, default=1, help="master seed: the same seed, the same games")
    parser.add_argument("--edition", default="schmidt-2009", help="a built-in edition or a file")
    parser.add_argument("--rule", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    options = parser.parse_args()
    if options.blocks < 1:
        parser.error("--blocks: expected at least 1")
    if not 1 <= options.seats_of_a < options.players:
        parser.error(f"--seats-of-a: expected 1 to {options.players - 1} with {options.players} players")
    return options


@contextmanager
def progress(count: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, nothing elsewhere; yields what a finished block calls."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("blocks"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("blocks", total=count)
        yield lambda: bar.advance(task)


def text(comparison: Comparison, seed: int) -> str:
    """The report for people."""
    difference, low, high = comparison.elo
    return "\n".join(
        (
            (
                f"{comparison.a.spec} against {comparison.b.spec}: {comparison.players} players, "
                f"{comparison.blocks} blocks, {comparison.games} games, seed {seed}"
            ),
            side_text("A", comparison.a),
            side_text("B", comparison.b),
            (
                f"win share of a seat, A minus B   {comparison.share_difference} "
                f"(equals would have {comparison.fair_share:.3f} each)"
            ),
            f"pairwise placement of A          {comparison.placement}",
            f"Elo difference                   {elo_text(difference)} [{elo_text(low)}, {elo_text(high)}]",
            f"games without a winner           {comparison.nobody:.3f}",
        )
    )


def side_text(name: str, side: Side) -> str:
    """One side in one line."""
    faults = f", {side.faults} lost seats" if side.faults else ""
    return (
        f"{name} {side.spec}: wins {side.win_share} a seat over {side.seats} seats; {side.points:.1f} VP, "
        f"chest {side.donation:.1f}, out {side.out:.3f}, {side.ms_a_decision:.3f} ms a decision{faults}"
    )


def elo_text(value: float) -> str:
    """A rounded Elo difference; a perfect score has no finite one."""
    return "unbounded" if math.isinf(value) else f"{value:+.0f}"


def plain(value: object) -> object:
    """Named tuples as dicts and infinities as null, for JSON."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        fields = {key: plain(item) for key, item in value._asdict().items()}
        if isinstance(value, Comparison):
            fields["elo"] = [plain(item) for item in value.elo]
        return fields
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


if __name__ == "__main__":
    sys.exit(main())
