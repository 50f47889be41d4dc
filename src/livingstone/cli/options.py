"""Options that several commands share: ``--edition``, ``--rule`` and ``--json``."""

import functools
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

if TYPE_CHECKING:
    from livingstone.engine.editions import Edition

_Function = TypeVar("_Function", bound=Callable[..., Any])

DEFAULT_EDITION: Final = "schmidt-2009"


@dataclass(frozen=True)
class EditionChoice:
    """What the user said about the edition; nothing is loaded before :meth:`load`.

    ``name`` is a built-in name or a file's path, None if not said; ``rules`` are ``key=value`` overrides.
    """

    name: str | None = None
    rules: tuple[str, ...] = ()

    @property
    def is_given(self) -> bool:
        """Whether the user named an edition or overrode a value."""
        return self.name is not None or bool(self.rules)

    def load(self, default: str = DEFAULT_EDITION) -> "Edition":
        """The edition with its overrides. Raises EditionError."""
        from livingstone.engine.editions import Edition

        return Edition.load(self.name if self.name is not None else default, self.rules)


def edition_options(function: _Function) -> _Function:
    """Adds ``--edition`` and ``--rule``; the function gets ``edition``, an :class:`EditionChoice`."""

    @click.option(
        "--edition",
        "edition_name",
        metavar="NAME|FILE",
        help=f"A built-in edition or an edition file (default: {DEFAULT_EDITION}, or the input's own).",
    )
    @click.option(
        "--rule",
        "rules",
        metavar="KEY=VALUE",
        multiple=True,
        help="Changes one value of the edition; may be repeated.",
    )
    @functools.wraps(function)
    def with_edition(*args: Any, edition_name: str | None, rules: tuple[str, ...], **named: Any) -> Any:
        return function(*args, edition=EditionChoice(edition_name, tuple(rules)), **named)

    return with_edition  # type: ignore[return-value]


def json_option(function: _Function) -> _Function:
    """Adds ``--json``; the function gets ``as_json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(function)


def game_options(function: _Function) -> _Function:
    """Adds ``--seed``, ``--time`` and ``--score``; the function gets ``seed`` or None, ``clock``, ``score``."""
    options = (
        click.option(
            "--seed",
            type=click.IntRange(0, 2**128 - 1),
            help="The same seed, the same deals (default: one is drawn that no bot can guess).",
        ),
        click.option(
            "--time",
            "clock",
            default="1s",
            show_default=True,
            help="A turn's time, 60s+1s, 60s+1s/5s or none.",
        ),
        click.option(
            "--score",
            type=click.Choice(["placement", "win"]),
            default="placement",
            show_default=True,
            help="What counts: the order of the standing, or wins alone.",
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


def seed_or_drawn(seed: int | None) -> int:
    """As given, else a new one: a bot that knows a small seed knows every deal."""
    import secrets

    return secrets.randbits(128) if seed is None else seed


def isolation_option(function: _Function) -> _Function:
    """Adds ``--isolation``; the function gets ``isolation``, a name or None."""
    what = "none, limits or bubblewrap (default: the best here)."
    return click.option("--isolation", metavar="LEVEL", help=what)(function)


def board_width() -> int:
    """Columns for a board: those of the terminal, at most what a board needs; all it needs in a pipe."""
    import shutil

    from livingstone.engine.render.text import WIDTH

    return min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns) if sys.stdout.isatty() else WIDTH


def can_draw() -> bool:
    """Whether stdout can show the characters that boards are drawn with; not so in an old code page."""
    try:
        "│┼─▲≈".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
