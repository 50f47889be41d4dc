"""Positions in one line: round trips over random games, and every refusal as a user reads it."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from livingstone.engine.constants import Phase
from livingstone.engine.editions import Edition
from livingstone.engine.errors import NotationError
from livingstone.engine.game import Game
from livingstone.engine.money import Donation
from livingstone.engine.position_fit import check_edition
from livingstone.engine.position_string import from_text, to_text
from livingstone.engine.tally import CARD_LETTERS, read_tally, tally_text
from sample_games import random_game

DOCUMENT = Path(__file__).parents[2] / "docs" / "notation.md"
EXAMPLE = re.findall(r"<!-- example -->\n```\n(L1 .*)\n```", DOCUMENT.read_text(encoding="utf-8"))[0]


@pytest.mark.parametrize("edition", ["schmidt-2009", "bga"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_position_of_a_random_game_is_read_back(players: int, edition: str) -> None:
    phases = set()
    for game in random_game(players, edition, players):
        line = game.position()
        record, donations = from_text(line)
        assert record.tobytes() == game.record.tobytes(), line
        assert [list(events) for events in donations] == game.donations
        assert to_text(record, donations) == line
        check_edition(record, game.edition.to_rules())
        phases.add(game.phase)
    assert phases >= {Phase.ROLL, Phase.BEFORE_DIE, Phase.DIE_HELD, Phase.ACTION_DONE, Phase.OVER}
    assert (Phase.FINAL_DICE in phases) == (players == 2)


def test_what_a_seat_knows_is_read_back_and_tells_no_secret() -> None:
    hidden = 0
    for step, game in enumerate(random_game(4, "schmidt-2009", 8)):
        seen = game.observation(step % 4)
        line = to_text(seen.record, [money.events for money in seen.money])
        record, donations = from_text(line)
        assert record.tobytes() == seen.record.tobytes(), line
        assert donations == tuple(money.events for money in seen.money)
        hidden += line.count("?")
        for seat in range(4):
            if seat != step % 4 and game.record[0].seats[seat].cards:
                part = line.split(f"seat{seat}=")[1].split(" ")[0].split("/")
                assert part[1] == "0"  # no chest
                assert re.fullmatch(r"\?\d+", part[12])
    assert hidden > 50


def test_a_game_goes_on_from_its_line() -> None:
    games = [game.copy() for game in random_game(3, "schmidt-2009", 5)]
    middle = games[len(games) // 2]
    again = Game.from_position(middle.position(), middle.edition, seed=middle.seed)
    assert again.legal() == middle.legal()
    assert again.position() == middle.position()
    assert repr(again) == repr(middle)


def test_the_example_of_the_document() -> None:
    record, donations = from_text(EXAMPLE)
    assert to_text(record, donations) == EXAMPLE
    check_edition(record, Edition.load("schmidt-2009").to_rules())
    state = record[0]
    assert (int(state.boat), int(state.held), int(state.seats[3].cash)) == (7, 6, 4)
    assert donations[2] == (Donation(2, 8, 8), Donation(3, 8, 7))
    assert (int(state.tents[6, 5, 1]), int(state.scored[6, 5, 1])) == (2, 1)


def replaced(old: str, new: str) -> str:
    assert EXAMPLE.count(old) == 1, old
    return EXAMPLE.replace(old, new)


SEAT3 = "seat3=4/29/9/6/4/0/10/1/4/0/0/CB/I/-"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "a position string begins with 'L1': found nothing"),
        ("L2 phase=roll", "a position string begins with 'L1': found 'L2'"),
        ("L1", "the field 'phase=' is missing"),
        (replaced("boat=8", "bote=8"), "expected the field 'boat=', found 'bote=8' (did you mean 'boat'?)"),
        (replaced(" boat=8", ""), "expected the field 'boat=', found 'held=6'"),
        (EXAMPLE.split(" seat1")[0], "the field 'seat1=' is missing"),
        (EXAMPLE + " seat4=1 seat5=1", "'seat5=1' after the last field"),
        (EXAMPLE + " seat5=1", "expected the field 'seat4=', found 'seat5=1'"),
        (replaced("phase=die_held", "phase=die_hold"), "field 'phase': 'die_hold' is none of before_die"),
        (replaced("boat=8", "boat=0"), "field 'boat': boat '0' is no number from 1 to 16"),
        (replaced("boat=8", "boat=08"), "field 'boat': boat '08' is no number from 1 to 16"),
        (replaced("round=8", "round=x"), "field 'round': round 'x' is no number from 1 to 999999"),
        (replaced("draws=15/0/11", "draws=15"), "'15' is not 'stone draws/shuffles/cards drawn since'"),
        (replaced("draws=15/0/11", "draws=15/-1/11"), "field 'draws': '-1' is no number from 0 to 999999"),
        (replaced("pool=12", "pool=17"), "field 'pool': '17' are no dice"),
        (replaced("bag=K13", "bag=Q13"), "field 'bag': 'Q' in 'Q13WC2B4R3' is none of the letters KWCBR"),
        (replaced("bag=K13W", "bag=K13WW"), "the letter W stands twice"),
        (replaced("bag=K13W", "bag=K0W"), "'0' in 'K0WC2B4R3' is none of the letters"),
        (replaced("bag=K13WC2B4R3", "bag="), "field 'bag': nothing is written"),
        (replaced("discards=INXFTMS", "discards=INXFTMS/3"), "'/' in 'INXFTMS/3' is none of the letters"),
        (replaced("2M2SC discards", "2M2SC/99 discards"), "field 'deck': 99 cards in the deck are more than"),
        (replaced("c4r1:C,", "c4r1:C,c4r1:D,"), "the space 'c4r1:D' stands twice"),
        (replaced("c4r1:C,", "c4r1:CC,"), "'CC' is not written in the order of the seats"),
        (replaced("c4r1:C,", "c4r1:cC,"), "'cC' is not written in the order of the seats"),
        (replaced("c4r1:C,c4r2:D", "c4r2:D,c4r1:C"), "field 'tents': out of order: expected 'c4r1:C,c4r2:D"),
        (replaced("pool=12", "pool=21"), "field 'pool': out of order: expected '12'"),
        (replaced("bag=K13W", "bag=WK13"), "field 'bag': out of order: expected 'K13WC2B4R3'"),
        (replaced("c4r1:C,", "c4r1:E,"), "'E' in 'E' is a tent of a seat that is not there"),
        (replaced("c4r1:C,", "c4r1:C0,"), "'C0' are no tents"),
        (replaced("c4r1:C,", "c17r1:C,"), "'c17r1:C' is no space with tents"),
        (replaced("c4r1:C,", "c4:C,"), "'c4:C' is no space with tents"),
        (replaced(SEAT3, "seat3=4/29"), "field 'seat3': 2 parts separated by '/', expected 14: cash/chest"),
        (replaced(SEAT3, SEAT3.replace("=4/", "=-4/")), "field 'seat3': cash '-4' is no number"),
        (replaced(SEAT3, SEAT3.replace("/0/CB", "/2/CB")), "forfeited '2' is no number from 0 to 1"),
        (replaced(SEAT3, SEAT3.replace("/I/-", "/?1I/-")), "hand '?1I': '?' and a count end it"),
        (replaced(SEAT3, SEAT3.replace("/I/-", "//-")), "field 'seat3': nothing is written"),
        (replaced(SEAT3, SEAT3.replace("/I/-", "/I/3.4")), "'3.4' is no donation"),
        (
            replaced(SEAT3, SEAT3.replace("4/0/0/CB", "4/2/0/CB")),
            "old_cards 2 are more than the 1 of the hand",
        ),
        (replaced("seat=0 start=0", "seat=4 start=0"), "field 'seat': seat 4 is not there: 4 players"),
        (replaced("phase=die_held", "phase=before_die"), "field 'held': a die 6 and 1 taken do not go with"),
        (replaced("held=6", "held=5"), "field 'held': the die 5 is not the seat's last die 6"),
        (replaced("taken=1", "taken=2"), "field 'taken': two dice are taken without the card two_dice (R37)"),
        (
            replaced("phase=die_held", "phase=before_die").replace("held=6 taken=1", "held=0 taken=0"),
            "field 'pool': no die above the last die 6 of seat 0: it has no turn (R9)",
        ),
        (
            replaced("phase=die_held", "phase=roll").replace("held=6 taken=1", "held=0 taken=0"),
            "field 'pool': there are no dice on the table in the phase roll",
        ),
        (replaced("final=-", "final=1234"), "field 'final': 4 dice: expected 0 with 4 players in die_held"),
    ],
)
def test_refused_lines(line: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        from_text(line)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (replaced("boat=8", "boat=11"), "field 'boat': column 11 is not there: the edition has 10"),
        (
            replaced("c4r1:C,", "").replace("c7r6:Bb", "c7r6:Bb,c11r1:C"),
            "a tent stands outside the 10 columns and 6 rows",
        ),
        (replaced("c4r1:C,c4r2:D", "c4r2:D,c4r7:C"), "a tent stands outside the 10 columns and 6 rows"),
        (replaced("round=8", "round=31"), "field 'round': 31 is above the edition's 30 rounds"),
        (replaced("c4r1:C,", ""), "field 'seat2': 2 tents on the board make 10 with the supply: expected 11"),
        (replaced("4/14/7/11/0/0/8/3", "4/14/7/11/0/0/8/2"), "placed is below the 3 tents on the board"),
        (replaced("bag=K13", "bag=K14"), "field 'bag': 30 black stones with pile and gems: expected 29"),
        (
            replaced("discards=I", "discards=I2"),
            "field 'deck': 4 ignore_die with discards and hands: expected 3",
        ),
        (replaced("/IA/", "/I?1/"), "field 'seat0': the hand has unknown cards"),
        (replaced("pool=12", "pool=11112222"), "field 'pool': 9 dice with those taken: a round has 8"),
    ],
)
def test_positions_that_do_not_fit_the_edition(line: str, message: str) -> None:
    record, _ = from_text(line)
    with pytest.raises(NotationError) as caught:
        check_edition(record, Edition.load("schmidt-2009").to_rules())
    assert message in str(caught.value)
    with pytest.raises(NotationError):
        Game.from_position(line)


def test_final_dice_belong_to_the_end_of_a_game_of_two() -> None:
    *_, end = random_game(2, "schmidt-2009", 1)
    line = end.position()
    assert re.search(r" final=[1-6]{4} ", line)
    with pytest.raises(NotationError, match="field 'final': 0 dice: expected 4"):
        from_text(re.sub(r"final=\d+", "final=-", line))


@settings(deadline=None)
@given(st.lists(st.integers(0, 99), min_size=12, max_size=12))
def test_tallies_round_trip(counts: list[int]) -> None:
    assert read_tally(tally_text(counts, CARD_LETTERS), CARD_LETTERS) == counts


@settings(deadline=None)
@given(
    st.integers(0, len(EXAMPLE) - 1), st.characters(codec="utf-8") | st.sampled_from("0123456789/=,.:-?cr ")
)
def test_a_changed_letter_is_refused_or_read_as_written(at: int, letter: str) -> None:
    line = EXAMPLE[:at] + letter + EXAMPLE[at + 1 :]
    try:
        record, donations = from_text(line)
    except NotationError as error:
        message = str(error)
        assert "\n" not in message
    else:
        assert to_text(record, donations) == " ".join(line.split())
