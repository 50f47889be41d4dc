"""What a run keeps: one SQLite file and one compressed record a game, in a folder of its own.

The coordinator of a run alone writes; ratings, standings and reports only read, also while it writes.
"""

from livingstone.tournaments.store.errors import StoreBusy, StoreError
from livingstone.tournaments.store.store import Store
from livingstone.tournaments.store.values import (
    BotKey,
    StoredBlock,
    StoredBot,
    StoredGame,
    StoredRun,
    StoredSeat,
    StoredVoid,
)

__all__ = [
    "BotKey",
    "Store",
    "StoreBusy",
    "StoreError",
    "StoredBlock",
    "StoredBot",
    "StoredGame",
    "StoredRun",
    "StoredSeat",
    "StoredVoid",
]
