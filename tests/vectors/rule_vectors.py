"""The rule vectors of docs/vectors: ``python -m vectors.rule_vectors`` in the folder tests writes them anew.

Set-up cases first, then steps of random games: of each edition and table size, the first steps of each sort.
"""

from collections.abc import Hashable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from livingstone.engine.codec import dumps
from livingstone.engine.constants import Kind, Phase
from livingstone.engine.notation import Action
from lockstep import draw_cards, draw_stones, draws_stones, pick
from vectors.cases import cases
from vectors.scribe import Scribe

FILE = Path(__file__).parents[2] / "docs" / "vectors" / "rules.jsonl"
EDITIONS = ("schmidt-2009", "bga")
PLAYERS = (2, 3, 4, 5)
GAMES = 6
"""Random games of each edition and table size."""


def lines() -> Iterator[dict[str, Any]]:
    """Every vector, in the order of the file."""
    for case in cases():
        yield from case.lines
    for edition in EDITIONS:
        for players in PLAYERS:
            seen: set[Hashable] = set()
            for seed in range(GAMES):
                yield from random_steps(edition, players, seed, seen)


def content() -> bytes:
    """The file."""
    return b"".join(dumps(line, newline=True) for line in lines())


def random_steps(edition: str, players: int, seed: int, seen: set[Hashable]) -> Iterator[dict[str, Any]]:
    """The steps of a random game whose sort is not in ``seen`` yet, and its result."""
    random = Random(f"{edition} {players} {seed}")
    table = Scribe.dealt(edition, players, seed % players, seed)
    while table.twin.phase != Phase.OVER:
        before = table.twin.phase
        if before == Phase.ROLL:
            table.roll(*(random.randint(1, 6) for _ in range(2 * players)))
        elif before == Phase.FINAL_DICE:
            table.roll(*(random.randint(1, 6) for _ in range(4)))
        else:
            step(table, random)
        line = table.lines.pop()
        cards = tuple(line.get("chance", {}).get("cards", ()))
        sort = (before, table.twin.phase, shape(line["action"]), tuple(line["clauses"]), cards)
        if sort not in seen:
            seen.add(sort)
            yield line
    table.finish()
    yield table.lines.pop()


def step(table: Scribe, random: Random) -> None:
    """A random legal action with a random draw."""
    code = pick(table.legal(), random)
    if draws_stones(code):
        wanted = Action(code).die or 3
        table.play(code, stones=draw_stones(table.twin.bag, wanted, random))
    elif code % 16 == Kind.CARD:
        table.play(code, cards=draw_cards(table.twin, random))
    else:
        table.play(code)


def shape(action: dict[str, Any]) -> Hashable:
    """An action without its numbers: which keys it has, which card it plays."""
    return tuple(sorted((key, value if isinstance(value, str) else "") for key, value in action.items()))


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_bytes(content())
