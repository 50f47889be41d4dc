"""``livingstone-ai tournament rate``: ratings of games from runs, records and tables of results."""

from pathlib import Path
from typing import Any

import click

from livingstone.cli.standings_options import print_standings, standings_options


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
@standings_options
def command(paths: tuple[Path, ...], choice: dict[str, Any]) -> None:
    """Rate the games of one or more PATHs together.

    A PATH is the folder of a run, a folder of game records (as of 'match --records'), a record, or a table of
    results as CSV or JSON Lines (as of 'tournament export'). Bots of one name and different content are told
    apart; games of different editions are not rated together.
    """
    from livingstone.tournaments.game_files import read_games

    print_standings(read_games(paths), None, **choice)
