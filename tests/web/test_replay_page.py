"""The replay page as a file: what it holds, what each seat's view hides, that nothing in it can run or be fetched."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from livingstone.cli import main
from livingstone.engine.observation import Observation
from livingstone.engine.record import Step
from livingstone.engine.record_story import Story
from livingstone.engine.render.scene import cards_text
from livingstone.web import page as page_module
from livingstone.web.page import page, script_json
from livingstone.web.replay import replay_page
from livingstone.web.replay_data import LONGEST_NOTE, told_beside
from web_samples import HOSTILE, check_policy, write_record


def data_of(text: str) -> dict[str, Any]:
    """The values the page's script reads."""
    (found,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    data: dict[str, Any] = json.loads(found)
    return data


def views(data: dict[str, Any], viewer: int) -> list[list[Any]]:
    """Every step of a viewer (0 everything, then the seats) with its parts in place."""
    return [[data["parts"][number] for number in view] for view in data["views"][viewer]]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def test_a_seats_view_is_its_observation(five: Path, five_page: Path) -> None:
    data = data_of(five_page.read_text("utf-8"))
    story = Story(five)
    for viewer in range(5):
        told = views(data, viewer + 1)
        tales = list(story.tell(viewer))
        assert len(told) == len(tales)
        for (text, table, _, *seats), tale in zip(told, tales, strict=True):
            known = tale.view
            assert isinstance(known, Observation)
            assert text == tale.text
            assert table["deck"] == known.record[0].deck_size
            for seat, (shown, money) in enumerate(zip(seats, known.money, strict=True)):
                assert (shown["cash"], shown["chest"]) == (list(money.cash), list(money.chest))
                assert [shown["wealth"]] * 2 == list(money.wealth)
                assert shown["cards"] == known.record[0].seats[seat].cards
                assert (shown["hand"] is None) == (seat != viewer)
            hand = cards_text(known.record[0].seats[viewer].hand).replace("_", " ")
            assert (", ".join(seats[viewer]["hand"]) or "none") == hand


def test_the_view_of_everything_has_every_hand_and_coin(five: Path, five_page: Path) -> None:
    data = data_of(five_page.read_text("utf-8"))
    hidden = 0
    for (_, _, _, *seats), tale in zip(views(data, 0), Story(five).tell(), strict=True):
        for shown, seat in zip(seats, tale.view.record[0].seats, strict=False):
            assert shown["cash"] == [seat.cash] * 2
            assert shown["chest"] == [seat.chest] * 2
            assert len(shown["hand"]) <= seat.cards
            hidden += shown["cards"] > 0
    assert hidden


def test_a_game_of_five_stays_small(five_page: Path) -> None:
    steps = len(data_of(five_page.read_text("utf-8"))["told"])
    assert steps > 200
    assert five_page.stat().st_size < 5000 * steps, "1.5 MB for a game of 300 steps"


def test_the_policy_allows_the_pages_own_style_and_script_and_nothing_else(five_page: Path) -> None:
    text = five_page.read_text("utf-8")
    check_policy(text)


def test_foreign_names_stay_text(five_page: Path) -> None:
    text = five_page.read_text("utf-8")
    assert HOSTILE not in text
    assert "<b>Co" not in text
    assert "<img" not in text
    assert "&lt;/script&gt;&lt;script&gt;alert(1)" in text
    assert data_of(text)["names"][1] == HOSTILE


def test_json_cannot_end_its_script() -> None:
    value = ["</script>", "<!--", "\u2028"]
    assert "<" not in script_json(value)
    assert json.loads(script_json(value)) == value


def test_a_page_needs_neither_script_nor_data() -> None:
    text = page("page.html", title="<Plain>")
    assert "&lt;Plain&gt;" in text
    assert "script-src &#39;none&#39;" in text
    assert "<script" not in text


@pytest.mark.parametrize(
    ("info", "told"),
    [
        (None, {}),
        ({"ms": 5, "note": "so", "evaluation": {"win": 0.5, "vp": 3, "nodes": 9}}, 5),
        ({"ms": "5", "note": 7, "evaluation": [1]}, {}),
        ({"ms": True, "note": "  ", "evaluation": {"win": None, "vp": {}, "other": 1}}, {}),
    ],
)
def test_what_a_bot_told_is_read_with_care(info: dict[str, object] | None, told: object) -> None:
    expected = {"ms": 5, "note": "so", "win": 0.5, "vp": 3, "nodes": 9} if told == 5 else {}
    step = Step(seat=2, act={"end": True}, info=info)
    assert told_beside(step) == {"seat": 2, **expected}


def test_a_long_note_is_cut() -> None:
    note = told_beside(Step(roll=[1], info={"note": "x" * 9000}))["note"]
    assert isinstance(note, str)
    assert len(note) == LONGEST_NOTE


def test_standing_has_sources_places_and_who_is_out(five: Path, five_page: Path) -> None:
    text = five_page.read_text("utf-8")
    result = json.loads(five.read_bytes().splitlines()[-1])["result"]
    rows = re.findall(r"<tr( class=\"winner\")?>\s*<td>(\d)</td>(.*?)</tr>", text, re.DOTALL)
    assert [int(place) for _, place, _ in rows] == sorted(result["places"])
    assert sum(bool(winner) for winner, _, _ in rows) == len(result["winners"])
    assert text.count("out: donated too little") == sum(result["out"])
    for seat in result["winners"]:
        cells = next(rest for winner, _, rest in rows if winner)
        sources = result["sources"][seat]
        wanted = [sources[key] for key in ("tents", "market", "animals", "rows", "gems")]
        numbers = [int(number) for number in re.findall(r"<td>(?:<b>)?(\d+)", cells)]
        if len(result["winners"]) == 1:
            assert numbers == [result["points"][seat], *wanted, result["donations"][seat]]


def test_a_record_without_names_and_without_end(tmp_path: Path) -> None:
    whole = write_record(tmp_path / "whole.jsonl", 2, 3, [])
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[:20]))
    text = replay_page(cut)
    assert "The record ends before the game does." in text
    assert "<bdi>Seat A</bdi>, <bdi>Seat B</bdi>" in text
    assert data_of(text)["names"] == []
    assert "Final standing, when" in replay_page(whole)


