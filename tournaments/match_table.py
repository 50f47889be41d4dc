"""What a match shows: for each entrant its share of wins and more, its faults, and who is ahead of whom."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from livingstone.ai.student import Estimate, estimate
from livingstone.protocol.termination import Termination
from livingstone.tournaments.elo import elo_estimate
from livingstone.tournaments.evidence import Evidence
from livingstone.tournaments.match import GameResult
from livingstone.tournaments.quick_match import Played
from livingstone.tournaments.scoring import Score, pair_score


class Fault(NamedTuple):
    """A lost seat."""

    entrant: int
    game: str
    seat: int
    termination: Termination
    text: str
    evidence: Evidence | None
    """None: not of a program."""


class Row(NamedTuple):
    """One entrant over all its seats; means are None without a game."""

    name: str
    games: int
    seats: int
    """More than games where it has several seats at a table."""
    win_share: Estimate | None
    """A seat's (R47), from block means."""
    place: float | None
    points: float | None
    donation: float | None
    out: float | None
    """Share of seats that were out (R43, R46)."""
    faults: dict[Termination, int]
    turn_ms: float | None
    slowest_ms: float | None
    stale_answers: int
    """To requests answered before."""


class Standing(NamedTuple):
    """All of a match so far."""

    rows: tuple[Row, ...]
    games: int
    blocks: int
    nobody: int
    """Games that nobody won."""
    placement: Estimate | None
    """Of two entrants: the first one's score against the second over all pairs of their seats (1, 1/2 or 0)."""
    faults: tuple[Fault, ...]
    void: tuple[Played, ...]

    @property
    def elo(self) -> Estimate | None:
        """The placement as an Elo difference; infinite where the score is 0 or 1."""
        return None if self.placement is None else elo_estimate(self.placement)


def standing(names: Sequence[str], games: Sequence[Played], score: Score) -> Standing:
    """Sum up a match, also an unfinished one."""
    played = [game for game in games if game.result is not None]
    rows = tuple(_row(name, entrant, played) for entrant, name in enumerate(names))
    pairs = _blocks((game.fixture.block, _pair_scores(game, score)) for game in played)
    return Standing(
        rows=rows,
        games=len(played),
        blocks=len({game.fixture.block for game in played}),
        nobody=sum(not _result(game).result.winners for game in played),
        placement=estimate(pairs, bounds=(0, 1)) if len(names) == 2 and pairs else None,
        faults=tuple(fault for game in played for fault in _faults(game)),
        void=tuple(game for game in games if game.result is None),
    )


def _result(game: Played) -> GameResult:
    assert game.result is not None
    return game.result


def _row(name: str, entrant: int, games: Sequence[Played]) -> Row:
    own = [
        (game.fixture.block, seat, _result(game))
        for game in games
        for seat, sitter in enumerate(game.fixture.seats)
        if sitter == entrant
    ]
    shares = _blocks((block, [game.result.shares[seat]]) for block, seat, game in own)
    turns = sum(game.turns[seat] for _, seat, game in own)
    return Row(
        name=name,
        games=sum(entrant in game.fixture.seats for game in games),
        seats=len(own),
        win_share=estimate(shares, bounds=(0, 1)) if shares else None,
        place=_mean([game.result.places[seat] for _, seat, game in own]),
        points=_mean([game.result.points[seat] for _, seat, game in own]),
        donation=_mean([game.result.donations[seat] for _, seat, game in own]),
        out=_mean([game.result.out[seat] for _, seat, game in own]),
        faults=dict(Counter(game.terminations[seat] for _, seat, game in own if game.faults[seat])),
        turn_ms=1000 * math.fsum(game.seconds[seat] for _, seat, game in own) / turns if turns else None,
        slowest_ms=1000 * max(game.slowest[seat] for _, seat, game in own) if turns else None,
        stale_answers=sum(
            count
            for game in games
            for seat, count in game.stale_answers.items()
            if game.fixture.seats[seat] == entrant
        ),
    )


def _blocks(values: Iterable[tuple[int, Sequence[float]]]) -> list[float]:
    """Block means; the games of a block share their luck, so blocks are the independent values."""
    blocks: dict[int, list[float]] = {}
    for block, found in values:
        blocks.setdefault(block, []).extend(found)
    return [math.fsum(found) / len(found) for found in blocks.values() if found]


def _pair_scores(game: Played, score: Score) -> list[float]:
    """Scores of entrant 0 over its pairs with entrant 1 that say something."""
    result, seats = _result(game).result, game.fixture.seats
    pairs = [
        (one, other)
        for one, first in enumerate(seats)
        for other, second in enumerate(seats)
        if (first, second) == (0, 1)
    ]
    values = [pair_score(result.places, result.shares, pair, score) for pair in pairs]
    return [value for value in values if value is not None]


def _faults(game: Played) -> list[Fault]:
    result = _result(game)
    return [
        Fault(
            game.fixture.seats[seat],
            game.fixture.name,
            seat,
            result.terminations[seat],
            text,
            game.evidence.get(seat),
        )
        for seat, text in enumerate(result.faults)
        if text
    ]


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None
