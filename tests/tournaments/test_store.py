"""The store: what is acknowledged stays, exactly once, whatever happens; what is asked of it is quick."""

import errno
import hashlib
import os
import random
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

import store_runs
from livingstone.protocol.termination import Termination
from livingstone.tournaments.ratings.table import rate
from livingstone.tournaments.store import (
    BotKey,
    Store,
    StoreBusy,
    StoredBlock,
    StoredBot,
    StoredGame,
    StoredVoid,
    StoreError,
)
from livingstone.tournaments.store import rows as store_rows
from livingstone.tournaments.store.connection import open_new
from livingstone.tournaments.store.lock import WriterLock
from livingstone.tournaments.store.records import RecordFolder
from livingstone.tournaments.store.schema import MIGRATIONS, VERSION, migrate, version_of
from livingstone.tournaments.store.transaction import transaction

BLOCKS = tuple(store_runs.schedule(6))


def fill(folder: Path, blocks: tuple[StoredBlock, ...] = BLOCKS) -> Path:
    """A finished run."""
    with Store.create(folder, store_runs.run(), store_runs.BOTS) as store:
        for block in blocks:
            assert store_runs.add(store, block)
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return fill(tmp_path / "run")


def refusal(folder: Path, *, readonly: bool = False) -> str:
    """The one line with which a folder is not opened."""
    with pytest.raises(StoreError) as caught:
        Store.open(folder, readonly=readonly).close()
    text = str(caught.value)
    assert text.count("\n") == 0
    assert text.startswith(str(folder))
    return text.removeprefix(str(folder))


# What goes in comes out.


def test_a_run_comes_back_as_it_was_told(tmp_path: Path) -> None:
    run = store_runs.run()
    with Store.create(tmp_path / "a" / "run", run, store_runs.BOTS) as store:
        assert store.run() == run
    with Store.open(tmp_path / "a" / "run", readonly=True) as store:
        assert store.run() == run
        assert store.bots() == list(store_runs.BOTS)
    commitment = hashlib.sha256(b"ice cream").hexdigest()
    assert run.seed_commitment == commitment
    with sqlite3_rows(tmp_path / "a" / "run", "SELECT seed_commitment, edition_digest FROM run") as found:
        assert found == [(commitment, run.edition.digest)]


class sqlite3_rows:  # noqa: N801 - used as a function
    """Rows of a query on the plain file, the connection closed after them."""

    def __init__(self, folder: Path, query: str) -> None:
        self.connection = sqlite3.connect(folder / "store.sqlite")
        self.rows = self.connection.execute(query).fetchall()

    def __enter__(self) -> list[tuple[object, ...]]:
        return self.rows

    def __exit__(self, *_: object) -> None:
        self.connection.close()


def test_blocks_and_games_come_back_in_the_order_of_the_schedule(tmp_path: Path) -> None:
    mixed = list(BLOCKS)
    random.Random(3).shuffle(mixed)
    one, other = fill(tmp_path / "one"), fill(tmp_path / "other", tuple(mixed))
    expected = sorted(BLOCKS, key=lambda block: (block.players, block.cycle, block.number))
    for folder in (one, other):
        with Store.open(folder, readonly=True) as store:
            assert list(store.blocks()) == expected
            assert content(store) == [game for block in expected for game in store_runs.games(block)]
            assert store.done() == {block.id for block in BLOCKS}
    with Store.open(one) as store, Store.open(other) as shuffled:
        assert store_runs.rated_games(store) == store_runs.rated_games(shuffled)


def content(store: Store) -> list[StoredGame]:
    """All games, without what the store added."""
    return [msgspec.structs.replace(game, record="", sha256="") for game in store.games()]


def test_records_come_back_and_are_known_by_what_they_say(folder: Path) -> None:
    with Store.open(folder, readonly=True) as store:
        for game in store.games():
            block = next(block for block in BLOCKS if block.id == game.block)
            text = store_runs.records(block)[game.id]
            assert store.read_record(game.id) == text
            assert game.record == f"records/{game.id}.jsonl.gz"
            assert game.sha256 == hashlib.sha256(text).hexdigest()
        with pytest.raises(StoreError, match="has no game 'p9'"):
            store.read_record("p9")


def test_one_game_is_that_of_all_games(folder: Path) -> None:
    with Store.open(folder, readonly=True) as store:
        assert [store.game(game.id) for game in store.games()] == list(store.games())
        assert store.game("p9") is None


