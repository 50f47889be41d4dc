"""The bot under test: how it is started, and what language it is written in."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from livingstone.protocol.manifest import FILE_NAME, Manifest, read_manifest
from livingstone.tournaments.entrants import Entrant, program_of, read_entrant

_SPOKEN: Final = {
    "python": "python", "python3": "python", "pypy": "python", "pypy3": "python", "py": "python",
    "c": "c", "c++": "cpp", "cpp": "cpp", "cc": "cpp", "cxx": "cpp",
    "java": "java", "jar": "java", "class": "java", "kotlin": "java", "scala": "java",
    "rust": "rust", "rs": "rust", "cargo": "rust",
    "javascript": "javascript", "node": "javascript", "node.js": "javascript", "nodejs": "javascript",
    "js": "javascript", "mjs": "javascript", "cjs": "javascript", "typescript": "javascript", "ts": "javascript",
    "deno": "javascript", "bun": "javascript",
}  # fmt: skip


@dataclass(frozen=True)
class Subject:
    """A program to check."""

    entrant: Entrant
    language: str = ""
    """As its manifest says, or by its program; a key of the hints, empty if unknown."""
    manifest: Manifest | None = None

    def build(self) -> None:
        """Run the manifest's build commands. Raises LivingstoneError."""
        if self.manifest is not None:
            self.manifest.build(self.entrant.folder)


def read_subject(words: Sequence[str]) -> Subject:
    """A subject from a command's words; a single word may be whatever :func:`read_entrant` knows.

    Raises:
        LivingstoneError: for what is no bot.
    """
    text = words[0] if len(words) == 1 else shlex.join(words)
    entrant = read_entrant(text)
    if not entrant.is_program:
        return Subject(program_of(entrant), "python")
    path = Path(text)
    if (path / FILE_NAME).is_file() or path.suffix == ".json":
        manifest = read_manifest(path)
        return Subject(entrant, known_language(manifest.language) or _by_program(entrant.argv), manifest)
    return Subject(entrant, _by_program(entrant.argv))


def known_language(name: str) -> str:
    """The key of the hints for a language's name; empty for one that has no hints of its own."""
    return _SPOKEN.get(name.strip().lower().split(" ")[0], "")


def _by_program(argv: Sequence[str]) -> str:
    """By the endings of the files in a command, then by the program's name."""
    endings = [Path(word).suffix.removeprefix(".") for word in argv[1:]] + [Path(argv[0]).suffix[1:]]
    names = [*endings, Path(argv[0]).name.rstrip(".0123456789")]
    return next((known_language(name) for name in names if known_language(name)), "")
