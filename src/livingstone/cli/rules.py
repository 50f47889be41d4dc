"""``livingstone-ai rules``: the values of an edition and where they come from, and the clauses of the rules."""

import re
import shutil
import sys
import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import click

from livingstone.cli.options import EditionChoice, edition_options, json_option

if TYPE_CHECKING:
    from livingstone.engine.editions import Edition
    from livingstone.engine.rulebook import Clause

VALUE_WIDTH: Final = 44
NARROW_VALUE_WIDTH: Final = 22
WIDE_TERMINAL: Final = 120
TEXT_WIDTH: Final = 100


@click.command()
@click.argument("clauses", nargs=-1, metavar="[CLAUSE]...")
@click.option("--search", "word", metavar="TEXT", help="Print the clauses that contain TEXT.")
@edition_options
@json_option
def command(clauses: tuple[str, ...], word: str | None, edition: EditionChoice, as_json: bool) -> None:
    """The rules: the values of an edition, or clauses by number.

    Without an argument: a table of the edition's values, each with its source, and how to correct those that
    nobody could read in a rule book. With CLAUSE (R23, 23 or a range R22-R24): the text of those clauses.
    """
    if not clauses and word is None:
        _print_edition(edition.load(), as_json)
        return
    if clauses and word is not None:
        raise click.UsageError("CLAUSE and --search exclude each other")
    if edition.is_given:
        raise click.UsageError(
            "--edition and --rule change no clause, expected them without CLAUSE and --search"
        )
    _print_clauses(_chosen(clauses, word), as_json)


def _chosen(names: tuple[str, ...], word: str | None) -> "list[Clause]":
    from livingstone.engine.errors import LivingstoneError
    from livingstone.engine.rulebook import search, span

    if word is None:
        return list(dict.fromkeys(clause for name in names for clause in span(name)))
    if not word.strip():
        raise click.UsageError("--search: expected a text to look for")
    found = list(search(word))
    if not found:
        raise LivingstoneError(f"no clause contains {word!r}; the clauses are in English")
    return found


def _print_clauses(chosen: "Iterable[Clause]", as_json: bool) -> None:
    if as_json:
        from livingstone.engine.codec import dumps

        click.echo(
            dumps(
                [
                    {
                        "clause": clause.name,
                        "section": clause.section,
                        "text": clause.text,
                        "notes": clause.notes,
                    }
                    for clause in chosen
                ]
            )
        )
        return
    width = min(TEXT_WIDTH, shutil.get_terminal_size((TEXT_WIDTH, 24)).columns)
    section = ""
    for clause in chosen:
        if clause.section != section:
            click.echo(f"{chr(10) if section else ''}{clause.section}")
            section = clause.section
        head = f"{clause.name:<5}"
        for number, text in enumerate((clause.text, *(f"Read as: {note}" for note in clause.notes))):
            start = "     " if number else head
            click.echo(textwrap.fill(text, width, initial_indent=start, subsequent_indent="     "))


def _print_edition(edition: "Edition", as_json: bool) -> None:
    from livingstone.engine.edition_values import KEYS, shown

    if as_json:
        from livingstone.engine.codec import dumps

        click.echo(dumps(_as_data(edition)))
        return
    sources = edition.sources()
    rows = [(key.name, shown(key, getattr(edition, key.name)), sources[key.name], key.text) for key in KEYS]
    click.echo(f"{edition.name}: {edition.columns} columns, {edition.rows} rows, digest {edition.digest}\n")
    if sys.stdout.isatty():
        _draw(rows)
    else:
        click.echo("\n".join(_aligned(rows)))
    assumed = edition.assumed()
    if assumed:
        click.echo(
            "\nAssumed values could not be read in a rule book. Compare them with your box, then correct them:\n"
            "  livingstone-ai edition new my-box.toml   writes a file to fill in, for --edition my-box.toml\n"
            "  --rule cost.3=2                          changes one number, --rule must_take_die=no one value"
        )


def _aligned(rows: "list[tuple[str, str, str, str]]") -> list[str]:
    """Columns for a pipe: a long value goes on in lines of its own."""
    lines = []
    key_width = max(len(key) for key, *_ in rows)
    for key, value, source, text in [("value", "is", "source", "meaning"), *rows]:
        first, *rest = _wrapped(value)
        lines.append(f"{key:<{key_width}}  {first:<{VALUE_WIDTH}}  {source:<8}  {text}")
        lines += [f"{'':<{key_width}}  {more}" for more in rest]
    return lines


def _wrapped(value: str, width: int = VALUE_WIDTH) -> list[str]:
    """Lines of a value, parted behind commas only: a card and its count stay together."""
    glued = re.sub(r"(?<!,) ", "\N{NO-BREAK SPACE}", value)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in textwrap.wrap(glued, width)]


def _draw(rows: "list[tuple[str, str, str, str]]") -> None:
    """A table for a terminal."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("value", "is", "source", "meaning", box=None, pad_edge=False, header_style="bold")
    console = Console()
    width = VALUE_WIDTH if console.width >= WIDE_TERMINAL else NARROW_VALUE_WIDTH
    for key, value, source, text in rows:
        style = "yellow" if source == "assumed" else "green" if source == "user" else ""
        table.add_row(key, "\n".join(_wrapped(value, width)), Text(source, style), Text(text))
    console.print(table)


def _as_data(edition: "Edition") -> dict[str, Any]:
    """What ``--json`` prints."""
    from livingstone.engine.edition_values import KEYS, plain

    sources = edition.sources()
    return {
        "name": edition.name,
        "columns": edition.columns,
        "rows": edition.rows,
        "digest": edition.digest,
        "assumed": edition.assumed(),
        "values": [
            {
                "key": key.name,
                "value": plain(key, getattr(edition, key.name)),
                "source": sources[key.name],
                "meaning": key.text,
            }
            for key in KEYS
        ],
    }
