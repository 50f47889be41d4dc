"""How long a hint may think, as people type it: a time, or a number of simulations."""

import re
from typing import Any, Final

import click

MOST_SIMULATIONS: Final = 20_000_000
"""More would need more than some 300 MB."""
_TIME: Final = re.compile(r"\s*(\d{1,8}(?:\.\d{1,6})?)\s*(ms|s|m|)\s*")
_SECONDS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "": 1.0}


class Duration(click.ParamType[float]):
    """A time such as ``2s``, ``500ms``, ``1.5`` (seconds) or ``1m``, in seconds."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Seconds as a float."""
        if isinstance(value, float):
            return value
        found = _TIME.fullmatch(str(value))
        if found is None:
            self.fail(f"{value!r}, expected a time such as 2s, 500ms or 1m", param, ctx)
        return float(found[1]) * _SECONDS[found[2]]


def read_effort(text: str) -> tuple[int | None, float | None]:
    """(simulations, seconds) of ``2000`` or ``2s``, the other one None; both None of an empty text.

    Raises:
        NotationError: for another text, for none at all and for too many.
    """
    from livingstone.engine.errors import NotationError
    from livingstone.engine.names import quote

    if not text:
        return None, None
    if text.isdecimal() and len(text) <= len(str(MOST_SIMULATIONS)) and 1 <= int(text) <= MOST_SIMULATIONS:
        return int(text), None
    found = _TIME.fullmatch(text.casefold())
    if found is None or not found[2] or float(found[1]) == 0:
        raise NotationError(
            f"{quote(text)}: expected a time such as '2s', or a number of simulations such as '2000' "
            f"(at most {MOST_SIMULATIONS})"
        )
    return None, float(found[1]) * _SECONDS[found[2]]
