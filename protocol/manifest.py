"""A bot's manifest ``bot.json``: its name, how to build it, how to start it."""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import msgspec

from livingstone.engine.codec import convert, loads
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import did_you_mean, quote
from livingstone.protocol.version import SUPPORTED

FILE_NAME: Final = "bot.json"

_PYTHON: Final = "{python}"
_LONGEST_FILE: Final = 65536
_LAST_LINES: Final = 8
_BUILD_SECONDS: Final = 600.0
_MOST_MB: Final = 1 << 20

Words = Annotated[list[Annotated[str, msgspec.Meta(min_length=1)]], msgspec.Meta(min_length=1)]
"""A command: a program and its arguments."""


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What ``bot.json`` says. Commands run in the manifest's folder, without a shell.

    In a command the word ``{python}`` stands for the interpreter that runs this program.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    version: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    command: Words
    protocol: int
    """Major version of the line protocol."""
    author: Annotated[str, msgspec.Meta(max_length=200)] = ""
    language: Annotated[str, msgspec.Meta(max_length=64)] = ""
    build_commands: list[Words] = msgspec.field(default_factory=list, name="build")
    """Commands to run once, in this order, before the bot is started; ``build`` in the file."""
    memory_mb: Annotated[int, msgspec.Meta(ge=1, le=_MOST_MB)] | None = None
    """How much memory the bot asks for, in MiB; None: whatever the host gives."""
    threads: Annotated[int, msgspec.Meta(ge=1, le=1024)] = 1

    def argv(self, folder: Path) -> list[str]:
        """The command to start the bot with, ``folder`` being the manifest's."""
        return _resolved(self.command, folder)

    def build(self, folder: Path) -> None:
        """Run the build commands in ``folder``.

        Raises:
            LivingstoneError: for a command that cannot be started, fails or takes more than ten minutes, with
                the command and the last lines of its stderr.
        """
        for command in self.build_commands:
            what = f"{folder / FILE_NAME}: build command '{' '.join(command)}'"
            _run(_resolved(command, folder), folder, what)


def read_manifest(path: Path) -> Manifest:
    """The manifest at ``path``, a ``bot.json`` or the folder it is in.

    Raises:
        LivingstoneError: for a missing, unreadable or wrong file, with the field and what was expected.
    """
    file = path / FILE_NAME if path.is_dir() else path
    try:
        with file.open("rb") as source:
            text = source.read(_LONGEST_FILE + 1)
    except FileNotFoundError:
        raise LivingstoneError(f"{file}: there is no such file, expected a bot's manifest") from None
    except OSError as error:
        raise LivingstoneError(f"{file}: {error.strerror}") from None
    try:
        return parse_manifest(text)
    except LivingstoneError as error:
        raise LivingstoneError(f"{file}: {error}") from None


def parse_manifest(text: bytes) -> Manifest:
    """The manifest in a JSON text. Raises LivingstoneError naming the field."""
    if len(text) > _LONGEST_FILE:
        raise LivingstoneError(f"longer than {_LONGEST_FILE} bytes, expected a bot's manifest")
    value = loads(text.removeprefix(b"\xef\xbb\xbf"))  # some editors write a byte order mark
    if not isinstance(value, dict):
        raise LivingstoneError("expected a JSON object with name, version, command and protocol")
    fields = Manifest.__struct_encode_fields__
    for key in value:
        if key not in fields:
            hint = did_you_mean(key, fields) or f": expected {', '.join(fields)}"
            raise LivingstoneError(f"no field {quote(key)} in a manifest{hint}")
    missing = [name for name in ("name", "version", "command", "protocol") if name not in value]
    if missing:
        raise LivingstoneError(f"{missing[0]}: missing, expected it beside the other fields")
    try:
        manifest = convert(value, Manifest)
    except LivingstoneError as error:
        raise LivingstoneError(_field_first(str(error))) from None
    _check(manifest)
    return manifest


def _field_first(message: str) -> str:
    """msgspec's "Expected `int`, got `str` - at `$.threads`" as "threads: expected `int`, got `str`"."""
    match = re.fullmatch(r"(.*) - at `\$\.(.*)`", message)
    if match is None:
        return message
    return f"{match[2]}: {match[1][0].lower()}{match[1][1:]}".replace("`", "")


def _check(manifest: Manifest) -> None:
    """What types cannot say."""
    texts = {name: getattr(manifest, name) for name in ("name", "version", "author", "language")}
    for name, text in texts.items():
        if not text.isprintable() or text != text.strip():
            raise LivingstoneError(f"{name}: {text!r}, expected printable letters without spaces around them")
    for command in (manifest.command, *manifest.build_commands):
        if any("\0" in word for word in command):
            raise LivingstoneError("command, build: a NUL character in a word, expected none")
    if manifest.protocol not in SUPPORTED:
        known = ", ".join(str(major) for major in SUPPORTED)
        raise LivingstoneError(f"protocol: {manifest.protocol}, expected a major version known here: {known}")


def _resolved(command: Sequence[str], folder: Path) -> list[str]:
    """The command with ``{python}`` filled in and a relative program such as ``./bot`` found in ``folder``.

    A program without a slash (``node``) is left to PATH. The working folder alone would not do: which folder a
    relative program is looked up in differs between systems.
    """
    program, *arguments = (sys.executable if word == _PYTHON else word for word in command)
    if "/" in program and not Path(program).is_absolute():
        program = str(folder.resolve() / program)
    return [program, *arguments]


def _run(argv: Sequence[str], folder: Path, what: str) -> None:
    """Run one command to its end. Raises LivingstoneError, its message beginning with ``what``."""
    try:
        process = subprocess.run(
            argv,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_BUILD_SECONDS,
            check=False,
        )
    except FileNotFoundError:
        raise LivingstoneError(f"{what}: there is no program {quote(argv[0])}, is it installed?") from None
    except OSError as error:
        raise LivingstoneError(f"{what}: cannot be started: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise LivingstoneError(f"{what}: not done after {_BUILD_SECONDS:.0f} s") from None
    if process.returncode != 0:
        text = (process.stderr.strip() or process.stdout.strip()).decode("utf-8", "replace")
        last = " | ".join(line.strip() for line in text.splitlines()[-_LAST_LINES:])
        said = last or "nothing on stderr"
        raise LivingstoneError(f"{what}: failed with exit code {process.returncode}: {said}")
