"""Values as TOML text, written on one line each (the standard library only reads TOML)."""

import re
from collections.abc import Mapping
from typing import Any, Final

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def toml_text(value: str) -> str:
    """A basic string, in quotes."""
    escaped = "".join(
        _ESCAPES.get(char, char if char.isprintable() else f"\\u{ord(char):04X}") for char in value
    )
    return f'"{escaped}"'


def toml_value(value: Any) -> str:
    """A value on one line; entries that are None are left out."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return toml_text(value)
    if isinstance(value, Mapping):
        inner = ", ".join(
            f"{toml_key(key)}={toml_value(item)}" for key, item in value.items() if item is not None
        )
        return f"{{{inner}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml_value(item) for item in value)}]"
    return str(value)


def toml_key(name: str) -> str:
    """A key, in quotes where it must be."""
    return name if _BARE.fullmatch(name) else toml_text(name)
