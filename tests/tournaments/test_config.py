"""Configs: every key, every refusal in one line that says where, and a template that works as it stands."""

import re
from pathlib import Path

import pytest

from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError
from livingstone.protocol.isolation import Isolation
from livingstone.protocol.messages import TimeControl
from livingstone.tournaments.config import BotEntry, TournamentConfig, draw_seed, parse_config, read_config
from livingstone.tournaments.config_template import template
from livingstone.tournaments.config_text import with_seed
from livingstone.tournaments.entrants import read_entrant
from livingstone.tournaments.schedule import schedule

SMALL = """\
[tournament]
players = [2]
{tournament}

[[bot]]
bot = "random"

[[bot]]
bot = "scripted"
{bot}
"""

FULL = """\
[tournament]
name = "Night 5"
players = [4, 2]
cycles = 3
format = "gauntlet"
challengers = ["new"]
seed = 77
deals = "fresh"
score = "win"
edition = "bga"
rules = { must_take_die = false, bonus = [1, 2, 3, 4, 5, 6], cards = { market = 4 }, cards_total = 28 }
time = "60s+1s/5s"
tries = 3
isolation = "bubblewrap"
require_isolation = "limits"
memory_mb = 256
anchor = "base"
same_author_together = true
exclude_after = 5
workers = 2

[[bot]]
bot = "node bots/new.js --fast"
name = "new"
author = "Ann"
memory_mb = 512
threads = 2

[[bot]]
bot = "scripted:frugal"
name = "base"
"""

PARTIAL_EDITION = "[tournament]\nplayers = [2]\nedition = 'mine.toml'\n[[bot]]\nbot='a'\n[[bot]]\nbot='b'\n"


def small(tournament: str = "", bot: str = "") -> str:
    return SMALL.format(tournament=tournament, bot=bot)


def digest(tournament: str = "", bot: str = "") -> str:
    return parse_config(small(tournament, bot)).digest


def test_every_key_is_read() -> None:
    config = parse_config(FULL)
    assert config == TournamentConfig(
        bots=(
            BotEntry(bot="node bots/new.js --fast", name="new", author="Ann", memory_mb=512, threads=2),
            BotEntry(bot="scripted:frugal", name="base"),
        ),
        name="Night 5",
        players=(2, 4),
        cycles=3,
        format="gauntlet",
        challengers=("new",),
        seed="77",
        deals="fresh",
        score="win",
        edition=Edition.load(
            "bga",
            ["must_take_die=no", "bonus=1,2,3,4,5,6", "cards.market=4", "cards_total=28"],
        ),
        time=TimeControl(cap_ms=5000, bank_ms=60_000, increment_ms=1000),
        tries=3,
        isolation=Isolation.BUBBLEWRAP,
        require_isolation=Isolation.LIMITS,
        memory_mb=256,
        anchor="base",
        same_author_together=True,
        exclude_after=5,
        workers=2,
    )


def test_every_field_can_be_written() -> None:
    """What a config holds and what the full one above states are the same keys."""
    stated = set(re.findall(r"(?m)^(\w+) =", FULL.partition("[[bot]]")[0])) - {"rules"}
    assert stated | {"bots", "season"} == set(TournamentConfig.__struct_fields__)


def test_defaults() -> None:
    config = parse_config(small())
    assert (config.cycles, config.format, config.deals, config.score) == (
        1,
        "round_robin",
        "shared",
        "placement",
    )
    assert (config.seed, config.isolation, config.exclude_after, config.workers) == (None, None, None, None)
    assert config.edition == Edition.load()
    assert config.time == TimeControl(cap_ms=1000)
    assert config.tries == 1


