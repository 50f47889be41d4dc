"""Actions as code, text, JSON and sentence; the examples of docs/notation.md."""

import copy
import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from livingstone.engine import codes
from livingstone.engine.action_text import USES, VERBS
from livingstone.engine.constants import MAX_COLUMNS, MAX_ROWS, Card, Gem, Kind, Stone
from livingstone.engine.errors import LivingstoneError, NotationError
from livingstone.engine.names import (
    CARDS,
    GEMS,
    card_of,
    gem_of,
    gems_text,
    parse_gems,
    parse_stones,
    stone_of,
    stones_text,
)
from livingstone.engine.notation import Action, describe, only_action, parse_turn
from livingstone.engine.packing import MAX_AMOUNT, MAX_GEMS, PLAYABLE

DOCUMENT = Path(__file__).parents[2] / "docs" / "notation.md"


def tried(read: Callable[[Any], Any], value: object) -> Any:
    """What ``read`` makes of a value; None when it refuses it, which takes one line."""
    try:
        return read(value)
    except NotationError as error:
        message = str(error)
    assert message
    assert "\n" not in message
    return None


dice = st.integers(1, 6)
columns = st.integers(0, MAX_COLUMNS - 1)
rows = st.integers(0, MAX_ROWS - 1)
spaces = st.tuples(columns, rows)
gems = st.tuples(*[st.integers(0, MAX_GEMS)] * 3).filter(any)


@st.composite
def tents(draw: st.DrawFn) -> Action:
    ignore_die = draw(st.booleans())
    source = draw(st.none() | spaces)
    return Action.tent(
        draw(dice),
        row=draw(rows) if ignore_die else None,
        ignore_die=ignore_die,
        no_cost=draw(st.booleans()),
        source=source,
        scored=source is not None and draw(st.booleans()),
    )


actions = st.one_of(
    st.sampled_from([Action.end(), Action.pass_()]),
    st.builds(Action.use, dice, st.sampled_from([Kind.TAKE, Kind.CARD, Kind.COINS, Kind.MINE, Kind.TENT])),
    tents(),
    st.builds(Action.play, st.sampled_from(sorted(PLAYABLE))),
    st.builds(Action.extra_tent, columns, rows),
    st.builds(Action.market, gems),
    st.builds(Action.sell, gems),
    st.builds(Action.donate, st.integers(1, MAX_AMOUNT)),
)


@settings(deadline=None)
@given(actions)
def test_code_text_and_json_are_three_faces_of_one_action(action: Action) -> None:
    assert Action.parse(str(action)) == action
    assert Action.from_json(json.loads(json.dumps(action.to_json()))) == action
    assert Action(int(action)) == action
    assert eval(repr(action), {"Action": Action}) == action
    assert [type(face) for face in (Action.read(int(action)), Action.read(str(action)))] == [Action, Action]
    assert Action.read(action.to_json()) == action
    assert describe(action)


@settings(deadline=None)
@given(st.integers(-(2**33), 2**33) | st.integers(0, 2**14))
def test_an_integer_is_an_action_with_faces_or_refused(code: int) -> None:
    action = tried(Action, code)
    if action is not None:
        assert int(Action.parse(str(action))) == int(Action.from_json(action.to_json())) == code


def test_every_small_integer_is_decided_as_the_packing_table_says() -> None:
    tent = {Action.tent(die) for die in range(1, 7)} | {
        Action.tent(die, row=row, ignore_die=True, no_cost=no_cost)
        for die in range(1, 7)
        for row in range(MAX_ROWS)
        for no_cost in (False, True)
    }
    tent |= {Action.tent(die, no_cost=True) for die in range(1, 7)}
    valid = set()
    for code in range(codes.make(Kind.TENT, 512)):
        try:
            valid.add(Action(code))
        except NotationError:
            continue
    assert {code for code in valid if code.kind == Kind.TENT} == tent
    counts = {kind: sum(code.kind == kind for code in valid) for kind in Kind}
    assert counts[Kind.END] == counts[Kind.PASS] == 1
    assert counts[Kind.TAKE] == counts[Kind.CARD] == counts[Kind.COINS] == counts[Kind.MINE] == 6
    assert counts[Kind.PLAY] == len(PLAYABLE) == 7
    assert counts[Kind.EXTRA_TENT] == MAX_COLUMNS * MAX_ROWS
    assert counts[Kind.DONATE] == 511


