"""``livingstone-ai bot``: what writers of bots need, each command imported when it runs."""

from typing import Final

import click

from livingstone.cli import LazyGroup

COMMANDS: Final = {
    "new": "Write a small bot that plays, to start from.",
    "check": "Check whether a bot keeps to the protocol.",
    "run": "A built-in player as a bot.",
    "replay": "Feed kept lines to a bot again, to repeat a fault.",
}
"""Name to short help; the module is ``livingstone.cli.bot_<name>``."""


@click.group(cls=LazyGroup, table=COMMANDS, modules="livingstone.cli.bot_")
def command() -> None:
    """Write, check and run bots: programs that play over the line protocol (docs/protocol.md)."""
