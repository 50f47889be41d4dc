"""The bot of the transcripts: it always answers the same, in a manner its argument names.

text: with all four forms of answer in turn, by the text list. events: by JSON, and it asks for events.
lenient: its first two answers are wrong. illegal: its third answer is. refusing: it speaks no major that is
offered and says so. foreign: it greets with another major. ping: it pings, logs, and repeats old answers.
"""

import json
import sys
from typing import Any

WISHES = ("tent", "coins", "donate", "end", "die")
"""The first of these words that a legal action has is played."""


def send(**message: Any) -> None:
    sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def choose(legal: list[dict[str, Any]], donated: bool) -> int:
    """An index of the legal list: one donation a turn, the lowest die."""
    wishes = [wish for wish in WISHES if wish != "donate" or not donated]
    for wish in wishes:
        for index, entry in enumerate(legal):
            if wish in entry or entry.get("use") == wish:
                return index
    return 0


def answer(form: int, index: int, request: dict[str, Any]) -> Any:
    """One action in one of the forms."""
    entry = request["legal"][index]
    if "donate" in entry:
        return ({"donate": 1}, "donate 1", [index, 1], [index, 1])[form]
    text = request["legal_text"][index] if "legal_text" in request else ""
    return (entry, text or entry, index, [index])[form]


def main(manner: str) -> None:
    donated = False
    form = 0
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            if manner == "refusing":
                send(type="error", code="unsupported_version", message="this bot speaks protocol 7")
                return
            features = {"text": ["text"], "events": ["events"]}.get(manner, [])
            major = 7 if manner == "foreign" else 1
            send(type="hello", major=major, name="golden", version="1.0", author="Ada", features=features)
        elif kind == "new_game":
            if manner == "ping":
                send(type="log", message="loading")
                send(type="ping", id=1)
            send(type="ready")
        elif kind == "request":
            number = message["id"]
            index = choose(message["legal"], donated)
            entry = message["legal"][index]
            donated = "end" not in entry and (donated or "donate" in entry)
            if manner == "lenient" and number == 1:
                send(type="action", id=number, action="die 9")
            elif manner == "illegal" and number == 3:
                send(type="action", id=number, action={"play": "boat_back"})
            else:
                if manner == "text":
                    form = (form + 1) % 4
                more = {"note": "as always", "evaluation": {"win": 0.5, "vp": 20.5}} if number == 2 else {}
                if manner == "ping" and number > 1:  # stale: the host passes over it
                    send(type="action", id=number - 1, action=0)
                send(type="action", id=number, action=answer(form, index, message), **more)
        elif kind == "reject":
            # Not understood, then illegal, then the first of the list.
            wrong = message["tries_left"] > 1
            send(type="action", id=message["id"], action={"donate": 99} if wrong else 0)
        elif kind == "ping":
            send(type="pong", id=message["id"])
        elif kind == "quit":
            return


if __name__ == "__main__":
    main(sys.argv[1])
