"""``livingstone-ai tournament standings``: who leads a run, and how sure that is."""

from pathlib import Path
from typing import Any

import click

from livingstone.cli.standings_options import print_standings, standings_options


@click.command()
@click.argument("run", metavar="DIR", type=click.Path(path_type=Path))
@standings_options
def command(run: Path, choice: dict[str, Any]) -> None:
    """Print the standings of the run in DIR, also while it is played.

    Ratings on the Elo scale with 95 % intervals, the likelihood (LOS) that a bot is stronger than the next one,
    eliminations, forfeits by class, times and what each seat is worth; for all tables together and for each size
    (docs/ratings.md). The same games give the same text.
    """
    from livingstone.tournaments.standings_games import games_of
    from livingstone.tournaments.store import Store
    from livingstone.tournaments.stored_config import heading_of, stored_config

    with Store.open(run, readonly=True) as store, store.snapshot():
        config = stored_config(store.run())
        games = list(games_of(store))
        heading = heading_of(store, len(games))
    choice["score"] = choice["score"] or config.score
    if choice["anchor"] is None and config.anchor in {seat.bot.name for game in games for seat in game.seats}:
        choice["anchor"] = config.anchor
    print_standings(games, heading, **choice)
