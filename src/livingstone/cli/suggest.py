"""``livingstone-ai suggest``: a hint for a position that a person wrote down, or for a followed game."""

from typing import TYPE_CHECKING, NamedTuple

import click

from livingstone.cli.hint import HintSettings, give_hint
from livingstone.cli.options import EditionChoice, edition_options, json_option
from livingstone.cli.thinking import MOST_SIMULATIONS, Duration

if TYPE_CHECKING:
    from livingstone.engine.following import Payment
    from livingstone.engine.observation import Observation


def _print_schema(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from livingstone.cli.hint_json import schema_text

        click.echo(schema_text(), nl=False)
        ctx.exit()


@click.command()
@click.argument("file", metavar="FILE|-")
@click.option("--time", "seconds", type=Duration(), help="How long to think, for example 2s (the default).")
@click.option(
    "--sims",
    "simulations",
    type=click.IntRange(1, MOST_SIMULATIONS),
    help="Think for so many simulations instead.",
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, help="Seed of the search (default 0).")
@click.option("--top", type=click.IntRange(1, 100), default=5, help="How many choices to show (default 5).")
@click.option("--explain", is_flag=True, help="Say what the others will likely answer.")
@click.option("--move", metavar="TURN", help="Compare your own idea, for example 'die 4 tent; donate 2'.")
@click.option("--quiz", is_flag=True, help="Show the question first, the hint when you press a key.")
@click.option(
    "--schema",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_schema,
    help="Print the JSON Schema of --json and stop.",
)
@edition_options
@json_option
def command(
    file: str,
    seconds: float | None,
    simulations: int | None,
    seed: int,
    top: int,
    explain: bool,
    move: str | None,
    quiz: bool,
    edition: EditionChoice,
    as_json: bool,
) -> None:
    """The best turn in FILE, with alternatives.

    FILE says what you see: a position (docs/position.md) or a game you follow (docs/track.md). With --sims and
    --seed the answer is the same each time, on the same machine and versions.
    """
    if seconds is not None and simulations is not None:
        raise click.UsageError("--time and --sims exclude each other")
    if quiz and as_json:
        raise click.UsageError("--quiz and --json exclude each other")
    known = _read(file, edition)
    settings = HintSettings(seconds, simulations, seed, top, explain, move, quiz, as_json)
    give_hint(known.observation, known.names, known.payments, settings)


class _Known(NamedTuple):
    """What a file says."""

    observation: "Observation"
    names: tuple[str, ...]
    payments: "tuple[Payment, ...]" = ()


def _read(file: str, edition: EditionChoice) -> _Known:
    """A followed game or a position. Raises LivingstoneError."""
    from livingstone.engine.errors import PositionError
    from livingstone.engine.following import at_own_turn, is_table, read_table
    from livingstone.engine.names import quote
    from livingstone.engine.record_lines import FORMAT
    from livingstone.engine.record_reader import format_of

    if file != "-" and is_table(file):
        if edition.is_given:
            raise click.UsageError("a followed game has its own edition: no --edition, no --rule")
        table = at_own_turn(read_table(file))
        return _Known(table.observation(), table.names, table.payments)
    if file != "-" and format_of(file) == FORMAT:
        raise PositionError(
            f"{quote(file, 200)} is a whole game record, with everybody's secrets: "
            "'livingstone-ai review' looks at those; expected a position or a game you follow"
        )
    from livingstone.engine.position import read_position

    if edition.name is None:
        read = read_position(file, rules=edition.rules)
    else:
        read = read_position(file, edition.load())
    return _Known(read.observation, tuple(read.names))
