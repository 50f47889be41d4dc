"""Runs for tests of the store, with games nobody played; as a script, a coordinator that may be killed.

``python store_runs.py RUN BLOCKS``: begin or resume RUN, store the blocks that are missing, print the id of each
one that is acknowledged.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from livingstone.engine.editions import Edition
from livingstone.protocol.termination import Termination
from livingstone.tournaments.ratings.games import RatedGame
from livingstone.tournaments.standings_games import games_of, labels, rated
from livingstone.tournaments.store import (
    BotKey,
    Store,
    StoredBlock,
    StoredBot,
    StoredGame,
    StoredRun,
    StoredSeat,
)

NAMES = ("ann", "bob", "cat", "dan", "eve", "fay")
BOTS = tuple(StoredBot(name=name, digest=f"{name}0123456789", entrant={"spec": name}) for name in NAMES)
WHEN = "2026-01-02T03:04:05Z"


def run(**changes: str) -> StoredRun:
    """What a store begins with."""
    values = {"name": "night", "format": "round_robin", "config": "[tournament]\n", "config_digest": "c0ffee"}
    return StoredRun(edition=Edition.load(), master_seed="ice cream", **(values | changes))


def block(number: int, players: int = 4, *, fresh: bool = False) -> StoredBlock:
    """A block of a schedule."""
    name = f"p{players}-c1-b{number:03}"
    rng = random.Random(name)
    seeds = [str(rng.getrandbits(64)) for _ in range(players)]
    bots = rng.sample([bot.key for bot in BOTS], players)
    return StoredBlock(
        id=name, cycle=1, number=number, bots=tuple(bots), deals=tuple(seeds if fresh else seeds[:1])
    )


def games(of: StoredBlock) -> list[StoredGame]:
    """Its games: the same for the same block."""
    return [game(of, rotation) for rotation in range(of.players)]


def game(of: StoredBlock, rotation: int) -> StoredGame:
    """One of them; some have ties, some a forfeit."""
    rng = random.Random(f"{of.game_id(rotation)}")
    places = sorted(rng.choice([[1, 2, 3, 4, 5], [1, 1, 3, 4, 4], [1, 2, 2, 4, 5]])[: of.players])
    rng.shuffle(places)
    last = max(places)
    lost = places.index(last) if rng.random() < 0.3 else None
    return StoredGame(
        id=of.game_id(rotation),
        block=of.id,
        rotation=rotation,
        deal=of.deal(rotation),
        start=int(of.deal(rotation)) % of.players,
        rounds=rng.randint(10, 20),
        seats=tuple(
            _seat(bot, place, 1 / places.count(1), lost == seat, rng)
            for seat, (bot, place) in enumerate(zip(of.lineup(rotation), places, strict=True))
        ),
        finished_at=WHEN,
    )


def _seat(bot: BotKey, place: int, share: float, lost: bool, rng: random.Random) -> StoredSeat:
    return StoredSeat(
        bot=bot,
        place=place,
        points=rng.randint(0, 120),
        donation=rng.randint(0, 60),
        out=rng.random() < 0.2,
        share=share if place == 1 else 0.0,
        termination=Termination.TIMEOUT if lost else Termination.COMPLETED,
        fault="no answer after 1000 ms" if lost else "",
        decisions=rng.randint(20, 60),
        seconds=rng.random(),
        slowest=rng.random() / 10,
    )


def records(of: StoredBlock) -> dict[str, bytes]:
    """Its records: no real ones, but as long."""
    return {
        of.game_id(rotation): b"".join(
            b'{"game":"%s","line":%d}\n' % (of.game_id(rotation).encode(), line) for line in range(200)
        )
        for rotation in range(of.players)
    }


def add(store: Store, of: StoredBlock) -> bool:
    """Store it."""
    return store.add_block(of, games(of), records(of))


def schedule(blocks: int) -> Iterator[StoredBlock]:
    """Tables of four and of two, by turns."""
    for number in range(blocks):
        yield block(number, 2 if number % 3 == 2 else 4, fresh=number % 2 == 1)


def rated_games(store: Store) -> list[RatedGame]:
    """The games of a store as the ratings see them."""
    facts = list(games_of(store))
    return rated(facts, labels(seat.bot for game in facts for seat in game.seats))


def main(folder: str, blocks: str) -> None:
    """Begin or resume."""
    if (Path(folder) / "store.sqlite").exists() and _is_made(folder):
        store = Store.open(folder)
    else:
        store = Store.create(folder, run(), BOTS)
    with store:
        done = store.done()
        for of in schedule(int(blocks)):
            if of.id not in done and add(store, of):
                print(of.id, flush=True)


def _is_made(folder: str) -> bool:
    try:
        Store.open(folder, readonly=True).close()
    except Exception as error:  # noqa: BLE001 - the test sees its text
        print(f"# {error}", flush=True)
        return False
    return True


if __name__ == "__main__":
    main(*sys.argv[1:])
