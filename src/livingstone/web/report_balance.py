"""How even the schedule is so far: games of each bot, meetings of each pair, turns in each seat."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from livingstone.tournaments.schedule_block import Spread
from livingstone.web.report_source import ReportGame


class SizeBalance(NamedTuple):
    """The games at one size of table."""

    players: int
    blocks: int
    games: int
    bots: Spread
    """Games of a bot, over all bots that played at this size."""
    pairs: Spread
    """Games of two bots together, over all pairs of these."""
    seats: Spread
    """Games of a bot in one place of the order of turns, over all bots and places."""
    uneven: int
    """The largest difference between two places of the same bot."""


class BotBalance(NamedTuple):
    """One bot."""

    bot: str
    games: tuple[int, ...]
    """By size of table."""
    opponents: int
    """How many different bots it met."""
    meetings: Spread
    """Games with one of these."""
    seats: tuple[tuple[int, ...], ...]
    """By size of table: games as first, second, ... in the order of turns."""


def size_balance(players: int, games: Sequence[ReportGame]) -> SizeBalance:
    """``games``: those at tables of ``players``."""
    bots = sorted({bot for game in games for bot in game.rated.bots})
    met = Counter(pair for game in games for pair in combinations(sorted(game.rated.bots), 2))
    places = [_places(bot, players, games) for bot in bots]
    return SizeBalance(
        players=players,
        blocks=len({game.stored.block for game in games}),
        games=len(games),
        bots=_spread([sum(place) for place in places]),
        pairs=_spread([met[pair] for pair in combinations(bots, 2)]),
        seats=_spread([count for place in places for count in place]),
        uneven=max((max(place) - min(place) for place in places), default=0),
    )


def bot_balance(bot: str, sizes: Sequence[int], games: Sequence[ReportGame]) -> BotBalance:
    """``games``: all."""
    mine = [game for game in games if bot in game.rated.bots]
    met = Counter(other for game in mine for other in game.rated.bots if other != bot)
    seats = tuple(
        _places(bot, players, [game for game in mine if game.players == players]) for players in sizes
    )
    return BotBalance(bot, tuple(map(sum, seats)), len(met), _spread(list(met.values())), seats)


def _places(bot: str, players: int, games: Sequence[ReportGame]) -> tuple[int, ...]:
    counts = Counter(game.rated.bots.index(bot) for game in games if bot in game.rated.bots)
    return tuple(counts[place] for place in range(players))


def _spread(counts: Sequence[int]) -> Spread:
    return Spread(min(counts, default=0), max(counts, default=0))
