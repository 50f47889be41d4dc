"""Small tournaments that are really played, for the tests of reports."""

import random
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from livingstone.ai.player import Player
from livingstone.ai.players import make_player
from livingstone.engine.editions import Edition
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation
from livingstone.tournaments.match import GameResult, Match
from livingstone.tournaments.recording import Recording
from livingstone.tournaments.schedule import Block, schedule
from livingstone.tournaments.seeding import derive
from livingstone.tournaments.store import Store, StoredBlock, StoredBot, StoredGame, StoredRun, StoredSeat

HOSTILE = '</script><script>alert(1)</script><img src=x onerror="a"> & $x$'
BOTS = {
    "Anna": "scripted:steady",
    "careful Bob": "scripted:frugal",
    "dice": "random",
    "last minute": "scripted:last_minute",
    HOSTILE: "scripted:all_in",
}
FORGETFUL = "dice"
"""It fails in some games."""
SEED = "a seed nobody knows"


@dataclass
class Forgetful:
    """A player that fails at its ``left``-th decision from here."""

    player: Player
    left: int

    def choose(self, observation: Observation, legal: Sequence[Action]) -> Action:
        self.left -= 1
        if self.left == 0:
            raise RuntimeError("<b>forgot</b> what to do")
        return self.player.choose(observation, legal)


def config(sizes: Sequence[int], cycles: int, extra: str = "", bots: Mapping[str, str] = BOTS) -> str:
    """Its text."""
    sections = "".join(f"\n[[bot]]\nbot = '{spec}'\nname = '{name}'\n" for name, spec in bots.items())
    head = f"players = {list(sizes)}\ncycles = {cycles}\nseed = '{SEED}'\n{extra}"
    return f"[tournament]\nname = 'winter'\n{head}{sections}"


def play_run(
    folder: Path,
    sizes: Sequence[int] = (2, 4),
    cycles: int = 1,
    *,
    bots: Mapping[str, str] = BOTS,
    blocks: int | None = None,
    extra: str = "",
    days: int = 1,
) -> Path:
    """Play a tournament into a store. ``blocks``: stop after so many; ``days``: on how many days they end."""
    text = config(sizes, cycles, extra, bots)
    keys = [
        StoredBot(name=name, digest=f"{derive(0, name):016x}", entrant={"spec": spec})
        for name, spec in bots.items()
    ]
    run = StoredRun(
        name="winter <i>cup</i>", format="round_robin", config=text, config_digest="c0ffee", master_seed=SEED,
        edition=Edition.load(), created="2026-01-01T20:00:00Z", machine="a test machine",
    )  # fmt: skip
    planned = schedule(list(bots), sizes, cycles, SEED).blocks[:blocks]
    with Store.create(folder, run, keys) as store:
        for number, block in enumerate(planned):
            day = 1 + number * days // len(planned)
            _play_block(store, block, bots, f"2026-01-{day:02}T03:04:05Z")
    return folder


def _play_block(store: Store, block: Block, bots: Mapping[str, str], when: str) -> None:
    keys = {bot.name: bot.key for bot in store.bots()}
    stored = StoredBlock(
        id=block.id, cycle=block.cycle, number=block.number, bots=tuple(keys[name] for name in block.bots),
        deals=tuple(map(str, block.deals)),
    )  # fmt: skip
    games, records = [], {}
    for rotation in range(block.players):
        name, lineup = block.game_id(rotation), block.lineup(rotation)
        result, start, records[name] = play(name, lineup, bots, block.deal(rotation))
        seats = tuple(_seat(keys[bot], result, seat) for seat, bot in enumerate(lineup))
        games.append(
            StoredGame(
                id=name, block=block.id, rotation=rotation, deal=str(block.deal(rotation)), start=start,
                rounds=result.rounds, seats=seats, finished_at=when,
            )
        )  # fmt: skip
        for seat in seats:
            if seat.fault:
                _leave_logs(store.folder / "logs", f"{name}-seat{seats.index(seat)}-dice")
    store.add_block(stored, games, records)


def play(
    name: str, lineup: Sequence[str], bots: Mapping[str, str], deal: int
) -> tuple[GameResult, int, bytes]:
    """One game: its result, the first seat and the record."""
    rng = random.Random(name)
    players: list[Player] = [make_player(bots[bot], rng.getrandbits(32)) for bot in lineup]
    for seat, bot in enumerate(lineup):
        if bot == FORGETFUL and rng.random() < 0.3:
            players[seat] = Forgetful(players[seat], rng.randint(2, 20))
    game = Game.new(len(lineup), seed=deal)
    start = game.seat
    with tempfile.TemporaryDirectory() as folder, Recording(Path(folder, "r"), lineup, {}) as recording:
        result = Match(game, players, lineup, rng.getrandbits(32), observers=[recording]).play()
        recording.close()
        return result, start, Path(folder, "r").read_bytes()


def _seat(bot: object, played: GameResult, seat: int) -> StoredSeat:
    result, rng = played.result, random.Random(f"{bot} {seat} {played.rounds}")
    slow = rng.lognormvariate(-3, 1)  # no clock: runs of one seed are to be equal
    return StoredSeat(
        bot=bot, place=result.places[seat], points=result.points[seat], donation=result.donations[seat],
        out=result.out[seat], share=result.shares[seat], termination=played.terminations[seat],
        fault=played.faults[seat], decisions=played.decisions[seat], seconds=slow * played.decisions[seat] / 3,
        slowest=slow,
    )  # type: ignore[arg-type]  # fmt: skip


def _leave_logs(folder: Path, stem: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / f"{stem}.lines").write_text("{}\n", "utf-8")
    (folder / f"{stem}.stderr").write_text("<b>no</b>\n", "utf-8")
