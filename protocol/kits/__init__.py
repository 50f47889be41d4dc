"""Starter kits: for each language a small bot that plays, to be written into a folder of the user's own.

The files stand beside this module, one folder a language, as the user gets them; the bot's name in them is
``my-bot``. The bots of all languages play the same moves.
"""

import re
from pathlib import Path
from typing import Final

from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import did_you_mean, quote

LANGUAGES: Final = ("python", "javascript", "c", "cpp", "java", "rust")
DEFAULT_NAME: Final = "my-bot"

_ALIASES: Final = {"py": "python", "js": "javascript", "node": "javascript", "c++": "cpp", "rs": "rust"}
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")


def find_language(text: str) -> str:
    """The kit's language for a name such as ``Rust`` or ``js``. Raises LivingstoneError for an unknown one."""
    word = text.strip().lower()
    language = _ALIASES.get(word, word)
    if language not in LANGUAGES:
        hint = did_you_mean(word, LANGUAGES) or f": expected {', '.join(LANGUAGES)}"
        raise LivingstoneError(f"language: no starter kit for {quote(text)}{hint}")
    return language


def name_for(folder: Path) -> str:
    """A bot's name made of the folder's: what no name may contain becomes a hyphen."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", folder.resolve().name).strip("-._")[:40]
    return name or DEFAULT_NAME


def write_kit(language: str, folder: Path, name: str = DEFAULT_NAME) -> list[Path]:
    """Write the starter kit of a language into ``folder``, which is made if need be.

    Args:
        name: the bot's, in its hello and in its manifest.

    Returns:
        The files written, by name.

    Raises:
        LivingstoneError: for an unknown language, a name that is none, or a folder that holds something.
    """
    kit = Path(__file__).parent / find_language(language)
    # The name stands inside string literals of six languages: nothing in it may need an escape.
    if not _NAME.fullmatch(name):
        raise LivingstoneError(
            f"name: {quote(name)}, expected 1 to 40 letters (a to z), digits, '-', '_' or '.', "
            "a letter or digit first"
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise LivingstoneError(f"{folder}: exists already, expected a new or an empty folder")
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for source in sorted(path for path in kit.iterdir() if path.is_file()):
        target = folder / source.name
        text = source.read_text(encoding="utf-8").replace(DEFAULT_NAME, name)
        target.write_text(text, encoding="utf-8", newline="\n")
        written.append(target)
    return written
