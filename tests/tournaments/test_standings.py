"""Standings, exports and ratings from files: the same games give the same text, however they come."""

import csv
import io
import json
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import store_runs
from livingstone.ai.players import make_player
from livingstone.cli import main
from livingstone.engine.codec import loads
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.game import Game
from livingstone.protocol.termination import Termination
from livingstone.tournaments.export import COLUMNS
from livingstone.tournaments.game_files import read_games
from livingstone.tournaments.match import Match
from livingstone.tournaments.ratings.table import Row
from livingstone.tournaments.recording import Recording
from livingstone.tournaments.run.plan import Plan
from livingstone.tournaments.standings import standings, uncertain_ranks
from livingstone.tournaments.standings_data import as_csv, as_json
from livingstone.tournaments.standings_games import GameFacts, SeatFacts, games_of, labels
from livingstone.tournaments.standings_text import as_markdown, as_text, elo_text
from livingstone.tournaments.store import BotKey, Store, StoredBlock, StoredBot


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("run"), list(store_runs.schedule(30)))


def made(folder: Path, blocks: Sequence[StoredBlock]) -> Path:
    with Store.create(folder, store_runs.run(), store_runs.BOTS) as store:
        for block in blocks:
            store_runs.add(store, block)
    return folder


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["tournament", *map(str, arguments)], catch_exceptions=False)


def game(
    *places: int, bots: str = "abcde", deal: str = "1", lost: Sequence[int] = (), out: Sequence[int] = ()
) -> GameFacts:
    """A game of bots with names of one letter, in the order of the first turn."""
    seats = [
        SeatFacts(
            BotKey(bot, bot),
            place,
            float(place == 1) / places.count(1),
            seat in out,
            Termination.TIMEOUT if seat in lost else Termination.COMPLETED,
        )
        for seat, (bot, place) in enumerate(zip(bots, places, strict=False))
    ]
    return GameFacts(deal, "e", tuple(seats))


def test_the_same_store_gives_the_same_bytes_in_whatever_order_it_was_filled(
    run: Path, tmp_path: Path
) -> None:
    blocks = list(store_runs.schedule(30))
    random.Random(4).shuffle(blocks)
    other = made(tmp_path / "other", blocks)
    for form in ("text", "csv", "json", "md"):
        one = call("standings", run, "--format", form)
        assert one.exit_code == 0
        assert one.output == call("standings", other, "--format", form).output


def test_a_run_is_shown_pooled_by_size_and_without_degraded_games(run: Path) -> None:
    data = json.loads(call("standings", run, "--format", "json").output)
    found = [(table["players"], table["excludes_degraded"]) for table in data["tables"]]
    # At two, every pair of a game with a forfeit is one with the bot that forfeited: nothing to leave out.
    assert found == [(None, False), (None, True), (2, False), (4, False), (4, True)]
    assert (
        data["tables"][0]["games"] == data["tables"][2]["games"] + data["tables"][3]["games"] == data["games"]
    )
    assert data["run"]["seed_commitment"] == store_runs.run().seed_commitment
    only = json.loads(call("standings", run, "--format", "json", "--exclude-degraded", "--players", 4).output)
    assert only["tables"] == [data["tables"][4]]


def test_every_figure_of_a_bot_is_that_of_its_games(run: Path) -> None:
    with Store.open(run, readonly=True) as store:
        games = list(store.games())
    table = json.loads(call("standings", run, "--format", "json").output)["tables"][0]
    for row in table["bots"]:
        seats = [seat for one in games for seat in one.seats if seat.bot.name == row["bot"]]
        assert row["games"] == len(seats)
        assert row["win_share"] == pytest.approx(sum(seat.share for seat in seats) / len(seats), abs=1e-4)
        assert row["out"] == pytest.approx(sum(seat.out for seat in seats) / len(seats), abs=1e-4)
        lost = sum(seat.termination is Termination.TIMEOUT for seat in seats)
        assert row["forfeits"] == ({"timeout": lost} if lost else {})
        mean = sum(seat.seconds for seat in seats) / sum(seat.decisions for seat in seats)
        assert row["decision_ms"] == pytest.approx(1000 * mean, abs=1e-3)
        assert row["slowest_turn_ms"] == pytest.approx(1000 * max(seat.slowest for seat in seats), abs=1e-3)
    assert [row["rank"] for row in table["bots"]] == [1, 2, 3, 4, 5, 6]
    assert [row["elo"] for row in table["bots"]] == sorted(
        (row["elo"] for row in table["bots"]), reverse=True
    )
    for row, after in zip(table["bots"], table["bots"][1:], strict=False):
        assert row["los_next"] == row["superiority"][after["bot"]]


