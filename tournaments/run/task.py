"""A block as a task: a plain value with everything to play it, and what comes back from it."""

import io
import logging
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

from livingstone.ai.player import Player
from livingstone.engine.editions import Edition
from livingstone.engine.game import Game
from livingstone.protocol.clock import time_text
from livingstone.protocol.termination import HostStalled
from livingstone.tournaments.entrants import Entrant
from livingstone.tournaments.guest import Guest
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.match import GameResult, Match
from livingstone.tournaments.recording import Recording
from livingstone.tournaments.seeding import derive
from livingstone.tournaments.store import StoredBlock, StoredGame, StoredSeat

LOG: Final = logging.getLogger("livingstone.run")
"""Of workers and the coordinator; its handlers are those of the run."""
LIVE: Final = "live"
"""Folder, among the logs, for the lines of games that run."""


@dataclass(frozen=True)
class Task:
    """A block to be played in all rotations. Can be sent to another process."""

    block: StoredBlock
    entrants: tuple[Entrant, ...]
    """By seat in rotation 0."""
    edition: Edition
    hosting: Hosting
    master_seed: str
    logs: Path | None = None
    """Where the lines and the stderr of lost seats are kept; None: nowhere."""

    def lineup(self, rotation: int) -> tuple[Entrant, ...]:
        """The entrants by seat in a rotation."""
        players = len(self.entrants)
        return tuple(self.entrants[(seat - rotation) % players] for seat in range(players))

    @property
    def start(self) -> int | None:
        """The start seat of all games, so that over the rotations everyone starts once.

        None where they share their deal: it is drawn from that.
        """
        if len(self.block.deals) == 1:
            return None
        return derive(self.master_seed, "start", self.block.id) % len(self.entrants)


class TaskResult(NamedTuple):
    """A played block."""

    games: tuple[StoredGame, ...]
    """By rotation."""
    records: dict[str, bytes]
    """JSON lines by game id. The same games give the same bytes: no times are in them."""


def play_task(task: Task) -> TaskResult:
    """Play a block. A function of the task, as far as its bots are functions of their seeds.

    Raises:
        HostStalled: nobody can say whether a program was late; the block may be played again.
    """
    games, records = [], {}
    for rotation in range(task.block.players):
        game, records[game.id] = play_rotation(task, rotation)
        games.append(game)
    return TaskResult(tuple(games), records)


def play_rotation(task: Task, rotation: int) -> tuple[StoredGame, bytes]:
    """Play one game of a block, every program in a process of its own: the game, and its record."""
    name = task.block.game_id(rotation)
    lineup = task.lineup(rotation)
    live = None
    if task.logs is not None and any(entrant.is_program for entrant in lineup):
        live = task.logs / LIVE / name
    hosting = task.hosting if live is None else replace(task.hosting, log_lines=live)
    players = _seated(lineup, hosting, name)
    try:
        result, record = _play(task, rotation, players)
        lost = [player for player, fault in zip(players, result.faults, strict=True) if fault]
        _keep_lines(task.logs, lost)
    except HostStalled:
        raise
    except Exception:  # nobody knows whose lines tell why
        _keep_lines(task.logs, players, "void-")
        raise
    finally:
        if live is not None:
            shutil.rmtree(live, ignore_errors=True)
    for bot, termination, fault in zip(lineup, result.terminations, result.faults, strict=True):
        if fault:
            LOG.warning("%s: %s: %s: %s", name, bot.name, termination, fault)
    places = ", ".join(f"{bot.name} {place}" for bot, place in zip(lineup, result.result.places, strict=True))
    LOG.info("%s: %s; %.3f s", name, places, sum(result.seconds))
    return _stored(task.block, rotation, result), record


def _play(task: Task, rotation: int, players: Sequence[Player]) -> tuple[GameResult, bytes]:
    block, hosting = task.block, task.hosting
    name, deal = block.game_id(rotation), block.deal(rotation)
    game = Game.new(block.players, task.edition, deal, task.start)
    names = [bot.name for bot in block.lineup(rotation)]
    target = io.BytesIO()
    info = {"game": name, "score": hosting.score, "time": time_text(hosting.time)}
    # Not the game's own name: that tells which games share their deal.
    label = f"{derive(task.master_seed, 'label', name):016x}"
    private = derive(task.master_seed, "private", name)
    with Recording(target, names, info) as recording:
        result = Match(game, players, names, private, label, [recording]).play()
    return result, target.getvalue()


def _seated(lineup: Sequence[Entrant], hosting: Hosting, name: str) -> list[Player]:
    """New players by seat; a built-in one gets its seed when the game begins."""
    return [
        entrant.guest(hosting, log_name=f"{name}-seat{seat}-{entrant.name}")
        if entrant.is_program
        else entrant.seat(0, hosting)
        for seat, entrant in enumerate(lineup)
    ]


def _keep_lines(logs: Path | None, players: Sequence[Player], prefix: str = "") -> None:
    """Move the lines of these players, and what they wrote to stderr, to where they stay."""
    for player in players:
        if logs is not None and isinstance(player, Guest) and player.log_path is not None:
            for path in (player.log_path, player.log_path.with_suffix(".stderr")):
                if path.exists():
                    path.replace(logs / f"{prefix}{path.name}")


def _stored(block: StoredBlock, rotation: int, result: GameResult) -> StoredGame:
    standing = result.result
    seats = [
        StoredSeat(
            bot=bot,
            place=standing.places[seat],
            points=standing.points[seat],
            donation=standing.donations[seat],
            out=standing.out[seat],
            share=standing.shares[seat],
            termination=result.terminations[seat],
            fault=result.faults[seat],
            decisions=result.decisions[seat],
            seconds=result.seconds[seat],
            slowest=result.slowest[seat],
        )
        for seat, bot in enumerate(block.lineup(rotation))
    ]
    return StoredGame(
        id=block.game_id(rotation),
        block=block.id,
        rotation=rotation,
        deal=block.deal(rotation),
        start=result.start,
        rounds=result.rounds,
        seats=tuple(seats),
    )
