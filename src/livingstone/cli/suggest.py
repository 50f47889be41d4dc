"""``livingstone-ai suggest``: a hint for a position that a person wrote down."""

import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from livingstone.cli.compiling import ensure_compiled
from livingstone.cli.options import EditionChoice, edition_options, json_option

if TYPE_CHECKING:
    from livingstone.ai.advice import Advice, Choice
    from livingstone.engine.notation import Action

DEFAULT_SECONDS = 2.0
MOST_SIMULATIONS = 20_000_000
"""More would need more than some 300 MB."""


class Duration(click.ParamType[float]):
    """A time such as ``2s``, ``500ms``, ``1.5`` (seconds) or ``1m``, in seconds."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Seconds as a float."""
        if isinstance(value, float):
            return value
        found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(ms|s|m|)\s*", str(value))
        if found is None:
            self.fail(f"{value!r}, expected a time such as 2s, 500ms or 1m", param, ctx)
        return float(found[1]) * {"ms": 0.001, "s": 1.0, "": 1.0, "m": 60.0}[found[2]]


@click.command()
@click.argument("position", metavar="POSITION|-")
@click.option("--time", "seconds", type=Duration(), help="How long to think, for example 2s (the default).")
@click.option(
    "--sims",
    "simulations",
    type=click.IntRange(1, MOST_SIMULATIONS),
    help="Think for so many simulations instead.",
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, help="Seed of the search (default 0).")
@click.option("--top", type=click.IntRange(1, 100), default=5, help="How many choices to show (default 5).")
@edition_options
@json_option
def command(
    position: str,
    seconds: float | None,
    simulations: int | None,
    seed: int,
    top: int,
    edition: EditionChoice,
    as_json: bool,
) -> None:
    """The best turn in POSITION, a file that says what you see (docs/position.md), with alternatives.

    With --sims and --seed the answer is the same each time, on the same machine and versions.
    """
    if seconds is not None and simulations is not None:
        raise click.UsageError("--time and --sims exclude each other")
    from livingstone.engine.errors import PositionError
    from livingstone.engine.position import read_position

    if edition.name is None:
        read = read_position(position, rules=edition.rules)
    else:
        read = read_position(position, edition.load())
    if not read.is_own_turn:
        mover = read.names[read.observation.to_move]
        me = read.names[read.observation.seat]
        raise PositionError(f"turn: it is {mover}'s turn, expected a position where {me} (me) is to move")
    ensure_compiled()
    from livingstone.ai.advice import Question, advise
    from livingstone.ai.effort import Effort

    if seconds is None and simulations is None:
        seconds = DEFAULT_SECONDS
    with ThinkingBar() as tell:
        advice = advise(
            read.observation,
            Effort(simulations, seconds),
            seed=seed,
            question=Question(top=top, names=tuple(read.names)),
            on_progress=tell,
        )
    if as_json:
        import msgspec

        from livingstone.engine.codec import dumps

        click.echo(dumps({**msgspec.to_builtins(advice), "seat": read.names[advice.seat]}).decode())
    else:
        click.echo("\n".join(_lines(advice, read.names[advice.seat])))


class ThinkingBar:
    """A progress bar on a terminal's stderr; nothing in a pipe."""

    def __enter__(self) -> Callable[[float, int], None] | None:
        self._bar: Any = None
        if not sys.stderr.isatty():
            return None
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        self._bar = Progress(
            TextColumn("thinking"),
            BarColumn(),
            TextColumn("{task.fields[simulations]} simulations"),
            console=Console(stderr=True),
            transient=True,
        )
        self._bar.start()
        task = self._bar.add_task("thinking", total=1.0, simulations=0)
        return lambda share, count: self._bar.update(task, completed=share, simulations=count)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()


def _lines(advice: "Advice", name: str) -> list[str]:
    """The hint for people."""
    from livingstone.ai.advice import turn_of
    from livingstone.engine.notation import describe

    best = advice.best
    lines = [f"{name}: {'; '.join(best.turn)}"]
    lines += [f"  {number}. {describe(action)}" for number, action in enumerate(turn_of(best), 1)]
    if not best.turn[-1].startswith(("end", "pass")):
        drew = _draws(turn_of(best)[-1])
        rest = "depends on what comes" if drew else "was not searched enough"
        lines.append(f"  Then ask again: the rest of the turn {rest}.")
    if advice.forced:
        lines.append("  (the first step is forced)")
    width = max(len("; ".join(choice.turn)) for choice in (best, *advice.alternatives))
    lines += ["", f"   {'turn':<{width}}  {'win %':>12}  {'VP':>5}  {'out %':>5}  {'visits':>7}"]
    for mark, choice in zip("*" + " " * len(advice.alternatives), (best, *advice.alternatives), strict=True):
        lines.append(f" {mark} {_row(choice, width)}")
    if any(choice.equal for choice in advice.alternatives):
        lines.append("   = : not told apart from the best by this search")
    lines.append("")
    lines.append(
        f"{advice.simulations} simulations in {advice.groups} independent groups, {advice.seconds:.1f} s, "
        f"seed {advice.seed}, edition {advice.edition}, livingstone-ai {advice.version}"
    )
    if advice.assumptions is not None:
        lines.append(advice.assumptions)
    return lines


def _draws(action: "Action") -> bool:
    """Whether chance goes on from there: stones or a card are drawn."""
    from livingstone.engine.constants import Card, Kind

    return action.kind in (Kind.CARD, Kind.MINE) or (
        action.kind == Kind.PLAY and action.card == Card.THREE_STONES
    )


def _row(choice: "Choice", width: int) -> str:
    half = choice.win_half_width
    interval = "?" if half is None or half >= 1 else f"{100 * half:.1f}"  # 100 % or more says nothing
    win = f"{100 * choice.win:.1f} ± {interval}"
    equal = "  =" if choice.equal else ""
    return (
        f"{'; '.join(choice.turn):<{width}}  {win:>12}  {choice.points:>5.1f}  {100 * choice.risk:>5.1f}"
        f"  {choice.visits:>7}{equal}"
    )
