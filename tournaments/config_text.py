"""The text of a config: where a key stands in it, for messages, and a seed written into it."""

import re
import tomllib
from typing import Final

from livingstone.engine.codec import dumps
from livingstone.engine.errors import LivingstoneError

_HEADER: Final = re.compile(r"\s*\[{1,2}\s*([\w.]+)\s*\]{1,2}\s*(?:#.*)?")
_KEY: Final = re.compile(r"""\s*["']?([\w-]+)["']?\s*[.=]""")


class ConfigText:
    """A config's lines, and the name of its file."""

    def __init__(self, text: str, source: str) -> None:
        self._source = source
        self._lines = text.splitlines()

    def where(self, section: str, number: int = 1, key: str = "") -> str:
        """``night.toml:12: [tournament] cycles``; the line is that of the key, or of its section.

        ``number``: which one, of sections that come more than once. The line is left out where it is not found.
        """
        line = self._find(section, number, key)
        place = self._source if line is None else f"{self._source}:{line}"
        title = (
            f"[[{section}]] {number}" if section in ("bot", "night") else f"[{section}]" if section else ""
        )
        what = " ".join(word for word in (title, key) if word)
        return f"{place}: {what}" if what else place

    def _find(self, section: str, number: int, key: str) -> int | None:
        """The line, from 1."""
        current, seen, header_line = "", 0, None
        for index, line in enumerate(self._lines, 1):
            header = _HEADER.fullmatch(line)
            if header is not None:
                current = header[1]
                seen += current == section
                if current == section and seen == number:
                    header_line = index
                # [tournament.rules] is a key of [tournament], and [tournament] one of the file itself.
                if current == (f"{section}.{key}" if section else key):
                    return index
                continue
            found = _KEY.match(line)
            inside = current == section and (seen == number or not section)
            if key and inside and found is not None and found[1] == key:
                return index
        return header_line


def with_seed(text: str, seed: str) -> str:
    """The config's text with a seed, for one that has none: written as the first key of ``[tournament]``.

    Raises:
        LivingstoneError: where there is no line ``[tournament]`` to write it below.
    """
    lines = text.splitlines(keepends=True)
    for index, line in enumerate(lines):
        header = _HEADER.fullmatch(line.rstrip("\r\n"))
        if header is not None and header[1] == "tournament":
            ending = line[len(line.rstrip("\r\n")) :] or "\n"
            head = line if line.endswith(ending) else line + ending
            seeded = "".join(
                [*lines[:index], head, f"seed = {dumps(seed).decode()}{ending}", *lines[index + 1 :]]
            )
            if tomllib.loads(seeded).get("tournament", {}).get("seed") == seed:
                return seeded
    raise LivingstoneError("the config has no line [tournament], expected one to write the seed below")
