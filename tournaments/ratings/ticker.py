"""Elo from game to game, for watching a running tournament only: it depends on the order of the games."""

from collections.abc import Mapping

from livingstone.tournaments.ratings.games import RatedGame, pairs_of
from livingstone.tournaments.ratings.table import ANCHOR_ELO
from livingstone.tournaments.scoring import Score

STEP: float = 16.0
"""The K factor, for a pair of weight 1."""


class Ticker:
    """Ratings that move with every game."""

    def __init__(self, score: Score = "placement", start: Mapping[str, float] | None = None) -> None:
        self._score: Score = score
        self._elo = dict(start or {})

    def add(self, game: RatedGame) -> None:
        """A game has ended."""
        pairs = pairs_of([game], self._score)
        before = {bot: self[bot] for bot in pairs.bots}
        for row in range(len(pairs.one)):
            one, other = pairs.bots[pairs.one[row]], pairs.bots[pairs.other[row]]
            expected = 1 / (1 + 10 ** ((before[other] - before[one]) / 400))
            step = STEP * float(pairs.weight[row]) * (float(pairs.score[row]) - expected)
            self._elo[one] = self[one] + step
            self._elo[other] = self[other] - step

    def __getitem__(self, bot: str) -> float:
        return self._elo.get(bot, ANCHOR_ELO)

    def standing(self) -> list[tuple[str, float]]:
        """Best first."""
        return sorted(self._elo.items(), key=lambda item: (-item[1], item[0]))
