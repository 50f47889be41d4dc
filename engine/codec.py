"""The one home of JSON: orjson for bytes, msgspec for types."""

from typing import Any, TypeVar

import msgspec
import orjson

from livingstone.engine.errors import LivingstoneError

T = TypeVar("T")


def dumps(value: Any, *, newline: bool = False) -> bytes:
    """Compact UTF-8 JSON; ``newline`` ends it with one LF. Integers beyond 64 bits must be given as strings."""
    return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE if newline else None)


def loads(text: bytes | str) -> Any:
    """The value of a JSON text. Raises :class:`LivingstoneError` with one line."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise LivingstoneError(f"not JSON: {error}") from None


def convert(value: Any, kind: type[T]) -> T:
    """Plain values as a typed one, strictly. Raises :class:`LivingstoneError` naming the field."""
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        raise LivingstoneError(str(error)) from None
