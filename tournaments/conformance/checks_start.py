"""From the start of the process to its first answer."""

from typing import Final

from livingstone.engine.names import quote
from livingstone.protocol import messages
from livingstone.protocol.lines import encode
from livingstone.protocol.session import HOST
from livingstone.tournaments.conformance.bench import Bench
from livingstone.tournaments.conformance.deviation import Deviation, Skipped
from livingstone.tournaments.conformance.probe import Probe

_ALIVE_MS: Final = 250
_REFUSE_MS: Final = 5000
_LEAVE_MS: Final = 2000
_CRASHES: Final = ("Traceback (most recent call last)", "panicked at", "Exception in thread", "terminate called",
                   "Uncaught", "    at ")  # fmt: skip
"""What runtimes write when a program falls over."""


def starts(bench: Bench) -> str:
    """It runs, and waits for the host to speak."""
    with bench.start() as probe:
        if probe.ended(_ALIVE_MS):
            raise Deviation(f"it {probe.how_it_ended()} before it was told anything", "it to wait for hello")
    return ""


def says_hello(bench: Bench) -> str:
    """Hello with a name, in time."""
    with bench.start() as probe:
        hello = probe.greet()
    said = [f"{hello.name} {hello.version}".strip()]
    if hello.author:
        said.append(f"by {hello.author}")
    if hello.language:
        said.append(f"in {hello.language}")
    asked = f", asks for {' and '.join(hello.features)}" if hello.features else ""
    return f"{' '.join(said)}{asked}, {probe.took_ms:.0f} ms"


def writes_messages_only(bench: Bench) -> str:
    """No line of its output is anything but a message."""
    with bench.greeted() as probe:
        walk = bench.walk(label="stdout")
        probe.play(walk, 4)
        probe.game_over(walk)
        probe.next(30)
        noise = list(probe.noise)
    if noise:
        shown = quote(noise[0].line.decode("utf-8", "replace").strip())
        raise Deviation(f"{len(noise)} other lines, the first {shown}", "JSON messages alone")
    return ""


def refuses_foreign_version(bench: Bench) -> str:
    """A host that speaks only major 99 gets an error, or sees the bot exit; no crash."""
    expected = "a message of type error, or its exit"
    with bench.start() as probe:
        foreign = messages.Hello(major=99, minor=0, supported=(99,), host=HOST, limits=probe.limits)
        probe.write(encode(foreign))
        answer = _refusal(probe, min(bench.hello_ms, _REFUSE_MS), expected)
        if not probe.ended(_LEAVE_MS):
            raise Deviation(f"it runs on {_LEAVE_MS} ms after its refusal", "it to exit")
        how = probe.how_it_ended()
        crash = next((line for line in probe.stderr() if any(sign in line for sign in _CRASHES)), None)
    if crash is not None or "killed" in how:
        raise Deviation(f"it crashed ({how})", expected)
    return f"{answer}{how}"


def _refusal(probe: Probe, limit_ms: int, expected: str) -> str:
    try:
        message = probe.next(limit_ms)
    except Deviation as deviation:
        if deviation.cause == "crash":
            return ""
        raise
    if isinstance(message, messages.Error):
        return f"{quote(message.message)}, "
    if message is None:
        raise Deviation(f"nothing within {limit_ms} ms", expected)
    kind = message.__struct_config__.tag
    raise Deviation(f"{quote(kind)} to a host that supports only [99]", expected)


def is_ready(bench: Bench) -> str:
    """Ready for games of all sizes and both editions."""
    slowest = 0.0
    with bench.greeted() as probe:
        for players, edition in ((2, "schmidt-2009"), (5, "bga"), (3, "bga"), (4, "schmidt-2009")):
            walk = bench.walk(players, edition)
            probe.begin(walk)
            slowest = max(slowest, probe.took_ms)
            probe.game_over(walk)
    return f"slowest {slowest:.0f} ms of {probe.limits.ready_ms}"


def answers(bench: Bench) -> str:
    """A first request gets a legal answer."""
    with bench.greeted() as probe:
        first = probe.play(bench.walk(), 1)[0]
    return quote(str(first))


def hears_events(bench: Bench) -> str:
    """No answer to an event, of whatever kind; then a request is answered."""
    with bench.greeted() as probe:
        if "events" not in probe.features:
            raise Skipped("it does not ask for events")
        walk = bench.walk(2, label="events")
        probe.play(walk, 2)
        other = 1 - walk.seat
        for event in (
            {"seat": other, "act": {"die": 5, "use": "mine"}, "stones": [1, 2, 1, 1, 0]},
            {"seat": walk.seat, "act": {"die": 2, "use": "card"}, "cards": ["mine_collapse", "lion"]},
            {"seat": other, "act": {"die": 2, "use": "card"}, "cards_hidden": 1},
            {"seat": other, "act": {"donate": True}},
            {"forfeit": other},
            {"final": [1, 2, 3, 6]},
        ):
            probe.tell(event)
            probe.silence(20, f"the event {event}")
            if probe.second_answers:
                raise Deviation(f"an answer to the event {event}", "nothing")
        probe.ask(walk.positions()[2])
    return ""
