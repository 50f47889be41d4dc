"""Runs the checks one after the other."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from time import perf_counter
from typing import Any, Final

from livingstone import __version__
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import did_you_mean, quote
from livingstone.protocol.termination import HostStalled
from livingstone.protocol.version import MAJOR, MINOR
from livingstone.tournaments.conformance import hints
from livingstone.tournaments.conformance.bench import Bench, Check
from livingstone.tournaments.conformance.deviation import Deviation, Noted, Skipped
from livingstone.tournaments.conformance.subject import known_language
from livingstone.tournaments.conformance.table import CHECKS

_ATTEMPTS: Final = 3
"""A check that the machine itself spoilt is repeated."""
_STDERR_LINES: Final = 6


class Verdict(StrEnum):
    """How a check ended."""

    OK = "ok"
    FAIL = "fail"
    NOTE = "note"
    SKIP = "skip"


@dataclass(frozen=True)
class Outcome:
    """One check's end."""

    number: int
    key: str
    name: str
    verdict: Verdict
    detail: str
    hint: str
    """For a failure: what usually causes it, or the earlier check that failed in the same way."""
    stderr: tuple[str, ...]
    """For a failure: the last lines of the bot's stderr; none where an earlier check showed the like."""
    ms: int

    def to_dict(self) -> dict[str, Any]:
        """As plain values for JSON."""
        return {
            "number": self.number,
            "key": self.key,
            "name": self.name,
            "verdict": self.verdict.value,
            "detail": self.detail,
            "hint": self.hint,
            "stderr": list(self.stderr),
            "ms": self.ms,
        }


def read_numbers(text: str) -> list[int]:
    """Numbers of checks from ``3,9-12,unicode`` (keys are known too). Raises LivingstoneError."""
    keys = [check.key for check in CHECKS]
    numbers: set[int] = set()
    for word in text.replace(" ", "").split(","):
        first, dash, last = word.partition("-")
        if word in keys:
            numbers.add(keys.index(word) + 1)
            continue
        ends = [int(part) if part.isascii() and part.isdecimal() and len(part) < 4 else 0 for part in
                ((first, last) if dash else (first, first))]  # fmt: skip
        if not 1 <= ends[0] <= ends[1] <= len(CHECKS):
            hint = did_you_mean(word, keys) or f": expected numbers from 1 to {len(CHECKS)}, see --list"
            raise LivingstoneError(f"check {quote(word)}{hint}")
        numbers.update(range(ends[0], ends[1] + 1))
    return sorted(numbers)


def run(bench: Bench, only: Collection[int] | None = None) -> Iterator[Outcome]:
    """The outcome of each check, as it ends; ``only``: these numbers."""
    failed: set[str] = set()
    told = _Told()
    for number, check in enumerate(CHECKS, 1):
        if only is not None and number not in only:
            continue
        missing = next((key for key in check.needs if key in failed), None)
        if missing is not None:
            needed = 1 + [other.key for other in CHECKS].index(missing)
            outcome = Outcome(number, check.key, check.name, Verdict.SKIP, f"needs check {needed}", "", (), 0)
            failed.add(check.key)
        else:
            outcome = _outcome(bench, number, check)
        if outcome.verdict is Verdict.FAIL:
            failed.add(check.key)
            outcome = told.refer(outcome)
        yield outcome


class _Told:
    """Failures so far. A bot that falls over at its third request fails most checks: one of them explains it.

    The others' own hints would send its writer after line ends and unknown fields.
    """

    def __init__(self) -> None:
        self._first: dict[str, int] = {}
        """The check that a symptom, or a hint, was told with."""

    def refer(self, outcome: Outcome) -> Outcome:
        """A failure as it is told: with its own hint, or the number of the check to look at first."""
        symptom = re.sub(r"\d+", "#", "\n".join((outcome.detail, *outcome.stderr[-1:])))
        has_symptom = symptom in self._first
        first = self._first.setdefault(symptom, self._first.get(outcome.hint, outcome.number))
        if first == outcome.number:
            self._first[outcome.hint] = first
            return outcome
        hint = f"As in check {first}: mend that first."
        return replace(outcome, hint=hint, stderr=() if has_symptom else outcome.stderr)


def _outcome(bench: Bench, number: int, check: Check) -> Outcome:
    started = perf_counter()
    verdict, detail, hint = _judge(bench, check)
    failed = verdict is Verdict.FAIL
    return Outcome(
        number=number,
        key=check.key,
        name=check.name,
        verdict=verdict,
        detail=detail,
        hint=hint,
        stderr=tuple(bench.stderr[-_STDERR_LINES:]) if failed else (),
        ms=round((perf_counter() - started) * 1000),
    )


def _judge(bench: Bench, check: Check) -> tuple[Verdict, str, str]:
    """Verdict, detail and hint."""
    for _ in range(_ATTEMPTS):
        bench.stderr.clear()
        try:
            return Verdict.OK, check.run(bench), ""
        except Deviation as deviation:
            said = known_language(bench.hello.language) if bench.hello is not None else ""
            language = said or bench.subject.language
            hint = hints.choose(check.hint, deviation.cause, language, check.covered)
            return Verdict.FAIL, str(deviation), hint
        except Noted as noted:
            return Verdict.NOTE, str(noted), hints.text_of(check.hint, "")
        except Skipped as skipped:
            return Verdict.SKIP, str(skipped), ""
        except HostStalled:
            continue
    return Verdict.SKIP, "this machine was too busy to tell", ""


def summary(outcomes: Sequence[Outcome]) -> str:
    """One line."""
    counts = {verdict: sum(outcome.verdict is verdict for outcome in outcomes) for verdict in Verdict}
    failed = [str(outcome.number) for outcome in outcomes if outcome.verdict is Verdict.FAIL]
    skipped = f", {counts[Verdict.SKIP]} skipped" if counts[Verdict.SKIP] else ""
    noted = f", {counts[Verdict.NOTE]} noted" if counts[Verdict.NOTE] else ""
    if failed:
        return f"FAILED: {len(failed)} of {len(outcomes)} checks ({', '.join(failed)}){noted}{skipped}"
    return f"passed: {counts[Verdict.OK]} checks{noted}{skipped}"


def report(bench: Bench, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Everything as plain values for JSON."""
    entrant, hello = bench.subject.entrant, bench.hello
    return {
        "bot": entrant.name,
        "command": list(entrant.argv),
        "hello": None
        if hello is None
        else {
            "name": hello.name,
            "version": hello.version,
            "author": hello.author,
            "language": hello.language,
            "features": list(hello.features),
        },
        "versions": {"livingstone-ai": __version__, "protocol": f"{MAJOR}.{MINOR}"},
        "isolation": bench.isolation.value,
        "memory_mb": bench.memory_mb,
        "answer_ms": bench.answer_ms,
        "seed": str(bench.seed),
        "passed": not any(outcome.verdict is Verdict.FAIL for outcome in outcomes),
        "checks": [outcome.to_dict() for outcome in outcomes],
    }
