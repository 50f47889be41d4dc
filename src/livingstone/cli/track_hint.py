"""The hint of a followed game."""

import sys

import click

from livingstone.cli.compiling import ensure_compiled
from livingstone.engine.following.follower import Follower


def print_hint(state: Follower, *, simulations: int | None, seconds: float | None) -> None:
    """Thinks about the turn of the follower's own seat and prints the answer."""
    ensure_compiled()
    sys.stdout.flush()
    from livingstone.ai.advice import Question, advise
    from livingstone.ai.effort import Effort
    from livingstone.cli.suggest import ThinkingBar, _lines

    question = Question(names=state.names, payments=state.payments)
    with ThinkingBar() as tell:
        advice = advise(
            state.observation(), Effort(simulations, seconds), question=question, on_progress=tell
        )
    click.echo("\n".join(_lines(advice, state.names[state.me])))
