"""How a run begins, goes on after a stop, and takes in another bot."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from livingstone.engine.codec import dumps
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import quote
from livingstone.protocol.isolation import Isolation, choose_isolation
from livingstone.tournaments.config import BotEntry, draw_seed, parse_config, read_config
from livingstone.tournaments.config_text import with_seed
from livingstone.tournaments.entrants import Entrant
from livingstone.tournaments.quick_match import StartError, try_start
from livingstone.tournaments.run.plan import CONFIG_FILE, Plan, hosting_of
from livingstone.tournaments.run.roster import (
    FROM_THE_START,
    admit,
    check_unchanged,
    entrant_of,
    joined,
    read_candidate,
    read_candidates,
)
from livingstone.tournaments.store import Store, StoredBot, StoredRun
from livingstone.tournaments.waiting import Tell, told_if_slow

_FREE: Final = ("name", "anchor", "workers", "require_isolation")
"""Keys of ``[tournament]`` that may be changed in the copy of the config while the run is not finished."""


def draw_up(path: Path, tell: Tell) -> Plan:
    """Read a config, start and hash its bots, and make the schedule; nothing is written.

    Bots that do not start are left out of it. ``tell``: shows what is remarkable.

    Raises:
        LivingstoneError: for a wrong config, an unknown bot, or too few that start.
    """
    config = read_config(path)
    text = path.read_text(encoding="utf-8-sig")
    if config.seed is None:
        config = msgspec.structs.replace(config, seed=draw_seed())
        text = with_seed(text, str(config.seed))
    level = choose_isolation(config.isolation, config.require_isolation)
    hosting = hosting_of(config, level)
    folder = path.absolute().parent
    bots = [admit(one, hosting, FROM_THE_START, tell) for one in read_candidates(config, folder)]
    for bot in bots:
        if bot.excluded:
            tell(f"{bot.name} is left out: {bot.excluded}")
    run = StoredRun(
        name=config.name,
        format=config.format,
        config=text,
        config_digest=config.digest,
        master_seed=str(config.seed),
        edition=config.edition,
        isolation=level.value,
    )
    with told_if_slow(tell, "making the schedule: a large one takes a while"):
        return Plan.of(run, bots)


def begin(plan: Plan, folder: Path) -> Store:
    """Make the run's folder and its store, open for writing. Raises StoreError."""
    store = Store.create(folder, plan.run, plan.bots)
    try:
        _write_config(folder, plan.run.config)
        plan.keep(folder)
    except BaseException:
        store.close()
        raise
    return store


def check(store: Store, tell: Tell, *, every_bot: bool = False) -> Plan:
    """The plan of a run that goes on: its config and the bots that have games to play are as they were, and start.

    ``every_bot``: the others too, those that were excluded aside.

    Raises:
        LivingstoneError: one line that names what has changed.
    """
    _take_config(store)
    plan = Plan.read(store)
    plan.keep(store.folder)
    level = Isolation(plan.run.isolation)
    choose_isolation(level, plan.config.require_isolation)
    needed = {bot.name for bot in plan.bots} if every_bot else plan.bots_left(store.done())
    started: set[tuple[str, ...]] = set()
    for bot in plan.bots:
        if bot.name not in needed or bot.excluded or joined(bot) is None:
            continue
        check_unchanged(bot)
        entrant = entrant_of(bot)
        if entrant.is_program and entrant.argv not in started:
            started.add(entrant.argv)
            _start_again(entrant, plan, tell)
    return plan


def _start_again(entrant: Entrant, plan: Plan, tell: Tell) -> None:
    """That a bot that once started does so now; else the user can mend it, so it is not excluded."""
    try:
        try_start(entrant, plan.hosting, tell)
    except StartError as error:
        for line in error.stderr.strip().splitlines()[-20:]:
            tell(f"  {entrant.name}: {line}")
        raise LivingstoneError(str(error)) from None


