"""The summary of a night, as Markdown; its first line is the verdict."""

from pathlib import Path
from typing import Final

from livingstone.engine.wording import counted
from livingstone.tournaments.night.outcome import NightOutcome
from livingstone.tournaments.night.season import write_whole
from livingstone.tournaments.run.estimate import duration
from livingstone.tournaments.store import StoredRun
from livingstone.tournaments.store.clock import now

FILE: Final = "summary.md"
OLD: Final = "summaries"
"""Folder for those of all nights."""
_MIB: Final = 1 << 20


def write_summary(folder: Path, outcome: NightOutcome, run: StoredRun | None, standings: str) -> None:
    """Write it, and a copy that stays. ``standings``: Markdown, empty if there is no game yet.

    Raises:
        OSError: the disk is full or read-only.
    """
    text = "\n\n".join([outcome.verdict, *_parts(outcome, run), standings.strip()]).rstrip() + "\n"
    write_whole(folder / FILE, text)
    if outcome.number:
        (folder / OLD).mkdir(exist_ok=True)
        write_whole(folder / OLD / f"night-{outcome.number:04}.md", text)


def announce(folder: Path) -> None:
    """Say that a night is being played: so it stands there after a power cut."""
    write_whole(folder / FILE, f"running: since {now()}\n")


def _parts(outcome: NightOutcome, run: StoredRun | None) -> list[str]:
    night = f"Night {outcome.number}, " if outcome.number else ""
    parts = [f"{night}ended {now()} after {duration(outcome.used_s)}."]
    if outcome.missing:
        parts.append(f"{counted(outcome.missing, 'game')} left; the next night begins with what is left.")
    parts += _list("Bots", outcome.news)
    parts += _list("Left out", [f"{name}: {reason}" for name, reason in outcome.left_out.items()])
    parts += _list("Not played tonight", list(outcome.no_tables.values()))
    parts += _list("Seats lost tonight", [f"{name}: {count}" for name, count in outcome.faults.most_common()])
    pruned = outcome.pruned
    if pruned.records:
        parts.append(
            f"{counted(pruned.records, 'record')} deleted ({pruned.freed / _MIB:.1f} MiB), "
            f"{pruned.left / _MIB:.1f} MiB of records left."
        )
    if pruned.is_above_cap:
        parts.append("The records that must be kept take more room than disk_cap_mb allows.")
    if outcome.report:
        parts.append(f"Report: {outcome.report}")
    if run is not None:
        parts.append(f"SHA-256 of the master seed: `{run.seed_commitment}`")
    return parts


def _list(title: str, lines: "list[str] | tuple[str, ...]") -> list[str]:
    return [f"{title}:", "\n".join(f"- {_plain(line)}" for line in lines)] if lines else []


def _plain(text: str) -> str:
    """Without what Markdown would take for its own: names and reasons are a stranger's."""
    line = " ".join(text.split())
    return "".join(f"\\{sign}" if sign in r"\`*_[]<>#|~" else sign for sign in line)
