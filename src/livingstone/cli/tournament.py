"""``livingstone-ai tournament``: runs of many games, each command imported when it runs."""

from typing import Final

import click

from livingstone.cli import LazyGroup

COMMANDS: Final = {
    "init": "Write a commented config to start from.",
    "run": "Play a tournament from a config.",
    "resume": "Go on with a run that was stopped.",
    "extend": "Let another bot join a run.",
    "rerun": "Play one game of a run again, for an appeal.",
    "status": "How far a run is.",
    "standings": "The ranking of a run, with intervals.",
    "rate": "Ratings from runs, records or exports.",
    "export": "All games of a run as CSV or JSON Lines.",
    "report": "A run as a page, one file for any browser.",
    "verify": "Check a run from its records alone.",
}
"""Name to short help; the module is ``livingstone.cli.tournament_<name>``."""


@click.group(cls=LazyGroup, table=COMMANDS, modules="livingstone.cli.tournament_")
def command() -> None:
    """Play tournaments between bots and rate them (docs/tournaments.md).

    Exit codes of run, resume and extend: 0 done, 1 an error, 2 wrong usage, 3 a bot failed and --strict was given,
    4 the host failed (some blocks are void), 5 interrupted (resume goes on), 6 another process writes this run.
    """
