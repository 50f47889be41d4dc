"""``livingstone-ai bot``: its table, ``run`` as a host sees it, ``replay`` of kept lines."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from livingstone.cli import bot, main
from livingstone.protocol.kits import write_kit


def invoke(*words: str) -> Result:
    return CliRunner().invoke(main, ["bot", *words])


def test_help_imports_no_command() -> None:
    heavy = (
        "numpy",
        "msgspec",
        "orjson",
        "livingstone.engine",
        *(f"livingstone.cli.bot_{n}" for n in bot.COMMANDS),
    )
    code = (
        "import sys\nfrom livingstone.cli import main\n"
        "try:\n    main(['bot', '--help'])\nexcept SystemExit:\n"
        f"    sys.exit(', '.join(name for name in {heavy!r} if name in sys.modules) or 0)\n"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (process.returncode, process.stderr) == (0, "")
    assert all(text in process.stdout for text in bot.COMMANDS.values())


@pytest.mark.parametrize("name", bot.COMMANDS)
def test_every_command_has_a_help_of_its_own(name: str) -> None:
    result = invoke(name, "--help")
    assert result.exit_code == 0, result.output
    assert f"livingstone-ai bot {name}" in result.output


def test_an_unknown_command_is_answered_with_the_nearest() -> None:
    result = invoke("rnu")
    assert result.exit_code == 2
    assert "no command 'rnu'; did you mean 'run'?" in result.stderr


def run_bot(name: str, *lines: dict[str, object]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "livingstone", "bot", "run", name],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


HELLO = {
    "type": "hello",
    "protocol": "livingstone",
    "major": 1,
    "minor": 0,
    "supported": [1],
    "host": {"name": "test", "version": "1"},
    "limits": {},
    "features": [],
}


def test_run_greets_and_ends_with_its_input() -> None:
    process = run_bot("scripted:frugal", HELLO, {"type": "ping", "id": 7})
    assert (process.returncode, process.stderr) == (0, "")
    hello, pong = map(json.loads, process.stdout.splitlines())
    assert (hello["type"], hello["name"], hello["major"]) == ("hello", "scripted:frugal", 1)
    assert pong == {"type": "pong", "id": 7}
    assert run_bot("random", HELLO, {"type": "quit"}).returncode == 0


def test_run_refuses_a_foreign_version_and_an_unknown_name() -> None:
    for hello in (HELLO | {"major": 99, "supported": [99]}, HELLO | {"protocol": "chess"}):
        foreign = run_bot("random", hello)
        assert foreign.returncode == 0
        assert json.loads(foreign.stdout)["code"] == "unsupported_version"
        assert foreign.stderr == ""
    unknown = run_bot("randon", HELLO)
    assert (unknown.returncode, unknown.stdout) == (1, "")
    assert "did you mean 'random'?" in unknown.stderr
    assert unknown.stderr.count("\n") == 1


@pytest.fixture
def lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the starter bot was told in a game, and answered."""
    monkeypatch.chdir(tmp_path)
    write_kit("python", Path("my-bot"), "my-bot")
    match = ["match", "my-bot", "random", "--games", "2", "--log-lines", "logs", "--rule", "max_rounds=3"]
    assert CliRunner().invoke(main, match).exit_code == 0
    return Path("logs/g0001-seat0-my-bot.lines")


def test_replay_finds_the_same_answers(lines: Path) -> None:
    result = invoke("replay", str(lines), "--", "my-bot")
    requests = lines.read_bytes().count(b'> {"type":"request"')
    assert result.exit_code == 0, result.output
    assert result.stdout == (
        f"{requests} answers: {requests} the same, 0 differ, 0 new\nno fault: it came to the end\n"
    )
    shown = invoke("replay", "--show", "--until", "2", str(lines), "--", sys.executable, "my-bot/bot.py")
    assert [line[:11] for line in shown.stdout.splitlines()[:2]] == ["request 1: ", "request 2: "]
    assert shown.stdout.splitlines()[2:] == [
        "2 answers: 2 the same, 0 differ, 0 new",
        "no fault up to request 2",
    ]


