"""The report as a file: what it says of a run, that it says the same again, that nothing in it can run."""

import base64
import html
import re
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from livingstone.cli.tournament_report import command
from livingstone.engine.codec import dumps
from livingstone.tournaments.ratings.table import rate
from livingstone.tournaments.store import Store
from livingstone.web import page as page_module
from livingstone.web.report import report_page
from livingstone.web.report_source import read_source
from report_runs import BOTS, FORGETFUL, HOSTILE, SEED, play_run
from store_runs import main as make_synthetic
from store_runs import rated_games


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of 40 games, some of them lost by a fault, on three days."""
    return play_run(tmp_path_factory.mktemp("runs") / "played", days=3)


@pytest.fixture(scope="session")
def text(played: Path) -> str:
    """Its report."""
    return report_page(read_source(played), played)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def section(text: str, name: str) -> str:
    """A part of the page."""
    found = re.search(rf'<section class="panel" id="{name}".*?</section>', text, re.DOTALL)
    assert found is not None, name
    return found[0]


def rows(text: str, table: int = 0) -> list[list[str]]:
    """The cells of a table's body as text; drawings left out."""
    body = re.findall(r"<tbody>(.*?)</tbody>", text, re.DOTALL)[table]
    found = []
    for row in re.findall(r"<tr>(.*?)</tr>", body, re.DOTALL):
        cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", re.sub(r"<svg.*?</svg>", "", row, flags=re.DOTALL))
        found.append([html.unescape(re.sub(r"<[^>]*>", "", cell)).strip() for cell in cells])
    return found


def test_the_ranking_is_the_rating_table(text: str, played: Path) -> None:
    with Store.open(played, readonly=True) as store:
        table = rate(rated_games(store))
    shown = re.findall(r"<tr>.*?</tr>", re.findall(r"<tbody>(.*?)</tbody>", text, re.DOTALL)[0], re.DOTALL)
    assert len(shown) == len(table.rows) == len(BOTS)
    for rank, (line, row) in enumerate(zip(shown, table.rows, strict=True), 1):
        assert f"<td>{rank}</td>" in line
        assert html.escape(row.bot).replace("&quot;", "&#34;") in line
        assert f"{row.elo:.0f}&nbsp;±&nbsp;{row.high - row.elo:.0f}</td>" in line
        assert f"interval: {row.low:.0f} to {row.high:.0f}" in line
        assert f"<td>{row.games}</td><td>{100 * row.score:.1f}</td>" in line
    assert f"“{table.rows[0].bot}” leads “{table.rows[1].bot}” by" in html.unescape(text)
    assert "complete: 40 games" in text


def test_the_cross_table_adds_up(text: str, played: Path) -> None:
    with Store.open(played, readonly=True) as store:
        games = rated_games(store)
    bots = [row[1] for row in rows(section(text, "ranking"))]
    scores = [[0.0] * len(bots) for _ in bots]
    counts = [[0] * len(bots) for _ in bots]
    for game in games:
        for bot, place in zip(game.bots, game.places, strict=True):
            for other, other_place in zip(game.bots, game.places, strict=True):
                if bot != other:
                    at = bots.index(bot), bots.index(other)
                    scores[at[0]][at[1]] += 0.5 if place == other_place else float(place < other_place)
                    counts[at[0]][at[1]] += 1
    part = section(text, "cross")
    assert part.count("<tbody>") == 3, "together, of two, of four"
    shown = rows(part)
    for row, (head, *cells) in enumerate(shown):
        assert head.split(" ", 1) == [str(row + 1), bots[row]]
        expected = [
            f"{100 * scores[row][column] / counts[row][column]:.0f}{counts[row][column]}"
            if counts[row][column]
            else ""
            for column in range(len(bots))
        ]
        assert cells == expected


def test_points_come_from_the_records(text: str, played: Path) -> None:
    shown = {cells[0]: [float(cell) for cell in cells[1:7]] for cells in rows(section(text, "points"))}
    assert set(shown) == set(BOTS)
    for points, *sources in shown.values():
        assert abs(points - sum(sources)) < 0.3
    with Store.open(played, readonly=True) as store:
        mine = [seat.points for game in store.games() for seat in game.seats if seat.bot.name == "Anna"]
    assert abs(shown["Anna"][0] - sum(mine) / len(mine)) < 0.051
    assert "Sources are those of all games." in text


def test_faults_are_listed_with_what_was_kept(text: str, played: Path) -> None:
    part = section(text, "faults")
    with Store.open(played, readonly=True) as store:
        lost = [(game.id, seat) for game in store.games() for seat, one in enumerate(game.seats) if one.fault]
    assert 2 < len(lost) < 20
    assert rows(part)[0][:3] == [FORGETFUL, str(len(lost)), str(len(lost))]
    listed = rows(part, 1)
    assert [(cells[0], int(cells[2])) for cells in listed] == lost
    assert {cells[3] for cells in listed} == {"crashed"}
    assert all("<b>forgot</b> what to do" in cells[4] for cells in listed)
    links = re.findall(r'href="(logs/[^"]+)"', part)
    assert len(links) == 2 * len(lost)
    assert all((played / link).is_file() for link in links)


def test_the_trend_has_a_day_a_column(text: str) -> None:
    part = section(text, "trend")
    assert re.findall(r"(2026-01-\d\d)<br>(\d+) games", part) == [
        ("2026-01-01", "10"),
        ("2026-01-02", "10"),
        ("2026-01-03", "20"),
    ]
    last = {cells[0]: cells[-1] for cells in rows(part)}
    assert last == {cells[1]: cells[2] for cells in rows(section(text, "ranking"))}


