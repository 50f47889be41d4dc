"""The blocks of a gate: a candidate and a base share the seats of a table, on the same deal in all seatings."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from livingstone.engine.editions import Edition
from livingstone.protocol.termination import Termination
from livingstone.tournaments.comparison import lineup
from livingstone.tournaments.entrants import Entrant
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.match import GameResult, play_game
from livingstone.tournaments.scoring import Score, pair_score
from livingstone.tournaments.seeding import derive

CANDIDATE, BASE = 0, 1


class GateGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the log keeps it; everything by seat."""

    seats: tuple[int, ...]
    """0: the candidate, 1: the base."""
    places: tuple[int, ...]
    shares: tuple[float, ...]
    ends: tuple[Termination, ...]
    faults: tuple[str, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def players(self) -> int:
        """Size of the table."""
        return len(self.seats)


@dataclass(frozen=True)
class GateTask:
    """One block: a deal at each table size, played in every seating. Can be sent to another process."""

    number: int
    """From 0."""
    entrants: tuple[Entrant, Entrant]
    """Candidate and base."""
    sizes: tuple[int, ...]
    edition: Edition
    hosting: Hosting
    seed: int


def seatings(players: int) -> list[tuple[int, ...]]:
    """The candidate's and the base's seats, all rotations that differ.

    The candidate has half the seats, one fewer than the base at an odd table, spread as evenly as they can be: two
    of four players sit opposite each other, and two seatings are all there are.
    """
    first = lineup("0", "1", players, players // 2)
    numbers = tuple(int(seat) for seat in first)
    return list(
        dict.fromkeys(numbers[players - turn :] + numbers[: players - turn] for turn in range(players))
    )


def games_in_block(sizes: Sequence[int]) -> int:
    """How many games a block has."""
    return sum(len(seatings(size)) for size in sizes)


def play_block(task: GateTask) -> list[GateGame]:
    """Play a block, every program in a process of its own for each game.

    Raises:
        HostStalled: nobody can say whether a program was late; the block may be played again.
    """
    return [_play(task, size, seats) for size in task.sizes for seats in seatings(size)]


def _play(task: GateTask, size: int, seats: tuple[int, ...]) -> GateGame:
    where = (f"p{size}", task.number)
    turn = "".join(map(str, seats))
    result = play_game(
        [task.entrants[side] for side in seats],
        task.edition,
        deal_seed=derive(task.seed, "deal", *where),
        private_seed=derive(task.seed, "private", *where, turn),
        hosting=task.hosting,
        # Not the place itself: that tells which games share their deal.
        label=f"{derive(task.seed, 'label', *where, turn):016x}",
    )
    return _kept(seats, result)


def _kept(seats: tuple[int, ...], result: GameResult) -> GateGame:
    return GateGame(
        seats=seats,
        places=result.result.places,
        shares=result.result.shares,
        ends=result.terminations,
        faults=result.faults,
        decisions=result.decisions,
        seconds=result.seconds,
    )


def block_score(games: Sequence[GateGame], score: Score) -> float:
    """The candidate's mean score against the base, 0 to 1; every table size weighs the same."""
    sizes = sorted({game.players for game in games})
    means = [size_score(games, size, score) for size in sizes]
    return math.fsum(means) / len(means)


def size_score(games: Sequence[GateGame], size: int, score: Score) -> float:
    """The same over the games at one size of table. Where all pairs say nothing, nobody is ahead: 1/2."""
    found = [value for game in games if game.players == size for value in _pairs(game, score)]
    return math.fsum(found) / len(found) if found else 0.5


def _pairs(game: GateGame, score: Score) -> list[float]:
    """Scores over all pairs of a candidate's and a base's seat that say something."""
    pairs = [
        (mine, theirs)
        for mine, side in enumerate(game.seats)
        for theirs, other in enumerate(game.seats)
        if (side, other) == (CANDIDATE, BASE)
    ]
    values = [pair_score(game.places, game.shares, pair, score) for pair in pairs]
    return [value for value in values if value is not None]
