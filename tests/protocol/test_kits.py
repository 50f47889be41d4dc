"""The starter kits as a user gets them: written, built, and played through pipes."""

import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from livingstone.cli.bot_new import command
from livingstone.engine.codec import dumps, loads
from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.protocol.kits import DEFAULT_NAME, LANGUAGES, find_language, name_for, write_kit
from livingstone.protocol.manifest import read_manifest
from sample_games import random_game

TRICKY_NAME = '"type":"quit"} \\" {[ \u2028 \u2029 \x85 Zoë 李 🦁'
"""A player's name that looks like a message, with letters that some readers take for the end of a line."""
MAY_PASS = Edition.load("schmidt-2009", ["must_take_die=no"])
WITHOUT_TEXT = ("python", "javascript")
"""These read JSON and do not ask for the legal list as text."""


class Kit:
    """A built starter bot: its folder, its command."""

    def __init__(self, language: str, folder: Path) -> None:
        self.language = language
        self.folder = folder
        self.argv = read_manifest(folder).argv(folder)


class Conversation:
    """A running bot; each line is answered within a minute or the bot is killed."""

    def __init__(self, kit: Kit) -> None:
        # PYTHONUNBUFFERED would hide a forgotten flush.
        scrubbed = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
        self.process = subprocess.Popen(
            kit.argv,
            cwd=kit.folder,
            env=scrubbed,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.watch = threading.Timer(60, self.process.kill)
        self.watch.start()

    def __enter__(self) -> "Conversation":
        return self

    def __exit__(self, *_: object) -> None:
        self.watch.cancel()
        self.process.kill()
        self.process.communicate()

    def write(self, text: bytes) -> None:
        """These bytes, now."""
        assert self.process.stdin is not None
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def tell(self, kind: str, /, **fields: Any) -> None:
        """A message that wants no answer."""
        self.write(dumps({"type": kind, **fields}, newline=True))

    def hear(self) -> dict[str, Any]:
        """The bot's next message."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.endswith(b"\n"), f"no whole line: {line!r}"
        message = loads(line)
        assert isinstance(message, dict)
        return message

    def ask(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """A message and its answer."""
        self.tell(kind, **fields)
        return self.hear()

    def greet(self) -> dict[str, Any]:
        """The bot's hello, welcomed."""
        hello = self.ask("hello", **HELLO)
        self.tell("welcome", features=hello.get("features", []))
        return hello

    def end(self) -> tuple[int, bytes, bytes]:
        """Exit code, what else was on stdout, and stderr, of a bot that has reason to exit."""
        out, err = self.process.communicate()
        self.watch.cancel()
        return self.process.returncode, out, err


HELLO: dict[str, Any] = {
    "protocol": "livingstone",
    "major": 1,
    "minor": 0,
    "supported": [1],
    "host": {"name": "livingstone-ai", "version": "0.1.0"},
    "limits": {"host_line": 262144, "bot_line": 65536, "note": 1024, "hello_ms": 10000, "ready_ms": 60000},
    "features": ["events", "text"],
}
TIME = {"cap_ms": 1000, "bank_ms": None, "increment_ms": 0}


@pytest.fixture(scope="module", params=LANGUAGES)
def kit(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """Each kit, written and built once."""
    folder = tmp_path_factory.mktemp(request.param) / "my first bot"
    write_kit(request.param, folder, "first.bot")
    manifest = read_manifest(folder)
    for argv in (*manifest.build_commands, manifest.argv(folder)):
        if "/" not in argv[0] and shutil.which(argv[0]) is None:
            pytest.skip(f"{argv[0]} is not installed")
    manifest.build(folder)
    return Kit(request.param, folder)


def new_game(game: Game, name: str = "Ada") -> dict[str, Any]:
    """The fields of new_game."""
    return {
        "game": "g-1",
        "edition": game.edition.to_dict(),
        "players": game.players,
        "seat": 0,
        "names": [name] * game.players,
        "seed": "18446744073709551615",
        "score": "placement",
        "strict": True,
        "tries": 1,
        "time": TIME,
    }


def request(game: Game, number: int) -> dict[str, Any]:
    """The fields of a request to the seat to move."""
    legal = game.legal()
    return {
        "game": "g-1",
        "id": number,
        "kind": game.phase.name.lower(),
        "observation": game.observation().to_dict(),
        "legal": [entry.legal_json() for entry in legal],
        "legal_text": [entry.legal_text() for entry in legal],
        "time": TIME | {"deadline_ms": 987},
    }


def expected_move(legal: list[str], donated: bool) -> str:
    """The move that the kits' strategy makes, once more."""
    by_use = [text for use in ("tent", "coins") for text in legal if text.startswith("die ") and use in text]
    dice = [text for text in legal if text.startswith("die ")]
    gifts = [text for text in legal if text.startswith("donate ")]
    if by_use or dice:
        return (by_use or dice)[0]
    if gifts and not donated:
        return f"donate {(int(gifts[0].split('..')[-1].split()[-1]) + 1) // 2}"
    return "end"


def play(talk: Conversation, players: int, seed: int) -> Game:
    """A whole game, every seat played by the bot; each answer is the strategy's, and legal."""
    game = Game.new(players, seed=seed)
    assert talk.ask("new_game", **new_game(game, TRICKY_NAME))["type"] == "ready"
    number, donated = seed, False
    while not game.is_over:
        if game.awaits_chance:
            talk.tell("event", game="g-1", seq=number, event={"roll": list(game.roll().dice)})
            continue
        number += 1
        fields = request(game, number)
        answer = talk.ask("request", **fields)
        assert (answer["type"], answer["id"]) == ("action", number)
        action = Action.read(answer["action"])
        assert str(action) == expected_move(fields["legal_text"], donated)
        game.play(action)
        donated = str(action) != "end" and (donated or str(action).startswith("donate"))
    talk.tell("game_over", game="g-1", place=1, places=list(game.result().places))
    return game


def test_whole_games_of_several_sizes_in_one_process(kit: Kit) -> None:
    with Conversation(kit) as talk:
        hello = talk.greet()
        assert (hello["type"], hello["major"], hello["name"]) == ("hello", 1, "first.bot")
        assert hello.get("features", []) == ([] if kit.language in WITHOUT_TEXT else ["text"])
        assert hello["language"] == read_manifest(kit.folder).language
        for players, seed in ((2, 5), (5, 6), (2, 7)):
            result = play(talk, players, seed).result()
            assert max(result.donations) > 10
            assert max(result.sources[seat]["tents"] for seat in range(players)) > 0
        talk.tell("quit")
        assert talk.end() == (0, b"", b"")


def test_legal_answers_in_random_positions(kit: Kit) -> None:
    kinds = set()
    with Conversation(kit) as talk:
        talk.greet()
        for players, rules in ((2, "bga"), (3, "schmidt-2009"), (4, MAY_PASS)):
            for game in random_game(players, rules, seed=players):
                if game.awaits_chance or game.is_over:
                    continue
                if not kinds:
                    assert talk.ask("new_game", **new_game(game))["type"] == "ready"
                fields = request(game, len(kinds))
                kinds.add(fields["kind"])
                answer = talk.ask("request", **fields)["action"]
                action = game.legal()[answer] if type(answer) is int else Action.read(answer)
                assert game.broken_clause(action) is None, (str(action), fields["legal_text"])
    assert kinds == {"before_die", "die_held", "action_done"}


def test_tricky_lines(kit: Kit) -> None:
    game = Game.new(3, seed=1)
    game.roll()
    start, ask = new_game(game, TRICKY_NAME), request(game, 7)
    lowest = min(entry.die for entry in game.legal() if entry.die)
    with Conversation(kit) as talk:
        talk.greet()

        # Unknown types and fields, empty lines, CRLF, white space, other orders of the keys.
        talk.write(b'\n\r\n  \n{"type":"weather","id":1,"sun":{"type":"quit"}}\n{}\n')
        assert talk.ask("ping", id=1) == {"type": "pong", "id": 1}
        talk.write(b'{"future":[{"type":"quit"},"}"],"id":2,"type":"ping"}\r\n')
        assert talk.hear() == {"type": "pong", "id": 2}
        talk.write(b' { "id" : 9007199254740991 , "\\u0074ype" : "p\\u0069ng" } \n')
        assert talk.hear() == {"type": "pong", "id": 9007199254740991}

        # Names that look like messages, as they are and in escapes.
        assert talk.ask("new_game", **start)["type"] == "ready"
        talk.write(
            json.dumps({"names": [TRICKY_NAME, "\\", "\\\\"], "type": "new_game", **start}).encode() + b"\n"
        )
        assert talk.hear()["type"] == "ready"

        # A line in pieces (within a letter of several bytes too), then two lines in one piece.
        line = dumps({"note": "李🦁" * 20, "type": "request", **ask}, newline=True)
        for at in range(100):
            talk.write(line[at : at + 1])
        talk.write(line[100:])
        answer = talk.hear()
        assert Action.read(answer["action"]) == Action.take(lowest)
        ping = b'{"type":"ping","id":%d}\n'
        talk.write(ping % 3 + ping % 4)
        assert [talk.hear()["id"], talk.hear()["id"]] == [3, 4]

        # The longest line a host may send; the request's own fields come after the ballast.
        line = dumps({"ballast": "", "type": "request", **ask}, newline=True)
        ballast = ('"]}{[\\' + "\u2028é") * 30000
        room = 262144 - len(line)
        while len(dumps(ballast)) - 2 > room:
            ballast = ballast[: -max(1, (len(dumps(ballast)) - 2 - room) // 12)]
        ballast += "x" * (room - (len(dumps(ballast)) - 2))
        line = dumps({"ballast": ballast, "type": "request", **ask}, newline=True)
        assert len(line) == 262144
        talk.write(line)
        assert talk.hear() == answer

        # Another try is taken with a move that is legal for sure.
        rejected = talk.ask("reject", id=7, code="illegal_action", message='no "die" 9', tries_left=1)
        assert rejected == {"type": "action", "id": 7, "action": 0}

        # A host that closes stdin is gone.
        assert talk.process.stdin is not None
        talk.process.stdin.close()
        talk.process.stdin = None
        code, out, err = talk.end()
        assert (code, out) == (0, b"")
        assert b"die" in err


def test_a_foreign_version_is_refused_politely(kit: Kit) -> None:
    with Conversation(kit) as talk:
        refusal = talk.ask("hello", **HELLO | {"major": 12, "supported": [10, 11, 12]})
        assert (refusal["type"], refusal["code"]) == ("error", "unsupported_version")
        assert refusal["message"] == "first.bot speaks protocol 1"
        assert talk.end() == (0, b"", b"")


def test_an_error_is_shown_and_ends_with_quit(kit: Kit) -> None:
    with Conversation(kit) as talk:
        assert talk.ask("hello", **HELLO | {"supported": [2, 1]})["type"] == "hello"
        talk.tell("error", code="timeout", message="late by 20 ms")
        talk.tell("quit")
        code, out, err = talk.end()
        assert (code, out) == (0, b"")
        assert b"late by 20 ms" in err


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_stands_everywhere(language: str, tmp_path: Path) -> None:
    files = write_kit(language, tmp_path / "deep" / "bot", "Ada.2-x_y")
    assert sorted(files) == sorted((tmp_path / "deep" / "bot").iterdir())
    assert {"bot.json", "README.md"} < {file.name for file in files}
    assert read_manifest(tmp_path / "deep" / "bot").name == "Ada.2-x_y"
    for file in files:
        text = file.read_text("utf-8")
        assert DEFAULT_NAME not in text
        assert "Ada.2-x_y" in text or file.name.lower().startswith("json.")
        assert text.isascii()
        assert b"\r" not in file.read_bytes()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine")
    for target in (tmp_path, tmp_path / "notes"):
        with pytest.raises(LivingstoneError, match="exists already, expected a new or an empty folder"):
            write_kit("c", target, "ada")
    assert [path.name for path in tmp_path.iterdir()] == ["notes"]


@pytest.mark.parametrize("name", ["", "a b", 'x"y', "-x", "Zoë", "a" * 41, "x\n"])
def test_a_name_that_would_need_escapes_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(LivingstoneError, match=r"^name: "):
        write_kit("python", tmp_path / "bot", name)
    assert not (tmp_path / "bot").exists()


def test_languages_are_found_by_other_names() -> None:
    assert [find_language(word) for word in ("Rust", "js", "C++", "node", "py")] == [
        "rust",
        "javascript",
        "cpp",
        "javascript",
        "python",
    ]
    with pytest.raises(LivingstoneError, match=r"no starter kit for 'pyton' \(did you mean 'python'\?\)"):
        find_language("pyton")
    with pytest.raises(LivingstoneError, match="no starter kit for 'cobol': expected python, javascript, c,"):
        find_language("cobol")


def test_a_name_is_made_of_the_folders() -> None:
    assert name_for(Path("/x/my bot (new)")) == "my-bot-new"
    assert name_for(Path("/x/..y")) == "y"
    assert name_for(Path("/")) == DEFAULT_NAME


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_bot_new_prints_the_next_commands(empty: Path) -> None:
    shown = CliRunner().invoke(command, ["--lang", "c", "--name", "ada"])
    assert shown.exit_code == 0
    assert shown.output.splitlines() == [
        "written: ada in ada: README.md, bot.c, bot.json, json.h",
        "Next:",
        "  cd ada",
        "  cc -O2 -std=c11 -o bot bot.c",
        "  livingstone-ai bot check .",
        "  livingstone-ai match . scripted --games 20",
    ]
    assert (empty / "ada" / "bot.c").exists()


def test_bot_new_in_the_folder_one_stands_in(empty: Path) -> None:
    (empty / "zoe 1").mkdir()
    os.chdir(empty / "zoe 1")
    shown = CliRunner().invoke(command, ["--lang", "js", "."])
    assert shown.exit_code == 0
    assert "cd " not in shown.output
    assert read_manifest(empty / "zoe 1").name == "zoe-1"


def test_bot_new_needs_a_language_it_knows(empty: Path) -> None:
    assert CliRunner().invoke(command, []).exit_code == 2
    shown = CliRunner().invoke(command, ["--lang", "pythn"])
    assert isinstance(shown.exception, LivingstoneError)
    assert list(empty.iterdir()) == []