def test_csv_and_markdown_have_a_row_for_each_bot_of_each_table(run: Path) -> None:
    data = json.loads(call("standings", run, "--format", "json").output)
    rows = list(csv.DictReader(io.StringIO(call("standings", run, "--format", "csv").output)))
    assert [(row["bot"], float(row["elo"])) for row in rows] == [
        (row["bot"], row["elo"]) for table in data["tables"] for row in table["bots"]
    ]
    text = call("standings", run, "--format", "md").output
    assert len(re.findall(r"^\| \d ", text, re.MULTILINE)) == len(rows)
    assert text.startswith("# night: round robin, edition schmidt-2009, isolation none\n")


CONFIG = """
[tournament]
players = [2]
seed = "fig"
anchor = "dan"
score = "win"
"""


def test_a_run_that_is_not_complete_says_so_and_follows_its_config(tmp_path: Path) -> None:
    config = CONFIG + "".join(f'[[bot]]\nbot = "random"\nname = "{name}"\n' for name in store_runs.NAMES)
    with Store.create(tmp_path, store_runs.run(config=config), store_runs.BOTS) as store:
        plan = Plan.read(store)
        first, *others = plan.schedule
        store_runs.add(store, plan.stored(first))
        text = call("standings", tmp_path).output
        assert text.splitlines()[1] == "interim: 2 of 30 games"
        assert "Elo by wins alone" in text
        for block in others:
            if "fay" not in block.bots:
                store_runs.add(store, plan.stored(block))
        text = call("standings", tmp_path).output
        games = 20 + 2 * ("fay" in first.bots)
        assert f"interim: {games} of 30 games" in text
        assert "dan is 1000" in text
        assert call("standings", tmp_path, "--score", "placement").output != text
        store.exclude("fay", "3 faults")
        text = call("standings", tmp_path).output
        assert "interim" not in text, "its other blocks are not missing"
        assert "\nexcluded: fay: 3 faults\n" in text


def test_an_anchor_must_have_played(run: Path) -> None:
    assert " 1000 ± 0 " in call("standings", run, "--anchor", "bob").output
    wrong = call("standings", run, "--anchor", "bobb")
    assert wrong.exit_code == 1
    assert wrong.output == "error: anchor 'bobb': did not play (did you mean 'bob'?)\n"
    assert call("standings", run, "--players", "5").output == (
        "error: players: no game of 5, expected a size that was played: 2, 4\n"
    )


def test_ranks_are_called_uncertain_where_intervals_overlap() -> None:
    """a far above b and c, which are even."""
    games = []
    for deal in range(40):
        for turn in range(3):
            bots = "abc"[turn:] + "abc"[:turn]
            order = ["a", *("bc" if (deal + turn) % 2 else "cb")]
            if deal == turn == 0:
                order = [*order[1:], "a"]
            games.append(game(*[order.index(bot) + 1 for bot in bots], bots=bots, deal=str(deal)))
    found = standings(games)
    (view,) = found.views
    assert uncertain_ranks(view) == [(2, 3)]
    assert "ranks 2 and 3 are not certain: the intervals overlap" in as_text(found)
    assert view.lines[0].row.bot == "a"


