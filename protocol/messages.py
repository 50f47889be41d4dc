"""The messages of the protocol as types; the schemas and the tables of docs/protocol.md are made from them.

Host to bot: :data:`HostMessage`. Bot to host: :data:`BotMessage`. Times are whole milliseconds, seats count
from 0 clockwise, columns, rows and rounds from 1. Seeds are strings of decimal digits: they have 64 bits.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from livingstone.protocol.version import (
    BOT_LINE_BYTES,
    FEATURES,
    HOST_LINE_BYTES,
    MAJOR,
    MINOR,
    NOTE_BYTES,
    PROTOCOL,
    SUPPORTED,
)

Whole = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Seat = Annotated[int, Meta(ge=0, le=4, description="A seat, counted from 0 clockwise.")]
Id = Annotated[int, Meta(ge=0, le=2**53, description="A number that an answer repeats.")]
Word = Annotated[str, Meta(max_length=200)]
Chance = Annotated[float, Meta(ge=0, le=1)]


class _Message(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """One line. ``omit_defaults``: a field that is optional and None is left out of the line."""


class HostInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The program that hosts the bot."""

    name: str
    version: str


class BotLimits(msgspec.Struct, frozen=True, kw_only=True):
    """What the host grants a bot."""

    host_line: Annotated[int, Meta(description="Longest line from the host in bytes.")] = HOST_LINE_BYTES
    bot_line: Annotated[int, Meta(description="Longest line from the bot in bytes.")] = BOT_LINE_BYTES
    note: Annotated[int, Meta(description="Longest note in bytes of UTF-8.")] = NOTE_BYTES
    hello_ms: Annotated[int, Meta(description="Time for the bot's hello, from its start.")] = 10_000
    ready_ms: Annotated[int, Meta(description="Time for ready, from new_game: load and compile here.")] = (
        60_000
    )
    memory_mb: Annotated[
        int | None, Meta(description="Resident memory of all the bot's processes in MiB; null: no limit.")
    ] = None
    threads: Annotated[int, Meta(description="Threads the bot should use at most.")] = 1


class Hello(_Message, tag="hello", frozen=True, kw_only=True):
    """The host's greeting, the first line of a session."""

    protocol: str = PROTOCOL
    major: int = MAJOR
    minor: int = MINOR
    supported: Annotated[tuple[int, ...], Meta(description="Majors that the host speaks.")] = SUPPORTED
    host: HostInfo
    limits: BotLimits
    features: Annotated[tuple[str, ...], Meta(description="What a bot may ask for.")] = FEATURES


class Welcome(_Message, tag="welcome", frozen=True, kw_only=True):
    """The host accepts the bot's hello."""

    features: Annotated[tuple[str, ...], Meta(description="The asked-for features that are in effect.")]


class Error(_Message, tag="error", frozen=True, kw_only=True):
    """From the host: the bot is turned away or has forfeited. From a bot, in place of hello: a refusal."""

    code: Annotated[str, Meta(description="A word for programs, see the table of codes.")]
    message: Annotated[str, Meta(description="One line for people.")]


class TimeControl(msgspec.Struct, frozen=True, kw_only=True):
    """The clock of a seat; a turn is all requests from its first one to the action end or pass."""

    cap_ms: Annotated[Positive | None, Meta(description="The most a turn may take; null: no cap.")] = 1000
    bank_ms: Annotated[
        Whole | None, Meta(description="Time for the whole game; in a request, what is left of it.")
    ] = None
    increment_ms: Annotated[int, Meta(ge=0, description="Added to the bank after each turn.")] = 0


class NewGame(_Message, tag="new_game", frozen=True, kw_only=True):
    """A game begins; the bot answers ready."""

    game: Annotated[str, Meta(description="An opaque name of the game.")]
    edition: Annotated[dict[str, Any], Meta(description="The edition's name and all its values.")]
    players: Annotated[int, Meta(ge=2, le=5)]
    seat: Annotated[Seat, Meta(description="The bot's own seat.")]
    names: Annotated[
        tuple[str, ...], Meta(description="By seat; anonymous labels unless the host says more.")
    ]
    seed: Annotated[
        str, Meta(pattern="^[0-9]{1,20}$", description="A private seed of this seat, unrelated to the deal.")
    ]
    score: Annotated[
        Literal["placement", "win"],
        Meta(description="What is rated: the order of the standing, or only who wins."),
    ] = "placement"
    strict: Annotated[bool, Meta(description="Whether the first wrong answer forfeits the game.")] = True
    tries: Annotated[int, Meta(ge=1, description="Answers a request may have; 1 when strict.")] = 1
    time: TimeControl


