"""Game records: written, read, replayed, verified, and every way in which one can be wrong."""

import io
import json
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from livingstone.engine.constants import Phase
from livingstone.engine.errors import RecordError
from livingstone.engine.game import Game
from livingstone.engine.record import RecordWriter, Step, header_of, read_record, replay, verify
from livingstone.engine.record_story import Story, seat_of
from sample_games import random_action

DOCUMENT = Path(__file__).parents[2] / "docs" / "record.md"
Lines = list[bytes]


def recorded(players: int, seed: int, *, edition: str = "schmidt-2009", fed: bool = False) -> Lines:
    """The lines of a random game's record; ``fed``: as if chance had come from a table of people."""
    target = io.BytesIO()
    game = Game.new(players, edition, seed=seed)
    shown = Game.new(players, game.edition, start=game.seat, fed=True) if fed else game
    rng = random.Random(seed)
    writer = RecordWriter(target, header_of(shown, [f"P{seat}" for seat in range(players)]))
    while not game.is_over:
        if game.awaits_chance:
            final = game.phase == Phase.FINAL_DICE
            writer.roll(game.roll(), final=final)
        else:
            seat, action = game.seat, random_action(game, rng)
            writer.act(seat, action, game.play(action), {"time_ms": 3} if rng.random() < 0.1 else None)
    writer.result(game.result())
    writer.close()
    return target.getvalue().splitlines(keepends=True)


GAMES: dict[str, Lines] = {}


@pytest.fixture(autouse=True)
def _games() -> None:
    """Recorded once, at the first test and not at import."""
    if not GAMES:
        GAMES["three"] = recorded(3, 3)
        GAMES["two"] = recorded(2, 2, edition="bga")
        GAMES["fed"] = recorded(4, 4, fed=True)


def find(lines: Lines, what: str, start: int = 1) -> int:
    """Index of the first line from ``start`` on that holds a text."""
    return next(index for index in range(start, len(lines)) if what in lines[index].decode())


def changed(lines: Lines, at: int, **values: Any) -> Lines:
    """The lines with values of one JSON line replaced (None removes a key)."""
    line = json.loads(lines[at]) | values
    line = {key: value for key, value in line.items() if value is not None}
    return [*lines[:at], json.dumps(line).encode() + b"\n", *lines[at + 1 :]]


@pytest.mark.parametrize("name", ["three", "two", "fed"])
def test_a_recorded_game_is_sound_and_replays_to_its_end(name: str) -> None:
    lines = GAMES[name]
    report = verify(lines)
    assert (report.verdict, report.message, report.line) == ("sound", "", None)
    assert report.steps == len(lines) - 1
    assert report.rounds >= 10
    *_, (line, game) = replay(lines)
    assert line.number == len(lines)
    assert list(game.result().points) == json.loads(lines[-1])["result"]["points"]
    assert report.winners == game.result().winners
    assert ("final" in json.loads(lines[-2])) == (name == "two")


def test_a_record_names_its_edition_with_all_values_and_its_seed() -> None:
    header = json.loads(GAMES["two"][0])
    assert (header["format"], header["version"]) == ("livingstone-record", 1)
    assert (header["seed"], header["chance"], header["start"]) == (
        "2",
        "seed",
        read_record(GAMES["two"]).header.start,
    )
    assert header["edition"]["name"] == "bga"
    assert header["edition"]["cost"] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    fed = json.loads(GAMES["fed"][0])
    assert (fed["seed"], fed["chance"]) == (None, "fed")


@pytest.mark.skipif(sys.platform == "win32", reason="limits of Unix")
def test_a_disk_without_room_is_told_with_the_name_of_the_record(tmp_path: Path) -> None:
    import resource

    path = tmp_path / "game.jsonl"
    writer = RecordWriter(path, header_of(Game.new(players=2, seed=1)))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size, hard))  # Python ignores its signal
    try:
        with pytest.raises(OSError, match=r"game\.jsonl"):
            writer.forfeit(0)
        with pytest.raises(OSError, match=r"game\.jsonl"):
            writer.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_record_is_written_line_by_line_and_survives_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = Game.new(2, seed=1)
    writer = RecordWriter(path, header_of(game))
    assert path.read_bytes().count(b"\n") == 1
    writer.roll(game.roll())
    action = game.legal()[0]
    writer.act(game.seat, action, game.play(action))
    assert path.read_bytes().count(b"\n") == 3
    assert verify(path).verdict == "unfinished"
    writer.forfeit(1)
    writer.close()
    *_, (_, after) = replay(path)
    assert after.record[0].seats[1].forfeited == 1
    with pytest.raises(RecordError, match="begins before the first roll"):
        header_of(game)


