"""The hash of what a bot is: a changed bot is another bot, and its games must not be mixed."""

import hashlib
import os
import shutil
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Final

from livingstone import __version__
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import quote
from livingstone.tournaments.entrants import Entrant

_JUNK: Final = ("__pycache__", "node_modules", "target", "build", "dist", "obj")
"""Folders of what a build makes; hidden ones do not count either."""
_COMPILED: Final = (".pyc", ".pyo", ".class", ".o", ".log")


def bot_digest(entrant: Entrant) -> str:
    """16 hex digits.

    Of a built-in player: its spec and this program's version. Of a manifest's bot: all files of its folder, hidden
    ones and what builds make left out. Of any program: its command's words, and the files that these name.

    Raises:
        LivingstoneError: a file cannot be read.
    """
    digest = hashlib.sha256()
    if not entrant.is_program:
        _add(digest, "built-in", f"{entrant.spec} {__version__}".encode())
        return digest.hexdigest()[:16]
    files = dict(_named(entrant))
    if entrant.manifest is not None:
        files |= {path.relative_to(entrant.folder).as_posix(): path for path in _files(entrant.folder)}
    else:
        # Where the files lie does not matter, nor which interpreter of this machine runs them. Of an installed
        # module the interpreter's place alone says which installation it is.
        kept = int("-m" in takewhile(lambda word: word.startswith("-"), entrant.argv[1:]))
        for number, word in enumerate(entrant.argv):
            _add(digest, "word", (Path(word).name if os.sep in word and number >= kept else word).encode())
    try:
        for name in sorted(files):
            _add(digest, name, files[name].read_bytes())
    except OSError as error:
        raise LivingstoneError(f"bot {quote(entrant.name)}: {error.filename}: {error.strerror}") from None
    return digest.hexdigest()[:16]


def missing_part(entrant: Entrant, *, with_files: bool) -> str:
    """What of a program is not there: its folder, its manifest or the program; empty: nothing.

    ``with_files``: also what its command's other words seem to name.
    """
    if not entrant.is_program:
        return ""
    program, *words = entrant.argv
    for path in (entrant.folder, *(() if entrant.manifest is None else (entrant.manifest,))):
        if not path.exists():
            return str(path)
    if shutil.which(program) is None and not (entrant.folder / program).exists():
        return program
    for word in words if with_files else ():
        is_name = not word.startswith("-") and (os.sep in word or Path(word).suffix)
        if is_name and not (entrant.folder / word).exists():
            return str(entrant.folder / word)
    return ""


def _named(entrant: Entrant) -> Iterator[tuple[str, Path]]:
    """Files that the command's words name; of an interpreter that runs another file the word says enough."""
    for number, word in enumerate(entrant.argv):
        path = entrant.folder / word
        if len(entrant.argv) == 1:
            path = Path(shutil.which(word) or path)
        elif number == 0 and _is_of_system(path):
            continue
        if path.is_file():
            inside = path.is_relative_to(entrant.folder)
            yield path.relative_to(entrant.folder).as_posix() if inside else path.name, path


def _is_of_system(path: Path) -> bool:
    """Whether it is an interpreter or another installed program: one on the search path."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    return str(path.parent) in folders or path.name.startswith("python")


def _files(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _JUNK)
        for name in sorted(names):
            path = Path(place, name)
            if not name.startswith(".") and path.suffix not in _COMPILED and path.is_file():
                yield path


def _add(digest: "hashlib._Hash", name: str, content: bytes) -> None:
    """A name and a content; the lengths keep one from running into the other."""
    for part in (name.encode(), content):
        digest.update(len(part).to_bytes(8, "little") + part)
