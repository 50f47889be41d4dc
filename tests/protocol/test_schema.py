"""The JSON Schemas against the types, the engine and the shipped copy."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from livingstone.cli import main
from livingstone.engine.codec import dumps, loads
from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.events import action_event, forfeit_event, roll_event
from livingstone.engine.game import Game
from livingstone.engine.names import CARDS
from livingstone.engine.notation import Action
from livingstone.protocol import messages
from livingstone.protocol.lines import decode_bot, decode_host, encode
from livingstone.protocol.messages import BotLimits, Hello, HostInfo, TimeControl
from livingstone.protocol.schema import DIRECTIONS, TYPES, schema, schema_text, tag_of
from livingstone.protocol.schema_actions import PLAYABLE
from sample_games import concrete, random_action

ROOT = Path(__file__).parents[2]
WHOLE = schema()


def validator(part: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": WHOLE["$defs"]})


ACTION, ENTRY, TEXT, EVENT, OBSERVATION, EDITION, ANSWER = (
    validator(part)
    for part in ("ActionJson", "LegalEntry", "LegalText", "EventPayload", "Observation", "Edition", "Answer")
)


def sample_steps() -> Iterator[tuple[Game, random.Random]]:
    """Games of all table sizes in both editions, before each of their steps."""
    for players in (2, 3, 4, 5):
        for edition in Edition.builtin_names():
            rng = random.Random(players)
            game = Game.new(players, edition, seed=players)
            while not game.is_over:
                yield game, rng
                if game.awaits_chance:
                    game.roll()
                else:
                    game.play(random_action(game, rng))


def test_the_document_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(WHOLE)


def test_shipped_copy_is_up_to_date() -> None:
    # To write it anew: livingstone-ai protocol schema > docs/protocol.schema.json
    assert (ROOT / "docs" / "protocol.schema.json").read_bytes() == schema_text().encode()


def test_every_message_has_fields_in_the_schema() -> None:
    for direction in DIRECTIONS:
        for kind in TYPES[direction]:
            properties = WHOLE["$defs"][kind.__name__]["properties"]
            assert list(properties) == ["type", *kind.__struct_fields__], kind


def test_hosts_promise_what_they_always_write() -> None:
    hello = Hello(host=HostInfo(name="host", version="1"), limits=BotLimits())
    written = loads(encode(hello))
    for name, value in (("Hello", written), ("BotLimits", written["limits"])):
        assert WHOLE["$defs"][name]["required"] == list(value)
    assert set(WHOLE["$defs"]["Request"]["properties"]) - set(WHOLE["$defs"]["Request"]["required"]) == {
        "legal_text"
    }
    assert WHOLE["$defs"]["TimeControl"]["required"] == list(loads(dumps(TimeControl())))
    assert WHOLE["$defs"]["Evaluation"]["required"] == []


def test_what_the_engine_writes_fits() -> None:
    seen: set[str] = set()
    for step, (game, rng) in enumerate(sample_steps()):
        if game.awaits_chance or step % 3:  # a third of the steps is enough, and takes two seconds
            continue
        seat = game.seat
        plain = loads(dumps(game.observation(seat).to_dict()))
        OBSERVATION.validate(plain)
        assert list(plain) == WHOLE["$defs"]["Observation"]["required"]
        for other, row in enumerate(plain["seats"]):
            assert list(row)[:15] == WHOLE["$defs"]["Seat"]["required"]
            assert ("hand" in row) == (other == seat)
        for entry in game.legal():
            form, action = loads(dumps(entry.legal_json())), concrete(entry, rng)
            ENTRY.validate(form)
            TEXT.validate(entry.legal_text())
            ACTION.validate(action.to_json())
            seen |= set(form)
    assert seen >= {"die", "use", "play", "extra_tent", "market", "sell", "donate", "end"}


def test_events_of_every_viewer_fit() -> None:
    kinds = set()
    for players in (2, 3):
        rng, game = random.Random(players), Game.new(players, "schmidt-2009", seed=players)
        while not game.is_over:
            final = game.phase.name == "FINAL_DICE"
            if game.awaits_chance:
                events = [roll_event(game.roll(), final=final)]
            else:
                seat, action = game.seat, random_action(game, rng)
                outcome = game.play(action)
                events = [action_event(viewer, seat, action, outcome) for viewer in range(players)]
            for event in (*events, forfeit_event(1)):
                EVENT.validate(loads(dumps(event)))
                kinds |= set(event)
    assert kinds == {"roll", "final", "forfeit", "seat", "act", "stones", "cards", "cards_hidden"}


@pytest.mark.parametrize("name", Edition.builtin_names())
def test_editions_fit(name: str) -> None:
    EDITION.validate(loads(dumps(Edition.load(name).to_dict())))


def test_cards_are_those_of_the_engine() -> None:
    cards = WHOLE["$defs"]["Observation"]["properties"]["discards"]["propertyNames"]["enum"]
    assert sorted(cards) == sorted(CARDS.keys)
    for card in CARDS.keys:
        try:
            Action.from_json({"play": card})
        except LivingstoneError:
            assert card not in PLAYABLE
        else:
            assert card in PLAYABLE


WRONG_ACTIONS: list[Any] = [
    {},
    {"die": 7},
    {"die": "4"},
    {"die": 4, "use": "tents"},
    {"die": 4, "row": 2},
    {"die": 4, "use": "coins", "no_cost": True},
    {"die": 4, "use": "tent", "from": [3]},
    {"die": 4, "use": "tent", "from": [0, 2]},
    {"die": 4, "use": "tent", "from": [3, 9]},
    {"play": "market"},
    {"play": "mine_collapse"},
    {"extra_tent": [1, 2, 3]},
    {"donate": [1, 7]},
    {"donate": 0},
    {"sell": {"max": [1, 0, 0]}},
    {"sell": [1, 0]},
    {"end": False},
    {"end": True, "pass": True},
    {"end": True, "why": "done"},
]


@pytest.mark.parametrize("form", WRONG_ACTIONS, ids=str)
def test_what_the_reader_refuses_the_schema_refuses(form: Any) -> None:
    assert not ACTION.is_valid(form)
    with pytest.raises(LivingstoneError):
        Action.from_json(form)


@pytest.mark.parametrize(
    "entry", [{"donate": 3}, {"donate": [2, 7]}, {"sell": [1, 0, 0]}, {"market": {"max": [1, 0]}}], ids=str
)
def test_amounts_of_a_legal_list_are_ranges(entry: Any) -> None:
    assert not ENTRY.is_valid(entry)


@pytest.mark.parametrize("text", ["die 7", "donate 1..", "donate 3", "sell up to", "end turn", "play market"])
def test_texts_of_a_legal_list_are_canonical(text: str) -> None:
    assert not TEXT.is_valid(text)


@pytest.mark.parametrize("answer", [{"die": 4}, "die 4 tent", 0, [3], [3, 5], [2, 1, 0, 0]], ids=str)
def test_four_forms_of_an_answer(answer: Any) -> None:
    ANSWER.validate(answer)
    line = {"type": "action", "id": 3, "action": answer}
    validator("BotMessage").validate(line)
    assert decode_bot(dumps(line)) == messages.Action(id=3, action=answer)


@pytest.mark.parametrize(
    "answer", [None, 1.5, -1, [], [1, 2, 3], ["die", 4], [1, 0], {"type": "end"}], ids=str
)
def test_no_other_form(answer: Any) -> None:
    assert not ANSWER.is_valid(answer)


def test_unknown_fields_pass() -> None:
    line = {"type": "ping", "id": 1, "new": {"in": "1.1"}}
    validator("HostMessage").validate(line)
    assert decode_host(dumps(line)) == messages.Ping(id=1)


def test_one_message_alone_has_only_its_own_parts() -> None:
    assert list(schema("ping")["$defs"]) == ["Ping"]
    assert schema("hello", "bot")["$ref"] == "#/$defs/BotHello"
    assert [part["$ref"] for part in schema("hello")["anyOf"]] == ["#/$defs/Hello", "#/$defs/BotHello"]
    for direction in DIRECTIONS:
        for kind in TYPES[direction]:
            part = schema(tag_of(kind), direction)
            jsonschema.Draft202012Validator.check_schema(part)
            assert "HostMessage" not in part["$defs"]


def test_directions_are_kept_apart() -> None:
    request = {"type": "ready"}
    assert jsonschema.Draft202012Validator(schema(direction="bot")).is_valid(request)
    assert not jsonschema.Draft202012Validator(schema(direction="host")).is_valid(request)
    assert not {"Request", "Observation"} & set(schema(direction="bot")["$defs"])


def test_command_prints_the_schema() -> None:
    run = CliRunner().invoke(main, ["protocol", "schema"])
    assert (run.exit_code, run.output) == (0, schema_text())
    run = CliRunner().invoke(main, ["protocol", "schema", "--message", "action", "--direction", "bot"])
    assert json.loads(run.output) == schema("action", "bot")


def test_command_suggests_the_message_that_was_meant() -> None:
    run = CliRunner().invoke(main, ["protocol", "schema", "--message", "new_gam"])
    assert run.exit_code == 1
    assert run.output.strip() == "error: 'new_gam' is no message (did you mean 'new_game'?)"
    run = CliRunner().invoke(main, ["protocol", "schema", "--message", "ready", "--direction", "host"])
    assert run.output.startswith("error: 'ready' is no message of a host")
