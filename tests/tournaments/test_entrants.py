"""What a user may call a bot, and what a slip of the pen is answered with."""

import json
import sys
from pathlib import Path

import pytest

from livingstone.engine.errors import LivingstoneError
from livingstone.tournaments.entrants import distinct, program_of, read_entrant
from livingstone.tournaments.hosting import Hosting


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder: my_bot.py, a manifest's folder ``mine``, an executable ``tool``, a text."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_bot.py").touch()
    (tmp_path / "mine").mkdir()
    manifest = {
        "name": "Mine",
        "version": "1",
        "command": ["{python}", "x.py"],
        "protocol": 1,
        "memory_mb": 99,
    }
    (tmp_path / "mine" / "bot.json").write_text(json.dumps(manifest | {"threads": 2}))
    (tmp_path / "tool").touch(mode=0o755)
    (tmp_path / "notes.txt").touch(mode=0o644)
    return tmp_path


@pytest.mark.parametrize("text", ["random", "scripted:frugal", "ismcts:sims=10", " random "])
def test_a_built_in_player(folder: Path, text: str) -> None:
    entrant = read_entrant(text)
    assert (entrant.name, entrant.spec, entrant.is_program) == (text.strip(), text.strip(), False)


@pytest.mark.parametrize("text", ["mine", "mine/", "mine/bot.json"])
def test_a_manifest(folder: Path, text: str) -> None:
    entrant = read_entrant(text)
    assert (entrant.name, entrant.argv, entrant.folder) == ("Mine", (sys.executable, "x.py"), folder / "mine")
    launch = entrant.launch(Hosting(memory_mb=500))
    assert (launch.memory_mb, launch.threads, launch.folder) == (99, 2, folder / "mine")


def test_files_and_commands(folder: Path) -> None:
    python = read_entrant("my_bot.py")
    assert (python.name, python.argv) == ("my_bot", (sys.executable, str(folder / "my_bot.py")))
    assert python.launch(Hosting(memory_mb=500)).memory_mb == 500
    assert read_entrant("./tool").argv == (str(folder / "tool"),)
    command = read_entrant(f"'{sys.executable}' -u my_bot.py 'a b'")
    assert command.argv == (sys.executable, "-u", "my_bot.py", "a b")
    assert (command.name, command.folder) == ("my_bot", folder)


def test_what_was_written_can_be_written_again(folder: Path) -> None:
    (folder / "my bots").mkdir()
    (folder / "my bots" / "a.py").touch()
    for text in ("random", "mine", "my bots/a.py", f"{sys.executable} my_bot.py"):
        entrant = read_entrant(text)
        words = entrant.text[1:-1] if entrant.text.startswith("'") else entrant.text
        assert read_entrant(words) == entrant


def test_a_folder_with_a_players_name_needs_its_path(folder: Path) -> None:
    (folder / "random").mkdir()
    assert not read_entrant("random").is_program
    with pytest.raises(LivingstoneError, match=r"'\./random': the folder has no bot.json"):
        read_entrant("./random")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("my_bto.py", r"bot 'my_bto.py': there is no such file \(did you mean 'my_bot.py'\?\)"),
        ("mine/bot.jso", r"no such file \(did you mean 'mine/bot.json'\?\)"),
        ("nowhere/bot", "bot 'nowhere/bot': there is no such file$"),
        ("scriptd", r"\(did you mean 'scripted'\?\)"),
        ("scripted:frugl", r"no donation style 'frugl' \(did you mean 'frugal'\?\)"),
        ("ismcts:sim=5", r"no option 'sim' \(did you mean 'sims'\?\)"),
        ("minee", r"\(did you mean 'mine'\?\)"),
        ("qqqq", "no built-in player, file or command of this name: built in are random, "),
        ("notes.txt", "not executable, expected a program or a .py file"),
        ("python3 'a", "no closing quotation"),
        ("", "expected a player's name"),
    ],
)
def test_a_slip_is_one_line_with_what_is_near(folder: Path, text: str, message: str) -> None:
    with pytest.raises(LivingstoneError, match=message) as caught:
        read_entrant(text)
    assert "\n" not in str(caught.value)


def test_names_differ(folder: Path) -> None:
    for name in ("old", "new"):
        (folder / name).mkdir()
        (folder / name / "bot.py").touch()
    texts = ["random", "old/bot.py", "random", "new/bot.py", "old/bot.py"]
    names = [entrant.name for entrant in distinct([read_entrant(text) for text in texts])]
    assert names == ["random", "old/bot", "random#2", "new/bot", "old/bot#2"]


def test_a_built_in_player_as_a_program(folder: Path) -> None:
    program = program_of(read_entrant("scripted:frugal"))
    assert program.argv == (sys.executable, "-m", "livingstone", "bot", "run", "scripted:frugal")
    mine = read_entrant("mine")
    assert program_of(mine) is mine
