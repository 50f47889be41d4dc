"""``livingstone-ai nightly``: one night of a season, for a timer to start."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from livingstone.cli.compiling import ensure_compiled

if TYPE_CHECKING:
    from livingstone.tournaments.night.service import Service

_PASSED_ON = ("PATH", "LIVINGSTONE_CACHE_DIR", "XDG_CACHE_HOME")
"""Variables that a timer's night needs as they are now."""


@click.command(name="nightly")
@click.argument("config", type=click.Path(path_type=Path))
@click.option(
    "--season",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder of the season (default: as the config says, or its name with '-season' at its end).",
)
@click.option(
    "--budget", metavar="TIME", help="What the night may take: 6h, 90min (default: as the config says)."
)
@click.option("--workers", type=click.IntRange(1, 1024), metavar="N", help="Processes that play.")
@click.option("--strict", is_flag=True, help="Exit code 3 if a bot failed or was left out.")
@click.option("--quiet", is_flag=True, help="Print nothing if all went well, else the verdict.")
@click.option(
    "--close-season", "close", is_flag=True, help="Play nothing: reveal the seed, no night may follow."
)
@click.option("--print-systemd", "systemd", is_flag=True, help="Print units that do this every night.")
@click.option(
    "--print-cron", "cron", is_flag=True, help="Print lines for 'crontab -e' that do this every night."
)
@click.option("--at", metavar="H:MM", default="1:00", show_default=True, help="When, for units and cron.")
def command(
    config: Path,
    season: Path | None,
    budget: str | None,
    workers: int | None,
    strict: bool,
    quiet: bool,
    close: bool,
    systemd: bool,
    cron: bool,
    at: str,
) -> None:
    """Play one night of the season that the file CONFIG describes, rate, report, and end (docs/nightly.md).

    Begins with what the last night left. Bots that are new in CONFIG join, changed ones play as new units, bots that
    are gone stop. DIR/summary.md then begins with the verdict.

    Exit codes: 0 done, 1 an error, 2 wrong usage, 3 a bot failed and --strict was given, 4 the host failed,
    5 interrupted or out of time (the next night goes on), 6 another night is being played.
    """
    from livingstone.cli.run_loop import cores
    from livingstone.tournaments.config import read_config
    from livingstone.tournaments.config_season import parse_duration
    from livingstone.tournaments.night.season import season_folder

    found = read_config(config)
    folder = season or season_folder(config, found)
    seconds = found.season.nightly.budget if budget is None else parse_duration(budget)
    if systemd or cron:
        _print_service(_service(config, folder, budget, workers, seconds, at, strict=strict), as_cron=cron)
    elif close:
        _close(folder)
    else:
        _play(config, folder, seconds, workers or found.workers or cores(), strict=strict, quiet=quiet)


def _play(
    config: Path, folder: Path, seconds: float | None, workers: int, *, strict: bool, quiet: bool
) -> None:
    """Play the night, print its verdict, and end with its exit code."""
    from livingstone.cli.run_loop import exit_codes, teller, terminated_as_interrupted
    from livingstone.cli.run_screen import screen
    from livingstone.tournaments.night.budget import Budget
    from livingstone.tournaments.night.night import SeasonNight
    from livingstone.tournaments.night.outcome import ExitCode
    from livingstone.tournaments.night.summary import FILE

    clock = Budget(seconds)
    ensure_compiled()
    with exit_codes(), terminated_as_interrupted(), screen(quiet=quiet) as watcher:
        from livingstone.ai.warmup import warm_up

        warm_up()  # workers that are forked inherit the loaded kernels
        outcome = SeasonNight(config, folder, workers, clock, teller(quiet=quiet), watcher, _report).play()
    code = outcome.exit_code(strict=strict)
    if code is ExitCode.ERROR:
        click.echo(f"error: {' '.join(outcome.error.split())}", err=True)
    elif not quiet or code is not ExitCode.OK:
        click.echo(outcome.verdict, err=quiet)
        click.echo(f"summary: {folder / FILE}", err=quiet)
        if outcome.report:
            click.echo(f"report: {outcome.report}", err=quiet)
    if code is not ExitCode.OK:
        raise click.exceptions.Exit(code)


def _report(folder: Path) -> str:
    """Write the report, where the extra for it is installed: where it is, or why there is none."""
    from livingstone.engine.errors import LivingstoneError

    try:
        from livingstone.web.report import FILE, write_report
        from livingstone.web.report_source import read_source

        write_report(read_source(folder), folder / FILE)
    except (LivingstoneError, ImportError) as error:
        return f"none: {error}"
    return str(folder / FILE)


def _close(folder: Path) -> None:
    """Reveal the seed."""
    from livingstone.cli.run_loop import exit_codes
    from livingstone.tournaments.night.season import close_season
    from livingstone.tournaments.run.plan import SEED_FILE

    with exit_codes():
        run = close_season(folder)
    click.echo(f"{run.name}: the season is closed")
    click.echo(f"master seed: {run.master_seed} (in {folder / SEED_FILE})")
    click.echo(f"its SHA-256, published before the first game: {run.seed_commitment}")
    click.echo(f"report: {_report(folder)}")


def _service(
    config: Path,
    folder: Path,
    budget: str | None,
    workers: int | None,
    seconds: float | None,
    at: str,
    *,
    strict: bool,
) -> "Service":
    """The night that these options describe, started from anywhere."""
    import getpass

    from livingstone.tournaments.night.service import Service, read_time, unit_name

    hour, minute = read_time(at)
    argv = [sys.executable, "-m", "livingstone", "nightly", str(config.absolute())]
    argv += ["--season", str(folder.absolute()), "--quiet"]
    argv += ["--budget", budget.replace(" ", "")] if budget is not None else []
    argv += ["--workers", str(workers)] if workers is not None else []
    argv += ["--strict"] if strict else []
    try:
        user = getpass.getuser()
    except (KeyError, OSError, ImportError):  # a container may have no name for its user
        user = ""
    environment = {name: os.environ[name] for name in _PASSED_ON if os.environ.get(name)}
    return Service(
        argv, config.absolute().parent, unit_name(folder.absolute()), hour, minute, seconds, user, environment
    )


def _print_service(service: "Service", *, as_cron: bool) -> None:
    """For the user to read first, and then to install."""
    if as_cron:
        click.echo(service.cron(), nl=False)
        return
    for name, text in service.systemd().items():
        click.echo(f"# /etc/systemd/system/{name}\n{text}")
    click.echo(f"# systemctl daemon-reload && systemctl enable --now {service.name}.timer")
