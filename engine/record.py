"""Game records: JSON Lines, one step a line (``docs/record.md``); here they are replayed and checked.

A record names its edition with all values, so anyone can replay it. Reading and writing are in
``record_reader`` and ``record_writer``; their names can be imported from here.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec

from livingstone.engine.constants import Card, Phase
from livingstone.engine.errors import IllegalAction, ImpossibleOutcome, LivingstoneError, RecordError
from livingstone.engine.game import Game
from livingstone.engine.names import CARDS
from livingstone.engine.outcome import NOTHING, Outcome
from livingstone.engine.record_lines import (
    Header,
    Line,
    Record,
    Step,
    action_step,
    header_of,
    result_json,
    roll_step,
)
from livingstone.engine.record_reader import read_record
from livingstone.engine.record_writer import RecordWriter

__all__ = [
    "Header",
    "Line",
    "Record",
    "RecordWriter",
    "Report",
    "Step",
    "StepFault",
    "action_step",
    "follow",
    "header_of",
    "read_record",
    "replay",
    "result_json",
    "roll_step",
    "verify",
]

Verdict = Literal["sound", "unfinished", "wrong"]
_FIELDS: Final = ("dice", "stones", "cards")
_DUE_BY: Final = {"roll": "R6", "act": "R7", "final": "R46", "result": "R26"}
"""The clause that makes a kind of step due."""
_RESULT_BY: Final = {
    "points": "R42",
    "sources": "R42",
    "donations": "R22",
    "out": "R43",
    "forfeited": "R47",
    "winners": "R44",
    "places": "R47",
    "shares": "R47",
}
"""The clause that gives a part of the result."""


class StepFault(RecordError):
    """The first wrong step of a record: its line and, where the rules refuse it, the clause."""

    def __init__(self, line: int, message: str, clause: str | None = None) -> None:
        super().__init__(f"line {line}: {message}", clause)
        self.line = line


class Report(msgspec.Struct, frozen=True):
    """What :func:`verify` found in one file."""

    verdict: Verdict
    """``sound``: complete and right; ``unfinished``: right as far as it goes; ``wrong``: see ``message``."""
    steps: int
    """Steps that are right."""
    rounds: int
    """The round the game had reached with them."""
    message: str = ""
    """One line: what is wrong, or how far an unfinished record is sound."""
    line: int | None = None
    """The first wrong line."""
    clause: str | None = None
    """The clause of the rules that it breaks, such as ``R15``."""
    winners: tuple[int, ...] = ()
    """Of a sound record: the winning seats."""


def verify(source: str | Path | Iterable[bytes]) -> Report:
    """Replay a record: is every step legal, every outcome possible and the seed's, the result right?

    Never raises for what is in the file: that is the report.
    """
    steps, rounds, last = 0, 1, 1
    game: Game | None = None
    try:
        record = read_record(source)
        for line, game, _ in follow(record, by_seed=record.header.chance == "seed"):
            steps, rounds, last = steps + 1, int(game.record[0].round_number), line.number
    except StepFault as fault:
        return Report("wrong", steps, rounds, str(fault), fault.line, fault.clause)
    except RecordError as error:
        return Report("wrong", steps, rounds, str(error), _line_of(str(error)))
    if record.lines and record.lines[-1].step.result is not None and game is not None:
        return Report("sound", steps, rounds, winners=game.result().winners)
    if record.cut is not None:
        why = f"line {record.cut} was cut short"
    else:
        why = "the result is missing" if game is not None and game.is_over else "the game goes on"
    return Report("unfinished", steps, rounds, f"sound up to line {last} (round {rounds}); {why}")


def replay(source: str | Path | Iterable[bytes]) -> Iterator[tuple[Line, Game]]:
    """Play a record with the outcomes it holds: after each step its line and the one game that moves on.

    Raises:
        RecordError: at the first line that is not understood or legal, naming line and clause.
    """
    for line, game, _ in follow(read_record(source), by_seed=False):
        yield line, game


def _line_of(message: str) -> int | None:
    """The number in ``line 12: ...``."""
    number = message.removeprefix("line ").partition(":")[0]
    return int(number) if message.startswith("line ") and number.isdecimal() else None


def follow(record: Record, *, by_seed: bool) -> Iterator[tuple[Line, Game, Outcome]]:
    """Play a record; after each step its line, the one game that moves on, and what chance gave.

    Args:
        record: as read.
        by_seed: draw from the seed and compare; else take the outcomes of the record, checked to be possible.

    Raises:
        StepFault: at the first step that is not right.
    """
    try:
        game = record.header.new_game()
    except LivingstoneError as error:
        raise StepFault(1, str(error)) from None
    for line in record.lines:
        try:
            outcome = _take(game, line.step, by_seed)
        except IllegalAction as error:
            who = f"seat {line.step.seat}: " if line.step.seat is not None else ""
            message = f"{who}illegal action '{line.step.action}' ({error.clause})" if who else str(error)
            raise StepFault(line.number, message, error.clause) from None
        except (ImpossibleOutcome, RecordError) as error:
            raise StepFault(line.number, str(error), error.clause) from None
        except LivingstoneError as error:
            raise StepFault(line.number, str(error)) from None
        yield line, game, outcome


def _take(game: Game, step: Step, by_seed: bool) -> Outcome:
    """Carry out one step on the game."""
    if step.result is not None:
        return _compare_result(game, step.result)
    if step.forfeit is not None:
        if game.is_over:
            raise RecordError("no seat can forfeit a game that is over (R47)", "R47")
        game.forfeit(step.forfeit)
        return NOTHING
    _check_due(game, step)
    given = step.outcome
    if not by_seed:
        return _carry_out(game, step, given)
    before = game.copy()
    drawn = _carry_out(game, step, NOTHING)
    if given.dice is not None:
        given = given._replace(dice=tuple(sorted(given.dice)))
    if given != drawn:
        if given != NOTHING:
            _carry_out(before, step, given)  # what is impossible has a better message
        _compare_outcomes(given, drawn)
    return drawn


def _carry_out(game: Game, step: Step, outcome: Outcome) -> Outcome:
    """The roll or the action, with an outcome from the record or (when there is none) from the seed."""
    return game.roll(outcome.dice) if step.act is None else game.play(step.action, outcome)


def _check_due(game: Game, step: Step) -> None:
    """Whether this kind of step comes next, and from this seat."""
    due = {Phase.ROLL: "roll", Phase.FINAL_DICE: "final", Phase.OVER: "result"}.get(game.phase, "act")
    if step.kind != due:
        expected = f"an action of seat {game.seat}" if due == "act" else f"'{due}'"
        clause = _DUE_BY[due]
        raise RecordError(f"'{step.kind}' is not due: expected {expected} ({clause})", clause)
    if due == "act" and step.seat != game.seat:
        raise RecordError(f"seat {step.seat} acts: it is the turn of seat {game.seat} (R7)", "R7")


def _compare_outcomes(given: Outcome, drawn: Outcome) -> None:
    for field in _FIELDS:
        found, expected = getattr(given, field), getattr(drawn, field)
        if found is None and expected is not None:
            raise RecordError(f"'{field}' is missing: the seed gives {_shown(expected)}")
        if found != expected:
            raise RecordError(f"{field} {_shown(found)} are not the seed's: it gives {_shown(expected)}")


def _shown(drawn: tuple[int, ...]) -> str:
    """Numbers or card names in brackets."""
    names = [CARDS.key(item) if isinstance(item, Card) else str(item) for item in drawn]
    return f"[{', '.join(names)}]"


def _compare_result(game: Game, given: dict[str, object]) -> Outcome:
    if not game.is_over:
        raise RecordError("'result' before the end of the game (R26)", "R26")
    expected = result_json(game.result())
    if set(given) != set(expected):
        odd = min(set(given) ^ set(expected))
        raise RecordError(f"result: '{odd}' is {'unknown' if odd in given else 'missing'}")
    for key, value in expected.items():
        if given[key] != value:
            clause = "R46" if key == "out" and game.players == 2 else _RESULT_BY[key]
            raise RecordError(f"result: '{key}' is {given[key]}, the rules give {value} ({clause})", clause)
    return NOTHING
