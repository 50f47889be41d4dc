"""JSON in and out: Structs become objects, and an interruption stays one."""

import msgspec
import pytest

from livingstone.engine import codec
from livingstone.engine.codec import dumps, loads
from livingstone.engine.errors import LivingstoneError


class Inner(msgspec.Struct, tag_field="type", tag="inner", omit_defaults=True):
    x: int = 1
    y: int | None = None


def test_structs_become_objects_with_their_tag() -> None:
    assert (
        dumps({"a": [Inner(), Inner(2, 3)]}) == b'{"a":[{"type":"inner","x":1},{"type":"inner","x":2,"y":3}]}'
    )


def test_what_is_no_json_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        dumps({"a": object()})


def test_an_interruption_while_writing_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(value: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(codec, "_plain", interrupted)
    with pytest.raises(KeyboardInterrupt):
        dumps(Inner())


def test_what_is_too_deep_to_be_written_says_so() -> None:
    deep = loads(b"[" * 300 + b"]" * 300)
    with pytest.raises(LivingstoneError, match=r"^nested too deep for JSON$"):
        dumps(deep)
