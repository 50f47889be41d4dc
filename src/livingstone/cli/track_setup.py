"""The beginning of ``track``: a file that exists is continued, a new one gets players, a seat and rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from livingstone.cli.options import EditionChoice
from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError, RecordError
from livingstone.engine.following.table_file import TableFile
from livingstone.engine.following.table_record import TableHeader, header_of
from livingstone.engine.following.words import check_names, split_player
from livingstone.engine.names import did_you_mean, quote
from livingstone.engine.position.template import NAMES


@dataclass(frozen=True)
class NewGame:
    """What the command line says of a new game; None for what it does not."""

    names: str | None
    players: int | None
    me: str | None
    start: str | None
    edition: EditionChoice

    @property
    def options(self) -> tuple[tuple[str, object], ...]:
        """Option and value."""
        return (
            ("--names", self.names),
            ("--players", self.players),
            ("--me", self.me),
            ("--start", self.start),
            ("--edition or --rule", self.edition.is_given or None),
        )


def open_table(file: str, game: NewGame, *, ask: bool) -> TableFile:
    """The table file, open for writing.

    Args:
        file: its path.
        game: what the command line says, for a new file; for one that exists it must say the same.
        ask: whether a person can be asked for what is missing.

    Raises:
        LivingstoneError: for a file that is no table file, options that cannot be or that contradict the file.
        click.UsageError: when options are missing and nobody can be asked.
    """
    if file == "-":
        raise click.UsageError("a followed game is kept in a file: expected its name, not '-'")
    if Path(file).exists():
        table = TableFile.open(file)
        try:
            _compare(file, table.header, game)
        except BaseException:
            table.close()
            raise
        return table
    edition = game.edition.load()
    names = _names(game, ask)
    me = _seat("--me", game.me, "Which of them are you?", names, ask)
    start = _seat("--start", game.start, "Who rolls the first dice?", names, ask)
    return TableFile.create(file, header_of(edition, names, me, start))


def _names(game: NewGame, ask: bool) -> list[str]:
    text = game.names
    if text is None and game.players is not None:
        return list(NAMES[: game.players])
    if text is None:
        text = _asked("--names", "Players in clockwise order, separated by commas:", ask, _checked_names)
    names = _checked_names(text)
    if game.players not in (None, len(names)):
        raise LivingstoneError(f"--players {game.players}: --names has {len(names)}")
    return names


def _checked_names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    check_names(names)
    header_of(Edition.load(), names, 0, 0)
    return names


def _seat(option: str, text: str | None, question: str, names: list[str], ask: bool) -> int:
    if text is None:
        text = _asked(option, f"{question} ({', '.join(names)})", ask, lambda name: seat_of(name, names))
    return seat_of(text, names)


def seat_of(text: str, names: Sequence[str]) -> int:
    """The seat with this name, or with a name that begins so.

    Raises:
        LivingstoneError: when there is none, or more than one.
    """
    seat, rest = split_player(text, names, -1)
    if seat is None or seat < 0 or rest:
        hint = did_you_mean(text, names)
        raise LivingstoneError(f"{quote(text)} is none of the players{hint}: expected {', '.join(names)}")
    return seat


def _asked(option: str, question: str, ask: bool, check: Any) -> str:
    """The answer of a person, asked again until it can be."""
    if not ask:
        raise click.UsageError(f"{option} is missing: a new game needs --names, --me and --start")
    from prompt_toolkit import prompt

    while True:
        try:
            answer = prompt(f"{question} ").strip()
        except EOFError:
            raise click.Abort from None
        try:
            check(answer)
        except LivingstoneError as error:
            click.echo(f"  {error}")
            continue
        return answer


def _compare(file: str, header: TableHeader, game: NewGame) -> None:
    """Options beside a file that exists must say what it says: the same command line continues a game."""
    said: dict[str, bool] = {}
    if game.names is not None:
        said["--names"] = [name.strip() for name in game.names.split(",")] == header.names
    if game.players is not None:
        said["--players"] = game.players == len(header.names)
    if game.me is not None:
        said["--me"] = seat_of(game.me, header.names) == header.me
    if game.start is not None:
        said["--start"] = seat_of(game.start, header.names) == header.start
    if game.edition.is_given:
        said["--edition and --rule"] = game.edition.load().to_dict() == header.edition
    for option, agrees in said.items():
        if not agrees:
            raise RecordError(
                f"{file}: exists and says otherwise than {option}: expected none of the options of a new game"
            )
