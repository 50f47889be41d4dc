"""``livingstone-ai tournament export``: a run as a table for other programs."""

import sys
from pathlib import Path

import click


@click.command()
@click.argument("run", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--csv", "form", flag_value="csv", help="CSV with a line of column names.")
@click.option("--jsonl", "form", flag_value="jsonl", help="JSON Lines.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write to a file (default: stdout).",
)
def command(run: Path, form: str | None, output: Path | None) -> None:
    """Write a row for each game and seat of the run in DIR, in the order of its schedule."""
    from livingstone.tournaments.export import as_csv, as_jsonl
    from livingstone.tournaments.store import Store

    if form is None:
        raise click.UsageError("expected --csv or --jsonl")
    with Store.open(run, readonly=True) as store, store.snapshot():
        chunks = as_csv(store) if form == "csv" else as_jsonl(store)
        if output is None:
            for chunk in chunks:
                sys.stdout.buffer.write(chunk)
            return
        part = output.with_name(output.name + ".part")
        try:
            with part.open("wb") as file:
                file.writelines(chunks)
            part.replace(output)
        finally:
            part.unlink(missing_ok=True)
