"""What ``simulate`` is asked: the requests as types, and the fault that a bad one is answered with."""

import re
from typing import Any, Final, Literal, get_args

import msgspec

from livingstone.engine.codec import convert
from livingstone.engine.errors import (
    EditionError,
    IllegalAction,
    ImpossibleOutcome,
    LivingstoneError,
    NotationError,
)
from livingstone.engine.names import did_you_mean, quote

Handle = int | str
Seed = str | int
EditionData = str | dict[str, Any]
ActionData = dict[str, Any] | str | int | list[int]
Shown = Literal["legal", "text", "position", "state"]

MOST_PLAYOUTS: Final = 100_000
"""Of one request, over all its states: about a second of computing."""
MOST_WORLDS: Final = 10_000
LONGEST_NAME: Final = 40

_AT: Final = re.compile(r" - at `\$\.?([^`]*)`")
_NAMED: Final = re.compile(r"field `([^`]*)`")
_NO_CHOICE: Final = re.compile(r"Invalid enum value '(.*)'")


class Fault(LivingstoneError):
    """A request that is refused: a ``code`` for programs, the ``field`` at fault, the rule's ``clause``."""

    def __init__(self, code: str, message: str, field: str | None = None, clause: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.field = field
        self.clause = clause

    @classmethod
    def of(cls, error: LivingstoneError, code: str = "bad_request", field: str | None = None) -> "Fault":
        """The fault for an error of the engine; ``code`` and ``field`` where its kind does not say more."""
        if isinstance(error, Fault):
            return error
        message = str(error).partition(", in position ")[0]  # whoever asks can see it
        if isinstance(error, IllegalAction):
            return cls("illegal_action", message, field, error.clause)
        if isinstance(error, ImpossibleOutcome):
            return cls("impossible_chance", message, "chance", error.clause)
        if isinstance(error, EditionError):
            return cls("bad_edition", message, "edition")
        return cls(code, message, field)

    def to_dict(self) -> dict[str, Any]:
        """The error of an answer."""
        found = {"code": self.code, "message": " ".join(str(self).split())}
        extra = {"field": self.field, "clause": self.clause}
        return found | {key: value for key, value in extra.items() if value is not None}


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What every request may hold."""

    do: str
    id: Any = None


class Sourced(Request, kw_only=True):
    """A request about one state: a kept one (``s``) or a position string with its edition."""

    s: Handle | None = None
    position: str | None = None
    edition: EditionData | None = None
    seed: Seed | None = None


class New(Request, kw_only=True):
    """A new game; ``show``: what the answer says of it."""

    players: int
    edition: EditionData | None = None
    seed: Seed | None = None
    start: int | None = None
    roll: bool = False
    keep: bool | None = None
    name: str | None = msgspec.field(default=None, name="as")
    show: list[Shown] = []


class Apply(Sourced, kw_only=True):
    """Actions and rolls."""

    action: ActionData | None = None
    actions: list[ActionData] | None = None
    chance: dict[str, Any] | list[dict[str, Any] | None] | None = None
    roll: bool = False
    in_place: bool = False
    keep: bool | None = None
    name: str | None = msgspec.field(default=None, name="as")
    show: list[Shown] = []


class Look(Sourced, kw_only=True):
    """``legal`` and ``state``."""

    show: list[Shown] | None = None
    text: bool = False


class Observe(Sourced, kw_only=True):
    """What a seat may know."""

    seat: int | None = None


class Determinise(Request, kw_only=True):
    """Full states that fit an observation."""

    observation: dict[str, Any]
    edition: EditionData | None = None
    n: int = 1
    seed: Seed | None = None
    keep: bool = True


class Playout(Request, kw_only=True):
    """Playouts of one state or of several."""

    s: Handle | list[Handle] | None = None
    position: str | None = None
    edition: EditionData | None = None
    actions: list[ActionData] = []
    n: int = 100
    seed: Seed | None = None
    policy: str = "search"


class Drop(Request, kw_only=True):
    """Forget states."""

    s: Handle | list[Handle] | None = None
    all: bool = False


class Ping(Request, kw_only=True):
    """Is it there?"""


REQUESTS: Final[dict[str, type[Request]]] = {
    "new": New,
    "legal": Look,
    "state": Look,
    "apply": Apply,
    "observe": Observe,
    "determinise": Determinise,
    "playout": Playout,
    "result": Sourced,
    "drop": Drop,
    "ping": Ping,
}


def read_request(data: dict[str, Any]) -> Request:
    """The request in a decoded object. Raises :class:`Fault` naming the field."""
    do = data.get("do")
    kind = REQUESTS.get(do) if isinstance(do, str) else None
    if kind is None:
        if do is None:
            raise Fault("bad_request", f"'do' is missing: expected {', '.join(REQUESTS)}", "do")
        hint = did_you_mean(do, list(REQUESTS)) if isinstance(do, str) else ""
        raise Fault(
            "bad_request", f"{quote(do)} is no request{hint or ': expected ' + ', '.join(REQUESTS)}", "do"
        )
    try:
        return convert(data, kind)
    except LivingstoneError as error:
        raise _bad_field(str(error), kind) from None


def check_range(value: int, field: str, least: int, most: int) -> int:
    """A number within bounds. Raises :class:`Fault`."""
    if not least <= value <= most:
        raise Fault("bad_request", f"{field}: {quote(value)}, expected {least} to {most}", field)
    return value


def named_field(error: LivingstoneError, data: dict[str, Any]) -> str | None:
    """The field of a request that an error of the engine begins with, as in ``players: 7, expected ...``."""
    name = str(error).partition(":")[0]
    return name if name in data else None


def as_position(error: NotationError) -> Fault:
    """The fault of a position string."""
    return Fault("bad_position", str(error), "position")


def _bad_field(message: str, kind: type[Request]) -> Fault:
    """msgspec's message in the words of the other errors, with the field it names."""
    at = _AT.search(message)
    named = _NAMED.search(message)
    text = _AT.sub("", message)
    if at is None and named is not None:
        field = named[1]
        if "unknown" in message:
            known = [each.encode_name for each in msgspec.structs.fields(kind)]
            hint = did_you_mean(field, known) or f": expected {', '.join(known)}"
            return Fault("bad_request", f"unknown field {quote(field)}{hint}", field)
        return Fault("bad_request", f"the field '{field}' is missing", field)
    field = re.split(r"[.\[]", at[1])[0] if at else None
    choice = _NO_CHOICE.fullmatch(text)
    if choice is not None:  # of `show`, which alone holds words of a fixed set
        hint = did_you_mean(choice[1], get_args(Shown)) or f": expected {', '.join(get_args(Shown))}"
        text = f"{quote(choice[1])} is unknown{hint}"
    return Fault("bad_request", f"{at[1]}: {text}" if at else text, field)
