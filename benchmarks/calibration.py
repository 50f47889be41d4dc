"""Do the chances of a hint come true?

    python benchmarks/calibration.py play rows.jsonl --first 1 --games 1000
    python benchmarks/calibration.py fit rows.jsonl
    python benchmarks/calibration.py report rows.jsonl --folds 5

``play`` plays games of varied players, searches some positions of each and writes what was predicted and what
happened, one JSON object a line. ``fit`` turns such rows into the map of :mod:`livingstone.ai.calibration`,
``report`` scores the map on rows that it has not seen, or with ``--folds`` maps that have not seen them.
``intervals`` searches positions shortly and fifty times as long, and tells how often the long search's value lies in
the short one's interval; ``coverage`` sums up such rows again.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from calibrating.fit import fit_table
from calibrating.games import Row, rows_of
from calibrating.intervals import Interval, intervals_of, intervals_text
from calibrating.report import report_text

from livingstone.engine.codec import convert, dumps, loads
from livingstone.engine.errors import LivingstoneError

DATA: Final = Path(__file__).parents[1] / "ai" / "calibration.json"


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    options = read_options(words)
    try:
        options.run(options)
    except (LivingstoneError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    return 0


def read_options(words: Sequence[str] | None) -> argparse.Namespace:
    """The command line; exits with 2 on wrong usage."""
    parser = argparse.ArgumentParser(description="Measure and fit the calibration of hints.")
    commands = parser.add_subparsers(required=True)

    def command(name: str, run: Any, about: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=about, description=about)
        added.add_argument("rows", type=Path, help="a file of JSON lines")
        added.set_defaults(run=run)
        return added

    for added in (
        command("play", run_play, "Play games, predict, write rows."),
        command("intervals", run_intervals, "Search shortly and long, write rows and the coverage."),
    ):
        added.add_argument("--first", type=int, default=1, help="seed of the first game (default 1)")
        added.add_argument(
            "--games", type=int, default=4000, help="games, with seeds in a row (default 4000)"
        )
        added.add_argument(
            "--simulations", type=int, default=2000, help="of each (short) search (default 2000)"
        )
    commands.choices["play"].add_argument("--positions", type=int, default=4, help="of each game (default 4)")
    commands.choices["intervals"].add_argument(
        "--times", type=int, default=50, help="how much longer the long search is (default 50)"
    )
    command("fit", run_fit, "Fit the map to rows.").add_argument("--data", type=Path, default=DATA)
    command("report", run_report, "Score the map on rows, as Markdown.").add_argument(
        "--folds",
        type=int,
        default=0,
        help="score each fold of the games with a map fitted to the others (default: the shipped map)",
    )
    command("coverage", run_coverage, "Sum up rows of 'intervals', as Markdown.")
    return parser.parse_args(words)


def run_play(options: argparse.Namespace) -> None:
    """``play``."""
    seeds = range(options.first, options.first + options.games)
    write(options.rows, rows_of(seeds, options.positions, options.simulations))


def run_fit(options: argparse.Namespace) -> None:
    """``fit``."""
    options.data.write_bytes(dumps(fit_table(read(options.rows, Row)), newline=True))


def run_report(options: argparse.Namespace) -> None:
    """``report``."""
    print(report_text(read(options.rows, Row), options.folds))


def run_intervals(options: argparse.Namespace) -> None:
    """``intervals``."""
    seeds = range(options.first, options.first + options.games)
    write(options.rows, intervals_of(seeds, options.simulations, options.times))
    run_coverage(options)


def run_coverage(options: argparse.Namespace) -> None:
    """``coverage``."""
    print(intervals_text(read(options.rows, Interval)))


def write(path: Path, rows: Iterable[Any]) -> None:
    """JSON lines, each written as soon as it is known."""
    with path.open("wb") as out:
        for row in rows:
            out.write(dumps(row, newline=True))
            out.flush()


def read(path: Path, kind: type) -> list[Any]:
    """The rows of a file, at least one."""
    rows = list(_lines(path, kind))
    if not rows:
        raise LivingstoneError(f"{path}: no rows, expected JSON lines")
    return rows


def _lines(path: Path, kind: type) -> Iterator[Any]:
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            yield convert(loads(line), kind)
        except LivingstoneError as error:
            raise LivingstoneError(f"{path}, line {number}: {error}") from None


if __name__ == "__main__":
    sys.exit(main())
