"""The conformance tester: the starter kits pass it, and for each check a bad bot fails it with the right hint."""

import shutil
import sys
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from livingstone.engine.codec import dumps, loads
from livingstone.engine.errors import LivingstoneError
from livingstone.protocol.isolation import Isolation, best_isolation
from livingstone.protocol.kits import LANGUAGES, write_kit
from livingstone.protocol.lines import decode_bot
from livingstone.protocol.messages import Action
from livingstone.tournaments.conformance import hints
from livingstone.tournaments.conformance.bench import Bench
from livingstone.tournaments.conformance.probe import _shown
from livingstone.tournaments.conformance.runner import (
    Outcome,
    Verdict,
    _Told,
    read_numbers,
    report,
    run,
    summary,
)
from livingstone.tournaments.conformance.subject import Subject, known_language, read_subject
from livingstone.tournaments.conformance.table import CHECKS
from livingstone.tournaments.conformance.walk import Position, rich_walk
from livingstone.tournaments.entrants import Entrant

LEVEL = min(best_isolation(), Isolation.LIMITS, key=lambda level: level.rank)
"""Bubblewrap would end the children that a check is to find."""
KEYS = tuple(check.key for check in CHECKS)

BOT = r"""
import json, os, random, subprocess, sys, time

flaw = sys.argv[1]

def write(text):
    os.write(1, text.encode() + b"\n")

def send(message):
    write(json.dumps(message))

def lines():
    if flaw == "reads_to_the_end":
        yield from sys.stdin.buffer.read().splitlines(True)
    elif flaw == "takes_a_read_for_lines":
        while data := os.read(0, 1 << 20):
            yield from data.splitlines(True)
    elif flaw == "takes_one_line_a_read":
        data = b""
        while more := os.read(0, 1 << 20):
            data += more
            if data.endswith(b"\n"):
                yield data.splitlines(True)[0]
                data = b""
    elif flaw == "polls":
        os.set_blocking(0, False)
        data = b""
        while True:
            try:
                more = os.read(0, 1 << 20)
            except BlockingIOError:
                continue
            if not more:
                return
            data += more
            while b"\n" in data:
                line, _, data = data.partition(b"\n")
                yield line + b"\n"
    else:
        yield from iter(sys.stdin.buffer.readline, b"")
        if flaw == "falls_over_at_the_end":
            json.loads(b"")

TYPES = ("hello", "welcome", "new_game", "event", "request", "reject", "game_over", "ping", "error", "quit")
KNOWN = {"type", "protocol", "major", "minor", "supported", "host", "limits", "features", "game", "edition",
         "players", "seat", "names", "seed", "score", "strict", "tries", "time", "seq", "event", "id", "kind",
         "observation", "legal", "legal_text", "code", "message", "tries_left", "place", "places", "points",
         "sources", "donations", "out", "forfeited", "winners", "degraded"}

def choose(message):
    legal = message["legal"]
    passes = [number for number, entry in enumerate(legal) if "pass" in entry]
    if flaw == "passes_wrongly" and passes and len(legal) > 1:
        return "pass pass"
    if flaw.startswith("illegal_among_") and game["players"] == int(flaw[-1]):
        if message["observation"]["round"] >= 4:
            return {"die": 1, "use": "card"} if message["kind"] == "before_die" else {"donate": 99}
    if flaw == "remembers_the_first_table" and game["players"] != first["players"]:
        return 99
    if flaw == "random":
        return random.randrange(len(legal))
    return random.Random(f"{game['seed']} {message['id']}").randrange(len(legal))

if flaw == "exits_at_once":
    sys.exit("there is no file model.bin")
if flaw in ("banner", "greets_loudly_and_falls_silent"):
    write("Welcome to MyBot 1.0!")
if flaw == "hog":
    ballast = b"x" * (70 << 20)
games = asked = 0
first = game = None
for line in lines():
    if flaw == "stumbles_at_cr" and line.endswith(b"\r\n"):
        raise ValueError("what is this sign?")
    if flaw == "stumbles_at_length" and len(line) > 65536:
        raise ValueError("line too long")
    if flaw == "ascii":
        line.decode("ascii")
    if flaw == "splits_at_every_sign":
        line, *rest = line.decode().splitlines()
    if not line.strip() and flaw != "stumbles_at_emptiness":
        continue
    message = json.loads(line)
    kind = message["type"]
    if flaw == "finds_quit_anywhere" and b'"type":"quit"' in line:
        break
    if flaw == "takes_the_first_key" and next(iter(message)) != "type":
        continue
    if flaw == "stumbles_at_fields" and kind in TYPES and set(message) - KNOWN:
        raise KeyError(min(set(message) - KNOWN))
    if kind == "hello":
        if 1 not in message["supported"] and flaw != "says_hello_to_anybody":
            if flaw == "falls_over_foreigners":
                raise ValueError("unsupported")
            send({"type": "error", "code": "unsupported_version", "message": "1 only"})
            break
        features = ["events"] if "event" in flaw else []
        answer = {"type": "hello", "major": 2 if flaw == "wrong_major" else 1, "name": "flawed", "features": features}
        if flaw == "never_greets":
            continue
        if flaw == "says_it_is_node":
            answer["language"] = "Node.js"
        if flaw == "buffers_everything":
            print(json.dumps(answer))
        else:
            send(answer)
    elif kind == "new_game":
        games += 1
        game, first = message, first or message
        if flaw != "ready_three_times" or games < 4:
            send({"type": "ready"})
    elif kind == "request":
        asked += 1
        if flaw == "falls_over":
            raise ZeroDivisionError(flaw)
        answer = {"type": "action", "id": asked if flaw == "counts_by_itself" else message["id"]}
        if flaw == "greets_loudly_and_falls_silent":
            continue
        if flaw == "thinks_long":
            time.sleep(0.8)
        if flaw == "thinks_by_request":
            time.sleep(0.3)
        if flaw == "prints" or flaw == "says_it_is_node":
            write(f"thinking about {message['id']}")
        if flaw == "forgets_the_action":
            send(answer)
        if flaw == "falls_over_later" and asked == 3:
            raise ZeroDivisionError(flaw)
        answer["action"] = choose(message)
        if flaw == "misspells_the_type":
            answer["type"] = "acton"
        if flaw == "writes_no_json":
            write(str(answer))
            continue
        if flaw == "forgets_the_line_feed":
            os.write(1, json.dumps(answer).encode())
            continue
        if flaw == "buffers_answers" or flaw == "buffers_everything":
            print(json.dumps(answer))
            continue
        send(answer)
        if flaw == "answers_twice":
            send(answer)
        if flaw == "starts_children" and asked == 1:
            subprocess.Popen(["sleep", "60"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    elif kind == "event":
        if flaw == "stumbles_at_an_event" and "forfeit" in message["event"]:
            raise KeyError("act")
        if flaw == "answers_an_event" and "final" in message["event"] and game["players"] == 2 and asked < 5:
            send({"type": "action", "id": asked, "action": 0})
    elif kind == "ping":
        if flaw != "mute_to_pings":
            send({"type": "pong", "id": message["id"]})
    elif kind == "reject":
        if flaw != "takes_no_for_an_answer":
            send({"type": "action", "id": message["id"], "action": 0})
    elif kind == "error":
        if flaw == "falls_over_an_error":
            raise RuntimeError(message["message"])
    elif kind == "quit":
        if flaw != "stays" and not (flaw == "stays_in_a_game" and asked):
            break
    elif kind not in ("welcome", "game_over"):
        if flaw == "stumbles_at_types":
            raise ValueError("no message type " + kind)
        if flaw == "complains_about_types":
            send({"type": "error", "code": "unknown_type", "message": kind})
"""


