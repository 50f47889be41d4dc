"""Competitions: who is admitted, what may change within a season, and what isolation it takes."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from livingstone.engine.editions import Edition
from livingstone.protocol.isolation import Isolation, best_isolation
from livingstone.protocol.kits import write_kit
from livingstone.protocol.messages import TimeControl
from livingstone.tournaments import admission
from livingstone.tournaments.admission import Admission, Refused
from livingstone.tournaments.conformance import runner
from livingstone.tournaments.entrants import read_entrant
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.night.budget import Budget
from livingstone.tournaments.night.night import SeasonNight
from livingstone.tournaments.night.outcome import NightOutcome
from livingstone.tournaments.run.fingerprint import bot_digest
from livingstone.tournaments.store import Store
from run_samples import write_config

EDITION = Edition.load()
FEW = [1, 2, 3, 4]
"""Checks that take no time; all of them are run in the tests of the tester itself, and once below."""
COMPETITION = '[competition]\nrequire_isolation = "none"\n'


def examiner(only: list[int] | None = None, **settings: Any) -> Admission:
    hosting = Hosting(time=TimeControl(cap_ms=5000))
    return Admission(hosting, EDITION, (2, 3), only=only, **settings)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Examinations with few checks; who was examined."""
    run, seen = runner.run, []

    def few(bench: Any, only: Any = None) -> Any:
        seen.append(bench.subject.entrant.name)
        return run(bench, FEW)

    monkeypatch.setattr(admission.runner, "run", few)
    return seen


def kit(folder: Path, name: str = "kit", **manifest: Any) -> Path:
    """A starter kit with changes to its manifest."""
    write_kit("python", folder, name)
    data = json.loads((folder / "bot.json").read_text()) | manifest
    (folder / "bot.json").write_text(json.dumps(data))
    return folder


def config(folder: Path, bots: list[str], more: str = COMPETITION, **keys: Any) -> Path:
    path = write_config(folder, bots, **({"players": [2], "seed": "nobody guesses this"} | keys))
    path.write_text(path.read_text() + more)
    return path


def night(path: Path) -> NightOutcome:
    return SeasonNight(path, path.parent / "season", 1, Budget(None), lambda _: None).play()


def test_a_starter_kit_is_admitted_and_all_is_written_down(tmp_path: Path) -> None:
    entrant = read_entrant(str(kit(tmp_path / "kit")))
    digest = bot_digest(entrant)
    examiner(folder=tmp_path).admit(entrant, digest)
    written = json.loads((tmp_path / "admission" / f"kit-{digest}.json").read_text())
    assert (written["admitted"], written["objection"], written["checks"]["passed"]) == (True, "", True)
    assert written["games"] == [{"players": 2, "fault": ""}, {"players": 3, "fault": ""}]
    assert len(written["checks"]["checks"]) == len(runner.CHECKS)


def test_a_bot_that_fails_a_check_is_refused_with_its_name(tmp_path: Path) -> None:
    bad = kit(tmp_path / "bad")
    text = (bad / "bot.py").read_text()
    (bad / "bot.py").write_text("print('Welcome!', flush=True)\n" + text)
    entrant = read_entrant(str(bad))
    with pytest.raises(
        Refused, match=r"^fails 1 of 4 checks of the protocol: 4 writes only messages to stdout: "
    ):
        examiner(FEW, folder=tmp_path).admit(entrant, bot_digest(entrant))
    (file,) = (tmp_path / "admission").iterdir()
    assert json.loads(file.read_text())["games"] == []


LATER = """
import json, sys
players = 0
for line in iter(sys.stdin.readline, ""):
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        print(json.dumps({"type": "hello", "major": 1, "name": "later"}), flush=True)
    elif kind == "new_game":
        players = message["players"]
        print(json.dumps({"type": "ready"}), flush=True)
    elif kind == "request":
        if players == 3:
            sys.exit("three are a crowd")
        print(json.dumps({"type": "action", "id": message["id"], "action": 0}), flush=True)
    elif kind == "quit":
        break
"""


def test_a_bot_that_fails_in_a_game_is_refused_with_the_size(tmp_path: Path) -> None:
    (tmp_path / "later.py").write_text(LATER)
    entrant = read_entrant(str(tmp_path / "later.py"))
    with pytest.raises(Refused, match=r"^a game of 3: crashed: .*three are a crowd"):
        examiner([1, 2]).admit(entrant, bot_digest(entrant))


def test_a_built_in_player_needs_no_examination(quick: list[str]) -> None:
    entrant = read_entrant("random")
    examiner().admit(entrant, bot_digest(entrant))
    assert quick == []


def test_refused_bots_are_left_out_and_each_content_is_examined_once(
    tmp_path: Path, quick: list[str]
) -> None:
    kit(tmp_path / "good", "good")
    bad = kit(tmp_path / "bad", "bad")
    (bad / "bot.py").write_text("print('Welcome!', flush=True)\n" + (bad / "bot.py").read_text())
    path = config(tmp_path, ["random", "good", "bad"])
    outcome = night(path)
    assert outcome.games == 2
    assert outcome.left_out["bad"].startswith("bot bad does not start")
    assert quick == ["good"]
    summary = (tmp_path / "season" / "summary.md").read_text()
    assert summary.startswith("faults: bad left out; 2 games, leader ")
    (bad / "bot.py").write_text(LATER.replace("players == 3", "players == 2"))
    outcome = night(path)
    assert outcome.left_out["bad"].startswith(("fails ", "a game of 2: crashed"))
    assert quick == ["good", "bad"]
    with Store.open(tmp_path / "season", readonly=True) as store:
        assert {bot.name for bot in store.bots()} == {"random", "good"}
    assert (tmp_path / "season").stat().st_mode & 0o077 == 0