def test_a_deletion_that_was_cut_off_is_made_up_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(folder) as store:
        game = next(store.games())
        with monkeypatch.context() as patch:
            patch.setattr(RecordFolder, "remove", raising(KeyboardInterrupt()))
            with pytest.raises(KeyboardInterrupt):
                store.prune_records([game.id])
        (folder / "records" / "x.jsonl.gz.part").touch()
        (folder / "records" / "mine.txt").touch()
        assert store.orphans() == [game.record, "records/x.jsonl.gz.part"]
        store.remove_orphans()
        assert store.orphans() == []
        assert (folder / "records" / "mine.txt").exists()
        assert store.check() == []
    with Store.open(folder, readonly=True) as store, pytest.raises(StoreError, match="opened for reading"):
        store.remove_orphans()


def raising(error: BaseException) -> Any:
    """A function that always fails."""

    def fails(*_: object) -> None:
        raise error

    return fails


def test_a_block_that_is_there_is_left_as_it_is(folder: Path) -> None:
    with Store.open(folder) as store:
        before = list(store.games())
        block = BLOCKS[0]
        changed = [msgspec.structs.replace(game, rounds=99) for game in store_runs.games(block)]
        assert not store.add_block(block, changed, dict.fromkeys(store_runs.records(block), b"{}\n"))
        assert list(store.games()) == before
        assert store.check() == []


def test_rated_games_begin_with_the_start_player(folder: Path) -> None:
    with Store.open(folder, readonly=True) as store:
        stored, rated = list(store.games()), store_runs.rated_games(store)
    assert len(rated) == len(stored) == 20
    assert {game.start for game in stored} == {0, 1, 2, 3}
    for game, seen in zip(stored, rated, strict=True):
        order = [(game.start + turn) % len(game.seats) for turn in range(len(game.seats))]
        seats = [game.seats[seat] for seat in order]
        assert seen.bots == tuple(seat.bot.name for seat in seats)
        assert seen.places == tuple(seat.place for seat in seats)
        assert seen.shares == tuple(seat.share for seat in seats)
        assert seen.out == tuple(seat.out for seat in seats)
        assert seen.is_degraded == game.is_degraded
        assert (seen.lost or (False,) * len(seats)) == tuple(
            seat.termination is Termination.TIMEOUT for seat in seats
        )
    assert any(game.is_degraded for game in rated)
    assert len(rate(rated).rows) == len({seat.bot for game in stored for seat in game.seats})


def test_games_of_one_deal_are_rated_together(folder: Path) -> None:
    with Store.open(folder, readonly=True) as store:
        pairs = zip(store.games(), store_runs.rated_games(store), strict=True)
        deals = {(game.deal, rated.deal) for game, rated in pairs}
    assert len(deals) == sum(len(block.deals) for block in BLOCKS)
    assert sorted(number for _, number in deals) == list(range(len(deals)))


def test_a_changed_bot_is_another_one(folder: Path) -> None:
    newer = StoredBot(name="ann", digest="feedfacecafe", entrant={"spec": "ann"}, hello={"version": "2"})
    with Store.open(folder) as store:
        store.add_bots([newer, store_runs.BOTS[1]])
        assert store.bots() == [*store_runs.BOTS, newer]
        old = store_runs.BOTS[0].key
        block = store_runs.block(90)
        bots = (newer.key, *(bot.key for bot in store_runs.BOTS[1:4]))
        block = msgspec.structs.replace(block, bots=bots)
        assert store_runs.add(store, block)
        names = {name for game in store_runs.rated_games(store) for name in game.bots}
    assert {"ann@feedface", f"ann@{old.digest[:8]}", "bob"} <= names
    assert "ann" not in names


def test_voids_exclusions_and_a_new_configuration_are_kept(folder: Path) -> None:
    void = StoredVoid(block="p4-c1-b007", attempt=2, reason="worker died", traceback="Traceback\n  x\n")
    with Store.open(folder) as store:
        store.add_void(void)
        store.exclude("bob", "not started twice")
        store.set_config("[tournament]\ncycles = 2\n", "beef")
        with pytest.raises(StoreError, match=r"has no bot 'bobb' \(did you mean 'bob'\?\)"):
            store.exclude("bobb", "typing")
    with Store.open(folder, readonly=True) as store:
        assert store.voids() == [void]
        assert [(bot.name, bot.excluded) for bot in store.bots() if bot.excluded] == [
            ("bob", "not started twice")
        ]
        assert store.run().config_digest == "beef"


