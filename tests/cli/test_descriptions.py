"""Tables told in prose, and the position files that new users wrote of them with the guide alone."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from livingstone.cli import main
from livingstone.engine.position import Position, read_position

FOLDER = Path(__file__).parents[1] / "descriptions"
TABLES = {
    "kitchen": ("Sam", 6, [3, 4, 5], 19 + 8 + 21 + 19, 19),
    "train": ("Jonas", 9, [4, 5, 6], 20 + 16, 14),
    "club": ("Red", 6, [5, 5], 18 + 18 + 14 + 12 + 7, 20),
}
"""Who is to move, the round, the dice on the table, all points, all tents on the board, as told."""


def position_of(name: str) -> Position:
    return read_position(FOLDER / f"{name}.toml")


@pytest.mark.parametrize("name", TABLES)
def test_a_file_written_from_a_description_shows_what_was_told(name: str) -> None:
    mover, round_number, dice, points, tents = TABLES[name]
    position = position_of(name)
    observation = position.observation
    state = observation.record[0]
    assert position.is_own_turn and position.names[observation.seat] == mover
    assert int(state.round_number) == round_number
    assert [face for face in range(1, 7) for _ in range(int(state.pool[face]))] == dice
    assert sum(int(row.vp) for row in state.seats[: observation.players]) == points
    assert int(state.tents.sum()) == tents
    assert observation.legal()


@pytest.mark.parametrize("name", TABLES)
def test_a_hint_can_be_asked_for_it(name: str) -> None:
    done = CliRunner().invoke(main, ["suggest", str(FOLDER / f"{name}.toml"), "--sims", "400"])
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith(f"{TABLES[name][0]}: ")


def test_what_is_remembered_of_a_donation_need_not_be_more_than_its_round() -> None:
    kitchen = position_of("kitchen")
    ruth = kitchen.observation.money[kitchen.names.index("Ruth")]
    assert ruth.gave == (2, 2) and ruth.chest == (2, 13) and ruth.events == ()
    club = position_of("club")
    assert club.observation.money[club.names.index("Green")].gave == (1, 1)


@pytest.mark.parametrize("name", TABLES)
def test_the_description_is_kept_beside_the_file(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert all(word in text for word in position_of(name).names)
