"""The rules by clause: what ``R23`` says, read from the document that is shipped (docs/rules.md)."""

import functools
import re
from importlib import resources
from pathlib import Path
from typing import Final, NamedTuple

from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import quote

_CLAUSE: Final = re.compile(r"- \*\*R(\d+)\*\* (.*)")
_NOTE: Final = re.compile(r"- R(\d+): (.*)")
_NAME: Final = re.compile(r"[Rr]?(\d{1,4})")
_RANGE: Final = re.compile(r"\s*([Rr]?\d{1,4})(?:\s*(?:-|\.\.|–)\s*([Rr]?\d{1,4}))?\s*")


class Clause(NamedTuple):
    """One clause of the rules."""

    number: int
    section: str
    """The heading it stands under."""
    text: str
    """One paragraph of plain text."""
    notes: tuple[str, ...] = ()
    """How an open point of it was read."""

    @property
    def name(self) -> str:
        """``R23``."""
        return f"R{self.number}"


@functools.cache
def document() -> str:
    """The whole document, in Markdown."""
    packed = resources.files("livingstone.engine").joinpath("data", "rules.md")
    if packed.is_file():
        return packed.read_text(encoding="utf-8")
    # In a checkout the engine's own folder stands beside docs/; a link to it is followed first.
    return (Path(__file__).resolve().parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")


@functools.cache
def clauses() -> tuple[Clause, ...]:
    """All clauses in order; ``clauses()[22]`` is R23."""
    found: list[Clause] = []
    notes: dict[int, list[str]] = {}
    section = ""
    for item in _items(document()):
        if item.startswith("## "):
            section = item[3:]
        elif match := _CLAUSE.fullmatch(item):
            found.append(Clause(int(match[1]), section, _plain(match[2])))
        elif match := _NOTE.fullmatch(item):
            notes.setdefault(int(match[1]), []).append(_plain(match[2]))
    return tuple(clause._replace(notes=tuple(notes.get(clause.number, ()))) for clause in found)


def clause(name: str | int) -> Clause:
    """The clause of that name: ``R23``, ``r23`` or 23. Raises :class:`LivingstoneError`."""
    match = _NAME.fullmatch(str(name).strip())
    if match is None or not 1 <= int(match[1]) <= len(clauses()):
        raise LivingstoneError(f"no clause {quote(str(name))}, expected R1 to R{len(clauses())}")
    return clauses()[int(match[1]) - 1]


def span(text: str) -> tuple[Clause, ...]:
    """The clauses of ``R23`` or, with both ends, ``R22-R24``. Raises :class:`LivingstoneError`."""
    match = _RANGE.fullmatch(text)
    if match is None:
        last = len(clauses())
        raise LivingstoneError(f"no clause {quote(text)}, expected R1 to R{last}, or a range such as R22-R24")
    first = clause(match[1])
    last_one = clause(match[2]) if match[2] else first
    if last_one.number < first.number:
        raise LivingstoneError(f"no clauses {quote(text)}, expected {last_one.name}-{first.name}")
    return clauses()[first.number - 1 : last_one.number]


def search(word: str) -> tuple[Clause, ...]:
    """Clauses whose text, notes or heading hold ``word``, in any case."""
    wanted = " ".join(word.split()).casefold()
    return tuple(
        clause
        for clause in clauses()
        if any(wanted in text.casefold() for text in (clause.section, clause.text, *clause.notes))
    )


def _items(text: str) -> list[str]:
    """Headings, list items and paragraphs, each on one line."""
    items: list[str] = []
    goes_on = False
    for line in text.splitlines():
        if goes_on and line.startswith("  "):
            items[-1] += " " + line.strip()
        elif line.strip():
            items.append(line.strip())
            goes_on = not line.startswith("#")
        else:
            goes_on = False
    return items


def _plain(text: str) -> str:
    """Without the marks of emphasis and code."""
    return text.replace("**", "").replace("`", "")
