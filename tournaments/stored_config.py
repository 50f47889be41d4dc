"""What a run's own config says of its ratings and its size, read leniently from the store."""

import tomllib
from typing import Any, NamedTuple

from livingstone.engine.errors import LivingstoneError
from livingstone.tournaments.run.plan import Plan
from livingstone.tournaments.run_heading import RunHeading
from livingstone.tournaments.scoring import Score
from livingstone.tournaments.store import Store, StoredRun


class StoredConfig(NamedTuple):
    """The part of a config that shapes its standings."""

    score: Score
    anchor: str | None


def stored_config(run: StoredRun) -> StoredConfig:
    """From the config's text, checked when the run began; what is not there has its default."""
    section = _section(run)
    anchor = section.get("anchor")
    return StoredConfig(
        score="win" if section.get("score") == "win" else "placement",
        anchor=anchor if isinstance(anchor, str) else None,
    )


def _section(run: StoredRun) -> dict[str, Any]:
    try:
        section = tomllib.loads(run.config).get("tournament", {})
    except tomllib.TOMLDecodeError:
        return {}
    return section if isinstance(section, dict) else {}


def heading_of(store: Store, games: int) -> RunHeading:
    """What stands above the standings; ``games``: how many are stored."""
    run = store.run()
    return RunHeading(
        name=run.name,
        format=run.format,
        edition=run.edition.name,
        isolation=run.isolation,
        seed_commitment=run.seed_commitment,
        games=games,
        scheduled=games_due(store),
        excluded=tuple((bot.name, bot.excluded) for bot in store.bots() if bot.excluded),
        voids=len(store.voids()),
    )


def games_due(store: Store) -> int | None:
    """Games of the complete run, those that are stored included.

    Blocks of a bot that was excluded are not played any more, and count where they are stored. None: the config
    is not one that this version schedules.
    """
    try:
        plan = Plan.read(store)
    except LivingstoneError:
        return None
    done = store.done()
    return sum(block.players for block in plan.schedule if block.id in done) + plan.games_left(done)
