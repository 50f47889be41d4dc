"""``livingstone-ai protocol``: what writers of bots need of the line protocol as data."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from livingstone.protocol.schema import Direction


@click.group()
def command() -> None:
    """The line protocol between a host and bots (docs/protocol.md), as data."""


@command.command()
@click.option("--message", metavar="NAME", help="Only messages of this type: request, action, new_game ...")
@click.option(
    "--direction", type=click.Choice(["host", "bot"]), help="Only what the host, or the bot, writes."
)
def schema(message: str | None, direction: "Direction | None") -> None:
    """Print the JSON Schema (draft 2020-12) of the lines."""
    from livingstone.protocol.schema import schema_text

    click.echo(schema_text(message, direction), nl=False)
