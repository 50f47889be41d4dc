"""The replay page in a real browser: keys, views, links, no request, no sideways scrolling, dark, paper."""

import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from livingstone.engine.constants import Phase
from livingstone.engine.record_story import Story
from livingstone.web.replay import replay_page
from web_samples import HOSTILE, NOTE, write_record

if TYPE_CHECKING:
    from browser import Browser

pytestmark = pytest.mark.usefixtures("browser")


@pytest.fixture
def screen(browser: "Browser", five_page: Path) -> "Iterator[Browser]":
    """The page of the game of five in a window of 1280 x 900; afterwards, nothing was complained of or asked for."""
    browser.resize(1280, 900)
    browser.prefer("light")
    browser.open(five_page.as_uri())
    yield browser
    assert browser.errors == []
    assert set(browser.requests) <= {five_page.as_uri()}


@pytest.fixture(scope="module")
def rounds(five: Path) -> list[int]:
    """The steps at which rounds begin."""
    return [at for at, line in enumerate(five.read_bytes().splitlines()) if line.startswith(b'{"roll"')]


def step(screen: "Browser") -> int:
    return int(re.match(r"step (\d+) of", text(screen, "#counter"))[1])  # type: ignore[index]


def text(screen: "Browser", selector: str) -> str:
    shown: str = screen.run(f"document.querySelector({json.dumps(selector)}).innerText")
    return shown


def jump(screen: "Browser", to: int) -> None:
    screen.run(
        f"{{const slider = document.getElementById('slider'); slider.value = {to};"
        "slider.dispatchEvent(new Event('input', {bubbles: true}))}"
    )


def see(screen: "Browser", seat: str) -> None:
    screen.run(
        f"{{const list = document.getElementById('seat'); list.value = {json.dumps(seat)};"
        "list.dispatchEvent(new Event('change', {bubbles: true}))}"
    )


def test_keys_step(screen: "Browser", rounds: list[int], five: Path) -> None:
    last = len(five.read_bytes().splitlines()) - 1
    presses = [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("PageDown", rounds[1]),
        ("PageDown", rounds[2]),
        ("ArrowRight", rounds[2] + 1),
        ("PageUp", rounds[2]),
        ("PageUp", rounds[1]),
        ("End", last),
        ("ArrowRight", last),
        ("PageUp", rounds[-1]),
        ("PageDown", last),
        ("Home", 0),
        ("ArrowLeft", 0),
    ]
    for key, expected in presses:
        screen.press(key)
        assert step(screen) == expected, key
        assert screen.run("location.hash") == f"#step={expected}"
    screen.press("ArrowRight", modifiers=1)  # Alt: the browser's own
    assert step(screen) == 0


def test_keys_step_once_when_the_slider_has_the_focus(screen: "Browser") -> None:
    screen.run("document.getElementById('slider').focus()")
    screen.press("ArrowRight")
    assert step(screen) == 1
    screen.run("document.getElementById('seat').focus()")
    screen.press("ArrowRight")  # a list of choices keeps its keys
    assert step(screen) == 1


def test_buttons_slider_log_and_chart_lead_to_steps(screen: "Browser", rounds: list[int], five: Path) -> None:
    last = len(five.read_bytes().splitlines()) - 1
    assert screen.run("['first', 'back', 'round-back'].every((id) => document.getElementById(id).disabled)")
    for button, expected in [
        ("forward", 1),
        ("round-forward", rounds[1]),
        ("back", rounds[1] - 1),
        ("round-back", rounds[0]),
        ("last", last),
        ("first", 0),
    ]:
        screen.run(f"document.getElementById('{button}').click()")
        assert step(screen) == expected, button
    screen.run(
        "{const s = document.getElementById('slider'); s.value = 40; s.dispatchEvent(new Event('input'))}"
    )
    assert step(screen) == 40
    screen.run("document.querySelectorAll('#log a')[25].click()")
    assert step(screen) == 25
    assert screen.run("document.querySelectorAll('#log [aria-current]').length") == 1
    assert text(screen, "#log [aria-current]").startswith("25")
    box = screen.run("document.getElementById('chart').getBoundingClientRect().toJSON()")
    screen.run(
        "document.getElementById('chart').dispatchEvent(new MouseEvent('click', "
        f"{{clientX: {box['x'] + box['width'] / 2}}}))"
    )
    assert abs(step(screen) - last / 2) < 0.05 * last


