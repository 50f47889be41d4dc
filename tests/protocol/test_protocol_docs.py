"""docs/protocol.md against the types: tables of fields, codes, examples, limits."""

import re
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from bot_zoo import probe
from livingstone.engine.codec import dumps, loads
from livingstone.engine.constants import Kind
from livingstone.engine.money import Donation, Money
from livingstone.engine.names import CARDS
from livingstone.engine.notation import Action
from livingstone.protocol import process
from livingstone.protocol.clock import MARGIN_MS
from livingstone.protocol.isolation import Isolation, best_isolation
from livingstone.protocol.lines import decode_bot, decode_host, encode
from livingstone.protocol.manifest import Manifest, parse_manifest
from livingstone.protocol.process import Launch
from livingstone.protocol.schema import DIRECTIONS, TYPES, schema, tag_of
from livingstone.protocol.session import Session
from livingstone.protocol.termination import Termination
from livingstone.protocol.version import BOT_LINE_BYTES, FEATURES, HOST_LINE_BYTES, NOTE_BYTES
from livingstone.protocol.watchdog import IDLE_CPU_MS
from transcripts import play

DOCUMENT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
PARTS = schema()["$defs"]
PAYLOADS = ("Observation", "Draws", "Tents", "Seat", "Donation")
NESTED = ("HostInfo", "BotLimits", "TimeControl", "RequestTime", "Evaluation", "Sources")
TABLED = [kind.__name__ for way in DIRECTIONS for kind in TYPES[way]]
EMPTY = ("Ready", "Quit")
OTHER_CODES = {"unsupported_version", "bad_answer"}


def type_word(part: dict[str, Any]) -> str:
    """A schema in the words of the tables."""
    if "$ref" in part:
        return str(part["$ref"].rsplit("/", 1)[1])
    if "enum" in part and len(part["enum"]) == len(CARDS.keys):
        return "card"
    if "enum" in part:
        return ", ".join(f"`{word}`" for word in part["enum"])
    if "anyOf" in part:
        return " or ".join(type_word(each) for each in part["anyOf"])
    kind = str(part["type"])
    if kind == "array" and "prefixItems" in part:
        return "[" + ", ".join("integer" for _ in part["prefixItems"]) + "]"
    if kind == "array":
        return f"list of {type_word(part['items'])}"
    if kind == "object" and "propertyNames" in part:
        return "counts"
    least, most = part.get("minimum"), part.get("maximum")
    if least is not None and most is not None:
        return f"{kind} {least} to {'2^53' if most == 2**53 else most}"
    return kind if least is None else f"{kind} from {least}"


def rows(name: str) -> list[tuple[str, str]]:
    """Field and type of a definition, as its table has them."""
    part = PARTS[name]
    fields = {field: value for field, value in part["properties"].items() if field != "type"}
    return [
        (f"`{field}`", type_word(value) + ("" if field in part["required"] else ", optional"))
        for field, value in fields.items()
    ]


def table(anchor: str) -> list[list[str]]:
    """The cells of the table that follows ``<!-- anchor -->``, its head left out."""
    found = re.search(rf"<!-- {re.escape(anchor)} -->\n((?:\|.*\n)+)", DOCUMENT)
    assert found, f"docs/protocol.md has no table {anchor}"
    return [
        [cell.strip() for cell in line.split(" | ")] for line in found[1].replace("|\n", "\n").splitlines()
    ][2:]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


def examples() -> list[str]:
    """Every line of JSON; a block that is one value laid out over lines counts as one."""
    found = []
    for block in blocks("json"):
        lines = block.splitlines()
        if not lines[0].endswith("}"):
            lines = [block]
        found += lines
    for block in blocks("text"):
        found += [line for line in block.splitlines() if re.match(r"[<>] \{", line) and "..." not in line]
    return found


@pytest.mark.parametrize("name", [*dict.fromkeys(TABLED), *NESTED, *PAYLOADS])
def test_tables_have_the_fields_of_the_types(name: str) -> None:
    if name in EMPTY:
        assert not rows(name)
        return
    shown = [(cells[0].removeprefix("| "), cells[1]) for cells in table(name)]
    assert shown == rows(name)
    assert all(cells[2] for cells in table(name))


def test_every_type_of_message_has_a_section() -> None:
    heads = re.findall(r"^### `(\w+)`", DOCUMENT, re.MULTILINE)
    assert set(heads) == {tag_of(kind) for way in DIRECTIONS for kind in TYPES[way]}


def test_the_whole_bot_plays(tmp_path: Path) -> None:
    (program,) = blocks("python")
    (tmp_path / "bot.py").write_text(program, encoding="utf-8")
    session = Session(Launch((sys.executable, "bot.py"), tmp_path))
    try:
        play(3, 1, 5)(session)
        assert session.ping() >= 0
    finally:
        session.close()
    assert session.process.stderr.text() == ""


