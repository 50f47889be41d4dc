"""The command's shell: a quick help, one line for an error, the right exit codes."""

import os
import pkgutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest
from click.testing import CliRunner

import livingstone
from livingstone import cli
from livingstone.cli import bot, tournament
from livingstone.cli.options import EditionChoice, edition_options
from livingstone.engine.errors import IllegalAction, PositionError


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], list[str]]:
    """Makes a callable the body of a command named ``fake``."""

    def install(body: Callable[..., Any]) -> list[str]:
        module = ModuleType("livingstone.cli.fake")
        module.command = body if isinstance(body, click.Command) else click.command()(body)  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setitem(cli.COMMANDS, "fake", "A test's own.")
        return ["fake"]

    return install


def run_python(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """A Python process with captured output."""
    return subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_help_imports_nothing_heavy() -> None:
    heavy = ("numpy", "numba", "rich", "msgspec", "orjson", "livingstone.engine", "livingstone.ai")
    code = (
        "import sys\nfrom livingstone.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n"
        f"    sys.exit(', '.join(name for name in {heavy!r} if name in sys.modules) or 0)\n"
    )
    process = run_python("-c", code)
    assert process.stderr.strip() == ""
    assert process.returncode == 0


def test_help_comes_within_a_moment_of_a_bare_interpreter() -> None:
    def median_s(*arguments: str) -> float:
        times = []
        for _ in range(5):
            start = time.perf_counter()
            assert run_python(*arguments).returncode == 0
            times.append(time.perf_counter() - start)
        return statistics.median(times)

    bare, shown = median_s("-c", "pass"), median_s("-m", "livingstone", "--help")
    # 0.035 s apart when measured; a busy machine stretches both.
    assert shown - bare < max(0.15, 6 * bare)


def test_the_tables_and_the_modules_agree() -> None:
    modules = {module.name for module in pkgutil.iter_modules(cli.__path__)}
    promised = set(cli.COMMANDS)
    for group, commands in (("bot", bot.COMMANDS), ("tournament", tournament.COMMANDS)):
        promised |= {f"{group}_{name}" for name in commands}
    assert not promised - modules, "help promises a command that is not there"
    for name in modules - promised:
        source = __import__(f"livingstone.cli.{name}", fromlist=["command"])
        assert not hasattr(source, "command"), f"{name} is missing from the table"


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_a_help_of_its_own(name: str) -> None:
    result = CliRunner().invoke(cli.main, [name, "--help"])
    assert result.exit_code == 0, result.output
    assert f"livingstone-ai {name}" in result.output


def test_version() -> None:
    process = run_python("-m", "livingstone", "--version")
    assert process.stdout == f"livingstone-ai {livingstone.__version__}\n"


def test_an_unknown_command_is_answered_with_the_nearest() -> None:
    result = CliRunner().invoke(cli.main, ["sugest"])
    assert result.exit_code == 2
    assert "no command 'sugest'; did you mean 'suggest'?" in result.stderr


@pytest.mark.parametrize(
    "error", [PositionError("seats.Blue.gems: 3 red,\nbut 2 exist"), IllegalAction("no die 6 (R8)", "R8")]
)
def test_our_errors_are_one_line_and_exit_code_1(fake: Any, error: Exception) -> None:
    def body() -> None:
        raise error

    result = CliRunner().invoke(cli.main, fake(body))
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr == "error: " + str(error).replace("\n", " ") + "\n"


def test_a_missing_file_is_one_line(fake: Any) -> None:
    def body() -> None:
        with open("nowhere.toml"):  # noqa: PTH123 - the plainest way to the error
            pass

    result = CliRunner().invoke(cli.main, fake(body))
    assert (result.exit_code, result.stderr) == (1, "error: nowhere.toml: No such file or directory\n")


def test_a_full_disk_is_one_line(fake: Any) -> None:
    def body() -> None:
        raise OSError(28, "No space left on device")

    result = CliRunner().invoke(cli.main, fake(body))
    assert (result.exit_code, result.stderr) == (1, "error: No space left on device\n")


@pytest.mark.skipif(os.name != "posix", reason="closes streams with a shell")
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [("rules >&-", 0, ""), ("position show - <&-", 1, "error: standard input: "), ("rules 2>&-", 0, "")],
)
def test_closed_standard_streams_are_no_fault(words: str, code: int, said: str) -> None:
    command = f"'{sys.executable}' -m livingstone {words}"
    process = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert process.returncode == code
    assert process.stderr.startswith(said) and process.stderr.count("\n") == code


def test_a_fault_of_the_program_is_not_hidden(fake: Any) -> None:
    def body() -> None:
        raise ValueError("a bug")

    result = CliRunner().invoke(cli.main, fake(body))
    assert isinstance(result.exception, ValueError)


@pytest.mark.parametrize("error", [KeyboardInterrupt, click.Abort])
def test_an_interruption_is_one_line_and_exit_code_130(fake: Any, error: type[BaseException]) -> None:
    def body() -> None:
        raise error

    result = CliRunner().invoke(cli.main, fake(body))
    assert (result.exit_code, result.stdout, result.stderr.strip()) == (130, "", "interrupted")


def test_wrong_usage_is_exit_code_2(fake: Any) -> None:
    def body() -> None:
        pass

    result = CliRunner().invoke(cli.main, [*fake(body), "--nonsense"])
    assert result.exit_code == 2
    assert "--nonsense" in result.stderr


PRINTING = """
import sys
from types import ModuleType
import click
from livingstone import cli
from livingstone.cli import bot

@click.command()
def command():
    {body}

module = sys.modules["livingstone.cli.fake"] = ModuleType("livingstone.cli.fake")
module.command = command
cli.COMMANDS["fake"] = ""
cli.main(["fake"])
"""


def test_a_closed_pipe_is_quiet() -> None:
    code = PRINTING.format(body="[click.echo('line') for _ in range(1_000_000)]")
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == "line\n"
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(timeout=60) == 1


def test_signs_the_output_cannot_show_are_replaced() -> None:
    code = PRINTING.format(body="click.echo('L\\xf6we \\u2192 4 VP')")
    process = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert process.stderr == b""
    assert process.stdout.rstrip() == "L\xf6we ? 4 VP".encode("latin-1")


def test_a_board_is_drawn_in_ascii_where_the_output_knows_no_other_signs(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    assert run_python("-m", "livingstone", "position", "new", str(path)).returncode == 0
    shown = run_python("-m", "livingstone", "position", "show", str(path), PYTHONIOENCODING="latin-1")
    assert (shown.returncode, "?" in shown.stdout) == (0, False)
    assert "|" in shown.stdout


def test_edition_options_hand_over_what_was_said(fake: Any) -> None:
    heard: list[EditionChoice] = []

    @click.command()
    @edition_options
    def command(edition: EditionChoice) -> None:
        heard.append(edition)

    arguments = [*fake(command), "--edition", "bga", "--rule", "columns=9", "--rule", "max_rounds=12"]
    assert CliRunner().invoke(cli.main, arguments).exit_code == 0
    assert CliRunner().invoke(cli.main, ["fake"]).exit_code == 0
    assert heard == [EditionChoice("bga", ("columns=9", "max_rounds=12")), EditionChoice()]
    assert [choice.is_given for choice in heard] == [True, False]
