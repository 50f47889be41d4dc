"""The JSON Schemas (draft 2020-12) of all messages, made from the types."""

import functools
from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, TypeAlias, get_args

import msgspec

from livingstone.engine.codec import dumps, loads
from livingstone.engine.edition_file import PROVENANCES
from livingstone.engine.edition_values import KEYS, Key
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import did_you_mean, quote
from livingstone.protocol import messages, schema_actions, schema_observation
from livingstone.protocol.version import MAJOR, MINOR

Schema: TypeAlias = dict[str, Any]
Direction = Literal["host", "bot"]

DIRECTIONS: Final[tuple[Direction, ...]] = get_args(Direction)
TYPES: Final[dict[Direction, tuple[type[msgspec.Struct], ...]]] = {
    "host": get_args(messages.HostMessage),
    "bot": get_args(messages.BotMessage),
}
_UNION: Final[dict[Direction, str]] = {"host": "HostMessage", "bot": "BotMessage"}
_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
_SOURCES: Final = ("tents", "market", "animals", "rows", "gems")


def tag_of(kind: type[msgspec.Struct]) -> str:
    """The value of ``type`` in messages of this class."""
    return str(kind.__struct_config__.tag)


def schema(message: str | None = None, direction: Direction | None = None) -> Schema:
    """One document: a schema for every line, or for those of one type, of one direction.

    Raises:
        LivingstoneError: for a type of message that there is not, with the nearest one.
    """
    unions = {_UNION[each]: _union(TYPES[each]) for each in DIRECTIONS}
    if message is not None:
        root = _one_of(_named(message, direction))
    elif direction is not None:
        root = {"$ref": f"#/$defs/{_UNION[direction]}"}
    else:
        root = {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in unions]}
    about = {"$schema": _DRAFT, "title": f"Livingstone line protocol {MAJOR}.{MINOR}"}
    return {**about, **root, "$defs": _reachable(root, {**unions, **_definitions()})}


def schema_text(message: str | None = None, direction: Direction | None = None) -> str:
    """:func:`schema` as indented text with a line end; without arguments docs/protocol.schema.json."""
    return msgspec.json.format(dumps(schema(message, direction)), indent=2).decode() + "\n"


def _named(message: str, direction: Direction | None) -> Sequence[type[msgspec.Struct]]:
    """The classes of a type of message, one of each direction at most."""
    sides = DIRECTIONS if direction is None else (direction,)
    kinds = dict.fromkeys(kind for side in sides for kind in TYPES[side])
    found = [kind for kind in kinds if tag_of(kind) == message]
    if not found:
        known = list(dict.fromkeys(tag_of(kind) for kind in kinds))
        hint = did_you_mean(message, known) or f": expected {', '.join(known)}"
        whose = "" if direction is None else f" of a {direction}"
        raise LivingstoneError(f"{quote(message)} is no message{whose}{hint}")
    return found


def _one_of(kinds: Sequence[type[msgspec.Struct]]) -> Schema:
    refs = [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds]
    return refs[0] if len(refs) == 1 else {"anyOf": refs}


def _union(kinds: Sequence[type[msgspec.Struct]]) -> Schema:
    return {"oneOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds]}


@functools.cache
def _definitions() -> Schema:
    """Every part by name."""
    kinds: list[Any] = [*TYPES["host"], *TYPES["bot"], schema_observation.Observation]
    _, parts = msgspec.json.schema_components(dict.fromkeys(kinds), ref_template="#/$defs/{name}")
    definitions: Schema = loads(dumps(parts).replace(b"``", b"`"))  # docstrings mark code their own way
    for name in _written_by_hosts():
        definitions[name]["required"] = _always(definitions[name], getattr(messages, name))
    definitions |= {
        "ActionJson": schema_actions.action_schema(),
        "LegalEntry": schema_actions.legal_entry_schema(),
        "LegalText": {"type": "string", "pattern": schema_actions.LEGAL_TEXT},
        "Answer": schema_actions.answer_schema(),
        "EventPayload": schema_actions.event_schema(),
        "Edition": edition_schema(),
        "Sources": schema_actions.closed({name: {"type": "integer", "minimum": 0} for name in _SOURCES}),
    }
    for name, field, part in (
        ("Action", "action", "Answer"),
        ("Event", "event", "EventPayload"),
        ("NewGame", "edition", "Edition"),
        ("Request", "observation", "Observation"),
    ):
        about = definitions[name]["properties"][field].get("description", "")
        definitions[name]["properties"][field] = {"description": about, "$ref": f"#/$defs/{part}"}
    request = definitions["Request"]["properties"]
    request["legal"] |= {"items": {"$ref": "#/$defs/LegalEntry"}, "minItems": 1}
    texts = {"type": "array", "items": {"$ref": "#/$defs/LegalText"}}
    request["legal_text"] = {"description": request["legal_text"]["description"], **texts}
    definitions["GameOver"]["properties"]["sources"]["items"] = {"$ref": "#/$defs/Sources"}
    return dict(sorted(definitions.items()))


def _written_by_hosts() -> tuple[str, ...]:
    nested: tuple[type[msgspec.Struct], ...] = (
        messages.HostInfo,
        messages.BotLimits,
        messages.TimeControl,
        messages.RequestTime,
    )
    return tuple(kind.__name__ for kind in (*TYPES["host"], *nested))


def _always(part: Schema, kind: type[msgspec.Struct]) -> list[str]:
    """The fields that a host always writes: it leaves out only what is None in a message."""
    config = kind.__struct_config__
    fields = zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False)
    absent = {name for name, default in fields if default is None and config.omit_defaults}
    return [name for name in part["properties"] if name not in absent]


def edition_schema() -> Schema:
    """An edition with all its values, as new_game carries it."""
    values = {key.name: {"description": key.text, **_value_schema(key)} for key in KEYS}
    provenance = schema_actions.closed({key.name: {"enum": list(PROVENANCES)} for key in KEYS})
    about = {"description": "Where each value is known from."}
    return {
        "title": "Edition",
        "description": "All values of an edition, see docs/editions.md.",
        "type": "object",
        "properties": {"name": {"type": "string"}, **values, "provenance": {**provenance, **about}},
        "required": ["name", *values, "provenance"],
    }


def _value_schema(key: Key) -> Schema:
    whole = {"type": "integer", "minimum": key.least, "maximum": key.most}
    if key.kind == "flag":
        return {"type": "boolean"}
    if key.kind == "word":
        return {"enum": list(key.parts)}
    if key.kind == "list":
        return {"type": "array", "items": whole, "minItems": 1}
    return schema_actions.closed(dict.fromkeys(key.parts, whole)) if key.kind == "counts" else whole


def _reachable(root: Schema, definitions: Schema) -> Schema:
    """The definitions that ``root`` leads to."""
    names: set[str] = set()
    new = set(_references(root))
    while new:
        names |= new
        new = {ref for name in new for ref in _references(definitions[name])} - names
    return {name: part for name, part in definitions.items() if name in names}


def _references(value: Any) -> Iterator[str]:
    """The names of definitions that a schema mentions."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "$ref":
                yield item.removeprefix("#/$defs/")
            else:
                yield from _references(item)
    elif isinstance(value, list):
        for item in value:
            yield from _references(item)
