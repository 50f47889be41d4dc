"""Answers that were right before something happened to them; ``python mutants.py SEED`` is a bot that gives them."""

import json
import random
import sys

from honest import Bot

VALUES = [
    None, True, False, 0, -1, 1, 2, 7, 255, 2**31, 2**53 + 1, 2**63, 2**64, 10**400, -(2**63) - 1, 0.0, 1.0, -0.5,
    1e308, float("nan"), float("-inf"), "", " ", "end", "pass", "die 4", "die 4 tent", "donate 1",
    "donate 99999999999999999999", "sell 1 clear", "play four_coins", "\ud800", "\0", "é" * 300, "die " * 5000,
    [], [0], [0, 1], [0, 1, 1, 1], [[0]], [-1], [True], [0, -1], [0, 2**63], [0, 2**70, 0, 0],
    {}, {"die": 4}, {"die": 4, "use": "tent"}, {"donate": 1}, {"end": True}, {"sell": [1, 0, 0]},
    {"sell": {"max": [1, 1, 1]}}, {"market": [0, 0, 0]}, {"donate": [1, 7]}, {"donate": -1}, {"donate": 2**70},
    {"die": "4"}, {"die": 4, "use": "tent", "from": [99, 99]}, {"die": 4, "use": "tent", "row": 10**30},
    {"extra_tent": [0, 0]}, {"play": "lion", "donate": 1}, {"play": None}, {"": ""},
]  # fmt: skip
TYPES = ["action", "hello", "ready", "quit", "ping", "pong", "log", "error", "request", "chat", "", None, 1]


def mutated(request, rng):
    """The bytes of an answer to a request, with a chance that they are still right."""
    legal = request["legal"]
    index = rng.randrange(len(legal))
    answer = {"type": "action", "id": request["id"], "action": rng.choice([index, [index], legal[index]])}
    if rng.random() < 0.2:
        answer["note"] = "because"
        answer["evaluation"] = {"win": 0.5, "nodes": 10}
    if rng.random() < 0.6:
        _change_a_value(answer, rng)
    line = json.dumps(answer, ensure_ascii=rng.random() < 0.5).encode(errors="surrogatepass")
    for _ in range(rng.choice([0, 0, 0, 1, 3])):
        line = _change_bytes(line, rng)
    return line[:50_000] + rng.choice([b"\n", b"\n", b"\r\n", b"\n\n", b" \n"])


def _change_a_value(answer, rng):
    place = rng.choice(["action", "action", "action", "id", "type", "note", "evaluation", "new", "within"])
    if place == "type":
        answer["type"] = rng.choice(TYPES)
    elif place == "within" and isinstance(answer["action"], dict):
        action = answer["action"] = dict(answer["action"])
        action[rng.choice([*action, "use", "row", "from"])] = rng.choice(VALUES)
    elif place == "within" and isinstance(answer["action"], list):
        answer["action"] = answer["action"] + [rng.choice(VALUES) for _ in range(rng.randrange(5))]
    elif place == "evaluation":
        answer["evaluation"] = {rng.choice(["win", "vp", "nodes"]): rng.choice(VALUES)}
    else:
        answer[place] = rng.choice(VALUES)


def _change_bytes(line, rng):
    at, to = sorted((rng.randrange(len(line) + 1), rng.randrange(len(line) + 1)))
    few = min(to, at + 5)
    return (
        rng.choice(
            [
                line[:at] + bytes([rng.randrange(256)]) + line[at + 1 :],
                line[:at] + rng.randbytes(3) + line[at:],
                line[:at] + line[few:],
                line[:to] + line[at:],
                line[:at] + b"\n" + line[at:],
                line + b"\n" + line,
                line[:at]
                + rng.choice([b"{", b"[", b'"', b"\\", b"9" * 30, b"-", b"e999", b"\xef\xbb\xbf"])
                + line[at:],
            ]
        )
        or b"?"
    )


if __name__ == "__main__":
    RNG = random.Random(int(sys.argv[1]))

    def answer(bot, message):
        if message["type"] == "request":
            bot.request = message
        bot.write(mutated(bot.request, RNG))  # after a reject, to the same request

    bot = Bot("answer", answer)
    for line in sys.stdin.buffer:
        bot.hear(json.loads(line))