def test_bounds_are_told_in_words_and_never_as_infinity() -> None:
    games = [game(1, 2, bots=bots, deal=str(deal)) for deal in range(6) for bots in ("ab", "bc", "cb")]
    found = standings(games, anchor="b")
    rows = {line.row.bot: line.row for line in found.views[0].lines}
    assert elo_text(rows["a"]).startswith("unbounded, > ")
    assert elo_text(rows["b"]) == "1000 ± 0"
    for text in (as_text(found), as_markdown(found), as_csv(found), as_json(found)):
        assert not re.search(r"\b(inf|nan|NaN|Infinity)\b", text)
    (top,) = [bot for bot in json.loads(as_json(found))["tables"][0]["bots"] if bot["bot"] == "a"]
    assert (top["bound"], top["high"]) == ("above", None)
    row = Row("x", 1200.0, 1100.0, 1300.0, "", 1, 1, 0.5, 0.5, 0.0, 0)
    assert elo_text(row) == "1200 ± 100"
    assert elo_text(row._replace(bound="below", low=-float("inf"))) == "unbounded, < 1300"
    assert elo_text(row._replace(bound="apart")) == "not connected"
    assert elo_text(row._replace(low=-float("inf"), high=float("inf"))) == "1200 (no interval)"


def test_no_game_is_no_error(tmp_path: Path) -> None:
    result = call("standings", made(tmp_path, []))
    assert result.exit_code == 0
    assert result.output.endswith("\n\nno games yet\n")


def test_bots_of_one_name_and_several_contents_are_told_apart() -> None:
    keys = [BotKey("a", "1111111122"), BotKey("a", "2222222233"), BotKey("b", "3"), BotKey("b", "3")]
    assert sorted(labels(keys).values()) == ["a@11111111", "a@22222222", "b"]


def test_a_name_cannot_break_a_markdown_table() -> None:
    found = standings([game(1, 2, bots="|*"), game(1, 2, bots="*|", deal="2")])
    rows = [line for line in as_markdown(found).splitlines() if re.match(r"\| \d ", line)]
    assert len(rows) == 2
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 12 for row in rows)


# Exports, and ratings from files.


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_an_export_gives_back_the_games(run: Path, tmp_path: Path, form: str) -> None:
    path = tmp_path / f"games.{form}"
    assert call("export", run, f"--{form}", "-o", path).exit_code == 0
    with Store.open(run, readonly=True) as store:
        assert read_games([path]) == list(games_of(store))
    assert call("rate", path).output == call("rate", run).output
    assert not list(tmp_path.glob("*.part"))


def test_an_export_has_a_row_for_each_seat_with_all_columns(run: Path) -> None:
    rows = [loads(line) for line in call("export", run, "--jsonl").stdout_bytes.splitlines()]
    assert all(tuple(row) == COLUMNS for row in rows)
    with Store.open(run, readonly=True) as store:
        assert len(rows) == sum(len(one.seats) for one in store.games())
    assert all(row["order"] == (row["seat"] - row["start"]) % row["players"] for row in rows)
    assert call("export", run).exit_code == 2


def test_several_runs_are_rated_together(run: Path, tmp_path: Path) -> None:
    one = made(tmp_path / "one", list(store_runs.schedule(30))[:12])
    other = made(tmp_path / "other", list(store_runs.schedule(30))[12:])
    assert call("rate", one, other).output == call("rate", run).output


def test_two_contents_of_a_name_in_two_runs_are_two_bots(run: Path, tmp_path: Path) -> None:
    keys = {bot.key: BotKey(bot.name, "new") for bot in store_runs.BOTS if bot.name == "cat"}
    bots = [
        StoredBot(name=bot.name, digest=keys.get(bot.key, bot.key)[1], entrant={}) for bot in store_runs.BOTS
    ]
    block = store_runs.block(0)
    block = StoredBlock(
        id=block.id,
        cycle=1,
        number=0,
        bots=tuple(keys.get(key, key) for key in block.bots),
        deals=block.deals,
    )
    with Store.create(tmp_path / "new", store_runs.run(), bots) as store:
        store_runs.add(store, block)
    text = call("rate", run, tmp_path / "new").output
    assert "cat@new" in text
    assert "cat@cat01234" in text


def test_one_is_no_plural() -> None:
    for text in (as_text(standings([game(1, 2)])), as_markdown(standings([game(1, 2)]))):
        assert "1 game, 1 deal\n" in text
        assert not re.search(r"\b1 (games|deals|blocks|bots)", text)


def test_games_of_several_editions_are_not_mixed() -> None:
    games = [game(1, 2), game(1, 2)._replace(edition="f")]
    with pytest.raises(LivingstoneError, match="the games are of 2 editions"):
        standings(games)


