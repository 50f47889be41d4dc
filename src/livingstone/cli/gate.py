"""``livingstone-ai gate``: is a candidate better than a base? As few games as the answer needs."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from livingstone.cli.compiling import ensure_compiled
from livingstone.cli.options import (
    EditionChoice,
    edition_options,
    game_options,
    isolation_option,
    json_option,
    seed_or_drawn,
)
from livingstone.cli.run_loop import BUSY, INTERRUPTED, cores, teller

if TYPE_CHECKING:
    from livingstone.tournaments.entrants import Entrant
    from livingstone.tournaments.gate import Gate, Progress
    from livingstone.tournaments.gate_log import GateLog
    from livingstone.tournaments.hosting import Hosting

NOT_BETTER_EXIT: Final = 3
OPEN_EXIT: Final = INTERRUPTED


@click.command()
@click.argument("candidate", metavar="CANDIDATE")
@click.argument("base", metavar="BASE")
@click.option(
    "--players",
    default="2,4",
    show_default=True,
    metavar="2-5[,...]",
    help="Table sizes; each weighs the same.",
)
@click.option("--elo0", type=float, default=0.0, show_default=True, help="Gain at which it fails.")
@click.option("--elo1", type=float, default=20.0, show_default=True, help="Gain at which it passes.")
@click.option(
    "--alpha",
    type=click.FloatRange(0, 0.5, min_open=True, max_open=True),
    default=0.05,
    show_default=True,
    help="Risk that one without the first gain passes.",
)
@click.option(
    "--beta",
    type=click.FloatRange(0, 0.5, min_open=True, max_open=True),
    default=0.05,
    show_default=True,
    help="Risk that one with the second gain fails.",
)
@click.option(
    "--max-blocks",
    type=click.IntRange(1, 1_000_000),
    default=5000,
    show_default=True,
    help="Blocks after which the answer stays open.",
)
@game_options
@isolation_option
@click.option(
    "--store",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Keep the games there; the same command goes on where it stopped.",
)
@click.option("--workers", type=click.IntRange(1, 1024), help="Processes (default: one for each core).")
@click.option("--quiet", is_flag=True, help="No progress.")
@edition_options
@json_option
def command(
    candidate: str,
    base: str,
    players: str,
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    max_blocks: int,
    seed: int | None,
    clock: str,
    score: str,
    isolation: str | None,
    store: Path | None,
    workers: int | None,
    quiet: bool,
    edition: EditionChoice,
    as_json: bool,
) -> None:
    """Play CANDIDATE against BASE until a sequential test tells whether it is better.

    Both are written as for 'match'. A block is one deal at each table size, with the seats shared half and half in
    every seating. The test (docs/ratings.md) decides between a gain of elo0 and one of elo1 Elo points, and stops
    as soon as the risks allow. With a store that has games, the seed is theirs. Exit codes: 0 better, 3 not better,
    5 no answer yet, 6 another process uses the store, 1 an error.
    """
    from livingstone.protocol.clock import parse_time
    from livingstone.protocol.isolation import choose_isolation, read_isolation
    from livingstone.tournaments.entrants import distinct, read_entrant
    from livingstone.tournaments.gate import Gate
    from livingstone.tournaments.gate_log import GateLog, kept_seed
    from livingstone.tournaments.hosting import Hosting
    from livingstone.tournaments.sprt import Hypotheses
    from livingstone.tournaments.store import StoreBusy

    if elo1 <= elo0:
        raise click.UsageError(f"--elo1 {elo1:g}: expected more than --elo0 ({elo0:g})")
    first, second = distinct([read_entrant(text) for text in (candidate, base)])
    level = choose_isolation(None if isolation is None else read_isolation(isolation), None)
    gate = Gate(
        candidate=first,
        base=second,
        sizes=_sizes(players),
        edition=edition.load(),
        hosting=Hosting(
            time=parse_time(clock),
            score="win" if score == "win" else "placement",
            isolation=level,
            secret=() if store is None else (store,),
        ),
        test=Hypotheses(elo0, elo1, alpha, beta),
        seed=seed_or_drawn(kept_seed(store) if seed is None and store is not None else seed),
        most=max_blocks,
    )
    ensure_compiled()
    for entrant in (first, second):
        if entrant.is_program:
            _start(entrant, gate.hosting, quiet=quiet)
    try:
        log = GateLog(store, gate.header())
    except StoreBusy as busy:
        click.echo(f"error: {busy}", err=True)
        raise click.exceptions.Exit(BUSY) from None
    with log:
        progress, was_interrupted = _play(gate, log, workers or cores(), quiet=quiet)
    _print(gate, progress, was_interrupted=was_interrupted, as_json=as_json)
    if was_interrupted and store is not None:
        click.echo("the same command goes on from here", err=True)
    _leave(progress)


def _start(entrant: "Entrant", hosting: "Hosting", *, quiet: bool) -> None:
    """See that a program starts, before anything is played. Raises LivingstoneError."""
    from livingstone.tournaments.quick_match import StartError, try_start

    try:
        try_start(entrant, hosting, teller(quiet=quiet))
    except StartError as error:
        for line in error.stderr.strip().splitlines()[-20:]:
            click.echo(f"  {entrant.name}: {line}", err=True)
        raise


def _sizes(text: str) -> tuple[int, ...]:
    try:
        sizes = tuple(sorted({int(part) for part in text.split(",")}))
    except ValueError:
        sizes = ()
    if not sizes or not all(2 <= size <= 5 for size in sizes):
        raise click.UsageError(f"--players {text!r}: expected table sizes from 2 to 5, such as 2 or 2,4")
    return sizes


def _play(gate: "Gate", log: "GateLog", workers: int, *, quiet: bool) -> "tuple[Progress, bool]":
    """Play to the verdict; whether Ctrl-C cut it short."""
    from contextlib import closing

    from livingstone.cli.gate_report import GateBar
    from livingstone.tournaments.gate import Progress

    progress = Progress(gate.test, gate.hosting.score)
    try:
        with GateBar(gate, shown=not quiet) as show, closing(gate.play(log, workers)) as states:
            for progress in states:
                show(progress)
    except KeyboardInterrupt:
        return progress, True
    return progress, False


def _print(gate: "Gate", progress: "Progress", *, was_interrupted: bool, as_json: bool) -> None:
    from livingstone.cli.gate_report import as_data, report_lines

    if as_json:
        from livingstone.engine.codec import dumps

        click.echo(dumps(as_data(gate, progress, was_interrupted=was_interrupted)))
    else:
        click.echo("\n".join(report_lines(gate, progress, was_interrupted=was_interrupted)))


def _leave(progress: "Progress") -> None:
    """End with the verdict's exit code."""
    from livingstone.tournaments.sprt import Verdict

    codes = {Verdict.BETTER: 0, Verdict.NOT_BETTER: NOT_BETTER_EXIT, Verdict.OPEN: OPEN_EXIT}
    raise click.exceptions.Exit(codes[progress.verdict])
