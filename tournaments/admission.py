"""Admission to a competition: what a bot's content must show once before its first game that counts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from livingstone.engine.codec import dumps
from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError
from livingstone.protocol.manifest import Manifest, read_manifest
from livingstone.protocol.termination import HostStalled, Termination
from livingstone.tournaments.conformance import runner
from livingstone.tournaments.conformance.bench import Bench
from livingstone.tournaments.conformance.runner import Outcome, Verdict
from livingstone.tournaments.conformance.subject import Subject, known_language
from livingstone.tournaments.entrants import Entrant
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.match import GameResult, play_game

FOLDER: Final = "admission"
"""In a season's folder: a file for each content of a bot that was examined."""
_OPPONENT: Final = "scripted"
_ANSWER_MS: Final = 1000
"""For one answer where the clock has no cap."""
_ATTEMPTS: Final = 3
_SHOWN: Final = 3


class Refused(LivingstoneError):
    """A bot that is not admitted; the message says why."""


@dataclass(frozen=True)
class Examination:
    """What was seen of a bot of one content."""

    bot: str
    digest: str
    checks: dict[str, Any]
    """As ``bot check --json`` prints it."""
    games: dict[int, str]
    """By size of table: what went wrong, empty if nothing."""

    @property
    def objection(self) -> str:
        """Why it is refused, in one line; empty: it is admitted."""
        failed = [check for check in self.checks["checks"] if check["verdict"] == Verdict.FAIL]
        if failed:
            told = "; ".join(
                f"{check['number']} {check['name']}: {check['detail']}" for check in failed[:_SHOWN]
            )
            more = f" and {len(failed) - _SHOWN} more" if len(failed) > _SHOWN else ""
            return f"fails {len(failed)} of {len(self.checks['checks'])} checks of the protocol: {told}{more}"
        return next((f"a game of {size}: {fault}" for size, fault in self.games.items() if fault), "")


@dataclass(frozen=True)
class Admission:
    """The examiner of a competition."""

    hosting: Hosting
    edition: Edition
    sizes: Sequence[int]
    folder: Path | None = None
    """A season's; None: nothing is written."""
    only: Sequence[int] | None = None
    """Numbers of the checks; None: all."""

    def examine(self, entrant: Entrant, digest: str) -> Examination:
        """Check a program against the protocol, then play a game at each size of table. Nothing is raised for it."""
        bench, outcomes = self._check(entrant)
        games: dict[int, str] = {}
        if not any(outcome.verdict is Verdict.FAIL for outcome in outcomes):
            for size in self.sizes:
                games[size] = self._play(entrant, size, digest)
        found = Examination(entrant.name, digest, runner.report(bench, outcomes), games)
        if self.folder is not None:
            _keep(self.folder / FOLDER, found)
        return found

    def admit(self, entrant: Entrant, digest: str) -> None:
        """Examine a program; built-in players pass. Raises Refused."""
        if entrant.is_program:
            objection = self.examine(entrant, digest).objection
            if objection:
                raise Refused(objection)

    def _check(self, entrant: Entrant) -> tuple[Bench, list[Outcome]]:
        manifest: Manifest | None = None
        if entrant.manifest is not None:
            manifest = read_manifest(entrant.manifest)
        language = known_language(manifest.language) if manifest is not None else ""
        bench = Bench(
            Subject(entrant, language, manifest),
            self.hosting.isolation,
            answer_ms=self.hosting.time.cap_ms or _ANSWER_MS,
            secret=self.hosting.secret,
        )
        return bench, list(runner.run(bench, self.only))

    def _play(self, entrant: Entrant, size: int, digest: str) -> str:
        """One game, the bot in a seat that its content decides; what it did wrong."""
        chance = int(digest, 16)
        seat = chance % size
        players: list[str | Entrant] = [_OPPONENT] * size
        players[seat] = entrant
        result = self._game(players, chance + size)
        if result is None:
            return "the machine was too busy to tell"
        if result.terminations[seat] is Termination.COMPLETED:
            return ""
        return f"{result.terminations[seat]}: {result.faults[seat]}"

    def _game(self, players: Sequence[str | Entrant], seed: int) -> GameResult | None:
        for _ in range(_ATTEMPTS):
            try:
                return play_game(
                    players, self.edition, deal_seed=seed, private_seed=seed + 1, hosting=self.hosting
                )
            except HostStalled:
                continue
        return None


def _keep(folder: Path, found: Examination) -> None:
    """Everything that was seen, for the bot's author."""
    folder.mkdir(exist_ok=True)
    stem = re.sub(r"[^A-Za-z0-9._-]+", "_", found.bot)[:60]
    games = [{"players": size, "fault": fault} for size, fault in found.games.items()]
    value = {
        "bot": found.bot,
        "digest": found.digest,
        "admitted": not found.objection,
        "objection": found.objection,
        "games": games,
        "checks": found.checks,
    }
    (folder / f"{stem}-{found.digest}.json").write_bytes(dumps(value))
