"""The golden transcripts: the real host still says the same, and every line is what schema and types say."""

from typing import Any

import jsonschema
import pytest

from livingstone.engine.codec import loads
from livingstone.protocol.lines import decode_bot, decode_host, encode
from livingstone.protocol.schema import DIRECTIONS, TYPES, schema, tag_of
from livingstone.protocol.termination import Termination
from transcripts import FOLDER, TRANSCRIPTS, transcript

VALIDATORS = {way: jsonschema.Draft202012Validator(schema(direction=way)) for way in DIRECTIONS}
FAULTS = {
    "forfeit": Termination.ILLEGAL,
    "refusal_of_version": Termination.NOT_STARTED,
    "foreign_version": Termination.NOT_STARTED,
}


def lines(name: str) -> list[tuple[str, bytes]]:
    """Direction and line, its LF included."""
    shown = (FOLDER / f"{name}.lines").read_bytes().splitlines(keepends=True)
    return [({b"> ": "host", b"< ": "bot"}[line[:2]], line[2:]) for line in shown]


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_the_host_plays_them_again(name: str) -> None:
    # To write them anew, after looking at the difference: python tests/transcripts.py
    played, fault = transcript(name)
    assert played.decode() == (FOLDER / f"{name}.lines").read_text(encoding="utf-8")
    assert (fault and fault.termination) == FAULTS.get(name)


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_lines_fit_schema_and_types(name: str) -> None:
    for way, line in lines(name):
        VALIDATORS[way].validate(loads(line))
        if way == "host":
            assert encode(decode_host(line)) == line
        else:
            assert decode_bot(encode(decode_bot(line))) == decode_bot(line)


def test_together_they_show_every_message() -> None:
    shown: dict[str, set[Any]] = {"host": set(), "bot": set()}
    for name in TRANSCRIPTS:
        for way, line in lines(name):
            shown[way].add(loads(line)["type"])
    assert shown["host"] == {tag_of(kind) for kind in TYPES["host"]}
    assert shown["bot"] == {tag_of(kind) for kind in TYPES["bot"]} - {"quit"}


def test_requests_are_answered_once_and_in_order() -> None:
    for name in TRANSCRIPTS:
        asked = [loads(line)["id"] for way, line in lines(name) if b'"type":"request"' in line]
        assert asked == list(range(1, len(asked) + 1))


def test_all_forms_of_answers_are_shown() -> None:
    answers = [loads(line)["action"] for way, line in lines("two_players_text") if b'"type":"action"' in line]
    assert {type(answer) for answer in answers} == {dict, str, int, list}


def test_hidden_things_stay_hidden() -> None:
    for way, line in lines("three_players_events"):
        message = loads(line)
        if message["type"] == "event" and message["event"].get("seat", 0) != 0:
            event = message["event"]
            assert event["act"].get("donate", True) is True
            assert set(event.get("cards", [])) <= {"mine_collapse"}
        if message["type"] == "request":
            hands = [seat for seat, row in enumerate(message["observation"]["seats"]) if "hand" in row]
            assert (way, hands) == ("host", [0])
