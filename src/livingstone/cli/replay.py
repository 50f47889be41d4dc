"""``livingstone-ai replay``: a game record as lines to read, step by step or key by key."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from livingstone.cli.options import board_width, can_draw, json_option

if TYPE_CHECKING:
    from livingstone.engine.record_story import Tale


@click.command()
@click.argument("record", metavar="RECORD")
@click.option(
    "--step", type=click.IntRange(min=0), metavar="N", help="Show the board after step N only (0: the start)."
)
@click.option("--seat", metavar="K", help="Show only what this seat knew: its number, letter or name.")
@click.option("--interactive", is_flag=True, help="Step with the keys (on a terminal).")
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a page to look at in a browser (needs the extra 'report').",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw boards with ASCII characters only.")
@json_option
def command(
    record: str,
    step: int | None,
    seat: str | None,
    interactive: bool,
    html: Path | None,
    ascii_only: bool,
    as_json: bool,
) -> None:
    """Step through a game record.

    Prints the whole game as a line per step, with the board at the end of every round. With --json a line per
    step holds the step's number, the line of the record, the text and the position (with --seat: what the
    seat knew).

    With --html one self-contained file is written: the board step by step, everything or as a seat knew it. It
    holds the hidden parts of the game.
    """
    if html is not None:
        if step is not None or seat is not None or interactive or ascii_only or as_json:
            raise click.UsageError(
                "--html: a page has all steps and seats; it stands alone, without other options"
            )
        _write_page(record, html)
        return
    from livingstone.engine.codec import dumps
    from livingstone.engine.record_story import Story, seat_of

    ascii_only = ascii_only or not can_draw()
    story = Story(record)
    observer = None if seat is None else seat_of(seat, story.names)
    if interactive:
        browse(list(story.tell(observer)), story.names, ascii_only)
        return
    count = 0
    for tale in story.tell(observer):
        count = tale.step
        if step is not None and tale.step != step:
            continue
        if as_json:
            click.echo(dumps(tale.to_json()))
        else:
            click.echo(_shown(tale, story.names, ascii_only, board=step is not None or tale.ends_round))
    if step is not None and step > count:
        raise click.UsageError(f"--step {step}: the record has {count} steps")


def _write_page(record: str, target: Path) -> None:
    """Writes the replay page, in one go: a page that cannot be made leaves an older file alone."""
    from livingstone.web.replay import replay_page

    text = replay_page(record).encode()
    target.write_bytes(text)
    click.echo(f"wrote {target} ({len(text) / 1000:.0f} kB)")


def _shown(tale: "Tale", names: tuple[str, ...], ascii_only: bool, *, board: bool) -> str:
    """The line of a step, and the board below it."""
    from livingstone.engine.render.text import board as draw

    head = f"{tale.step:>4}  {tale.text}"
    return (
        f"{head}\n\n{draw(tale.view, names=names, ascii_only=ascii_only, width=board_width())}\n"
        if board
        else head
    )


_FORWARD = (" ", "\r", "\n", "n", "j", "\x1b[C", "\x1b[B", "\x00M", "\xe0M")
_BACK = ("p", "k", "b", "\x7f", "\x08", "\x1b[D", "\x1b[A", "\x00K", "\xe0K")


def is_terminal() -> bool:
    """Whether keys can be read and pages shown."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def browse(tales: "list[Tale]", names: tuple[str, ...], ascii_only: bool) -> None:
    """Board after board: a key forward, a key back, home, end, quit."""
    if not is_terminal():
        raise click.UsageError("--interactive: expected a terminal; without it the whole game is printed")
    at = 0
    while True:
        click.clear()
        click.echo(_shown(tales[at], names, ascii_only, board=True))
        click.echo(f"step {at} of {len(tales) - 1}: space forward, b back, g start, G end, q quit")
        key = click.getchar()
        if key in _FORWARD:
            at = min(at + 1, len(tales) - 1)
        elif key in _BACK:
            at = max(at - 1, 0)
        elif key == "g":
            at = 0
        elif key == "G":
            at = len(tales) - 1
        elif key in ("q", "\x1b", "\x03", "\x04"):
            return
