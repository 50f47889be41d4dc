"""Random games as one seat lives through them: the events it hears, the positions it is asked in."""

import random
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from livingstone.ai.random_player import RandomPlayer
from livingstone.engine.constants import Kind, Phase
from livingstone.engine.editions import Edition
from livingstone.engine.events import Event, action_event, roll_event
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation
from livingstone.engine.observation_json import PHASES
from livingstone.tournaments.seeding import derive

_MOST_COINS: Final = 3
"""Random donations are small, else nobody could pay for tents."""
_CANDIDATES: Final = 24
"""Games that are looked at for one in which the seat meets everything."""


class Position(NamedTuple):
    """The seat is to move."""

    observation: Observation
    legal: list[Action]

    @property
    def features(self) -> frozenset[str]:
        """What is special about it, for choosing positions and for telling what was tried."""
        kinds = {entry.kind for entry in self.legal}
        found = {PHASES[self.observation.phase], *(kind.name.lower() for kind in kinds)}
        if self.observation.phase == Phase.ACTION_DONE and Kind.TAKE in kinds:
            found.add("second die")
        if len(self.legal) == 1:
            found.add("forced")
        return frozenset(found)


class Walk(NamedTuple):
    """A random game from a seat's view; the same arguments give the same game."""

    players: int
    edition: Edition
    seat: int
    seed: int

    def steps(self) -> Iterator[Event | Position]:
        """Everything in order. The game goes on with random actions, whatever a bot answers at a position."""
        game, player = Game.new(self.players, self.edition, self.seed), RandomPlayer(self.seed)
        while not game.is_over:
            if game.awaits_chance:
                final = game.phase == Phase.FINAL_DICE
                yield roll_event(game.roll(), final=final)
                continue
            seat, observation, legal = game.seat, game.observation(), game.legal()
            if seat == self.seat:
                yield Position(observation, legal)
            action = _modest(player.choose(observation, legal))
            outcome = game.play(action)
            money_open = self.edition.money == "open"
            yield action_event(self.seat, seat, action, outcome, money_open=money_open)

    def positions(self) -> list[Position]:
        """The seat's positions alone."""
        return [step for step in self.steps() if isinstance(step, Position)]

    def game_over(self) -> Mapping[str, Any]:
        """The result's fields beside the game's name, for a game that ends here and now as a draw."""
        count = self.players
        nothing = dict.fromkeys(("tents", "market", "animals", "rows", "gems"), 0)
        return {
            "place": 1,
            "places": (1,) * count,
            "points": (0,) * count,
            "sources": (nothing,) * count,
            "donations": (0,) * count,
            "out": (False,) * count,
            "forfeited": (False,) * count,
            "winners": tuple(range(count)),
            "degraded": False,
        }


def _modest(action: Action) -> Action:
    return Action.donate(1 + action.coins % _MOST_COINS) if action.coins > _MOST_COINS else action


def rich_walk(players: int, edition: Edition, seed: int) -> Walk:
    """A random game in which its seat meets most kinds of positions, the second die of two_dice above all."""
    rng = random.Random(derive(seed, "walk", players, edition.name))
    candidates = []
    for _ in range(_CANDIDATES):
        walk = Walk(players, edition, rng.randrange(players), rng.getrandbits(64))
        met = frozenset[str]().union(*(position.features for position in walk.positions()))
        candidates.append(("second die" in met, len(met), walk))
        if "second die" in met and len(met) >= len(Kind):
            break
    return max(candidates, key=lambda found: found[:2])[2]
