"""How programs are hosted and what a game asks of them: plain values that travel with a task."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from livingstone.protocol.isolation import Isolation
from livingstone.protocol.messages import TimeControl

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True)
class Hosting:
    """Everything about the hosting of programs that is not theirs to say."""

    time: TimeControl = field(default_factory=TimeControl)
    score: Literal["placement", "win"] = "placement"
    tries: int = 1
    """Answers a request may have: 1 is strict."""
    isolation: Isolation = Isolation.NONE
    memory_mb: int = 1024
    """What a bot gets whose manifest asks for nothing."""
    log_lines: Path | None = None
    """Folder for the exact lines of every session; None: they are not kept."""
    secret: tuple[Path, ...] = ()
    """Folders where records of running games and the like are written: they hold seeds and all hands."""

    @property
    def hidden(self) -> tuple[Path, ...]:
        """Folders that no bot may look into: the secret ones, and the lines of the others."""
        return self.secret if self.log_lines is None else (*self.secret, self.log_lines)


class LineLog:
    """A file that keeps a session's lines as they were: ``> {...}`` to the bot, ``< {...}`` from it.

    Beside it, when the session ends, what the bot wrote to stderr. An existing file is never overwritten.
    """

    def __init__(self, folder: Path, name: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        stem = _UNSAFE.sub("_", name)[:100]
        number = 1
        while True:
            self.path = folder / (f"{stem}.lines" if number == 1 else f"{stem}-{number}.lines")
            try:
                self._file = self.path.open("xb", buffering=0)
                break
            except FileExistsError:
                number += 1

    def __call__(self, direction: str, line: bytes) -> None:
        """Add a line; ``direction`` is ``>`` or ``<``."""
        try:
            self._file.write(direction.encode() + b" " + line)
        except OSError as error:  # a full disk: the system does not say of which file
            error.filename = str(self.path)
            raise

    def close(self, stderr: str) -> None:
        """The session is over."""
        self._file.close()
        if stderr:
            self.path.with_suffix(".stderr").write_text(stderr, encoding="utf-8")
