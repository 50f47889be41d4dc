"""Checking a run from its records: a sound one is sound, and each kind of tampering is found where it is."""

import gzip
import json
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from livingstone.cli import main
from livingstone.engine.errors import LivingstoneError
from livingstone.tournaments.inline import InlineExecutor
from livingstone.tournaments.run.beginning import begin, draw_up
from livingstone.tournaments.run.task import play_task
from livingstone.tournaments.store import Store
from livingstone.tournaments.store.records import fingerprint
from livingstone.tournaments.verification import KINDS, Verification, verify_run
from livingstone.tournaments.verification_game import Checked, GameTask, check_games

CONFIG = """
[tournament]
players = [2, 3]
seed = "apple"
anchor = "random"
deals = "{deals}"

[[bot]]
bot = "random"
[[bot]]
bot = "scripted"
[[bot]]
bot = "scripted:frugal"
"""


def play(folder: Path, deals: str, blocks: int = 100) -> Path:
    config = folder / "config.toml"
    config.write_text(CONFIG.format(deals=deals), encoding="utf-8")
    plan = draw_up(config, lambda line: None)
    with begin(plan, folder / "run") as store:
        for block in list(plan.schedule)[:blocks]:
            result = play_task(plan.task(block))
            store.add_block(plan.stored(block), result.games, result.records)
    return folder / "run"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("sound"), "shared")


@pytest.fixture
def run(sound: Path, tmp_path: Path) -> Path:
    """A copy to tamper with."""
    return Path(shutil.copytree(sound, tmp_path / "run"))


def sql(run: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(run / "store.sqlite")) as connection, connection:
        assert connection.execute(statement, values).rowcount > 0


def rewrite(
    run: Path, game: str, change: Callable[[list[dict[str, Any]]], None], *, hide: bool = True
) -> Path:
    """Change the lines of a record; ``hide``: with its hash in the store."""
    path = run / "records" / f"{game}.jsonl.gz"
    lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    change(lines)
    content = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    path.write_bytes(gzip.compress(content))
    if hide:
        sql(run, "UPDATE game SET sha256 = ? WHERE id = ?", fingerprint(content), game)
    return path


def kinds(found: Verification) -> set[str]:
    return {finding.kind for finding in found.findings}


@pytest.mark.parametrize("workers", [1, 2])
def test_a_sound_run_is_sound_with_any_number_of_workers(
    sound: Path, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.tournaments.verification._FEW", 0)
    monkeypatch.setattr("livingstone.tournaments.verification._CHUNK", 2)
    found = verify_run(sound, workers=workers)
    assert found.findings == ()
    assert found.games == found.scheduled == 9
    assert found.pruned == 0


def test_any_executor_checks_the_records(sound: Path) -> None:
    def check(tasks: Sequence[GameTask]) -> list[Checked]:
        checked.extend(task.game.id for task in tasks)
        return check_games(tasks)

    checked: list[str] = []
    assert verify_run(sound, workers=4, executor=InlineExecutor(check)).is_sound
    assert len(set(checked)) == len(checked) == 9


def test_fresh_deals_and_a_part_of_a_run_are_sound(tmp_path: Path) -> None:
    found = verify_run(play(tmp_path, "fresh", blocks=2))
    assert found.is_sound
    assert found.games < found.scheduled


def test_a_changed_step_is_found_with_its_line(run: Path) -> None:
    def other_dice(lines: list[dict[str, Any]]) -> None:
        assert "roll" in lines[1]
        lines[1]["roll"] = [7 - face for face in lines[1]["roll"]]

    path = rewrite(run, "p2-c1-b001-r0", other_dice)
    found = verify_run(run)
    (finding,) = found.findings
    assert finding.kind == "record"
    assert finding.where == f"{path}: line 2"
    assert "not the seed's" in finding.message


def test_a_record_that_was_touched_is_found_by_its_hash(run: Path) -> None:
    rewrite(run, "p2-c1-b001-r0", lambda lines: lines[1].update(info={"note": "nothing"}), hide=False)
    assert kinds(verify_run(run)) == {"store"}


def test_a_missing_record_is_told_once(run: Path) -> None:
    (run / "records" / "p2-c1-b001-r1.jsonl.gz").unlink()
    (finding,) = verify_run(run).findings
    assert finding.kind == "store"
    assert "the record is missing" in finding.message


def test_a_pruned_record_is_no_fault(run: Path) -> None:
    with Store.open(run) as store:
        store.prune_records(["p2-c1-b001-r1"])
    found = verify_run(run)
    assert found.is_sound
    assert found.pruned == 1


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("UPDATE seat SET place = 3 - place WHERE game = 1", {"result", "rating"}),
        ("UPDATE seat SET points = points + 1 WHERE game = 1 AND seat = 0", {"result"}),
        ("UPDATE seat SET donation = donation + 1 WHERE game = 1 AND seat = 0", {"result"}),
        ("UPDATE seat SET out = 1 - out WHERE game = 1 AND seat = 0", {"result", "rating"}),
        ("UPDATE seat SET termination = 'timeout' WHERE game = 1 AND seat = 0", {"result", "rating"}),
        ("UPDATE game SET rounds = rounds + 1 WHERE key = 1", {"result"}),
        ("UPDATE game SET start = 1 - start WHERE key = 1", {"game", "rating"}),
        ("UPDATE game SET deal = '12345' WHERE key = 1", {"game", "schedule", "rating"}),
        ("UPDATE run SET seed_commitment = 'abc'", {"store"}),
        ("UPDATE run SET master_seed = 'pear'", {"store", "seed"}),
        (
            "UPDATE run SET config = replace(config, 'apple', 'pear')",
            {"config", "seed", "schedule", "game", "rating"},
        ),
        ("UPDATE block SET id = 'p2-c1-b999' WHERE key = 1", {"schedule"}),
        ("UPDATE seat SET bot = 1 WHERE game = 1", {"schedule", "rating"}),
        ("DELETE FROM game WHERE key = 1", {"store", "schedule"}),
    ],
)
def test_what_the_store_says_must_be_true(run: Path, statement: str, expected: set[str]) -> None:
    sql(run, statement)
    assert kinds(verify_run(run)) == expected


