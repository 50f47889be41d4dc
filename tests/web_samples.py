"""A record with foreign names and notes, and what holds of every page, for the tests of pages."""

import base64
import hashlib
import random
import re
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


def check_policy(text: str) -> None:
    """The page allows its own style and script by their hashes, and nothing else; no address is in it."""
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    allowed = dict(part.split(" ", 1) for part in policy.replace("&#39;", "'").split("; "))
    assert allowed["default-src"] == "'none'"
    for kind in ("style", "script"):
        (inside,) = re.findall(rf"<{kind}>(.*?)</{kind}>", text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert allowed[f"{kind}-src"] == f"'sha256-{digest}'"
    assert "unsafe" not in policy
    assert not re.search(r"<[^>]*\s(style|on[a-z]+)=", text.split('id="data"')[0])
    assert set(re.findall(r"https?://[^\"'\s]+", text)) == {"http://www.w3.org/2000/svg"}
