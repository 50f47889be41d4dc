"""Messages as bytes: what is read, what is refused, and that nothing else than BadLine ever comes of it."""

import contextlib
import random
import re
from collections.abc import Callable
from typing import Any, get_args

import pytest

from livingstone.engine.codec import convert, dumps, loads
from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.game import Game
from livingstone.protocol import messages
from livingstone.protocol.lines import BadLine, UnknownType, decode_bot, decode_host, encode, is_blank

GAME = Game.new(2, seed=1, start=0)
GAME.roll()
TIME = {"cap_ms": 1000, "bank_ms": None, "increment_ms": 0}
HOST: list[messages.HostMessage] = [
    messages.Hello(
        host=messages.HostInfo(name="livingstone-ai", version="1.0"), limits=messages.BotLimits(memory_mb=512)
    ),
    messages.Welcome(features=("text",)),
    messages.Error(code="timeout", message="no answer after 1010 ms (limit 1000 ms)"),
    messages.NewGame(
        game="g-1",
        edition=Edition.load().to_dict(),
        players=2,
        seat=0,
        names=("Ä", '"},{'),
        seed="18446744073709551615",
        time=messages.TimeControl(cap_ms=None, bank_ms=60_000, increment_ms=500),
    ),
    messages.Event(game="g-1", seq=1, event={"roll": [1, 2, 3, 4]}),
    messages.Request(
        game="g-1",
        id=1,
        kind="before_die",
        observation=loads(dumps(GAME.observation().to_dict())),
        legal=[entry.legal_json() for entry in GAME.legal()],
        legal_text=[entry.legal_text() for entry in GAME.legal()],
        time=messages.RequestTime(cap_ms=1000, bank_ms=None, increment_ms=0, deadline_ms=987),
    ),
    messages.Reject(id=1, code="illegal_action", message="no", tries_left=1),
    messages.GameOver(
        game="g-1",
        place=1,
        places=(1, 2),
        points=(30, 20),
        sources=({"tents": 30}, {"tents": 20}),
        donations=(9, 3),
        out=(False, True),
        forfeited=(False, False),
        winners=(0,),
        degraded=False,
    ),
    messages.Ping(id=3),
    messages.Pong(id=3),
    messages.Quit(),
]
BOT: list[messages.BotMessage] = [
    messages.BotHello(major=1, name="my-bot", version="1.0", features=("text", "telepathy")),
    messages.Error(code="unsupported_version", message="no"),
    messages.Ready(),
    messages.Action(
        id=1, action={"die": 4, "use": "tent"}, note="ü", evaluation=messages.Evaluation(win=0.5)
    ),
    messages.Action(id=2, action="die 4"),
    messages.Action(id=3, action=0),
    messages.Action(id=4, action=[3, 1, 0, 0]),
    messages.Ping(id=0),
    messages.Pong(id=2**53),
    messages.Log(message="loading"),
    messages.Quit(),
]
DEEP = 2000


@pytest.mark.parametrize("message", HOST, ids=lambda message: type(message).__name__)
def test_host_messages_round_trip(message: messages.HostMessage) -> None:
    line = encode(message)
    assert line.endswith(b"}\n") and line.count(b"\n") == 1
    assert decode_host(line) == message


@pytest.mark.parametrize("message", BOT, ids=lambda message: type(message).__name__)
def test_bot_messages_round_trip(message: messages.BotMessage) -> None:
    line = encode(message)
    assert line.endswith(b"}\n") and line.count(b"\n") == 1
    assert decode_bot(line) == message


def test_samples_are_complete() -> None:
    assert {type(message) for message in HOST} == set(messages.HostMessage.__args__)
    assert {type(message) for message in BOT} == set(messages.BotMessage.__args__)


def test_absent_fields_are_left_out_and_null_ones_are_not() -> None:
    assert loads(encode(messages.Action(id=1, action=0))) == {"type": "action", "id": 1, "action": 0}
    request = loads(encode(HOST[5]))
    assert request["time"] == {**TIME, "deadline_ms": 987}


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"", b"  \r\n", b"\n\n"])
def test_line_ends_are_tolerated(end: bytes) -> None:
    assert decode_bot(b' {"type": "ready"}' + end) == messages.Ready()


@pytest.mark.parametrize("line", [b"", b"\n", b"\r\n", b" \t\n"])
def test_empty_lines_are_blank(line: bytes) -> None:
    assert is_blank(line)
    assert not is_blank(b"0\n")


def test_unknown_fields_are_ignored() -> None:
    line = b'{"new":{"deep":[1,2]},"type":"action","id":1,"action":"end","evaluation":{"win":1,"mate":3}}'
    assert decode_bot(line) == messages.Action(id=1, action="end", evaluation=messages.Evaluation(win=1.0))
    assert decode_host(b'{"type":"quit","why":"done"}') == messages.Quit()


