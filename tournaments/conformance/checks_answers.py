"""What it answers: legally, with the request's id, once."""

from typing import Final

from livingstone.engine.constants import Kind
from livingstone.engine.editions import BUILTIN, Edition
from livingstone.engine.wording import counted
from livingstone.protocol import messages
from livingstone.protocol.messages import Ping
from livingstone.tournaments.conformance.bench import Bench
from livingstone.tournaments.conformance.deviation import Deviation, Noted
from livingstone.tournaments.conformance.probe import Probe
from livingstone.tournaments.conformance.walk import Position, Walk

_PATIENCE_MS: Final = 1500.0
"""Answers in one random game may take this long; then only positions with something new are asked."""
_QUIET_MS: Final = 40


def repeats_the_id(bench: Bench) -> str:
    """Ids with gaps, the largest among them."""
    ids = (1, 2, 7, 1000, 70_000, 2**31, 2**53 - 1)
    walk = bench.walk(label="ids")
    with bench.greeted() as probe:
        probe.begin(walk)
        for number, position in zip(ids, walk.positions(), strict=False):
            probe.ask(position, number)
    return f"up to {ids[-1]}"


def answers_once(bench: Bench) -> str:
    """Nothing follows an answer."""
    walk = bench.walk(label="once")
    with bench.greeted() as probe:
        probe.begin(walk)
        for position in walk.positions()[:4]:
            probe.ask(position)
            probe.silence(_QUIET_MS, f"the answer to request {probe.last_id}")
            if probe.second_answers:
                raise Deviation(f"another answer to request {probe.last_id}", "one")
    return ""


def answers_legally(bench: Bench, players: int) -> str:
    """Positions of random games in all editions: every phase, ranges, the second die of two_dice."""
    tried = _Tried()
    with bench.greeted() as probe:
        for edition in BUILTIN:
            tried.ask_all(probe, bench.walk(players, edition, f"legal {players}"))
    return str(tried)


def passes_where_it_may(bench: Bench) -> str:
    """An edition in which no die has to be taken: pass stands beside the dice."""
    edition = Edition.load(BUILTIN[0], ["must_take_die=no"])
    tried = _Tried()
    with bench.greeted() as probe:
        tried.ask_all(probe, bench.walk(3, edition, "pass"))
    if "pass" not in tried.features:
        raise AssertionError("no position with a pass among those of the check")
    return str(tried)


class _Tried:
    """What was asked so far."""

    def __init__(self) -> None:
        self.positions = 0
        self.features: set[str] = set()
        self.slowest_ms = 0.0

    def ask_all(self, probe: Probe, walk: Walk) -> None:
        """Ask everywhere in one game while the bot is quick, else where something is new."""
        probe.begin(walk)
        spent_ms = 0.0
        for step in walk.steps():
            if not isinstance(step, Position):
                probe.tell(step)
            elif spent_ms < _PATIENCE_MS or not step.features <= self.features:
                probe.ask(step)
                spent_ms += probe.took_ms
                self.slowest_ms = max(self.slowest_ms, probe.took_ms)
                self.features |= step.features
                self.positions += 1
        probe.game_over(walk)

    def __str__(self) -> str:
        kinds = sum(kind.name.lower() in self.features for kind in Kind)
        more = ", two_dice's second die" if "second die" in self.features else ""
        return f"{self.positions} positions, {kinds} kinds of action{more}; slowest {self.slowest_ms:.0f} ms"


def plays_a_second_game(bench: Bench) -> str:
    """Another game in the same process, of another size at another seat; request ids go on."""
    first, second = bench.walk(4, label="first"), bench.walk(2, "bga", "second")
    with bench.greeted() as probe:
        for walk in (first, second):
            probe.play(walk, 5)
            probe.game_over(walk)
            probe.silence(_QUIET_MS, "game_over")
    return ""


def answers_pings(bench: Bench) -> str:
    """Pong with the ping's id: after welcome, before and between requests."""
    walk = bench.walk(label="ping")
    with bench.greeted() as probe:
        positions = walk.positions()
        _ping(probe, 1)
        probe.begin(walk)
        _ping(probe, 2)
        probe.ask(positions[0])
        _ping(probe, 2**53 - 1)
        probe.ask(positions[1])
    return ""


def _ping(probe: Probe, number: int) -> None:
    probe.send(Ping(id=number))
    pong = probe.expect(messages.Pong, probe.answer_ms, f"pong with id {number}")
    if pong.id != number:
        raise Deviation(f"pong with id {pong.id}", f"id {number}, as in the ping")


def tries_again(bench: Bench) -> str:
    """A lenient host rejects two answers; each time another one with the same id is due."""
    walk = bench.walk(label="reject")
    with bench.greeted() as probe:
        probe.begin(walk, tries=3)
        first, second = walk.positions()[:2]
        probe.ask(first)
        for tries_left in (2, 1):
            text = "this host rejects whatever comes, to see what follows"
            probe.answered.discard(probe.last_id)
            probe.send(
                messages.Reject(id=probe.last_id, code="bad_answer", message=text, tries_left=tries_left)
            )
            probe.answer(first)
        probe.ask(second)
    return ""


def repeats_itself(bench: Bench) -> str:
    """The same seed and requests give the same answers: a game can then be repeated. Not required."""
    runs = []
    for _ in range(2):
        with bench.greeted() as probe:
            runs.append(probe.play(bench.walk(label="same"), 20))
    differing = sum(one != other for one, other in zip(*runs, strict=True))
    if differing:
        raise Noted(
            f"{differing} of {counted(len(runs[0]), 'answer')} differ from those of another run with the same seed"
        )
    return counted(len(runs[0]), "answer")