class Event(_Message, tag="event", frozen=True, kw_only=True):
    """Something happened at the table; no answer. Only with the feature ``events``."""

    game: str
    seq: Annotated[int, Meta(ge=1, description="Counts the events of the game.")]
    event: Annotated[dict[str, Any], Meta(description="roll, act with seat, forfeit or final.")]


class RequestTime(msgspec.Struct, frozen=True, kw_only=True):
    """The clock when a request is sent."""

    cap_ms: int | None
    bank_ms: int | None
    increment_ms: int
    deadline_ms: Annotated[
        int | None,
        Meta(description="Time for this answer, from the last byte of the request; null: no limit."),
    ]


class Request(_Message, tag="request", frozen=True, kw_only=True):
    """The bot's seat is to move; the bot answers with exactly one action."""

    game: str
    id: Id
    kind: Annotated[
        Literal["before_die", "die_held", "action_done"], Meta(description="The phase of the turn.")
    ]
    observation: Annotated[dict[str, Any], Meta(description="What the seat knows.")]
    legal: Annotated[list[dict[str, Any]], Meta(description="Every legal action; amounts as ranges.")]
    legal_text: Annotated[
        list[str] | None, Meta(description="The same list as text; only with the feature text.")
    ] = None
    time: RequestTime


class Reject(_Message, tag="reject", frozen=True, kw_only=True):
    """The answer was wrong and may be given once more; the clock runs on. Never when strict."""

    id: Id
    code: str
    message: str
    tries_left: Annotated[int, Meta(ge=1)]


class GameOver(_Message, tag="game_over", frozen=True, kw_only=True):
    """The end of the game; every list is by seat."""

    game: str
    place: Annotated[int, Meta(ge=1, le=5, description="The bot's own place.")]
    places: tuple[int, ...]
    points: tuple[int, ...]
    sources: Annotated[tuple[dict[str, int], ...], Meta(description="Points by source.")]
    donations: tuple[int, ...]
    out: Annotated[tuple[bool, ...], Meta(description="Who is out (R43, R46).")]
    forfeited: tuple[bool, ...]
    winners: Annotated[tuple[int, ...], Meta(description="Seats; several share the win, none: nobody wins.")]
    degraded: Annotated[bool, Meta(description="Whether a stand-in played for somebody.")]


class Ping(_Message, tag="ping", frozen=True, kw_only=True):
    """Are you there? Answered by pong with the same id, also in the middle of a game."""

    id: Id


class Pong(_Message, tag="pong", frozen=True, kw_only=True):
    """The answer to a ping."""

    id: Id


class Quit(_Message, tag="quit", frozen=True, kw_only=True):
    """From the host: end now. From a bot: it resigns and ends."""


class BotHello(_Message, tag="hello", frozen=True, kw_only=True):
    """The bot's greeting."""

    major: Annotated[int, Meta(description="The major it chose from ``supported``.")]
    name: Annotated[Word, Meta(min_length=1)]
    version: Word = ""
    author: Word = ""
    language: Word = ""
    features: Annotated[tuple[Word, ...], Meta(max_length=32)] = ()


class Ready(_Message, tag="ready", frozen=True, kw_only=True):
    """The bot has loaded what it needs: its clock may start."""


class Evaluation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the bot thinks of its position; kept for the replay, never rated."""

    win: Annotated[Chance | None, Meta(description="Its chance to win.")] = None
    vp: Annotated[float | None, Meta(description="The points it expects.")] = None
    nodes: Annotated[Whole | None, Meta(description="How much it searched.")] = None


class Action(_Message, tag="action", frozen=True, kw_only=True):
    """The answer to a request."""

    id: Id
    action: Annotated[
        dict[str, Any] | str | int | list[int],
        Meta(description="The action as JSON, as text, as index of the legal list, or [index, amounts]."),
    ]
    note: Annotated[str | None, Meta(description="Shown in the replay after the game.")] = None
    evaluation: Evaluation | None = None


class Log(_Message, tag="log", frozen=True, kw_only=True):
    """A remark for the host's log."""

    message: str


HostMessage = Hello | Welcome | Error | NewGame | Event | Request | Reject | GameOver | Ping | Pong | Quit
BotMessage = BotHello | Error | Ready | Action | Ping | Pong | Log | Quit
