"""The file of a followed game: written step by step, read strictly, taken back, kept through kills."""

import errno
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError, RecordError
from livingstone.engine.following import is_table, read_table
from livingstone.engine.following.table_file import TableFile
from livingstone.engine.following.table_record import TableHeader, header_of, load_table

NAMES = ("Anna", "Bob", "Cy")
ROLL: dict[str, Any] = {"roll": [1, 2, 3, 4, 5, 6]}
TAKE: dict[str, Any] = {"seat": 0, "act": {"die": 1}}
COINS: dict[str, Any] = {"seat": 0, "act": {"die": 1, "use": "coins"}}


def header() -> TableHeader:
    return header_of(Edition.load("bga", ["start_coins=5"]), NAMES, 1, 0)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableFile]:
    with TableFile.create(tmp_path / "game.table", header()) as table:
        yield table


def add(table: TableFile, *events: dict[str, Any], typed: str | None = None) -> None:
    after = table.follower.copy()
    for event in events:
        after.step(event)
    table.add(events, after, typed)


def test_what_was_written_is_read(table: TableFile, tmp_path: Path) -> None:
    path = tmp_path / "game.table"
    add(table, ROLL, typed="1 2 3 4 5 6")
    add(table, TAKE, COINS, typed="anna 1 coins")
    add(table, {"seat": 0, "act": {"donate": True}})
    assert is_table(path)
    follower = read_table(path)
    assert follower.observation() == table.follower.observation()
    assert (follower.names, follower.me, follower.edition.start_coins) == (NAMES, 1, 5)
    assert follower.observation().money[0].chest == (1, 6)
    first, roll, take, coins, donation = [json.loads(line) for line in path.read_text().splitlines()]
    assert (first["format"], first["version"], first["me"], first["start"]) == ("livingstone-table", 1, 1, 0)
    assert roll == ROLL | {"info": {"line": "1 2 3 4 5 6"}}
    assert (take, coins) == (TAKE | {"info": {"line": "anna 1 coins"}}, COINS | {"info": {"follows": True}})
    assert donation == {"seat": 0, "act": {"donate": True}}


def test_back_takes_a_typed_line_with_all_its_steps(table: TableFile, tmp_path: Path) -> None:
    path = tmp_path / "game.table"
    add(table, ROLL)
    kept, known = path.read_bytes(), table.follower.observation()
    add(table, TAKE, COINS, typed="anna 1 coins")
    assert [step.kind for step in table.back()] == ["act", "act"]
    assert path.read_bytes() == kept
    assert table.follower.observation() == known
    add(table, TAKE)
    assert load_table(path).steps[-1].action.die == 1
    table.back()
    table.back()
    with pytest.raises(RecordError, match="nothing to take back"):
        table.back()
    assert sorted(file.name for file in tmp_path.iterdir()) == [".game.table.lock", "game.table"]


def test_a_second_writer_is_refused_and_the_lock_goes_with_the_first(
    table: TableFile, tmp_path: Path
) -> None:
    path = tmp_path / "game.table"
    code = (
        "import sys\nfrom livingstone.engine.following.table_file import TableFile\n"
        "TableFile.open(sys.argv[1]).close()"
    )
    second = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=False)
    assert "is open in another 'track'" in second.stderr
    assert second.returncode == 1
    table.close()
    TableFile.open(path).close()
    assert [file.name for file in tmp_path.iterdir()] == ["game.table"]


def test_a_lock_that_a_killed_process_left_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "game.table"
    TableFile.create(path, header()).close()
    (tmp_path / ".game.table.lock").write_bytes(b"")
    TableFile.open(path).close()


def test_a_last_line_cut_short_is_left_out_reported_and_removed(table: TableFile, tmp_path: Path) -> None:
    path = tmp_path / "game.table"
    add(table, ROLL)
    add(table, TAKE)
    table.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    assert load_table(path).cut == 3
    with TableFile.open(path) as again:
        assert again.cut == 3
        assert len(again.steps) == 1
        add(again, TAKE)
    assert path.read_bytes() == whole
    path.write_bytes(whole[:-1])  # the line is whole, its end is missing
    with TableFile.open(path) as again:
        assert again.cut is None
        add(again, COINS)
    assert len(load_table(path).steps) == 3


