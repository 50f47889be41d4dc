"""How it reads: every way in which a host may write lines."""

import time
from typing import Any, Final

from livingstone.engine.codec import dumps, loads
from livingstone.protocol.version import HOST_LINE_BYTES
from livingstone.tournaments.conformance.bench import Bench
from livingstone.tournaments.conformance.probe import Probe

_REQUESTS: Final = 4
_QUIET_MS: Final = 40
_SINGLE_BYTES: Final = 80
_PAUSE_S: Final = 0.0003
"""Between two bytes, so that they do not arrive together."""
_UNKNOWN: Final = (
    b'{"type":"weather","id":1,"sun":{"type":"quit"}}\n',
    b'{"type":"clock_sync","game":"g-check","at":[1,2,3]}\n',
)
TRICKY: Final = '"type":"quit"} \\" {[ \u2028 \u2029 \x85 Zoë Łukasz 李 🦁'
"""A name that looks like a message, with letters that some readers take for the end of a line."""


def _game(bench: Bench, probe: Probe, label: str, names: tuple[str, ...] | None = None) -> None:
    """A short game with the probe's writer; afterwards nothing more may come."""
    walk = bench.walk(label=label)
    if names is None:
        probe.play(walk, _REQUESTS)
    else:
        probe.begin(walk, names)
        for position in walk.positions()[:_REQUESTS]:
            probe.ask(position)
    probe.game_over(walk)
    probe.silence(_QUIET_MS, "game_over")


def ignores_unknown_types(bench: Bench) -> str:
    """Messages of a later minor version, before every line but the first."""
    with bench.greeted() as probe:

        def put(line: bytes) -> None:
            for unknown in _UNKNOWN:
                probe.write(unknown)
            probe.write(line)

        probe.writer = put
        _game(bench, probe, "types")
    return ""


def ignores_unknown_fields(bench: Bench) -> str:
    """Fields of a later minor version in every message, also within the observation."""
    with bench.start() as probe:
        probe.writer = lambda line: probe.write(_with_more(line))
        probe.greet()
        _game(bench, probe, "fields")
    return ""


def _with_more(line: bytes) -> bytes:
    """The message with unknown fields first and last, and in each object within it but the free-form ones."""
    message: dict[str, Any] = loads(line)
    more = {"zz_future": {"type": "quit", "list": [1, None, "}"]}}
    for name in ("observation", "time", "limits", "host"):
        if isinstance(message.get(name), dict):
            message[name] |= more
    return dumps({"a_future": [{"type": "quit"}, -1.5e3], **message, **more}, newline=True)


def reads_crlf(bench: Bench) -> str:
    """Lines that end with CR LF."""
    with bench.start() as probe:
        probe.writer = lambda line: probe.write(line[:-1] + b"\r\n")
        probe.greet()
        _game(bench, probe, "crlf")
    return ""


def skips_empty_lines(bench: Bench) -> str:
    """Empty lines between messages."""
    with bench.start() as probe:
        probe.writer = lambda line: probe.write(b"\n" + line + b"\n\n")
        probe.greet()
        _game(bench, probe, "empty")
    return ""


def reads_pieces(bench: Bench) -> str:
    """Lines that arrive byte by byte."""
    with bench.start() as probe:

        def put(line: bytes) -> None:
            for at in range(min(_SINGLE_BYTES, len(line))):
                probe.write(line[at : at + 1])
                time.sleep(_PAUSE_S)
            for at in range(_SINGLE_BYTES, len(line), 997):
                probe.write(line[at : at + 997])
                time.sleep(_PAUSE_S)

        probe.writer = put
        probe.greet()
        _game(bench, probe, "pieces")
    return ""


def reads_several(bench: Bench) -> str:
    """Lines that arrive together: welcome with new_game, game_over with the next new_game."""
    held = bytearray()
    with bench.start() as probe:

        def put(line: bytes) -> None:
            held.extend(line)
            if loads(line)["type"] not in ("welcome", "game_over"):
                probe.write(bytes(held))
                held.clear()

        probe.writer = put
        probe.greet()
        for label in ("several", "again", "more"):
            walk = bench.walk(label=label)
            probe.play(walk, 2)
            probe.game_over(walk)
    return ""


def reads_the_longest_line(bench: Bench) -> str:
    """A request of 256 KiB; the ballast is white space within its observation."""

    def put(line: bytes) -> None:
        room = HOST_LINE_BYTES - len(line)
        mark = b'"observation":{'
        probe.write(line.replace(mark, mark + b" " * room, 1) if mark in line else line)

    with bench.greeted() as probe:
        probe.writer = put
        _game(bench, probe, "long")
    return f"{HOST_LINE_BYTES} bytes"


def reads_unicode(bench: Bench) -> str:
    """Names in any script, as UTF-8 and as escapes; one of them looks like a message."""
    with bench.greeted() as probe:
        names = (TRICKY, "李" * 40, "\\")
        _game(bench, probe, "utf-8", names)
        probe.writer = lambda line: probe.write(_escaped(line))
        _game(bench, probe, "escapes", names)
    return ""


def _escaped(line: bytes) -> bytes:
    r"""All that is not ASCII as \uXXXX, pairs of them beyond the first 65536 letters."""
    units = "".join(
        sign
        if sign.isascii()
        else "".join(
            f"\\u{int.from_bytes(sign.encode('utf-16-be')[at : at + 2]):04x}"
            for at in range(0, len(sign.encode("utf-16-be")), 2)
        )
        for sign in line.decode()
    )
    return units.encode()
