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
    text: str = ""
    """What the user wrote, as a shell reads it."""
    manifest: Path | None = None
    """Of a program that has one."""

    @property
    def is_program(self) -> bool:
        """Whether it is played over the protocol."""
        return bool(self.argv)

    def seat(self, seed: int, hosting: Hosting) -> Player:
        """A new player for one seat. Raises LivingstoneError for an unknown built-in one."""
        return self.guest(hosting) if self.is_program else make_player(self.spec, seed)

    def guest(self, hosting: Hosting, *, keep: bool = False, log_name: str = "") -> Guest:
        """The program for one seat at a time; see :class:`Guest`."""
        return Guest(self.launch(hosting), hosting, self.name, keep=keep, log_name=log_name)

    def launch(self, hosting: Hosting) -> Launch:
        """How to start the program."""
        memory = hosting.memory_mb if self.memory_mb is None else self.memory_mb
        return Launch(self.argv, self.folder, memory, self.threads, hosting.isolation, hosting.hidden)


def read_entrant(text: str) -> Entrant:
    """An entrant from what a user writes.

    In this order: a built-in player (``scripted:frugal``; a folder of that name is ``./scripted``), a folder with
    a manifest or the manifest itself, a Python file, any other program file, a command line (``node bot.js``).

    Raises:
        LivingstoneError: for what is none of these, with the nearest name.
    """
    text = text.strip()
    if not text:
        raise LivingstoneError("bot '': expected a player's name, a manifest, a file or a command")
    if text.partition(":")[0] in player_names():
        make_player(text)
        return Entrant(text, spec=text, text=text)
    path = Path(text)
    if (path / FILE_NAME).is_file() or path.suffix == ".json":
        return _of_manifest(path)
    if path.is_dir():
        raise LivingstoneError(f"bot {quote(text)}: the folder has no {FILE_NAME}, name the program in it")
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
        text=shlex.quote(str(path)),
        manifest=path,
    )


def _of_file(path: Path) -> Entrant:
    program, folder, text = str(path.absolute()), path.absolute().parent, shlex.quote(str(path))
    if path.suffix == ".py":
        return Entrant(path.stem, argv=(sys.executable, program), folder=folder, text=text)
    if not os.access(path, os.X_OK):
        raise LivingstoneError(f"bot {quote(str(path))}: not executable, expected a program or a .py file")
    return Entrant(path.stem, argv=(program,), folder=folder, text=text)


def _of_command(text: str) -> Entrant:
    try:
        argv = shlex.split(text)
    except ValueError as error:
        raise LivingstoneError(f"bot {quote(text)}: {str(error).lower()}") from None
    if not argv:
        raise LivingstoneError(f"bot {quote(text)}: no word in it, expected a command")
    if shutil.which(argv[0]) is None:
        raise LivingstoneError(f"bot {quote(text)}: {_unknown(argv[0])}")
    return Entrant(_short(argv), argv=tuple(argv), folder=Path.cwd(), text=shlex.join(argv))


def _unknown(word: str) -> str:
    """What is wrong with a word that is nothing we know, and what is near it."""
    path = Path(word)
    if path.suffix or len(path.parts) > 1:
        near = [str(path.parent / name) for name in _names_in(path.parent)]
        return "there is no such file" + did_you_mean(word, near)
    names = [*player_names(), *_names_in(Path())]
    what = "no built-in player, file or command of this name"
    return what + (did_you_mean(word, names) or f": built in are {', '.join(player_names())}")


def _names_in(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))  # noqa: PTH208 - names alone
    except OSError:
        return []


def _short(argv: list[str]) -> str:
    """A name for a command: the last word that is a file, else the whole."""
    files = [Path(word).stem for word in argv[1:] if Path(word).is_file()]
    return files[-1] if files else " ".join([Path(argv[0]).name, *argv[1:]])[:40]


def program_of(entrant: Entrant) -> Entrant:
    """The entrant as a program: a built-in player becomes ``livingstone-ai bot run``."""
    if entrant.is_program:
        return entrant
    argv = (sys.executable, "-m", "livingstone", "bot", "run", entrant.spec)
    return replace(entrant, spec="", argv=argv, folder=Path.cwd())


def distinct(entrants: list[Entrant]) -> list[Entrant]:
    """The same entrants with names that differ.

    Programs of one name in several folders get the folder's name before it (``old/bot``); the second of what is
    still the same is ``random#2``.
    """
    folders: dict[str, set[Path]] = {}
    for entrant in entrants:
        folders.setdefault(entrant.name, set()).add(entrant.folder)
    seen: dict[str, int] = {}
    named = []
    for entrant in entrants:
        is_shared = entrant.is_program and len(folders[entrant.name]) > 1
        name = f"{entrant.folder.name}/{entrant.name}" if is_shared else entrant.name
        count = seen[name] = seen.get(name, 0) + 1
        named.append(replace(entrant, name=name if count == 1 else f"{name}#{count}"))
    return named
