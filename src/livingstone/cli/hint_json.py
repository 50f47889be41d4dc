"""A hint as JSON, and the JSON Schema of that, made from the types it is built of."""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from livingstone.ai.advice_parts import Advice
from livingstone.engine.codec import dumps

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
_SEAT: Final = "seat"


def hint_json(advice: Advice, names: Sequence[str]) -> str:
    """One line of JSON; seats are players' names."""
    return dumps(_named(msgspec.to_builtins(advice), names)).decode()


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what :func:`hint_json` writes."""
    (root,), parts = msgspec.json.schema_components((Advice,), ref_template="#/$defs/{name}")
    kinds = {kind.__name__: kind for kind in structs(Advice)}
    for name, part in parts.items():
        part["additionalProperties"] = False
        for field, text in field_texts(kinds[name]).items():
            described = part["properties"][field]
            if field == _SEAT:
                described = {"type": ["string", "null"] if "anyOf" in described else "string"}
            part["properties"][field] = {"description": text, **described}
    about = {"$schema": _DRAFT, "title": "Livingstone hint"}
    whole: dict[str, Any] = {**about, **root, "$defs": dict(sorted(parts.items()))}
    return whole


def schema_text() -> str:
    """:func:`schema` as the text of docs/hint.schema.json."""
    return msgspec.json.format(dumps(schema()).replace(b"``", b"`"), indent=2).decode() + "\n"


def structs(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """A Struct and all Structs that its fields lead to, each once."""
    found: dict[type[msgspec.Struct], None] = {}
    queue: list[Any] = [msgspec.inspect.type_info(kind)]
    while queue:
        part = queue.pop()
        if isinstance(part, msgspec.inspect.StructType):
            if part.cls in found:
                continue
            found[part.cls] = None
            queue += [field.type for field in part.fields]
        elif isinstance(part, msgspec.inspect.VarTupleType):
            queue.append(part.item_type)
        elif isinstance(part, msgspec.inspect.UnionType):
            queue += part.types
    return iter(found)


def field_texts(kind: type[msgspec.Struct]) -> dict[str, str]:
    """What stands below each field of a Struct in its source; nothing for a field without words."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    texts = dict.fromkeys(kind.__struct_fields__, "")
    for field, below in zip(body.body, body.body[1:], strict=False):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
        ):
            texts[field.target.id] = " ".join(str(below.value.value).split())
    return texts


def _named(value: Any, names: Sequence[str]) -> Any:
    """A value with the players' names in place of seat numbers."""
    if isinstance(value, dict):
        return {
            key: names[item] if key == _SEAT and item is not None else _named(item, names)
            for key, item in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [_named(item, names) for item in value]
    return value