def test_codes_are_those_of_the_host() -> None:
    shown = {cells[0].removeprefix("| ").strip("`") for cells in table("codes")}
    assert shown == {code.value for code in Termination} - {"completed"} | OTHER_CODES


def test_manifest_table_has_its_keys() -> None:
    shown = {cells[0].removeprefix("| ").strip("`"): cells[1] for cells in table("manifest")}
    assert list(shown) == list(Manifest.__struct_encode_fields__)
    needed = [name for name, note in shown.items() if not note.endswith(", optional")]
    assert needed == ["name", "version", "command", "protocol"]


def test_manifest_example_is_one() -> None:
    manifests = [example for example in examples() if '"command"' in example]
    assert manifests
    for example in manifests:
        assert parse_manifest(example.encode()).protocol == 1


@pytest.mark.parametrize("example", examples(), ids=lambda example: example[:50])
def test_examples_are_lines_of_the_protocol(example: str) -> None:
    if '"command"' in example:
        return
    way = {"> ": "host", "< ": "bot"}.get(example[:2])
    line = example[2:] if way else example
    value = loads(line)
    if "type" not in value:
        part = "Seat" if "wealth" in value else "EventPayload"
        jsonschema.Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": PARTS}).validate(value)
        return
    if way is None:
        hosts = {tag_of(kind) for kind in TYPES["host"]}
        way = "host" if (value["type"] in hosts and "major" not in value) or "supported" in value else "bot"
    jsonschema.Draft202012Validator(schema(direction=way)).validate(value)  # type: ignore[arg-type]
    if way == "host":
        assert loads(encode(decode_host(dumps(value)))) == value
    else:
        decode_bot(dumps(value))


def test_there_are_examples_of_every_message() -> None:
    shown = set(re.findall(r'"type": ?"(\w+)"', "\n".join(blocks("json"))))
    assert shown == {tag_of(kind) for way in DIRECTIONS for kind in TYPES[way]}


def test_example_of_money_follows_the_engine() -> None:
    seat = next(loads(example) for example in examples() if example.startswith('{"vp":'))
    events = [Donation(each["round"], each["wealth"], each["least_wealth"]) for each in seat["donations"]]
    money = Money.followed(seat["wealth"][0], seat["gave"][0], events)
    assert [list(money.wealth), list(money.cash), list(money.chest)] == [
        seat[name] for name in ("wealth", "cash", "chest")
    ]


def test_legal_entries_are_in_the_order_of_kinds() -> None:
    order = [cells[0].removeprefix("| ") for cells in table("order")]
    assert [kind.lower() for kind in Kind.__members__] == [word.strip("`") for word in order]
    request = next(loads(example) for example in examples() if '"legal_text"' in example)
    texts = [re.sub(r"\d\.\.|up to ", "", text) for text in request["legal_text"]]
    actions = [Action.parse(text) for text in texts]
    assert actions == sorted(actions, key=lambda action: (action.kind, int(action)))
    assert [entry.legal_json() for entry in actions] == request["legal"]


def test_the_environment_is_that_of_the_process() -> None:
    for name in (*process._KEPT, *process._THREADS, "TMPDIR"):
        assert f"`{name}`" in DOCUMENT


@pytest.mark.parametrize("level", [level for level in Isolation if level.rank <= best_isolation().rank])
def test_no_variable_reaches_a_bot_that_is_not_named(level: Isolation) -> None:
    seen = probe("environment", isolation=level)
    assert isinstance(seen, dict)
    assert [name for name in seen if f"`{name}`" not in DOCUMENT and not name.startswith("LC_")] == []


def test_numbers_are_those_of_the_code() -> None:
    text = " ".join(DOCUMENT.split())
    for phrase in (
        f"at most {HOST_LINE_BYTES} bytes",
        f"at most {BOT_LINE_BYTES} bytes",
        f"at most {NOTE_BYTES} bytes",
        f"{MARGIN_MS} ms more",
        f"{IDLE_CPU_MS / 1000:.0f} s of processor time",
        f"{process.QUIT_S * 1000:.0f} ms later SIGTERM",
        f"{process.TERM_S * 1000:.0f} ms later SIGKILL",
    ):
        assert phrase in text, phrase
    assert all(f"`{feature}`" in text for feature in FEATURES)


if __name__ == "__main__":
    for each in [*dict.fromkeys(TABLED), *NESTED, *PAYLOADS]:
        print(each)
        for row in rows(each):
            print("| " + " | ".join(row) + " | |")