@pytest.mark.parametrize("decode", [decode_bot, decode_host])
def test_unknown_types_have_a_class_of_their_own(decode: Callable[[bytes], Any]) -> None:
    with pytest.raises(UnknownType, match=r"^'undo' is no type of message: expected hello, .*, ping, "):
        decode(b'{"type":"undo"}')
    with pytest.raises(UnknownType, match=r"^'quite' is no type of message \(did you mean 'quit'\?\)$"):
        decode(b'{"type":"quite"}')


def test_directions_are_kept_apart() -> None:
    with pytest.raises(UnknownType):
        decode_host(encode(messages.Ready()))
    with pytest.raises(UnknownType):
        decode_bot(encode(HOST[5]))


WRONG: list[tuple[bytes, str]] = [
    (b"hello host", "not JSON"),
    (b"action 4", "not JSON"),
    (b"4", "expected a JSON object"),
    (b"[]", "expected a JSON object"),
    (b"null", "expected a JSON object"),
    (b"{}", 'no "type"'),
    (b'{"type":7}', 'no "type"'),
    (b'{"type":null}', 'no "type"'),
    (b'{"Type":"ready"}', 'no "type"'),
    (b'{"type":"hello","major":"1","name":"b"}', "major"),
    (b'{"type":"hello","major":true,"name":"b"}', "major"),
    (b'{"type":"hello","major":1.5,"name":"b"}', "major"),
    (b'{"type":"hello","major":1}', "name"),
    (b'{"type":"hello","major":1,"name":""}', "name"),
    (b'{"type":"hello","major":1,"name":"' + b"n" * 201 + b'"}', "name"),
    (b'{"type":"hello","major":1,"name":"b","features":"text"}', "features"),
    (b'{"type":"hello","major":1,"name":"b","features":["' + b'","'.join([b"f"] * 33) + b'"]}', "features"),
    (b'{"type":"action","id":1}', "action"),
    (b'{"type":"action","action":0}', "id"),
    (b'{"type":"action","id":"1","action":0}', "id"),
    (b'{"type":"action","id":-1,"action":0}', "id"),
    (b'{"type":"action","id":1.5,"action":0}', "id"),
    (b'{"type":"action","id":9007199254740993,"action":0}', "id"),
    (b'{"type":"action","id":1,"action":null}', "action"),
    (b'{"type":"action","id":1,"action":2.5}', "action"),
    (b'{"type":"action","id":1,"action":true}', "action"),
    (b'{"type":"action","id":1,"action":["die",4]}', "action"),
    (b'{"type":"action","id":1,"action":0,"note":5}', "note"),
    (b'{"type":"action","id":1,"action":0,"evaluation":0.5}', "evaluation"),
    (b'{"type":"action","id":1,"action":0,"evaluation":{"win":1.5}}', "win"),
    (b'{"type":"action","id":1,"action":0,"evaluation":{"win":"high"}}', "win"),
    (b'{"type":"action","id":1,"action":0,"evaluation":{"nodes":-1}}', "nodes"),
    (b'{"type":"log"}', "message"),
    (b'{"type":"pong"}', "id"),
    (b'{"type":"action","id":1,"action":0,"evaluation":{"win":NaN}}', "not JSON"),
    (b'{"type":"action","id":1,"action":0,"evaluation":{"vp":Infinity}}', "not JSON"),
    (b'{"type":"ready"}{"type":"ready"}', "not JSON"),
    (b'{"type":"ready"', "not JSON"),
    (b"{'type':'ready'}", "not JSON"),
    (b'{"type":"ready",}', "not JSON"),
    (b'\xef\xbb\xbf{"type":"ready"}', "not JSON"),
    (b'{"type":"log","message":"\xff\xfe"}', "not JSON"),
    (b'{"type":"log","message":"\xc3"}', "not JSON"),
    (b'{"type":"log","message":"\xed\xa0\x80"}', "not JSON"),
    (b'{"type":"log","message":"a\x00b"}', "not JSON"),
    (b"\x1b[2Jready", "\\x1b[2Jready' is not JSON"),
    ('{"type":"ready"}'.encode("utf-16"), "not JSON"),
    (b'{"type":"log","message":"\\ud800"}', "not JSON"),
    (b'{"type":"log","message":"\\udc00\\ud800"}', "not JSON"),
    (b'{"type":"action","id":1,"action":' + b"[" * DEEP + b"]" * DEEP + b"}", ""),
    (b'{"type":"action","id":1,"action":' + b'{"a":' * DEEP + b"1" + b"}" * DEEP + b"}", ""),
    (b"[" * 60_000, "not JSON"),
]


@pytest.mark.parametrize(("line", "part"), WRONG, ids=[repr(line[:60]) for line, _ in WRONG])
def test_wrong_lines_are_refused_in_one_line(line: bytes, part: str) -> None:
    with pytest.raises(BadLine) as caught:
        decode_bot(line)
    text = str(caught.value)
    assert part in text
    assert "\n" not in text and text.isprintable()
    assert len(text) < 400


