"""Who plays: a config's bots read, started once and hashed, and how a store keeps them."""

import contextlib
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import msgspec

from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import quote
from livingstone.protocol.manifest import read_manifest
from livingstone.tournaments.config import BotEntry, TournamentConfig
from livingstone.tournaments.entrants import Entrant, distinct, read_entrant
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.quick_match import StartError, try_start
from livingstone.tournaments.run.fingerprint import bot_digest, missing_part
from livingstone.tournaments.store import StoredBot
from livingstone.tournaments.waiting import Tell

FROM_THE_START: Final = 0


@dataclass(frozen=True)
class Candidate:
    """A bot before it has been started."""

    entrant: Entrant
    author: str = ""


def read_candidate(entry: BotEntry, folder: Path) -> Candidate:
    """One bot of a config whose paths are taken from ``folder``. Raises LivingstoneError."""
    with contextlib.chdir(folder):
        entrant = read_entrant(entry.bot)
        if entrant.manifest is not None:
            entrant = replace(entrant, manifest=entrant.manifest.absolute())
    author = entry.author
    if not author and entrant.manifest is not None:
        author = read_manifest(entrant.manifest).author
    return Candidate(
        replace(
            entrant,
            name=entry.name or entrant.name,
            memory_mb=entry.memory_mb or entrant.memory_mb,
            threads=entry.threads or entrant.threads,
        ),
        author,
    )


def read_candidates(config: TournamentConfig, folder: Path) -> list[Candidate]:
    """All bots, with names that differ; where the config gives no name, a second of one kind is ``random#2``.

    Raises:
        LivingstoneError: for a bot there is not, or names that cannot be told apart.
    """
    found = [read_candidate(entry, folder) for entry in config.bots]
    unnamed = [
        candidate.entrant for candidate, entry in zip(found, config.bots, strict=True) if not entry.name
    ]
    names = iter([entrant.name for entrant in distinct(unnamed)])
    candidates = [
        candidate if entry.name else replace(candidate, entrant=replace(candidate.entrant, name=next(names)))
        for candidate, entry in zip(found, config.bots, strict=True)
    ]
    seen: set[str] = set()
    for number, candidate in enumerate(candidates, 1):
        name = candidate.entrant.name
        if name in seen:
            raise LivingstoneError(f"[[bot]] {number}: another bot is called {quote(name)}, give name = ...")
        seen.add(name)
    config.check_names([candidate.entrant.name for candidate in candidates])
    return candidates


def admit(candidate: Candidate, hosting: Hosting, joined: int, tell: Tell) -> StoredBot:
    """Start a program once and hash what it is; one that does not start twice comes back excluded.

    Between the two tries the build commands of its manifest are run. ``joined``: see :func:`joined`.
    """
    entrant, hello, excluded = candidate.entrant, None, ""
    if entrant.is_program:
        try:
            hello = _start(entrant, hosting, tell)
        except LivingstoneError as error:
            excluded = str(error)
    return StoredBot(
        name=entrant.name,
        digest=bot_digest(entrant),
        entrant=_to_json(entrant) | {"joined": None if excluded else joined},
        author=candidate.author,
        hello=hello,
        excluded=excluded,
    )


def _start(entrant: Entrant, hosting: Hosting, tell: Tell) -> dict[str, Any]:
    """What it said of itself. Raises LivingstoneError after the second try."""
    try:
        guest = try_start(entrant, hosting, tell)
    except StartError:
        _build(entrant, tell)
        try:
            guest = try_start(entrant, hosting, tell)
        except StartError as error:
            for line in error.stderr.strip().splitlines()[-20:]:
                tell(f"  {entrant.name}: {line}")
            raise
    return dict(msgspec.to_builtins(guest.hello))


def _build(entrant: Entrant, tell: Tell) -> None:
    """Run the build commands of a manifest, if there are any."""
    if entrant.manifest is not None:
        manifest = read_manifest(entrant.manifest)
        if manifest.build_commands:
            commands = "; ".join(shlex.join(words) for words in manifest.build_commands)
            tell(f"{entrant.name}: does not start, so it is built first: {commands}")
            manifest.build(entrant.folder)


def joined(bot: StoredBot) -> int | None:
    """0: from the start; n: in the n-th extension; None: it never started, and is in no schedule."""
    number = bot.entrant.get("joined", FROM_THE_START)
    return None if number is None else int(number)


def without(bot: StoredBot) -> frozenset[str]:
    """The bots that played no longer when it joined: none of its blocks seats them."""
    return frozenset(bot.entrant.get("without", ()))


class BotMissing(LivingstoneError):
    """A bot, or a part of it, that was there when it joined, and is not now."""


def check_unchanged(bot: StoredBot) -> None:
    """That a bot that plays is there, and what it was when it joined.

    Raises:
        BotMissing: it is not there.
        LivingstoneError: it has changed.
    """
    if joined(bot) is None:
        return
    entrant = entrant_of(bot)
    has_changed = bot_digest(entrant) != bot.digest
    missing = missing_part(entrant, with_files=has_changed)
    if missing:
        raise BotMissing(
            f"bot {quote(bot.name)}: {missing} is missing, expected it as it was when the bot joined"
        )
    if has_changed:
        raise LivingstoneError(
            f"bot {quote(bot.name)}: has changed since it joined, bring the old one back; the new one can join from "
            "a folder of its own under another name ('tournament extend')"
        )


def entrant_of(bot: StoredBot) -> Entrant:
    """How a stored bot is seated."""
    return _from_json(bot.entrant, bot.name)


def _to_json(entrant: Entrant) -> dict[str, Any]:
    data = {name: getattr(entrant, name) for name in ("spec", "memory_mb", "threads", "text")}
    if entrant.is_program:
        data |= {"argv": list(entrant.argv), "folder": str(entrant.folder.absolute())}
    if entrant.manifest is not None:
        data["manifest"] = str(entrant.manifest)
    return data


def _from_json(data: Mapping[str, Any], name: str) -> Entrant:
    manifest = data.get("manifest")
    return Entrant(
        name,
        spec=data.get("spec", ""),
        argv=tuple(data.get("argv", ())),
        folder=Path(data.get("folder", "")),
        memory_mb=data.get("memory_mb"),
        threads=data.get("threads", 1),
        text=data.get("text", ""),
        manifest=None if manifest is None else Path(manifest),
    )
