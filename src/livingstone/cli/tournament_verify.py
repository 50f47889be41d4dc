"""``livingstone-ai tournament verify``: everything about a run that can be checked, checked again."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from livingstone.cli.bars import games_bar
from livingstone.cli.compiling import ensure_compiled
from livingstone.cli.options import json_option
from livingstone.cli.run_loop import cores

if TYPE_CHECKING:
    from livingstone.tournaments.verification import Verification


@click.command()
@click.argument("run", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--commitment", default="", metavar="HEX", help="The SHA-256 of the master seed that was published."
)
@click.option("--workers", type=click.IntRange(1, 1024), help="Processes (default: one for each core).")
@json_option
def command(run: Path, commitment: str, workers: int | None, as_json: bool) -> None:
    """Check the run in DIR from its records alone.

    The master seed has the commitment that was made, the games are those of its schedule, every record follows the
    rules and its seed, results and ratings are those of the records. Prints the first wrong thing of each kind; the
    exit code is 1 if there is any.
    """
    from livingstone.tournaments.verification import verify_run

    ensure_compiled()
    found = verify_run(run, commitment=commitment, workers=workers or cores(), progress=games_bar)
    if as_json:
        from livingstone.engine.codec import dumps

        click.echo(dumps(_data(found)))
    else:
        click.echo("\n".join(_lines(found, is_compared=bool(commitment))))
    if not found.is_sound:
        raise click.exceptions.Exit(1)


def _lines(found: "Verification", *, is_compared: bool) -> list[str]:
    """``is_compared``: with a commitment from elsewhere, not only with the store's own."""
    from livingstone.engine.wording import counted
    from livingstone.tournaments.verification import KINDS

    lines = [f"{found.name}: {found.games} of {found.scheduled} scheduled games"]
    if found.missing:
        missing = counted(found.missing, "game")
        lines.append(f"{missing} missing, without an excluded bot: not played yet, or taken away")
    lines += [f"excluded: {name}: {reason}" for name, reason in found.excluded.items()]
    if found.pruned:
        records = counted(found.pruned, "record")
        lines.append(f"{records} deleted to save room: of such games nothing can be said")
    for kind, promise in KINDS.items():
        wrong = found.of_kind(kind)
        if not wrong:
            lines.append(f"sound  {kind}: {promise}")
            continue
        more = f" (and {len(wrong) - 1} more of this kind)" if len(wrong) > 1 else ""
        lines.append(f"WRONG  {wrong[0]}{more}")
    unsure = "" if is_compared else ", not compared with a published one (--commitment)"
    seed = found.master_seed if found.is_over else "told when the last game is over"
    lines.append(f"master seed {seed}, commitment {found.seed_commitment}{unsure}")
    return lines


def _data(found: "Verification") -> dict[str, Any]:
    return {
        "sound": found.is_sound,
        "name": found.name,
        "games": found.games,
        "scheduled": found.scheduled,
        "missing": found.missing,
        "excluded": found.excluded,
        "pruned": found.pruned,
        "master_seed": found.master_seed if found.is_over else None,
        "seed_commitment": found.seed_commitment,
        "findings": [finding._asdict() for finding in found.findings],
    }
