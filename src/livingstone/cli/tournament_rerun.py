"""``livingstone-ai tournament rerun``: one game again, for an appeal."""

from pathlib import Path

import click

from livingstone.cli.compiling import ensure_compiled


@click.command(name="rerun")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("game")
def command(folder: Path, game: str) -> None:
    """Play GAME (such as p4-c1-b007-r2) of the run in DIR again, with the same seeds.

    The run stays as it is; record and lines are written beside it. Its bots must be there; one that has changed is
    told. Bots that think until a time is up may well play otherwise.
    """
    from livingstone.cli.run_loop import teller
    from livingstone.tournaments.run.rerun import rerun
    from livingstone.tournaments.store import Store

    ensure_compiled()
    with Store.open(folder, readonly=True) as store:
        again = rerun(store, game, teller())
    if again.is_same_record:
        click.echo(f"{game}: the same, step by step")
    elif again.is_same_result:
        click.echo(f"{game}: other steps, the same places and points")
    else:
        click.echo(f"{game}: came out otherwise")
    for before, now in zip(again.before.seats, again.now.seats, strict=True):
        line = f"  {before.bot.name}: place {before.place}, {before.points} VP, {before.termination}"
        other = f"place {now.place}, {now.points} VP, {now.termination}"
        click.echo(line if again.is_same_result else f"{line}; now {other}")
        if now.fault:
            click.echo(f"    {now.fault}")
    click.echo(f"record and lines: {again.folder}")
