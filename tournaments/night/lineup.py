"""Who plays tonight: the config's bots as rated units, of which a changed bot is another one."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import msgspec

from livingstone.engine.errors import LivingstoneError
from livingstone.protocol.manifest import read_manifest
from livingstone.tournaments.admission import Admission
from livingstone.tournaments.config import TournamentConfig
from livingstone.tournaments.entrants import Entrant
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.run.fingerprint import bot_digest
from livingstone.tournaments.run.roster import (
    FROM_THE_START,
    Candidate,
    admit,
    read_candidate,
    read_candidates,
)
from livingstone.tournaments.store import StoredBot
from livingstone.tournaments.waiting import Tell

PAUSED: Final = "paused: "
"""Begins the reason of a bot that does not play tonight, and may play again."""
_BASE: Final = "base"
"""Key of a stored bot's entrant: the name that the config has for it, whatever its content."""


def base_of(bot: StoredBot) -> str:
    """What the config calls a unit."""
    return str(bot.entrant.get(_BASE, bot.name))


@dataclass(frozen=True)
class Lineup:
    """One night's units, and who could have been there."""

    bots: tuple[StoredBot, ...] = ()
    """As they are started now; of one that played before the key is the stored one's."""
    left_out: dict[str, str] = field(default_factory=dict)
    """By the config's name: why."""
    news: tuple[str, ...] = ()
    """Who joined, changed, came back or stopped; a line each."""

    def challengers(self, config: TournamentConfig) -> tuple[str, ...]:
        """Units of the config's challengers."""
        return tuple(bot.name for bot in self.bots if base_of(bot) in config.challengers)

    def unit_of(self, base: str) -> str | None:
        """Tonight's unit of a bot of the config."""
        return next((bot.name for bot in self.bots if base_of(bot) == base), None)


@dataclass(frozen=True)
class Gate:
    """What a bot has to pass to play."""

    hosting: Hosting
    tell: Tell
    admission: Admission | None = None
    """None: it only has to start."""
    is_frozen: bool = False
    """A bot that changed is refused."""


def choose_lineup(config: TournamentConfig, folder: Path, stored: Sequence[StoredBot], gate: Gate) -> Lineup:
    """Tonight's lineup. ``folder``: where the config's paths are taken from; ``stored``: the season's units.

    A bot that is missing, broken, changed where it may not, or not admitted is left out; the others play.
    """
    candidates, left_out = _read(config, folder)
    bots: list[StoredBot] = []
    for candidate in candidates:
        base = candidate.entrant.name
        try:
            unit = _Unit(candidate, stored, gate).get()
            if unit.name in {bot.name for bot in bots}:
                raise LivingstoneError(f"its unit {unit.name} is there already, give another name")
            bots.append(unit)
        except LivingstoneError as error:
            left_out[base] = str(error).removeprefix(f"bot '{base}': ")
    for base, reason in left_out.items():
        gate.tell(f"{base} is left out: {reason}")
    return Lineup(tuple(bots), left_out, tuple(_news(bots, stored)))


def _read(config: TournamentConfig, folder: Path) -> tuple[list[Candidate], dict[str, str]]:
    """The bots that are there, and the others."""
    found, left_out = [], {}
    for entry in config.bots:
        try:
            read_candidate(entry, folder)
            found.append(entry)
        except LivingstoneError as error:
            left_out[entry.name or entry.bot] = str(error)
    there = msgspec.structs.replace(config, bots=tuple(found), anchor=None, challengers=())
    return read_candidates(there, folder), left_out


def _news(bots: Sequence[StoredBot], stored: Sequence[StoredBot]) -> list[str]:
    if not stored:
        return []
    known = {bot.key: bot for bot in stored}
    bases = {base_of(bot) for bot in stored}
    lines = []
    for bot in bots:
        before = known.get(bot.key)
        if before is None:
            lines.append(
                f"{bot.name}: changed, plays as a new unit"
                if base_of(bot) in bases
                else f"{bot.name}: joined"
            )
        elif before.excluded:
            lines.append(f"{bot.name}: is back")
    return lines


class _Unit:
    """One bot of the config on its way to a rated unit."""

    def __init__(self, candidate: Candidate, stored: Sequence[StoredBot], gate: Gate) -> None:
        self._candidate = candidate
        self._base = candidate.entrant.name
        self._gate = gate
        self._versions = [bot for bot in stored if base_of(bot) == self._base]
        self._taken = {bot.name for bot in stored}

    def get(self) -> StoredBot:
        """It, started once. Raises LivingstoneError with the reason to leave it out."""
        entrant = self._candidate.entrant
        digest = bot_digest(entrant)
        known = self._known(digest)
        if known is None and self._build():
            digest = bot_digest(entrant)
            known = self._known(digest)
        if known is not None and known.excluded and not known.excluded.startswith(PAUSED):
            raise LivingstoneError(known.excluded)
        if known is None and self._versions and self._gate.is_frozen:
            raise LivingstoneError(
                "has changed since it joined the season, bring the old one back or wait for the next season"
            )
        name = self._name(digest) if known is None else known.name
        named = replace(self._candidate, entrant=replace(entrant, name=name))
        started = admit(named, self._gate.hosting, FROM_THE_START, self._gate.tell)
        if started.excluded:
            raise LivingstoneError(started.excluded)
        if known is None and self._gate.admission is not None and entrant.is_program:
            self._gate.tell(f"{name}: is examined")
            self._gate.admission.admit(named.entrant, started.digest)
        if bot_digest(entrant) != digest:
            raise LivingstoneError(
                "its files change when it is started, expected a folder that stays as it is"
            )
        return msgspec.structs.replace(started, entrant=started.entrant | {_BASE: self._base})

    def _known(self, digest: str) -> StoredBot | None:
        return next((bot for bot in self._versions if bot.digest == digest), None)

    def _name(self, digest: str) -> str:
        """Of a new unit: the bot's own, and for later contents with the start of the hash."""
        name = f"{self._base}@{digest[:8]}" if self._versions else self._base
        if name in self._taken:
            raise LivingstoneError("its name is that of another unit of the season, give another name")
        return name

    def _build(self) -> bool:
        """What is new is built, or old binaries would play; whether there was something to build."""
        entrant: Entrant = self._candidate.entrant
        if entrant.manifest is None:
            return False
        manifest = read_manifest(entrant.manifest)
        if manifest.build_commands:
            self._gate.tell(f"{self._base}: is built")
            manifest.build(entrant.folder)
        return bool(manifest.build_commands)
