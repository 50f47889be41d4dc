"""``livingstone-ai bot new``: writes a starter bot."""

import click


@click.command(name="new")
@click.option(
    "--lang", "language", metavar="LANG", required=True, help="python, javascript, c, cpp, java or rust."
)
@click.option("--name", metavar="NAME", help="The bot's name (default: the folder's).")
@click.argument("folder", required=False)
def command(language: str, name: str | None, folder: str | None) -> None:
    """Write a small bot that plays, as a start for one of your own, into FOLDER (default: NAME)."""
    import shlex
    from pathlib import Path

    from livingstone.protocol.kits import DEFAULT_NAME, find_language, name_for, write_kit
    from livingstone.protocol.manifest import read_manifest

    target = Path(folder if folder is not None else name or DEFAULT_NAME)
    files = write_kit(find_language(language), target, name if name is not None else name_for(target))
    manifest = read_manifest(target)
    click.echo(f"written: {manifest.name} in {target}: {', '.join(file.name for file in files)}")
    click.echo("Next:")
    if target.resolve() != Path.cwd():
        click.echo(f"  cd {shlex.quote(str(target))}")
    for build in manifest.build_commands:
        click.echo(f"  {shlex.join(build)}")
    click.echo("  livingstone-ai bot check .")
    click.echo("  livingstone-ai match . scripted --games 20")
