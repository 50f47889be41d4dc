"""The rating table: the fit, its intervals, who beats whom, and what a reader must be warned of."""

import math
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

import numpy as np

from livingstone.ai.student import t_below, t_quantile
from livingstone.engine.constants import MAX_SEATS, MIN_SEATS
from livingstone.tournaments.ratings.games import Pairs, RatedGame, pairs_of, seat_effect
from livingstone.tournaments.ratings.jackknife import Jackknife, error_of, error_over, jackknife
from livingstone.tournaments.ratings.model import ELO, Fit, fit
from livingstone.tournaments.scoring import Score

ANCHOR_ELO: Final = 1000.0
_NEARLY_NORMAL: Final = 500
"""Degrees of freedom above which Student's t is taken at this number: it differs by less than 0.2 %."""

Bound = Literal["", "above", "below", "apart"]


class Row(NamedTuple):
    """One bot."""

    bot: str
    elo: float
    low: float
    high: float
    """95 % interval of the difference to the anchor; infinite where the games set no bound."""
    bound: Bound
    """``above``: no chain of games in which somebody scored leads up to it, so it could be any number higher;
    ``below`` likewise; ``apart``: it is not connected to the anchor at all. Else empty."""
    games: int
    deals: int
    score: float
    """Mean score a pair (0 to 1)."""
    win_share: float
    out: float
    """Share of games in which it was eliminated."""
    lost: int
    """Games it forfeited."""


class SeatEffect(NamedTuple):
    """What a seat is worth in Elo points; the seats of one size of table sum to 0."""

    players: int
    order: int
    """0: the start player of the first round."""
    elo: float
    error: float
    """Standard error; infinite while that size of table has played fewer than two deals."""


class RatingTable(NamedTuple):
    """Best first."""

    anchor: str
    """Its rating is 1000 by definition; empty: the mean of :attr:`base` is."""
    rows: tuple[Row, ...]
    superiority: tuple[tuple[float, ...], ...]
    """Likelihood that the bot of a row is stronger than that of a column, in the order of ``rows``."""
    seats: tuple[SeatEffect, ...]
    """Of the sizes of table that were played."""
    games: int
    deals: int
    base: tuple[str, ...] = ()
    """The bots whose mean is 1000 where there is no anchor: all, or the largest group that is tied together."""


def rate(
    games: Sequence[RatedGame],
    anchor: str = "",
    score: Score = "placement",
    *,
    exclude_degraded: bool = False,
    level: float = 0.95,
) -> RatingTable:
    """Rate all bots of some games; the order of the games does not matter.

    Fewer than two deals give ratings without intervals.
    """
    pairs = pairs_of(games, score, exclude_degraded=exclude_degraded)
    fitted = fit(pairs)
    spread = jackknife(pairs, fitted) if pairs.deals > 1 else None
    chains = _chains(pairs)
    base = [pairs.bots.index(anchor)] if anchor in pairs.bots else _base(chains)
    contrasts = _contrasts(len(pairs.bots), base, len(fitted.theta))
    elo = ANCHOR_ELO + ELO * contrasts @ fitted.theta
    order = sorted(range(len(pairs.bots)), key=lambda bot: (-elo[bot], pairs.bots[bot]))
    bounds = [_bound(chains, bot, base) for bot in range(len(pairs.bots))]
    # A difference is known no better than from the deals of either bot; a mean has the deals of many.
    also = base if anchor in pairs.bots else []
    played: dict[str, list[tuple[RatedGame, int]]] = {bot: [] for bot in pairs.bots}
    for game in games:
        for seat, name in enumerate(game.bots):
            played[name].append((game, seat))
    rows = tuple(
        _row(
            played[pairs.bots[bot]],
            pairs,
            bot,
            float(elo[bot]),
            _half(spread, contrasts[bot], [bot, *also], level),
            bounds[bot],
        )
        for bot in order
    )
    return RatingTable(
        anchor=anchor if anchor in pairs.bots else "",
        rows=rows,
        superiority=tuple(
            tuple(_superiority(fitted, spread, pairs, one, other) for other in order) for one in order
        ),
        seats=tuple(_seats(games, fitted, spread)),
        games=len(games),
        deals=pairs.deals,
        base=tuple(pairs.bots[bot] for bot in base),
    )


def _contrasts(bots: int, base: list[int], size: int) -> np.ndarray:
    """By bot, the weights of the parameters in its rating: itself minus the mean of ``base``."""
    contrasts = np.eye(bots, size)
    contrasts[:, base] -= 1 / max(1, len(base))
    return contrasts