class FullDisk(io.BytesIO):
    """The rest of a disk: a few bytes of a line fit."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        self._rest = file

    def write(self, data: Any) -> int:
        self._rest.write(data[:7])
        raise OSError(errno.ENOSPC, "No space left on device")

    def fileno(self) -> int:
        return self._rest.fileno()


def test_a_full_disk_loses_nothing_and_is_named(table: TableFile, tmp_path: Path) -> None:
    path = tmp_path / "game.table"
    add(table, ROLL)
    before, known = path.read_bytes(), table.follower.observation()
    assert table._file is not None
    good, table._file = table._file, FullDisk(table._file)
    with pytest.raises(OSError) as error:
        add(table, TAKE)
    assert error.value.filename == str(path)
    assert path.read_bytes() == before
    assert table.follower.observation() == known
    table._file = good
    add(table, TAKE)
    assert len(load_table(path).steps) == 2


def test_a_new_file_that_cannot_be_begun_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(_: TableFile, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(TableFile, "_write", full)
    with pytest.raises(OSError, match="No space"):
        TableFile.create(tmp_path / "new.table", header_of(Edition.load(), ["Anna", "Bob"], 0, 0))
    assert list(tmp_path.iterdir()) == []


def test_a_link_is_written_through(tmp_path: Path) -> None:
    path, link = tmp_path / "game.table", tmp_path / "link"
    TableFile.create(path, header()).close()
    link.symlink_to(path)
    with TableFile.open(link) as table:
        add(table, ROLL)
        table.back()
        add(table, ROLL)
    assert link.is_symlink()
    assert len(load_table(path).steps) == 1


def test_an_existing_file_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.table"
    path.write_text("mine")
    with pytest.raises(FileExistsError):
        TableFile.create(path, header())
    assert path.read_text() == "mine"
    with pytest.raises(OSError, match="absent") as error:
        TableFile.create(tmp_path / "absent" / "x", header())
    assert error.value.filename == str(tmp_path / "absent" / "x")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "livingstone-record"}, 'line 1: no header of a table file: expected "format"'),
        ({"version": 2}, "line 1: table version 2: this program reads 1"),
        ({"names": ["Anna"]}, "line 1: 1 name: expected 2 to 5"),
        ({"names": ["Anna", "anna"]}, "line 1: two players have the same name"),
        ({"names": ["Anna", "\x1b[2J"]}, "line 1: .* is no name"),
        ({"me": 3}, "line 1: me 3: expected a seat from 0 to 2"),
        ({"start": -1}, "line 1: start -1"),
        ({"seed": "7"}, "line 1: .*seed"),
        ({"edition": {"name": "bga"}}, "line 1: edition"),
    ],
)
def test_a_wrong_header_is_refused(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    path = tmp_path / "game.table"
    TableFile.create(path, header()).close()
    path.write_text(json.dumps(json.loads(path.read_text()) | change) + "\n")
    with pytest.raises(RecordError, match=words):
        read_table(path)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (['{"roll":[1,2,3]}'], r"line 2: dice: 3 given, expected 6 \(R5\)"),
        (
            ['{"roll":[1,2,3,4,5,6]}', '{"seat":1,"act":{"die":1}}'],
            "line 3: Bob cannot act: it is Anna's turn",
        ),
        (['{"roll":[1,2,3,4,5,6]}', '{"seat":0,"act":{"die":7}}'], "line 3: "),
        (["[]"], "line 2: .* is no step"),
        ([""], "line 2: the line is empty"),
        (["{"], "line 2: not JSON"),
        (['{"result":{}}'], "line 2: 'result' before 'reveal'"),
        (['{"rol":[]}'], "line 2: .*rol"),
    ],
)
def test_a_wrong_step_is_refused_with_its_line(tmp_path: Path, lines: list[str], words: str) -> None:
    path = tmp_path / "game.table"
    TableFile.create(path, header()).close()
    with path.open("a") as file:
        file.write("".join(line + "\n" for line in lines))
    with pytest.raises(RecordError, match=words) as error:
        read_table(path)
    assert "\n" not in str(error.value)


def test_other_files_are_no_tables(tmp_path: Path) -> None:
    for content in (b"", b"\n", b"[seats]\n", b'{"format":"livingstone-record"}\n', b"\xff\xfe", b"[1]\n"):
        (tmp_path / "x").write_bytes(content)
        assert not is_table(tmp_path / "x")
        with pytest.raises(LivingstoneError, match="line 1"):
            read_table(tmp_path / "x")
    assert not is_table(tmp_path / "absent")
    assert not is_table(tmp_path)
    assert not is_table("-")
    with pytest.raises(RecordError, match="cannot read"):
        read_table(tmp_path / "absent")


def test_a_table_file_keeps_its_mode(table: TableFile, tmp_path: Path) -> None:
    path = tmp_path / "game.table"
    os.chmod(path, 0o640)  # noqa: PTH101
    add(table, ROLL)
    table.back()
    assert path.stat().st_mode & 0o777 == 0o640
