"""``livingstone-ai tournament status``: how far a run is."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from livingstone.cli.options import json_option

if TYPE_CHECKING:
    from livingstone.tournaments.run.status import Status


@click.command(name="status")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@json_option
def command(folder: Path, as_json: bool) -> None:
    """Tell how far the run in DIR is, also while it is played."""
    from livingstone.engine.codec import dumps
    from livingstone.tournaments.run.status import status_of

    status = status_of(folder)
    if as_json:
        click.echo(dumps(status))
    else:
        click.echo("\n".join(_lines(status)))


def _lines(status: "Status") -> list[str]:
    from livingstone.engine.wording import counted

    state = {True: "running", False: "not running", None: "may be running"}[status.running]
    if status.is_complete:
        state = "complete" if not status.running else state
    lines = [f"{status.name}: {status.games} of {counted(status.total, 'game')}, {state}, in {status.folder}"]
    for name, kinds in status.faults.items():
        counts = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        lines.append(f"  {name}: lost its seat: {counts}")
    lines += [f"  {name}: excluded: {reason}" for name, reason in status.excluded.items()]
    if status.voids:
        lines.append(f"  {counted(status.voids, 'block')} void, to be played again")
    lines.append(f"  isolation {status.isolation}")
    lines.append(f"  SHA-256 of the master seed: {status.seed_commitment}")
    return lines
