"""How long a run will take, from a few games that are played for it and thrown away."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter
from typing import Final, NamedTuple

from livingstone.engine.constants import Kind
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.engine.outcome import Outcome
from livingstone.engine.wording import counted
from livingstone.protocol.termination import HostStalled
from livingstone.tournaments.match import Match, Observer, play_game
from livingstone.tournaments.run.plan import Plan
from livingstone.tournaments.run.roster import entrant_of
from livingstone.tournaments.schedule_block import Block

_TYPICAL: Final = "scripted"
"""Its games have about as many turns as others'."""


class Estimate(NamedTuple):
    """Of the games of a plan."""

    seconds: float
    workers: int
    probes: int
    """Games, some of them cut short, that it rests on."""

    def __str__(self) -> str:
        games = counted(self.probes, "game")
        workers = counted(self.workers, "worker")
        return f"about {duration(self.seconds)} with {workers}, from {games} tried"


def duration(seconds: float) -> str:
    """``40 s``, ``12 min``, ``3 h 20 min``."""
    if seconds < 100:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    if minutes < 120:
        return f"{minutes} min"
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours < 48 else f"{hours // 24} d {hours % 24} h"


def estimate(plan: Plan, workers: int, budget_s: float, cores: int) -> Estimate | None:
    """Play first games of some blocks until every bot has had one, or the budget is used up; None: no game begun.

    A bot that was not reached is taken to be as slow as the mean of the others. ``cores``: those that workers share.
    """
    until = perf_counter() + budget_s
    turns = {size: _turns(plan, size) for size in plan.config.players}
    seconds: dict[str, float] = defaultdict(float)
    played: dict[str, int] = defaultdict(int)
    probes = 0
    for block in _covering(plan):
        if perf_counter() > until:
            break
        watch = _Stopwatch(block.players, until)
        _probe(plan, block, watch)
        probes += 1
        for seat, name in enumerate(block.lineup(0)):
            seconds[name] += watch.seconds[seat]
            played[name] += watch.turns[seat]
    pace = {name: seconds[name] / played[name] for name in seconds if played[name]}
    if not pace:
        return None
    return Estimate(elapsed(_seconds(plan, pace, turns), workers, cores), workers, probes)


def elapsed(blocks: Sequence[float], workers: int, cores: int) -> float:
    """Seconds in which blocks of so many seconds of work are done; a worker plays one at a time, on one core."""
    return max([math.fsum(blocks) / min(workers, cores), *blocks])


def _seconds(plan: Plan, pace: Mapping[str, float], turns: Mapping[int, float]) -> list[float]:
    """By block."""
    mean = sum(pace.values()) / len(pace)
    return [
        block.players * turns[block.players] * sum(pace.get(name, mean) for name in block.bots)
        for block in plan.schedule
    ]


def _covering(plan: Plan) -> Iterator[Block]:
    """Blocks in which each has a bot that those before had not."""
    seen: set[str] = set()
    for block in plan.schedule:
        if not seen.issuperset(block.bots):
            seen.update(block.bots)
            yield block


def _turns(plan: Plan, players: int) -> float:
    """Turns of a bot in a game."""
    result = play_game([_TYPICAL] * players, plan.run.edition, deal_seed=1, private_seed=1)
    return sum(result.turns) / players


class _Enough(BaseException):  # not an error of a player, which the match would take for a fault
    """The budget is used up."""


class _Stopwatch(Observer):
    """Measures the seats from one event to the next, so also a game that is cut short tells something."""

    def __init__(self, players: int, until: float) -> None:
        self.seconds = [0.0] * players
        self.turns = [0] * players
        self._until = until
        self._last = perf_counter()

    def on_start(self, game: Game) -> None:
        """From here."""
        self._last = perf_counter()

    def on_action(
        self, game: Game, seat: int, action: Action, outcome: Outcome, info: Mapping[str, object]
    ) -> None:
        """Its time ends here, and with it perhaps the budget."""
        now = perf_counter()
        self.seconds[seat] += now - self._last
        self.turns[seat] += action.kind in (Kind.END, Kind.PASS)
        self._last = now
        if now > self._until:
            raise _Enough


def _probe(plan: Plan, block: Block, watch: _Stopwatch) -> None:
    """A game on luck of its own: those of the run are not looked at ahead."""
    entrants = {bot.name: entrant_of(bot) for bot in plan.bots}
    players = [entrants[name].seat(1, plan.hosting) for name in block.lineup(0)]
    game = Game.new(block.players, plan.run.edition)
    try:
        Match(game, players, list(block.lineup(0)), 1, observers=[watch]).play()
    except (_Enough, HostStalled):
        return
