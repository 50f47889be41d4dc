"""The review page as a file: what it holds, that nothing in it can run or be fetched."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from livingstone.ai.review.courses import read_course
from livingstone.ai.review.highlights import worst_of
from livingstone.ai.review.report import Review
from livingstone.ai.review.reviewer import review
from livingstone.engine.render.scene import scene_of
from livingstone.web.review import SHOWN_MOMENTS, review_page
from web_samples import HOSTILE, NAMES, check_policy


def data_of(text: str) -> dict[str, Any]:
    (found,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    data: dict[str, Any] = json.loads(found)
    return data


def test_the_same_review_gives_the_same_page(five: Path, five_review: Review, five_review_page: Path) -> None:
    assert review_page(five_review, read_course(five)) == five_review_page.read_text("utf-8")


def test_the_policy_allows_the_pages_own_style_and_script_and_nothing_else(five_review_page: Path) -> None:
    text = five_review_page.read_text("utf-8")
    check_policy(text)


def test_foreign_names_stay_text(five_review_page: Path) -> None:
    text = five_review_page.read_text("utf-8")
    assert HOSTILE not in text and "<b>Co" not in text and "<img" not in text
    assert data_of(text)["names"] == NAMES


def test_tents_have_the_first_letters_of_names_where_these_tell_them_apart(
    five: Path, five_review: Review
) -> None:
    course = read_course(five)
    for names, letters in (
        ("Max Anna Bernd Chris Dora", "MABCD"),
        ("Max Anna Alf Chris Dora", "ABCDE"),
    ):
        named = msgspec.structs.replace(five_review, names=tuple(names.split()))
        text = review_page(named, course)
        assert data_of(text)["letters"] == list(letters)
        assert f"<b>{letters[0]}</b> <bdi>Max</bdi>" in text


def test_turns_are_told_as_a_hint_tells_them(five_review_page: Path) -> None:
    text = five_review_page.read_text("utf-8")
    assert re.search(r"<span>die [1-6] (card|coins|mine|tent)", text)
    assert not re.search(r"<span>die ([1-6]);</span> <span>die \1", text)


def test_the_moments_are_the_worst_ones_as_their_seats_saw_them(
    five: Path, five_review: Review, five_review_page: Path
) -> None:
    text = five_review_page.read_text("utf-8")
    data, worst = data_of(text), worst_of(five_review)
    assert len(worst) > SHOWN_MOMENTS == len(data["moments"]) == text.count('<article class="panel moment"')
    observations = {moment.place.step: moment.observation for moment in read_course(five).moments}
    for decision, moment in zip(worst, data["moments"], strict=False):
        scene = scene_of(observations[decision.step])
        me = scene.seats[decision.seat]
        assert moment["boat"] == scene.boat and moment["pool"] == list(scene.pool)
        assert sum(number for _, _, _, number, _ in moment["tents"]) == scene.tents.sum()
        assert moment["coins"] == [me.cash[0], me.chest[0]]
        assert len(moment["hand"]) <= me.cards
    assert [mark["shown"] for mark in data["marks"]][: SHOWN_MOMENTS + 1] == [*range(SHOWN_MOMENTS), None]
    assert len(data["marks"]) == len(worst)
    assert [step for step, _ in data["curve"]] == [point.step for point in five_review.curve]


def test_all_decisions_with_a_die_are_listed(five_review: Review, five_review_page: Path) -> None:
    table = five_review_page.read_text("utf-8").partition('id="all-title"')[2]
    rows = re.findall(r"<tr(?: class=\"marked\")?><td>(\d+)</td>", table)
    shown = [each.step for each in five_review.decisions if each.part == "die" or each.grade != "fine"]
    assert [int(step) for step in rows] == shown
    assert table.count('<tr class="marked">') == len(five_review.worst)


@pytest.mark.parametrize("lines", [1, 2, 40])
def test_games_without_an_end_and_without_decisions(five: Path, tmp_path: Path, lines: int) -> None:
    short = tmp_path / "short.jsonl"
    short.write_bytes(b"".join(five.read_bytes().splitlines(keepends=True)[:lines]))
    text = review_page(review(short, simulations=100), read_course(short))
    assert "the game is not finished" in text
    assert ("There is no decision to review." in text) == (lines < 3)
