"""``livingstone-ai verify``: checks game records against the rules and their seed."""

import click

from livingstone.cli.options import json_option


@click.command()
@click.argument("records", nargs=-1, required=True, metavar="RECORD...")
@json_option
def command(records: tuple[str, ...], as_json: bool) -> None:
    """Check game records against the rules.

    Every step is replayed: whether the action is legal, whether dice, stones and cards are possible and are
    those of the seed, and the result. Prints a line per file; the exit code is 1 if any record is wrong (an
    unfinished one is not wrong).
    """
    from livingstone.engine.codec import dumps
    from livingstone.engine.record import verify

    wrong = False
    for path in records:
        report = verify(path)
        wrong |= report.verdict == "wrong"
        if as_json:
            shown = {
                "file": path,
                "verdict": report.verdict,
                "steps": report.steps,
                "rounds": report.rounds,
                "message": report.message,
                "line": report.line,
                "clause": report.clause,
                "winners": list(report.winners),
            }
            click.echo(dumps(shown))
        elif report.verdict == "sound":
            winners = " and ".join(f"seat {seat}" for seat in report.winners)
            won = f"won by {winners}" if winners else "nobody wins"
            click.echo(f"{path}: sound, {report.steps} steps, {report.rounds} rounds, {won}")
        else:
            click.echo(f"{path}: {report.verdict}: {report.message}")
    if wrong:
        raise click.exceptions.Exit(1)
