"""``livingstone-ai bot check`` as a user sees it."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from livingstone.cli import main
from livingstone.engine.codec import loads
from livingstone.protocol.kits import write_kit
from livingstone.tournaments.conformance.table import CHECKS

UNFLUSHED = """import sys
print("loading", file=sys.stderr)
for line in sys.stdin:
    print('{"type":"hello","major":1,"name":"slow"}')
"""


def check(*words: str) -> Result:
    return CliRunner().invoke(main, ["bot", "check", *words])


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """A starter bot in Python."""
    write_kit("python", tmp_path / "kit", "ada")
    return tmp_path / "kit"


def test_a_good_bot_in_lines(kit: Path) -> None:
    shown = check(str(kit), "--only", "1-3,16")
    lines = shown.output.splitlines()
    assert shown.exit_code == 0
    assert lines[0].startswith(f"checking ada: {sys.executable} bot.py (isolation ")
    assert lines[1] == "ok    1 starts and waits"
    assert lines[2].startswith("ok    2 says hello in time: ada 0.1 in Python, ")
    assert lines[3].startswith("ok    3 answers a request: '")
    assert lines[4:] == [
        "skip 16 hears events without a word: it does not ask for events",
        "passed: 3 checks, 1 skipped",
    ]


def test_a_failure_shows_a_hint_and_the_bots_own_stderr(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(UNFLUSHED.replace('"name"', '"nom"').replace("')", "', flush=True)"))
    shown = check("--only", "2,ids", "--", sys.executable, str(tmp_path / "slow.py"))
    assert shown.exit_code == 1
    seen = "'hello' message: Object missing required field `name` | expected the fields of docs/protocol.md"
    assert shown.output.splitlines()[1:] == [
        f"FAIL  2 says hello in time: {seen}",
        "        hint: See the message's table in docs/protocol.md, or `livingstone-ai protocol schema`.",
        "        stderr: loading",
        "skip  7 repeats the request's id: needs check 2",
        "FAILED: 1 of 2 checks (2), 1 skipped",
    ]


def test_the_whole_bot_of_the_document_passes(tmp_path: Path) -> None:
    document = Path(__file__).parents[2] / "docs" / "protocol.md"
    (program,) = re.findall(r"```python\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "first.py").write_text(program, encoding="utf-8")
    shown = check(str(tmp_path / "first.py"))
    assert shown.output.splitlines()[-1].startswith("passed: "), shown.output


def test_json_is_one_object(kit: Path) -> None:
    shown = check(str(kit / "bot.py"), "--json", "--only", "hello", "--seed", "7", "--time", "300ms")
    plain = loads(shown.stdout)
    assert (plain["bot"], plain["passed"], plain["seed"], plain["answer_ms"]) == ("bot", True, "7", 300)
    assert [(entry["number"], entry["key"], entry["verdict"]) for entry in plain["checks"]] == [
        (2, "hello", "ok")
    ]


def test_a_manifest_is_built_unless_told_not_to(kit: Path) -> None:
    manifest = kit / "bot.json"
    build = '"build": [["{python}", "-c", "open(\'built\', \'w\')"]], "protocol"'
    manifest.write_text(manifest.read_text().replace('"protocol"', build))
    shown = check(str(kit), "--no-build", "--only", "1")
    assert "building" not in shown.output
    assert not (kit / "built").exists()
    shown = check(str(kit), "--only", "1")
    assert shown.output.startswith("building: {python} -c open('built', 'w')\nchecking ada: ")
    assert (kit / "built").exists()
    shown = check(str(kit), "--only", "1", "--json")
    assert loads(shown.stdout)["passed"] is True
    assert shown.stderr.startswith("building: ")
    manifest.write_text(manifest.read_text().replace("open(", "fail("))
    shown = check(str(kit))
    assert (shown.exit_code, shown.stdout.count("\n")) == (1, 1)
    assert "failed with exit code 1" in shown.stderr
    assert len(shown.stderr.splitlines()) == 1


def test_the_list_of_checks() -> None:
    shown = check("--list")
    assert shown.exit_code == 0
    assert len(shown.output.splitlines()) == len(CHECKS)
    assert shown.output.startswith("  1  start      starts and waits\n")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ([], 2, "expected a bot: a folder with bot.json, a file, or a command after --"),
        (["scriptd"], 1, "did you mean 'scripted'?"),
        (["random", "--only", "77"], 1, f"check '77': expected numbers from 1 to {len(CHECKS)}, see --list"),
        (["random", "--time", "60s+1s"], 1, "time '60s+1s': expected one length such as 1s or 250ms"),
        (["random", "--time", "soon"], 1, "time 'soon': expected 1s"),
        (["random", "--isolation", "bublewrap"], 1, "did you mean 'bubblewrap'?"),
    ],
)
def test_mistakes_get_one_line(words: list[str], code: int, message: str) -> None:
    shown = check(*words)
    assert shown.exit_code == code
    assert message in shown.stderr.splitlines()[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_leaves_no_process(tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    bot = tmp_path / "stubborn.py"
    bot.write_text(
        "import os, pathlib, signal, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        f"pathlib.Path({str(mark)!r}).write_text(str(os.getpid()))\n"
        "time.sleep(60)\n"
    )
    words = [
        sys.executable,
        "-m",
        "livingstone",
        "bot",
        "check",
        "--isolation",
        "none",
        "--only",
        "2",
        str(bot),
    ]
    host = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while not (mark.exists() and mark.read_text()) and time.monotonic() < until:
        time.sleep(0.02)
    host.send_signal(signal.SIGINT)
    _, stderr = host.communicate(timeout=30)
    assert (host.returncode, stderr.splitlines()[-1]) == (130, b"interrupted")
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)
