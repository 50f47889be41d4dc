"""A review as lines of text, at most 92 columns wide unless a name or an action is longer."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from livingstone.ai.reasons import short_turn
from livingstone.ai.review.highlights import dice_by_round, is_listed, percent, swings_of, worst_of
from livingstone.ai.review.report import KINDS, Chance, Decision, Option, Review, SeatTotal
from livingstone.engine.wording import counted

SWINGS: Final = 5
_WIDTH: Final = 92
_NAME: Final = 10
_WIDTHS: Final[dict[str, int]] = {"dice": 7, "stones": 7, "cards": 7, "final": 6}
_ABOUT: Final = (
    "lost: win chance of the best play found less that of what was played, from what the seat",
    "could know then, summed over its decisions; ± is half a 95 % interval. From 2, 5, 10 % lost",
    "a decision is an inaccuracy, a mistake, a blunder, but only where the interval excludes 0.",
    "luck: win chance after an event of chance less that before it, summed over all such events.",
)


def review_lines(review: Review, *, file: str, top: int, everything: bool) -> list[str]:
    """The whole report. ``top``: worst moments shown; ``everything``: all decisions by rounds too."""
    lines = [*_heading(review, file), "", *_table(review), ""]
    lines += [*_worst(review, top), ""]
    if swings := swings_of(review)[:SWINGS]:
        lines += ["Largest swings of luck", *(_swing(review, chance, seat) for chance, seat in swings), ""]
    if everything:
        lines += [*_rounds(review), ""]
    lines += _ABOUT
    lines.append(
        f"{review.simulations} simulations a search in {review.groups} groups, seed {review.seed}, "
        f"livingstone-ai {review.engine}"
    )
    if review.assumptions is not None:
        lines += wrap(review.assumptions, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return lines


def _heading(review: Review, file: str) -> list[str]:
    head = f"{file}: {review.players} players, edition {review.edition}, {counted(review.rounds, 'round')}"
    told = review.result or review.remark
    return [head, *wrap(told, _WIDTH, break_long_words=False, break_on_hyphens=False)]


def _table(review: Review) -> Iterator[str]:
    kinds = [kind for kind in KINDS if kind != "final" or review.players == 2]
    yield (
        f"{'':<{_NAME}}{'lost %':>14}{'fine':>5}{'inacc':>6}{'mistake':>8}{'blunder':>8}{'luck %':>14}"
        + "".join(f"{kind:>{_WIDTHS[kind]}}" for kind in kinds)
    )
    for seat, name in zip(review.seats, _short_names(review.names), strict=True):
        yield _row(seat, name, kinds)


def _row(seat: SeatTotal, name: str, kinds: Sequence[str]) -> str:
    counts = [str(count) if seat.reviewed else "-" for count in seat.grades.values()]
    lost = percent(seat.lost, seat.lost_half_width) if seat.reviewed else "-"
    luck = percent(seat.luck_total, seat.luck_half_width, signed=True)
    return (
        f"{name:<{_NAME}}{lost:>14}{counts[0]:>5}{counts[1]:>6}{counts[2]:>8}{counts[3]:>8}{luck:>14}"
        + "".join(f"{percent(seat.luck[kind], signed=True):>{_WIDTHS[kind]}}" for kind in kinds)
    )


def _short_names(names: Sequence[str]) -> list[str]:
    """Names for a narrow column: their beginnings, or their ends where several begin alike."""
    heads = [name if len(name) < _NAME else name[: _NAME - 2] + "…" for name in names]
    tails = [name if len(name) < _NAME else "…" + name[2 - _NAME :] for name in names]
    return [tail if heads.count(head) > 1 else head for head, tail in zip(heads, tails, strict=True)]


def _worst(review: Review, top: int) -> Iterator[str]:
    if not review.worst:
        yield "No decision is known to have lost 2 % or more." if review.decisions else "Nothing to review."
        return
    shown = worst_of(review)[:top]
    more = f" (of {len(review.worst)}; --all shows every decision)" if len(review.worst) > top else ""
    yield f"Worst moments{more}"
    for place, decision in enumerate(shown, 1):
        yield (
            f"{place:>2}. round {decision.round}, step {decision.step}: {review.names[decision.seat]}, "
            f"{decision.grade}, {percent(decision.lost, decision.half_width)} % lost"
        )
        yield _option("played", decision.played)
        yield _option("best", decision.best)


def _option(title: str, option: Option) -> str:
    return (
        f"    {title:<7} win {100 * option.win:>5.1f} %  VP {option.points:>4.1f}  "
        f"out {100 * option.risk:>5.1f} %  {short_turn(option.actions)}"
    )


def _swing(review: Review, chance: Chance, seat: int) -> str:
    luck = percent(chance.luck[seat], chance.half_width[seat], signed=True)
    head = f"    round {chance.round}, step {chance.step}: {review.names[seat]} {luck} %"
    return f"{head}, {chance.text}"


def _rounds(review: Review) -> Iterator[str]:
    """All decisions, the dice of each round before them."""
    dice = dice_by_round(review)
    numbers = sorted(
        dice | {decision.round: "" for decision in review.decisions if decision.round not in dice}
    )
    names = _short_names(review.names)
    yield f"{'step':>5} {'':<{_NAME}}{'win':>7}{'lost %':>13}"
    for number in numbers:
        yield f"Round {number}: {dice.get(number, '')}".rstrip(": ")
        for decision in review.decisions:
            if decision.round == number and is_listed(decision):
                yield from _decision(names[decision.seat], decision)


def _decision(name: str, decision: Decision) -> Iterator[str]:
    head = f"{decision.step:>5} {name:<{_NAME}}"
    grade = "" if decision.grade == "fine" else decision.grade
    same = decision.played == decision.best
    lost = "" if same else percent(decision.lost, decision.half_width)
    yield f"{head}{percent(decision.played.win):>5} %{lost:>13}  {grade:<11}{short_turn(decision.played.actions)}"
    if not same:
        best = percent(decision.best.win)
        yield f"{'':>6}{'best':>{_NAME}}{best:>5} %{'':>26}{short_turn(decision.best.actions)}"
