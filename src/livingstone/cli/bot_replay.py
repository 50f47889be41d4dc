"""``livingstone-ai bot replay``: kept lines fed to a bot again."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from livingstone.cli.compiling import ensure_compiled
from livingstone.cli.options import isolation_option

if TYPE_CHECKING:
    from livingstone.tournaments.line_replay import LineReplay

_STDERR_LINES: Final = 20


@click.command(name="replay")
@click.argument("lines", type=click.Path(path_type=Path))
@click.argument("bot", nargs=-1, required=True, metavar="-- BOT|CMD...")
@click.option("--until", type=click.IntRange(1), metavar="ID", help="Stop after this request.")
@click.option(
    "--time", "allowance", metavar="TIME", help="For each answer, in place of what the lines say: 5s, none."
)
@isolation_option
@click.option("--show", is_flag=True, help="Show every answer, not only those that differ.")
def command(
    lines: Path,
    bot: tuple[str, ...],
    until: int | None,
    allowance: str | None,
    isolation: str | None,
    show: bool,
) -> None:
    """Feed what a host said, kept in the file LINES, to a fresh bot, and compare its answers with those kept.

    LINES comes from match --log-lines, and is named under a fault. The bot is started as in a match. Stops at its
    first fault, with exit code 1. A bot that draws from the private seed alone answers as it did.
    """
    import shlex

    from livingstone.protocol.clock import parse_time
    from livingstone.protocol.isolation import choose_isolation, read_isolation
    from livingstone.tournaments.entrants import program_of, read_entrant
    from livingstone.tournaments.hosting import Hosting
    from livingstone.tournaments.line_replay import LineReplay, read_lines

    exchanges = read_lines(lines)
    level = choose_isolation(None if isolation is None else read_isolation(isolation))
    entrant = read_entrant(bot[0] if len(bot) == 1 else shlex.join(bot))
    if not entrant.is_program:
        ensure_compiled()
        entrant = program_of(entrant)
    replay = LineReplay(exchanges, entrant.launch(Hosting(isolation=level)))
    if allowance is not None:
        replay.has_own_limit, replay.limit_ms = True, parse_time(allowance).cap_ms
    _compare(replay, until, show=show)
    _conclude(replay, until)


def _compare(replay: "LineReplay", until: int | None, *, show: bool) -> None:
    """Tell of each answer that differs, or of all, and how many there were."""
    from livingstone.engine.errors import LivingstoneError
    from livingstone.protocol.termination import HostStalled

    count = {"same": 0, "differ": 0, "new": 0}
    try:
        for reply in replay.run(until):
            what = "new" if reply.logged is None else "same" if reply.is_same else "differ"
            count[what] += 1
            if show or what != "same":
                then = {"new": "no answer", "same": "the same"}.get(what, str(reply.logged))
                click.echo(f"request {reply.request}: {reply.now} ({reply.used_ms:.1f} ms); then: {then}")
    except HostStalled as stalled:
        raise LivingstoneError(f"{stalled}: try again") from None
    total = sum(count.values())
    click.echo(f"{total} answers: {count['same']} the same, {count['differ']} differ, {count['new']} new")


def _conclude(replay: "LineReplay", until: int | None) -> None:
    """Tell how it ended; a fault ends the command with exit code 1."""
    from livingstone.engine.names import quote

    if replay.fault is not None:
        for line in replay.stderr.strip().splitlines()[-_STDERR_LINES:]:
            click.echo(f"  | {line}")
        if replay.lacking:
            features = ", ".join(map(quote, replay.lacking))
            click.echo(f"note: it asks for {features}, which the session of these lines did not have")
        click.echo(f"fault: {replay.fault.termination}: {replay.fault}")
        raise click.exceptions.Exit(1)
    if replay.verdict is not None:
        click.echo(f"no fault; then it was {replay.verdict.code}: {replay.verdict.message}")
    else:
        click.echo("no fault: it came to the end" if until is None else f"no fault up to request {until}")
