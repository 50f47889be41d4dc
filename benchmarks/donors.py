"""How do donors of different kinds give? Makes the tables of ``ai/donors`` from self-play, and checks them.

    python benchmarks/donors.py make --games 4000 --seed 0 --out ai/donors/tables.json
    python benchmarks/donors.py check --games 500 --seed 1000000

Tables of varied donors play (``donating.varied``); game number ``seed + i`` follows from that number
alone. ``make`` counts, smooths and writes parts per thousand; ``check`` compares what is believed with the truth.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from donating.calibrate import calibrate
from donating.varied import EDITIONS, LOOSE_SHARE, SHARES, SIMULATIONS, varied_game

from livingstone.ai import donors
from livingstone.ai.donors import KINDS
from livingstone.ai.donors.clock import STAGES, TABLES, TENTHS, Clock, clock_of
from livingstone.ai.donors.model import (
    COUNTS,
    MOST_ANNOUNCED,
    MOST_CASH,
    ROUND_COUNTS,
    TENT_GROUPS,
    count_group,
)
from livingstone.engine.codec import dumps

Counts = npt.NDArray[np.float64]

TABLES_FILE = Path(donors.__file__).with_name("tables.json")
CASH_COINS = 40
CHEST_COINS = 64
SHRINKAGE = 15.0
"""Weight, in observations, of the wider table that a row is drawn towards."""
NEIGHBOUR = 0.4
"""Weight of the rows of one coin more in the table of amounts; of two coins more: its cube."""
EVERY = 8
"""Of every so many decisions one is a moment that is counted."""
BLUR = 0.2
"""Standard deviation of the smoothing over coins, as a share of sqrt(1 + coins)."""


class Tally:
    """What was seen: counts by kind and table size, and the rows of moments (see :func:`watch`)."""

    def __init__(self) -> None:
        first = (len(KINDS), len(TABLES))
        self.amounts = np.zeros((*first, STAGES, MOST_CASH + 1, MOST_CASH + 1))
        self.rounds = np.zeros((*first, STAGES, ROUND_COUNTS))
        self.announced = np.zeros((*first, TENTHS, MOST_ANNOUNCED + 1))
        self.chest = np.zeros((*first, STAGES, len(COUNTS) + 1, CHEST_COINS))
        self.moments: list[tuple[int, int, int, int, int]] = []
        """Kind, table size, tenth, tents placed, coins in hand."""
        self.seats = self.donations = 0

    def donation(self, kind: int, clock: Clock, cash: int, coins: int) -> None:
        """An amount out of so many coins in hand; rich donors count by what they give or keep."""
        if cash > MOST_CASH:
            half = MOST_CASH // 2
            coins = coins if coins <= half else MOST_CASH - min(cash - coins, half - 1)
            cash = MOST_CASH
        self.amounts[kind, clock.table, clock.stage(clock.round), cash, coins] += 1
        self.donations += 1

    def moment(self, kind: int, clock: Clock, placed: int, cash: int, chest: int, gave: int) -> None:
        """A seat's coins while another one is to move."""
        self.moments.append((kind, clock.table, clock.tenth, placed, cash))
        self.announced[kind, clock.table, clock.tenth, min(gave, MOST_ANNOUNCED)] += 1
        if gave:
            beyond = min(chest - gave, CHEST_COINS - 1)
            self.chest[kind, clock.table, clock.stage(clock.round), count_group(gave), beyond] += 1


class Before(NamedTuple):
    """The state before an action."""

    clock: Clock
    mover: int
    cash: int
    chest: int
    gave: list[int]


