"""Finished games with all that a table of standings shows of them, whatever they were read from."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import quote
from livingstone.protocol.termination import Termination
from livingstone.tournaments.ratings.games import RatedGame
from livingstone.tournaments.store import BotKey, Store, StoredGame

COMPLETED: Final = Termination.COMPLETED


class SeatFacts(NamedTuple):
    """One bot in one game."""

    bot: BotKey
    place: int
    """1-based, ties share a number (R47)."""
    share: float
    """Of the win."""
    out: bool
    termination: Termination = COMPLETED
    decisions: int = 0
    """0: nobody counted them."""
    seconds: float = 0.0
    slowest: float = 0.0
    """Seconds of its slowest turn."""


class GameFacts(NamedTuple):
    """One game; the seats are listed in the order of the first turn, the start player first."""

    deal: str
    """Seed of the chance: games of one deal share their luck."""
    edition: str
    """Its digest; empty: nobody said."""
    seats: tuple[SeatFacts, ...]


def games_of(store: Store) -> Iterator[GameFacts]:
    """All games of a run, in the order of its schedule."""
    edition = store.run().edition.digest
    for game in store.games():
        yield _facts(game, edition)


def _facts(game: StoredGame, edition: str) -> GameFacts:
    seats = tuple(
        [
            SeatFacts(
                seat.bot,
                seat.place,
                seat.share,
                seat.out,
                seat.termination,
                seat.decisions,
                seat.seconds,
                seat.slowest,
            )
            for seat in game.seats
        ]
    )
    return GameFacts(game.deal, edition, seats[game.start :] + seats[: game.start])


def labels(bots: Iterable[BotKey]) -> dict[BotKey, str]:
    """What each bot is called in a table: its name, with the start of its digest where a name has several."""
    digests: defaultdict[str, set[str]] = defaultdict(set)
    keys = set(bots)
    for key in keys:
        digests[key.name].add(key.digest)
    return {
        key: key.name if len(digests[key.name]) == 1 else f"{key.name}@{key.digest[:8] or 'unknown'}"
        for key in keys
    }


def rated(games: Sequence[GameFacts], names: dict[BotKey, str]) -> list[RatedGame]:
    """The games as the ratings see them, in the same order."""
    deals: dict[str, int] = {}
    return [
        RatedGame(
            deal=deals.setdefault(game.deal, len(deals)),
            bots=tuple([names[seat.bot] for seat in game.seats]),
            places=tuple([seat.place for seat in game.seats]),
            shares=tuple([seat.share for seat in game.seats]),
            out=tuple([seat.out for seat in game.seats]),
            lost=_lost(game),
        )
        for game in games
    ]


def _lost(game: GameFacts) -> tuple[bool, ...]:
    """Empty when nobody forfeited."""
    lost = tuple([seat.termination is not COMPLETED for seat in game.seats])
    return lost if any(lost) else ()


def require_one_edition(games: Iterable[GameFacts]) -> None:
    """That games may be rated together. Raises LivingstoneError: a rating is of a bot under one set of rules."""
    editions = sorted({game.edition for game in games if game.edition})
    if len(editions) > 1:
        named = " and ".join(quote(edition[:12]) for edition in editions[:2])
        raise LivingstoneError(
            f"the games are of {len(editions)} editions (digests {named}), expected one: rate them apart"
        )
