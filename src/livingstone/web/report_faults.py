"""The games that bots lost by a fault of their own, and what was kept of them."""

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from livingstone.web.report_source import ReportGame

LOGS: Final = "logs"
"""Folder of a run."""
MOST_FAULTS: Final = 500
"""That are listed one by one."""
_LONGEST: Final = 400
_LOG: Final = re.compile(r"(.+-r[0-9]+)-(seat([0-9]+)-.*\.)?(.+)")
"""Game, seat, and what it is."""


class FaultRow(NamedTuple):
    """One seat of one game."""

    game: str
    bot: str
    seat: int
    kind: str
    text: str
    logs: tuple[tuple[str, Path], ...]
    """What each is, and its file."""


def fault_rows(games: Iterable[ReportGame], folder: Path) -> list[FaultRow]:
    """In the order of the games; ``folder``: of the run."""
    logs = _logs(folder / LOGS)
    return [
        FaultRow(
            game.stored.id,
            bot,
            seat,
            str(stored.termination),
            _cut(stored.fault),
            (*logs[game.stored.id, ""], *logs[game.stored.id, str(seat)]),
        )
        for game in games
        if game.stored.is_degraded
        for seat, (bot, stored, _) in enumerate(game.sittings())
        if stored.termination != "completed"
    ]


def _logs(folder: Path) -> defaultdict[tuple[str, str], list[tuple[str, Path]]]:
    """By game and seat (empty: of no one seat): ``p4-c1-b007-r2-seat1-name.stderr``."""
    found: defaultdict[tuple[str, str], list[tuple[str, Path]]] = defaultdict(list)
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        name = _LOG.fullmatch(path.name)
        if name is not None and path.is_file():
            found[name[1], name[3] or ""].append((name[4], path))
    return found


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
