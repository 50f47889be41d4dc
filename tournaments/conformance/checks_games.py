"""Whole games through the real host, beside players of this package."""

from collections.abc import Mapping
from typing import Final

from livingstone.engine.constants import Kind
from livingstone.engine.editions import BUILTIN
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.engine.outcome import Outcome
from livingstone.protocol.termination import Termination
from livingstone.tournaments.conformance.bench import Bench
from livingstone.tournaments.conformance.deviation import Deviation
from livingstone.tournaments.guest import Guest
from livingstone.tournaments.match import Observer, play_game
from livingstone.tournaments.seeding import derive

_OPPONENT: Final = "scripted"


class _Stopwatch(Observer):
    """The slowest turn of a seat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.slowest_ms = 0
        self._turn_ms = 0

    def on_action(
        self, game: Game, seat: int, action: Action, outcome: Outcome, info: Mapping[str, object]
    ) -> None:
        """A turn lasts until end or pass."""
        spent = info.get("ms")
        if seat == self.seat and isinstance(spent, int):
            self._turn_ms += spent
            self.slowest_ms = max(self.slowest_ms, self._turn_ms)
            if action.kind in (Kind.END, Kind.PASS):
                self._turn_ms = 0


def plays_a_whole_game(bench: Bench, players: int) -> str:
    """From the deal to the result, with the default clock."""
    hosting = bench.hosting
    seat = derive(bench.seed, "seat", players) % players
    entrant = bench.subject.entrant
    guest = Guest(entrant.launch(hosting), hosting, entrant.name)
    watch = _Stopwatch(seat)
    game = play_game(
        [guest if other == seat else _OPPONENT for other in range(players)],
        BUILTIN[players % len(BUILTIN)],
        deal_seed=derive(bench.seed, "deal", players),
        private_seed=derive(bench.seed, "private", players),
        observers=[watch],
        hosting=hosting,
    )
    bench.stderr += [line for line in guest.stderr.splitlines() if line.strip()]
    if game.terminations[seat] is not Termination.COMPLETED:
        raise Deviation(f"{game.terminations[seat]}: {game.faults[seat]}", "the whole game")
    result = game.result
    cap = hosting.time.cap_ms
    place = f"place {result.places[seat]} of {players} with {result.points[seat]} points"
    return f"{place}{', out' if result.out[seat] else ''}; slowest turn {watch.slowest_ms} ms of {cap}"