def test_the_sentence_the_position_and_the_board_are_the_storys(screen: "Browser", five: Path) -> None:
    tales = list(Story(five).tell())
    for tale in tales[:: len(tales) // 12]:
        jump(screen, tale.step)
        assert text(screen, "#sentence") == tale.text
        state = tale.view.record[0]
        assert text(screen, "#title").startswith(
            f"Round {state['round_number']}, boat on column {state['boat'] + 1}:"
        )
        shown = screen.run(
            "[...document.querySelectorAll('#board .tent')].map((tent) => "
            "Number(tent.querySelector('.count')?.textContent ?? 1)).reduce((a, b) => a + b, 0)"
        )
        assert shown == state["tents"].sum()
        assert screen.run("document.querySelectorAll('#table .die').length") == state["pool"].sum() + (
            state["phase"] == Phase.DIE_HELD
        )


def test_the_selector_hides_what_a_seat_did_not_know(screen: "Browser", five: Path) -> None:
    tales = list(Story(five).tell())
    at = next(  # everybody has donated and drawn by then, and seat 1 acts
        tale.step
        for tale, line in zip(tales[1:], Story(five).record.lines, strict=True)
        if line.step.seat == 1 and all(seat.gave and seat.cards for seat in tale.view.record[0].seats)
    )
    jump(screen, at)
    assert not re.search(r"\d–\d|hidden", text(screen, "#seats"))
    assert NOTE in text(screen, "#beside")
    see(screen, "0")
    panels: list[str] = screen.run("[...document.querySelectorAll('.seat')].map((panel) => panel.innerText)")
    assert not re.search(r"\d–\d|hidden", panels[0])
    for panel in panels[1:]:
        assert re.search(r"\d+ hidden", panel)
    assert any(re.search(r"\d–\d", panel) for panel in panels[1:])
    assert "secret" not in text(screen, "#beside"), "another seat's note"
    assert "chance" not in text(screen, "#beside")
    assert screen.run("document.querySelectorAll('#chart .curve').length") == 1
    assert screen.run("location.hash") == f"#step={at}&seat=0"
    told = text(screen, "#log")
    for line, tale in zip(told.splitlines()[1::2], Story(five).tell(0), strict=True):
        assert line == tale.text
    see(screen, "1")
    assert NOTE in text(screen, "#beside")
    see(screen, "")
    assert screen.run("document.querySelectorAll('#chart .curve').length") == 2
    assert screen.run("location.hash") == f"#step={at}"


@pytest.mark.parametrize(
    ("fragment", "at", "seat"),
    [
        ("#step=12&seat=1", 12, "1"),
        ("#seat=4", 0, "4"),
        ("#step=7", 7, ""),
        ("#step=-1&seat=9", 0, ""),
        ("#step=1e3&seat=x", 0, ""),
        ("#step=999999", None, ""),
        ("#<script>", 0, ""),
    ],
)
def test_a_link_leads_to_a_step_and_a_seat(
    screen: "Browser", five_page: Path, five: Path, fragment: str, at: int | None, seat: str
) -> None:
    screen.open(five_page.as_uri() + fragment)
    assert step(screen) == (len(five.read_bytes().splitlines()) - 1 if at is None else at)
    assert screen.run("document.getElementById('seat').value") == seat


def test_foreign_names_and_notes_are_text(screen: "Browser") -> None:
    assert HOSTILE in text(screen, "#seats")
    assert HOSTILE in text(screen, "h1")
    assert HOSTILE in screen.run("document.title")
    assert screen.run("document.querySelectorAll('body img, main b b, main script').length") == 0


def test_the_policy_stops_script_style_and_requests(browser: "Browser", five_page: Path) -> None:
    browser.open(five_page.as_uri())
    browser.run(
        "{const script = document.createElement('script'); script.textContent = 'window.ran = 1';"
        "document.body.append(script); document.body.setAttribute('style', 'margin: 99px');"
        "const image = new Image(); image.src = 'http://127.0.0.1:9/x.png'; document.body.append(image)}"
    )
    assert browser.run("window.ran") is None
    assert browser.run("getComputedStyle(document.body).marginTop") != "99px"
    assert browser.run("fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused')") == "refused"
    assert len(browser.errors) >= 4
    assert all("Content Security Policy" in error or "Refused" in error for error in browser.errors)


@pytest.mark.parametrize("width", [400, 320, 700, 1000])
@pytest.mark.parametrize("at", [0, 150, 999])
def test_no_sideways_scrolling(screen: "Browser", five_page: Path, width: int, at: int) -> None:
    screen.resize(width, 800)
    screen.open(f"{five_page.as_uri()}#step={at}&seat=3")
    assert screen.run("document.documentElement.scrollWidth <= innerWidth")
    beyond = screen.run(  # but for what scrolls within its own frame
        "[...document.querySelectorAll('body *')].filter((e) => !e.closest('.scroll, select, .unseen') && "
        "e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + '.' + e.className)"
    )
    assert beyond == []


CONTRAST = """
(() => {
  const probe = document.body.appendChild(document.createElement("i"));
  const light = (name) => {
    probe.style.color = `var(--${name})`;
    const rgb = getComputedStyle(probe).color.match(/[0-9.]+/g).slice(0, 3).map((n) => n / 255);
    const [r, g, b] = rgb.map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const ratio = (a, b) => Math.max(light(a), light(b)) / Math.min(light(a), light(b));
  const seats = [0, 1, 2, 3, 4].map((seat) => `seat-${seat}`);
  const pairs = [["ink", "paper"], ["ink", "panel"], ["ink", "mark"], ["quiet", "paper"], ["quiet", "panel"],
    ["coin-ink", "coin"], ["die-ink", "die"], ...seats.map((seat) => [seat, "panel"]),
    ...seats.map((seat) => ["seat-ink", seat]), ...seats.map((seat) => [seat, "tent-paper"])];
  const low = pairs.map(([a, b]) => [`${a} on ${b}`, ratio(a, b)]).filter(([, found]) => found < 4.5);
  probe.remove();
  return low;
})()
"""


@pytest.mark.parametrize(("scheme", "medium"), [("light", ""), ("dark", ""), ("dark", "print")])
def test_text_stands_out_on_its_ground(screen: "Browser", scheme: str, medium: str) -> None:
    screen.prefer(scheme, medium)
    assert screen.run(CONTRAST) == []
    ground = screen.run("getComputedStyle(document.body).backgroundColor")
    red = int(re.search(r"\d+", ground)[0])  # type: ignore[index]
    assert (red < 60) == (scheme == "dark" and medium == "")


def test_every_control_has_a_name_and_a_visible_focus(screen: "Browser") -> None:
    tree: list[dict[str, Any]] = screen.call("Accessibility.getFullAXTree")["nodes"]
    controls = [
        node
        for node in tree
        if node.get("role", {}).get("value") in ("button", "slider", "combobox", "image")
    ]
    assert len(controls) > 8
    assert [node["role"] for node in controls if not node.get("name", {}).get("value")] == []
    reached = []
    for _ in range(12):
        screen.press("Tab")
        found = screen.run(
            "[document.activeElement.id, getComputedStyle(document.activeElement).outlineStyle !== 'none']"
        )
        reached.append(found[0])
        assert found[1] or not found[0], found
    assert {"forward", "slider", "seat"} <= set(reached)


def test_paper_has_the_whole_log_and_no_controls(screen: "Browser") -> None:
    jump(screen, 60)
    screen.prefer("dark", "print")
    assert screen.run("document.querySelector('.buttons').offsetParent") is None
    assert screen.run(
        "(({scrollHeight, clientHeight}) => scrollHeight <= clientHeight + 1)(document.getElementById('log'))"
    )
    screen.prefer("dark")
    pages = re.findall(rb"/Type /Page\b", screen.pdf())
    assert 2 <= len(pages) <= 12


def test_no_evaluations_no_chart(browser: "Browser", tmp_path: Path) -> None:
    record = write_record(tmp_path / "quiet.jsonl", 2, 4, [])
    record.write_bytes(re.sub(rb',"info":\{(?:[^{}]|\{[^{}]*\})*\}(?=\}\n)', b"", record.read_bytes()))
    target = tmp_path / "quiet.html"
    target.write_bytes(replay_page(record).encode())
    browser.open(target.as_uri())
    browser.press("End")
    assert browser.errors == []
    assert browser.run(
        "document.getElementById('evaluations').hidden && document.getElementById('beside').hidden"
    )
    assert "Seat A" in text(browser, "#seats")


def test_a_picture_of_the_board_is_not_blank(screen: "Browser") -> None:
    """The drawing really appears: many bytes stay after compression."""
    assert len(zlib.compress(screen.picture())) > 30_000
