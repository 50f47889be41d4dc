"""``livingstone-ai bot check``: does a program keep to the line protocol?"""

import sys
from itertools import groupby
from typing import TYPE_CHECKING

import click

from livingstone.cli.compiling import ensure_compiled
from livingstone.cli.options import isolation_option, json_option

if TYPE_CHECKING:
    from livingstone.tournaments.conformance.runner import Outcome
    from livingstone.tournaments.conformance.subject import Subject


@click.command(name="check")
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, help="Of all positions."
)
@click.option(
    "--time",
    "time_text",
    metavar="TIME",
    default="1s",
    show_default=True,
    help="What one answer may take, 250ms for example; whole games have the default clock.",
)
@click.option("--only", metavar="N[,M]", help="Only these checks: 3, 9-12 or a key such as unicode.")
@click.option("--list", "as_list", is_flag=True, help="List the checks and run none.")
@click.option("--no-build", is_flag=True, help="Do not run the manifest's build commands first.")
@isolation_option
@json_option
@click.argument("bot", nargs=-1, type=click.UNPROCESSED)
def command(
    seed: int,
    time_text: str,
    only: str | None,
    as_list: bool,
    no_build: bool,
    isolation: str | None,
    as_json: bool,
    bot: tuple[str, ...],
) -> None:
    """Check whether a program keeps to the line protocol, with a hint for each failure.

    BOT is a folder with bot.json, a Python file, another program, a built-in player's name, or a command after
    two hyphens: bot check -- node bot.js. Exit code 0: no check failed; 1: some did.
    """
    from livingstone.tournaments.conformance.runner import read_numbers
    from livingstone.tournaments.conformance.subject import read_subject
    from livingstone.tournaments.conformance.table import CHECKS

    if as_list:
        for number, check in enumerate(CHECKS, 1):
            click.echo(f"{number:3d}  {check.key:10} {check.name}")
        return
    if not bot:
        raise click.UsageError("expected a bot: a folder with bot.json, a file, or a command after --")
    numbers = None if only is None else read_numbers(only)
    subject = read_subject(bot)
    if not no_build and subject.manifest is not None and subject.manifest.build_commands:
        for words in subject.manifest.build_commands:
            click.echo(f"building: {' '.join(words)}", err=as_json)
        subject.build()
    ensure_compiled()
    _check(subject, seed, time_text, numbers, isolation, as_json)


def _check(
    subject: "Subject", seed: int, time_text: str, numbers: list[int] | None, level: str | None, as_json: bool
) -> None:
    """Run the checks, tell of each, and exit."""
    from livingstone.engine.codec import dumps
    from livingstone.engine.errors import LivingstoneError
    from livingstone.protocol.clock import parse_time
    from livingstone.protocol.isolation import choose_isolation, read_isolation
    from livingstone.tournaments.conformance.bench import Bench
    from livingstone.tournaments.conformance.runner import Verdict, report, run, summary

    time = parse_time(time_text)
    if time.cap_ms is None or time.bank_ms is not None:
        raise LivingstoneError(f"time {time_text!r}: expected one length such as 1s or 250ms")
    isolation = choose_isolation(None if level is None else read_isolation(level))
    bench = Bench(subject, isolation, seed, time.cap_ms)
    if not as_json:
        click.echo(
            f"checking {subject.entrant.name}: {' '.join(subject.entrant.argv)} (isolation {isolation})"
        )
    outcomes: list[Outcome] = []
    told = 0
    for outcome in run(bench, numbers):
        outcomes.append(outcome)
        # Of checks that one failure makes impossible a line tells them all.
        if not as_json and not _depends(outcome):
            _show_dependent(outcomes[told:-1])
            _show(outcome)
            told = len(outcomes)
    if not as_json:
        _show_dependent(outcomes[told:])
    if as_json:
        click.echo(dumps(report(bench, outcomes)).decode())
    else:
        click.echo(summary(outcomes))
    if any(outcome.verdict is Verdict.FAIL for outcome in outcomes):
        sys.exit(1)


def _depends(outcome: "Outcome") -> bool:
    """Whether a check was skipped because of another one."""
    return outcome.verdict == "skip" and outcome.detail.startswith("needs check")


def _show_dependent(outcomes: "list[Outcome]") -> None:
    """One line for all checks in a row that need the same one."""
    for detail, group in groupby(outcomes, key=lambda outcome: outcome.detail):
        alike = list(group)
        if len(alike) == 1:
            _show(alike[0])
        else:
            click.echo(f"skip {alike[0].number:2d}-{alike[-1].number}: {detail}")


def _show(outcome: "Outcome") -> None:
    """One line; for a failure the hint and the bot's own last words under it."""
    word = "FAIL" if outcome.verdict == "fail" else outcome.verdict.value
    click.echo(f"{word:4} {outcome.number:2d} {outcome.name}{': ' if outcome.detail else ''}{outcome.detail}")
    if outcome.hint:
        click.echo(f"        hint: {outcome.hint}")
    for line in outcome.stderr:
        shown = "".join(sign if sign.isprintable() else "?" for sign in line)
        click.echo(f"        stderr: {shown[:300]}")
    sys.stdout.flush()
