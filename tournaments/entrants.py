"""Who plays: a built-in player by name, or a program by its manifest, its file or its command."""

import os
import shlex
import shutil
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from livingstone.ai.player import Player
from livingstone.ai.players import make_player, player_names
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import did_you_mean, quote
from livingstone.protocol.manifest import FILE_NAME, read_manifest
from livingstone.protocol.process import Launch
from livingstone.tournaments.guest import Guest
from livingstone.tournaments.hosting import Hosting


@dataclass(frozen=True)
class Entrant:
    """A plain value that can be sent to another process."""

    name: str
    """Shown in tables and logs."""
    spec: str = ""
    """Of a built-in player; empty for a program."""
    argv: tuple[str, ...] = ()
    """Of a program."""
    folder: Path = Path()
    memory_mb: int | None = None
    threads: int = 1

    @property
    def is_program(self) -> bool:
        """Whether it is played over the protocol."""
        return bool(self.argv)

    def seat(self, seed: int, hosting: Hosting, *, keep: bool = False) -> Player:
        """A new player for one seat. Raises LivingstoneError for an unknown built-in one."""
        if not self.is_program:
            return make_player(self.spec, seed)
        return Guest(self.launch(hosting), hosting, self.name, keep=keep)

    def launch(self, hosting: Hosting) -> Launch:
        """How to start the program."""
        memory = hosting.memory_mb if self.memory_mb is None else self.memory_mb
        return Launch(self.argv, self.folder, memory, self.threads, hosting.isolation)


def read_entrant(text: str) -> Entrant:
    """An entrant from what a user writes.

    In this order: a built-in player (``scripted:frugal``), a folder with a manifest or the manifest itself, a
    Python file, any other program file, a command line (``node bot.js``).

    Raises:
        LivingstoneError: for what is none of these, with the nearest name.
    """
    text = text.strip()
    if text.partition(":")[0] in player_names() and not Path(text).is_dir():
        make_player(text)
        return Entrant(text, spec=text)
    path = Path(text)
    if (path / FILE_NAME).is_file() or path.suffix == ".json":
        return _of_manifest(path)
    if path.is_dir():
        raise LivingstoneError(f"bot {quote(text)}: the folder has no {FILE_NAME}")
    if path.is_file():
        return _of_file(path)
    return _of_command(text)


def _of_manifest(path: Path) -> Entrant:
    manifest = read_manifest(path)
    folder = (path if path.is_dir() else path.parent).absolute()
    return Entrant(
        manifest.name,
        argv=tuple(manifest.argv(folder)),
        folder=folder,
        memory_mb=manifest.memory_mb,
        threads=manifest.threads,
    )


def _of_file(path: Path) -> Entrant:
    if path.suffix == ".py":
        return Entrant(path.stem, argv=(sys.executable, str(path.absolute())), folder=path.absolute().parent)
    if not os.access(path, os.X_OK):
        raise LivingstoneError(f"bot {quote(str(path))}: not executable, expected a program or a .py file")
    return Entrant(path.stem, argv=(str(path.absolute()),), folder=path.absolute().parent)


def _of_command(text: str) -> Entrant:
    try:
        argv = shlex.split(text)
    except ValueError as error:
        raise LivingstoneError(f"bot {quote(text)}: {str(error).lower()}") from None
    if not argv:
        raise LivingstoneError("bot '': expected a player's name, a manifest, a file or a command")
    if shutil.which(argv[0]) is None:
        hint = did_you_mean(argv[0], list(player_names()))
        what = "no built-in player, file or command of this name"
        raise LivingstoneError(
            f"bot {quote(text)}: {what}{hint or ': built in are ' + ', '.join(player_names())}"
        )
    return Entrant(_short(argv), argv=tuple(argv), folder=Path.cwd())


def _short(argv: list[str]) -> str:
    """A name for a command: the last word that is a file, else the whole."""
    files = [Path(word).stem for word in argv[1:] if Path(word).is_file()]
    return files[-1] if files else " ".join([Path(argv[0]).name, *argv[1:]])[:40]


def distinct(entrants: list[Entrant]) -> list[Entrant]:
    """The same entrants with names that differ: the second ``random`` is ``random#2``."""
    seen: dict[str, int] = {}
    named = []
    for entrant in entrants:
        count = seen[entrant.name] = seen.get(entrant.name, 0) + 1
        named.append(entrant if count == 1 else replace(entrant, name=f"{entrant.name}#{count}"))
    return named
