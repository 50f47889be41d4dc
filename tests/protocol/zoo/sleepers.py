"""A bot that takes so many milliseconds for each answer: ``python sleepers.py 150``."""

import json
import sys
import time

from honest import Bot


def nap(bot, request):
    began = time.monotonic()
    time.sleep(int(sys.argv[1]) / 1000)
    bot.answer(request, note=f"{1000 * (time.monotonic() - began):.0f}")


bot = Bot("answer", nap)
for line in sys.stdin.buffer:
    bot.hear(json.loads(line))