def test_the_command_writes_the_page(five: Path, five_page: Path, tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    result = run("replay", five, "--html", target)
    assert result.exit_code == 0
    assert re.fullmatch(rf"wrote {re.escape(str(target))} \(\d+ kB\)\n", result.output)
    assert target.read_bytes() == five_page.read_bytes()


@pytest.mark.parametrize(
    "option", [["--step", "3"], ["--seat", "1"], ["--json"], ["--interactive"], ["--ascii"]]
)
def test_a_page_is_asked_for_alone(five: Path, tmp_path: Path, option: list[str]) -> None:
    result = run("replay", five, "--html", tmp_path / "page.html", *option)
    assert result.exit_code == 2
    assert "--html" in result.output
    assert not (tmp_path / "page.html").exists()


def test_a_wrong_record_leaves_an_older_page_alone(five: Path, tmp_path: Path) -> None:
    bad, target = tmp_path / "bad.jsonl", tmp_path / "page.html"
    lines = five.read_bytes().splitlines(keepends=True)
    bad.write_bytes(b"".join([*lines[:5], *lines[6:]]))
    target.write_text("older")
    result = run("replay", bad, "--html", target)
    assert result.exit_code == 1
    assert result.output.startswith("error: line ")
    assert target.read_text() == "older"


def test_without_jinja2_one_line_tells_what_to_install(
    five: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    page_module._environment.cache_clear()
    result = run("replay", five, "--html", tmp_path / "page.html")
    assert result.exit_code == 1
    assert result.output.startswith("error: an HTML page needs jinja2")
    assert "livingstone-ai[report]" in result.output