def test_a_changed_bot_is_refused_until_the_old_one_is_back(tmp_path: Path, quick: list[str]) -> None:
    bot = kit(tmp_path / "good", "good") / "bot.py"
    path = config(tmp_path, ["random", "scripted", "good"])
    night(path)
    old = bot.read_text()
    bot.write_text(old + "# better\n")
    outcome = night(path)
    assert outcome.left_out == {
        "good": "has changed since it joined the season, bring the old one back or wait for the next season"
    }
    assert outcome.games == 2
    bot.write_text(old)
    outcome = night(path)
    assert (outcome.games, outcome.news, quick) == (6, ("good: is back",), ["good"])


def test_a_changed_bot_may_join_as_a_new_version(tmp_path: Path, quick: list[str]) -> None:
    bot = kit(tmp_path / "good", "good") / "bot.py"
    path = config(tmp_path, ["random", "good"], COMPETITION + 'changed_bots = "new_version"\n')
    night(path)
    bot.write_text(bot.read_text() + "# better\n")
    outcome = night(path)
    assert outcome.games == 2 and len(quick) == 2
    assert quick[1].startswith("good@")


def test_what_is_new_is_built_and_the_built_bot_is_the_same_every_night(
    tmp_path: Path, quick: list[str]
) -> None:
    made = kit(
        tmp_path / "made", "made", command=["{python}", "made.py"], build=[["cp", "source.txt", "made.py"]]
    )
    (made / "bot.py").rename(made / "source.txt")
    path = config(tmp_path, ["random", "made"])
    assert night(path).games == 2
    (made / "made.py").unlink()  # as after a fresh checkout
    assert night(path).games == 2
    with Store.open(tmp_path / "season", readonly=True) as store:
        assert [bot.name for bot in store.bots()] == ["random", "made"]
    assert quick == ["made"]


def test_a_bot_that_cannot_be_built_is_left_out(tmp_path: Path, quick: list[str]) -> None:
    kit(tmp_path / "made", "made", build=[["false"]])
    outcome = night(config(tmp_path, ["random", "scripted", "made"]))
    assert "build command 'false': failed" in outcome.left_out["made"]
    assert (outcome.games, quick) == (2, [])


def test_a_bot_that_writes_into_its_folder_is_left_out(tmp_path: Path, quick: list[str]) -> None:
    text = "open('learnt.txt', 'a').write('x')\n"
    kit(tmp_path / "writer", "writer")
    bot = tmp_path / "writer" / "bot.py"
    bot.write_text(text + bot.read_text())
    outcome = night(config(tmp_path, ["random", "scripted", "writer"], isolation="none"))
    assert "its files change when it is started" in outcome.left_out["writer"]


def test_below_the_required_isolation_nothing_is_played(tmp_path: Path) -> None:
    more = '[competition]\nrequire_isolation = "limits"\n'
    outcome = night(config(tmp_path, ["random", "scripted"], more, isolation="none"))
    assert outcome.error.startswith("isolation none is below the required limits")
    assert not (tmp_path / "season" / "store.sqlite").exists()
    if best_isolation() is not Isolation.NONE:
        path = config(tmp_path, ["random", "scripted"], more, isolation=best_isolation().value)
        assert night(path).games == 2


def test_the_rules_of_a_competition_stay(tmp_path: Path) -> None:
    path = config(tmp_path, ["random", "scripted"])
    night(path)
    config(tmp_path, ["random", "scripted"], "")
    assert "[competition] has changed since the season began" in night(path).error


def test_a_seed_that_can_be_guessed_is_refused(tmp_path: Path) -> None:
    """A program is told a number that was derived from it, and knows how."""
    outcome = night(config(tmp_path, ["random", "scripted"], seed="5"))
    assert "[tournament] seed: '5' could be found by trying, expected none in a competition" in outcome.error
    assert not (tmp_path / "season" / "store.sqlite").exists()
    assert night(config(tmp_path, ["random", "scripted"], "", seed="5")).games == 2


@pytest.mark.skipif(best_isolation() is not Isolation.BUBBLEWRAP, reason="needs bubblewrap")
def test_programs_read_neither_the_seasons_folder_nor_its_config(tmp_path: Path, quick: list[str]) -> None:
    """Both hold the master seed. The program is beside the config and fails where it can read anything."""
    look = """
for path in ("season/tournament.toml", "night.toml"):
    try:
        assert not open(path).read(), path
    except OSError:
        pass
"""
    (tmp_path / "nosy.py").write_text(
        LATER.replace("players = 0\n", f"players = 0\n{look}", 1).replace("players == 3", "False")
    )
    path = config(tmp_path, ["random", f"nosy@{sys.executable} nosy.py"], isolation="bubblewrap")
    for _ in range(2):  # at the second the season is there
        outcome = night(path)
        assert (outcome.games, dict(outcome.faults), outcome.left_out) == (2, {}, {})


def test_programs_are_told_no_names(tmp_path: Path, quick: list[str]) -> None:
    """The labels of the others say nothing: authors could make their bots meet."""
    (tmp_path / "nosy.py").write_text(
        LATER.replace(
            'players = message["players"]',
            "sys.stderr.write(line); players = 0; sys.exit('seen') if 'random' in line else None",
        )
    )
    outcome = night(config(tmp_path, ["random", f"nosy@{sys.executable} nosy.py"]))
    assert outcome.games == 2 and not outcome.faults and not outcome.left_out
