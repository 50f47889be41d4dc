"""Games of varied players, with what a search predicted at some of their decisions and what then happened."""

import random
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from livingstone.ai.calibration import Stage, stage_of
from livingstone.ai.effort import Effort, Grown, grow
from livingstone.ai.ismcts import own_problem
from livingstone.ai.plans import Path
from livingstone.ai.player import begin_game
from livingstone.ai.players import make_player
from livingstone.engine.constants import Phase
from livingstone.engine.game import Game
from livingstone.engine.observation import Observation

STYLES: Final = ("scripted:steady", "scripted:frugal", "scripted:last_minute", "scripted:all_in")
SEARCHES: Final = ("ismcts:sims=30", "ismcts:sims=100", "ismcts:sims=300")
EDITIONS: Final = ("schmidt-2009", "schmidt-2009", "schmidt-2009", "bga")
RANDOM_SHARE: Final = 1 / 12
"""Of the seats at mixed tables."""
MIXED_SHARE: Final = 0.75
"""Of the tables; at the others all seats have the same player."""
LAST_TIMES: Final = 5
"""How much longer positions of the last round are searched: shorter searches have not settled there."""


class Row(msgspec.Struct, frozen=True):
    """One position: what was predicted for the seat to move, and what happened to it."""

    game: int
    """Its seed: games are independent, positions of one game are not."""
    players: int
    edition: str
    asker: str
    """Who plays the seat."""
    progress: float
    last: bool
    """See :class:`livingstone.ai.calibration.Stage`."""
    simulations: int
    raw_win: float
    raw_out: float
    win: float
    """Its share of the win (R47)."""
    out: float
    """1 if it was eliminated, else 0."""

    @property
    def stage(self) -> Stage:
        """Where in the game."""
        return Stage(self.progress, self.last)


class Table(NamedTuple):
    """Who plays, and by which rules."""

    specs: tuple[str, ...]
    edition: str


def table_of(seed: int) -> Table:
    """The table of a game: 2 to 5 players in turn, four editions' turns for each."""
    rng = random.Random(seed)
    players = 2 + seed % 4
    edition = EDITIONS[seed // 4 % len(EDITIONS)]
    if rng.random() < MIXED_SHARE:
        return Table(tuple(_any_player(rng) for _ in range(players)), edition)
    return Table((rng.choice(STYLES + SEARCHES),) * players, edition)


def _any_player(rng: random.Random) -> str:
    if rng.random() < RANDOM_SHARE:
        return "random"
    return rng.choice(STYLES if rng.random() < 0.5 else SEARCHES)


class Sample(NamedTuple):
    """A decision of a finished game."""

    observation: Observation
    win: float
    out: float


def play(seed: int, count: int) -> tuple[Table, list[Sample]]:
    """Play a game; ``count`` of its decisions (with more than one legal action), each equally likely."""
    table = table_of(seed)
    rng = random.Random(-seed)
    game = Game.new(len(table.specs), table.edition, seed=seed)
    players = [make_player(spec) for spec in table.specs]
    for seat, player in enumerate(players):
        begin_game(player, seed * 8 + seat)
    kept: list[Observation] = []
    decisions = 0
    while not game.is_over:
        if game.awaits_chance:
            game.roll()
            continue
        observation, legal = game.observation(), game.legal()
        if len(legal) > 1:
            decisions += 1
            if len(kept) < count:
                kept.append(observation)
            elif (at := rng.randrange(decisions)) < count:
                kept[at] = observation
        game.play(players[game.seat].choose(observation, legal))
    result = game.result()
    return table, [Sample(o, result.shares[o.seat], float(result.out[o.seat])) for o in kept]


def predict(observation: Observation, simulations: int, seed: int) -> tuple[float, float]:
    """What a hint would start from: win chance and chance of elimination of the best turn, not yet calibrated."""
    grown = grow(own_problem(observation), Effort(simulations=simulations), seed)
    best = grown.plans.of(judged_turn(grown, observation))
    return best.mean(best.wins), best.mean(best.risk)


def judged_turn(grown: Grown, observation: Observation) -> Path:
    """The part of the best turn that a hint takes its chances from."""
    turn = grown.plans.best_turn(observation.phase == Phase.DIE_HELD, grown.sure)
    return grown.plans.judged(turn, last=stage_of(observation).last)


def rows_of(seeds: range, count: int, simulations: int) -> Iterator[Row]:
    """The rows of many games."""
    for seed in seeds:
        table, samples = play(seed, count)
        for number, sample in enumerate(samples):
            observation = sample.observation
            stage = stage_of(observation)
            searched = simulations * (LAST_TIMES if stage.last else 1)
            raw_win, raw_out = predict(observation, searched, seed * 64 + number)
            yield Row(
                game=seed,
                players=observation.players,
                edition=table.edition,
                asker=table.specs[observation.seat],
                progress=round(stage.progress, 4),
                last=stage.last,
                simulations=searched,
                raw_win=raw_win,
                raw_out=raw_out,
                win=sample.win,
                out=sample.out,
            )
