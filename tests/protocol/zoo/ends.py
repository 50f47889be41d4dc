"""Bots that end, close their pipes or stop, each at another moment."""

import os
import signal
import sys
import time

from honest import deed, main

if sys.argv[1] == "before_hello":
    sys.exit("no licence found")


def sleep():
    time.sleep(100)


@deed("hello")
def after_hello(bot, hello):
    bot.say(type="hello", major=1, name="zoo")
    sys.exit(3)


@deed("new_game")
def after_new_game(bot, new_game):
    sys.exit(4)


@deed("new_game")
def after_ready(bot, new_game):
    bot.say(type="ready")
    sys.exit(0)


@deed("request")
def at_request(bot, request):
    sys.exit(5)


@deed("request")
def after_answer(bot, request):
    bot.answer(request)
    sys.exit(6)


@deed("request")
def half_an_answer(bot, request):
    bot.write(b'{"type":"action","id":3,"acti')
    sys.exit(0)


@deed("request")
def traceback(bot, request):
    raise ValueError("no plan for this")


@deed("request")
def like_perl(bot, request):
    sys.exit(255)


@deed("request")
def segfault(bot, request):
    os.kill(os.getpid(), signal.SIGSEGV)
    sleep()


@deed("request")
def real_time_signal(bot, request):
    os.kill(os.getpid(), 40)
    sleep()


@deed("request")
def kills_its_group(bot, request):
    os.killpg(0, signal.SIGTERM)
    sleep()


@deed("request")
def stops_itself(bot, request):
    os.kill(os.getpid(), signal.SIGSTOP)


@deed("request")
def closes_stdout(bot, request):
    os.close(1)
    sleep()


@deed("request")
def closes_stdin(bot, request):
    os.close(0)
    bot.answer(request)
    sleep()


@deed("request")
def closes_everything(bot, request):
    os.closerange(0, 100)
    sleep()


if __name__ == "__main__":
    main()