class Flaw(NamedTuple):
    """A way to be bad: what fails by it, what the first failure says and advises, and where we look."""

    failing: tuple[str, ...]
    detail: str
    hint: str
    beside: tuple[str, ...] = ("answer", "stdout", "ids", "once", "legal_2", "ping", "second", "crlf", "quit")
    """Other checks, which pass."""
    stderr: str = ""


START = ("start", "hello", "answer", "stdout")
LINES = ("answer", "types", "fields", "crlf", "empty", "long", "unicode", "legal_2")
FLAWS = {
    "exits_at_once": Flaw(("start",), "exited with code 1", "by hand", (), "there is no file model.bin"),
    "never_greets": Flaw(("hello",), "nothing within 1000 ms | expected a hello", "flush=True", ("start",)),
    "buffers_everything": Flaw(("hello",), "as soon as its input was closed", "flush=True", ("start",)),
    "reads_to_the_end": Flaw(("hello",), "as soon as its input was closed", "sys.stdin.read()", ("start",)),
    "wrong_major": Flaw(("hello",), "hello with major 2 | expected major 1", "", ("start",)),
    "banner": Flaw(("stdout", "game_2"), "'Welcome to MyBot 1.0!'", "sys.stderr"),
    "prints": Flaw(("stdout", "game_2"), "4 other lines, the first 'thinking about 1'", "sys.stderr"),
    "says_it_is_node": Flaw(("stdout", "game_2"), "thinking about 1", "console.error", ("hello", "answer")),
    "buffers_answers": Flaw(("answer",), "as soon as its input was closed", "flush=True", ("start", "hello")),
    "greets_loudly_and_falls_silent": Flaw(
        ("answer",), "nothing within 400 ms | expected an answer", "It took too long", ("hello",)
    ),
    "thinks_long": Flaw(("answer",), "nothing within 400 ms, but after ", "deadline_ms", ("start", "hello")),
    "falls_over": Flaw(("answer",), "exited with code 1", "stderr", ("hello",), "ZeroDivisionError"),
    "misspells_the_type": Flaw(
        ("answer",),
        "no message within 400 ms, but a line: 'acton' is no type of message (did you mean 'action'?)",
        "counts for nothing",
        ("hello",),
    ),
    "writes_no_json": Flaw(
        ("answer",), "but a line: '{'type': 'action', 'id': 1,", "one JSON object", ("hello",)
    ),
    "forgets_the_line_feed": Flaw(
        ("answer",), "bytes within 400 ms, but no LF after them", "line feed after it", ("hello",)
    ),
    "finds_quit_anywhere": Flaw(
        ("types", "fields"), "exited with code 0", "not of an object within it", ("answer", "unicode", "crlf")
    ),
    "takes_the_first_key": Flaw(
        ("fields",), "nothing within 1000 ms", "before type too", ("answer", "types", "crlf")
    ),
    "falls_over_later": Flaw(
        ("stdout", "legal_2", "crlf", "game_2"),
        "exited with code 1",
        "its own stderr",
        ("answer", "ready"),
        "ZeroDivisionError",
    ),
    "forgets_the_action": Flaw(("answer",), "missing required field `action`", "schema", ("hello",)),
    "says_hello_to_anybody": Flaw(("foreign",), "'hello' to a host that supports only [99]", "supported"),
    "falls_over_foreigners": Flaw(
        ("foreign",), "crashed (exited with code 1)", "exit with 0", stderr="ValueError"
    ),
    "ready_three_times": Flaw(("ready",), "nothing within 1000 ms | expected ready", "every new_game"),
    "counts_by_itself": Flaw(("ids",), "an answer with id 3 | expected id 7", "Copy the id", START),
    "answers_twice": Flaw(("once",), "another answer to request 1 | expected one", "exactly one action"),
    "illegal_among_2": Flaw(
        ("legal_2", "game_2"), "R", "index (from 0)", ("answer", "legal_3", "legal_4", "legal_5")
    ),
    "illegal_among_3": Flaw(
        ("legal_3", "pass", "game_3"),
        "of 3 players: ",
        "index (from 0)",
        ("answer", "ids", "legal_2", "types"),
    ),
    "illegal_among_4": Flaw(
        ("legal_4", "game_4"), "of 4 players: ", "index (from 0)", ("answer", "legal_3", "ids")
    ),
    "illegal_among_5": Flaw(
        ("legal_5", "memory", "game_5"), "of 5 players: ", "index (from 0)", ("answer", "legal_4")
    ),
    "passes_wrongly": Flaw(
        ("pass",), "'pass pass'", "must_take_die", ("answer", "legal_2", "legal_5", "game_3")
    ),
    "stumbles_at_types": Flaw(
        ("types",), "exited with code 1", "do not know", LINES, "no message type weather"
    ),
    "complains_about_types": Flaw(("types",), "error", "silently", LINES),
    "stumbles_at_fields": Flaw(
        ("fields",), "exited with code 1", "fields you do not know", LINES, "a_future"
    ),
    "stumbles_at_an_event": Flaw(
        ("events",), "exited with code 1", "needs no answer", ("answer", "legal_2", "game_2")
    ),
    "answers_an_event": Flaw(
        ("events",), "an answer to the event", "needs no answer", ("answer", "legal_3", "game_2")
    ),
    "stumbles_at_cr": Flaw(
        ("crlf",), "exited with code 1", "strip the line's end", LINES, "what is this sign?"
    ),
    "stumbles_at_emptiness": Flaw(("empty",), "exited with code 1", "no message", LINES, "JSONDecodeError"),
    "takes_a_read_for_lines": Flaw(("pieces", "long"), "exited with code 1", "sys.stdin.buffer.readline()"),
    "takes_one_line_a_read": Flaw(
        ("several",), "nothing within 1000 ms | expected ready", "One read is not", ("start",)
    ),
    "stumbles_at_length": Flaw(("long",), "exited with code 1", "262144", LINES, "line too long"),
    "ascii": Flaw(("unicode",), "exited with code 1", "sys.stdin.buffer", LINES, "UnicodeDecodeError"),
    "splits_at_every_sign": Flaw(("unicode",), "exited with code 1", "splitlines() splits", LINES),
    "remembers_the_first_table": Flaw(
        ("second",), "index 99", "fresh state", ("answer", "legal_2", "several", "game_2")
    ),
    "mute_to_pings": Flaw(("ping",), "nothing within 400 ms | expected pong with id 1", "pong"),
    "takes_no_for_an_answer": Flaw(("reject",), "nothing within 400 ms", "same id"),
    "falls_over_an_error": Flaw(
        ("error",), "exited with code 1", "wait for quit", stderr="no answer after 1010 ms"
    ),
    "stays": Flaw(
        ("quit", "error"), "runs on 2000 ms after", "Leave the loop", ("answer", "eof", "children")
    ),
    "stays_in_a_game": Flaw(
        ("quit", "error"), "runs on 2000 ms after", "Leave the loop", ("answer", "eof", "children")
    ),
    "falls_over_at_the_end": Flaw(
        ("eof",), "exited with code 1", "readline() returns b''", ("answer", "quit", "error")
    ),
    "starts_children": Flaw(
        ("children",), "1 process left", "wait for every process", ("answer", "quit", "eof")
    ),
    "polls": Flaw(("idle",), "of processor time in 500 ms", "Block in reading", ("answer", "quit", "memory")),
    "hog": Flaw(("memory",), "MiB | expected at most 64 MiB", "memory_mb", ("answer", "quit", "legal_2")),
    "thinks_by_request": Flaw(("game_2",), "timeout: request", "--log-lines", ("answer", "once")),
}
NEEDS = {"children": "linux", "idle": "linux", "memory": "linux"}


