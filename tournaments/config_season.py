"""The parts of a config that only a season has: ``[nightly]``, ``[competition]`` and the nights so far."""

import re
from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import quote
from livingstone.protocol.isolation import Isolation
from livingstone.tournaments import config_values as values

_PART: Final = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)(h|min|m|s)")
_UNIT_S: Final = {"h": 3600, "min": 60, "m": 60, "s": 1}
_LONGEST_S: Final = 7 * 24 * 3600
BUDGETS: Final = "a time such as 6h, 90min or 1h30min, at most seven days"


class Nightly(msgspec.Struct, frozen=True, kw_only=True):
    """``[nightly]``."""

    season: str = ""
    """Folder of the season, found from the config's; empty: the config's name with ``-season``."""
    budget: float | None = None
    """Seconds a night may take; None: as long as it takes."""
    keep_records_days: int | None = None
    """Older records are deleted; None: none for their age."""
    disk_cap_mb: int | None = None
    """MiB that records may take; None: any."""
    keep_faults: bool = True
    """Whether records of games in which a bot failed are never deleted."""


class Competition(msgspec.Struct, frozen=True, kw_only=True):
    """``[competition]``: its presence makes a season one."""

    require_isolation: Isolation = Isolation.LIMITS
    """Nothing is played below it."""
    changed_bots: Literal["refuse", "new_version"] = "refuse"
    """What becomes of a bot whose content changed: left out, or admitted as another rated unit."""


class Night(msgspec.Struct, frozen=True, kw_only=True):
    """``[[night]]``, written into the copy of the config in the season's folder: what one night brought."""

    bots: tuple[str, ...]
    """Names of the rated units that played."""
    cycles: int = 1
    challengers: tuple[str, ...] = ()


class Season(msgspec.Struct, frozen=True, kw_only=True):
    """All that a season has beside its tournament."""

    nightly: Nightly = Nightly()
    competition: Competition | None = None
    """None: it is none."""
    nights: tuple[Night, ...] = ()


def parse_duration(text: str) -> float:
    """Seconds, from ``6h``, ``90min``, ``1h30min`` or ``45s``. Raises LivingstoneError."""
    rest = text.replace(" ", "")
    seconds = sum(float(number) * _UNIT_S[unit] for number, unit in _PART.findall(rest))
    if not rest or _PART.sub("", rest) or not 0 < seconds <= _LONGEST_S:
        raise LivingstoneError(f"{quote(text)}, expected {BUDGETS}")
    return seconds


def _duration(value: Any) -> float:
    if not isinstance(value, str):
        raise LivingstoneError(f"{quote(value)}, expected {BUDGETS}")
    return parse_duration(value)


READERS: Final[Mapping[str, Mapping[str, values.Reader]]] = {
    "nightly": {
        "season": values.line(4096),
        "budget": _duration,
        "keep_records_days": values.whole(0, 36_500),
        "disk_cap_mb": values.whole(1, values.MOST_MB),
        "keep_faults": values.flag,
    },
    "competition": {
        "require_isolation": values.isolation,
        "changed_bots": values.choice("refuse", "new_version"),
    },
    "night": {
        "bots": values.names,
        "cycles": values.whole(1, values.MOST_CYCLES),
        "challengers": values.names,
    },
}
"""By section."""