def _half(spread: Jackknife | None, contrast: np.ndarray, bots: list[int], level: float) -> float:
    """Half the width of an interval in Elo points."""
    if not contrast.any():
        return 0.0
    if spread is None:
        return math.inf
    freedom = _freedom(spread, bots)
    if freedom < 1:
        return math.inf
    return t_quantile(0.5 + level / 2, freedom) * error_of(spread, contrast, bots) * ELO


def _freedom(spread: Jackknife, bots: list[int]) -> int:
    return min(_NEARLY_NORMAL, *(int(spread.own_deals[bot]) - 1 for bot in bots))


def _superiority(fitted: Fit, spread: Jackknife | None, pairs: Pairs, one: int, other: int) -> float:
    """Likelihood that ``one`` is the stronger, from the joint covariance."""
    if one == other or spread is None:
        return 0.5
    contrast = np.zeros(len(fitted.theta))
    contrast[one], contrast[other] = 1, -1
    difference = float(contrast @ fitted.theta)
    freedom = _freedom(spread, [one, other])
    if freedom < 1 or difference == 0:
        return 0.5
    below = min(1.0, t_below(abs(difference) / error_of(spread, contrast, [one, other]), freedom))
    return below if difference > 0 else 1 - below


def _chains(pairs: Pairs) -> np.ndarray:
    """Ford's condition: whether a chain of scores leads from the bot of the row to that of the column."""
    count = len(pairs.bots)
    reach = np.eye(count, dtype=bool)
    reach[pairs.one[pairs.score > 0], pairs.other[pairs.score > 0]] = True
    reach[pairs.other[pairs.score < 1], pairs.one[pairs.score < 1]] = True
    for middle in range(count):
        reach |= np.outer(reach[:, middle], reach[middle])
    return reach


def _base(chains: np.ndarray) -> list[int]:
    """The largest group with chains both ways, or all bots where no two have them.

    A mean with a bot in it that never scored could be any number: every interval would lose an end.
    """
    together = chains & chains.T
    if not len(together):
        return []
    group = together[int(together.sum(axis=1).argmax())]
    return [int(bot) for bot in np.flatnonzero(group)] if group.sum() > 1 else list(range(len(together)))


def _bound(chains: np.ndarray, bot: int, base: list[int]) -> Bound:
    """Whether chains lead from the bot to some other of ``base``, and back."""
    others = [other for other in base if other != bot]
    if not others:
        return ""
    down, up = bool(chains[bot, others].any()), bool(chains[others, bot].any())
    return "apart" if not (up or down) else "above" if not up else "below" if not down else ""


def _row(
    seats: Sequence[tuple[RatedGame, int]], pairs: Pairs, bot: int, elo: float, half: float, bound: Bound
) -> Row:
    """``seats``: the games of the bot and where it sat in them."""
    mine, theirs = pairs.one == bot, pairs.other == bot
    scores = np.concatenate([pairs.score[mine], 1 - pairs.score[theirs]])
    weights = np.concatenate([pairs.weight[mine], pairs.weight[theirs]])
    return Row(
        bot=pairs.bots[bot],
        elo=elo,
        low=-math.inf if bound in ("below", "apart") else elo - half,
        high=math.inf if bound in ("above", "apart") else elo + half,
        bound=bound,
        games=len({id(game) for game, _ in seats}),
        deals=len({game.deal for game, _ in seats}),
        score=float(scores @ weights / weights.sum()) if len(scores) else 0.5,
        win_share=_mean([game.shares[seat] for game, seat in seats]),
        out=_mean([float(game.out[seat]) for game, seat in seats if game.out]),
        lost=sum(game.lost[seat] for game, seat in seats if game.lost),
    )


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0


def _seats(games: Sequence[RatedGame], fitted: Fit, spread: Jackknife | None) -> list[SeatEffect]:
    effects = []
    for players in range(MIN_SEATS, MAX_SEATS + 1):
        deals = {game.deal for game in games if len(game.bots) == players}
        if not deals:
            continue
        for order in range(players):
            at = fitted.bots + seat_effect(players, order)
            error = math.inf
            if spread is not None and len(deals) > 1:
                error = ELO * error_over(spread, np.eye(len(fitted.theta))[at], len(deals))
            effects.append(SeatEffect(players, order, float(ELO * fitted.theta[at]), error))
    return effects
