"""Players by name: ``random``, ``scripted:frugal``, ``ismcts:sims=2000``, ``ismcts:time=1s``.

A spec is a name, or a name and options after a colon, separated by commas: ``key=value``, or a style alone.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from livingstone.ai.player import Player
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import did_you_mean, quote

Options = dict[str, str]

_TIME: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?)(ms|s)")
_MOST_SIMULATIONS: Final = 10_000_000
_DEFAULT_SIMULATIONS: Final = 2000


def player_names() -> dict[str, str]:
    """Every name that :func:`make_player` knows, with one line about it."""
    return {name: summary for name, (_, summary) in _FACTORIES.items()} | {
        f"scripted:{style}": summary for style, summary in _styles().items()
    }


def make_player(spec: str, seed: int = 0) -> Player:
    """A new player of its own for one seat.

    Raises:
        LivingstoneError: for a name, option or value that is not known, with what was expected.
    """
    name, colon, rest = spec.strip().partition(":")
    factory = _FACTORIES.get(name)
    if factory is None:
        hint = did_you_mean(name, list(_FACTORIES)) or f": expected {', '.join(_FACTORIES)}"
        raise LivingstoneError(f"player {quote(spec)}: no player {quote(name)}{hint}")
    if colon and not rest.strip():
        raise LivingstoneError(f"player {quote(spec)}: expected options after the colon")
    words = [word.strip() for word in rest.split(",")] if rest.strip() else []
    try:
        return factory[0](words, seed)
    except LivingstoneError as error:
        raise LivingstoneError(f"player {quote(spec)}: {error}") from None


def _random(words: Sequence[str], seed: int) -> Player:
    from livingstone.ai.random_player import RandomPlayer

    _options(words, {})
    return RandomPlayer(seed)


def _styles() -> Mapping[str, str]:
    from livingstone.ai.scripted_donor import STYLES

    return {style.name: style.summary for style in STYLES.values()}


def _scripted(words: Sequence[str], seed: int) -> Player:
    from livingstone.ai.scripted import DEFAULT_STYLE, ScriptedPlayer

    styles = list(_styles())
    if len(words) > 1:
        raise LivingstoneError(f"expected one donation style: {', '.join(styles)}")
    return ScriptedPlayer(words[0] if words else DEFAULT_STYLE, seed)


def _ismcts(words: Sequence[str], seed: int) -> Player:
    from livingstone.ai.ismcts import IsmctsPlayer

    options = _options(words, {"sims": "2000", "time": "1s"})
    if "time" in options:
        if "sims" in options:
            raise LivingstoneError("sims and time together: expected one of them")
        return IsmctsPlayer(seconds=_seconds(options["time"]), seed=seed)
    return IsmctsPlayer(simulations=_simulations(options.get("sims", str(_DEFAULT_SIMULATIONS))), seed=seed)


_FACTORIES: Final[dict[str, tuple[Callable[[Sequence[str], int], Player], str]]] = {
    "random": (_random, "a random action: uniform over the kinds, then within the kind"),
    "scripted": (_scripted, "rules of thumb that mind the donation; a style follows the colon"),
    "ismcts": (_ismcts, "tree search over what it may know: sims=2000, or time=1s a decision"),
}


def _options(words: Sequence[str], known: Mapping[str, str]) -> Options:
    """``key=value`` words as a dict; ``known`` has an example value by key."""
    options: Options = {}
    examples = ", ".join(f"{key}={value}" for key, value in known.items()) or "no options"
    for word in words:
        key, equals, value = (part.strip() for part in word.partition("="))
        if key not in known:
            hint = did_you_mean(key, list(known)) or f": expected {examples}"
            raise LivingstoneError(f"no option {quote(key)}{hint}")
        if not equals or not value:
            raise LivingstoneError(f"{key}: expected a value, for example {key}={known[key]}")
        if key in options:
            raise LivingstoneError(f"{key} is given twice")
        options[key] = value
    return options


def _simulations(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text) or not 1 <= int(text) <= _MOST_SIMULATIONS:
        raise LivingstoneError(f"sims={text}: expected a whole number from 1 to {_MOST_SIMULATIONS}")
    return int(text)


def _seconds(text: str) -> float:
    match = _TIME.fullmatch(text)
    seconds = float(match[1]) / (1000 if match[2] == "ms" else 1) if match else 0.0
    if seconds <= 0:
        raise LivingstoneError(f"time={text}: expected a time above 0 such as 1s, 2.5s or 200ms")
    return seconds
