"""Bots that say something wrong, or nothing, or too much."""

import json
import sys
import time

from honest import deed, main


@deed("request")
def silent(bot, request):
    pass


@deed("request")
def babbler(bot, request):
    while True:
        bot.write(b"what a fine day on the Zambezi\n" * 100)


@deed("request")
def chatterer(bot, request):
    while True:
        bot.write(b'{"type":"log","message":"thinking"}\n' * 100)


@deed("request")
def pinger(bot, request):
    while True:  # and it never reads the pongs
        bot.write(b'{"type":"ping","id":1}\n' * 100)


@deed("request")
def blank_lines(bot, request):
    while True:
        bot.write(b"\r\n" * 1000)


@deed("request")
def drip(bot, request):
    for byte in json.dumps({"type": "action", "id": request["id"], "action": 0}).encode() + b"\n":
        bot.write(bytes([byte]))
        time.sleep(0.05)


@deed("answer")
def double_answer(bot, request):
    bot.answer(request)
    bot.answer(request)


@deed("answer")
def stale_id(bot, request):
    if request["id"] > 1:
        bot.say(type="action", id=request["id"] - 1, action=0)
    bot.answer(request)


@deed("request")
def unknown_id(bot, request):
    bot.say(type="action", id=request["id"] + 7, action=0)


@deed("request")
def early(bot, request):
    ids = [request["id"] + ahead for ahead in range(3)]
    bot.write(b"".join(b'{"type":"action","id":%d,"action":0}\n' % number for number in ids))


@deed("request")
def huge_line(bot, request):
    bot.answer(request, note="x" * 70_000)


@deed("request")
def endless_line(bot, request):
    while True:
        bot.write(b"x" * 10_000)


@deed("request")
def long_note(bot, request):
    bot.answer(request, note="ü" * 513)


@deed("request")
def bad_utf8(bot, request):
    bot.write(b'{"type":"action","id":%d,"action":"die \xff"}\n' % request["id"])


@deed("request")
def nan(bot, request):
    bot.answer(request, evaluation={"win": float("nan")})


@deed("request")
def nested(bot, request):
    bot.write(b'{"type":"action","id":%d,"action":%s0%s}\n' % (request["id"], b"[" * 2000, b"]" * 2000))


@deed("request")
def nul(bot, request):
    bot.write(b"\0\n")


@deed("request")
def wrong_type(bot, request):
    bot.say(type="action", id=str(request["id"]), action=0)


@deed("request")
def no_action(bot, request):
    bot.say(type="action", id=request["id"])


@deed("request")
def unknown_message(bot, request):
    bot.say(type="chat", text="hello there")


@deed("request")
def illegal(bot, request):
    bot.answer(request, {"donate": 9999})


@deed("request")
def nonsense(bot, request):
    bot.answer(request, "fly to the moon")


@deed("request")
def beyond_the_list(bot, request):
    bot.answer(request, len(request["legal"]))


@deed("answer")
def stubborn(bot, request):
    time.sleep(0.08)
    bot.answer(request, "fly to the moon")


@deed("request")
def resigns(bot, request):
    bot.say(type="quit")
    sys.exit(0)


@deed("request")
def second_ready(bot, request):
    bot.write(b'{"type":"action","id":%d,"action":0}\n{"type":"ready"}\n' % request["id"])


@deed("answer")
def crlf(bot, request):
    bot.write(b'\r\n{"type":"action","id":%d,"action":0}\r\n' % request["id"])


@deed("answer")
def blank_line_after(bot, request):
    bot.write(b'{"type":"action","id":%d,"action":0}\n\n' % request["id"])


@deed("answer")
def stderr_flood(bot, request):
    sys.stderr.write("a remark of no importance\n" * 8000)
    bot.answer(request)


@deed("request")
def endless_stderr(bot, request):
    while True:
        sys.stderr.write("a remark of no importance\n" * 1000)


@deed("hello")
def banner(bot, hello):
    bot.write(b"Welcome to ZooBot 3000!\n")
    bot.say(type="hello", major=1, name="zoo")


@deed("hello")
def mute(bot, hello):
    pass


@deed("hello")
def foreign_version(bot, hello):
    bot.say(type="hello", major=7, name="zoo")


@deed("hello")
def refuses(bot, hello):
    bot.say(type="error", code="unsupported_version", message="this bot speaks protocol 7")
    sys.exit(0)


@deed("hello")
def empty_name(bot, hello):
    bot.say(type="hello", major=1, name="")


@deed("hello")
def hello_of_wrong_types(bot, hello):
    bot.say(type="hello", major="1", name=["zoo"])


@deed("new_game")
def never_ready(bot, new_game):
    pass


if __name__ == "__main__":
    main()