def test_records_of_a_match_are_rated(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    players = ["scripted", "random"]
    result = CliRunner().invoke(
        main,
        ["match", *players, "--games", "6", "--seed", "1", "--records", str(folder), "--quiet", "--json"],
    )
    wins = {row["name"]: row["win_share"]["mean"] for row in json.loads(result.output)["bots"]}
    games = read_games([folder])
    assert len(games) == 6
    assert len({one.deal for one in games}) == 3
    rows = {line.row.bot: line.row for line in standings(games).views[0].lines}
    for name in players:
        assert rows[name].win_share == pytest.approx(wins[name])
    assert read_games(sorted(folder.iterdir())) == games


def test_a_record_tells_who_forfeited_and_how(tmp_path: Path) -> None:
    class Fails:
        def choose(self, observation: object, legal: object) -> Any:
            raise ZeroDivisionError

    path = tmp_path / "game.jsonl"
    with Recording(path, ["bad", "good", "fine"], {}) as recording:
        names = ["bad", "good", "fine"]
        players = [Fails(), make_player("scripted"), make_player("scripted")]
        Match(Game.new(3, seed=7, start=1), players, names, 1, observers=[recording]).play()
    (found,) = read_games([path])
    assert [seat.bot.name for seat in found.seats] == ["good", "fine", "bad"]
    assert [seat.termination for seat in found.seats] == [Termination.COMPLETED] * 2 + [Termination.CRASHED]
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    assert read_games([path]) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("game,bot,place\n1,a,1\n1,b,2\n", None),
        ("game,bot,place,order\n1,b,2,1\n1,a,1,0\n", None),
        ("game,bot,place,seat,start,share\n1,b,2,0,1,0\n1,a,1,1,1,1\n", None),
        ('{"game": 1, "bot": "a", "place": 1}\n{"game": 1, "bot": "b", "place": 2}\n', None),
        (
            "game,bot\n1,a\n",
            "line 1: no column 'place', expected a record or a table with the columns game, bot",
        ),
        ("game,bot,place\n1,a,x\n1,b,2\n", "line 2: Expected `int`, got `str` - at `$.place`"),
        ("game,bot,place\n1,a,1,9\n", "line 2: more values than columns"),
        (
            "game,bot,place\n1,a,1\n2,b,1\n",
            "line 2: game '1' has 1 rows, expected one for each of 2 to 5 seats",
        ),
        ("game,bot,place\n1,a,2\n1,b,2\n", "line 2: game '1' has the places [2, 2], expected 1 to 2"),
        ("game,bot,place,order\n1,a,1,0\n1,b,2,0\n", "line 2: game '1' has the seats [0, 0]"),
        ("game,bot,place,deal\n1,a,1,5\n1,b,2,6\n", "line 2: game '1' has rows of several deals"),
        ('{"game": 1, "bot": "a", "place": "1"}\n', "line 1: Expected `int`, got `str` - at `$.place`"),
        ('{"game": 1\n', "line 1: not JSON"),
        ('{"format": "livingstone-record"}\n', "line 1: Object missing required field `version`"),
    ],
)
def test_tables_of_others_are_read_strictly(tmp_path: Path, text: str, expected: str | None) -> None:
    path = tmp_path / "games.txt"
    path.write_text(text)
    if expected is None:
        (found,) = read_games([path])
        assert [(seat.bot.name, seat.place, seat.share) for seat in found.seats] == [
            ("a", 1, 1.0),
            ("b", 2, 0.0),
        ]
        return
    with pytest.raises(LivingstoneError, match=re.escape(f"{path}: {expected}")):
        read_games([path])


def test_what_holds_no_games_is_one_line(tmp_path: Path) -> None:
    assert call("rate", tmp_path).output == (
        f"error: {tmp_path}: neither a run (store.sqlite) nor records (*.jsonl, *.jsonl.gz) there\n"
    )
    assert (
        call("rate", tmp_path / "none").output == f"error: {tmp_path / 'none'}: No such file or directory\n"
    )
    (tmp_path / "x.jsonl.gz").write_bytes(b"\x1f\x8b no")
    assert "damaged, expected a file compressed with gzip" in call("rate", tmp_path).output
    (tmp_path / "y.bin").write_bytes(b"\xff\xfe")
    assert "not UTF-8 text" in call("rate", tmp_path / "y.bin").output
