"""``livingstone-ai track`` as a person uses it: from a pipe, on a terminal, killed, resumed."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from livingstone.cli import main
from livingstone.cli.thinking import read_effort
from livingstone.cli.track_prompt import LineCompleter
from livingstone.cli.track_session import Session
from livingstone.cli.track_views import HELP
from livingstone.engine.editions import Edition
from livingstone.engine.errors import NotationError
from livingstone.engine.following.table_file import TableFile
from livingstone.engine.following.table_record import header_of, load_table

NEW = ("--names", "Anna,Bob,Cleo", "--me", "bob", "--start", "Anna")
ROLL = "1 2 3 4 5 6\n"
PROGRAM = (sys.executable, "-m", "livingstone", "track")
PATIENCE_S = 40.0


def run(typed: str, *arguments: object) -> Result:
    words = ["track", *(str(argument) for argument in arguments)]
    return CliRunner().invoke(main, words, input=typed, catch_exceptions=False)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.table"


def test_lines_of_a_pipe_are_answered_one_by_one_and_saved(path: Path) -> None:
    result = run(f"{ROLL}Anna 4 coins\n\n# a remark\nBob 5 tent\n", path, *NEW)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines() == [
        f"{path}: a new game, Anna, Bob (you), Cleo; edition schmidt-2009; 'help' explains",
        "Round 1, the boat on column 1: Anna rolls 6 dice.",
        "Anna rolls 1 2 3 4 5 6. Anna's turn.",
        "Anna takes 4 coins (wealth 7). Then Bob.",
        "Bob places a tent on c1 r5 for 1 coin (wealth 2). Then Cleo.",
    ]
    again = run("events 3\nmoney\n", path)
    assert again.exit_code == 0
    assert again.stdout.splitlines() == [
        f"{path}: continued after 6 events, Anna, Bob (you), Cleo; edition schmidt-2009; 'help' explains",
        "Round 1, boat on column 1, pool 1 2 3 6. Then Cleo.",
        "   4  Anna: end the turn",
        "   5  Bob: take the die 5",
        "   6  Bob: place a tent in row 5",
        "           wealth  chest  in hand  donations",
        "Anna            7      0        7  0",
        "Bob (you)       2      0        2  0",
        "Cleo            3      0        3  0",
    ]


def test_a_refused_line_goes_to_stderr_and_into_the_exit_code(path: Path) -> None:
    result = run(f"{ROLL}Cleo 4 coins\nAnna 4 coins\n", path, *NEW)
    assert result.exit_code == 1
    assert result.stderr == "error: line 2: it is Anna's turn, not Cleo's (R7)\n"
    assert result.stdout.splitlines()[-1] == "Anna takes 4 coins (wealth 7). Then Bob."
    assert len(load_table(path).steps) == 3


def test_back_takes_a_line_with_what_it_left_unsaid_also_after_a_restart(path: Path) -> None:
    run(f"{ROLL}Anna 4 coins\nBob 5 coins\n", path, *NEW)
    result = run("back\nback\nback\nback\n", path)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[2:] == [
        "taken back: 'Bob 5 coins'. Round 1, boat on column 1, pool 1 2 3 5 6. Then Bob.",
        "taken back: 'Anna 4 coins'. Round 1, boat on column 1, pool 1 2 3 4 5 6. Anna's turn.",
        "taken back: '1 2 3 4 5 6'. Round 1, the boat on column 1: Anna rolls 6 dice.",
    ]
    assert result.stderr == "error: line 4: there is nothing to take back\n"


def test_commands_have_the_names_that_people_try(path: Path) -> None:
    done = run(f"{ROLL}undo\n?\nHilfe\nbye\n", path, *NEW)
    assert done.exit_code == 0
    assert "taken back: '1 2 3 4 5 6'" in done.stdout
    assert done.stdout.count(HELP) == 2


def test_a_player_may_have_the_name_that_people_try_for_a_command(path: Path) -> None:
    done = run(
        f"{ROLL}Board 4 coins\nboard\n", path, "--names", "Board,Tipp", "--me", "Tipp", *("--start", "Board")
    )
    assert done.exit_code == 1  # six dice are too many for two
    done = run("1 2 3 4\nBoard 4 coins\nTipp 3 coins\nboard\n", path)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Tipp takes 3 coins (wealth 6)" in done.stdout
    assert "deck: " in done.stdout


def test_what_follows_a_command_is_not_taken_for_a_line(path: Path) -> None:
    done = run(f"{ROLL}back 3\n", path, *NEW)
    assert done.stderr == "error: line 2: '3' after 'back' is not understood: expected 'back' alone\n"
    assert len(load_table(path).steps) == 1


def test_evidence_is_told_with_the_money(path: Path) -> None:
    typed = f"{ROLL}Anna 4 coins\nAnna donates\nBob 1 coins\nCleo 2 coins\nAnna 5 tent\nmoney\n"
    lines = run(typed, path, *NEW).stdout.splitlines()
    assert "Anna donates (the first donation; the chest holds 1 to 7, wealth 7). Then Bob." in lines
    assert "Anna            6    1-6      0-5  1 (round 1)" in lines
    assert lines[-1].startswith("Anna ") and "had given at most 6" in lines[-1]


def test_the_board_and_the_help(path: Path) -> None:
    result = run(f"{ROLL}show\nhelp\nquit\nAnna 4 coins\n", path, *NEW)
    assert result.exit_code == 0
    assert "bonus  row" in result.stdout and "dice: 1 2 3 4 5 6" in result.stdout
    assert "chests Blue 12 lion Red 9" in result.stdout
    assert max(map(len, HELP.splitlines())) < 80, "as wide as a plain terminal"
    coloured = run("show\n", path.with_name("x"), "--players", "3", "--me", "red", "--start", "red").stdout
    assert all(f" {player} " in coloured for player in ("R Red", "B Blue", "G Green"))
    assert len(load_table(path).steps) == 1, "nothing is read after quit"


def test_a_whole_short_game_ends_with_its_result(path: Path) -> None:
    typed = (
        "1 1 1 2 2 2\nAnna 1 coins\nBob 1 coins\nCleo 1 coins\nAnna 2 coins\nAnna donates\n"
        "Bob 2 coins\ndonate 2\nCleo 2 coins\nchests Anna 1 Cleo 0\n"
    )
    result = run(typed, path, *NEW, "--rule", "max_rounds=1")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[-1] == (
        "Round 1 is scored: nobody gets VP. Bob wins (VP: Anna 0, Bob 0, Cleo 0; out by donation: Cleo)."
    )
    last = load_table(path).steps[-1]
    assert last.result is not None and last.result["winners"] == [1]
    again = run("Anna 4 coins\nhint\nback\n", path)
    assert again.stderr.splitlines() == [
        "error: line 1: the game is over: expected 'chests' with the coins of each chest (R6)",
        "error: line 2: the game is over: there is nothing left to decide",
    ]
    assert again.stdout.splitlines()[1].startswith("The game is over: Bob wins (VP: Anna 0, Bob 0")
    assert "taken back: 'chests Anna 1 Cleo 0'" in again.stdout


def test_a_hint_treats_the_open_turn_as_ended_and_records_nothing(path: Path) -> None:
    result = run(f"{ROLL}hint 40\nAnna 4 coins\nhint 40\nhint soon\n", path, *NEW)
    assert result.exit_code == 1
    early, odd = result.stderr.splitlines()[-2:]
    assert early == "error: line 2: a hint is about your turn, and it is Anna's"
    assert odd.startswith("error: line 5: 'soon': expected a time such as '2s', or a number of simulations")
    assert "Bob" in result.stdout.splitlines()[4] and "win %" in result.stdout
    assert len(load_table(path).steps) == 3


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "--names is missing: a new game needs --names, --me and --start"),
        (("--names", "Anna,Bob"), "--me is missing"),
        (("--names", "Anna,Bob", "--me", "Anna"), "--start is missing"),
        (
            ("--names", "Anna,Bob", "--me", "Ann", "--start", "Boo"),
            "'Boo' is none of the players (did you mean 'Bob'?)",
        ),
        (("--names", "Anna,Roll", "--me", "Anna", "--start", "Anna"), "cannot be called 'Roll'"),
        (("--names", "Anna", "--me", "Anna", "--start", "Anna"), "1 name: expected 2 to 5 players"),
        (("--names", "Anna,anna", "--me", "Anna", "--start", "Anna"), "two players have the same name"),
        (
            ("--names", "Anna,Bob", "--players", "3", "--me", "Anna", "--start", "Anna"),
            "--players 3: --names has 2",
        ),
        ((*NEW, "--rule", "start_coin=3"), "start_coin"),
    ],
)
def test_a_new_game_needs_what_nobody_can_be_asked(path: Path, options: tuple[str, ...], words: str) -> None:
    result = run("", path, *options)
    assert result.exit_code in (1, 2)
    assert words in result.stderr
    assert list(path.parent.iterdir()) == []


def test_colours_name_the_players_that_have_no_names(path: Path) -> None:
    assert run("", path, "--players", 2, "--me", "Red", "--start", "Blue").exit_code == 0
    assert load_table(path).header.names == ["Red", "Blue"]


def test_the_same_command_line_continues_a_game_and_another_is_refused(path: Path) -> None:
    assert run(ROLL, path, *NEW).exit_code == 0
    assert "continued after 1 event," in run("", path, *NEW).stdout
    for option, value in (
        ("--me", "Anna"),
        ("--names", "A,B"),
        ("--players", "4"),
        ("--edition", "bga"),
    ):
        result = run("", path, option, value)
        assert result.exit_code == 1
        assert f"exists and says otherwise than {option}" in result.stderr
    path.write_text("[seats]\n")
    assert "line 1: this is no file of a followed game" in run("", path).stderr


def test_two_people_cannot_write_to_one_file(path: Path) -> None:
    with TableFile.create(path, header_of(Edition.load(), ["Anna", "Bob"], 0, 0)):
        done = subprocess.run([*PROGRAM, path], input="", capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "is open in another 'track'" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_kill_loses_nothing_that_was_answered(path: Path) -> None:
    process = subprocess.Popen(
        [*PROGRAM, path, *NEW], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin and process.stdout
    process.stdin.write(f"{ROLL}Anna 4 coins\n")
    process.stdin.flush()
    for line in process.stdout:
        if "takes 4 coins" in line:
            break
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()
    result = run("Bob 5 coins\n", path)
    assert "continued after 3 events" in result.stdout
    assert result.stdout.splitlines()[-1] == "Bob takes 5 coins (wealth 8). Then Cleo."


def test_a_line_cut_short_by_a_crash_is_reported(path: Path) -> None:
    run(f"{ROLL}Anna 4 coins\n", path, *NEW)
    path.write_bytes(path.read_bytes()[:-5])
    result = run("", path)
    assert result.stderr == "line 4 of the file was cut short: it is left out\n"
    assert "Anna uses the die 4 next" in result.stdout


def suggestions(path: Path, typed: str, *lines: str) -> list[str]:
    """What is offered after ``typed`` when these lines were answered."""
    header = header_of(Edition.load(), ["Anna", "Bob", "Cleo"], 1, 0)
    with TableFile.create(path, header) as table:
        session = Session(table, str(path))
        for line in lines:
            session.answer(line)
        return [text for text, _ in LineCompleter(session).suggestions(typed)]


@pytest.mark.parametrize(
    ("typed", "offered", "absent"),
    [
        ("", "roll ", "Anna 4 coins"),
        ("ro", "roll ", "show"),
        ("sh", "show", "roll "),
    ],
)
def test_completion_before_a_roll(path: Path, typed: str, offered: str, absent: str) -> None:
    found = suggestions(path, typed)
    assert offered in found and absent not in found


@pytest.mark.parametrize(
    ("typed", "offered", "absent"),
    [
        ("Anna ", "Anna 5 tent", "Anna 4 coins"),
        ("an", "Anna donates", "Bob 5 coins"),
        ("5 t", "5 tent", "5 coins"),
        ("Anna 5 mine: 3 bl", "black", "red"),
        ("Anna 5 card mine", "mine_collapse", "market"),
        ("", "end", "Bob plays four_coins"),
    ],
)
def test_completion_of_lines_that_the_rules_allow(path: Path, typed: str, offered: str, absent: str) -> None:
    lines = ("1 2 3 4 5 6", "Anna 4 coins", "Bob 1 card four coins", "Cleo 2 coins")
    found = suggestions(path, typed, *lines)
    assert offered in found and absent not in found


def test_own_lines_are_offered_with_the_cards_in_hand(path: Path) -> None:
    lines = ("1 2 3 4 5 6", "Anna 4 coins", "Bob 1 card four coins")
    found = suggestions(path, "", *lines)
    assert {
        "Bob plays four_coins",
        "plays four_coins",
        "me donate ",
        "end",
        "Cleo 2 card",
        "Cleo donates",
    } <= set(found)
    assert "Cleo plays four_coins" not in found


class Terminal:
    """The program on a terminal of its own."""

    def __init__(self, *arguments: object) -> None:
        self.screen = ""
        self.pid, self.handle = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm", PROMPT_TOOLKIT_NO_CPR="1")
            os.execv(sys.executable, [*PROGRAM, *map(str, arguments)])
        fcntl.ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))

    def wait_for(self, text: str) -> None:
        """Reads until a text is on the screen."""
        deadline = time.monotonic() + PATIENCE_S
        while text not in self.screen:
            ready, _, _ = select.select([self.handle], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"no {text!r} in {self.screen!r}"
            try:
                self.screen += os.read(self.handle, 4096).decode(errors="replace")
            except OSError:  # the program has ended
                assert text in self.screen, f"no {text!r} in {self.screen!r}"
                return

    def type(self, text: str) -> None:
        self.screen = ""
        os.write(self.handle, text.encode())

    def code(self) -> int:
        """Waits for the end; the exit code."""
        while True:
            try:
                if not os.read(self.handle, 4096):
                    break
            except OSError:
                break
        _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        return os.waitstatus_to_exitcode(status)

    def close(self) -> None:
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.handle)


@pytest.fixture
def terminal(path: Path) -> Iterator[Terminal]:
    terminal = Terminal(path)
    yield terminal
    terminal.close()


def test_a_terminal_asks_completes_and_survives_ctrl_c(terminal: Terminal, path: Path) -> None:
    terminal.wait_for("clockwise order")
    terminal.type("Anna,Roll\r")
    terminal.wait_for("cannot be called 'Roll'")
    terminal.type("Anna, Bob\r")
    terminal.wait_for("Which of them are you")
    terminal.type("an\r")
    terminal.wait_for("Who rolls the first dice")
    terminal.type("Bob\r")
    terminal.wait_for("Bob rolls 4 dice.")
    terminal.type("1 2 3 4\r")
    terminal.wait_for("Bob's turn.")
    terminal.type("Bob 3 co")
    terminal.wait_for("Bob 3 coins")  # in the menu
    terminal.type("\t")
    terminal.wait_for("ins")
    terminal.type("\r")
    terminal.wait_for("Bob takes 3 coins (wealth 6)")
    terminal.type("Bob 2 coins\r")
    terminal.wait_for("error: ")
    terminal.type("\x03")
    terminal.wait_for(f"saved in {path}; go on with: livingstone-ai track {path}")
    assert terminal.code() == 130
    assert [step.kind for step in load_table(path).steps] == ["roll", "act", "act"]
    assert load_table(path).header.me == 0


def test_the_end_of_input_at_a_question_begins_no_game(terminal: Terminal, path: Path) -> None:
    terminal.wait_for("clockwise order")
    terminal.type("\x04")
    terminal.wait_for("interrupted")
    assert terminal.code() == 130
    assert list(path.parent.iterdir()) == []


DOCUMENT = (Path(__file__).parents[2] / "docs" / "track.md").read_text("utf-8")


def test_the_session_of_the_document_is_answered_so(path: Path) -> None:
    session = DOCUMENT.partition("<!-- session -->\n```text\n")[2].partition("```\n")[0].splitlines()
    typed = [line.removeprefix("> ") for line in session if line.startswith("> ")]
    assert len(typed) > 15
    result = run(
        "".join(f"{line}\n" for line in typed),
        path,
        "--names",
        "Anna,Bob,Cleo",
        "--me",
        "Bob",
        "--start",
        "Anna",
    )
    said = [line for line in session if not line.startswith("> ")]
    refused = [line for line in said if line.startswith("error: ")]
    assert result.stdout.splitlines()[2:] == [line for line in said if line not in refused]
    assert [re.sub("line [0-9]+: ", "", line) for line in result.stderr.splitlines()] == refused
    assert f"track kitchen.table {' '.join(NEW[:2])} --me Bob --start Anna" in DOCUMENT


def test_the_python_of_the_document_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = DOCUMENT.partition("```python\n")[2].partition("```\n")[0]
    exec(compile(code, "docs/track.md", "exec"), {})
    assert capsys.readouterr().out.splitlines()[-1] == "(1, 7)"


def test_a_line_that_is_no_utf8_is_refused(path: Path) -> None:
    done = subprocess.run(
        [*PROGRAM, path, *NEW], input=b"\xff\xfe 4 coins\n1 2 3 4 5 6\n", capture_output=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1 and b"line 1: " in done.stderr
    assert b"Anna rolls" in done.stdout


def test_suggest_reads_the_file_and_takes_the_turn_before_as_ended(path: Path) -> None:
    run(f"{ROLL}Anna 4 coins\n", path, *NEW)
    result = CliRunner().invoke(main, ["suggest", str(path), "--sims", "40"], catch_exceptions=False)
    assert result.exit_code == 0
    assert result.stdout.startswith("Bob: ")


@pytest.mark.parametrize(
    ("text", "effort"),
    [
        ("", (None, None)),
        ("2000", (2000, None)),
        ("2s", (None, 2.0)),
        ("500 ms", (None, 0.5)),
        ("1.5m", (None, 90.0)),
    ],
)
def test_how_long_a_hint_thinks(text: str, effort: tuple[int | None, float | None]) -> None:
    assert read_effort(text) == effort


@pytest.mark.parametrize("text", ["0", "0s", "1.5", "-2", "2h", "20000001", "9" * 30, "0100000001", "²"])
def test_efforts_that_cannot_be(text: str) -> None:
    with pytest.raises(NotationError, match="expected a time such as"):
        read_effort(text)
