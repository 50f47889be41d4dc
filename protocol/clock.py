"""The clock of a seat. It runs by turn: all requests of a turn share the cap and draw on the bank."""

import re
from typing import Final

from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import quote
from livingstone.protocol.messages import RequestTime, TimeControl

NS_PER_MS: Final = 1_000_000
MARGIN_MS: Final = 10
"""Granted on top of every limit, for what the pipes themselves take."""
_TIME: Final = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)(ms|s|m)")
_UNIT_MS: Final = {"ms": 1, "s": 1000, "m": 60_000}
EXAMPLES: Final = "1s (a turn), 60s+1s (bank and increment), 60s+1s/5s (and a cap) or none"


class Clock:
    """One seat's clock in one game. Times within are nanoseconds of a monotonic clock."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self._bank_ns = None if control.bank_ms is None else control.bank_ms * NS_PER_MS
        self._turn_ns = 0

    @property
    def left_ns(self) -> int | None:
        """What the coming answer may take: the least of what cap and bank leave; None: no limit."""
        return _least(self._cap_left(), self._bank_left())

    def spend(self, used_ns: int) -> None:
        """An answer took so long."""
        self._turn_ns += used_ns

    def end_turn(self) -> None:
        """The seat has ended its turn: what it took leaves the bank, the increment enters."""
        if self._bank_ns is not None:
            self._bank_ns = max(0, self._bank_ns - self._turn_ns) + self.control.increment_ms * NS_PER_MS
        self._turn_ns = 0

    def to_message(self) -> RequestTime:
        """As a request tells it, rounded down."""
        bank = self._bank_left()
        left = _least(self._cap_left(), bank)
        return RequestTime(
            cap_ms=self.control.cap_ms,
            bank_ms=None if bank is None else max(0, bank) // NS_PER_MS,
            increment_ms=self.control.increment_ms,
            deadline_ms=None if left is None else left // NS_PER_MS,
        )

    def _cap_left(self) -> int | None:
        return None if self.control.cap_ms is None else self.control.cap_ms * NS_PER_MS - self._turn_ns

    def _bank_left(self) -> int | None:
        return None if self._bank_ns is None else self._bank_ns - self._turn_ns


def _least(cap: int | None, bank: int | None) -> int | None:
    """The least of two limits and at least 0; None: no limit."""
    if cap is None or bank is None:
        left = bank if cap is None else cap
    else:
        left = min(cap, bank)
    return None if left is None else max(0, left)


def parse_time(text: str) -> TimeControl:
    """A time control from ``1s``, ``60s+1s``, ``60s+1s/5s`` or ``none``. Raises LivingstoneError."""
    if text.strip() == "none":
        return TimeControl(cap_ms=None)
    rest, slash, cap = text.replace(" ", "").partition("/")
    bank, plus, increment = rest.partition("+")
    if not slash and not plus:
        return TimeControl(cap_ms=_milliseconds(bank, text, least=1))
    return TimeControl(
        cap_ms=_milliseconds(cap, text, least=1) if slash else None,
        bank_ms=_milliseconds(bank, text, least=1),
        increment_ms=_milliseconds(increment, text) if plus else 0,
    )


def time_text(control: TimeControl) -> str:
    """The text that :func:`parse_time` reads back."""
    if control.bank_ms is None:
        return "none" if control.cap_ms is None else _text(control.cap_ms)
    cap = "" if control.cap_ms is None else f"/{_text(control.cap_ms)}"
    return f"{_text(control.bank_ms)}+{_text(control.increment_ms)}{cap}"


def _text(milliseconds: int) -> str:
    return f"{milliseconds // 1000}s" if milliseconds % 1000 == 0 else f"{milliseconds}ms"


def _milliseconds(part: str, whole: str, least: int = 0) -> int:
    match = _TIME.fullmatch(part)
    milliseconds = round(float(match[1]) * _UNIT_MS[match[2]]) if match else -1
    if milliseconds < least:
        raise LivingstoneError(f"time {quote(whole)}: expected {EXAMPLES}")
    return milliseconds
