"""One player against another, measured in blocks: win shares, placements, points, time."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from livingstone.ai.student import Estimate, estimate
from livingstone.engine.editions import Edition
from livingstone.tournaments.comparison_block import Block, BlockResult
from livingstone.tournaments.elo import elo_estimate
from livingstone.tournaments.match import GameResult
from livingstone.tournaments.scoring import pair_score


class Side(NamedTuple):
    """What one of the two players did, over all its seats and games."""

    spec: str
    seats: int
    """Seats played (one game with two seats counts twice)."""
    win_share: Estimate
    """Mean share of a win a seat (R47)."""
    points: float
    donation: float
    out: float
    """Share of seats that were out (R43, R46)."""
    faults: int
    ms_a_decision: float


class Comparison(NamedTuple):
    """A against B."""

    players: int
    blocks: int
    games: int
    a: Side
    b: Side
    fair_share: float
    """The win share of a seat among equals, when somebody wins."""
    share_difference: Estimate
    """Win share a seat of A minus B's."""
    placement: Estimate
    """Pairwise placement score of A against B: 1 before, 1/2 tied, 0 behind, over all A-B pairs."""
    nobody: float
    """Share of games that nobody won."""

    @property
    def elo(self) -> Estimate:
        """The placement score as an Elo difference; infinite where the score is 0 or 1."""
        return elo_estimate(self.placement)


@dataclass(slots=True)
class _Tally:
    """Sums over the seats of one side."""

    seats: int = 0
    points: int = 0
    donation: int = 0
    out: int = 0
    faults: int = 0
    seconds: float = 0.0
    decisions: int = 0


def lineup(a: str, b: str, players: int, seats_of_a: int) -> tuple[str, ...]:
    """Seats of a block's first rotation: A's spread as evenly as they can be."""
    chosen = {index * players // seats_of_a for index in range(seats_of_a)}
    return tuple(a if seat in chosen else b for seat in range(players))


def blocks_of(
    a: str, b: str, players: int, seats_of_a: int, count: int, master_seed: int, edition: Edition | str
) -> list[Block]:
    """The tasks of a comparison."""
    seats = lineup(a, b, players, seats_of_a)
    return [Block(index, seats, master_seed, edition) for index in range(count)]


def compare(results: Iterable[BlockResult], a: str, b: str) -> Comparison:
    """Sum up the blocks of a comparison. With ``a == b`` the first seat of each block stands for A."""
    blocks = list(results)
    a_shares, b_shares, placements = [], [], []
    tallies = (_Tally(), _Tally())
    nobody = 0
    for result in blocks:
        first = {seat for seat, spec in enumerate(result.block.players) if spec == a}
        if a == b:
            first = {0}
        ours: list[float] = []
        theirs: list[float] = []
        pairs: list[float] = []
        for rotation, game in enumerate(result.games):
            mine = {result.block.seat_of(seat, rotation) for seat in first}
            for seat, share in enumerate(game.result.shares):
                (ours if seat in mine else theirs).append(share)
            _add(game, mine, tallies)
            pairs += _pairs(game, mine)
            nobody += not game.result.winners
        a_shares.append(_mean(ours))
        b_shares.append(_mean(theirs))
        placements.append(_mean(pairs))
    games = sum(len(result.games) for result in blocks)
    players = len(blocks[0].block.players)
    return Comparison(
        players=players,
        blocks=len(blocks),
        games=games,
        a=_side(a, a_shares, tallies[0]),
        b=_side(b, b_shares, tallies[1]),
        fair_share=1 / players,
        share_difference=estimate([x - y for x, y in zip(a_shares, b_shares, strict=True)]),
        placement=estimate(placements, bounds=(0, 1)),
        nobody=nobody / games,
    )


def _add(game: GameResult, mine: set[int], tallies: tuple[_Tally, _Tally]) -> None:
    """Add every seat of a game to its side's sums."""
    result = game.result
    for seat in range(len(result.places)):
        tally = tallies[0 if seat in mine else 1]
        tally.seats += 1
        tally.points += result.points[seat]
        tally.donation += result.donations[seat]
        tally.out += result.out[seat]
        tally.faults += bool(game.faults[seat])
        tally.seconds += game.seconds[seat]
        tally.decisions += game.decisions[seat]


def _pairs(game: GameResult, mine: set[int]) -> list[float]:
    """Scores of A over all A-B pairs of a game."""
    places, shares = game.result.places, game.result.shares
    pairs = [(one, other) for one in mine for other in range(len(places)) if other not in mine]
    values = [pair_score(places, shares, pair, "placement") for pair in pairs]
    return [value for value in values if value is not None]


def _side(spec: str, shares: list[float], tally: _Tally) -> Side:
    return Side(
        spec=spec,
        seats=tally.seats,
        win_share=estimate(shares, bounds=(0, 1)),
        points=tally.points / tally.seats,
        donation=tally.donation / tally.seats,
        out=tally.out / tally.seats,
        faults=tally.faults,
        ms_a_decision=1000 * tally.seconds / max(1, tally.decisions),
    )


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
