"""One game of a run, checked from its record alone against what the store says of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from livingstone.engine.editions import Edition
from livingstone.engine.game import Game
from livingstone.engine.record import Record, read_record, verify
from livingstone.protocol.termination import Termination
from livingstone.tournaments.standings_games import GameFacts, SeatFacts
from livingstone.tournaments.store import BotKey, StoredGame
from livingstone.tournaments.store.errors import StoreError
from livingstone.tournaments.store.records import RecordFolder


class Finding(NamedTuple):
    """Something that is wrong."""

    kind: str
    """``store``, ``seed``, ``schedule``, ``record``, ``game``, ``result`` or ``rating``."""
    where: str
    """File, and line where there is one; or the game."""
    message: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.where}: {self.message}"


@dataclass(frozen=True)
class GameTask:
    """What a game must be. Can be sent to another process."""

    folder: Path
    """Of the run."""
    game: StoredGame
    edition: Edition
    bots: tuple[BotKey, ...]
    """By seat, as scheduled."""
    start: int | None
    """Its start seat; None: the one that its deal draws."""


class Checked(NamedTuple):
    """A game that was checked."""

    game: str
    findings: tuple[Finding, ...]
    facts: GameFacts | None
    """The game by its record alone; None: the record is not sound."""


def check_games(tasks: Sequence[GameTask]) -> list[Checked]:
    """Check games one after another; a worker's task."""
    return [check_game(task) for task in tasks]


def check_game(task: GameTask) -> Checked:
    """Replay a record and compare it with the store. Whatever is wrong with it is in ``findings``."""
    game = task.game
    path = task.folder / game.record
    try:
        lines = RecordFolder(task.folder).read(game.record).splitlines(keepends=True)
    except StoreError as error:
        return Checked(game.id, (Finding("record", game.id, str(error)),), None)
    report = verify(lines)
    if report.verdict != "sound":
        message = report.message.removeprefix(f"line {report.line}: ")
        where = str(path) if report.line is None else f"{path}: line {report.line}"
        return Checked(game.id, (Finding("record", where, message),), None)
    record = read_record(lines)
    result: dict[str, Any] = record.lines[-1].step.result or {}
    ends = _ends(record)
    findings = [Finding("game", f"{path}: line 1", message) for message in _header_faults(task, record)]
    where = f"{path}: line {record.lines[-1].number}"
    found = [*_result_faults(game, result, ends)]
    if report.rounds != game.rounds:
        found.append(f"the game has {report.rounds} rounds, the store says {game.rounds}")
    findings += [Finding("result", where, message) for message in found]
    return Checked(game.id, tuple(findings), _facts(task, record, ends))


def _header_faults(task: GameTask, record: Record) -> Iterator[str]:
    """That the record is one of this game: its luck, its table, its players."""
    game, header = task.game, record.header
    if header.chance != "seed":
        yield "the record's chance came from outside, expected the scheduled seed"
    if header.seed != game.deal:
        yield f"seed {header.seed}, expected the scheduled {game.deal}"
    digest = header.load_edition().digest
    if digest != task.edition.digest:
        yield f"edition of digest {digest}, expected {task.edition.digest}"
    # As a recording writes them.
    names = ["".join(c if c.isprintable() else "?" for c in bot.name) for bot in task.bots]
    if header.names != names:
        yield f"names {', '.join(header.names) or 'nobody'}, expected {', '.join(names)}"
    start = task.start
    if start is None:
        start = int(Game.new(len(game.seats), task.edition, game.deal).record[0].start)
    for what, found in (("record", header.start), ("store", game.start)):
        if found != start:
            yield f"start seat {found} in the {what}, expected {start}"
    if header.info.get("game", game.id) != game.id:
        yield f"the record is one of game {header.info['game']}"


def _ends(record: Record) -> dict[int, Termination]:
    """By forfeited seat, how its bot's part ended; a record that does not tell means a crash."""
    ends = {}
    for line in record.lines:
        if line.step.forfeit is not None:
            try:
                ends[line.step.forfeit] = Termination(str((line.step.info or {}).get("termination")))
            except ValueError:
                ends[line.step.forfeit] = Termination.CRASHED
    return ends


def _result_faults(game: StoredGame, result: dict[str, Any], ends: dict[int, Termination]) -> Iterator[str]:
    """The store against the record, which the rules have confirmed."""
    for key, name in (
        ("places", "place"),
        ("shares", "share"),
        ("points", "points"),
        ("donations", "donation"),
        ("out", "out"),
    ):
        stored = [getattr(seat, name) for seat in game.seats]
        if stored != list(result[key]):
            yield f"'{key}' is {list(result[key])}, the store says {stored}"
    stored_ends = [seat.termination.value for seat in game.seats]
    told = [ends.get(seat, Termination.COMPLETED).value for seat in range(len(game.seats))]
    if stored_ends != told:
        yield f"the bots' parts ended {', '.join(told)}; the store says {', '.join(stored_ends)}"


def _facts(task: GameTask, record: Record, ends: dict[int, Termination]) -> GameFacts:
    result = record.lines[-1].step.result or {}
    seats = tuple(
        SeatFacts(
            bot=bot,
            place=result["places"][seat],
            share=result["shares"][seat],
            out=result["out"][seat],
            termination=ends.get(seat, Termination.COMPLETED),
        )
        for seat, bot in enumerate(task.bots)
    )
    start = record.header.start
    return GameFacts(record.header.seed or "", task.edition.digest, seats[start:] + seats[:start])
