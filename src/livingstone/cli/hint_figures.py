"""Figures of a hint as people read them."""

from livingstone.engine.wording import counted

_HALF_OF_LAST_DIGIT = 0.0005
_NOTHING_SAID = 0.5
"""Half an interval of a chance that says nothing of it."""


def percent(chance: float) -> str:
    """``34 %``; never 0 or 100 for what is only near them."""
    if 0 < chance < 0.005:
        return "under 1 %"
    if 0.995 <= chance < 1:
        return "over 99 %"
    return f"{100 * chance:.0f} %"


def interval(chance: float, half_width: float | None) -> str:
    """``33.7 ± 2.1``, in percent; a question mark for a half width that says nothing.

    Where every single try ended the same way there is no spread to measure: the bare number.
    """
    if half_width is None or half_width >= _NOTHING_SAID:
        return f"{100 * chance:.1f} ± ?"
    if chance in (0.0, 1.0):
        return f"{100 * chance:.0f}"
    if half_width < _HALF_OF_LAST_DIGIT:
        return f"{100 * chance:.1f} ± 0.1"
    return f"{100 * chance:.1f} ± {100 * half_width:.1f}"


def win_sentence(chance: float, half_width: float | None, tries: int) -> str:
    """``Win chance 33.7 % ± 2.1``."""
    text = interval(chance, half_width)
    if text in ("0", "100"):
        return f"Win chance {text} % (won {'all' if chance else 'none'} of {counted(tries, 'try', 'tries')})"
    if text.endswith("?"):
        return f"Win chance {100 * chance:.1f} %, but from too few tries to say how sure that is"
    number, width = text.split(" ± ")
    return f"Win chance {number} % ± {width}"


def signed(difference: float) -> str:
    """``+2.1``, in percent, without a sign where it rounds to zero."""
    text = f"{100 * difference:+.1f}"
    return "0.0" if float(text) == 0 else text
