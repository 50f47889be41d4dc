"""``livingstone-ai simulate`` as a program meets it: the session of its document, odd lines, closed pipes."""

import json
import re
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from livingstone.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "simulate.md").read_text("utf-8")
COMMAND = [sys.executable, "-m", "livingstone", "simulate", "--seed", "1"]


def run(*words: str, lines: bytes) -> list[bytes]:
    done = CliRunner().invoke(main, ["simulate", *words], input=lines)
    assert done.exit_code == 0, done.output
    return done.stdout_bytes.splitlines()


def session() -> list[tuple[str, str]]:
    """Requests and answers of the worked example."""
    block = re.search(r"<!-- session -->\n```\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    lines = block[1].splitlines()
    assert [line[:2] for line in lines] == ["> ", "< "] * (len(lines) // 2)
    return [(ask[2:], answer[2:]) for ask, answer in zip(lines[::2], lines[1::2], strict=True)]


def test_the_session_of_the_document_line_by_line() -> None:
    pairs = session()
    assert len(pairs) > 8
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdin is not None
        assert service.stdout is not None
        for ask, answer in pairs:
            service.stdin.write(ask + "\n")
            service.stdin.flush()
            assert service.stdout.readline() == answer + "\n"  # flushed: the next request waits for it
        service.stdin.close()
        assert service.stdout.read() == ""
        assert service.wait(20) == 0


def test_every_request_and_code_of_the_document_is_known() -> None:
    from livingstone.ai.simulation_requests import REQUESTS

    named = set(re.findall(r"\*\*(\w+)\*\*", PAGE)) - {"Batch"}
    assert named == set(REQUESTS)


def test_crlf_empty_lines_a_last_line_without_end_and_one_too_long() -> None:
    long = b'{"id":"' + b"x" * (3 << 20) + b'"}\n'
    answers = run(lines=b'\r\n\n{"id":1,"do":"ping"}\r\n' + long + b'{"id":2,"do":"ping"}')
    assert [json.loads(answer)["id"] for answer in answers] == [1, None, 2]
    assert json.loads(answers[1])["error"]["code"] == "too_long"


def test_the_edition_and_its_changes_hold_for_the_session() -> None:
    lines = b'{"do":"ping"}\n{"do":"new","players":2,"show":["state"]}\n'
    ping, new = map(json.loads, run("--edition", "bga", "--rule", "start_coins=5", lines=lines))
    assert ping["edition"] == "bga"
    assert new["state"]["seats"][0]["cash"] == 5


def test_states_bounds_what_is_kept() -> None:
    new = b'{"do":"new","players":2}\n'
    answers = run("--states", "1", lines=new + new)
    assert [json.loads(answer)["ok"] for answer in answers] == [True, False]


def test_a_reader_that_is_gone_is_a_normal_end() -> None:
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as service:
        assert service.stdin is not None
        assert service.stdout is not None
        assert service.stderr is not None
        service.stdin.write('{"do":"ping"}\n')
        service.stdin.flush()
        assert service.stdout.readline()
        service.stdout.close()
        service.stdin.write('{"do":"ping"}\n')
        service.stdin.close()
        assert service.wait(20) == 0
        assert "Traceback" not in service.stderr.read()
