"""``livingstone-ai bot run``: a built-in player as a bot of the line protocol."""

import sys

import click


@click.command(name="run")
@click.argument("player", metavar="NAME")
def command(player: str) -> None:
    """Be the built-in player NAME on the line protocol (docs/protocol.md), for any host.

    NAME is as in a match: random, scripted:frugal, ismcts:sims=2000, ismcts:time=1s ... Reads a host's lines on
    standard input and answers on standard output. A player with a time a decision takes less where its clock
    leaves less; one with a number of simulations takes what it takes.
    """
    from livingstone import __version__
    from livingstone.protocol.serve import serve
    from livingstone.tournaments.house_bot import HouseBot

    bot = HouseBot(player)
    if sys.stdin.isatty():
        click.echo("reading a host's lines from the keyboard; Ctrl-D ends", err=True)
    code = serve(bot, name=player, version=__version__, author="livingstone-ai")
    if code:
        raise click.exceptions.Exit(code)
