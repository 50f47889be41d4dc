"""Playing a run from the command line: heading, screen, Ctrl-C, the last lines and the exit code."""

import shlex
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from livingstone.cli.run_options import Playing

if TYPE_CHECKING:
    from livingstone.tournaments.run.coordinator import Summary
    from livingstone.tournaments.run.plan import Plan
    from livingstone.tournaments.store import Store

BOT_FAILED: Final = 3
HOST_FAILED: Final = 4
INTERRUPTED: Final = 5
BUSY: Final = 6


@contextmanager
def exit_codes() -> Iterator[None]:
    """A run that another process writes ends the command with a code of its own."""
    from livingstone.tournaments.store import StoreBusy

    try:
        yield
    except StoreBusy as busy:
        click.echo(f"error: {busy}", err=True)
        raise click.exceptions.Exit(BUSY) from None


def heading(plan: "Plan", *, seed_is_kept: bool = True) -> list[str]:
    """Size, balance, isolation and the commitment, unless the seed will be another one when it is played."""
    from livingstone.engine.wording import counted

    playing = [bot for bot in plan.bots if not bot.excluded]
    lines = [f"{plan.run.name}: {counted(len(playing), 'bot')}, {counted(plan.schedule.games, 'game')}"]
    lines += [f"  {balance}" for balance in plan.schedule.balance]
    lines.append(
        f"  edition {plan.run.edition.name} ({plan.run.edition.digest}), isolation {plan.run.isolation}"
    )
    if seed_is_kept:
        lines.append(f"  SHA-256 of the master seed: {plan.run.seed_commitment}")
    else:
        lines.append("  the master seed is drawn when the run begins")
    return lines


def worker_count(plan: "Plan", playing: Playing) -> int:
    """As asked for, as the config says, or one for each core that we may use."""
    return playing.workers or plan.config.workers or cores()


def cores() -> int:
    """Those that this process may use."""
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play(store: "Store", plan: "Plan", playing: Playing) -> None:
    """Play what is missing, and end the command with the exit code that fits."""
    from livingstone.ai.warmup import warm_up
    from livingstone.cli.run_screen import screen
    from livingstone.tournaments.run.coordinator import Coordinator

    warm_up()  # workers that are forked inherit the loaded kernels
    with terminated_as_interrupted(), screen(quiet=playing.quiet) as watcher:
        summary = Coordinator(store, plan, worker_count(plan, playing), watcher).run()
    _finish(store.folder, plan, summary, playing)


def _finish(folder: Path, plan: "Plan", summary: "Summary", playing: Playing) -> None:
    from livingstone.engine.wording import counted

    place = shlex.quote(str(folder))
    total = f"{counted(summary.games, 'game')} played"
    if summary.faults:
        total += f", {counted(summary.faults, 'seat')} lost"
    if summary.voids:
        total += f", {counted(summary.voids, 'block')} void"
    click.echo(f"{total}; {summary.missing} to play" if summary.missing else f"{total}; complete")
    if summary.missing:
        click.echo(f"resume with: livingstone-ai tournament resume {place}")
    click.echo(f"standings: livingstone-ai tournament standings {place}")
    if summary.was_interrupted:
        raise click.exceptions.Exit(INTERRUPTED)
    if summary.voids:
        click.echo(f"error: the host failed, see {folder / 'logs'}/void-*", err=True)
        raise click.exceptions.Exit(HOST_FAILED)
    if playing.strict and (summary.faults or plan.excluded):
        raise click.exceptions.Exit(BOT_FAILED)


@contextmanager
def terminated_as_interrupted() -> Iterator[None]:
    """SIGTERM, as from a service manager, stops a run as cleanly as Ctrl-C."""

    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGTERM, interrupt)
    except ValueError:  # not in the main thread: whoever runs us there stops us in another way
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def teller(*, quiet: bool = False) -> Callable[[str], None]:
    """Shows remarks on stderr, unless the user wants none."""
    return (lambda _: None) if quiet else (lambda line: click.echo(line, err=True))
