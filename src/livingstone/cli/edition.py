"""``livingstone-ai edition``: lists, writes and checks edition files."""

from typing import TYPE_CHECKING

import click

from livingstone.cli.options import DEFAULT_EDITION, json_option

if TYPE_CHECKING:
    from livingstone.engine.editions import Edition


@click.group()
def command() -> None:
    """List, write and check edition files: the values of a printing, of your own box or of your table."""


@command.command(name="list")
@json_option
def list_editions(as_json: bool) -> None:
    """List the built-in editions."""
    from livingstone.engine.editions import Edition

    default = Edition.load()
    editions = [Edition.load(name) for name in Edition.builtin_names()]
    if as_json:
        from livingstone.engine.codec import dumps

        click.echo(dumps([edition.to_dict() for edition in editions]))
        return
    width = max(len(edition.name) for edition in editions)
    for edition in editions:
        changed = _changes(edition, default)
        note = f"differs from {default.name} in {', '.join(changed)}" if changed else "the default"
        click.echo(f"{edition.name:<{width}}  {edition.columns} columns, {edition.rows} rows; {note}")


@command.command()
@click.option(
    "--from",
    "source",
    metavar="NAME|FILE",
    default=DEFAULT_EDITION,
    show_default=True,
    help="The edition to start from.",
)
@click.option("--force", is_flag=True, help="Write over an existing file.")
@click.argument("file", required=False)
def new(source: str, force: bool, file: str | None) -> None:
    """Write a commented edition file to compare with a box (to FILE, else to the terminal)."""
    from pathlib import Path

    from livingstone.engine.edition_template import is_name, template
    from livingstone.engine.editions import Edition
    from livingstone.engine.errors import EditionError

    edition, base = Edition.load(source), Edition.base_of(source)
    if file is None or file == "-":
        click.echo(template(edition, base), nl=False)
        return
    path = Path(file)
    text = template(edition, base, path.stem) if is_name(path.stem) else template(edition, base)
    try:
        with path.open("w" if force else "x", encoding="utf-8", newline="\n") as target:
            target.write(text)
    except FileExistsError:
        raise EditionError(f"{file}: exists already; --force writes over it") from None
    click.echo(f"written: {file}; look at it with: livingstone-ai edition check {file}", err=True)


@command.command()
@click.argument("file")
@json_option
def check(file: str, as_json: bool) -> None:
    """Check an edition file: what differs from its base, and what is still assumed."""
    from livingstone.engine.edition_values import BY_NAME, plain, shown
    from livingstone.engine.editions import Edition

    edition, base = Edition.load(file), Edition.base_of(file)
    changed, assumed = _changes(edition, base), edition.assumed()
    if as_json:
        from livingstone.engine.codec import dumps

        differs = {
            name: [plain(BY_NAME[name], getattr(each, name)) for each in (base, edition)] for name in changed
        }
        shown_data = {"name": edition.name, "base": base.name, "differs": differs, "assumed": assumed}
        click.echo(dumps({"file": file, **shown_data, "digest": edition.digest}))
        return
    size = f"{edition.columns} columns, {edition.rows} rows"
    click.echo(f"{file}: sound; edition {edition.name}, {size}, starting from {base.name}")
    click.echo("Differs from its base:" if changed else "Every value is that of its base.")
    for name in changed:
        before, now = (shown(BY_NAME[name], getattr(each, name)) for each in (base, edition))
        click.echo(f"  {name}: {now}\n  {'was':>{len(name)}}: {before}")
    click.echo("Still assumed:" if assumed else "No value is assumed.")
    for name in assumed:
        click.echo(f"  {name}: {shown(BY_NAME[name], getattr(edition, name))}")
    if assumed:
        click.echo(
            "A value is yours when the file states all of it and [provenance] has no line for it: compare with "
            "your box, then delete that line."
        )


def _changes(edition: "Edition", base: "Edition") -> list[str]:
    """Keys whose values differ."""
    before = base.values()
    return [name for name, value in edition.values().items() if value != before[name]]
