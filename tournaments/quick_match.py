"""A match: games between entrants played one after another, each as soon as the last is over.

Nothing is stored but what is asked for. A game whose programs the host itself held up is played again.
"""

import contextlib
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from livingstone.ai.player import Player
from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.game import Game
from livingstone.protocol.clock import time_text
from livingstone.protocol.messages import BotLimits
from livingstone.protocol.termination import BotFault, HostStalled
from livingstone.tournaments.entrants import Entrant
from livingstone.tournaments.evidence import Evidence, EvidenceKeeper, evidence_of
from livingstone.tournaments.fixtures import Fixture
from livingstone.tournaments.guest import Guest
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.match import GameResult, Match
from livingstone.tournaments.recording import Recording
from livingstone.tournaments.waiting import Tell, silent, told_if_slow

ATTEMPTS: Final = 3
"""At a game that the host spoils."""


@dataclass(frozen=True)
class Played:
    """A game of the match."""

    fixture: Fixture
    result: GameResult | None
    """None: void, the host was held up at every attempt."""
    evidence: dict[int, Evidence] = field(default_factory=dict)
    """By lost seat, of programs."""
    stale_answers: dict[int, int] = field(default_factory=dict)
    """By seat of a program: answers to requests that it had answered before, where there were any."""
    stall: str = ""
    """Why it is void."""


@dataclass(frozen=True)
class Table:
    """What all games of a match share."""

    entrants: Sequence[Entrant]
    edition: Edition
    hosting: Hosting
    records: Path | None = None
    """Folder for a record of every game."""
    times: bool = False
    """Whether records tell the time of each answer."""
    keep_running: bool = False
    """One process of a program plays all games of its seat; then no two games may share a deal."""

    def play(self, fixtures: Iterable[Fixture]) -> Generator[Played, None, None]:
        """Play; close the iterator to end what still runs."""
        with contextlib.ExitStack() as stack:
            hosting, keeper = self.hosting, None
            if self.records is not None:
                hosting = replace(hosting, secret=(*hosting.secret, self.records))
            # Lines of a lost game are worth keeping; those of a process that stays would fill the disk.
            if (
                hosting.log_lines is None
                and not self.keep_running
                and any(e.is_program for e in self.entrants)
            ):
                keeper = stack.enter_context(EvidenceKeeper())
                hosting = replace(hosting, log_lines=keeper.folder)
            bench = _Bench(self.entrants, hosting, keep=self.keep_running)
            stack.callback(bench.clear)
            for fixture in fixtures:
                yield self._play(fixture, bench, keeper)

    def _play(self, fixture: Fixture, bench: "_Bench", keeper: EvidenceKeeper | None) -> Played:
        stall = ""
        for _ in range(ATTEMPTS):
            players = bench.seat(fixture)
            try:
                result = self._game(fixture, players)
            except HostStalled as stalled:
                bench.clear()
                stall = str(stalled)
                continue
            evidence = evidence_of(players, result)
            if keeper is not None:
                keeper.keep(evidence)
            stale = {
                seat: player.stale_answers for seat, player in enumerate(players) if isinstance(player, Guest)
            }
            return Played(fixture, result, evidence, {seat: count for seat, count in stale.items() if count})
        return Played(fixture, None, stall=stall)

    def _game(self, fixture: Fixture, players: Sequence[Player]) -> GameResult:
        game = Game.new(len(fixture.seats), self.edition, fixture.deal_seed)
        names = [self.entrants[entrant].name for entrant in fixture.seats]
        with contextlib.ExitStack() as stack:
            observers = []
            if self.records is not None:
                info = {
                    "game": fixture.name,
                    "score": self.hosting.score,
                    "time": time_text(self.hosting.time),
                }
                if any(entrant.is_program for entrant in self.entrants):
                    info["isolation"] = self.hosting.isolation.value
                path = self.records / f"{fixture.name}.jsonl"
                observers.append(stack.enter_context(Recording(path, names, info, times=self.times)))
            match = Match(game, players, names, fixture.private_seed, fixture.name, observers)
            return match.play()


class _Bench:
    """The players: new ones for each game, or programs that stay for their next one."""

    def __init__(self, entrants: Sequence[Entrant], hosting: Hosting, *, keep: bool) -> None:
        self._entrants = entrants
        self._hosting = hosting
        self._keep = keep
        self._staying: dict[tuple[int, int], Guest] = {}

    def seat(self, fixture: Fixture) -> list[Player]:
        """By seat; an entrant with several seats has a player of its own at each."""
        players: list[Player] = []
        for seat, number in enumerate(fixture.seats):
            entrant = self._entrants[number]
            if not entrant.is_program:
                players.append(entrant.seat(0, self._hosting))
            elif self._keep:
                key = (number, fixture.seats[:seat].count(number))
                if key not in self._staying:
                    self._staying[key] = entrant.guest(self._hosting, keep=True)
                players.append(self._staying[key])
            else:
                log_name = f"{fixture.name}-seat{seat}-{entrant.name}"
                players.append(entrant.guest(self._hosting, log_name=log_name))
        return players

    def clear(self) -> None:
        """End the programs that stay."""
        with (
            contextlib.ExitStack() as stack
        ):  # each of them, also when a Ctrl-C falls into the end of another one
            for guest in self._staying.values():
                stack.callback(guest.leave)
        self._staying.clear()


class StartError(LivingstoneError):
    """A program does not start; ``stderr``: what it wrote there."""

    def __init__(self, message: str, stderr: str) -> None:
        super().__init__(message)
        self.stderr = stderr


def try_start(entrant: Entrant, hosting: Hosting, tell: Tell = silent) -> Guest:
    """Start a program once, hear its hello and end it; the guest that was. ``tell``: hears of a long wait.

    Raises:
        StartError: it does not start, or greets wrongly or not in time.
    """
    what, stall = f"bot {entrant.name} does not start", ""
    waiting = f"waiting for the hello of bot {entrant.name}, {BotLimits().hello_ms / 1000:g} s at most"
    for _ in range(ATTEMPTS):
        guest = entrant.guest(replace(hosting, log_lines=None))
        try:
            with told_if_slow(tell, waiting):
                guest.start()
        except HostStalled as stalled:
            stall = str(stalled)
        except BotFault as fault:
            raise StartError(f"{what}: {fault}", guest.stderr) from None
        else:
            return guest
        finally:
            guest.leave()
    raise StartError(f"{what}: {stall}", "")
