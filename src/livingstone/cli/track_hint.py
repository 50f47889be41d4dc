"""The hint of a followed game."""

import sys

from livingstone.cli.hint import HintSettings, give_hint
from livingstone.engine.following.follower import Follower


def print_hint(state: Follower, *, simulations: int | None, seconds: float | None) -> None:
    """Thinks about the turn of the follower's own seat and prints the answer."""
    sys.stdout.flush()
    settings = HintSettings(seconds=seconds, simulations=simulations)
    give_hint(state.observation(), state.names, state.payments, settings)