def test_pruned_records_leave_their_games(folder: Path) -> None:
    names = [game.id for game in map(store_runs.game, [BLOCKS[0]] * 2, [0, 3])]
    with Store.open(folder) as store:
        store.prune_records([*names, names[0], "unknown"])
        store.prune_records(names)
        assert store.check() == store.orphans() == []
        assert sum(not game.record for game in store.games()) == 2
        assert len(store_runs.rated_games(store)) == 20
        with pytest.raises(StoreError, match="was deleted to save room"):
            store.read_record(names[1])
    assert len(list((folder / "records").iterdir())) == 18


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"id": "p4-c1-b000-r9"}, "has games"),
        ({"block": "p4-c1-b001"}, "is \\('p4-c1-b001'"),
        ({"rotation": 1}, "expected"),
        ({"deal": "1"}, "expected"),
        ({"start": 4}, "start seat 4"),
    ],
)
def test_a_block_that_is_not_the_schedules_is_refused(
    folder: Path, change: dict[str, object], words: str
) -> None:
    block = msgspec.structs.replace(store_runs.block(0), id="p4-c9-b000")
    games = store_runs.games(block)
    if "id" not in change:
        change = {"id": games[0].id} | change
    with Store.open(folder) as store:
        with pytest.raises(ValueError, match=words):
            store.add_block(
                block, [msgspec.structs.replace(games[0], **change), *games[1:]], store_runs.records(block)
            )
        with pytest.raises(ValueError, match="has records of"):
            store.add_block(block, games, {})
        seats = msgspec.structs.replace(games[0], seats=games[1].seats)
        with pytest.raises(ValueError, match="expected"):
            store.add_block(block, [seats, *games[1:]], store_runs.records(block))
        with pytest.raises(ValueError, match="has 2 deals, expected 1 or 4"):
            store.add_block(msgspec.structs.replace(block, deals=("1", "2")), games, {})
        assert store.orphans() == []
        unknown = msgspec.structs.replace(block, bots=(BotKey("ann", "other"), *block.bots[1:]))
        with pytest.raises(StoreError, match="has no bot 'ann' with this content"):
            store_runs.add(store, unknown)
        assert block.id not in store.done()


def test_a_games_name_cannot_leave_the_folder(folder: Path) -> None:
    block = msgspec.structs.replace(store_runs.block(0), id="../../x")
    with Store.open(folder) as store, pytest.raises(ValueError, match="expected letters"):
        store_runs.add(store, block)


# Who may open it.


