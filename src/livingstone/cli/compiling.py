"""Compiling the kernels ahead of their use, with a word to the person who waits."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import click

LEAST_TOLD_SECONDS: Final = 5.0
"""A last time below this had little left to compile, and says nothing about this time."""


@dataclass(frozen=True)
class Compiled:
    """What a warm-up did: ``seconds`` it took, whether it ``was_warm`` before, the ``folder`` of compiled
    code, or None and the ``reason``."""

    seconds: float
    was_warm: bool
    folder: str | None
    reason: str


def ensure_compiled() -> None:
    """Before a command that needs the kernels: compiles them on the first run of these sources, saying so.

    Without a folder to keep compiled code in, only says so: each run then compiles just what it uses.
    """
    from livingstone.engine import _jit

    if _jit.is_warm():
        return
    folder, reason = _jit.cache_folder()
    if folder is None:
        click.echo(
            f"compiling first, on every run: nowhere to keep compiled code ({reason}); "
            "LIVINGSTONE_CACHE_DIR can name a folder",
            err=True,
        )
        return
    compile_all()


def compile_all() -> Compiled:
    """Runs every kernel once, so that all are compiled and kept. Progress goes to stderr on a terminal."""
    from livingstone.engine import _jit

    was_warm = _jit.is_warm()
    folder, reason = _jit.cache_folder()
    if not was_warm:
        expected = _jit.expected_seconds()
        length = (
            f"about {expected:.0f} s, as last time"
            if expected and expected >= LEAST_TOLD_SECONDS
            else "half a minute or more"
        )
        click.echo(f"compiling{' once for this version' if folder else ''}: {length}", err=True)
    from livingstone.ai.warmup import warm_up

    start = time.monotonic()
    with _counter(sys.stderr.isatty() and not was_warm):
        warm_up()
    seconds = time.monotonic() - start
    if not was_warm:
        _jit.mark_warm(seconds)
    return Compiled(seconds, was_warm, folder, reason)


@contextmanager
def _counter(shown: bool) -> Iterator[None]:
    """While the block runs, shows how many kernels are ready (the number left is known only at the end)."""
    from livingstone.engine import _jit

    ended = threading.Event()

    def show() -> None:
        start = time.monotonic()
        while not ended.wait(0.5):
            ready, _ = _jit.progress()
            click.echo(f"\r  {ready} kernels ready, {time.monotonic() - start:.0f} s ", nl=False, err=True)

    thread = threading.Thread(target=show, daemon=True)
    if shown:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        if shown:
            thread.join()
            click.echo("\r" + " " * 40 + "\r", nl=False, err=True)
