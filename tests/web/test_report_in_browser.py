"""The report in a real browser: sorting, links, no request, no sideways scrolling, dark, paper, forty bots."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import pytest
from click.testing import CliRunner

from livingstone.cli.tournament_report import command
from livingstone.web.report import write_report
from livingstone.web.report_source import read_source
from report_runs import BOTS, HOSTILE, play_run

if TYPE_CHECKING:
    from browser import Browser

pytestmark = pytest.mark.usefixtures("browser")

FORTY = {
    f"bot {number:02}{' of a long name' * (number % 7 == 0)}": (
        "scripted:steady",
        "scripted:frugal",
        "random",
    )[number % 3]
    for number in range(40)
}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a run on two days with faults and hostile names, with replay pages."""
    folder = play_run(tmp_path_factory.mktemp("runs") / "a run #1", days=2)
    done = CliRunner().invoke(command, [str(folder), "--replays", "faults"], catch_exceptions=False)
    assert done.exit_code == 0
    return folder / "report.html"


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a run of forty bots that is not over."""
    folder = play_run(tmp_path_factory.mktemp("runs") / "forty", (2, 4), bots=FORTY, blocks=200, days=9)
    write_report(read_source(folder), folder / "report.html")
    return folder / "report.html"


@pytest.fixture
def screen(browser: "Browser", report: Path) -> "Iterator[Browser]":
    """The report in a window of 1280 x 900; afterwards, nothing was complained of or asked for."""
    browser.resize(1280, 900)
    browser.prefer("light")
    browser.open(report.as_uri())
    yield browser
    assert browser.errors == []
    assert set(browser.requests) <= {report.as_uri()}


def column(screen: "Browser", table: str, number: int) -> list[str]:
    selector = f"{table} tbody tr > :nth-child({number})"
    shown: list[str] = screen.run(
        f"[...document.querySelectorAll({json.dumps(selector)})].map((cell) => cell.innerText.trim())"
    )
    return shown


def heads(screen: "Browser", table: str) -> list[str | None]:
    found: list[str | None] = screen.run(
        f"[...document.querySelectorAll({json.dumps(table + ' thead th')})].map((head) => head.ariaSort)"
    )
    return found


RANKING = "#ranking > .scroll > table"


def test_a_press_sorts_and_another_turns_round(screen: "Browser") -> None:
    names = column(screen, RANKING, 2)
    assert column(screen, RANKING, 1) == [str(rank) for rank in range(1, len(BOTS) + 1)]
    assert heads(screen, RANKING)[:2] == ["ascending", None]

    def press(number: int) -> None:
        screen.run(f"document.querySelectorAll({json.dumps(RANKING + ' thead button')})[{number}].click()")

    press(1)
    assert column(screen, RANKING, 2) == sorted(names, key=str.casefold)
    assert heads(screen, RANKING)[:2] == [None, "ascending"]
    press(1)
    assert column(screen, RANKING, 2) == sorted(names, key=str.casefold, reverse=True)
    press(2)
    assert column(screen, RANKING, 2) == names
    assert heads(screen, RANKING)[2] == "descending"
    press(2)
    assert column(screen, RANKING, 2) == names[::-1]
    press(3)  # how likely stronger than the next: the last has none, and stays last either way
    assert column(screen, RANKING, 2)[-1] == names[-1]
    press(3)
    assert column(screen, RANKING, 2)[-1] == names[-1]
    values = [float(re.sub("[<>]", "", cell)) for cell in column(screen, RANKING, 5)[:-1]]
    assert values == sorted(values)


def test_numbers_sort_as_numbers(screen: "Browser") -> None:
    table = "#times table"
    screen.run(f"document.querySelectorAll({json.dumps(table + ' thead button')})[2].click()")
    values = [float(cell) for cell in column(screen, table, 3)]
    assert values == sorted(values, reverse=True)
    assert len({len(str(int(value))) for value in values}) > 1, "as texts they would stand otherwise"


def test_keys_sort_and_reach_everything(screen: "Browser") -> None:
    names = column(screen, RANKING, 2)
    screen.run(f"document.querySelectorAll({json.dumps(RANKING + ' thead button')})[0].focus()")
    screen.press("Tab")
    assert screen.run("document.activeElement.closest('th').textContent.trim()") == "bot"
    assert screen.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    screen.run("document.activeElement.click()")
    assert column(screen, RANKING, 2) == sorted(names, key=str.casefold)
    tree: list[dict[str, Any]] = screen.call("Accessibility.getFullAXTree")["nodes"]
    controls = [
        node for node in tree if node.get("role", {}).get("value") in ("button", "link", "image", "region")
    ]
    assert len(controls) > 60
    assert [node["role"] for node in controls if not node.get("name", {}).get("value")] == []
    boxes = screen.run(
        "[...document.querySelectorAll('.scroll')].filter((box) => box.tabIndex !== 0 || !box.ariaLabel).length"
    )
    assert boxes == 0, "a box that scrolls can be reached and scrolled by keys"


def test_links_lead_to_parts_logs_and_replays(screen: "Browser", report: Path) -> None:
    links: list[str] = screen.run("[...document.links].map((link) => link.getAttribute('href'))")
    inside = [link for link in links if link.startswith("#")]
    assert len(inside) >= 9
    assert screen.run(f"{json.dumps(inside)}.every((link) => document.querySelector(link) !== null)")
    files: list[str] = screen.run("[...document.links].map((link) => link.href.split('#')[0])")
    paths = {Path(unquote(urlsplit(file).path)) for file in files}
    assert all(path.is_file() for path in paths)
    kinds = {path.suffix for path in paths}
    assert kinds == {".html", ".lines", ".stderr"}
    replay = screen.run("document.querySelector('#replays a').href")
    screen.open(replay)
    assert "step 0 of" in screen.run("document.getElementById('counter').innerText")
    assert screen.errors == []
    screen.open(report.as_uri())


def test_foreign_names_are_text(screen: "Browser") -> None:
    assert HOSTILE in column(screen, RANKING, 2)
    assert screen.run("document.querySelectorAll('img[src=x], main script, h1 i, main bdi b').length") == 0
    assert screen.run("[...document.images].every((image) => image.src.startsWith('data:'))")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_drawings_are_there_in_both_looks(screen: "Browser", scheme: str) -> None:
    screen.prefer(scheme)
    shown = screen.run(
        "[...document.images].filter((image) => image.offsetParent).map((image) => [image.className, image.complete, "
        "image.naturalWidth / image.width, image.naturalHeight / image.height])"
    )
    assert [name for name, *_ in shown] == ["by-day" if scheme == "light" else "by-night"] * 2
    for _, complete, wide, high in shown:
        assert complete
        assert wide == pytest.approx(high, rel=0.02), "not distorted"
        assert wide > 0.5
    bars = screen.run(
        f"[...document.querySelectorAll({json.dumps(RANKING + ' .bar')})].map((bar) => bar.getBBox().width)"
    )
    assert len(bars) == len(BOTS)
    assert min(bars) > 5


@pytest.mark.parametrize("width", [400, 320, 700, 1000])
@pytest.mark.parametrize("which", ["report", "large"])
def test_no_sideways_scrolling(
    browser: "Browser", width: int, which: str, request: pytest.FixtureRequest
) -> None:
    path: Path = request.getfixturevalue(which)
    browser.prefer("light")
    browser.resize(width, 800)
    browser.open(path.as_uri())
    browser.run("document.querySelectorAll('details').forEach((part) => { part.open = true })")
    assert browser.run("document.documentElement.scrollWidth <= innerWidth")
    beyond = browser.run(  # but for what scrolls within its own frame
        "[...document.querySelectorAll('body *')].filter((e) => !e.parentElement.closest('.scroll') && "
        "e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + '.' + e.className)"
    )
    assert beyond == []
    browser.run("document.querySelector('#cross .scroll').scrollLeft = 9999")
    left = browser.run("document.querySelector('#cross tbody th').getBoundingClientRect().left")
    assert 0 <= left < 40, "names stay in sight"
    assert browser.errors == []


CONTRAST = """
[...document.querySelectorAll(".matrix td, .matrix td small, .ranking td, .badge, .verdict, .quiet, a, summary")]
  .filter((cell) => cell.offsetParent && cell.textContent.trim()).map((cell) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const light = (...colours) => {
      colours.forEach((colour) => { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); });
      const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((n) => n / 255)
        .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const grounds = [];
    for (let part = cell; part; part = part.parentElement) {
      grounds.unshift(getComputedStyle(part).backgroundColor);
    }
    const style = getComputedStyle(cell);
    canvas.globalAlpha = 1;
    const ground = light(...grounds);
    canvas.globalAlpha = Number(style.opacity);
    const ink = light(style.color);
    return [cell.className || cell.tagName, Math.max(ground, ink) / Math.min(ground, ink)];
  }).filter(([, ratio]) => ratio < 4.5)
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_on_its_ground(screen: "Browser", scheme: str) -> None:
    screen.prefer(scheme)
    assert screen.run(CONTRAST) == []
    ground = screen.run("getComputedStyle(document.body).backgroundColor")
    red = int(re.search(r"\d+", ground)[0])  # type: ignore[index]
    assert (red < 60) == (scheme == "dark")


