"""The store of a run: what is told to it is durable, what is asked of it is a function of what was told."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from livingstone.engine.names import did_you_mean, quote
from livingstone.engine.wording import counted
from livingstone.tournaments.store import checks, rows, views
from livingstone.tournaments.store.connection import open_new, open_reader, open_writer, take_lock
from livingstone.tournaments.store.errors import StoreError, explained
from livingstone.tournaments.store.lock import WriterLock
from livingstone.tournaments.store.records import RecordFolder, fingerprint
from livingstone.tournaments.store.schema import make
from livingstone.tournaments.store.transaction import transaction
from livingstone.tournaments.store.values import (
    StoredBlock,
    StoredBot,
    StoredGame,
    StoredRun,
    StoredVoid,
)

FILE: Final = "store.sqlite"


class Store:
    """One run's folder, open. Made by :meth:`create` and :meth:`open`; close it, or use it in a ``with``.

    One process writes, any number read beside it. An object belongs to the thread and the process that opened
    it: start workers first, or let them never touch it. All errors are :class:`StoreError`.
    """

    def __init__(self, folder: Path, lock: WriterLock | None) -> None:
        """Open the store of a folder: for writing with its lock, else for reading."""
        self.folder = folder
        self._path = folder / FILE
        self._lock = lock
        self._records = RecordFolder(folder)
        self._connection = open_reader(self._path) if lock is None else open_writer(self._path, lock)

    @classmethod
    def create(cls, folder: str | Path, run: StoredRun, bots: Iterable[StoredBot] = ()) -> Self:
        """Begin a run in a folder, which is made if need be, and open it for writing.

        Raises:
            StoreError: there is a run in it, or it cannot be written.
            StoreBusy: another process is just beginning one.
        """
        folder = Path(folder)
        path = folder / FILE
        with explained(folder):
            _require_folder(folder, missing_ok=True)
        RecordFolder(folder).make()
        lock = take_lock(folder, path)
        try:
            connection = open_new(path, lock)
            try:
                with explained(path), transaction(connection):
                    make(connection)
                    rows.insert_run(connection, run)
                    rows.insert_bots(connection, bots)
            finally:
                connection.close()
            return cls(folder, lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def open(cls, folder: str | Path, *, readonly: bool = False) -> Self:
        """Open a run. For reading it needs no lock, and sees what a writer beside it commits.

        Raises:
            StoreError: no store there, one of a newer version, or a folder that cannot be written.
            StoreBusy: another process writes it.
        """
        folder = Path(folder)
        path = folder / FILE
        with explained(folder):
            _require_folder(folder)
            if not path.is_file():
                raise StoreError(f"{folder}: no {FILE} there, expected the folder of a run")
        if readonly:
            return cls(folder, None)
        lock = take_lock(folder, path)
        try:
            return cls(folder, lock)
        except BaseException:
            lock.release()
            raise

    def close(self) -> None:
        """Close it, and let others write; a second call does nothing."""
        try:
            self._connection.close()
        finally:
            if self._lock is not None:
                self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # What a run tells.

    def add_bots(self, bots: Iterable[StoredBot]) -> None:
        """Let bots join; those that are there already, with this content, stay as they are."""
        with self._commit():
            rows.insert_bots(self._connection, bots)

    def exclude(self, name: str, reason: str) -> None:
        """Keep why a bot plays no longer, for all its contents."""
        with self._commit():
            cursor = self._connection.execute("UPDATE bot SET excluded = ? WHERE name = ?", (reason, name))
            if not cursor.rowcount:
                hint = did_you_mean(name, [bot.name for bot in views.read_bots(self._connection)])
                raise StoreError(f"{self._path}: has no bot {quote(name)}{hint}")

    def add_block(
        self, block: StoredBlock, games: Sequence[StoredGame], records: Mapping[str, bytes]
    ) -> bool:
        """Store a finished block: all its records (JSON lines by game id), then all its rows in one commit.

        When this returns, the block survives whatever happens to this process. When it does not, the block is
        not there, and a record that is will be overwritten by the next attempt.

        Returns:
            False: the block is there already, and was left as it is.

        Raises:
            ValueError: the games are not exactly those of the block.
            StoreError: the disk is full or read-only, or a bot has not been added.
        """
        _require_whole(block, games, records)
        self._require_writer()
        with explained(self._path):
            if self._has(block.id):
                return False
        self._records.write(records)
        kept = {game: (self._records.name(game), fingerprint(text)) for game, text in records.items()}
        with self._commit():
            rows.insert_block(self._connection, block, games, kept)
        return True

    def add_void(self, void: StoredVoid) -> None:
        """Keep a fault of the host."""
        with self._commit():
            rows.insert_void(self._connection, void)

    def set_config(self, config: str, digest: str) -> None:
        """Replace the configuration, for a run that is extended."""
        with self._commit():
            self._connection.execute("UPDATE run SET config = ?, config_digest = ?", (config, digest))

    def prune_records(self, games: Iterable[str]) -> None:
        """Delete the records of some games; their rows stay, and remember the hash."""
        names = []
        with self._commit():
            for game in games:
                for (name,) in self._connection.execute("SELECT record FROM game WHERE id = ?", (game,)):
                    names.append(name)
                self._connection.execute("UPDATE game SET record = '' WHERE id = ?", (game,))
        for name in filter(None, names):
            self._records.remove(name)

    def remove_orphans(self) -> None:
        """Delete the records that belong to no game."""
        self._require_writer()
        for name in self.orphans():
            self._records.remove(name)

    # What is asked of it.

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All answers inside are of one moment, whatever a writer beside it commits meanwhile."""
        with explained(self._path):
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                self._connection.execute("ROLLBACK")

    def run(self) -> StoredRun:
        """What all games have in common."""
        with explained(self._path):
            return views.read_run(self._connection)

    def bots(self) -> list[StoredBot]:
        """In the order in which they joined."""
        with explained(self._path):
            return views.read_bots(self._connection)

    def done(self) -> set[str]:
        """Ids of the blocks that are stored."""
        with explained(self._path):
            return views.read_done(self._connection)

    def blocks(self) -> Iterator[StoredBlock]:
        """In the order of players, cycle and number."""
        with explained(self._path):
            yield from views.read_blocks(self._connection)

    def games(self) -> Iterator[StoredGame]:
        """In the order of their blocks and rotations."""
        with explained(self._path):
            yield from views.read_games(self._connection)

    def game(self, game: str) -> StoredGame | None:
        """One game; None: it is not stored."""
        with explained(self._path):
            return views.read_game(self._connection, game)

    def voids(self) -> list[StoredVoid]:
        """Faults of the host, oldest first."""
        with explained(self._path):
            return views.read_voids(self._connection)

    def read_record(self, game: str) -> bytes:
        """A game's record, as JSON lines. Raises StoreError: no such game, no record, another hash."""
        with explained(self._path):
            row = self._connection.execute("SELECT record, sha256 FROM game WHERE id = ?", (game,)).fetchone()
        if row is None:
            raise StoreError(f"{self._path}: has no game {quote(game)}")
        if not row[0]:
            raise StoreError(f"{self._path}: the record of game {quote(game)} was deleted to save room")
        content = self._records.read(row[0])
        if fingerprint(content) != row[1]:
            raise StoreError(f"{self.folder / row[0]}: is not the record that was stored, its hash differs")
        return content

    def check(self, scheduled: Iterable[str] | None = None) -> list[str]:
        """Everything that is wrong, one line each: the database, incomplete blocks, missing or changed records.

        ``scheduled``: ids of the blocks that may be there.
        """
        with explained(self._path):
            return list(checks.faults(self._connection, self._records, scheduled))

    def orphans(self) -> list[str]:
        """Records, also half-written ones, that belong to no game; relative to the folder.

        They do no harm: a stop between a block's records and its commit leaves them, or one amid a deletion.
        """
        with explained(self._path):
            return checks.orphans(self._connection, self._records)

    @contextmanager
    def _commit(self) -> Iterator[None]:
        """Everything inside is one commit."""
        self._require_writer()
        with explained(self._path), transaction(self._connection):
            yield

    def _require_writer(self) -> None:
        if self._lock is None:
            raise StoreError(f"{self._path}: cannot be written, it was opened for reading")

    def _has(self, block: str) -> bool:
        found = self._connection.execute("SELECT 1 FROM block WHERE id = ?", (block,)).fetchone()
        return found is not None