def test_cut_records_are_unfinished_and_tell_how_far_they_are_sound() -> None:
    lines = GAMES["three"]
    report = verify(lines[:40])
    assert (report.verdict, report.steps) == ("unfinished", 39)
    assert re.fullmatch(r"sound up to line 40 \(round \d\); the game goes on", report.message)
    cut = verify([*lines[:40], lines[40][:9]])
    assert (cut.verdict, cut.steps) == ("unfinished", 39)
    assert cut.message.endswith("; line 41 was cut short")
    assert verify(lines[:-1]).message.endswith("; the result is missing")
    assert verify(lines[:1]).message == "sound up to line 1 (round 1); the game goes on"
    whole = [*lines[:-1], lines[-1].rstrip(b"\n")]
    assert verify(whole).verdict == "sound"


def wrong(lines: Lines) -> tuple[int | None, str | None, str]:
    report = verify(lines)
    assert report.verdict == "wrong"
    assert "\n" not in report.message
    assert report.message.startswith(f"line {report.line}: ")
    assert report.line is None or report.steps <= report.line - 1
    return report.line, report.clause, report.message


@pytest.mark.parametrize("name", ["three", "fed"])
def test_an_illegal_action_is_named_with_its_line_and_clause(name: str) -> None:
    lines = GAMES[name]
    at = find(lines, '"act":{"die":')
    faces = json.loads(lines[1])["roll"]
    absent = next(face for face in range(1, 7) if face not in faces)
    line, clause, message = wrong(changed(lines, at, act={"die": absent}))
    assert line == at + 1
    assert clause == "R7"
    assert message.endswith(f"illegal action 'die {absent}' (R7)")


def test_a_wrong_seat_and_a_wrong_kind_of_step() -> None:
    lines = GAMES["three"]
    at = find(lines, '"act"')
    seat = json.loads(lines[at])["seat"]
    other = (seat + 1) % 3
    assert wrong(changed(lines, at, seat=other)) == (
        at + 1,
        "R7",
        f"line {at + 1}: seat {other} acts: it is the turn of seat {seat} (R7)",
    )
    assert wrong([lines[0], *lines[2:]])[1:] == ("R6", "line 2: 'act' is not due: expected 'roll' (R6)")
    assert wrong([*lines[:2], lines[1], *lines[2:]])[1:] == (
        "R7",
        f"line 3: 'roll' is not due: expected an action of seat {seat} (R7)",
    )
    _, clause, message = wrong([*lines[:-1], b'{"final":[1,2,3,4]}\n'])
    assert clause == "R26"
    assert message.endswith("'final' is not due: expected 'result' (R26)")
    assert wrong([*lines[:2], lines[-1]])[1:] == ("R26", "line 3: 'result' before the end of the game (R26)")
    _, clause, message = wrong([*lines[:-1], b'{"forfeit":1}\n'])
    assert clause == "R47"
    assert message.endswith("no seat can forfeit a game that is over (R47)")
    assert "ends a record" in wrong([*lines, lines[-1]])[2]


