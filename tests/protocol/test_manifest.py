"""bot.json: what is read, what is refused and how, what is run."""

import sys
from pathlib import Path

import pytest

from livingstone.engine.codec import dumps
from livingstone.engine.errors import LivingstoneError
from livingstone.protocol.manifest import Manifest, parse_manifest, read_manifest

LEAST = {"name": "ada", "version": "1.0", "command": ["./ada"], "protocol": 1}


def write(folder: Path, **fields: object) -> Path:
    """A manifest in ``folder``: the least fields and these."""
    path = folder / "bot.json"
    path.write_bytes(dumps(LEAST | fields))
    return path


def test_a_manifest_is_read_from_its_file_or_its_folder(tmp_path: Path) -> None:
    build = [["cc", "-o", "ada", "ada.c"], ["strip", "ada"]]
    path = write(tmp_path, author="Ada", language="C", build=build, memory_mb=256, threads=2)
    manifest = read_manifest(path)
    assert manifest == read_manifest(tmp_path)
    assert manifest == Manifest(
        name="ada",
        version="1.0",
        command=["./ada"],
        protocol=1,
        author="Ada",
        language="C",
        build_commands=build,
        memory_mb=256,
        threads=2,
    )


def test_what_may_be_left_out(tmp_path: Path) -> None:
    manifest = read_manifest(write(tmp_path))
    assert (manifest.author, manifest.language, manifest.build_commands) == ("", "", [])
    assert (manifest.memory_mb, manifest.threads) == (None, 1)


def test_a_byte_order_mark_is_no_error() -> None:
    assert parse_manifest(b"\xef\xbb\xbf" + dumps(LEAST)).name == "ada"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"comand": ["x"]}, "no field 'comand' in a manifest (did you mean 'command'?)"),
        ({"Build": []}, "no field 'Build' in a manifest: expected name, version, command, protocol, "),
        ({"build_commands": []}, "no field 'build_commands' in a manifest"),
        ({"name": ""}, "name: expected str of length >= 1"),
        ({"name": " ada"}, "name: ' ada', expected printable letters without spaces around them"),
        ({"name": "a\x1b[31mb"}, "name: 'a\\x1b[31mb', expected printable letters"),
        ({"name": "x" * 65}, "name: expected str of length <= 64"),
        ({"version": 1}, "version: expected str, got int"),
        ({"command": "./ada"}, "command: expected array, got str"),
        ({"command": []}, "command: expected array of length >= 1"),
        ({"command": ["a", 1]}, "command[1]: expected str, got int"),
        ({"command": ["a\0b"]}, "command, build: a NUL character"),
        ({"build": ["make"]}, "build[0]: expected array, got str"),
        ({"build": [[]]}, "build[0]: expected array of length >= 1"),
        ({"protocol": 2}, "protocol: 2, expected a major version known here: 1"),
        ({"protocol": "1"}, "protocol: expected int, got str"),
        ({"memory_mb": 0}, "memory_mb: expected int >= 1"),
        ({"memory_mb": 1.5}, "memory_mb: expected int | null, got float"),
        ({"threads": True}, "threads: expected int, got bool"),
    ],
)
def test_a_wrong_field_is_named_in_one_line(tmp_path: Path, fields: dict[str, object], message: str) -> None:
    path = write(tmp_path, **fields)
    with pytest.raises(LivingstoneError) as caught:
        read_manifest(tmp_path)
    assert str(caught.value).startswith(f"{path}: {message}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", list(LEAST))
def test_a_missing_field_is_named(name: str) -> None:
    fields = {key: value for key, value in LEAST.items() if key != name}
    with pytest.raises(LivingstoneError, match=f"^{name}: missing"):
        parse_manifest(dumps(fields))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "not JSON: "),
        (b"{'name': 1}", "not JSON: "),
        (b"\xff\xfe{}", "not JSON: "),
        (b"[]", "expected a JSON object"),
        (b" " * 65537, "longer than 65536 bytes"),
    ],
)
def test_what_is_no_manifest_is_refused(text: bytes, message: str) -> None:
    with pytest.raises(LivingstoneError) as caught:
        parse_manifest(text)
    assert str(caught.value).startswith(message)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "bot.json"):
        with pytest.raises(LivingstoneError) as caught:
            read_manifest(path)
        assert (
            str(caught.value) == f"{tmp_path / 'bot.json'}: there is no such file, expected a bot's manifest"
        )


def test_the_command_is_resolved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def argv(*command: str) -> list[str]:
        return read_manifest(write(tmp_path, command=list(command))).argv(Path(tmp_path.name))

    monkeypatch.chdir(tmp_path.parent)
    assert argv("{python}", "bot.py", "{python}") == [sys.executable, "bot.py", sys.executable]
    assert argv("./bot", "./data") == [str(tmp_path / "bot"), "./data"]
    assert argv("bin/bot") == [str(tmp_path / "bin" / "bot")]
    assert argv("node", "bot.js") == ["node", "bot.js"]
    assert argv("/usr/bin/env", "node") == ["/usr/bin/env", "node"]


def test_the_build_runs_in_the_folder_in_order(tmp_path: Path) -> None:
    first = ["{python}", "-c", "open('a', 'w').write('x')"]
    second = ["{python}", "-c", "import os; os.rename('a', 'b'); print('loud')"]
    read_manifest(write(tmp_path, build=[first, second])).build(tmp_path)
    assert (tmp_path / "b").read_text() == "x"


def test_a_failing_build_shows_its_command_and_stderr_and_ends_there(tmp_path: Path) -> None:
    script = "import sys; print('not', 'this'); sys.exit('\\n'.join(f'line {i}' for i in range(20)))"
    after = ["{python}", "-c", "open('after', 'w')"]
    manifest = read_manifest(write(tmp_path, build=[["{python}", "-c", script], after]))
    with pytest.raises(LivingstoneError) as caught:
        manifest.build(tmp_path)
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / 'bot.json'}: build command '{{python}} -c import sys")
    assert "failed with exit code 1: line 12 | line 13 | " in message
    assert message.endswith("line 19")
    assert "not this" not in message
    assert not (tmp_path / "after").exists()


def test_a_missing_compiler_is_named(tmp_path: Path) -> None:
    manifest = read_manifest(write(tmp_path, build=[["no-such-compiler", "x.c"]]))
    with pytest.raises(LivingstoneError, match="there is no program 'no-such-compiler', is it installed"):
        manifest.build(tmp_path)
