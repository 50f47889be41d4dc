"""The review of a record: decisions graded, luck measured, both summed up by seat."""

from collections.abc import Callable, Sequence
from typing import Final

from livingstone import __version__
from livingstone.ai.review.courses import Source, read_course
from livingstone.ai.review.grading import grade_decision, has_choice
from livingstone.ai.review.lines import GROUPS
from livingstone.ai.review.luck import combined, measure
from livingstone.ai.review.moments import Course, Moment
from livingstone.ai.review.pool import map_tasks
from livingstone.ai.review.report import (
    FORMAT,
    GRADES,
    KINDS,
    VERSION,
    Chance,
    Decision,
    Point,
    Review,
    SeatTotal,
)
from livingstone.engine.editions import assumption_line
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.render.story import tell_result

DEFAULT_SIMULATIONS: Final = 16000
LEAST_SIMULATIONS: Final = 100
MOST_SIMULATIONS: Final = 2_000_000

_MIX: Final = 0x9E3779B97F4A7C15
_CHANCE: Final = 1 << 20
"""Seeds of events of chance are numbered from here; no game has that many steps."""

Measured = tuple[Chance, Point, Point]
Progress = Callable[[int, int], None]


def review(
    source: Source,
    *,
    simulations: int = DEFAULT_SIMULATIONS,
    seed: int = 0,
    seats: Sequence[int] | None = None,
    jobs: int = 1,
    on_progress: Progress | None = None,
) -> Review:
    """Review a game: its record, finished or not, or the table file of a followed game.

    Of a followed game the decisions of the seat that followed it are graded, and luck is what that seat saw of it.
    With the same source, ``simulations`` and ``seed`` it is the same on one machine, whatever ``jobs`` is.

    Args:
        source: the file, or the lines of a record.
        simulations: of each search; the playouts of each side of an event of chance are as many.
        seed: 0 to 2**64 - 1.
        seats: whose decisions are graded; all that are known if left out.
        jobs: processes that share the work. A script that asks for several needs the usual guard,
            ``if __name__ == "__main__":``.
        on_progress: told the number of tasks done, and of all.

    Raises:
        RecordError: for a record that is wrong, naming line and clause.
        LivingstoneError: when the limits make no sense.
    """
    if not LEAST_SIMULATIONS <= simulations <= MOST_SIMULATIONS:
        raise LivingstoneError(
            f"simulations: {simulations}, expected {LEAST_SIMULATIONS} to {MOST_SIMULATIONS}"
        )
    course = read_course(source)
    chosen = course.known if seats is None else tuple(seats)
    if unknown := set(chosen) - set(course.known):
        raise LivingstoneError(
            f"the decisions of {course.names[min(unknown)]} are not known: "
            f"the game was followed by {course.names[course.known[0]]}"
        )
    total = len(_decisions(course, chosen)) + len(course.events)
    decisions: list[Decision] = []
    measured: list[Measured] = []
    for done, result in enumerate(map_tasks(_worker, (source, chosen, simulations, seed), total, jobs), 1):
        if isinstance(result, Decision):
            decisions.append(result)
        else:
            measured.append(result)
        if on_progress is not None:
            on_progress(done, total)
    return _summed_up(course, chosen, decisions, measured, simulations, seed)


def _worker(
    source: Source, seats: Sequence[int], simulations: int, seed: int
) -> Callable[[int], Decision | Measured]:
    """What does a task: the decisions come first, then the events of chance."""
    course = read_course(source)
    decisions = _decisions(course, seats)
    rules = course.edition.to_rules()

    def do(task: int) -> Decision | Measured:
        if task < len(decisions):
            number, moment = decisions[task]
            return grade_decision(moment, number, simulations, _seed_of(seed, moment.place.step))
        event = course.events[task - len(decisions)]
        return measure(event, rules, simulations, _seed_of(seed, _CHANCE + event.place.step))

    return do


def _seed_of(seed: int, number: int) -> int:
    """The seed of a step; it does not depend on which seats are reviewed, nor on who followed the game."""
    return (seed + (number + 1) * _MIX) & 0xFFFFFFFFFFFFFFFF


def _decisions(course: Course, seats: Sequence[int]) -> list[tuple[int, Moment]]:
    """The decisions of these seats, numbered over those of all."""
    with_choice = (moment for moment in course.moments if has_choice(moment))
    return [pair for pair in enumerate(with_choice, 1) if pair[1].place.seat in seats]


def _summed_up(
    course: Course,
    seats: Sequence[int],
    decisions: Sequence[Decision],
    measured: Sequence[Measured],
    simulations: int,
    seed: int,
) -> Review:
    chances = tuple(chance for chance, _, _ in measured)
    edition = course.edition
    worst = sorted(
        (each for each in decisions if each.grade != "fine"), key=lambda each: (-each.lost, each.number)
    )
    return Review(
        format=FORMAT,
        version=VERSION,
        players=course.players,
        names=course.names,
        edition=edition.name,
        assumptions=assumption_line(edition),
        finished=course.result is not None,
        remark=course.remark,
        rounds=course.rounds,
        steps=course.steps,
        result=_result(course),
        followed_by=course.known[0] if len(course.known) == 1 else None,
        simulations=simulations,
        groups=GROUPS,
        seed=seed,
        engine=__version__,
        seats=tuple(
            _total(course, seat, seat in seats, decisions, chances) for seat in range(course.players)
        ),
        worst=tuple(each.number for each in worst),
        decisions=tuple(decisions),
        chances=chances,
        curve=_curve(course, measured),
    )


def _total(
    course: Course, seat: int, reviewed: bool, decisions: Sequence[Decision], chances: Sequence[Chance]
) -> SeatTotal:
    mine = [each for each in decisions if each.seat == seat]
    return SeatTotal(
        seat=seat,
        name=course.names[seat],
        reviewed=reviewed,
        grades={grade: sum(each.grade == grade for each in mine) for grade in GRADES},
        lost=sum(each.lost for each in mine),
        lost_half_width=combined([each.half_width or 0.0 for each in mine]),
        luck={kind: sum(each.luck[seat] for each in chances if each.kind == kind) for kind in KINDS},
        luck_total=sum(each.luck[seat] for each in chances),
        luck_half_width=combined([each.half_width[seat] for each in chances]),
        share=None if course.result is None else course.result.shares[seat],
    )


def _curve(course: Course, measured: Sequence[Measured]) -> tuple[Point, ...]:
    """Where chance was measured, and how it ended; one point a step."""
    points = {point.step: point for _, before, after in measured for point in (before, after)}
    if course.result is not None:
        last = course.steps
        points[last] = Point(last, course.rounds, course.result.shares)
    return tuple(points[step] for step in sorted(points))


def _result(course: Course) -> str:
    result = course.result
    return "" if result is None else tell_result(course.names, result.winners, result.points, result.out)
