"""A hint as text for a person at a table."""

import re
from collections.abc import Iterator, Sequence
from textwrap import wrap

from livingstone.ai.advice_parts import Advice, Idea, turn_of
from livingstone.ai.main_line import Step
from livingstone.ai.plans import ENDS, is_draw
from livingstone.ai.reasons import short_turn
from livingstone.ai.robustness import Case, Robustness
from livingstone.cli.hint_figures import interval, percent, signed, win_sentence
from livingstone.cli.hint_tables import choice_table, is_early, nobody_gave, panel
from livingstone.engine.constants import Kind
from livingstone.engine.notation import Action, describe
from livingstone.engine.observation import Observation
from livingstone.engine.wording import counted

_ENDS = ("end", "pass")
_ROUGH = 0.05
"""Half an interval of a difference of win chances from which nobody would call two turns equal."""
_GLUED = re.compile(r"(?<=±) | (?=±)|(?<=\d) (?=%)")
"""Spaces at which no line ends."""
_BULLET = re.compile(r" *(\d+\. )?")
_DONORS = {"steady": "steadily", "frugal": "little", "all_in": "all early"}


def hint_lines(advice: Advice, observation: Observation, names: Sequence[str], width: int) -> list[str]:
    """The hint in lines of at most ``width`` columns, but for words that are longer.

    ``names``: by seat.
    """
    paragraphs = [
        _turn(advice, names),
        _summary(advice, observation),
        _idea(advice.idea) if advice.idea else [],
        choice_table(advice, width),
        _robustness(advice.robustness) if advice.robustness else [],
        panel(advice, observation, names),
        _evidence(advice),
        _line(advice, names) if advice.line else [],
        _search(advice),
    ]
    lines: list[str] = []
    for paragraph in paragraphs:
        if paragraph:
            lines += [""] * bool(lines) + [short for line in paragraph for short in _fold(line, width)]
    return lines


