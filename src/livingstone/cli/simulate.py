"""``livingstone-ai simulate``: a rules service over standard input and output, a JSON object a line."""

import contextlib
import os
import sys
from typing import IO, TYPE_CHECKING

import click

from livingstone.cli.compiling import ensure_compiled
from livingstone.cli.options import EditionChoice, edition_options

if TYPE_CHECKING:
    from livingstone.ai.simulation import Simulation

_READ_BYTES = 1 << 16


@click.command()
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), help="Seed of all that requests leave open (default: drawn)."
)
@click.option(
    "--states",
    type=click.IntRange(1, 5_000_000),
    default=50_000,
    show_default=True,
    help="States kept at once, about 3 kB each.",
)
@edition_options
def command(seed: int | None, states: int, edition: EditionChoice) -> None:
    """Answer questions about the rules, for programs in any language.

    Reads a JSON object per line on standard input and writes one answer per line: new games, legal actions,
    steps, playouts, worlds that fit an observation (docs/simulate.md). Ends with its input.
    """
    ensure_compiled()
    from livingstone.ai.simulation import Simulation
    from livingstone.ai.warmup import warm_up

    service = Simulation(edition.load(), seed, states)
    warm_up()
    try:
        serve(service, sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:  # whoever asked is gone: a normal end
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def serve(service: "Simulation", requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer every line of ``requests`` in order, each answer flushed; empty lines are passed over."""
    from livingstone.ai.simulation import LONGEST_LINE

    while line := requests.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            _skip_rest(line, requests)
        if line.strip():
            answers.write(service.answer_line(line))
            answers.flush()


def _skip_rest(line: bytes, requests: IO[bytes]) -> None:
    """Read on to the end of a line that is too long, without keeping it."""
    while line and not line.endswith(b"\n"):
        line = requests.readline(_READ_BYTES)
