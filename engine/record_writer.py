"""Writing a game record while the game goes on."""

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

import msgspec

from livingstone.engine.codec import dumps
from livingstone.engine.game import Result
from livingstone.engine.notation import Action
from livingstone.engine.outcome import NOTHING, Outcome
from livingstone.engine.record_lines import Header, Step, action_step, result_json, roll_step


class RecordWriter:
    """Writes a record line by line; each line is flushed, so a crash loses at most the line being written."""

    def __init__(self, target: str | Path | BinaryIO, header: Header) -> None:
        self._owned = isinstance(target, str | Path)
        self._path = str(target) if isinstance(target, str | Path) else None
        # The file outlives this call: close() and the with-block of the writer close it.
        self._file: BinaryIO = Path(target).open("wb") if isinstance(target, str | Path) else target  # noqa: SIM115
        self._write(msgspec.to_builtins(header))

    def write(self, step: Step) -> None:
        """Add a step."""
        self._write(msgspec.to_builtins(step))

    def roll(self, outcome: Outcome, *, final: bool = False) -> None:
        """Add a roll."""
        self.write(roll_step(outcome, final=final))

    def act(
        self,
        seat: int,
        action: Action,
        outcome: Outcome = NOTHING,
        info: Mapping[str, object] | None = None,
    ) -> None:
        """Add an action with what it drew."""
        self.write(action_step(seat, action, outcome, info))

    def forfeit(self, seat: int) -> None:
        """Add that a seat forfeits."""
        self.write(Step(forfeit=seat))

    def result(self, result: Result) -> None:
        """Add the last line."""
        self.write(Step(result=result_json(result)))

    def close(self) -> None:
        """Close the file if the writer opened it."""
        if self._owned:
            with self._naming_the_file():  # what could not be written is tried once more
                self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, line: object) -> None:
        with self._naming_the_file():
            self._file.write(dumps(line, newline=True))
            self._file.flush()

    @contextlib.contextmanager
    def _naming_the_file(self) -> Iterator[None]:
        """The system does not say which file had no room on its disk."""
        try:
            yield
        except OSError as error:
            error.filename = self._path
            raise
