"""An honest bot that always plays the first of the legal list, and the hook by which the bad ones deviate.

``python speech.py silent [ANYTHING]`` runs the deed ``silent``: once at its moment (``hello``, ``new_game``, or the
third ``request``), or at every ``answer``. A deed stands in place of the honest reply.
"""

import json
import sys

THIRD = 3
_DEEDS = {}


def deed(moment):
    """Register a function ``(bot, message)`` under its name, without a closing underscore."""

    def register(function):
        _DEEDS[function.__name__.rstrip("_")] = (moment, function)
        return function

    return register


class Bot:
    def __init__(self, moment, function):
        self.moment, self.function = moment, function
        self.requests = 0

    def say(self, **message):
        self.write(json.dumps(message).encode() + b"\n")

    def write(self, data):
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()

    def answer(self, request, action=0, **more):
        self.say(type="action", id=request["id"], action=action, **more)

    def hear(self, message):
        kind = message["type"]
        self.requests += kind == "request"
        if kind in ("request", "reject") and self.moment == "answer":
            kind = "answer"
        if kind == self.moment and (kind != "request" or self.requests == THIRD):
            self.function(self, message)
        elif kind == "hello":
            self.say(type="hello", major=1, name="zoo")
        elif kind == "new_game":
            self.say(type="ready")
        elif kind == "request":
            self.answer(message)
        elif kind == "quit":
            sys.exit(0)


def main():
    bot = Bot(*_DEEDS[sys.argv[1]])
    for line in sys.stdin.buffer:
        bot.hear(json.loads(line))
