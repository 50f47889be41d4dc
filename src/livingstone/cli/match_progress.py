"""A progress bar of games on a terminal."""

import sys
from collections.abc import Callable
from typing import Any


class GamesBar:
    """On a terminal's stderr: games done, games a second, time left. Nothing in a pipe."""

    def __init__(self, total: int, *, shown: bool = True) -> None:
        self._total = total
        self._shown = shown and sys.stderr.isatty()
        self._bar: Any = None

    def __enter__(self) -> Callable[[], None]:
        if not self._shown:
            return _nothing
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            ProgressColumn,
            Task,
            TextColumn,
            TimeRemainingColumn,
        )
        from rich.text import Text

        class Pace(ProgressColumn):
            def render(self, task: Task) -> Text:
                speed = task.finished_speed or task.speed
                return Text("" if speed is None else f"{speed:.1f} games/s")

        columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), Pace(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._bar.start()
        task = self._bar.add_task("games", total=self._total)
        return lambda: self._bar.advance(task)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()


def _nothing() -> None:
    pass
