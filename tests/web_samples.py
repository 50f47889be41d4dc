"""A record with foreign names and notes, for the tests of pages."""

import random
from pathlib import Path

from livingstone.engine.game import Game
from livingstone.engine.record import RecordWriter, header_of
from sample_games import random_action

HOSTILE = "</script><script>alert(1)</script>"
NAMES = ["Anna", HOSTILE, 'O\'Neil "the" & <b>Co</b>', "Dora of the very long name that never ends", "Émile"]
NOTE = '<img src=x onerror=alert(2)> & it\'s my "secret"'


def write_record(path: Path, players: int, seed: int, names: list[str]) -> Path:
    """The record of a random game. Seats 0 and 1 tell evaluations, seat 1 a note with each."""
    game, rng = Game.new(players, seed=seed), random.Random(seed)
    with RecordWriter(path, header_of(game, names)) as writer:
        while not game.is_over:
            if game.awaits_chance:
                writer.roll(game.roll(), final=game.is_over)
                continue
            seat, action = game.seat, random_action(game, rng)
            info: dict[str, object] = {"ms": rng.randrange(3000)}
            if seat < 2:
                info["evaluation"] = {"win": round(rng.random(), 3), "vp": 20.5, "nodes": 7}
            if seat == 1:
                info["note"] = NOTE
            writer.act(seat, action, game.play(action), info)
        writer.result(game.result())
    return path