@settings(deadline=None)
@given(tents(), columns, rows, gems)
def test_plain_packing_is_the_kernels_packing(
    tent: Action, column: int, row: int, amounts: tuple[int, int, int]
) -> None:
    source = 0
    if tent.source is not None:
        source = 1 + 2 * codes.space_of(*tent.source) + tent.scored
    argument = codes.tent_argument(tent.die, tent.row, int(tent.ignore_die), int(tent.no_cost), source)
    assert codes.make(int(Kind.TENT), argument) == tent
    assert codes.kind_of(int(tent)) == tent.kind
    assert codes.make(int(Kind.EXTRA_TENT), codes.space_of(column, row)) == Action.extra_tent(column, row)
    assert codes.make(int(Kind.SELL), codes.gems_argument(*amounts)) == Action.sell(amounts)
    assert MAX_AMOUNT == codes.MAX_AMOUNT


def test_parts_of_an_action() -> None:
    tent = Action.parse("die 1 tent row 6 ignore_die no_cost from c3 r2 scored")
    assert (tent.kind, tent.die, tent.row, tent.source) == (Kind.TENT, 1, 5, (2, 1))
    assert tent.ignore_die
    assert tent.no_cost
    assert tent.scored
    assert (Action.take(4).die, Action.take(4).row, Action.take(4).card) == (4, None, None)
    extra = Action.extra_tent(1, 0)
    assert (extra.column, extra.row, extra.card) == (1, 0, Card.EXTRA_TENT)
    assert Action.market((2, 0, 1)).gems == (2, 0, 1)
    assert Action.market((2, 0, 1)).card == Card.MARKET
    assert Action.play(Card.LION).card == Card.LION
    assert (Action.donate(3).coins, Action.donate(3).die, Action.end().gems) == (3, 0, (0, 0, 0))


def test_an_action_is_an_int_that_survives_copies() -> None:
    action = Action.take(4)
    for twin in (copy.deepcopy(action), pickle.loads(pickle.dumps(action))):
        assert type(twin) is Action
        assert twin == action == 66
    assert f"{action}" == "die 4"
    assert {action: 1}[66] == 1  # type: ignore[index]


def test_ranges_of_a_legal_list() -> None:
    most = Action.sell((2, 1, 1))
    assert most.legal_json() == {"sell": {"max": [2, 1, 1]}}
    assert most.legal_text() == "sell up to 2 clear 1 blue 1 red"
    assert most.covers(Action.sell((1, 0, 1)))
    assert not most.covers(Action.sell((1, 2, 0)))
    assert not most.covers(Action.market((1, 0, 0)))
    gift = Action.donate(7)
    assert gift.legal_json() == {"donate": [1, 7]}
    assert gift.legal_text() == "donate 1..7"
    assert gift.covers(Action.donate(1))
    assert gift.covers(gift)
    assert not gift.covers(Action.donate(8))
    assert Action.take(4).legal_json() == {"die": 4}
    assert not Action.take(4).covers(Action.take(5))


