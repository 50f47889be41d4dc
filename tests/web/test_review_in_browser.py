"""The review page in a real browser: drawn, linked, quiet, narrow, dark, on paper."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from livingstone.ai.review.courses import read_course
from livingstone.ai.review.reviewer import review
from livingstone.web.review import SHOWN_MOMENTS, review_page

if TYPE_CHECKING:
    from browser import Browser

pytestmark = pytest.mark.usefixtures("browser")

BEYOND = (
    "[...document.querySelectorAll('body *')].filter((e) => !e.closest('.scroll, .unseen') && "
    "e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + '.' + e.className)"
)


@pytest.fixture
def screen(browser: "Browser", five_review_page: Path) -> "Iterator[Browser]":
    """The page in a window of 1280 x 900; afterwards, nothing was complained of or asked for."""
    browser.resize(1280, 900)
    browser.prefer("light")
    browser.open(five_review_page.as_uri())
    yield browser
    assert browser.errors == []
    assert {address.partition("#")[0] for address in browser.requests} <= {five_review_page.as_uri()}


def test_curves_marks_and_boards_are_drawn(screen: "Browser") -> None:
    assert screen.run("document.querySelectorAll('#curve .curve').length") == 5
    assert screen.run("document.querySelectorAll('#curve .mark').length") > SHOWN_MOMENTS
    assert screen.run("document.querySelectorAll('#curve a').length") == SHOWN_MOMENTS
    assert screen.run("document.querySelectorAll('.moment .board .cell').length") == 60 * SHOWN_MOMENTS
    assert screen.run(
        "[...document.querySelectorAll('.moment .facts')].every((e) => e.children.length === 10)"
    )
    heights = screen.run(
        "[...document.querySelectorAll('#curve circle')].map((e) => e.getBoundingClientRect().top)"
    )
    top = screen.run("document.getElementById('curve').getBoundingClientRect().top")
    low, high = min(heights) - top, max(heights) - top
    assert 0 <= low <= high <= 240


def test_a_mark_leads_to_its_moment(screen: "Browser") -> None:
    screen.run(
        "document.querySelector('#curve a[href=\"#moment-3\"]').dispatchEvent(new MouseEvent('click'))"
    )
    assert screen.run("location.hash") == "#moment-3"
    assert screen.run("document.querySelector(':target').id") == "moment-3"
    assert screen.run("scrollY") > 0


@pytest.mark.parametrize("width", [400, 800, 1280])
def test_nothing_scrolls_sideways_but_tables_in_their_frames(screen: "Browser", width: int) -> None:
    screen.resize(width, 800)
    screen.run("dispatchEvent(new Event('resize'))")
    assert screen.run("document.documentElement.scrollWidth") <= width
    assert screen.run(BEYOND) == []


def test_dark_and_paper(screen: "Browser") -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    light = screen.run(colour)
    screen.prefer("dark")
    assert screen.run(colour) != light
    screen.prefer("dark", "print")
    assert screen.run("document.querySelector('.scroll.tall').scrollHeight") == screen.run(
        "document.querySelector('.scroll.tall').clientHeight"
    )
    screen.prefer("dark")
    pages = re.findall(rb"/Type /Page\b", screen.pdf())
    assert 3 <= len(pages) <= 14


def test_an_empty_review_is_quiet_too(browser: "Browser", five: Path, tmp_path: Path) -> None:
    short, target = tmp_path / "short.jsonl", tmp_path / "short.html"
    short.write_bytes(five.read_bytes().splitlines(keepends=True)[0])
    target.write_bytes(review_page(review(short, simulations=100), read_course(short)).encode())
    browser.open(target.as_uri())
    assert browser.errors == []
    assert browser.run("document.querySelectorAll('#curve .grid').length") > 0
