"""Giving a hint: the search, and the answer as text or JSON. Used by ``suggest`` and by ``track``."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import click

from livingstone.cli.bars import thinking_bar
from livingstone.cli.compiling import ensure_compiled

if TYPE_CHECKING:
    from livingstone.engine.following import Payment
    from livingstone.engine.observation import Observation

DEFAULT_SECONDS: Final = 2.0
PIPE_WIDTH: Final = 92
"""Columns of text where no terminal says how many it has, and the most anywhere."""
LEAST_WIDTH: Final = 40


@dataclass(frozen=True)
class HintSettings:
    """What a person asks of a hint; one of ``seconds`` and ``simulations`` at most."""

    seconds: float | None = None
    simulations: int | None = None
    seed: int = 0
    top: int = 5
    """How many choices, the best included."""
    explain: bool = False
    """Likely replies too."""
    move: str | None = None
    """A turn to compare with the hint, as typed."""
    quiz: bool = False
    """Show the question first, the hint when a key is pressed."""
    as_json: bool = False


def give_hint(
    observation: "Observation",
    names: Sequence[str],
    payments: "Sequence[Payment]" = (),
    settings: HintSettings = HintSettings(),
) -> None:
    """Print a hint for a seat's knowledge of its own turn.

    Args:
        observation: what the seat knows; it must be its turn.
        names: by seat.
        payments: of a followed game, for the evidence.
        settings: what is asked.

    Raises:
        LivingstoneError: when it is not that seat's turn, or the typed turn is not understood or not legal.
    """
    from livingstone.cli.hint_move import read_move

    check_turn(observation, names)
    if settings.quiz:
        from livingstone.cli.hint_quiz import ask

        move = ask(observation, names, settings.move)
    else:
        move = () if settings.move is None else read_move(observation, names, settings.move)
    ensure_compiled()
    from livingstone.ai.advice import advise
    from livingstone.ai.advice_parts import Question
    from livingstone.ai.effort import Effort

    seconds = settings.seconds
    if seconds is None and settings.simulations is None:
        seconds = DEFAULT_SECONDS
    with thinking_bar() as tell:
        advice = advise(
            observation,
            Effort(settings.simulations, seconds),
            seed=settings.seed,
            question=Question(settings.top, settings.explain, move, tuple(names), payments),
            on_progress=tell,
        )
    if settings.as_json:
        from livingstone.cli.hint_json import hint_json

        click.echo(hint_json(advice, names))
    else:
        from livingstone.cli.hint_text import hint_lines

        click.echo("\n".join(hint_lines(advice, observation, names, text_width())))


def check_turn(observation: "Observation", names: Sequence[str]) -> None:
    """Raises PositionError when the seat that asks is not to move."""
    from livingstone.engine.errors import PositionError

    if observation.to_move != observation.seat:
        mover, me = names[observation.to_move], names[observation.seat]
        raise PositionError(f"turn: it is {mover}'s turn, expected a position where {me} (me) is to move")


def text_width() -> int:
    """Columns for text: those of the terminal within bounds, else a pipe's."""
    if not sys.stdout.isatty():
        return PIPE_WIDTH
    import shutil

    return max(LEAST_WIDTH, min(PIPE_WIDTH, shutil.get_terminal_size().columns))
