"""The edition file to start from: every value with its meaning, the assumed ones marked."""

from typing import Any, Final

from livingstone.engine.codec import dumps
from livingstone.engine.edition_file import LONGEST_NAME
from livingstone.engine.edition_values import BY_NAME, KEYS, Key
from livingstone.engine.editions import Edition

_HEAD: Final = """\
# An edition of the board game Livingstone: the values of one box, or of one table.
#
# Nobody could read the values marked ASSUMED in a rule book: compare them with your box. A value you change is
# yours from then on; one that is right needs its line under [provenance] deleted. A line you delete keeps the
# value of the base. Rules in brackets: livingstone-ai rules R14
#
# Then: livingstone-ai edition check FILE, and --edition FILE wherever an edition is asked for.
"""


def template(edition: Edition, base: Edition, name: str = "my-edition") -> str:
    """A TOML file that loads as ``edition`` under another name; ``base``: the built-in one it starts from.

    Of an assumed table that differs from the base only the changed numbers are stated, as the others are still
    assumed.
    """
    sources = edition.sources()
    blocks = [_HEAD, f"name = {_text(name)}\nbase = {_text(base.name)}\n"]
    for key in KEYS:
        if key.name != "cards":
            value = _written(key, edition, base)
            blocks.append(f"{_comment(key, sources[key.name])}{key.name} = {value}\n")
    cards = _stated(BY_NAME["cards"], edition, base)
    lines = [
        f"{'' if card in cards else '# '}{card} = {number}"
        for card, number in zip(BY_NAME["cards"].parts, edition.cards, strict=True)
    ]
    blocks.append(f"{_comment(BY_NAME['cards'], sources['cards'])}[cards]\n" + "\n".join(lines) + "\n")
    marks = [
        f"{name} = {_text(source)}" for name, source in sources.items() if _is_marked(name, edition, base)
    ]
    blocks.append("# Where the values come from.\n[provenance]\n" + "".join(f"{mark}\n" for mark in marks))
    return "\n".join(blocks)


def is_name(text: str) -> bool:
    """Whether an edition can be called that."""
    return bool(text.strip()) and len(text) <= LONGEST_NAME and text.isprintable()


def _comment(key: Key, source: str) -> str:
    origin = "ASSUMED, compare with your box" if source == "assumed" else f"from: {source}"
    words = f" One of {', '.join(key.parts)}." if key.kind == "word" else ""
    return f"# {key.text[0].upper()}{key.text[1:]}.{words}\n# {origin}\n"


def _stated(key: Key, edition: Edition, base: Edition) -> dict[str, int]:
    """The numbers of a table that the file states."""
    now, before = getattr(edition, key.name), getattr(base, key.name)
    named = zip(key.parts, now, before, strict=True)
    if edition.sources()[key.name] != "assumed" or now == before:
        return {part: number for part, number, _ in named}
    return {part: number for part, number, old in named if number != old}


def _is_marked(name: str, edition: Edition, base: Edition) -> bool:
    """Whether the source needs a line: not where leaving it out says the same."""
    source = edition.sources()[name]
    return source != "user" and not (source == "assumed" and getattr(edition, name) != getattr(base, name))


def _written(key: Key, edition: Edition, base: Edition) -> str:
    value: Any = getattr(edition, key.name)
    if key.kind == "counts":
        inside = ", ".join(f"{part} = {number}" for part, number in _stated(key, edition, base).items())
        return "{ " + inside + " }"
    if key.kind == "list":
        return f"[{', '.join(map(str, value))}]"
    return _text(value)


def _text(value: object) -> str:
    """Words, flags and whole numbers are written alike in JSON and TOML."""
    return dumps(value).decode()