def test_seats_are_balanced(text: str) -> None:
    shown = rows(section(text, "balance"))
    assert shown == [
        ["2 players", "10", "20", "8", "2", "4", "0"],
        ["4 players", "5", "20", "16", "12", "4", "0"],
    ]
    for cells in rows(section(text, "balance"), 1):
        assert cells[1:] == ["8", "16", "4", "14", "4 · 4", "4 · 4 · 4 · 4"]


def test_the_same_run_gives_the_same_bytes(played: Path, text: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(played, copy)
    assert report_page(read_source(copy), copy) == text


def test_foreign_names_stay_text(text: str) -> None:
    assert HOSTILE not in text
    assert "<img src=x" not in text
    assert "<i>cup" not in text
    assert "<b>forgot" not in text
    pictures = [base64.b64decode(part).decode() for part in re.findall(r"svg\+xml;base64,([^\"]+)", text)]
    assert len(pictures) == 4
    assert not any("script" in picture or "Anna" in picture for picture in pictures)
    assert not re.search(r"<[^>]*\s(style|on[a-z]+)=", re.sub(r'"[^"]*"', '""', text))
    assert set(re.findall(r"https?://[^\"'\s]+", text)) == {"http://www.w3.org/2000/svg"}


def test_the_seed_is_told_when_all_is_played(text: str, tmp_path: Path) -> None:
    assert SEED in text
    part = play_run(tmp_path / "part", blocks=7)
    interim = report_page(read_source(part), part)
    assert "interim: 14 of 40 games" in interim
    assert SEED not in interim
    assert re.search(r"<dt>SHA-256 of the master seed</dt><dd><bdi>[0-9a-f]{64}</bdi>", interim)
    assert "so far" in section(interim, "balance")
    assert "trend" not in interim.split("</nav>")[0].split("<nav")[1]


def test_a_run_without_games_has_a_report(tmp_path: Path) -> None:
    folder = play_run(tmp_path / "none", blocks=0)
    text = report_page(read_source(folder), folder)
    assert "No game has been played yet." in text
    assert "interim: 0 of 40 games" in text
    assert 'id="ranking"' not in text


def test_records_that_are_gone_or_no_records_do_no_harm(tmp_path: Path, played: Path) -> None:
    make_synthetic(str(tmp_path / "synthetic"), "4")
    text = report_page(read_source(tmp_path / "synthetic"), tmp_path)
    assert "No record that tells the sources is left." in text
    assert "the schedule is not known" in text
    copy = tmp_path / "copy"
    shutil.copytree(played, copy)
    with Store.open(copy) as store:
        names = [game.id for game in store.games()]
        store.prune_records(names[:10])
    text = report_page(read_source(copy), copy)
    assert "from the records of 30 of 40 games" in text
    done = run(copy, "--replays", "all")
    assert done.exit_code == 0
    assert "30 replay pages" in done.stdout
    assert done.stderr.count("no replay page") == 10
    assert "was deleted to save room" in done.stderr


def test_the_command_writes_report_and_replay_pages(tmp_path: Path) -> None:
    folder = play_run(tmp_path / "a run", blocks=12)
    done = run(folder)
    assert done.exit_code == 0, done.output
    assert re.fullmatch(rf"wrote {re.escape(str(folder / 'report.html'))} \(\d+ kB\)\n", done.stdout)
    assert not (folder / "replays").exists()
    done = run(folder, "--replays", "3", "-o", tmp_path / "elsewhere.html")
    assert ", 3 replay pages" in done.stdout
    text = (tmp_path / "elsewhere.html").read_text("utf-8")
    links = re.findall(r'href="(a%20run/replays/[^"]+)"', section(text, "replays"))
    assert len(links) == 3
    assert all((tmp_path / link.replace("%20", " ")).is_file() for link in links)
    done = run(folder, "--replays", "faults")
    lost = {path.name.partition("-seat")[0] for path in (folder / "logs").iterdir()}
    assert {path.stem for path in (folder / "replays").iterdir()} >= lost
    assert f"{len(lost)} replay page" in done.stdout
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.parametrize("wrong", ["-1", "some", "", "1e3", "99999999999"])
def test_wrong_replays_are_refused(tmp_path: Path, wrong: str) -> None:
    done = run(tmp_path, "--replays", wrong)
    assert done.exit_code == 2
    assert "expected all, faults, none or a number" in done.output


@pytest.mark.parametrize("missing", ["jinja2", "matplotlib"])
def test_without_the_extra_one_line_tells_what_to_install(
    played: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    page_module._environment.cache_clear()
    done = run(played, "-o", played.parent / "none.html")
    assert done.exception is not None
    assert re.fullmatch(
        rf"an? .* needs {missing}, which is not installed: pip install 'livingstone-ai\[report\]'",
        str(done.exception),
    )
    assert not (played.parent / "none.html").exists()


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert "expected the folder of a run" in str(done.exception)


def test_the_config_may_be_unreadable(tmp_path: Path) -> None:
    folder = play_run(tmp_path / "run", blocks=2)
    with Store.open(folder) as store:
        store.set_config(dumps("no config").decode(), "c0ffee")
    assert "4 games, the schedule is not known" in report_page(read_source(folder), folder)
