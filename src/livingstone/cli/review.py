"""``livingstone-ai review``: a played game graded decision by decision, luck apart from skill."""

from pathlib import Path

import click

from livingstone.cli.bars import decisions_bar
from livingstone.cli.compiling import ensure_compiled
from livingstone.cli.options import json_option
from livingstone.cli.run_loop import cores

DEFAULT_SIMULATIONS = 16_000
MOST_JOBS = 64


@click.command()
@click.argument("record", metavar="RECORD")
@click.option("--seat", "seats", metavar="NAME", multiple=True, help="Grade only this seat; may be repeated.")
@click.option(
    "--sims",
    "simulations",
    type=click.IntRange(100, 2_000_000),
    default=DEFAULT_SIMULATIONS,
    show_default=True,
    help="Simulations of each search: more take longer and tell smaller losses apart.",
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, help="Seed of the review (default 0).")
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    metavar="N",
    help="Processes that share the work (default: one a core).",
)
@click.option(
    "--top",
    type=click.IntRange(1, 1000),
    default=5,
    show_default=True,
    help="How many worst moments to show.",
)
@click.option("--all", "everything", is_flag=True, help="Show all decisions by rounds too.")
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a page to look at in a browser too (needs the extra 'report').",
)
@json_option
def command(
    record: str,
    seats: tuple[str, ...],
    simulations: int,
    seed: int,
    jobs: int | None,
    top: int,
    everything: bool,
    html: Path | None,
    as_json: bool,
) -> None:
    """Grade a played game decision by decision.

    Every decision of the RECORD (docs/record.md) is searched from what its seat knew at that moment, and what was
    played is compared with the best play found. Luck of dice, bag and cards is kept apart. A finished game of
    four takes about a minute on one core. With the same --sims and --seed the review is the same each time, on the
    same machine and versions.
    """
    if html is not None:
        _check_page(html)
    ensure_compiled()
    from livingstone.ai.review.courses import read_course
    from livingstone.ai.review.reviewer import review
    from livingstone.engine.record_story import seat_of

    course = read_course(record)
    chosen = sorted({seat_of(name, course.names) for name in seats}) or None
    with decisions_bar() as tell:
        found = review(
            record,
            simulations=simulations,
            seed=seed,
            seats=chosen,
            jobs=jobs or min(cores(), MOST_JOBS),
            on_progress=tell,
        )
    if as_json:
        import msgspec

        from livingstone.engine.codec import dumps

        click.echo(dumps({"file": record, **msgspec.to_builtins(found)}))
    else:
        from livingstone.cli.review_report import review_lines

        click.echo("\n".join(review_lines(found, file=record, top=top, everything=everything)))
    if html is not None:
        from livingstone.web.review import review_page

        text = review_page(found, course).encode()
        html.write_bytes(text)
        click.echo(f"wrote {html} ({len(text) / 1000:.0f} kB)", err=as_json)


def _check_page(html: Path) -> None:
    """Whether a page can be made and written, before a minute of work rather than after it."""
    from livingstone.web.page import page

    page("page.html", title="")
    if not html.parent.is_dir():
        raise click.UsageError(f"--html: there is no folder {html.parent}")
