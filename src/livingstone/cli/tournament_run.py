"""``livingstone-ai tournament run``: begins a run."""

from pathlib import Path

import click

from livingstone.cli.compiling import ensure_compiled
from livingstone.cli.run_options import Playing, playing_options

_TRIED_S = 10.0
_TRIED_BEFORE_RUN_S = 2.0


@click.command(name="run")
@click.argument("config", type=click.Path(path_type=Path))
@click.option(
    "--into",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder of the run (default: the config's name with '-run' at its end).",
)
@click.option(
    "--dry-run",
    is_flag=True,
    help="Start every bot once, show size, balance and estimated time; play nothing.",
)
@playing_options
def command(config: Path, into: Path | None, dry_run: bool, playing: Playing) -> None:
    """Play the tournament that the file CONFIG describes, and store every game.

    'tournament init' writes a config. Ctrl-C stops; 'tournament resume' goes on.
    """
    from livingstone.cli.run_loop import cores, exit_codes, heading, play, teller, worker_count
    from livingstone.engine.errors import LivingstoneError
    from livingstone.tournaments.config import read_config
    from livingstone.tournaments.run.beginning import begin, draw_up
    from livingstone.tournaments.run.estimate import estimate
    from livingstone.tournaments.store.store import FILE

    folder = into or Path(f"{config.stem}-run")
    if not dry_run and (folder / FILE).exists():
        raise LivingstoneError(f"{folder}: there is a run in it already, resume or extend it, or give --into")
    ensure_compiled()
    has_seed = read_config(config).seed is not None
    tell = teller(quiet=playing.quiet)
    plan = draw_up(config, tell)
    if plan.config.season.competition is not None:
        tell("[competition] is for 'livingstone-ai nightly': here every bot plays, none is examined")
    if not playing.quiet or dry_run:
        click.echo("\n".join(heading(plan, seed_is_kept=has_seed or not dry_run)))
        budget_s = _TRIED_S if dry_run else _TRIED_BEFORE_RUN_S
        tried = estimate(plan, worker_count(plan, playing), budget_s, cores())
        if tried is not None:
            click.echo(f"  {tried}")
    if not dry_run:
        with exit_codes(), begin(plan, folder) as store:
            play(store, plan, playing)