def test_one_writes_and_many_read_beside_it(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with Store.create(folder, store_runs.run(), store_runs.BOTS) as writer:
        with Store.open(folder, readonly=True) as reader:
            assert reader.done() == set()
            store_runs.add(writer, BLOCKS[0])
            assert reader.done() == {BLOCKS[0].id}
            for write in (
                lambda: store_runs.add(reader, BLOCKS[1]),
                lambda: reader.exclude("ann", "no"),
                lambda: reader.prune_records([BLOCKS[0].game_id(0)]),
            ):
                with pytest.raises(StoreError, match="cannot be written, it was opened for reading"):
                    write()
            assert reader.check() == reader.orphans() == []
        with pytest.raises(StoreBusy, match=rf"another process writes this run \(process {os.getpid()} on "):
            Store.open(folder)
        with pytest.raises(StoreBusy):
            Store.create(folder, store_runs.run())
        store_runs.add(writer, BLOCKS[1])
    writer.close()
    with Store.open(folder) as writer:
        assert len(writer.done()) == 2


def test_a_second_process_is_refused_and_a_dead_ones_lock_is_no_lock(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with coordinator(folder, ENDLESS) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with pytest.raises(StoreBusy, match=rf"\(process {process.pid} on .*, since 20"):
            Store.open(folder)
        process.kill()
        process.wait()
    with Store.open(folder) as store:
        assert store.done()


def coordinator(folder: Path, blocks: int) -> subprocess.Popen[bytes]:
    """A process that stores blocks until it is killed."""
    return subprocess.Popen(
        [sys.executable, store_runs.__file__, str(folder), str(blocks)], stdout=subprocess.PIPE
    )


def test_what_is_no_run_is_refused_in_one_line(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none") == ": no such folder, expected the folder of a run"
    assert refusal(tmp_path) == ": no store.sqlite there, expected the folder of a run"
    file = tmp_path / "file"
    file.write_text("hello")
    assert refusal(file) == ": is a file, expected the folder of a run"
    with pytest.raises(StoreError, match="is a file, expected the folder of a run"):
        Store.create(file, store_runs.run())
    for number, text in enumerate([b"", b"not a database, and longer than a header" * 200]):
        place = tmp_path / str(number)
        place.mkdir()
        (place / "store.sqlite").write_bytes(text)
        for readonly in (False, True):
            assert refusal(place, readonly=readonly) == "/store.sqlite: is no store of this program"
    connection = sqlite3.connect(tmp_path / "1" / "other.sqlite")
    connection.execute("CREATE TABLE run (x)")
    connection.execute("PRAGMA user_version = 1")
    connection.close()
    (tmp_path / "1" / "other.sqlite").replace(tmp_path / "1" / "store.sqlite")
    assert refusal(tmp_path / "1") == "/store.sqlite: is no store of this program"
    with pytest.raises(StoreError, match="is no store of this program"):
        Store.create(tmp_path / "1", store_runs.run())


def test_a_newer_version_is_refused(folder: Path) -> None:
    with sqlite3_rows(folder, f"PRAGMA user_version = {VERSION + 1}"):
        pass
    for readonly in (False, True):
        expected = f"has version {VERSION + 1}, expected at most {VERSION}: a newer livingstone-ai wrote it"
        assert refusal(folder, readonly=readonly) == f"/store.sqlite: {expected}"


def test_migrations_run_once_each_and_whole(tmp_path: Path) -> None:
    def widen(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE bot ADD COLUMN colour TEXT")

    def fail(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE bot ADD COLUMN size TEXT")
        raise RuntimeError("half-way")

    lock = WriterLock(tmp_path / "store.lock")
    connection = open_new(tmp_path / "store.sqlite", lock)
    migrate(connection)
    assert version_of(connection) == VERSION == len(MIGRATIONS)
    migrate(connection, [*MIGRATIONS, widen])
    migrate(connection, [*MIGRATIONS, widen])
    with pytest.raises(RuntimeError, match="half-way"):
        migrate(connection, [*MIGRATIONS, widen, fail])
    columns = [row[1] for row in connection.execute("PRAGMA table_info (bot)")]
    assert version_of(connection) == VERSION + 1
    assert "colour" in columns
    assert "size" not in columns
    connection.close()
    lock.release()


def test_a_run_is_not_begun_twice_but_a_beginning_that_was_cut_off_is_made_up_for(
    folder: Path, tmp_path: Path
) -> None:
    with pytest.raises(StoreError, match="there is a run in this folder already, resume or extend it"):
        Store.create(folder, store_runs.run())
    cut_off = tmp_path / "cut-off"
    cut_off.mkdir()
    lock = WriterLock(cut_off / "store.lock")
    open_new(cut_off / "store.sqlite", lock).close()
    lock.release()
    assert refusal(cut_off) == "/store.sqlite: is no store of this program"
    fill(cut_off)


def test_the_database_is_durable_and_keeps_references(folder: Path) -> None:
    with Store.open(folder) as store:
        ask = store._connection.execute
        assert ask("PRAGMA journal_mode").fetchone() == ("wal",)
        assert ask("PRAGMA synchronous").fetchone() == (2,)
        assert ask("PRAGMA foreign_keys").fetchone() == (1,)
        with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
            ask("DELETE FROM bot")


def test_records_are_durable_before_their_rows(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    sync, rename = os.fsync, Path.replace

    def fsync(handle: int) -> None:
        calls.append("sync folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "sync file")
        sync(handle)

    def replace(path: Path, target: Path) -> Path:
        calls.append("rename")
        return rename(path, target)

    monkeypatch.setattr("os.fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace)
    with Store.open(folder) as store:
        store._connection.set_trace_callback(lambda query: calls.append(query.split()[0]))
        store_runs.add(store, store_runs.block(50))
    before, _, after = " ".join(calls).partition(" BEGIN ")
    synced = " sync folder" if os.name == "posix" else ""
    assert before == "SELECT " + "sync file " * 4 + "rename " * 3 + "rename" + synced
    assert "sync" not in after
    assert after.count("COMMIT") == 1


def test_reading_sorts_nothing(folder: Path) -> None:
    with Store.open(folder, readonly=True) as store:
        queries: list[str] = []
        store._connection.set_trace_callback(queries.append)
        list(store.games()), list(store.blocks()), store_runs.rated_games(store)
        store._connection.set_trace_callback(None)
        for query in queries:
            plan = store._connection.execute(f"EXPLAIN QUERY PLAN {query}").fetchall()
            assert "TEMP B-TREE" not in str(plan), query


# When things go wrong.


def test_a_disk_that_is_full_loses_nothing(folder: Path) -> None:
    with Store.open(folder) as store:
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        added = (store_runs.add(store, store_runs.block(number)) for number in count(100))
        with pytest.raises(StoreError) as caught:
            list(added)
        assert str(caught.value) == (
            f"{folder}/store.sqlite: the disk is full: what was stored before is safe, make room and go on"
        )
        assert store.check() == []
        assert len(store.orphans()) == 4
        store._connection.execute("PRAGMA max_page_count = 100000")
        assert store_runs.add(store, store_runs.block(100 + len(store.done()) - len(BLOCKS)))
        assert store.check() == store.orphans() == []


def test_a_reader_that_goes_away_is_no_fault_of_the_store(folder: Path) -> None:
    with Store.open(folder, readonly=True) as store, pytest.raises(BrokenPipeError), store.snapshot():
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")


def test_records_are_the_same_bytes_with_every_python(folder: Path) -> None:
    head = bytes.fromhex("1f8b 08 00 00000000 00 03")  # gzip, no time, written on Unix
    assert {path.read_bytes()[:10] for path in (folder / "records").iterdir()} == {head}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_record_that_does_not_fit_stores_nothing(folder: Path) -> None:
    block = store_runs.block(50)
    part = folder / "records" / f"{block.game_id(2)}.jsonl.gz.part"
    part.symlink_to("/dev/full")
    with Store.open(folder) as store:
        with pytest.raises(StoreError, match="/records: the disk is full"):
            store_runs.add(store, block)
        assert block.id not in store.done()
        assert store.check() == store.orphans() == []
        assert store_runs.add(store, block)


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.EROFS, "cannot be written: the disk"), (errno.EACCES, "permission denied: the")],
)
def test_a_disk_that_turns_read_only(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    with Store.open(folder) as store:
        monkeypatch.setattr("os.fsync", refuse)
        with pytest.raises(StoreError, match=f"/records: {words}"):
            store_runs.add(store, store_runs.block(50))
        monkeypatch.undo()
        assert store_runs.add(store, store_runs.block(50))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_read_only_folder_is_read_and_not_written(folder: Path) -> None:
    (folder / "store.lock").unlink()
    folder.chmod(0o555)
    try:
        with Store.open(folder, readonly=True) as store:
            assert len(store.done()) == len(BLOCKS)
            assert store.check() == []
        assert "cannot be opened" in refusal(folder)
        with pytest.raises(StoreError, match="permission denied"):
            Store.create(folder / "inner", store_runs.run())
        folder.chmod(0)
        assert "permission denied" in refusal(folder, readonly=True)
    finally:
        folder.chmod(0o755)


def test_check_names_what_is_wrong(folder: Path) -> None:
    names = [f"records/{BLOCKS[0].game_id(rotation)}.jsonl.gz" for rotation in range(4)]
    (folder / names[0]).unlink()
    (folder / names[1]).write_bytes((folder / names[2]).read_bytes())
    (folder / names[2]).write_bytes((folder / names[2]).read_bytes()[:-9])
    (folder / names[3]).write_bytes(b"{}")
    (folder / "records" / "p4-c1-b999-r0.jsonl.gz").write_bytes(b"")
    connection = sqlite3.connect(folder / "store.sqlite")
    connection.execute(
        "DELETE FROM seat WHERE game = (SELECT key FROM game WHERE id = ?) AND seat = 1",
        (BLOCKS[1].game_id(0),),
    )
    connection.execute(
        "DELETE FROM seat WHERE game = (SELECT key FROM game WHERE id = ?)", (BLOCKS[2].game_id(1),)
    )
    connection.execute("DELETE FROM game WHERE id = ?", (BLOCKS[2].game_id(1),))
    connection.commit()
    connection.close()
    with Store.open(folder, readonly=True) as store:
        found = store.check(block.id for block in BLOCKS[:-1])
        assert store.orphans() == [
            f"records/{BLOCKS[2].game_id(1)}.jsonl.gz",
            "records/p4-c1-b999-r0.jsonl.gz",
        ]
        with pytest.raises(StoreError, match="its hash differs"):
            store.read_record(BLOCKS[0].game_id(1))
    text = "\n".join(found)
    assert f"block {BLOCKS[2].id}: has 1 game, expected 2" in found
    assert f"game {BLOCKS[1].game_id(0)}: has 3 seats, expected 4" in found
    assert f"block {BLOCKS[-1].id}: not in the schedule" in found
    assert f"{names[0]}: the record is missing" in text
    assert f"{names[1]} is not the record that was stored, its hash differs" in text
    assert f"{names[2]}: the record is damaged" in text
    assert f"{names[3]}: the record is damaged" in text
    assert len(found) == 7


# Killed.

ENDLESS = 1_000_000
"""Blocks; no run comes to its end before it is killed."""


def killed_and_resumed(folder: Path, kills: int, seed: int) -> None:
    """Kill the coordinator again and again; then let it come to its end."""
    rng = random.Random(seed)
    acknowledged: set[str] = set()
    unheard = orphaned = 0
    for _ in range(kills):
        for block in killed(coordinator(folder, ENDLESS), rng):
            assert block not in acknowledged, "a block is acknowledged once"
            acknowledged.add(block)
        if not is_begun(folder):
            assert not acknowledged
            continue
        with Store.open(folder) as store:
            done = store.done()
            assert acknowledged <= done
            unheard += len(done - acknowledged)
            assert len(done - acknowledged) <= 1, "only the last can have been stored and not acknowledged"
            acknowledged = done
            assert store.check(block.id for block in store_runs.schedule(len(done))) == []
            cut_off = {name.split("/")[1].rpartition("-r")[0] for name in store.orphans()}
            assert len(cut_off) <= 1
            assert not cut_off & done
            orphaned += len(cut_off)
    blocks = len(acknowledged) + 20
    with coordinator(folder, blocks) as finished:
        assert len(finished.communicate()[0].splitlines()) == 20
    schedule = list(store_runs.schedule(blocks))
    print(f"{kills} kills: {orphaned} between records and commit, {unheard} between commit and answer")
    schedule.sort(key=lambda block: (block.players, block.cycle, block.number))
    with Store.open(folder, readonly=True) as store:
        assert list(store.blocks()) == schedule
        assert content(store) == [game for block in schedule for game in store_runs.games(block)]
        assert store.check() == store.orphans() == []


def killed(process: subprocess.Popen[bytes], rng: random.Random) -> list[str]:
    """Kill a coordinator at some point: mostly in the middle of its work, at times while it starts.

    Returns what it acknowledged.
    """
    assert process.stdout is not None
    lines = []
    if rng.random() < 0.2:
        time.sleep(rng.uniform(0, 0.5))
    else:
        lines = [process.stdout.readline() for _ in range(rng.randint(1, 15))]
        time.sleep(rng.uniform(0, 0.003))
    process.kill()
    lines += process.stdout.readlines()
    process.stdout.close()
    assert process.wait() == -signal.SIGKILL, "it failed before it was killed"
    return [line.decode().strip() for line in lines if line.endswith(b"\n") and not line.startswith(b"#")]


def is_begun(folder: Path) -> bool:
    """Whether the run came so far that it can be resumed."""
    try:
        Store.open(folder, readonly=True).close()
    except StoreError:
        return False
    return True


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_run_ends_as_an_uninterrupted_one(tmp_path: Path) -> None:
    killed_and_resumed(tmp_path / "run", 5, 1)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_run_killed_fifty_times_ends_as_an_uninterrupted_one(tmp_path: Path) -> None:
    killed_and_resumed(tmp_path / "run", 50, 2)


# Large.


@pytest.mark.slow
def test_a_hundred_thousand_games_are_opened_and_read_quickly(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with Store.create(folder, store_runs.run(), store_runs.BOTS) as store, transaction(store._connection):
        for number in range(25_000):
            block = store_runs.block(number)
            games = store_runs.games(block)
            kept = {game.id: (f"records/{game.id}.jsonl.gz", "0" * 64) for game in games}
            store_rows.insert_block(store._connection, block, games, kept)
    start = time.process_time()
    with Store.open(folder) as store:
        assert len(store.done()) == 25_000
        resumed = time.process_time() - start
        start = time.process_time()
        assert len(store_runs.rated_games(store)) == 100_000
        rated = time.process_time() - start
        start = time.process_time()
        assert sum(1 for _ in store.games()) == 100_000
        read = time.process_time() - start
    size = (folder / "store.sqlite").stat().st_size / 2**20
    print(f"opened, done: {resumed:.2f} s; rated: {rated:.2f} s; games: {read:.2f} s; {size:.0f} MiB")
    assert resumed < 2
    assert rated < 6
