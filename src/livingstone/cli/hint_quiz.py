"""A position as a question: what would you do? The hint comes when the person wants it."""

import sys
from collections.abc import Sequence

import click

from livingstone.cli.hint_move import read_move
from livingstone.cli.options import board_width, can_draw
from livingstone.engine.constants import Phase
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation, faces
from livingstone.engine.render.scene import initials
from livingstone.engine.render.text import board

PROMPT = "Type your turn to have it compared, or press Enter for the hint"


def ask(observation: Observation, names: Sequence[str], move: str | None) -> tuple[Action, ...]:
    """Show the position and wait; the turn that the person typed, or ``move``, or nothing.

    Raises:
        LivingstoneError: where nobody can press a key.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise LivingstoneError("--quiz waits for a key: expected a terminal, not a pipe")
    drawn = board(
        observation, names=names, letters=initials(names), ascii_only=not can_draw(), width=board_width()
    )
    click.echo(drawn)
    click.echo(f"\n{question(observation, names)}")
    if move is not None:
        given = read_move(observation, names, move)
        click.prompt("Press Enter for the hint", default="", show_default=False)
        return given
    while True:
        typed = click.prompt(PROMPT, default="", show_default=False)
        if not typed.strip():
            return ()
        try:
            return read_move(observation, names, typed)
        except LivingstoneError as error:
            click.echo(f"error: {error}", err=True)


def question(observation: Observation, names: Sequence[str]) -> str:
    """Whose turn it is and what there is to decide."""
    state = observation.record[0]
    what = {
        Phase.BEFORE_DIE: f"which die of {' '.join(map(str, faces(state.pool)))}, and what with it",
        Phase.DIE_HELD: f"what with the die {int(state.held)}",
        Phase.ACTION_DONE: "what before the turn ends",
    }[observation.phase]
    return f"{names[observation.seat]}'s turn in round {int(state.round_number)}: {what}?"
