"""Numbers of lines of play from fixed positions: the engine and its twin count the same, and as they always did."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from livingstone.engine.editions import Edition
from livingstone.engine.layout import Array
from livingstone.engine.position_string import from_text
from lockstep import PLAIN
from naive import Rules, rules_of
from perft import Compiled, Plain, divide, perft

FILE = Path(__file__).with_name("test_perft.toml")
POSITIONS: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["position"]
MOST_OF_TWIN = 3_000
"""Deeper counts are left to the engine: the twin makes some 3,000 steps a second."""
MOST_OF_ENGINE = 2_000 if PLAIN else 300_000

every_position = pytest.mark.parametrize("position", POSITIONS, ids=[each["name"] for each in POSITIONS])


def read(position: dict[str, Any]) -> tuple[Rules, Array]:
    """The edition's values and the STATE record of an entry of the file."""
    rules = rules_of(Edition.load(position["edition"]).to_rules()[0])
    record, _ = from_text(position["line"])
    return rules, record


def explain(position: dict[str, Any], depth: int) -> str:
    """The first steps whose counts differ between engine and twin, for a failing test."""
    engine, twin = (divide(make(*read(position)), depth) for make in (Compiled, Plain))
    parts = [
        f"{step}: engine {engine.get(step)}, twin {twin.get(step)}"
        for step in sorted({**engine, **twin})
        if engine.get(step) != twin.get(step)
    ]
    return "\n".join(parts) or f"engine and twin agree: {sum(engine.values())} lines of {depth} steps"


@every_position
def test_the_engine_counts_what_it_always_did(position: dict[str, Any]) -> None:
    for depth, expected in enumerate(position["counts"], 1):
        if expected <= MOST_OF_ENGINE:
            found = perft(Compiled(*read(position)), depth)
            shown = f"depth {depth}: {found}, expected {expected}\n"
            assert found == expected, shown + explain(position, min(depth, 3))


@every_position
def test_the_twin_counts_the_same(position: dict[str, Any]) -> None:
    for depth, expected in enumerate(position["counts"], 1):
        if expected <= MOST_OF_TWIN:
            found = perft(Plain(*read(position)), depth)
            assert found == expected, (
                f"depth {depth}: {found}, expected {expected}\n{explain(position, depth)}"
            )


@every_position
def test_the_first_steps_are_the_same(position: dict[str, Any]) -> None:
    assert divide(Compiled(*read(position)), 2) == divide(Plain(*read(position)), 2)
