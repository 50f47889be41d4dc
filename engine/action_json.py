"""Reading an action from its JSON form, strictly: what comes from outside may be anything."""

from collections.abc import Mapping
from typing import Final

from livingstone.engine.constants import Kind
from livingstone.engine.errors import NotationError
from livingstone.engine.names import CARDS, did_you_mean, quote
from livingstone.engine.packing import (
    pack_die,
    pack_donation,
    pack_extra_tent,
    pack_gems,
    pack_play,
    pack_tent,
)

ACTION_KEYS: Final = ("die", "play", "extra_tent", "market", "sell", "donate", "end", "pass")
USES: Final = ("card", "coins", "mine", "tent")
TENT_KEYS: Final = ("row", "ignore_die", "no_cost", "from", "scored")


def read_json(obj: object) -> int:
    """The code of the action a decoded JSON value stands for.

    Raises:
        NotationError: for an unknown key, a wrong type (a boolean is no number), an impossible value.
    """
    if not isinstance(obj, Mapping):
        raise NotationError(f'{quote(obj)} is no action: expected an object such as {{"die": 4}}')
    for key in obj:
        if key not in ACTION_KEYS and key not in ("use", *TENT_KEYS):
            hint = did_you_mean(key, [*ACTION_KEYS, "use", *TENT_KEYS]) if isinstance(key, str) else ""
            raise NotationError(
                f"unknown key {quote(key)} in an action{hint}: expected {', '.join(ACTION_KEYS)}"
            )
    named = [key for key in ACTION_KEYS if key in obj]
    if len(named) != 1:
        found = " and ".join(named) or "none"
        raise NotationError(f"an action has exactly one of the keys {', '.join(ACTION_KEYS)}: found {found}")
    if named[0] == "die":
        return _die(obj)
    if len(obj) > 1:
        extra = next(key for key in obj if key != named[0])
        raise NotationError(f"the key {quote(extra)} belongs to the use of a die, not to {quote(named[0])}")
    return _other(named[0], obj[named[0]])


def most_of(obj: object) -> object:
    """A legal list's entry with its range replaced by the most: ``{"donate": [1, 7]}`` as ``{"donate": 7}``."""
    if not isinstance(obj, Mapping) or len(obj) != 1:
        return obj
    ((key, value),) = obj.items()
    if key == "donate" and isinstance(value, list | tuple) and len(value) == 2:
        return {key: value[1]}
    if key in ("market", "sell") and isinstance(value, Mapping):
        return {key: value.get("max")}
    return obj


def _other(key: str, value: object) -> int:
    """Every action but those with a die."""
    if key in ("end", "pass"):
        if value is not True:
            raise NotationError(f"{quote(value)} is no value of '{key}': expected true")
        return int(Kind[key.upper()])
    if key == "play":
        return pack_play(CARDS.from_key(value))
    if key == "extra_tent":
        return pack_extra_tent(*_space(key, value))
    if key == "donate":
        if isinstance(value, list | tuple):
            raise NotationError("'donate' holds a range, as in a legal list: expected one number of coins")
        return pack_donation(_number("a donation of", value))
    if isinstance(value, Mapping):
        raise NotationError(f"'{key}' holds a range, as in a legal list: expected amounts [clear, blue, red]")
    return pack_gems(Kind[key.upper()], _numbers(key, value, "[clear, blue, red]", 3))


def _die(obj: Mapping[object, object]) -> int:
    """A die taken, or used."""
    die = _number("die", obj["die"])
    use = obj.get("use")
    if use != "tent":
        extra = next((key for key in TENT_KEYS if key in obj), None)
        if extra is not None:
            raise NotationError(f'the key \'{extra}\' needs "use": "tent"')
    if "use" not in obj:
        return pack_die(die, Kind.TAKE)
    if not isinstance(use, str) or use not in USES:
        hint = did_you_mean(use, USES) if isinstance(use, str) else ""
        raise NotationError(f"{quote(use)} is no use of a die{hint}: expected {', '.join(USES)}")
    if use != "tent":
        return pack_die(die, Kind[use.upper()])
    row = _number("row", obj["row"]) - 1 if "row" in obj else None
    source = _space("from", obj["from"]) if "from" in obj else None
    flags = [_flag(key, obj.get(key, False)) for key in ("ignore_die", "no_cost", "scored")]
    return pack_tent(die, row, flags[0], flags[1], source, flags[2])


def _flag(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise NotationError(f"{quote(value)} is no value of '{key}': expected true or false")
    return value


def _number(what: str, value: object) -> int:
    """A whole number; its range is checked where it is packed."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise NotationError(f"{what} {quote(value)} is no whole number")
    return value


def _numbers(key: str, value: object, form: str, length: int) -> list[int]:
    if not isinstance(value, list | tuple) or len(value) != length:
        raise NotationError(f"{quote(value)} is no value of '{key}': expected {form}")
    return [_number(f"'{key}':", item) for item in value]


def _space(key: str, value: object) -> tuple[int, int]:
    """[column, row] counted from 1 as 0-based numbers."""
    column, row = _numbers(key, value, "[column, row]", 2)
    return column - 1, row - 1