def test_the_published_commitment_binds(sound: Path) -> None:
    found = verify_run(sound)
    assert verify_run(sound, commitment=found.seed_commitment.upper()).is_sound
    (finding,) = verify_run(sound, commitment="0" * 64).findings
    assert finding.kind == "seed"


def test_a_record_of_another_game_is_found(run: Path) -> None:
    """Sound in itself, in the wrong place."""
    records = run / "records"
    content = (records / "p2-c1-b002-r0.jsonl.gz").read_bytes()
    (records / "p2-c1-b001-r0.jsonl.gz").write_bytes(content)
    sql(run, "UPDATE game SET sha256 = ? WHERE id = 'p2-c1-b001-r0'", fingerprint(gzip.decompress(content)))
    found = verify_run(run)
    messages = [finding.message for finding in found.of_kind("game")]
    assert any(message.startswith("seed ") for message in messages)
    assert "the record is one of game p2-c1-b002-r0" in messages
    assert found.of_kind("game")[0].where.endswith("p2-c1-b001-r0.jsonl.gz: line 1")


def test_another_config_in_the_folder_is_found(run: Path) -> None:
    path = run / "tournament.toml"
    path.write_text(path.read_text().replace('anchor = "random"', 'anchor = "scripted"'))
    assert verify_run(run).is_sound  # it may change
    path.write_text(path.read_text().replace('seed = "apple"', 'seed = "pear"'))
    (found,) = verify_run(run).findings
    assert found.kind == "config"
    assert "[tournament] seed has changed since the run began (it was 'apple')" in found.message
    path.unlink()
    assert verify_run(run).is_sound  # 'resume' writes it again


def test_what_no_record_tells_is_named(run: Path) -> None:
    for table in ("seat", "game"):
        column = "game" if table == "seat" else "key"
        sql(run, f"DELETE FROM {table} WHERE {column} IN (SELECT key FROM game WHERE id LIKE 'p2-c1-b001-%')")
    sql(run, "DELETE FROM block WHERE id = 'p2-c1-b001'")
    out = CliRunner().invoke(main, ["tournament", "verify", str(run)]).output.splitlines()
    assert out[1] == "2 games missing, without an excluded bot: not played yet, or taken away"
    assert out[-1].startswith("master seed told when the last game is over, commitment ")
    sql(run, "UPDATE bot SET excluded = '3 faults, excluded after 3' WHERE name = 'scripted'")
    assert verify_run(run).excluded == {"scripted": "3 faults, excluded after 3"}
    out = CliRunner().invoke(main, ["tournament", "verify", str(run)]).output.splitlines()
    assert "excluded: scripted: 3 faults, excluded after 3" in out


def test_what_is_no_run_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(LivingstoneError, match="no such folder"):
        verify_run(tmp_path / "none")


def test_the_command_prints_a_line_of_each_kind(run: Path) -> None:
    def call(*more: str) -> tuple[int, str]:
        result = CliRunner().invoke(main, ["tournament", "verify", str(run), "--workers", "1", *more])
        return result.exit_code, result.output

    code, text = call()
    assert code == 0
    assert [line.split(":")[0].split()[-1] for line in text.splitlines() if line.startswith("sound")] == [
        *KINDS
    ]
    assert text.endswith(", not compared with a published one (--commitment)\n")
    with Store.open(run, readonly=True) as store:
        commitment = store.run().seed_commitment
    code, text = call("--commitment", commitment)
    assert code == 0
    assert text.endswith(f", commitment {commitment}\n")
    sql(run, "UPDATE seat SET points = points + 1 WHERE seat = 0")
    code, text = call()
    assert code == 1
    (wrong,) = [line for line in text.splitlines() if line.startswith("WRONG")]
    assert wrong.startswith(f"WRONG  result: {run}/records/p2-c1-b001-r0.jsonl.gz: line ")
    assert wrong.endswith("(and 8 more of this kind)")
    code, text = call("--json")
    assert code == 1
    assert len(json.loads(text)["findings"]) == 9
