"""The schedule of a run, kept in its folder: large ones take minutes to make, and a moment to read.

It is a pure function of the config and the bots, so the file may be deleted at any time; whoever checks a run does
not read it.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from livingstone import __version__
from livingstone.engine.codec import convert, dumps, loads
from livingstone.engine.errors import LivingstoneError
from livingstone.tournaments.schedule_block import Schedule
from livingstone.tournaments.store import StoredBot, StoredRun

FILE: Final = "schedule.json"


class _Kept(msgspec.Struct, frozen=True):
    key: str
    schedule: Schedule


def schedule_key(run: StoredRun, bots: Sequence[StoredBot]) -> str:
    """The hash of all that a schedule follows from."""
    who = [(bot.name, bot.author, bot.entrant.get("joined"), bot.entrant.get("without")) for bot in bots]
    return hashlib.sha256(dumps([__version__, run.config, run.master_seed, who])).hexdigest()


def read_schedule(folder: Path, key: str) -> Schedule | None:
    """The kept schedule; None: there is none of this key."""
    try:
        kept = convert(loads((folder / FILE).read_bytes()), _Kept)
    except (OSError, LivingstoneError, msgspec.MsgspecError):
        return None
    return kept.schedule if kept.key == key else None


def keep_schedule(folder: Path, key: str, schedule: Schedule) -> None:
    """Keep a schedule, whole or not at all."""
    part = folder / f"{FILE}.part"
    part.write_bytes(dumps(msgspec.to_builtins(_Kept(key, schedule))))
    part.replace(folder / FILE)