WRONG = [
    ("cycels = 2", ":3: [tournament]: no key 'cycels' (did you mean 'cycles'?)"),
    ("zzz = 2", ":3: [tournament]: no key 'zzz': expected name, players, cycles, "),
    ("cycles = 0", ":3: [tournament] cycles: 0, expected a whole number from 1 to 100000"),
    ("cycles = true", ":3: [tournament] cycles: True, expected a whole number"),
    ("cycles = 1.5", ":3: [tournament] cycles: 1.5, expected a whole number"),
    (
        "name = ' x'",
        ":3: [tournament] name: 'x', expected a text of 1 to 64 characters without spaces around it",
    ),
    ("format = 'gaunlet'", ":3: [tournament] format: 'gaunlet' (did you mean 'gauntlet'?)"),
    ("format = 'swiss'", ":3: [tournament] format: 'swiss', expected 'round_robin' or 'gauntlet'"),
    (
        "format = 'gauntlet'",
        ":3: [tournament] format: a gauntlet has challengers, expected challengers = [...]",
    ),
    ("challengers = ['a']", ":3: [tournament] challengers: only a gauntlet has them, expected format = "),
    (
        "challengers = ['a', 'a']",
        ":3: [tournament] challengers: ['a', 'a'], expected a list of different bots' ",
    ),
    ("seed = -1", ":3: [tournament] seed: -1, expected a whole number from 0 or a text of "),
    ("seed = ''", ":3: [tournament] seed: '', expected a whole number"),
    ("deals = 'fersh'", ":3: [tournament] deals: 'fersh' (did you mean 'fresh'?)"),
    ("score = 1", ":3: [tournament] score: 1, expected 'placement' or 'win'"),
    ("time = '1x'", ":3: [tournament] time: '1x', expected 1s (a turn), "),
    ("time = 1", ":3: [tournament] time: 1, expected 1s (a turn), "),
    ("edition = 'bgaa'", ":3: [tournament] edition: 'bgaa': no such name or file, did you mean 'bga'?"),
    ("rules = {must_take = 1}", ":3: [tournament] rules: must_take=1: unknown key 'must_take', did you mean"),
    ("rules = {cost = 1.5}", ":3: [tournament] rules: cost: 1.5, expected a value of an edition"),
    (
        "rules = {cards.market = 4}",
        ":3: [tournament] rules: cards: the sum is 28, expected 27 (or state cards_total=28)",
    ),
    ("rules = 3", ":3: [tournament] rules: 3, expected a table such as "),
    (
        "\n[tournament.rules]\nmust_take_die = 'x'",
        ":4: [tournament] rules: must_take_die=x: 'x', expected yes or no",
    ),
    ("isolation = 'bubble'", ":3: [tournament] isolation: 'bubble' (did you mean 'bubblewrap'?)"),
    ("isolation = 1", ":3: [tournament] isolation: 1, expected one of none, limits, bubblewrap"),
    (
        "isolation = 'none'\nrequire_isolation = 'limits'",
        ":3: [tournament] isolation: 'none' is below require_isolation = 'limits'",
    ),
    ("workers = 0", ":3: [tournament] workers: 0, expected a whole number from 1 to 1024"),
    ("same_author_together = 1", ":3: [tournament] same_author_together: 1, expected true or false"),
    ("[torunament]", ":3: torunament: not known here (did you mean 'tournament'?)"),
    ("name = [", ": Invalid value (at line 5, column 3)"),
]
WRONG_BOT = [
    ("nam = 'x'", ":10: [[bot]] 2: no key 'nam' (did you mean 'name'?)"),
    ("memory_mb = 0", ":10: [[bot]] 2 memory_mb: 0, expected a whole number from 1 to 1048576"),
    ("threads = '2'", ":10: [[bot]] 2 threads: '2', expected a whole number from 1 to 1024"),
    ("author = ''", ":10: [[bot]] 2 author: '', expected a text of 1 to 200 characters"),
    ("[[bot]]\nname = 'x'", ":10: [[bot]] 3 bot: missing, expected for example bot = "),
    ("[[bots]]\nbot = 'x'", ":10: bots: not known here (did you mean 'bot'?)"),
    (
        "name = 'x'\n[[bot]]\nbot = 'y'\nname = 'x'",
        ":13: [[bot]] 3 name: 'x' is the name of [[bot]] 2, expected ",
    ),
]
WRONG_FILE = [
    ("", ": [tournament]: missing, expected a section with players = ..."),
    ("players = [2]", ":1: players: not known here: expected below [tournament]"),
    ("tournament = 3", "night.toml: [tournament]: 3, expected a section"),
    ("[tournament]\n", ":1: [tournament] players: missing, expected for example players = [2, 4]"),
    (
        "[tournament]\nplayers = []",
        ":2: [tournament] players: [], expected different table sizes from 2 to 5",
    ),
    ("[tournament]\nplayers = [2, 2]", ":2: [tournament] players: [2, 2], expected different table sizes"),
    ("[tournament]\nplayers = [6]", ":2: [tournament] players: [6], expected different table sizes"),
    ("[tournament]\nplayers = [true]", ":2: [tournament] players: [True], expected different table sizes"),
    ("[tournament]\nplayers = 2", ": no bot, expected at least two sections [[bot]]"),
    ("[tournament]\nplayers = 2\n[[bot]]\nbot = 'x'", ": one bot, expected at least two sections [[bot]]"),
    ("bot = [3, 4]\ntournament.players = [2]", "[[bot]] 1: 3, expected a section with bot = ..."),
]


def refusal(text: str) -> str:
    with pytest.raises(LivingstoneError) as caught:
        parse_config(text, "night.toml")
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_a_wrong_tournament(text: str, message: str) -> None:
    assert refusal(small(text)).startswith("night.toml" + message)


@pytest.mark.parametrize(("text", "message"), WRONG_BOT)
def test_a_wrong_bot(text: str, message: str) -> None:
    assert refusal(small(bot=text)).startswith("night.toml" + message)


@pytest.mark.parametrize(("text", "message"), WRONG_FILE)
def test_a_wrong_file(text: str, message: str) -> None:
    assert message in refusal(text)


