"""Bots with children, and bots that use more than they should."""

import os
import signal
import sys
import time

from honest import deed, main


def child(act, *, new_session=False):
    """A child that ignores SIGTERM and SIGHUP and does something for ever."""
    if os.fork():
        return
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    if new_session:
        os.setsid()
        if os.fork():
            os._exit(0)
    while True:
        act()


def sleep():
    time.sleep(100)


@deed("request")
def forker(bot, request):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for _ in range(3):
        child(sleep)
    sleep()


@deed("request")
def runaway_child(bot, request):
    child(sleep, new_session=True)
    sleep()


@deed("request")
def child_holds_stdout(bot, request):
    child(sleep)
    sys.exit(7)


@deed("request")
def child_babbles_on(bot, request):
    child(lambda: os.write(1, b"still here\n" * 100), new_session=True)
    time.sleep(0.05)
    os._exit(8)


@deed("request")
def child_writes_stderr(bot, request):
    child(lambda: os.write(2, b"still here\n" * 100), new_session=True)
    os._exit(8)


@deed("hello")
def ignores_stdin(bot, hello):
    bot.say(type="hello", major=1, name="zoo")
    bot.say(type="ready")
    sleep()


@deed("request")
def memory_hog(bot, request):
    hoard = bytearray()
    while len(hoard) < 1 << 28:
        hoard += b"x" * (1 << 24)
    sleep()


@deed("request")
def idle_hog(bot, request):
    bot.answer(request)
    while True:
        pass


@deed("answer")
def busy_when_asked(bot, request):
    until = time.process_time() + 0.05
    while time.process_time() < until:
        pass
    bot.answer(request)


if __name__ == "__main__":
    main()
