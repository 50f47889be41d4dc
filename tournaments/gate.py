"""A gate: is a candidate better than a base? Played block by block until the sequential test answers.

The blocks are read in the order of their numbers, however they come in, so the verdict depends on the seed and
the players alone, not on who is faster.
"""

from collections import Counter
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from typing import NamedTuple

from livingstone.ai.student import Estimate, estimate
from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError
from livingstone.protocol.clock import time_text
from livingstone.protocol.termination import Termination
from livingstone.tournaments.entrants import Entrant
from livingstone.tournaments.executor import Done, Executor
from livingstone.tournaments.gate_block import (
    GateGame,
    GateTask,
    block_score,
    play_block,
    size_score,
)
from livingstone.tournaments.gate_log import GateHeader, GateLog
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.run.fingerprint import bot_digest
from livingstone.tournaments.scoring import Score
from livingstone.tournaments.sprt import Hypotheses, Reading, Verdict, read
from livingstone.tournaments.worker_logging import WorkerLogs, default_start_method
from livingstone.tournaments.workers import Workers


@dataclass(frozen=True)
class Gate:
    """Everything that decides a verdict."""

    candidate: Entrant
    base: Entrant
    sizes: tuple[int, ...]
    edition: Edition
    hosting: Hosting
    test: Hypotheses
    seed: int
    most: int
    """Blocks after which the test stays open."""

    def header(self) -> GateHeader:
        """What its log begins with. Raises LivingstoneError: a bot's file cannot be read."""
        return GateHeader(
            candidate=self.candidate.text,
            candidate_digest=bot_digest(self.candidate),
            base=self.base.text,
            base_digest=bot_digest(self.base),
            players=self.sizes,
            seed=str(self.seed),
            edition=self.edition.digest,
            time=time_text(self.hosting.time),
            score=self.hosting.score,
            tries=self.hosting.tries,
            isolation=self.hosting.isolation.value,
            elo0=self.test.elo0,
            elo1=self.test.elo1,
            alpha=self.test.alpha,
            beta=self.test.beta,
        )

    def task(self, number: int) -> GateTask:
        """One block."""
        entrants = (self.candidate, self.base)
        return GateTask(number, entrants, self.sizes, self.edition, self.hosting, self.seed)

    def play(
        self, log: GateLog, workers: int, executor: Executor[GateTask, list[GateGame]] | None = None
    ) -> Generator["Progress", None, None]:
        """Play what is missing until there is a verdict; after each block, how things stand.

        ``executor``: where blocks are played; None: in ``workers`` processes of this machine. Close the iterator to
        stop. What was played ahead of the verdict stays in the log and is not read.

        Raises:
            LivingstoneError: an error of this program in a block.
        """
        progress = Progress(self.test, self.hosting.score)
        progress.take(log)
        yield progress
        if self._is_decided(progress):
            return
        missing = (self.task(number) for number in range(self.most) if number not in log.done)
        if executor is None:
            executor = Workers(play_block, workers, WorkerLogs(default_start_method()))
        with closing(executor.run(missing)) as outcomes:
            for outcome in outcomes:
                if isinstance(outcome, Done):
                    log.add(outcome.task.number, outcome.result)
                elif outcome.detail:
                    raise LivingstoneError(f"block {outcome.task.number}: {outcome.reason}")
                else:
                    log.add_void(outcome.task.number, outcome.reason)
                progress.take(log)
                yield progress
                if self._is_decided(progress):
                    return

    def _is_decided(self, progress: "Progress") -> bool:
        return progress.verdict is not Verdict.OPEN or progress.next >= self.most


class Progress:
    """The blocks of a log up to the first that is missing, or to the verdict."""

    def __init__(self, test: Hypotheses, score: Score) -> None:
        self._test = test
        self._score: Score = score
        self._scores: list[float] = []
        self.games: list[GateGame] = []
        """Of all blocks that were read."""
        self.blocks: list[list[GateGame]] = []
        self.voids = 0
        self.next = 0
        """The first block that was not read."""
        self.reading: Reading | None = None
        """None: no block yet."""

    @property
    def verdict(self) -> Verdict:
        """So far."""
        return Verdict.OPEN if self.reading is None else self.reading.verdict

    def take(self, log: GateLog) -> None:
        """Read on as far as the log goes, one block after the other: the first verdict stands."""
        while self.verdict is Verdict.OPEN and self.next in log.done:
            games = log.games.get(self.next)
            self.next += 1
            if games is None:
                self.voids += 1
                continue
            self.blocks.append(games)
            self.games += games
            self._scores.append(block_score(games, self._score))
            self.reading = read(self._scores, self._test)

    def size(self, players: int) -> Estimate:
        """The candidate's mean score at one size of table."""
        scores = [size_score(games, players, self._score) for games in self.blocks]
        return estimate(scores, bounds=(0.0, 1.0))

    def side(self, which: int) -> "Side":
        """What one of the two did."""
        seats = [(game, seat) for game in self.games for seat, side in enumerate(game.seats) if side == which]
        ends = Counter(game.ends[seat] for game, seat in seats)
        texts = [game.faults[seat] for game, seat in seats if game.faults[seat]]
        decisions = sum(game.decisions[seat] for game, seat in seats)
        seconds = sum(game.seconds[seat] for game, seat in seats)
        return Side(
            seats=len(seats),
            win_share=sum(game.shares[seat] for game, seat in seats) / len(seats) if seats else 0.0,
            forfeits={
                end: ends[end] for end in Termination if ends[end] and end is not Termination.COMPLETED
            },
            fault=texts[0] if texts else "",
            decision_ms=1000 * seconds / decisions if decisions else None,
        )


class Side(NamedTuple):
    """The candidate or the base over all its seats."""

    seats: int
    win_share: float
    """Mean share of a win a seat (R47)."""
    forfeits: dict[Termination, int]
    fault: str
    """The first one's text."""
    decision_ms: float | None
