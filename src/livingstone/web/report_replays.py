"""Replay pages beside a report, of the games that are asked for."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal, NamedTuple

from livingstone.engine.errors import LivingstoneError
from livingstone.tournaments.store import Store
from livingstone.web.replay import replay_page
from livingstone.web.report_source import ReportGame
from livingstone.web.report_tally import spread

FOLDER: Final = "replays"

Choice = Literal["all", "faults", "none"] | int
"""A number: so many games, spread evenly over the run."""


class Written(NamedTuple):
    """One page, or why there is none."""

    game: str
    error: str


def chosen(games: Sequence[ReportGame], choice: Choice) -> list[ReportGame]:
    """The games whose pages are to be written."""
    if isinstance(choice, int):
        return spread(games, choice)
    if choice == "faults":
        return [game for game in games if game.stored.is_degraded]
    return list(games) if choice == "all" else []


def write_replays(folder: Path, games: Sequence[ReportGame]) -> Iterator[Written]:
    """Write pages into the run's folder, one after the other; pruned and damaged records are told, not raised."""
    if not games:
        return
    target = folder / FOLDER
    target.mkdir(exist_ok=True)
    with Store.open(folder, readonly=True) as store:
        for game in games:
            name = game.stored.id
            try:
                text = replay_page(store.read_record(name).splitlines(keepends=True))
            except LivingstoneError as error:
                yield Written(name, str(error))
                continue
            replace_file(target / f"{name}.html", text)
            yield Written(name, "")


def replay_files(folder: Path, games: Sequence[ReportGame]) -> dict[str, Path]:
    """The pages that are there, by game."""
    pages = {game.stored.id: folder / FOLDER / f"{game.stored.id}.html" for game in games}
    there = set((folder / FOLDER).iterdir()) if (folder / FOLDER).is_dir() else set()
    return {game: page for game, page in pages.items() if page in there}


def replace_file(path: Path, text: str) -> None:
    """Write a file so that nobody sees half of it."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(text.encode())
    part.replace(path)
