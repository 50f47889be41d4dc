"""``livingstone-ai match``: games between bots, built-in players and commands, and a table of who won."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from livingstone.cli.compiling import ensure_compiled
from livingstone.cli.options import (
    EditionChoice,
    edition_options,
    game_options,
    isolation_option,
    json_option,
    seed_or_drawn,
)

if TYPE_CHECKING:
    from livingstone.cli.match_report import Setting
    from livingstone.tournaments.entrants import Entrant
    from livingstone.tournaments.hosting import Hosting
    from livingstone.tournaments.quick_match import Played

FAULT_EXIT: Final = 3


@click.command()
@click.argument("bots", metavar="BOT BOT [...]", nargs=-1, required=True)
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=20,
    show_default=True,
    help="How many; rounded up so that everyone sits in every seat equally often.",
)
@click.option(
    "--players", type=click.IntRange(2, 5), metavar="2-5", help="Table size (default: a seat for each bot)."
)
@game_options
@click.option(
    "--lenient",
    "tries",
    type=click.IntRange(2, 100),
    metavar="N",
    help="Let bots try N answers a request instead of one.",
)
@isolation_option
@click.option("--require-isolation", metavar="LEVEL", help="Play only at this level or above.")
@click.option("--build", is_flag=True, help="Run the build commands of manifests first.")
@click.option(
    "--records",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write a record of every game.",
)
@click.option("--record-times", is_flag=True, help="Records tell the time of every answer of a bot.")
@click.option(
    "--log-lines",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Keep the lines of all bots.",
)
@click.option(
    "--keep-running",
    is_flag=True,
    help="One process plays all games of a bot's seat; every game has a deal of its own.",
)
@click.option(
    "--fail-on-fault", is_flag=True, help=f"Exit code {FAULT_EXIT} if a bot lost a seat by a fault."
)
@click.option("--quiet", is_flag=True, help="The table alone: no progress, no remarks.")
@edition_options
@json_option
def command(
    bots: tuple[str, ...],
    games: int,
    players: int | None,
    seed: int | None,
    clock: str,
    score: str,
    tries: int | None,
    isolation: str | None,
    require_isolation: str | None,
    build: bool,
    records: Path | None,
    record_times: bool,
    log_lines: Path | None,
    keep_running: bool,
    fail_on_fault: bool,
    quiet: bool,
    edition: EditionChoice,
    as_json: bool,
) -> None:
    """Play games between BOTs and print who won.

    A BOT is a built-in player (random, scripted:frugal, ismcts:sims=2000), a folder with a bot.json, a Python file,
    another program, or a command in quotes ("node bot.js"). A block is one deal played in all seat rotations, so
    that seats and luck balance; the win share is a seat's, ± its 95 % interval. Of more bots than seats every
    choice plays; fewer share the seats.
    """
    from livingstone.cli.match_report import Setting
    from livingstone.protocol.clock import parse_time
    from livingstone.protocol.isolation import choose_isolation, read_isolation
    from livingstone.tournaments.entrants import distinct, read_entrant
    from livingstone.tournaments.fixtures import rounded_up, table_size
    from livingstone.tournaments.hosting import Hosting
    from livingstone.tournaments.quick_match import Table

    seed = seed_or_drawn(seed)
    entrants = distinct([read_entrant(text) for text in bots])
    size = table_size(len(entrants), players)
    total = rounded_up(games, len(entrants), size)
    level = choose_isolation(
        None if isolation is None else read_isolation(isolation),
        None if require_isolation is None else read_isolation(require_isolation),
    )
    hosting = Hosting(
        time=parse_time(clock),
        score="win" if score == "win" else "placement",
        tries=tries or 1,
        isolation=level,
        log_lines=log_lines,
    )
    table = Table(entrants, edition.load(), hosting, records, times=record_times, keep_running=keep_running)
    for folder, pattern in ((records, "g*.jsonl"), (log_lines, "*.lines")):
        _prepare(folder, pattern)
    if total != games and not quiet:
        click.echo(f"{total} games instead of {games}, so that seats balance", err=True)
    ensure_compiled()
    _start_all(entrants, hosting, build=build, quiet=quiet)
    setting = Setting(tuple(entrants), table, size, total, seed)
    has_fault = _play_and_report(setting, as_json=as_json, quiet=quiet)
    if fail_on_fault and has_fault:
        raise click.exceptions.Exit(FAULT_EXIT)


def _play_and_report(setting: "Setting", *, as_json: bool, quiet: bool) -> bool:
    """Play and print the table, also where a Ctrl-C or a full disk cuts it short; whether a bot had a fault."""
    from livingstone.cli.match_report import as_data, report_lines
    from livingstone.engine.codec import dumps
    from livingstone.tournaments.match_table import standing

    played: list[Played] = []
    trouble: OSError | None = None
    try:
        was_interrupted = not _play(setting, played, quiet=quiet)
    except OSError as error:  # a full disk, mostly: the games until then are worth their table
        if not played:
            raise
        was_interrupted, trouble = True, error
    names = [entrant.name for entrant in setting.entrants]
    result = standing(names, played, setting.table.hosting.score)
    if as_json:
        click.echo(dumps(as_data(result, setting, was_interrupted=was_interrupted)))
    else:
        click.echo("\n".join(report_lines(result, setting, was_interrupted=was_interrupted)))
    if trouble is not None:
        raise trouble
    if was_interrupted:
        raise click.exceptions.Exit(130)
    return bool(result.faults)


def _prepare(folder: Path | None, pattern: str) -> None:
    """Make a folder for files of this match; older ones in it would be taken for them."""
    from livingstone.engine.errors import LivingstoneError

    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        old = min(folder.glob(pattern), default=None)
        if old is not None:
            raise LivingstoneError(f"{old}: from another match, expected a folder without such files")


def _start_all(entrants: "list[Entrant]", hosting: "Hosting", *, build: bool, quiet: bool) -> None:
    """See that every program starts, before anything is played; one that does not is built, if it can be.

    Raises LivingstoneError; the program's stderr has been shown then.
    """
    from livingstone.cli.run_loop import teller
    from livingstone.engine.errors import LivingstoneError
    from livingstone.tournaments.quick_match import StartError, try_start

    tell = teller(quiet=quiet)
    for entrant in {entrant.argv: entrant for entrant in entrants if entrant.is_program}.values():
        if build:
            _build(entrant, quiet=quiet)
        try:
            try:
                try_start(entrant, hosting, tell)
            except StartError:
                if build or not _build(entrant, quiet=quiet, why="it does not start, so it is built first: "):
                    raise
                try_start(entrant, hosting, tell)
        except StartError as error:
            for line in error.stderr.strip().splitlines()[-20:]:
                click.echo(f"  {entrant.name}: {line}", err=True)
            click.echo(f"to see why: livingstone-ai bot check -- {entrant.text}", err=True)
            raise LivingstoneError(str(error)) from None


def _build(entrant: "Entrant", *, quiet: bool, why: str = "") -> bool:
    """Run the build commands of a manifest, saying so; whether there were any."""
    import shlex

    from livingstone.protocol.manifest import read_manifest

    if entrant.manifest is None:
        return False
    manifest = read_manifest(entrant.manifest)
    if manifest.build_commands and not quiet:
        commands = "; ".join(shlex.join(words) for words in manifest.build_commands)
        click.echo(f"{entrant.name}: {why}{commands}", err=True)
    manifest.build(entrant.folder)
    return bool(manifest.build_commands)


def _play(setting: "Setting", played: "list[Played]", *, quiet: bool) -> bool:
    """Play to the end into ``played``; False when Ctrl-C cut it short."""
    from contextlib import closing

    from livingstone.cli.bars import games_bar
    from livingstone.tournaments.fixtures import fixtures

    table = setting.table
    games = fixtures(
        len(table.entrants), setting.players, setting.total, setting.seed, fresh_deals=table.keep_running
    )
    try:
        with games_bar(setting.total, shown=not quiet) as advance, closing(table.play(games)) as running:
            for game in running:
                played.append(game)
                advance()
    except KeyboardInterrupt:
        return False
    return True
