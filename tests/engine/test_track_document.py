"""The errors that ``docs/track.md`` quotes are those of the typed lines."""

from pathlib import Path

import pytest

from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.following import Follower
from livingstone.engine.following.lines import read_line

COLOURS = ("Blue", "Green", "Red", "Yellow")
ROLL = "1 2 3 4 5 6 6 6"
DOCUMENT = (Path(__file__).parents[2] / "docs" / "track.md").read_text("utf-8")
DONATED = ("Blue 4 coins", "Blue donates", "Blue donates", "Blue donates", "Green 1 coins", "Red 2 coins")


@pytest.mark.parametrize(
    ("lines", "rules"),
    [
        (
            ("Blue 1 coins", "Green 2 coins", "Red 6 coins", "Yellow 3 coins", "Blue 6 coins", "Red 2 coins"),
            (),
        ),
        ((*DONATED, "Yellow 3 coins", "Blue 5 tent"), ("cost=5,5,5,5,5,5,5,5,5,5",)),
        (
            (
                "Blue 1 coins",
                "Green 2 card",
                "Red 3 coins",
                "me 4 card four coins",
                "Blue 5 coins",
                "Green plays four coins",
            ),
            ("cards.four_coins=1", "cards_total=25"),
        ),
        (("Blue 3 mine: 2 black",), ()),
        (("Green dontes",), ()),
    ],
)
def test_errors_quoted_in_the_document_are_real(lines: tuple[str, ...], rules: tuple[str, ...]) -> None:
    state = Follower(Edition.load("schmidt-2009", rules), 4, COLOURS, 3, 0)
    *typed, last = (ROLL, *lines)
    for line in typed:
        state = read_line(line, state).after
    with pytest.raises(LivingstoneError) as error:
        read_line(last, state)
    assert f"\nerror: {error.value}\n" in DOCUMENT
