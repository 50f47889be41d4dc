"""Records to make pages of, and a browser to look at them where there is one."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from livingstone.web.replay import replay_page
from web_samples import NAMES, write_record

if TYPE_CHECKING:
    from browser import Browser


@pytest.fixture(scope="session")
def five(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a game of five with foreign names."""
    return write_record(tmp_path_factory.mktemp("records") / "five.jsonl", 5, 11, NAMES)


@pytest.fixture(scope="session")
def five_page(five: Path) -> Path:
    """Its page."""
    path = five.with_suffix(".html")
    path.write_bytes(replay_page(five).encode())
    return path


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Browser]":
    """A headless Chromium; without one the test is skipped."""
    if os.name != "posix":
        pytest.skip("the browser is driven over two pipes, as on Linux and macOS")
    from browser import Browser, chromium

    program = chromium()
    if program is None:
        pytest.skip("no Chromium on this machine (Debian: the package chromium)")
    try:
        started = Browser(program, tmp_path_factory.mktemp("profile"))
    except (TimeoutError, OSError) as error:
        pytest.skip(f"{program} does not start: {error}")
    with started:
        yield started
