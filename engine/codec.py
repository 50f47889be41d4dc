"""The one home of JSON: orjson for bytes, msgspec for types."""

from typing import Any, Final, TypeVar

import msgspec
import orjson

from livingstone.engine.errors import LivingstoneError

T = TypeVar("T")
Fragment = orjson.Fragment
"""Bytes that are JSON already, as a value within another: :func:`dumps` copies them as they are."""
_TOO_DEEP: Final = "Recursion limit reached"
"""How orjson says so, beyond 254 levels."""


def dumps(value: Any, *, newline: bool = False) -> bytes:
    """Compact UTF-8 JSON; ``newline`` ends it with one LF. Integers beyond 64 bits must be given as strings.

    A msgspec Struct becomes an object, its tag included; one with ``omit_defaults`` leaves out what is None.
    Raises :class:`LivingstoneError` for what is nested too deep; it may have been read: reading goes deeper.
    """
    try:
        return orjson.dumps(value, default=_plain, option=orjson.OPT_APPEND_NEWLINE if newline else None)
    except TypeError as error:
        # orjson turns whatever is raised in _plain into a TypeError, a Ctrl-C at that moment included.
        if isinstance(error.__cause__, KeyboardInterrupt):
            raise error.__cause__ from None
        if str(error) == _TOO_DEEP:
            raise LivingstoneError("nested too deep for JSON") from None
        raise


def _plain(value: Any) -> dict[str, Any]:
    """A Struct's own fields; orjson asks again for Structs within."""
    if not isinstance(value, msgspec.Struct):
        raise TypeError(f"{type(value).__name__} is no value of JSON")
    config = value.__struct_config__
    plain: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field else {}
    plain |= msgspec.structs.asdict(value)
    if not config.omit_defaults:
        return plain
    return {name: field for name, field in plain.items() if field is not None}


def loads(text: bytes | str) -> Any:
    """The value of a JSON text. Raises :class:`LivingstoneError` with one line."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise LivingstoneError(f"not JSON: {error}") from None


def is_json(text: bytes | str) -> bool:
    """Whether :func:`loads` reads it."""
    try:
        loads(text)
    except LivingstoneError:
        return False
    return True


def convert(value: Any, kind: type[T]) -> T:
    """Plain values as a typed one, strictly. Raises :class:`LivingstoneError` naming the field."""
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        raise LivingstoneError(str(error)) from None
