"""``livingstone-ai track``: follow a real game, a typed line for each thing that happens."""

import sys
from typing import TYPE_CHECKING

import click

from livingstone.cli.options import EditionChoice, edition_options

if TYPE_CHECKING:
    from livingstone.cli.track_session import Session


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--names",
    metavar="A,B,...",
    help="New game: the players in clockwise order, separated by commas.",
)
@click.option(
    "--players",
    type=click.IntRange(2, 5),
    help="New game: how many players; without --names they are called by colours.",
)
@click.option("--me", metavar="NAME", help="New game: which player you are.")
@click.option("--start", metavar="NAME", help="New game: who rolls the first dice.")
@edition_options
@click.pass_context
def command(
    ctx: click.Context,
    file: str,
    names: str | None,
    players: int | None,
    me: str | None,
    start: str | None,
    edition: EditionChoice,
) -> None:
    """Follow a real game from your seat (docs/track.md).

    FILE is begun, or continued where it stands. Type what happens, a line each: '1 3 3 6', 'Blue 4 coins',
    'Yellow donates', 'Green mine 3: 2 black 1 clear'. Every line is checked and saved at once. Ask with 'hint',
    'show', 'money', 'events', 'help'; 'back' takes the last line back. Lines may come from a pipe too; the exit
    code is then 1 if any was refused.
    """
    from livingstone.cli.track_session import Session
    from livingstone.cli.track_setup import NewGame, open_table

    on_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    with open_table(file, NewGame(names, players, me, start, edition), ask=on_terminal) as table:
        session = Session(table, file)
        click.echo(session.greeting())
        if table.cut is not None:
            click.echo(f"line {table.cut} of the file was cut short: it is left out", err=True)
        if on_terminal:
            from livingstone.cli.track_prompt import converse

            ctx.exit(converse(session))
        ctx.exit(_read_pipe(session))


def _read_pipe(session: "Session") -> int:
    """Answers the lines of a pipe; 1 when any was refused."""
    from livingstone.engine.errors import LivingstoneError

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # a line that is no UTF-8 is refused like any other
    code = 0
    for number, line in enumerate(sys.stdin, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            answer = session.answer(text)
        except LivingstoneError as error:
            code = 1
            click.echo(f"error: line {number}: {error}", err=True)
            continue
        if answer is None:
            break
        if answer:
            click.echo(answer)
        sys.stdout.flush()
    return code