@pytest.fixture(scope="module")
def flawed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program with all the flaws."""
    file = tmp_path_factory.mktemp("bots") / "bot.py"
    file.write_text(BOT)
    return file


def bench_of(file: Path, flaw: str) -> Bench:
    argv = (sys.executable, "-I", "-S", str(file), flaw)
    subject = Subject(Entrant(flaw, argv=argv, folder=file.parent, memory_mb=64), "python")
    return Bench(subject, LEVEL, seed=3, answer_ms=400, hello_ms=1000, ready_ms=1000)


def outcomes_of(bench: Bench, keys: Collection[str]) -> dict[str, Outcome]:
    return {outcome.key: outcome for outcome in run(bench, [KEYS.index(key) + 1 for key in keys])}


@pytest.mark.parametrize("flaw", FLAWS)
def test_a_bad_bot_fails_its_check_with_the_right_hint(flaw: str, flawed: Path) -> None:
    failing, detail, hint, beside, stderr = FLAWS[flaw]
    if LEVEL is Isolation.NONE and NEEDS.get(failing[0]):
        pytest.skip(f"the check {failing[0]} needs {NEEDS[failing[0]]}")
    outcomes = outcomes_of(bench_of(flawed, flaw), {*failing, *beside})
    assert {key for key, outcome in outcomes.items() if outcome.verdict is Verdict.FAIL} == set(failing)
    first = outcomes[failing[0]]
    assert detail in first.detail
    assert hint in first.hint
    assert first.hint
    assert stderr in "\n".join(first.stderr)
    skipped = [key for key, outcome in outcomes.items() if outcome.verdict is Verdict.SKIP]
    assert not skipped, "a check beside it says nothing"


@pytest.mark.slow
@pytest.mark.parametrize("flaw", FLAWS)
def test_a_bad_bot_fails_nothing_else(flaw: str, flawed: Path) -> None:
    outcomes = outcomes_of(bench_of(flawed, flaw), KEYS)
    failing = {key for key, outcome in outcomes.items() if outcome.verdict is Verdict.FAIL}
    unrelated = {key for key in failing - set(FLAWS[flaw].failing) if not key.startswith("game_")}
    assert flaw in ("takes_one_line_a_read", "falls_over_later") or not unrelated


def test_a_flaw_that_spoils_many_checks_is_explained_once(flawed: Path) -> None:
    outcomes = outcomes_of(bench_of(flawed, "falls_over_later"), ("stdout", "legal_2", "crlf", "unicode"))
    first, *others = outcomes.values()
    assert [outcome.verdict for outcome in others] == [Verdict.FAIL] * 3
    assert "ZeroDivisionError" in "\n".join(first.stderr)
    assert {(outcome.hint, outcome.stderr) for outcome in others} == {("As in check 4: mend that first.", ())}


def test_the_same_hint_of_another_symptom_is_referred_to() -> None:
    told = _Told()
    one = Outcome(9, "legal_2", "", Verdict.FAIL, "die 4", "Choose.", ("a",), 0)
    other = Outcome(10, "legal_3", "", Verdict.FAIL, "donate 9", "Choose.", ("b",), 0)
    assert told.refer(one) == one
    assert told.refer(other) == replace(other, hint="As in check 9: mend that first.")
    third = replace(other, number=11, hint="Copy the id.", stderr=("b",))
    assert told.refer(third) == replace(third, hint="As in check 9: mend that first.", stderr=())
    fourth = replace(third, number=12, detail="id 3")
    assert told.refer(fourth) == fourth


def test_a_hint_is_given_once_and_another_flaw_has_its_own(flawed: Path) -> None:
    illegal = outcomes_of(bench_of(flawed, "illegal_among_3"), ("legal_3", "pass", "game_3"))
    assert illegal["pass"].hint.startswith("An edition may let a player pass")
    assert "--log-lines" in illegal["game_3"].hint
    late = outcomes_of(bench_of(flawed, "stumbles_at_cr"), ("crlf", "empty"))
    assert late["empty"].verdict is Verdict.OK
    assert "strip the line's end" in late["crlf"].hint


def test_every_check_has_a_bad_bot() -> None:
    proved = {flaw.failing[0] for flaw in FLAWS.values()} | {"game_3", "game_4", "game_5"}
    assert {"same"} == set(KEYS) - proved
    assert {"game_3", "game_4", "game_5"} <= {key for flaw in FLAWS.values() for key in flaw.failing}


def test_a_good_bot_passes_and_randomness_is_only_noted(flawed: Path) -> None:
    good = outcomes_of(bench_of(flawed, "none"), KEYS)
    assert [outcome.key for outcome in good.values() if outcome.verdict is Verdict.FAIL] == []
    assert list(good) == list(KEYS)
    noted = outcomes_of(bench_of(flawed, "random"), ("same",))["same"]
    assert noted.verdict is Verdict.NOTE
    assert "of 20 answers differ" in noted.detail
    assert "new_game's seed" in noted.hint
    assert summary([noted]) == "passed: 0 checks, 1 noted"


def test_checks_that_need_a_failed_one_are_skipped(flawed: Path) -> None:
    outcomes = list(run(bench_of(flawed, "exits_at_once")))
    assert [outcome.verdict for outcome in outcomes] == [Verdict.FAIL] + [Verdict.SKIP] * (len(CHECKS) - 1)
    assert outcomes[1].detail == "needs check 1"
    assert summary(outcomes) == f"FAILED: 1 of {len(CHECKS)} checks (1), {len(CHECKS) - 1} skipped"


def test_a_program_that_cannot_be_started_is_named(tmp_path: Path) -> None:
    bench = Bench(Subject(Entrant("none", argv=("./none",), folder=tmp_path)), LEVEL)
    outcome = next(iter(run(bench)))
    assert (outcome.verdict, outcome.detail) == (
        Verdict.FAIL,
        "./none: no such program | expected a program that can be started",
    )


def test_a_message_is_shown_whole_or_by_its_type() -> None:
    assert _shown(Action(id=3, action="end")) == '{"type":"action","id":3,"action":"end"}'
    assert _shown(Action(id=3, action="end" * 100)) == "action"
    deep = decode_bot(b'{"type":"action","id":3,"action":{"x":' + b"[" * 300 + b"]" * 300 + b"}}")
    assert _shown(deep) == "action"


def test_a_report_is_json(flawed: Path) -> None:
    bench = bench_of(flawed, "none")
    outcomes = list(run(bench, [1, 2, 3]))
    plain = loads(dumps(report(bench, outcomes)))
    assert plain["passed"] is True
    assert plain["hello"]["name"] == "flawed"
    assert plain["versions"]["protocol"] == "1.0"
    assert plain["isolation"] == LEVEL
    assert [check["verdict"] for check in plain["checks"]] == ["ok"] * 3
    assert set(plain["checks"][0]) == {"number", "key", "name", "verdict", "detail", "hint", "stderr", "ms"}


@pytest.fixture(scope="module", params=LANGUAGES)
def kit(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Subject:
    """Each starter kit, written and built once."""
    folder = tmp_path_factory.mktemp(request.param) / "my bot"
    write_kit(request.param, folder, "starter")
    subject = read_subject([str(folder)])
    assert subject.manifest is not None
    programs = [words[0] for words in [*subject.manifest.build_commands, subject.entrant.argv]]
    missing = [
        name
        for name in programs
        if name != "./bot" and not Path(name).is_absolute() and not shutil.which(name)
    ]
    if missing:
        pytest.skip(f"no {missing[0]} here: the {request.param} kit is not checked")
    subject.build()
    return subject


def test_the_starter_kits_pass(kit: Subject) -> None:
    outcomes = list(run(Bench(kit, LEVEL)))
    assert {outcome.key: outcome for outcome in outcomes if outcome.verdict is Verdict.FAIL} == {}
    assert {outcome.key for outcome in outcomes if outcome.verdict is not Verdict.OK} <= {
        "events",  # no kit asks for them
        *(("children", "idle", "memory") if LEVEL is Isolation.NONE else ()),
    }


def test_a_built_in_player_passes_as_a_bot() -> None:
    subject = read_subject(["random"])
    outcomes = outcomes_of(
        Bench(subject, LEVEL), ("hello", "answer", "foreign", "ids", "reject", "quit", "game_3")
    )
    assert [outcome for outcome in outcomes.values() if outcome.verdict is not Verdict.OK] == []


def test_a_rich_walk_meets_the_second_die_and_is_the_same_again() -> None:
    from livingstone.engine.editions import Edition

    for players, edition in ((2, "bga"), (5, "schmidt-2009")):
        walk = rich_walk(players, Edition.load(edition), seed=9)
        features = set().union(*(position.features for position in walk.positions()))
        assert {"second die", "donate", "sell", "before_die", "die_held", "action_done"} <= features
        again = rich_walk(players, Edition.load(edition), seed=9)
        for one, other in zip(walk.steps(), again.steps(), strict=True):
            assert one == other
            if isinstance(one, Position):
                assert one.observation.legal() == one.legal


def test_numbers_of_checks_are_read() -> None:
    assert read_numbers("3,1-2, unicode") == [1, 2, 3, KEYS.index("unicode") + 1]
    for text in ("0", "99", "5-3", "", "1-", "٣"):
        with pytest.raises(LivingstoneError, match=f"expected numbers from 1 to {len(CHECKS)}"):
            read_numbers(text)
    with pytest.raises(LivingstoneError, match=r"check 'unicod' \(did you mean 'unicode'\?\)"):
        read_numbers("unicod")


def test_the_language_is_known_by_manifest_ending_or_program(tmp_path: Path) -> None:
    for language in LANGUAGES:
        write_kit(language, tmp_path / language)
        assert read_subject([str(tmp_path / language)]).language == language
    assert read_subject([sys.executable, "x.mjs"]).language == "javascript"
    assert read_subject([sys.executable, "-c", "1"]).language == "python"
    assert read_subject(["sh", "run.sh"]).language == ""
    assert known_language("Python 3.12") == "python"
    assert known_language("COBOL") == ""
    assert read_subject(["random"]).entrant.argv[1:] == ("-m", "livingstone", "bot", "run", "random")


def test_hints_know_the_flush_traps_of_every_language() -> None:
    words = {
        "python": "flush=True", "c": "fflush", "cpp": "cin.tie", "java": "PrintWriter", "rust": "BufWriter",
        "javascript": "readFileSync(0)",
    }  # fmt: skip
    assert set(words) == set(LANGUAGES)
    for language, word in words.items():
        assert word in hints.choose("anything", "flush", language)
    assert "flush stdout after every line" in hints.choose("anything", "flush", "cobol")