def test_outcomes_that_are_not_those_of_the_seed() -> None:
    lines = GAMES["three"]
    dice = json.loads(lines[1])["roll"]
    other = sorted([dice[0] % 6 + 1, *dice[1:]])
    assert (
        wrong(changed(lines, 1, roll=other))[2] == f"line 2: dice {other} are not the seed's: it gives {dice}"
    )
    at = find(lines, '"stones"')
    assert wrong(changed(lines, at, stones=None))[2].startswith(
        f"line {at + 1}: 'stones' is missing: the seed gives ["
    )
    at = find(lines, '"cards"')
    card = json.loads(lines[at])["cards"][-1]
    another = "lion" if card != "lion" else "rhino"
    assert (
        f"cards [{another}] are not the seed's: it gives [" in wrong(changed(lines, at, cards=[another]))[2]
    )
    # The same record is possible when nobody claims a seed for it.
    table = changed(changed(lines, 0, seed=None, chance="fed"), 1, roll=list(reversed(dice)))
    table[0] = json.dumps(json.loads(table[0]) | {"seed": None}).encode() + b"\n"
    assert verify(table).verdict == "sound"


@pytest.mark.parametrize("name", ["three", "fed"])
def test_impossible_outcomes(name: str) -> None:
    lines = GAMES[name]
    dice = json.loads(lines[1])["roll"]
    assert wrong(changed(lines, 1, roll=dice[1:]))[:2] == (2, "R5")
    assert f"expected {len(dice)}" in wrong(changed(lines, 1, roll=dice[1:]))[2]
    assert "faces from 1 to 6" in wrong(changed(lines, 1, roll=[7, *dice[1:]]))[2]
    at = find(lines, '"use":"mine"')
    wanted = json.loads(lines[at])["act"]["die"]
    _, clause, message = wrong(changed(lines, at, stones=[wanted + 1, 0, 0, 0, 0]))
    assert clause == "R13"
    assert message.endswith(f"{wanted + 1} drawn, expected {wanted} (R13)")
    assert "the bag holds" in wrong(changed(lines, at, stones=[wanted - 2, 2, 0, 0, 0]))[2] or wanted < 2
    at = find(lines, '"use":"card"')
    assert "one card kept" in wrong(changed(lines, at, cards=["lion", "rhino"]))[2]
    at = find(lines, '"use":"coins"')
    assert "draws nothing" in wrong(changed(lines, at, stones=[1, 0, 0, 0, 0]))[2]


def test_a_wrong_result() -> None:
    lines = GAMES["three"]
    result = json.loads(lines[-1])["result"]
    line, clause, message = wrong(changed(lines, len(lines) - 1, result=result | {"winners": [0, 1, 2]}))
    assert (line, clause) == (len(lines), "R44")
    assert "result: 'winners' is [0, 1, 2], the rules give" in message
    assert "'luck' is unknown" in wrong(changed(lines, len(lines) - 1, result=result | {"luck": 1}))[2]
    del result["points"]
    assert "'points' is missing" in wrong(changed(lines, len(lines) - 1, result=result))[2]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"\n", "line 2: not JSON"),
        (b"[]\n", "line 2: [] is no step: expected a JSON object"),
        (b"{}\n", "line 2: a step has exactly one of roll, act, forfeit, final, result: found none"),
        (b'{"rol":[1]}\n', "line 2: Object contains unknown field `rol`"),
        (b'{"roll":[1],"final":[2]}\n', "line 2: a step has exactly one of"),
        (b'{"roll":[true]}\n', "line 2: Expected `int`, got `bool`"),
        (b'{"roll":"123456"}\n', "line 2: Expected `array"),
        (b'{"act":{"die":4}}\n', "line 2: 'seat' is missing: who acts?"),
        (b'{"seat":3,"act":{"die":4}}\n', "line 2: seat 3: expected 0 to 2"),
        (b'{"seat":0,"act":{"dye":4}}\n', "line 2: unknown key 'dye' in an action (did you mean 'die'?)"),
        (b'{"seat":0,"roll":[1]}\n', "line 2: 'seat' belongs to an action, not to 'roll'"),
        (b'{"roll":[1],"cards":["lion"]}\n', "line 2: 'cards' belongs to an action, not to 'roll'"),
        (b'{"seat":0,"act":{"die":4,"use":"mine"},"stones":[1]}\n', "line 2: 'stones' has 1 numbers"),
        (b'{"seat":0,"act":{"die":4,"use":"card"},"cards":["lyon"]}\n', "(did you mean 'lion'?)"),
        (b'{"forfeit":-1}\n', "line 2: seat -1: expected 0 to 2"),
        (b'{"roll":[' + b"1," * 600_000 + b"1]}\n", "line 2: 1200013 bytes are too long"),
        (b"\xff\xfe\n", "line 2: not JSON"),
    ],
)
def test_lines_that_are_no_steps(line: bytes, message: str) -> None:
    lines = GAMES["three"]
    found = wrong([lines[0], line, *lines[2:]])
    assert found[0] == 2
    assert message in found[2]
    with pytest.raises(RecordError, match="line 2"):
        read_record([lines[0], line, *lines[2:]])


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            {"format": "livingstone-table"},
            'expected "format": "livingstone-record", found \'livingstone-table\'',
        ),
        ({"version": 2}, "record version 2: this program reads 1"),
        ({"players": 6}, "6 players: expected 2 to 5 (R1)"),
        ({"players": "3"}, "Expected `int`, got `str`"),
        ({"start": 3}, "start 3: expected a seat from 0 to 2"),
        ({"names": ["A"]}, "1 names for 3 players"),
        ({"names": ["A", "B", "\x1b[2J"]}, "is no name: expected printable characters"),
        ({"seed": None}, "missing required field `seed`"),
        ({"seed": "x"}, "seed"),
        ({"chance": "luck"}, "Invalid enum value 'luck'"),
        ({"colour": "red"}, "unknown field `colour`"),
        ({"edition": {"name": "x"}}, "edition"),
    ],
)
def test_headers_that_are_refused(values: dict[str, Any], message: str) -> None:
    line, _, found = wrong(changed(GAMES["three"], 0, **values))
    assert line == 1
    assert message in found


