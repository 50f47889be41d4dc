"""The records of a run: one file a game, whole or not there at all."""

import gzip
import hashlib
import os
import re
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from livingstone.engine.durability import sync_folder
from livingstone.tournaments.store.errors import StoreError, explained

FOLDER: Final = "records"
SUFFIX: Final = ".jsonl.gz"
_PART: Final = ".part"
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}")


class RecordFolder:
    """The folder ``records`` of a run; files are named by the game's id."""

    def __init__(self, run: Path) -> None:
        self._run = run
        self.path = run / FOLDER

    def make(self) -> None:
        """Make the folder, and the run's own. Raises StoreError."""
        with explained(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            sync_folder(self._run)
            sync_folder(self._run.absolute().parent)

    def name(self, game: str) -> str:
        """Where a game's record is, relative to the run's folder. Raises ValueError for what is no file name."""
        if _ID.fullmatch(game) is None:
            raise ValueError(f"game {game!r}: expected letters, digits, dots, hyphens and underscores")
        return f"{FOLDER}/{game}{SUFFIX}"

    def write(self, contents: Mapping[str, bytes]) -> None:
        """Write records (JSON lines by game id), replacing what is there; durable on return.

        The names of the unfinished files are fixed: the next attempt at a game that was cut off overwrites them.

        Raises:
            StoreError: the disk is full or read-only.
        """
        paths = {game: self._run / self.name(game) for game in contents}
        parts = {game: path.with_name(path.name + _PART) for game, path in paths.items()}
        with explained(self.path):
            try:
                for game, content in contents.items():
                    with parts[game].open("wb") as file:
                        # 31: with gzip's header; that of gzip.compress differs between versions of Python.
                        file.write(zlib.compress(content, 6, wbits=31))
                        file.flush()
                        os.fsync(file.fileno())
                for game, path in paths.items():
                    parts[game].replace(path)
            except OSError:
                for part in parts.values():  # half a file would only take room on a full disk
                    part.unlink(missing_ok=True)
                raise
            sync_folder(self.path)

    def read(self, name: str) -> bytes:
        """The JSON lines of a record. Raises StoreError when it is missing or damaged."""
        path = self._run / name
        try:
            return gzip.decompress(path.read_bytes())
        except FileNotFoundError:
            raise StoreError(f"{path}: the record is missing") from None
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise StoreError(f"{path}: the record is damaged ({str(error).rstrip('.').lower()})") from None
        except OSError as error:
            raise StoreError(f"{path}: {(error.strerror or str(error)).lower()}") from None

    def remove(self, name: str) -> None:
        """Delete a record, if it is there. Raises StoreError."""
        with explained(self.path):
            (self._run / name).unlink(missing_ok=True)

    def names(self) -> set[str]:
        """All records, unfinished ones too, relative to the run's folder. Raises StoreError."""
        with explained(self.path), os.scandir(self.path) as entries:
            return {
                f"{FOLDER}/{entry.name}" for entry in entries if entry.name.endswith((SUFFIX, SUFFIX + _PART))
            }


def fingerprint(content: bytes) -> str:
    """SHA-256 of a record in hex. It is taken before compression: libraries compress differently."""
    return hashlib.sha256(content).hexdigest()
