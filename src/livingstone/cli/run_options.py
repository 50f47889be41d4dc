"""Options that the commands which play a run share."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

_Function = TypeVar("_Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Playing:
    """How a run is played; it changes no game."""

    workers: int | None
    """None: as the config says."""
    strict: bool
    quiet: bool


def playing_options(function: _Function) -> _Function:
    """Adds ``--workers``, ``--strict`` and ``--quiet``; the function gets ``playing``."""

    @click.option(
        "--workers",
        type=click.IntRange(1, 1024),
        metavar="N",
        help="Processes that play (default: as the config says, or one for each core).",
    )
    @click.option("--strict", is_flag=True, help="Exit code 3 if a bot failed; all games are played anyway.")
    @click.option("--quiet", is_flag=True, help="No progress and no remarks.")
    @functools.wraps(function)
    def with_playing(*args: Any, workers: int | None, strict: bool, quiet: bool, **named: Any) -> Any:
        return function(*args, playing=Playing(workers, strict, quiet), **named)

    return with_playing  # type: ignore[return-value]
