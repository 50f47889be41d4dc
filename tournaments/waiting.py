"""A word to the person who waits, when something takes longer than usual."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

Tell = Callable[[str], None]
"""Shows a line to the user."""

PATIENCE_S: Final = 2.0


def silent(_: str) -> None:
    """Tells nobody."""


@contextmanager
def told_if_slow(tell: Tell, text: str) -> Iterator[None]:
    """Tells ``text`` once, from a thread of its own, if the block takes more than ``PATIENCE_S``."""
    timer = threading.Timer(PATIENCE_S, tell, (text,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