@pytest.mark.parametrize(
    ("decode", "union", "side"),
    [(decode_bot, messages.BotMessage, BOT), (decode_host, messages.HostMessage, HOST)],
    ids=["bot", "host"],
)
def test_a_type_is_read_as_its_union_would_be(
    decode: Callable[[bytes], Any], union: Any, side: list[messages.HostMessage | messages.BotMessage]
) -> None:
    rng = random.Random(7)
    types = {kind.__struct_config__.tag for kind in get_args(union)}
    pool = [encode(message) for message in side]
    lines = [
        *pool,
        *(line for line, _ in WRONG),
        *(_mutated(rng.choice(pool), rng, pool) for _ in range(6_000)),
    ]
    read = refused = 0
    for line in lines:
        value = _object_with_type(line)
        if value is None or value["type"] not in types:
            continue
        try:
            expected = convert(value, union)
        except LivingstoneError as error:
            refused += 1
            with pytest.raises(BadLine, match=re.escape(str(error)) + "$"):
                decode(line)
        else:
            read += 1
            assert decode(line) == expected
    assert read > 50 and refused > 50


def _object_with_type(line: bytes) -> dict[str, Any] | None:
    with contextlib.suppress(LivingstoneError):
        value = loads(line.strip(b"\r\n \t"))
        if isinstance(value, dict) and isinstance(value.get("type"), str):
            return value
    return None


def test_huge_numbers_are_refused() -> None:
    for digits in (17, 20, 400, 5000):
        number = b"9" * digits
        for line in (
            b'{"type":"action","id":' + number + b',"action":0}',
            b'{"type":"action","id":1,"action":0,"evaluation":{"nodes":-' + number + b"}}",
        ):
            with pytest.raises(BadLine):
                decode_bot(line)


def test_huge_index_is_only_an_index() -> None:
    # Whether there is such an entry is a question for whoever knows the legal list.
    assert decode_bot(b'{"type":"action","id":1,"action":9223372036854775807}').action == 2**63 - 1  # type: ignore[union-attr]


def test_last_of_two_equal_keys_counts() -> None:
    line = b'{"type":"action","id":1,"id":2,"action":"end","action":0}'
    assert decode_bot(line) == messages.Action(id=2, action=0)


def test_escapes_and_other_letters_are_text() -> None:
    line = '{"type":"log","message":"\\u00fc ü \\ud83d\\ude00 😀"}'.encode()
    assert decode_bot(line) == messages.Log(message="ü ü 😀 😀")


def test_faults_of_the_host_are_named_too() -> None:
    with pytest.raises(BadLine, match=r"^'request' message: .*`legal`"):
        decode_host(b'{"type":"request","game":"g","id":1,"kind":"die_held","observation":{}}')
    plain = loads(encode(HOST[3]))
    for field, value in {"seat": 5, "players": 6, "seed": "1e9", "score": "elo", "tries": 0}.items():
        with pytest.raises(BadLine, match=rf"`\$\.{field}`"):
            decode_host(dumps({**plain, field: value}))


def _mutated(line: bytes, rng: random.Random, pool: list[bytes]) -> bytes:
    """A valid line after one to four changes of its bytes."""
    text = bytearray(line)
    for _ in range(rng.randint(1, 4)):
        at, way = rng.randrange(len(text) + 1), rng.randrange(6)
        if way == 0 and text:
            text[at % len(text)] = rng.randrange(256)
        elif way == 1:
            text[at:at] = rng.choice(SCRAPS)
        elif way == 2:
            del text[at : at + rng.randint(1, 12)]
        elif way == 3:
            other = rng.choice(pool)
            start = rng.randrange(len(other))
            text[at:at] = other[start : start + rng.randint(1, 40)]
        elif way == 4:
            del text[at:]
        else:
            scrap, found = rng.choice(SCRAPS), [i for i, byte in enumerate(text) if byte in b'0123456789"[{']
            if found:
                text[(place := rng.choice(found)) : place + 1] = scrap
    return bytes(text)


SCRAPS = [
    b'"', b"{", b"}", b"[", b"]", b":", b",", b"null", b"true", b"-1", b"1e400", b"0.5", b"NaN", b"\\", b"\\u0000",
    b"\\ud800", b"\xff", b"\xc3\x28", b"\x00", b"9" * 30, b"[[[[[[", b'{"a":', b'"type":"quit",', b"\r", b" ", b"",
]  # fmt: skip


@pytest.mark.parametrize(("decode", "side"), [(decode_bot, BOT), (decode_host, HOST)], ids=["bot", "host"])
def test_fuzzed_lines_are_messages_or_bad(
    decode: Callable[[bytes], Any], side: list[messages.HostMessage | messages.BotMessage]
) -> None:
    rng = random.Random(3)
    pool = [encode(message) for message in side]
    ends = {"message": 0, "bad": 0, "unknown": 0}
    for _ in range(10_000):
        line = _mutated(rng.choice(pool), rng, pool)
        try:
            message = decode(line)
        except UnknownType:
            ends["unknown"] += 1
        except BadLine:
            ends["bad"] += 1
        else:
            ends["message"] += 1
            assert decode(encode(message)) == message
    assert min(ends.values()) > 20, ends
