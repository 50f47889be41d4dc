"""Which records of a season may go: old ones, then as many as the disk needs, oldest first."""

from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from livingstone.tournaments.config_season import Nightly
from livingstone.tournaments.store import Store, StoredGame

_MIB: Final = 1 << 20


class Pruned(NamedTuple):
    """What was deleted, and what is left."""

    records: int = 0
    freed: int = 0
    """Bytes."""
    left: int = 0
    """Bytes of records that are still there."""
    is_above_cap: bool = False
    """What must be kept takes more room than is allowed."""


def prune(store: Store, policy: Nightly, now: datetime | None = None) -> Pruned:
    """Delete records as the policy says; rows, hashes and ratings stay. ``store``: open for writing.

    Raises:
        StoreError: the disk is read-only.
    """
    sizes = {game: size for game in store.games() if (size := _size(store, game)) is not None}
    left = sum(sizes.values())
    free = sorted(
        (game for game in sizes if not (policy.keep_faults and game.is_degraded)),
        key=lambda game: (game.finished_at, game.id),
    )
    cap = None if policy.disk_cap_mb is None else policy.disk_cap_mb * _MIB
    oldest = _oldest(policy, now or datetime.now(UTC))
    gone: list[StoredGame] = []
    for game in free:
        if game.finished_at < oldest or (cap is not None and left > cap):
            gone.append(game)
            left -= sizes[game]
    store.prune_records(game.id for game in gone)
    freed = sum(sizes[game] for game in gone)
    return Pruned(len(gone), freed, left, cap is not None and left > cap)


def _oldest(policy: Nightly, now: datetime) -> str:
    """Records of games that ended before are too old; empty: none is."""
    if policy.keep_records_days is None:
        return ""
    return (now - timedelta(days=policy.keep_records_days)).strftime("%Y-%m-%dT%H:%M:%SZ")


def _size(store: Store, game: StoredGame) -> int | None:
    """Bytes of a game's record; None: it has none."""
    if not game.record:
        return None
    try:
        return (store.folder / game.record).stat().st_size
    except FileNotFoundError:
        return None