def watch(seed: int, tally: Tally) -> None:
    """Play one game and count."""
    before: Before | None = None
    gave_at_roll: list[int] = []
    for step, (game, names) in enumerate(varied_game(seed)):
        kinds = [KINDS.index(name) for name in names]
        gave = [len(events) for events in game.donations]
        seats = game.record[0].seats
        if before is None:
            gave_at_roll = gave
            tally.seats += len(kinds)
        else:
            clock, mover = before.clock, before.mover
            if gave[mover] > before.gave[mover]:
                tally.donation(kinds[mover], clock, before.cash, int(seats[mover].chest) - before.chest)
            if game.is_over or int(game.record[0].round_number) != clock.round:
                for kind, was, now in zip(kinds, gave_at_roll, gave, strict=True):
                    count = min(now - was, ROUND_COUNTS - 1)
                    tally.rounds[kind, clock.table, clock.stage(clock.round), count] += 1
                gave_at_roll = gave
        if game.is_over:
            return
        clock, mover = clock_of(game.observation()), game.seat
        before = Before(clock, mover, int(seats[mover].cash), int(seats[mover].chest), gave)
        if step % EVERY == seed % EVERY:
            for seat, kind in enumerate(kinds):
                if seat != mover:
                    row = seats[seat]
                    tally.moment(kind, clock, int(row.placed), int(row.cash), int(row.chest), gave[seat])


def shares(counts: Counts) -> Counts:
    """Rows that sum to 1 (or stay empty)."""
    total = counts.sum(axis=-1, keepdims=True)
    return counts / np.where(total > 0, total, 1)


def shrunk(counts: Counts, *axes: tuple[int, ...]) -> Counts:
    """Rows drawn towards the sums over ever fewer ``axes``, the widest first."""
    wider = shares(counts.sum(axis=axes[0], keepdims=True))
    for summed in axes[1:]:
        wider = shares(counts.sum(axis=summed, keepdims=True) + SHRINKAGE * wider)
    return shares(counts + SHRINKAGE * wider)


def blurred(counts: Counts) -> Counts:
    """Neighbouring numbers of coins lend each other weight, the more the higher they are."""
    coins = np.arange(counts.shape[-1])
    width = BLUR * np.sqrt(1 + coins)[:, np.newaxis]
    weights = np.exp(-0.5 * ((coins[:, np.newaxis] - coins) / width) ** 2)
    return counts @ shares(weights)


def amount_rows(counts: Counts) -> Counts:
    """P(amount | cash) from counts and those of one or two coins more: same amount, or same coins kept."""
    near = counts.copy()
    for more in (1, 2):
        weight = NEIGHBOUR ** (2 * more - 1) / 2
        near[..., :-more, :] += weight * counts[..., more:, :]
        near[..., :-more, :-more] += weight * counts[..., more:, more:]
    lower = np.tri(MOST_CASH + 1)
    lower[:, 0] = 0
    near *= lower
    return shrunk(near, (1, 2), (1,)) * lower


def tent_limits(tally: Tally) -> tuple[list[list[list[float]]], list[int]]:
    """The most tents of each group but the last, by table size and tenth; and the group of each moment."""
    rows = np.array(tally.moments)
    limits = np.zeros((len(TABLES), TENTHS, TENT_GROUPS - 1))
    groups = np.zeros(len(rows), np.int64)
    for table in range(len(TABLES)):
        for tenth in range(TENTHS):
            here = (rows[:, 1] == table) & (rows[:, 2] == tenth)
            placed = rows[here, 3]
            cuts = np.arange(1, TENT_GROUPS) / TENT_GROUPS
            limits[table, tenth] = np.floor(np.quantile(placed, cuts)) if len(placed) else 0
            groups[here] = (placed[:, np.newaxis] > limits[table, tenth]).sum(axis=1)
    return limits.tolist(), groups.tolist()


def cash_counts(tally: Tally, groups: list[int]) -> Counts:
    """Coins in hand by kind, table size, tenth and tents."""
    counts = np.zeros((len(KINDS), len(TABLES), TENTHS, TENT_GROUPS, CASH_COINS))
    for (kind, table, tenth, _, cash), group in zip(tally.moments, groups, strict=True):
        counts[kind, table, tenth, group, min(cash, CASH_COINS - 1)] += 1
    return counts