def _require_folder(folder: Path, *, missing_ok: bool = False) -> None:
    if folder.is_dir() or (missing_ok and not folder.exists()):
        return
    found = "is a file" if folder.exists() else "no such folder"
    raise StoreError(f"{folder}: {found}, expected the folder of a run")


def _require_whole(block: StoredBlock, games: Sequence[StoredGame], records: Mapping[str, bytes]) -> None:
    """Refuse a block that is not what a schedule makes: the store would keep the mistake for good."""
    if len(block.deals) not in (1, block.players):
        raise ValueError(
            f"block {block.id}: has {counted(len(block.deals), 'deal')}, expected 1 or {block.players}"
        )
    ids = [block.game_id(rotation) for rotation in range(block.players)]
    if [game.id for game in games] != ids:
        raise ValueError(f"block {block.id}: has games {[game.id for game in games]}, expected {ids}")
    if set(records) != set(ids):
        raise ValueError(f"block {block.id}: has records of {sorted(records)}, expected {ids}")
    for rotation, game in enumerate(games):
        told = (game.block, game.rotation, game.deal, game.bots)
        expected = (block.id, rotation, block.deal(rotation), block.lineup(rotation))
        if told != expected or not 0 <= game.start < block.players:
            raise ValueError(f"game {game.id}: is {told}, start seat {game.start}; expected {expected}")
