"""``livingstone-ai position``: write, show and describe position files."""

from typing import TYPE_CHECKING, Any

import click

from livingstone.cli.options import EditionChoice, board_width, can_draw, edition_options, json_option

if TYPE_CHECKING:
    from livingstone.engine.position import Position


@click.group()
def command() -> None:
    """Write, show and check position files (see docs/position.md)."""


@command.command()
@click.argument("file", metavar="FILE|-")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with plain ASCII characters.")
@edition_options
@json_option
def show(file: str, ascii_only: bool, edition: EditionChoice, as_json: bool) -> None:
    """Draw a position as it was understood, with what was derived and assumed."""
    from livingstone.engine.position import read_position

    if edition.name is None:  # the file's own edition, with changes from the command line
        position = read_position(file, rules=edition.rules)
    else:
        position = read_position(file, edition.load())
    if as_json:
        from livingstone.engine.codec import dumps

        click.echo(dumps(_as_data(position)).decode())
        return
    from livingstone.engine.render.text import board

    plain = ascii_only or not can_draw()
    names, letters, width = position.names, position.letters, board_width()
    click.echo(board(position.observation, names=names, letters=letters, ascii_only=plain, width=width))
    click.echo()
    click.echo(_turn_line(position))
    for title, sentences in (("Derived", position.derived), ("Assumed", position.assumed)):
        if sentences:
            click.echo(f"\n{title}:")
            for sentence in sentences:
                click.echo(f"  - {sentence}")


@command.command()
@click.option(
    "--players", type=click.IntRange(2, 5), default=4, show_default=True, help="Seats at the table."
)
@click.option("--force", is_flag=True, help="Write over an existing file.")
@click.argument("file", required=False)
@edition_options
def new(players: int, force: bool, file: str | None, edition: EditionChoice) -> None:
    """Write a commented position file to fill in (to FILE, else to the terminal)."""
    from pathlib import Path

    from livingstone.engine.errors import PositionError
    from livingstone.engine.position import template

    text = template(players, edition.load(), edition.name, edition.rules)
    if file is None or file == "-":
        click.echo(text, nl=False)
        return
    try:
        with Path(file).open("w" if force else "x", encoding="utf-8", newline="\n") as target:
            target.write(text)
    except FileExistsError:
        raise PositionError(f"{file}: exists already; --force writes over it") from None
    click.echo(f"written: {file}; look at it with: livingstone-ai position show {file}", err=True)


@command.command()
def schema() -> None:
    """Print the JSON Schema (draft 2020-12) of a position file."""
    from livingstone.engine.position import schema_text

    click.echo(schema_text(), nl=False)


def _turn_line(position: "Position") -> str:
    """Whose turn it is and where it stands, in words."""
    from livingstone.engine.constants import Phase

    observation = position.observation
    state = observation.record[0]
    stand = {
        Phase.BEFORE_DIE: "no die taken yet",
        Phase.DIE_HELD: f"the die {int(state.held)} is taken, its action is still to come",
        Phase.ACTION_DONE: f"the action of the die {int(state.held)} is done",
    }[observation.phase]
    extra = ""
    if state.two_dice:
        extra = f"; two_dice was played{', this is the second die' if state.taken == 2 else ''}"
    name = position.names[observation.to_move]
    you = (
        " (you)"
        if position.is_own_turn
        else f"; seen by {position.names[observation.seat]}, no hint can be asked for"
    )
    return f"Turn of {name}{you}: {stand}{extra}."


def _as_data(position: "Position") -> dict[str, Any]:
    """What ``--json`` prints."""
    from livingstone.engine.position import to_position

    observation = position.observation
    forced = observation.forced
    return {
        "position": to_position(observation, position.names, position.letters),
        "edition": observation.edition.to_dict(),
        "names": list(position.names),
        "is_own_turn": position.is_own_turn,
        "observation": observation.to_dict(),
        "legal": [action.legal_json() for action in observation.legal()],
        "forced": None if forced is None else forced.to_json(),
        "derived": list(position.derived),
        "assumed": list(position.assumed),
    }
