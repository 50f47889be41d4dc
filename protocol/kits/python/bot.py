"""my-bot, a bot for the board game Livingstone (line protocol 1).

Your idea goes into `choose`; everything below it is the protocol and can stay as it is.
Python's standard library is all it needs.
"""

import json
import sys
from typing import Any

NAME = "my-bot"
VERSION = "0.1"

Json = dict[str, Any]


class Strategy:
    """One object plays one game."""

    def __init__(self, new_game: Json) -> None:
        """`new_game` has the edition, `players`, your `seat` and a `seed` (text) for your random numbers."""
        self.donated = False

    def choose(self, request: Json) -> Any:
        """The move to make: an entry of `request["legal"]`, its text, or its place in that list.

        `request["observation"]` is all you may know of the game, `request["time"]["deadline_ms"]` how long
        this answer may take. Amounts are ranges: {"donate": [1, 7]} allows {"donate": 3}.
        """
        legal = request["legal"]

        # A tent if it can be paid, else coins for a tent of a later turn.
        for use in ("tent", "coins"):
            for move in legal:
                if move.get("use") == use:
                    return move

        # A low die first: each further die of a round must be higher, so low dice mean more turns.
        dice = [move for move in legal if "die" in move]
        if dice:
            return min(dice, key=lambda move: int(move["die"]))

        # Half of the coins into the chest once a turn: who has donated least at the end is out of the game.
        for move in legal:
            if "donate" in move and not self.donated:
                self.donated = True
                most: int = move["donate"][1]
                return {"donate": (most + 1) // 2}

        for move in legal:
            if "end" in move:
                self.donated = False
                return move
        return 0  # the first of the list: always legal


# The protocol: one JSON object a line.

HOST = sys.stdin.buffer  # bytes, because the protocol is UTF-8 whatever the system's own encoding is
ANSWERS = sys.stdout.buffer
sys.stdout = sys.stderr  # from here on print() goes to stderr: a stray one cannot spoil the protocol


def send(message: Json) -> None:
    """Write one line to the host."""
    ANSWERS.write(json.dumps(message).encode() + b"\n")
    # Without this flush the line waits in a buffer of 8 KiB and the host waits for the line: time is up.
    # A terminal flushes at each line, a pipe does not, so the mistake shows only in a match.
    ANSWERS.flush()


def main() -> None:
    """Answer the host until it says quit or closes our stdin."""
    strategy: Strategy | None = None
    for line in HOST:  # one line at a time; HOST.read() would wait for the end of the whole game
        if not line.strip():
            continue
        message = json.loads(line)
        kind = message.get("type")
        if kind == "hello":
            if 1 not in message["supported"]:
                text = f"{NAME} speaks protocol 1"
                send({"type": "error", "code": "unsupported_version", "message": text})
                return
            send({"type": "hello", "major": 1, "name": NAME, "version": VERSION, "language": "Python"})
        elif kind == "new_game":
            strategy = Strategy(message)  # load and compute what takes long here: the clock does not run yet
            send({"type": "ready"})
        elif kind == "request" and strategy is not None:
            send({"type": "action", "id": message["id"], "action": strategy.choose(message)})
        elif kind == "reject":  # a mistake of choose, at a host that allows another try
            print(message["message"])
            send({"type": "action", "id": message["id"], "action": 0})
        elif kind == "ping":
            send({"type": "pong", "id": message["id"]})
        elif kind == "error":
            print(message["message"])
        elif kind == "quit":
            return
        # welcome, event, game_over and types of later minor versions need no answer


if __name__ == "__main__":
    main()