def test_files_that_are_no_records(tmp_path: Path) -> None:
    assert wrong([])[2] == "line 1: a record begins with its header, found nothing"
    assert verify(tmp_path / "absent.jsonl").message.startswith("cannot read")
    assert verify(tmp_path).verdict == "wrong"
    empty = tmp_path / "empty.jsonl"
    empty.write_bytes(b"")
    assert verify(empty).line == 1


def test_windows_line_ends_are_fine() -> None:
    assert verify([line.rstrip(b"\n") + b"\r\n" for line in GAMES["three"]]).verdict == "sound"


def test_a_step_says_what_it_is() -> None:
    assert Step(roll=[1, 2]).kind == "roll"
    step = Step(seat=1, act={"die": 4, "use": "card"}, cards=["mine_collapse", "lion"])
    assert (step.kind, str(step.action)) == ("act", "die 4 card")
    assert step.outcome.cards is not None
    assert [card.name for card in step.outcome.cards] == ["MINE_COLLAPSE", "LION"]


def test_a_story_tells_a_seat_nothing_hidden(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(GAMES["three"]))
    story = Story(path)
    everything, one = list(story.tell()), list(story.tell(1))
    assert len(everything) == len(one) == len(GAMES["three"])
    assert [tale.line for tale in one] == list(range(1, len(one) + 1))
    for full, part in zip(everything, one, strict=True):
        if full.text.startswith(("P0: donate", "P2: donate")):
            assert part.text in ("P0: donate", "P2: donate")
        elif re.match("P[02]: draw a card", full.text):
            assert "hidden" in part.text
        else:
            assert part.text == full.text
        assert "position" in full.to_json()
        assert "position" not in part.to_json()
    assert sum(tale.ends_round for tale in everything) == verify(path).rounds
    assert everything[-1].text.endswith(")")


def test_seats_by_number_letter_and_name() -> None:
    names = ["Anna", "Bob", "Löwe"]
    assert [seat_of(text, names) for text in ("1", "b", "bob", "LOEWE", "A")] == [1, 1, 1, 2, 0]
    for text in ("3", "D", "Bobb", "", "-1"):
        with pytest.raises(Exception, match="expected 0 to 2, a letter or a name"):
            seat_of(text, names)


def test_the_example_of_the_document() -> None:
    example = re.findall(r"<!-- example -->\n```\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)[
        0
    ]
    lines = example.encode().splitlines(keepends=True)
    report = verify(lines)
    assert report.verdict == "unfinished", report.message
    assert report.steps == len(lines) - 1
    assert report.message.endswith("the game goes on")