def test_forty_bots_stay_readable(browser: "Browser", large: Path) -> None:
    browser.resize(1280, 900)
    browser.open(large.as_uri())
    assert large.stat().st_size < 1_500_000
    assert len(column(browser, RANKING, 1)) == 40
    heights = browser.run(
        f"[...document.querySelectorAll({json.dumps(RANKING + ' tbody tr')})].map((row) => row.offsetHeight)"
    )
    assert max(heights) < 60
    sizes = browser.run(
        "[...new Set([...document.querySelectorAll('td, th')].filter((cell) => cell.offsetParent)"
        ".map((cell) => parseFloat(getComputedStyle(cell).fontSize)))]"
    )
    assert min(sizes) >= 12
    cells = browser.run("document.querySelectorAll('#cross > .scroll tbody tr:first-child td').length")
    assert cells == 40
    assert "interim: " in browser.run("document.querySelector('.badge').innerText")


@pytest.mark.parametrize(("which", "most"), [("report", 8), ("large", 20)])
def test_paper(browser: "Browser", which: str, most: int, request: pytest.FixtureRequest) -> None:
    path: Path = request.getfixturevalue(which)
    browser.resize(700, 900)  # A4 but for its margins
    browser.open(path.as_uri())
    browser.prefer("dark", "print")
    assert browser.run("document.querySelector('.contents').offsetParent") is None
    assert browser.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert browser.run("[...document.querySelectorAll('.by-night')].every((image) => !image.offsetParent)")
    beyond = browser.run(
        "[...document.querySelectorAll('table')].filter((table) => table.offsetParent && "
        "table.getBoundingClientRect().right > innerWidth).map((table) => table.closest('.scroll').ariaLabel)"
    )
    assert beyond == []
    browser.prefer("light")
    assert 2 <= len(re.findall(rb"/Type /Page\b", browser.pdf())) <= most
