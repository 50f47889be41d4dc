"""Messages as lines of bytes, and back."""

from typing import Any, Final, get_args

from livingstone.engine.codec import convert, dumps, loads
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import did_you_mean, quote
from livingstone.protocol.messages import BotMessage, HostMessage

# By type: msgspec makes a union's reader anew at every call (4 us), that of a single struct but once.
_OF_BOT: Final = {kind.__struct_config__.tag: kind for kind in get_args(BotMessage)}
_OF_HOST: Final = {kind.__struct_config__.tag: kind for kind in get_args(HostMessage)}


class BadLine(LivingstoneError):
    """A line that is no message: not UTF-8, not JSON, of an unknown type, or with a wrong field."""


class UnknownType(BadLine):
    """A well-formed message of a type this side does not know: a bot ignores it, a host does not."""


def encode(message: HostMessage | BotMessage) -> bytes:
    """One line, its LF included; optional fields that are None are left out."""
    return dumps(message, newline=True)


def decode_bot(line: bytes) -> BotMessage:
    """What a bot wrote. Raises :class:`BadLine` with one line that names the field."""
    message: BotMessage = _message(line, _OF_BOT)
    return message


def decode_host(line: bytes) -> HostMessage:
    """What a host wrote. Raises :class:`UnknownType` or :class:`BadLine`."""
    message: HostMessage = _message(line, _OF_HOST)
    return message


def _message(line: bytes, kinds: dict[str, Any]) -> Any:
    """A line as a message of one of these kinds."""
    value = _object(line)
    name = value["type"]
    kind = kinds.get(name)
    if kind is None:
        hint = did_you_mean(name, list(kinds)) or f": expected {', '.join(kinds)}"
        raise UnknownType(f"{quote(name)} is no type of message{hint}")
    try:
        return convert(value, kind)
    except LivingstoneError as error:
        raise BadLine(f"{quote(name)} message: {error}") from None


def _object(line: bytes) -> dict[str, Any]:
    text = line.strip(b"\r\n \t")
    try:
        value = loads(text)
    except LivingstoneError as error:
        raise BadLine(f"{quote(text.decode(errors='replace'))} is {error}") from None
    if not isinstance(value, dict):
        raise BadLine(f"{quote(text.decode(errors='replace'))}: expected a JSON object")
    if not isinstance(value.get("type"), str):
        raise BadLine('no "type": expected a message such as {"type": "action", ...}')
    return value


def is_blank(line: bytes) -> bool:
    """Whether a line holds nothing; such lines are ignored on both sides."""
    return not line.strip(b"\r\n \t")
