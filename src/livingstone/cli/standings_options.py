"""The options of commands that print standings, and the printing."""

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from livingstone.tournaments.run_heading import RunHeading
    from livingstone.tournaments.standings_games import GameFacts

_Function = TypeVar("_Function", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--format",
        "form",
        type=click.Choice(["text", "csv", "json", "md"]),
        default="text",
        show_default=True,
    ),
    click.option("--players", type=click.IntRange(2, 5), metavar="2-5", help="Only this size of table."),
    click.option(
        "--score",
        type=click.Choice(["placement", "win"]),
        help="What counts: the order of the standing, or wins alone (default: as the run's config says, else "
        "placement).",
    ),
    click.option(
        "--exclude-degraded",
        is_flag=True,
        help="Of games in which a bot forfeited, count only the pairs with that bot.",
    ),
    click.option("--anchor", metavar="BOT", help="The bot whose rating is 1000 (default: the mean is)."),
)


def standings_options(function: _Function) -> _Function:
    """Adds ``--format``, ``--players``, ``--score``, ``--exclude-degraded`` and ``--anchor``.

    The function gets them as ``choice``, keyword arguments for :func:`print_standings`.
    """

    @functools.wraps(function)
    def with_choice(
        *args: Any,
        form: str,
        players: int | None,
        score: str | None,
        exclude_degraded: bool,
        anchor: str | None,
        **named: Any,
    ) -> Any:
        choice = {
            "form": form,
            "players": players,
            "score": score,
            "exclude_degraded": exclude_degraded,
            "anchor": anchor,
        }
        return function(*args, choice=choice, **named)

    decorated: Any = with_choice
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]


def print_standings(
    games: "Sequence[GameFacts]",
    heading: "RunHeading | None",
    *,
    form: str,
    players: int | None,
    score: str | None,
    exclude_degraded: bool,
    anchor: str | None,
) -> None:
    """Rate the games and print the tables. Raises LivingstoneError."""
    from livingstone.tournaments.standings import standings
    from livingstone.tournaments.standings_data import as_csv, as_json
    from livingstone.tournaments.standings_text import as_markdown, as_text

    found = standings(
        games,
        anchor=anchor or "",
        score="win" if score == "win" else "placement",
        players=players,
        exclude_degraded=exclude_degraded,
    )
    if form == "csv":
        text = as_csv(found)
    elif form == "json":
        text = as_json(found, heading)
    else:
        text = as_markdown(found, heading) if form == "md" else as_text(found, heading)
    click.echo(text, nl=False)