def tables_of(tally: Tally, about: dict[str, Any]) -> dict[str, Any]:
    """The file's content."""
    limits, groups = tent_limits(tally)
    return {
        "about": about | {"seats": tally.seats, "donations": tally.donations, "moments": len(tally.moments)},
        "shares": SHARES,
        "tents": dict(zip(TABLES, limits, strict=True)),
        "rounds": by_kind(shrunk(tally.rounds, (1,))),
        "announced": by_kind(shrunk(tally.announced, (1,))),
        "cash": by_kind(shrunk(blurred(cash_counts(tally, groups)), (1, 3), (3,))),
        "chest": by_kind(shrunk(blurred(tally.chest), (0, 1, 2), (1, 2), (1,))),
        "amounts": by_kind(amount_rows(tally.amounts), triangle=True),
    }


def by_kind(chances: Counts, *, triangle: bool = False) -> dict[str, dict[str, Any]]:
    """Parts per thousand by name of kind and table size; of a triangle only what is possible."""
    parts = np.rint(1000 * chances).astype(int)
    return {
        kind: {table: rows_of(parts[k, t], triangle) for t, table in enumerate(TABLES)}
        for k, kind in enumerate(KINDS)
    }


def rows_of(parts: npt.NDArray[np.int64], triangle: bool) -> list[Any]:
    """Nested lists; of each stage's triangle the rows of 1 coin, of 2 coins, ..."""
    if not triangle:
        return list(parts.tolist())
    return [[stage[cash, 1 : cash + 1].tolist() for cash in range(1, MOST_CASH + 1)] for stage in parts]


def lines(value: Any, indent: str = "") -> Iterator[str]:
    """JSON with one line for each innermost list, so that a change can be read."""
    inner = indent + " "
    if isinstance(value, dict):
        yield "{"
        for position, (key, item) in enumerate(value.items()):
            head, *rest = lines(item, inner)
            yield f"{inner}{dumps(key).decode()}: {head}"
            yield from rest
            if position + 1 < len(value):
                yield ","
        yield indent + "}"
    elif isinstance(value, list) and value and isinstance(value[0], list):
        yield "["
        for position, item in enumerate(value):
            head, *rest = lines(item, inner)
            yield inner + head
            yield from rest
            if position + 1 < len(value):
                yield ","
        yield indent + "]"
    else:
        yield dumps(value).decode()


def text_of(value: Any) -> str:
    """The lines, a comma behind the line it follows."""
    return "\n".join(lines(value)).replace("\n,\n", ",\n") + "\n"


def make(first: int, games: int, out: Path) -> None:
    """Play, count, write. Searching seats believe what the tables in place say, so a first run may be repeated."""
    tally = Tally()
    for seed in range(first, first + games):
        watch(seed, tally)
        if sys.stderr.isatty():
            print(f"\r{seed - first + 1}/{games} games", end="", file=sys.stderr)
    about = {
        "command": f"python benchmarks/donors.py make --games {games} --seed {first}",
        "games": games,
        "seeds": [first, first + games - 1],
        "players": "2 to 5, by seed",
        "editions": list(EDITIONS),
        "search_simulations": SIMULATIONS,
        "loose_share": LOOSE_SHARE,
        "believed_by_search": hashlib.sha256(TABLES_FILE.read_bytes()).hexdigest()[:16],
        "unit": "parts per thousand; shares apart, and tents: the most tents of few, of some",
        "rows": {
            "tents": "table size, tenth of the game",
            "rounds": "kind, table size, stage; 0, 1, more donations in a round",
            "announced": "kind, table size, tenth; donations so far",
            "cash": "kind, table size, tenth, few/some/many tents; coins in hand",
            "chest": f"kind, table size, stage, donations so far (up to {COUNTS}, more); coins beyond one each",
            "amounts": "kind, table size, stage, coins in hand from 1; amount from 1",
        },
    }
    out.write_text(text_of(tables_of(tally, about)), encoding="utf-8")
    print(f"{out}: {games} games, {tally.seats} seats, {tally.donations} donations")


def main() -> int:
    """Run the command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Make or check the donor tables.")
    parser.add_argument("what", choices=("make", "check"))
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--out", type=Path, default=TABLES_FILE)
    options = parser.parse_args()
    if options.games < 1:
        parser.error("--games: expected at least 1")
    if options.what == "make":
        make(options.seed, options.games, options.out)
    else:
        print(calibrate(range(options.seed, options.seed + options.games)).text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