def test_replay_shows_answers_that_differ(lines: Path) -> None:
    result = invoke("replay", str(lines), "--", "random")
    assert result.exit_code == 0
    assert "; then: " in result.stdout
    assert ", 0 differ" not in result.stdout


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("raise KeyError('x')", "fault: crashed: request 3: it exited with code 1"),
        ("import time; time.sleep(9)", "fault: timeout: request 3: no answer after"),
        ("return {'donate': 9999}", "fault: illegal_action: request 3: 'donate 9999' is illegal by R22"),
        ("ANSWERS.write(b'?\\n'); ANSWERS.flush()", "fault: bad_line: request 3: '?' is not JSON"),
    ],
)
def test_replay_stops_at_the_first_fault(lines: Path, change: str, said: str) -> None:
    program = Path("my-bot/bot.py")
    start = '        legal = request["legal"]\n'
    text = program.read_text()
    assert start in text
    program.write_text(text.replace(start, f"{start}        if request['id'] == 3:\n            {change}\n"))
    result = invoke("replay", "--time", "400ms", str(lines), "--", "my-bot")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[0] == "2 answers: 2 the same, 0 differ, 0 new"
    assert said in result.stdout.splitlines()[-1]
    if "KeyError" in change:
        assert "  | KeyError: 'x'" in result.stdout.splitlines()


WAITS_FOR_EVENTS = """
import json, sys
has_heard = False
for line in sys.stdin:
    message = json.loads(line)
    answer = {"hello": {"type": "hello", "major": 1, "name": "x", "features": ["events"]},
              "new_game": {"type": "ready"}}.get(message["type"])
    has_heard |= message["type"] == "event"
    if message["type"] == "request" and has_heard:
        answer = {"type": "action", "id": message["id"], "action": 0}
    if answer:
        print(json.dumps(answer), flush=True)
"""


def test_replay_says_what_a_bot_waits_for_that_is_not_in_the_lines(lines: Path) -> None:
    Path("waits.py").write_text(WAITS_FOR_EVENTS)
    result = invoke("replay", "--time", "1500ms", str(lines), "--", "waits.py")
    assert result.exit_code == 1
    note, fault = result.stdout.splitlines()[-2:]
    assert note == "note: it asks for 'events', which the session of these lines did not have"
    assert fault.startswith("fault: timeout: request 1: no answer after")


def test_replay_of_a_lost_game_says_what_it_was(lines: Path) -> None:
    texts = lines.read_bytes().splitlines(keepends=True)
    asked = [place for place, line in enumerate(texts) if line.startswith(b'> {"type":"request"')]
    error = b'> {"type":"error","code":"timeout","message":"request 4: no answer"}\n'
    lines.write_bytes(b"".join(texts[: asked[3] + 1]) + error + b'> {"type":"quit"}\n')
    result = invoke("replay", str(lines), "--", "my-bot")
    assert result.exit_code == 0
    first, count, verdict = result.stdout.splitlines()
    assert first.startswith("request 4: ") and first.endswith("; then: no answer")
    assert count == "4 answers: 3 the same, 0 differ, 1 new"
    assert verdict == "no fault; then it was timeout: request 4: no answer"


def test_replay_goes_through_rejections(lines: Path) -> None:
    program = Path("my-bot/bot.py")
    text = program.read_text()
    program.write_text(text.replace('        legal = request["legal"]\n', "        return 'fly'\n"))
    lenient = ["match", "my-bot", "random", "--games", "2", "--log-lines", "more", "--lenient", "2"]
    assert CliRunner().invoke(main, [*lenient, "--rule", "max_rounds=1"]).exit_code == 0
    kept = Path("more/g0001-seat0-my-bot.lines")
    assert b'> {"type":"reject"' in kept.read_bytes()
    result = invoke("replay", str(kept), "--", "my-bot")
    assert (result.exit_code, ", 0 differ, 0 new" in result.stdout) == (0, True), result.output


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"stones_total":60', b'"stones_total":61', ", line 4: edition: bag: the sum is 60, expected 61"),
        (
            b'"seat":0,"to_move"',
            b'"seat":7,"to_move"',
            ": observation, field 'seat': 7: expected a whole number",
        ),
        (b'"legal":[{', b'"legal":[{"fly":1},{', ": unknown key 'fly' in an action"),
    ],
)
def test_replay_of_edited_lines_names_the_line(lines: Path, old: bytes, new: bytes, said: str) -> None:
    text = lines.read_bytes()
    assert old in text
    lines.write_bytes(text.replace(old, new))
    result = invoke("replay", str(lines), "--", "my-bot")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"error: {lines}, line ")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "nothing.lines: No such file or directory"),
        ("", "nothing.lines: no lines, expected those of --log-lines"),
        ("hello\n", "nothing.lines, line 1: 'hello', expected '> ' or '< '"),
        ('> {"type":"hello"}\n', "nothing.lines, line 1: 'hello' message: "),
        (
            '> {"type":"reject","id":1,"code":"bad_answer","message":"no","tries_left":1}\n',
            "nothing.lines, line 1: 'reject' is not due: expected a request before it",
        ),
    ],
)
def test_what_is_no_file_of_lines_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path("nothing.lines").write_text(content)
    result = invoke("replay", "nothing.lines", "--", "random")
    assert (result.exit_code, result.stdout) == (1, "")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
