"""The tables of a hint: the choices, and the donation panel."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from livingstone.ai.advice_parts import Advice, Choice
from livingstone.ai.reasons import short_turn
from livingstone.ai.safety import Quantiles
from livingstone.cli.hint_figures import interval
from livingstone.engine.observation import Observation
from livingstone.engine.wording import counted, range_text

_WIDE: Final = 80
"""From so many columns on all figures fit beside the turn."""


def choice_table(advice: Advice, width: int) -> list[str]:
    """The best choice and its alternatives, with a legend; narrow tables leave out two columns.

    The risk right after the turn is a column only where some turn changes it.
    """
    wide = width >= _WIDE
    choices = (advice.best, *advice.alternatives)
    after = wide and any(choice.risk_after != advice.risk_now for choice in choices)
    titles = f"  {'win %':^12}  {'VP':>5}  {'out %':>5}{'  after' * after}{'   visits' * wide}"
    lines = [f"{titles}  turn"]
    for choice in choices:
        mark = "*" if choice is advice.best else "=" if choice.equal else " "
        figures = f"{mark} {_figures(choice, after, wide)}  "
        turn = _folded(short_turn(choice.turn), max(16, width - len(figures)))
        lines.append(figures + turn[0])
        lines += [" " * len(figures) + rest for rest in turn[1:]]
    legend = ["out %: risk to be out at the end"]
    if after:
        legend.append("after: the same if the game ended right after the turn")
    if any(choice.equal for choice in choices):
        legend.append("=: not told apart from the best by this search")
    return [*lines, *(f"  {note}" for note in legend)]


def _folded(turn: str, width: int) -> list[str]:
    """A turn in lines, folded between actions if that is enough."""
    glued = turn.replace(" ", "\N{NO-BREAK SPACE}").replace(";\N{NO-BREAK SPACE}", "; ")
    lines = wrap(glued, width, break_long_words=False, break_on_hyphens=False)
    return [part for line in lines for part in wrap(line.replace("\N{NO-BREAK SPACE}", " "), width)]


def _figures(choice: Choice, after: bool, wide: bool) -> str:
    number, _, half = interval(choice.win, choice.win_half_width).partition(" ± ")
    win = f"{number:>5} ± {half:<4}" if half else f"{number:>3}" + " " * 9
    figures = f"{win}  {choice.points:>5.1f}  {100 * choice.risk:>5.1f}"
    if after:
        figures += f"  {100 * choice.risk_after:>5.1f}"
    return figures + (f"  {choice.visits:>7}" if wide else "")


def is_early(observation: Observation) -> bool:
    """Whether half of the game or more is still to come: what a chest is worth now says little."""
    columns = int(observation.edition.shared_rules()[0].columns)
    return 2 * observation.rounds_left >= columns


def nobody_gave(observation: Observation) -> bool:
    """Whether all chests are empty, and rounds are still to come: no chest says anything yet."""
    return observation.rounds_left > 0 and all(money.chest[1] == 0 for money in observation.money)


def panel(advice: Advice, observation: Observation, names: Sequence[str]) -> list[str]:
    """The others' coins and what keeps the asker in, as far as that says anything yet."""
    if nobody_gave(observation):
        if observation.players == 2:
            rule = "at the end the chest must reach the sum of four dice, 14 on average"
        else:
            rule = "at the end the lowest chest is out"
        return [f"Nobody has given anything yet; {rule}."]
    return _coins(advice, observation, names) + _levels(advice, observation)


def _coins(advice: Advice, observation: Observation, names: Sequence[str]) -> list[str]:
    width = max(len(name) for name in names)
    own = observation.money[observation.seat]
    rows = [("", "chest", "in hand")]
    rows += [
        (names[money.seat], _quantiles(money.chest), _quantiles(money.cash))
        for money in advice.donations.opponents
    ]
    rows.append((names[observation.seat], range_text(*own.chest), range_text(*own.cash)))
    return [
        "Coins as believed: at most so many, with 10, 50 and 90 %",
        *(f"  {name:<{width}}   {chest:^11}   {cash:^11}".rstrip() for name, chest, cash in rows),
    ]


def _quantiles(coins: Quantiles) -> str:
    """Three numbers, or one where they are all the same."""
    if coins.low == coins.high:
        return str(coins.middle)
    return f"{coins.low:>3} {coins.middle:>3} {coins.high:>3}"


def _levels(advice: Advice, observation: Observation) -> list[str]:
    """What keeps the asker in, as a table, or as one line where a table says nothing more."""
    levels = advice.donations.levels
    left = observation.rounds_left
    come = f"{counted(left, 'more round is', 'more rounds are')} to come"
    if is_early(observation):
        return [f"It is early ({come}): no chest is safe or lost yet."]
    ended = "if the game ended now" + (f" ({come})" if left > 0 else "")
    if all(level.coins == 0 for level in levels):
        return [f"The chest is enough {ended}: at least {100 * levels[-1].safety:.0f} % to stay in."]
    cash = counted(observation.money[observation.seat].cash[1], "coin")
    if all(level.coins is None for level in levels):
        least = f"Less than {100 * levels[0].safety:.0f} % to stay in {ended}"
        if not observation.money[observation.seat].cash[1]:
            return [f"{least}, and nothing in hand to give."]
        return [f"{least}, even by giving all in hand ({cash})."]
    lines = [f"To stay in, {ended}"]
    for title, cells in (
        ("chance", [f"{100 * level.safety:.0f} %" for level in levels]),
        ("chest", [str(level.chest) for level in levels]),
        ("still to give", ["-" if level.coins is None else str(level.coins) for level in levels]),
    ):
        lines.append(f"  {title:<13}" + "".join(f"{cell:>6}" for cell in cells))
    if any(level.coins is None for level in levels):
        lines.append(f"  -: not reachable now, with {cash} in hand")
    return lines
