"""What a run shows while it is played: a moving table on a terminal, plain lines in a pipe."""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import click

from livingstone.engine.wording import counted
from livingstone.tournaments.ratings.games import RatedGame
from livingstone.tournaments.ratings.ticker import Ticker
from livingstone.tournaments.run.estimate import duration
from livingstone.tournaments.run.plan import Plan
from livingstone.tournaments.run.watcher import Watcher
from livingstone.tournaments.store import StoredBlock, StoredGame, StoredSeat

PLAIN_S: Final = 30.0
"""Between two lines in a pipe."""
_SHOWN: Final = 3
"""Faults of one bot that are shown; all are in the log."""


@contextmanager
def screen(*, quiet: bool) -> Iterator[Watcher]:
    """The watcher that suits stderr; with ``quiet`` one that shows nothing."""
    if quiet:
        yield Watcher()
    elif sys.stderr.isatty():
        from rich.console import Console
        from rich.live import Live

        with Live(console=Console(stderr=True), transient=True, auto_refresh=False) as live:
            yield _Table(live)
    else:
        yield _Lines()


class _Lines(Watcher):
    """Plain lines: the pace from time to time, and whatever goes wrong."""

    def __init__(self) -> None:
        self.done = self.total = self.played = 0
        self.began = self.told = time.monotonic()
        self._faults: Counter[str] = Counter()

    def say(self, line: str) -> None:
        """Show a line that stays."""
        click.echo(line, err=True)

    def on_begin(self, plan: Plan, done: int, total: int) -> None:
        """How much there is to do."""
        self.done, self.total = done, total
        self.began = self.told = time.monotonic()
        self.say(
            f"{counted(total - done, 'game')} to play" + (f", {done} of {total} are stored" if done else "")
        )

    def on_block(self, block: StoredBlock, games: tuple[StoredGame, ...]) -> None:
        """Count, and tell the pace if that is due."""
        self.done += len(games)
        self.played += len(games)
        if time.monotonic() - self.told >= PLAIN_S:
            self.told = time.monotonic()
            self.say(self.pace())

    def on_fault(self, game: StoredGame, seat: StoredSeat) -> None:
        """The first ones of every bot."""
        name = seat.bot.name
        self._faults[name] += 1
        if self._faults[name] <= _SHOWN:
            self.say(f"{game.id}: {name} loses its seat: {seat.termination}: {seat.fault}")
        if self._faults[name] == _SHOWN:
            self.say(f"{name}: further faults are in logs/run.log")

    def on_void(self, block: StoredBlock, reason: str) -> None:
        """Each."""
        self.say(f"{block.id}: void, the host failed: {reason} (logs/void-{block.id}.txt)")

    def on_exclusion(self, name: str, reason: str, skipped: int) -> None:
        """Each."""
        self.total -= skipped
        self.say(f"{name}: {reason}; {counted(skipped, 'game')} less")

    def pace(self) -> str:
        """``120 of 1200 games, 3.4 a second, 5 min left``."""
        text = f"{self.done} of {self.total} games"
        seconds = time.monotonic() - self.began
        if not self.played or seconds <= 0:
            return text
        rate = self.played / seconds
        shown = f"{rate:.1f} a second" if rate >= 1 else f"{60 * rate:.1f} a minute"
        left = (self.total - self.done) / rate
        return f"{text}, {shown}" + (f", {duration(left)} left" if left else "")


class _Table(_Lines):
    """The pace and an interim table that change in place."""

    def __init__(self, live: Any) -> None:
        super().__init__()
        self._live = live
        self._ticker = Ticker()
        self._games: Counter[str] = Counter()
        self._lost: Counter[str] = Counter()

    def say(self, line: str) -> None:
        """Above the table."""
        self._live.console.print(line, markup=False, highlight=False)

    def on_begin(self, plan: Plan, done: int, total: int) -> None:
        """The table begins empty; bots enter it with their first game."""
        super().on_begin(plan, done, total)
        self._ticker = Ticker(plan.config.score)
        self._show()

    def on_block(self, block: StoredBlock, games: tuple[StoredGame, ...]) -> None:
        """The table moves on."""
        self.done += len(games)
        self.played += len(games)
        for game in games:
            self._ticker.add(_rated(game))
            self._games.update(bot.name for bot in game.bots)
        self._show()

    def on_fault(self, game: StoredGame, seat: StoredSeat) -> None:
        """In the table too."""
        super().on_fault(game, seat)
        self._lost[seat.bot.name] += 1

    def _show(self) -> None:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        table = Table(title="interim, since the start of this command", title_justify="left", box=None)
        table.add_column("bot")
        for head in ("Elo (moving)", "games", "faults"):
            table.add_column(head, justify="right")
        room = max(3, self._live.console.height - 6)
        for name, elo in self._ticker.standing()[:room]:
            table.add_row(Text(name), f"{elo:.0f}", str(self._games[name]), str(self._lost[name] or ""))
        bar = ProgressBar(total=max(1, self.total), completed=self.done, width=40)
        self._live.update(Group(Text(self.pace()), bar, table), refresh=True)


def _rated(game: StoredGame) -> RatedGame:
    """As the ratings see it; the deal does not matter here."""
    seats = game.seats[game.start :] + game.seats[: game.start]
    return RatedGame(
        deal=0,
        bots=tuple(seat.bot.name for seat in seats),
        places=tuple(seat.place for seat in seats),
        shares=tuple(seat.share for seat in seats),
    )
