"""``livingstone-ai tournament extend``: lets another bot join a run."""

from pathlib import Path

import click

from livingstone.cli.compiling import ensure_compiled
from livingstone.cli.run_options import Playing, playing_options


@click.command(name="extend")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--add", "bot", metavar="BOT", required=True, help="As in 'livingstone-ai match'.")
@click.option("--name", metavar="N", default="", help="What it is called in the run (default: its own name).")
@click.option("--author", metavar="A", default="", help="Whose it is (default: as its manifest says).")
@playing_options
def command(folder: Path, bot: str, name: str, author: str, playing: Playing) -> None:
    """Let BOT join the run in DIR, and play its games against all others; the old games stay.

    A new version of a bot joins under another name.
    """
    from livingstone.cli.run_loop import exit_codes, heading, play, teller
    from livingstone.tournaments.config import BotEntry
    from livingstone.tournaments.run.beginning import add_bot, check
    from livingstone.tournaments.store import Store

    with exit_codes(), Store.open(folder) as store:
        check(store, teller(quiet=playing.quiet), every_bot=True)
        entry = BotEntry(bot=bot, name=name, author=author)
        plan = add_bot(store, entry, Path.cwd(), teller(quiet=playing.quiet))
        if not playing.quiet:
            click.echo("\n".join(heading(plan)))
        ensure_compiled()
        play(store, plan, playing)
