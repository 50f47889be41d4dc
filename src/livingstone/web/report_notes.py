"""The setting of a run in words: what somebody needs to judge or repeat it."""

from typing import Any, Final, NamedTuple

from livingstone.engine.edition_values import BY_NAME, shown
from livingstone.engine.editions import Edition
from livingstone.protocol.clock import time_text
from livingstone.tournaments.run.plan import SEED_FILE
from livingstone.tournaments.store import StoredBot
from livingstone.web.report_source import ReportSource

_SCORES: Final = {
    "placement": "placement: the order of the standing, over all pairs of a game",
    "win": "win: only who wins",
}
_DEALS: Final = {
    "shared": "shared: all games of a block have the same luck",
    "fresh": "fresh: each game has luck of its own",
}


class BotNote(NamedTuple):
    """A bot as it joined."""

    name: str
    digest: str
    what: str
    author: str
    excluded: str


def notes(source: ReportSource) -> list[tuple[str, str]]:
    """Terms and what they are, in order. The master seed is told when nothing is left to play or begun anew."""
    run, config, heading = source.run, source.config, source.heading
    over = heading.scheduled is not None and not heading.is_interim
    if config is not None and config.season.nights:
        over = (source.folder / SEED_FILE).exists()  # another night may follow: its luck must not be known
    found = [("format", run.format.replace("_", " ")), ("edition", edition_text(run.edition))]
    if config is not None:
        clock = time_text(config.time)
        found += [
            ("clock", f"{clock} a turn" if clock != "none" and "+" not in clock else clock),
            ("score", _SCORES[source.score]),
            ("deals", _DEALS[config.deals]),
        ]
    found += [
        ("isolation", run.isolation),
        ("rating 1000", source.anchor or "the mean of all bots that are not unbounded"),
        ("SHA-256 of the master seed", run.seed_commitment),
        ("master seed", run.master_seed if over else "told when the last game is over"),
        ("engine", f"livingstone-ai {run.engine}"),
        ("machine", run.machine),
        ("begun", run.created),
    ]
    if source.games:
        found.append(("last game", max(game.stored.finished_at for game in source.games)))
    if source.voids:
        reasons = sorted({void.reason for void in source.voids})
        found.append(("void attempts", f"{len(source.voids)}, nobody pays: {'; '.join(reasons[:5])}"))
    return found


def bot_notes(source: ReportSource) -> list[BotNote]:
    """All bots, by name."""
    return [
        BotNote(bot.name, bot.digest[:12], _what(bot), bot.author, bot.excluded)
        for bot in sorted(source.bots, key=lambda bot: bot.name)
    ]


def edition_text(edition: Edition) -> str:
    """Its name, and what differs from the built-in one of this name."""
    text = f"{edition.name}, digest {edition.digest}"
    if edition.name not in Edition.builtin_names():
        return text
    base = Edition.load(edition.name).values()
    changed = [
        f"{name} {shown(BY_NAME[name], value)}"
        for name, value in edition.values().items()
        if value != base[name]
    ]
    return f"{text}; changed: {'; '.join(changed)}" if changed else text


def _what(bot: StoredBot) -> str:
    """A built-in player's spec, or what a program said of itself; no path of the machine."""
    if bot.hello is None:
        return _text(bot.entrant.get("spec")) or "a program"
    words = [_text(bot.hello.get("name")), _text(bot.hello.get("version"))]
    language = _text(bot.hello.get("language"))
    return " ".join(word for word in [*words, f"({language})" if language else ""] if word) or "a program"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
