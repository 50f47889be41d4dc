"""An observer that writes a game record while the game goes on."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, Self

from livingstone.engine.constants import Phase
from livingstone.engine.game import Game, Result
from livingstone.engine.notation import Action
from livingstone.engine.outcome import Outcome
from livingstone.engine.record_lines import Step, header_of
from livingstone.engine.record_writer import RecordWriter
from livingstone.protocol.termination import Termination
from livingstone.tournaments.match import Observer


class Recording(Observer):
    """Writes one game to a file, by its path or open; the notes and evaluations of bots go into the steps' ``info``.

    ``times``: the milliseconds of each answer too. Without them the same games give the same bytes.
    """

    def __init__(
        self,
        target: Path | BinaryIO,
        names: Sequence[str],
        info: Mapping[str, object],
        *,
        times: bool = False,
    ) -> None:
        self._target = target
        self._names = ["".join(c if c.isprintable() else "?" for c in name) for name in names]
        self._info = info
        self._times = times
        self._writer: RecordWriter | None = None

    def on_start(self, game: Game) -> None:
        """The header."""
        self._writer = RecordWriter(self._target, header_of(game, self._names, self._info))

    def on_roll(self, game: Game, outcome: Outcome) -> None:
        """A step; the final dice end the game."""
        self._open.roll(outcome, final=game.phase is Phase.OVER)

    def on_action(
        self, game: Game, seat: int, action: Action, outcome: Outcome, info: Mapping[str, object]
    ) -> None:
        """A step."""
        kept = {key: value for key, value in info.items() if self._times or key != "ms"}
        self._open.act(seat, action, outcome, kept or None)

    def on_fault(self, game: Game, seat: int, termination: Termination, reason: str) -> None:
        """The seat forfeits; why, stands beside it."""
        why = {"termination": termination.value}
        if self._times:  # the text of a late answer holds its milliseconds
            why["reason"] = reason
        self._open.write(Step(forfeit=seat, info=why))

    def on_end(self, game: Game, result: Result) -> None:
        """The last line."""
        self._open.result(result)
        self.close()

    def close(self) -> None:
        """Close the file; a game that was not played to its end leaves an unfinished record."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def _open(self) -> RecordWriter:
        if self._writer is None:
            raise RuntimeError("the game has not begun")
        return self._writer
