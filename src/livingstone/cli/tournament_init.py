"""``livingstone-ai tournament init``: writes a config to start from."""

from pathlib import Path

import click


@click.command(name="init")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), default=Path("tournament.toml"))
def command(file: Path) -> None:
    """Write a commented config to FILE (default: tournament.toml); it can be run as it stands."""
    import shlex

    from livingstone.engine.errors import LivingstoneError
    from livingstone.tournaments.config_template import template

    try:
        with file.open("x", encoding="utf-8") as target:
            target.write(template())
    except FileExistsError:
        raise LivingstoneError(f"{file}: is there already, expected a new file") from None
    click.echo(f"written: {file}")
    click.echo("Next:")
    click.echo(f"  livingstone-ai tournament run {shlex.quote(str(file))} --dry-run")
    click.echo(f"  livingstone-ai tournament run {shlex.quote(str(file))}")
