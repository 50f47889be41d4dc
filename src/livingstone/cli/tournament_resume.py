"""``livingstone-ai tournament resume``: goes on with a run."""

from pathlib import Path

import click

from livingstone.cli.compiling import ensure_compiled
from livingstone.cli.run_options import Playing, playing_options


@click.command(name="resume")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@playing_options
def command(folder: Path, playing: Playing) -> None:
    """Play the games that the run in DIR still lacks.

    It must be the same run: a changed config or a changed bot is refused.
    """
    from livingstone.cli.run_loop import exit_codes, play, teller
    from livingstone.tournaments.run.beginning import check
    from livingstone.tournaments.store import Store

    with exit_codes(), Store.open(folder) as store:
        plan = check(store, teller(quiet=playing.quiet))
        ensure_compiled()
        play(store, plan, playing)