def test_names_are_checked_when_all_are_known() -> None:
    text = FULL.replace('anchor = "base"', 'anchor = "bass"')
    assert (
        refusal(text) == "night.toml:17: [tournament] anchor: 'bass' is no bot's name (did you mean 'base'?)"
    )
    text = FULL.replace('["new"]', '["new", "other"]')
    assert refusal(text).startswith("night.toml:6: [tournament] challengers: 'other' is no bot's name")
    later = parse_config(small('anchor = "bass"'))
    later.check_names(["bass", "other"])
    with pytest.raises(
        LivingstoneError, match=r"^anchor: 'bass' is no bot's name \(did you mean 'base'\?\)$"
    ):
        later.check_names(["base", "other"])


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "night.toml"
    with pytest.raises(
        LivingstoneError, match=r"there is no such file, expected a config \('livingstone-ai "
    ):
        read_config(path)
    with pytest.raises(LivingstoneError, match=r"expected a config$"):
        read_config(tmp_path)
    path.write_bytes(b"\xff")
    with pytest.raises(LivingstoneError, match=r"not UTF-8 text, expected a TOML file$"):
        read_config(path)
    path.write_text("[" * 5000, encoding="utf-8")
    with pytest.raises(LivingstoneError, match=r"night\.toml: "):
        read_config(path)
    path.write_bytes(b"\xef\xbb\xbf" + FULL.replace("\n", "\r\n").encode())
    assert read_config(path) == parse_config(FULL)


def test_an_edition_file_is_found_from_the_configs_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('base = "bga"\nstart_coins = 7\n', encoding="utf-8")
    path = tmp_path / "night.toml"
    path.write_text(PARTIAL_EDITION, encoding="utf-8")
    config = read_config(path)
    assert (config.edition.name, config.edition.start_coins) == ("mine", 7)
    before = config.digest
    (tmp_path / "mine.toml").write_text('base = "bga"\nstart_coins = 8\n', encoding="utf-8")
    assert read_config(path).digest != before
    (tmp_path / "mine.toml").write_text("start_coin = 8\n", encoding="utf-8")
    with pytest.raises(
        LivingstoneError, match=r"night.toml:3: \[tournament\] edition: .*mine.toml: .*'start_coin'"
    ):
        read_config(path)


def test_a_number_and_its_text_are_one_seed() -> None:
    assert parse_config(small("seed = 5")).seed == parse_config(small("seed = '5'")).seed == "5"


def test_a_drawn_seed_is_written_into_the_config() -> None:
    seed = draw_seed()
    assert re.fullmatch("[0-9a-f]{32}", seed)
    assert seed != draw_seed()
    for text in (template(), small(), small().replace("\n", "\r\n"), "# x\n[ tournament ] # y\nplayers = 2"):
        seeded = with_seed(text, seed)
        assert seeded.replace(f'seed = "{seed}"', "").split() == text.split()
    assert parse_config(with_seed(small(), seed)).seed == seed
    assert parse_config(with_seed(small(), 'a "b" \\')).seed == 'a "b" \\'
    with pytest.raises(LivingstoneError, match=r"^the config has no line \[tournament\]"):
        with_seed("tournament.players = [2]\n", seed)


SAME = [
    "name = 'x'",
    "workers = 2",
    "anchor = 'random'",
    "require_isolation = 'none'",
    "time = '1000ms'",
    "edition = 'schmidt-2009'",
    "# a comment",
]
OTHER = [
    "cycles = 2", "seed = 1", "deals = 'fresh'", "score = 'win'", "edition = 'bga'", "time = '2s'", "tries = 2",
    "isolation = 'none'", "memory_mb = 5", "same_author_together = true", "exclude_after = 2",
    "rules = {start_coins = 9}",
]  # fmt: skip


def test_the_digest_is_of_what_changes_games() -> None:
    assert {digest(text) for text in SAME} == {digest()}
    others = [digest(text) for text in OTHER]
    others += [digest(bot=text) for text in ("name = 'x'", "author = 'x'", "memory_mb = 7", "threads = 2")]
    assert len({digest(), *others}) == len(others) + 1
    assert re.fullmatch("[0-9a-f]{16}", digest())


def test_the_template_is_read_and_can_be_played() -> None:
    config = parse_config(template())
    assert config.players == (2, 4)
    names = [bot.name or read_entrant(bot.bot).name for bot in config.bots]
    assert schedule(names, config.players, config.cycles, 1).games > 0


def test_the_template_shows_every_key_and_its_default() -> None:
    def uncommented(text: str) -> str:
        return re.sub(r"(?m)^# (?=\w+ = |\[\[bot)", "", text)

    config = parse_config(uncommented(template()).replace('"round_robin"', '"gauntlet"'))
    assert config.challengers == ("my-bot",)
    shown = set(re.findall(r"(?m)^(?:# )?(\w+) = ", template()))
    assert shown >= (set(TournamentConfig.__struct_fields__) | set(BotEntry.__struct_fields__)) - {
        "bots",
        "season",
    }
    assert "rules" in shown
    for key in ("format", "deals", "score", "edition", "time", "tries", "memory_mb", "same_author_together"):
        line = re.search(rf"(?m)^# ({key} = .*?)  ", template())
        assert line is not None
        default = getattr(parse_config(small()), key)
        assert getattr(parse_config(small(line[1])), key) == default, key