def _fold(line: str, width: int) -> list[str]:
    """A line folded at words, the rest of it indented like its beginning."""
    if len(line) <= width:
        return [line]
    start = _BULLET.match(line)
    indent = " " * (start.end() if start else 0)
    glued = _GLUED.sub("\N{NO-BREAK SPACE}", line)
    folded = wrap(glued, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return [part.replace("\N{NO-BREAK SPACE}", " ") for part in folded]


def _turn(advice: Advice, names: Sequence[str]) -> list[str]:
    """The whole turn, as a headline and step by step."""
    best, turn = advice.best, turn_of(advice.best)
    lines = [f"{names[advice.seat]}: {short_turn(best.turn)}"]
    lines += [f"  {number}. {describe(action)}" for number, action in enumerate(turn, 1)]
    if advice.forced and len(turn) > 1:
        lines.append("  (the first step is forced)")
    if turn[-1].kind not in ENDS:
        why = "depends on what comes" if is_draw(turn[-1]) else "was not searched enough"
        lines.append(f"  Then ask again: the rest of the turn {why}.")
    return lines


def _summary(advice: Advice, observation: Observation) -> list[str]:
    """Chances, the reason, the risk at three moments."""
    best = advice.best
    lines = [
        f"{win_sentence(best.win, best.win_half_width, best.visits)}; {best.points:.1f} points expected.",
        advice.reason,
    ]
    lines.append(_risk(advice, is_early(observation) or nobody_gave(observation)))
    return lines


def _risk(advice: Advice, early: bool) -> str:
    """The risk to be out at three moments, as far as they differ and say something."""
    now, after = percent(advice.risk_now), percent(advice.best.risk_after)
    end = percent(advice.best.risk)
    if now == after == end:
        return f"Risk to be out: {end}, now and at the end."
    if now != after:
        return f"Risk to be out if the game ended now: {now}, after this turn: {after}; at the end: {end}."
    if early:
        return f"Risk to be out at the end: {end}."
    return f"Risk to be out if the game ended now, or after this turn: {now}; at the end: {end}."


def _idea(idea: Idea) -> list[str]:
    """The asker's own turn against the hint."""
    lines = [f"Your idea, read as: {'; '.join(idea.mine.turn)}"]
    if idea.is_best:
        return ["Your idea is the hint."]
    if idea.rest:
        lines[0] += f" (then the search goes on: {'; '.join(idea.rest)})"
    width = "" if idea.loss_half_width is None else f" ± {100 * idea.loss_half_width:.1f}"
    mine, best = idea.mine, idea.best
    if idea.equal and (idea.loss_half_width is None or idea.loss_half_width > _ROUGH):
        lines.append(f"  Too short a search to tell it from the hint ({signed(-idea.loss)} %{width}).")
    elif idea.equal:
        lines.append(f"  Equal: the search cannot tell it from the hint ({signed(-idea.loss)} %{width}).")
    else:
        verb, advice = ("loses", "") if idea.loss > 0 else ("gains", " A longer search may prefer it.")
        lines.append(f"  It {verb} {100 * abs(idea.loss):.1f} %{width} win chance against the hint.{advice}")
    for name, trial in (("your idea", mine), ("the hint", best)):
        lines.append(
            f"  {name + ':':<11} win {interval(trial.win, trial.win_half_width)} %, {trial.points:.1f} points, "
            f"out {percent(trial.risk)} at the end, {percent(trial.risk_after)} after this turn"
        )
    return lines


def _robustness(found: Robustness) -> list[str]:
    """Whether it hangs on how the others give."""
    if found.holds:
        return ["Holds whether the others give steadily, little or all early."]
    splits = [case for case in found.cases if not case.holds]
    lines = [
        f"If the others give {_DONORS[case.donors]}: {short_turn(case.turn)} instead ({_gain(case)})."
        for case in splits
    ]
    if len(splits) == len(found.cases):
        lines.append("The hint weighs other habits too, such as giving at the last minute.")
    if found.fact is not None:
        lines.append(f"Worth finding out: {found.fact}.")
    return lines


def _gain(case: Case) -> str:
    width = "" if case.loss_half_width is None else f" ± {100 * case.loss_half_width:.1f}"
    return f"{signed(case.loss)} %{width}"


def _evidence(advice: Advice) -> list[str]:
    return ["What is known of the chests:", *(f"  {fact.sentence}" for fact in advice.evidence)] * bool(
        advice.evidence
    )


def _line(advice: Advice, names: Sequence[str]) -> list[str]:
    """The likely replies: a line a turn, with the share that went this way of the search that came to this turn."""
    lines = ["What likely follows, and how much of the search that got so far went that way:"]
    line = advice.line
    if line[0].action == advice.best.turn[-1] and line[0].drew is None:
        line = line[1:]  # the draw that the hint ends with
    if line and line[0].seat == advice.seat and line[0].action in _ENDS:
        line = line[1:]
    for seat, steps in _turns(line):
        share = 1.0
        for step in steps:
            share *= step.share
        more = "" if steps[-1].action in _ENDS else " ..."
        lines.append(f"  {names[seat]}: {', '.join(_words(steps))}{more} ({percent(share)})")
    if len(lines) == 1:
        return ["What follows: no reply stands out in a search this short."]
    return lines


def _turns(line: Sequence[Step]) -> Iterator[tuple[int, list[Step]]]:
    """The steps of each turn, with its seat."""
    steps: list[Step] = []
    for step in line:
        if steps and (step.seat != steps[-1].seat or steps[-1].action in _ENDS):
            yield steps[0].seat, steps
            steps = []
        steps.append(step)
    if steps:
        yield steps[0].seat, steps


def _words(steps: Sequence[Step]) -> Iterator[str]:
    for step in steps:
        if step.action == "donate":
            yield "donate"
            continue
        action = Action.parse(step.action)
        if action.kind == Kind.END and len(steps) > 1:
            continue
        words = describe(action)
        if step.drew is not None:
            words += f" (say, {step.drew.replace('_', ' ')})"
        yield words


def _search(advice: Advice) -> list[str]:
    """How it was found."""
    count = counted(advice.simulations, "simulation")
    groups = f" in {advice.groups} independent groups" if advice.groups > 1 else ""
    found = f"{count}{groups}, {advice.seconds:.1f} s, seed {advice.seed}"
    lines = [f"{found}, edition {advice.edition}, livingstone-ai {advice.version}"]
    if advice.assumptions is not None:
        lines.append(advice.assumptions)
    return lines