def test_what_is_forced() -> None:
    assert only_action([Action.end()]) == Action.end()
    assert only_action([Action.donate(1)]) == Action.donate(1)
    assert only_action([Action.sell((0, 1, 0))]) == Action.sell((0, 1, 0))
    for legal in ([], [Action.end(), Action.donate(1)], [Action.donate(2)], [Action.sell((0, 1, 1))]):
        assert only_action(legal) is None


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("  DIE   4 ", "die 4"),
        ("take 4", "die 4"),
        ("Take the die 4", "die 4"),
        ("Würfel 4", "die 4"),
        ("wuerfel 4 Zelt", "die 4 tent"),
        ("die 4 tent row 4", "die 4 tent"),
        ("die 4 place in row 2 with ignore die", "die 4 tent row 2 ignore_die"),
        ("die 1 tent no-cost ignore_die row 6", "die 1 tent row 6 ignore_die no_cost"),
        ("die 1 Zelt Reihe 6 Würfel ignorieren kostenlos", "die 1 tent row 6 ignore_die no_cost"),
        ("die 3 tent from column 3 row 2 counted", "die 3 tent from c3 r2 scored"),
        ("die 3 tent from r2 c3", "die 3 tent from c3 r2"),
        ("play Four-Coins", "play four_coins"),
        ("4 coins", "play four_coins"),
        ("spiele vier Münzen", "play four_coins"),
        ("vier Mu\u0308nzen", "play four_coins"),
        ("zwei Wuerfel", "play two_dice"),
        ("Schiff zurück", "play boat_back"),
        ("play extra tent c2r1", "extra_tent c2 r1"),
        ("Zusatzzelt Spalte 2 Reihe 1", "extra_tent c2 r1"),
        ("play market 2 clear and 1 red", "market 2 clear 1 red"),
        ("Markt 1 roter 2 klare", "market 2 clear 1 red"),
        ("sell blue", "sell 1 blue"),
        ("sell 2c 1b", "sell 2 clear 1 blue"),
        ("verkaufe 1 blau", "sell 1 blue"),
        ("donate 3 coins", "donate 3"),
        ("spende 3 Münzen", "donate 3"),
        ("end turn", "end"),
        ("passe", "pass"),
    ],
)
def test_spellings(text: str, canonical: str) -> None:
    assert str(Action.parse(text)) == canonical


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the action stops too early: expected die, play, extra_tent"),
        ("die", "stops too early after 'die': expected the value of a die, 1 to 6"),
        ("die 7", "die 7 is out of range: expected 1 to 6"),
        (
            "die 4 tnt",
            "'tnt' in 'die 4 tnt' is not understood (did you mean 'tent'?): expected card, coins, mine",
        ),
        ("die 4 tent row 5", "the die 4 puts a tent in row 4: row 5 needs ignore_die (R31)"),
        ("die 4 tent row 9 ignore_die", "row 9 is out of range: expected 1 to 8"),
        ("die 4 tent row 0 ignore_die", "row 0 is out of range: expected 1 to 8"),
        ("die 4 tent ignore_die", "a tent with ignore_die needs its row"),
        ("die 4 tent no_cost no_cost", "'no' in 'die 4 tent no_cost no_cost' is not understood"),
        ("die 4 tent row 4 row 4", "'row' in"),
        ("die 4 tent scored", "'scored' tells which tent moves"),
        ("die 4 tent from c3", "expected a space, such as 'c2 r1'"),
        ("die 4 tent from c3 c2", "expected a space"),
        ("die 4 coins please", "'please' in 'die 4 coins please' is not understood: expected the end"),
        ("donate", "expected a number of coins"),
        ("donate 0", "a donation of 0 is out of range: expected 1 to"),
        ("donate -3", "'-3' in 'donate -3' is not understood"),
        ("donate 3.5", "'.5' in 'donate 3.5' is not understood"),
        ("donate " + "9" * 5000, "is too large for a number of this game"),
        ("sell", "expected gems, such as '2 clear 1 red'"),
        ("sell 0 clear", "sell needs at least one gem (R23)"),
        ("sell 300 clear", "amount of clear gems 300 is out of range"),
        ("sell 1 white", "'white' is the white stone, no gem: the gem without a colour is 'clear'"),
        ("sell 1 blu", "'blu' is no colour of gem (did you mean 'blue'?)"),
        ("sell 1 blue 2 blau", "the colour 'blue' is named twice"),
        ("sell 2", "a colour is missing after 2: expected clear, blue, red"),
        ("play ignore_die", "it goes with a tent: 'die 1 tent row 6 ignore_die'"),
        ("play mine_collapse", "it has its effect when drawn (R28)"),
        ("play four_coin", "(did you mean 'four_coins'?)"),
        ("extra_tent c2", "expected a space"),
        ("extra_tent c17 r1", "column 17 is out of range: expected 1 to 16"),
        ("end end", "'end' in 'end end' is not understood: expected the end of the action"),
        ("dye 4", "'dye' in 'dye 4' is not understood (did you mean 'die'?)"),
    ],
)
def test_text_that_is_no_action(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        Action.parse(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("obj", "message"),
    [
        (None, "None is no action"),
        ([], "[] is no action"),
        ({}, "found none"),
        ({"die": True}, "die True is no whole number"),
        ({"die": 4.0}, "die 4.0 is no whole number"),
        ({"die": "4"}, "die '4' is no whole number"),
        ({"die": 10**5000}, "die a number that large is out of range"),
        ({"die": 0}, "die 0 is out of range: expected 1 to 6"),
        ({"die": 4, "use": "tnt"}, "'tnt' is no use of a die (did you mean 'tent'?)"),
        ({"die": 4, "use": None}, "None is no use of a die"),
        ({"die": 4, "use": "take"}, "'take' is no use of a die"),
        ({"dye": 4}, "unknown key 'dye' in an action (did you mean 'die'?)"),
        ({1: 4}, "unknown key 1 in an action"),
        ({"die": 4, "row": 3}, 'the key \'row\' needs "use": "tent"'),
        ({"die": 4, "use": "mine", "no_cost": True}, "the key 'no_cost' needs"),
        ({"die": 4, "use": "tent", "no_cost": 1}, "1 is no value of 'no_cost': expected true or false"),
        ({"die": 4, "use": "tent", "row": True}, "row True is no whole number"),
        ({"die": 4, "use": "tent", "from": [3]}, "is no value of 'from': expected [column, row]"),
        ({"die": 4, "use": "tent", "from": [0, 1]}, "column 0 is out of range: expected 1 to 16"),
        ({"end": False}, "False is no value of 'end': expected true"),
        ({"end": 1}, "1 is no value of 'end': expected true"),
        ({"end": True, "pass": True}, "found end and pass"),
        ({"end": True, "row": 2}, "the key 'row' belongs to the use of a die"),
        ({"use": "tent"}, "found none"),
        ({"donate": 0}, "a donation of 0 is out of range"),
        ({"donate": -1}, "a donation of -1 is out of range"),
        ({"donate": [1, 3]}, "'donate' holds a range"),
        ({"sell": {"max": [1, 1, 1]}}, "'sell' holds a range"),
        ({"sell": [1, 1]}, "is no value of 'sell': expected [clear, blue, red]"),
        ({"sell": [1, -1, 1]}, "amount of blue gems -1 is out of range"),
        ({"sell": [0, 0, 0]}, "sell needs at least one gem"),
        ({"market": "2 clear"}, "is no value of 'market'"),
        ({"play": "market"}, "it needs the gems"),
        ({"play": "Four coins"}, "is no card (did you mean 'four_coins'?)"),
        ({"play": 3}, "3 is no card"),
        ({"extra_tent": [1, 9]}, "row 9 is out of range: expected 1 to 8"),
    ],
)
def test_json_that_is_no_action(obj: object, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        Action.from_json(obj)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    for read in (Action.parse, parse_turn, parse_gems, parse_stones, card_of, gem_of, stone_of):
        tried(read, text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
keys = st.sampled_from(
    ["die", "use", "row", "from", "scored", "play", "sell", "market", "donate", "end", "extra_tent"]
)


@settings(deadline=None)
@given(
    json_values | st.dictionaries(keys, json_values | st.integers(0, 9) | st.sampled_from(["tent", "mine"]))
)
def test_any_json_is_read_or_refused_in_one_line(obj: object) -> None:
    action = tried(Action.from_json, obj)
    if action is not None:
        assert Action.from_json(action.to_json()) == action


def test_constructors_refuse_what_is_no_action() -> None:
    with pytest.raises(NotationError, match="out of range: expected 1 to 6"):
        Action.take(7)
    with pytest.raises(NotationError, match="needs ignore_die"):
        Action.tent(4, row=0)
    with pytest.raises(NotationError, match="cannot be used for"):
        Action.use(4, Kind.SELL)
    with pytest.raises(NotationError, match="2 amounts of gems"):
        Action.sell((1, 1))
    with pytest.raises(NotationError, match="True is no whole number"):
        Action(True)
    assert issubclass(NotationError, LivingstoneError)


def test_a_turn_in_one_line() -> None:
    turn = parse_turn("die 4; die 4 tent, donate 3\nend")
    assert [str(action) for action in turn] == ["die 4", "die 4 tent", "donate 3", "end"]
    short = parse_turn("two dice, die 4 tent, die 5, die 5 mine, end", implied_take=True)
    assert [str(action) for action in short] == [
        "play two_dice", "die 4", "die 4 tent", "die 5", "die 5 mine", "end",
    ]  # fmt: skip
    again = parse_turn("die 4, sell 1 red, die 4 tent", implied_take=True)
    assert [str(action) for action in again] == ["die 4", "sell 1 red", "die 4 tent"]
    assert parse_turn("die 4 tent") == [Action.tent(4)]
    for empty in ("", " , ;"):
        with pytest.raises(NotationError, match="stops too early"):
            parse_turn(empty)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("die 4", "take the die 4"),
        ("die 4 card", "draw a card"),
        ("die 1 coins", "take 1 coin"),
        ("die 4 mine", "draw 4 stones from the mine"),
        ("die 4 tent", "place a tent in row 4"),
        ("die 1 tent row 6 ignore_die no_cost", "place a tent in row 6 with ignore_die and no_cost"),
        ("die 3 tent from c3 r2 scored", "move the scored tent of column 3, row 2 to row 3"),
        ("play two_dice", "play the card two dice"),
        ("extra_tent c2 r1", "place an extra tent in column 2, row 1"),
        ("market 1 red", "sell 1 red at the market"),
        ("sell 1 red", "sell 1 red"),
        ("donate 3", "donate 3 coins"),
        ("end", "end the turn"),
        ("pass", "pass for the rest of the round"),
    ],
)
def test_sentences(text: str, sentence: str) -> None:
    assert describe(Action.parse(text)) == sentence


def test_every_name_finds_its_member_in_any_spelling() -> None:
    for card in Card:
        assert card_of(card.name) == card_of(CARDS.human(card).upper()) == card
        assert card_of(card.name.replace("_", "-")) == card
    for stone in Stone:
        assert stone_of(stone.name.title()) == stone
    for gem in Gem:
        assert gem_of(gem.name) == gem_of(gem.name[0]) == gem
    assert [card_of(name) for name in ("Nashorn", "Löwe", "loewe", "Antilope", "Mineneinsturz", "3 Steine")] == [
        Card.RHINO, Card.LION, Card.LION, Card.ANTELOPE, Card.MINE_COLLAPSE, Card.THREE_STONES,
    ]  # fmt: skip
    assert stone_of("weiß") == Stone.WHITE
    assert stone_of("WEISS") == Stone.WHITE
    with pytest.raises(NotationError, match="did you mean 'rhino'"):
        card_of("rihno")
    with pytest.raises(NotationError, match="expected ignore_die, no_cost"):
        card_of("xyzzy")


def test_no_spelling_has_two_meanings() -> None:
    cards = [card for card in Card if card not in (Card.EXTRA_TENT, Card.MARKET)]
    for card in cards:
        for word in CARDS.human(card).split():
            assert not (word in VERBS and word in USES), word
    assert not set(VERBS) & set(USES)


def test_amounts_of_gems_and_stones() -> None:
    assert parse_gems("2 clear 1 blue") == (2, 1, 0)
    assert parse_gems("1 rot, 3 klar") == (3, 0, 1)
    assert parse_gems("none") == parse_gems(" ") == parse_gems("0") == (0, 0, 0)
    assert parse_stones("3 black and 1 clear stones") == (3, 0, 1, 0, 0)
    assert parse_stones("keine") == (0, 0, 0, 0, 0)
    assert gems_text((2, 0, 1)) == "2 clear 1 red"
    assert stones_text((1, 0, 0, 0, 1)) == "1 black 1 red"
    assert gems_text((0, 0, 0)) == "none"
    assert GEMS.keys == ("clear", "blue", "red")


@settings(deadline=None)
@given(st.tuples(*[st.integers(0, 99)] * 3))
def test_amounts_round_trip(amounts: tuple[int, int, int]) -> None:
    assert parse_gems(gems_text(amounts)) == amounts


def test_examples_of_the_document() -> None:
    """Every row ``| `text` | `json` | ... |`` of the document is an action both ways."""
    rows = re.findall(
        r"^\| `([^`]+)` \| `(\{[^`]*\})` \|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(rows) >= 15
    for text, form in rows:
        assert str(Action.parse(text)) == text
        assert Action.parse(text).to_json() == json.loads(form)
    assert {Action.parse(text).kind for text, _ in rows} == set(Kind)
