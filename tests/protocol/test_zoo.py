"""Every bad bot at a table: the right verdict soon, nobody else is touched, and nothing of it is left."""

import re
import time
from collections.abc import Mapping, Sequence

import pytest

from bot_zoo import ALL_MS, ANIMALS, CAP_MS, Animal, Marked, deserter
from livingstone.ai.player import Player
from livingstone.engine.game import Game, Result
from livingstone.engine.notation import Action
from livingstone.engine.outcome import Outcome
from livingstone.protocol.clock import MARGIN_MS
from livingstone.protocol.isolation import Isolation, best_isolation
from livingstone.protocol.messages import BotLimits, TimeControl
from livingstone.protocol.session import Session
from livingstone.protocol.termination import HostStalled, Termination
from livingstone.tournaments.guest import Guest
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.match import GameResult, Observer, play_game

TABLES = [(players, seat) for players in range(2, 6) for seat in range(players)]
OTHERS = ("scripted", "random", "scripted:frugal", "random")
VERDICT_S = 1.0
"""From the misbehaviour, or from the deadline, to the verdict: the bot is dead by then."""


class Watch(Observer):
    """What happened at the table, and how long the fault took."""

    def __init__(self) -> None:
        self.steps: list[tuple[object, ...]] = []
        self.fault_s = 0.0
        self._last = time.monotonic()

    def on_start(self, game: Game) -> None:
        self._last = time.monotonic()

    def on_roll(self, game: Game, outcome: Outcome) -> None:
        self.steps.append(("roll", outcome))
        self._last = time.monotonic()

    def on_action(
        self, game: Game, seat: int, action: Action, outcome: Outcome, info: Mapping[str, object]
    ) -> None:
        self.steps.append((seat, action, outcome))
        self._last = time.monotonic()

    def on_fault(self, game: Game, seat: int, termination: Termination, reason: str) -> None:
        self.steps.append(("fault", seat, termination))
        self.fault_s = time.monotonic() - self._last

    def on_end(self, game: Game, result: Result) -> None:
        self.steps.append(("end", result))


def play(player: Player, players: int, seat: int, hosting: Hosting | None = None) -> tuple[Watch, GameResult]:
    watch = Watch()
    table: Sequence[str | Player] = [*OTHERS[:seat], player, *OTHERS[seat : players - 1]]
    game = play_game(table, deal_seed=3, private_seed=4, observers=[watch], hosting=hosting)
    return watch, game


@pytest.fixture(autouse=True)
def short_limits(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """What a bot gets for hello and ready; a test may change it."""
    limits = {"hello_ms": ALL_MS, "ready_ms": ALL_MS}
    make = lambda *args, **named: Session(*args, limits=BotLimits(**limits), **named)  # noqa: E731
    monkeypatch.setattr("livingstone.tournaments.guest.Session", make)
    return limits


def prove(animal: Animal, players: int, seat: int, level: Isolation, limits: dict[str, int]) -> None:
    if level.rank < animal.level.rank:
        level = animal.level
    animal = animal.at(level)
    if animal.name == "speech mute":
        limits["hello_ms"] = CAP_MS
    if animal.name == "speech never_ready":
        limits["ready_ms"] = CAP_MS
    hosting = Hosting(TimeControl(cap_ms=animal.cap_ms), isolation=level)
    for attempt in range(3):
        marked = Marked(animal, level)
        try:
            watch, game = play(Guest(marked.launch, hosting, "bad"), players, seat, hosting)
            break
        except HostStalled:  # on a busy machine; nobody pays, the game is played again
            assert attempt < 2
    assert marked.left() == []
    assert re.search(animal.text, game.faults[seat]), game.faults[seat]
    assert game.terminations == tuple(
        animal.end if other == seat else Termination.COMPLETED for other in range(players)
    )
    waited = CAP_MS / 1000 if "no answer after" in game.faults[seat] else 0
    if animal.answers:  # a start takes as long as it takes
        assert watch.fault_s < waited + MARGIN_MS / 1000 + VERDICT_S
    same, honest = play(deserter(animal), players, seat)
    assert watch.steps == same.steps
    assert game.decisions == honest.decisions
    assert game.result == honest.result
    if animal.end is Termination.COMPLETED:
        assert not game.is_degraded
        assert game.decisions[seat] > 10
    else:
        assert game.decisions[seat] == animal.answers
        assert game.result.places[seat] == max(game.result.places) == players
        assert seat not in game.result.winners
        assert any(step[0] == seat for step in watch.steps[watch.steps.index(("fault", seat, animal.end)) :])


def ids(animal: Animal) -> str:
    return animal.name.replace(" ", "-")


@pytest.mark.parametrize("number", range(len(ANIMALS)), ids=[ids(animal) for animal in ANIMALS])
def test_a_bad_bot_at_one_table(number: int, short_limits: dict[str, int]) -> None:
    animal = ANIMALS[number]
    level = min(best_isolation(), Isolation.LIMITS, key=lambda each: each.rank)
    if level.rank < animal.level.rank:
        pytest.skip(f"needs isolation {animal.level}, this machine has {level}")
    prove(animal, *TABLES[number % len(TABLES)], level, short_limits)


@pytest.mark.slow
@pytest.mark.parametrize("level", list(Isolation))
@pytest.mark.parametrize("animal", ANIMALS, ids=ids)
def test_a_bad_bot_at_every_table(animal: Animal, level: Isolation, short_limits: dict[str, int]) -> None:
    if max(level.rank, animal.level.rank) > best_isolation().rank:
        pytest.skip(f"this machine has isolation {best_isolation()}")
    for players, seat in TABLES:
        prove(animal, players, seat, level, short_limits)


def test_two_bad_bots_at_one_table_both_pay() -> None:
    bad = [Marked(animal) for animal in ANIMALS if animal.name in ("ends at_request", "speech nan")]
    hosting = Hosting(TimeControl(cap_ms=ALL_MS))
    guests = [Guest(each.launch, hosting, each.animal.name) for each in bad]
    game = play_game([guests[0], "scripted", guests[1]], deal_seed=3, private_seed=4)
    ends = {guests[number].name: game.terminations[2 * number] for number in range(2)}
    assert ends == {each.animal.name: each.animal.end for each in bad}
    assert game.result.places[1] == 1
    assert [each.left() for each in bad] == [[], []]


def test_the_zoo_would_notice_what_is_left() -> None:
    """The scan itself: a running bot is found, an ended one is not."""
    marked = Marked(next(animal for animal in ANIMALS if animal.name == "families forker"))
    session = Session(marked.launch)
    session.greet()
    assert marked.left() == [session.process.pid]
    session.close()
    assert marked.left() == []