def add_bot(store: Store, entry: BotEntry, folder: Path, tell: Tell) -> Plan:
    """Let a bot join a run; ``folder``: where its paths are taken from. The plan has its blocks, too.

    Raises:
        LivingstoneError: a bot there is not, one that does not start, a name that is taken, no schedule.
    """
    plan = Plan.read(store)
    if plan.config.season.nights:
        raise LivingstoneError(f"{store.folder}: is a season, the bots of its config join it ('nightly')")
    candidate = read_candidate(entry, folder)
    name = candidate.entrant.name
    if name in {bot.name for bot in plan.bots}:
        raise LivingstoneError(f"bot {quote(name)}: this name is taken in the run, give another with --name")
    number = 1 + max(joined(bot) or 0 for bot in plan.bots)
    bot = admit(candidate, plan.hosting, number, tell)
    if bot.excluded:
        raise LivingstoneError(bot.excluded)
    gone = sorted(bot.name for bot in plan.bots if bot.excluded and joined(bot) is not None)
    if gone:
        bot = msgspec.structs.replace(bot, entrant=bot.entrant | {"without": gone})
    text = _with_bot(plan.run.config, entry, bot)
    config = parse_config(text, CONFIG_FILE, edition=plan.run.edition)
    run = msgspec.structs.replace(plan.run, config=text, config_digest=config.digest)
    extended = Plan.of(run, [*plan.bots, bot])
    store.add_bots([bot])
    store.set_config(text, config.digest)
    _write_config(store.folder, text)
    extended.keep(store.folder)
    return extended


def _with_bot(text: str, entry: BotEntry, bot: StoredBot) -> str:
    """The config's text with one more bot; its path is found from everywhere."""
    path = Path(bot.entrant.get("manifest") or entry.bot)
    what = str(path.absolute()) if path.exists() else entry.bot
    keys = {"bot": what, "name": bot.name, "author": bot.author or None}
    lines = [f"{key} = {dumps(value).decode()}" for key, value in keys.items() if value is not None]
    return "\n".join([text.rstrip("\n"), "", "[[bot]]", *lines, ""])


def _write_config(folder: Path, text: str) -> None:
    """The copy of the config, whole or not at all."""
    part = folder / f"{CONFIG_FILE}.part"
    part.write_text(text, encoding="utf-8")
    part.replace(folder / CONFIG_FILE)


def _take_config(store: Store) -> None:
    """Take over what was changed in the copy of the config and may be; refuse anything else."""
    run = store.run()
    if not (store.folder / CONFIG_FILE).exists():
        _write_config(store.folder, run.config)
        return
    text, digest = kept_config(store.folder, run)
    if text != run.config:
        store.set_config(text, digest)


def kept_config(folder: Path, run: StoredRun) -> tuple[str, str]:
    """The copy of the config in a run's folder, and its digest.

    Raises:
        LivingstoneError: something differs from what is played that may not.
    """
    path = folder / CONFIG_FILE
    text = path.read_text(encoding="utf-8-sig")
    if text == run.config:
        return text, run.config_digest
    config = parse_config(text, str(path), edition=run.edition)
    old, new = tomllib.loads(run.config), tomllib.loads(text)
    for key in sorted({*old["tournament"], *new["tournament"]}):
        if key not in _FREE and old["tournament"].get(key) != new["tournament"].get(key):
            raise LivingstoneError(_changed(path, f"[tournament] {key}", old["tournament"].get(key)))
    for number, (before, after) in enumerate(_pairs(old["bot"], new["bot"]), 1):
        if before != after:
            raise LivingstoneError(_changed(path, f"[[bot]] {number}", before.get("bot")))
    if old.get("night") != new.get("night"):
        raise LivingstoneError(_changed(path, "[[night]]", len(old.get("night", ()))))
    return text, config.digest


def _pairs(
    old: list[Mapping[str, Any]], new: list[Mapping[str, Any]]
) -> list[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Side by side; what is missing is empty."""
    nothing: Mapping[str, Any] = {}
    count = max(len(old), len(new))
    return [
        (old[place] if place < len(old) else nothing, new[place] if place < len(new) else nothing)
        for place in range(count)
    ]


def _changed(path: Path, key: str, before: object) -> str:
    was = "was not there" if before is None else f"was {quote(before)}"
    return f"{path}: {key} has changed since the run began (it {was}), change it back or begin another run"
