"""Records to make pages of, and a browser to look at them where there is one."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from livingstone.ai.review.courses import read_course
from livingstone.ai.review.report import Review
from livingstone.ai.review.reviewer import review
from livingstone.web.replay import replay_page
from livingstone.web.review import review_page
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
def five_review(five: Path) -> Review:
    """Its review, a hasty one."""
    return review(five, simulations=100)


@pytest.fixture(scope="session")
def five_review_page(five: Path, five_review: Review) -> Path:
    """The page of that."""
    path = five.with_name("five_review.html")
    path.write_bytes(review_page(five_review, read_course(five)).encode())
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
