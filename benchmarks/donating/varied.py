"""Tables of varied donors: the self-play that the donor tables are made from and checked against."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from livingstone.ai.donors import KINDS
from livingstone.ai.ismcts import IsmctsPlayer
from livingstone.ai.player import Player
from livingstone.ai.random_player import RandomPlayer
from livingstone.ai.scripted import ScriptedPlayer
from livingstone.ai.scripted_donor import STYLES, Style
from livingstone.engine.constants import Kind
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation

SHARES: Final = {
    "steady": 0.25,
    "frugal": 0.2,
    "all_in": 0.15,
    "last_minute": 0.15,
    "random": 0.1,
    "search": 0.15,
}
"""How often a seat is of a kind: a choice, made to have every way of giving in it; see docs/strength.md."""
EDITIONS: Final = ("schmidt-2009", "schmidt-2009", "schmidt-2009", "bga")
SIMULATIONS: Final = 40
"""Of a searching seat, a decision."""
LOOSE_SHARE: Final = 0.3
"""Share of scripted seats whose hand is loose: now and then they give another amount than they meant to."""
LOOSE_CHANCE: Final = 0.3


class Loose:
    """A player that gives any amount, all alike likely, with ``LOOSE_CHANCE`` whenever it donates."""

    def __init__(self, player: Player, seed: int) -> None:
        self._player = player
        self._rng = random.Random(seed)

    def choose(self, observation: Observation, legal: Sequence[Action]) -> Action:
        """The player's action, another amount at times."""
        action = self._player.choose(observation, legal)
        if action.kind == Kind.DONATE and self._rng.random() < LOOSE_CHANCE:
            return Action.donate(self._rng.randint(1, observation.cash))
        return action


class Moment(NamedTuple):
    """A game at a decision (do not keep it: the game goes on), and the kinds of its seats."""

    game: Game
    kinds: tuple[str, ...]


def varied_style(name: str, rng: random.Random) -> Style:
    """A style with another goal, margin and time than the one by that name."""
    style = STYLES[name]
    scale = rng.uniform(0.65, 1.45)
    shift = 0.0 if style.starts > 1 else rng.uniform(0.0, 0.25)
    return replace(
        style,
        goal={players: max(2, round(coins * scale)) for players, coins in style.goal.items()},
        margin=max(0, style.margin + rng.randint(-2, 3)),
        starts=style.starts + shift,
        full=style.full + shift * rng.random(),
    )


def varied_player(kind: str, seed: int) -> Player:
    """A player of a kind (one of ``KINDS``) with habits of its own."""
    rng = random.Random(seed)
    if kind == "random":
        return RandomPlayer(seed)
    if kind == "search":
        return IsmctsPlayer(simulations=SIMULATIONS, seed=seed)
    player = ScriptedPlayer(kind)
    player.style = varied_style(kind, rng)
    return Loose(player, seed) if rng.random() < LOOSE_SHARE else player


def varied_game(seed: int) -> Iterator[Moment]:
    """One game at a table of varied donors, at each decision and at its end; all of it follows from ``seed``."""
    rng = random.Random(seed)
    players = 2 + seed % 4
    kinds = tuple(rng.choices(KINDS, [SHARES[kind] for kind in KINDS], k=players))
    seats = [varied_player(kind, rng.getrandbits(60)) for kind in kinds]
    game = Game.new(players, rng.choice(EDITIONS), seed=rng.getrandbits(60))
    while not game.is_over:
        if game.awaits_chance:
            game.roll()
            continue
        yield Moment(game, kinds)
        game.play(seats[game.seat].choose(game.observation(), game.legal()))
    yield Moment(game, kinds)
