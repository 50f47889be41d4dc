"""Progress bars: on a terminal's stderr, gone at the end; nothing in a pipe."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn


@contextmanager
def games_bar(total: int, *, shown: bool = True) -> Iterator[Callable[[], None]]:
    """Games done, games a second, time left; yields what a finished game calls."""
    with _bar(_games_columns, shown=shown) as bar:
        if bar is None:
            yield lambda: None
        else:
            task = bar.add_task("games", total=total)
            yield lambda: bar.advance(task)


@contextmanager
def decisions_bar() -> Iterator[Callable[[int, int], None] | None]:
    """Of a review; yields what is called with the decisions done and all of them."""
    with _bar(_decisions_columns) as bar:
        if bar is None:
            yield None
        else:
            task = bar.add_task("reviewing", total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def thinking_bar() -> Iterator[Callable[[float, int], None] | None]:
    """Of a hint; yields what is called with the share done (0 to 1) and the simulations so far."""
    with _bar(_thinking_columns) as bar:
        if bar is None:
            yield None
        else:
            task = bar.add_task("thinking", total=1.0, simulations=0)
            yield lambda share, count: bar.update(task, completed=share, simulations=count)


@contextmanager
def _bar(
    columns: "Callable[[], Sequence[ProgressColumn]]", *, shown: bool = True
) -> "Iterator[Progress | None]":
    if not (shown and sys.stderr.isatty()):
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(*columns(), console=Console(stderr=True), transient=True) as bar:
        yield bar


def _games_columns() -> "Sequence[ProgressColumn]":
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
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

    return (TextColumn("games"), BarColumn(), MofNCompleteColumn(), Pace(), TimeRemainingColumn())


def _decisions_columns() -> "Sequence[ProgressColumn]":
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    return (TextColumn("reviewing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


def _thinking_columns() -> "Sequence[ProgressColumn]":
    from rich.progress import BarColumn, TextColumn

    return (TextColumn("thinking"), BarColumn(), TextColumn("{task.fields[simulations]} simulations"))
