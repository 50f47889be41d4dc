"""A season's folder: the store of all its nights, what must stay as it was, and the promise about its luck."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from livingstone.engine.codec import dumps
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import quote
from livingstone.protocol.clock import time_text
from livingstone.protocol.isolation import Isolation, choose_isolation
from livingstone.tournaments.config import TournamentConfig, draw_seed, read_config
from livingstone.tournaments.config_season import Night
from livingstone.tournaments.config_text import with_seed
from livingstone.tournaments.run.plan import COMMITMENT_FILE, CONFIG_FILE, SEED_FILE, config_of
from livingstone.tournaments.store import Store, StoreBusy, StoredRun, StoreError
from livingstone.tournaments.store.lock import WriterLock
from livingstone.tournaments.store.store import FILE

_FIXED: Final = (
    "players",
    "format",
    "deals",
    "score",
    "edition",
    "time",
    "tries",
    "memory_mb",
    "same_author_together",
)
"""Keys of ``[tournament]`` that make the games of a season comparable."""
_LEAST_SECRET: Final = 16
"""Characters of a competition's seed; a drawn one has 32."""


def season_folder(path: Path, config: TournamentConfig) -> Path:
    """Where the season of a config is, if nobody says otherwise."""
    return path.absolute().parent / (config.season.nightly.season or f"{path.stem}-season")


def take_night(folder: Path) -> WriterLock:
    """The right to play a night in a season's folder, which is made if need be.

    Raises:
        StoreBusy: a night is being played in it.
        StoreError: it cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise StoreError(f"{folder}: is a file, expected the folder of a season") from None
    try:
        return WriterLock(folder / "night.lock")
    except StoreBusy:
        raise StoreBusy(f"{folder}: another process is playing a night of this season") from None


def open_season(folder: Path) -> Store | None:
    """The store, open for writing; None: no night has begun.

    Raises:
        StoreBusy: another command writes it.
        StoreError: it is not a season, or damaged.
    """
    if not (folder / FILE).exists():
        return None
    try:
        store = Store.open(folder)
    except StoreBusy:
        raise
    except StoreError:
        if (folder / COMMITMENT_FILE).exists():
            raise
        return None  # a first night that was killed while it made the store: begin again
    if not config_of(store.run()).season.nights:
        store.close()
        raise LivingstoneError(
            f"{folder}: is the run of a single tournament, expected the folder of a season"
        )
    return store


class SeasonConfig:
    """A season's config as the user wrote it, and the copies of it that the store keeps."""

    def __init__(self, path: Path, run: StoredRun | None) -> None:
        """Read it; ``run``: what the season began with.

        Raises:
            LivingstoneError: it is wrong, or something that must stay as it was has changed.
        """
        self.path = path
        self.config = read_config(path)
        self._text = path.read_text(encoding="utf-8-sig")
        if self.config.season.nights:
            raise LivingstoneError(f"{path}: [[night]] is written by the program, expected no such section")
        if run is not None:
            self._check_unchanged(run)
        elif self.config.season.competition is not None:
            self._check_secret()
        if self.config.seed is None:
            seed = draw_seed() if run is None else run.master_seed
            self.config = msgspec.structs.replace(self.config, seed=seed)
            self._text = with_seed(self._text, seed)

    @property
    def seed(self) -> str:
        """The master seed."""
        assert self.config.seed is not None
        return self.config.seed

    def level(self, run: StoredRun | None) -> Isolation:
        """The isolation to play with: what the season began with. Raises LivingstoneError."""
        competition = self.config.season.competition
        required = [
            self.config.require_isolation,
            None if competition is None else competition.require_isolation,
        ]
        least = max(
            (level for level in required if level is not None), key=lambda level: level.rank, default=None
        )
        return choose_isolation(self.config.isolation if run is None else Isolation(run.isolation), least)

    def copy(self, nights: Sequence[Night]) -> tuple[str, str]:
        """The text with all nights in it, and its digest."""
        text = self._text.rstrip("\n") + "\n"
        for night in nights:
            text += f"\n[[night]]\nbots = {_toml(night.bots)}\ncycles = {night.cycles}\n"
            text += f"challengers = {_toml(night.challengers)}\n" if night.challengers else ""
        season = msgspec.structs.replace(self.config.season, nights=tuple(nights))
        return text, msgspec.structs.replace(self.config, season=season).digest

    def _check_unchanged(self, run: StoredRun) -> None:
        before, now = config_of(run), self.config
        for key in _FIXED:
            if _plain(before, key) != _plain(now, key):
                raise LivingstoneError(self._changed(f"[tournament] {key}", _plain(before, key)))
        if now.seed is not None and now.seed != run.master_seed:
            raise LivingstoneError(self._changed("[tournament] seed", None))
        if now.isolation is not None and now.isolation != run.isolation:
            raise LivingstoneError(self._changed("[tournament] isolation", run.isolation))
        if now.season.competition != before.season.competition:
            raise LivingstoneError(self._changed("[competition]", None))

    def _check_secret(self) -> None:
        """That nobody finds the seed by trying: each program has a number that was derived from it (its own seed)."""
        seed = self.config.seed
        if seed is not None and len(seed) < _LEAST_SECRET:
            raise LivingstoneError(
                f"{self.path}: [tournament] seed: {quote(seed)} could be found by trying, expected none in a "
                f"competition (it is drawn), or a secret of at least {_LEAST_SECRET} characters"
            )

    def _changed(self, key: str, was: Any) -> str:
        told = "" if was is None else f" (it was {quote(was)})"
        return (
            f"{self.path}: {key} has changed since the season began{told}, "
            "change it back or begin another season with --season"
        )


def _plain(config: TournamentConfig, key: str) -> Any:
    """A value as a message can show it."""
    value = getattr(config, key)
    if key == "edition":
        return f"{value.name} {value.digest}"
    return time_text(value) if key == "time" else value


def _toml(names: Sequence[str]) -> str:
    return f"[{', '.join(dumps(name).decode() for name in names)}]"


def keep_copies(store: Store) -> None:
    """Write what stands beside the store: the config, and the commitment before the first game."""
    run = store.run()
    write_whole(store.folder / CONFIG_FILE, run.config)
    if not (store.folder / COMMITMENT_FILE).exists():
        write_whole(store.folder / COMMITMENT_FILE, f"{run.seed_commitment}\n")


def is_closed(folder: Path) -> bool:
    """Whether the season's seed is revealed, so that no night may follow."""
    return (folder / SEED_FILE).exists()


def close_season(folder: Path) -> StoredRun:
    """End a season for good: write its master seed beside the store. Calling it twice does no harm.

    Raises:
        StoreBusy: a night is being played.
        LivingstoneError: no night has been played there.
    """
    if not folder.is_dir():
        raise LivingstoneError(f"{folder}: no such folder, expected that of a season")
    lock = take_night(folder)
    try:
        store = open_season(folder)
        if store is None:
            raise LivingstoneError(f"{folder}: no night has been played here, nothing is to be revealed")
        with store:
            run = store.run()
            write_whole(folder / SEED_FILE, f"{run.master_seed}\n")
            return run
    finally:
        lock.release()


def write_whole(path: Path, text: str) -> None:
    """Write a file, durable and whole, or not at all."""
    part = path.with_name(f"{path.name}.part")
    with part.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
