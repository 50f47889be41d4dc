"""A built-in player as a bot of the line protocol, like any program.

The seats of a game get the same answers from it as from the player within the host's process.
"""

from typing import Any, Final

from livingstone.ai.ismcts import IsmctsPlayer
from livingstone.ai.player import Player, begin_game
from livingstone.ai.players import make_player
from livingstone.ai.random_player import RandomPlayer
from livingstone.engine.editions import Edition
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation
from livingstone.protocol import messages
from livingstone.protocol.serve import Question

KEPT_MS: Final = 40
"""Of a turn's time, never spent on thinking: pipes, decoding, and a busy machine."""
SHARE: Final = 0.35
"""Of the rest, one decision's part: a turn has several, and says beforehand not how many."""
TURNS_OF_BANK: Final = 20
"""A bank is spent as if so many turns were still to come."""
_REHEARSED_SIMULATIONS: Final = 8
_UNSEEN: Any = None


class HouseBot:
    """What :func:`livingstone.protocol.serve.serve` needs, around a player of :func:`make_player`."""

    def __init__(self, spec: str) -> None:
        """Raises LivingstoneError for a player that is not known."""
        self.player = make_player(spec)
        self._own_seconds = self.player.seconds if isinstance(self.player, IsmctsPlayer) else None
        self._rehearsed: set[int] = set()

    def new_game(self, game: messages.NewGame) -> None:
        """Load or compile what the game will need, then begin with the private seed."""
        if game.players not in self._rehearsed:
            rehearse(self.player, Edition.from_dict(game.edition), game.players)
            self._rehearsed.add(game.players)
        begin_game(self.player, int(game.seed))

    def choose(self, request: Question) -> Action:
        """The player's answer; one that thinks by time keeps within the clock."""
        if isinstance(self.player, RandomPlayer):
            return self.player.choose(
                _UNSEEN, request.legal
            )  # it looks at the list alone: nothing is decoded
        if self._own_seconds is not None and isinstance(self.player, IsmctsPlayer):
            self.player.seconds = min(self._own_seconds, allowance_s(request.message.time))
        return self.player.choose(request.observation, request.legal)


def allowance_s(time: messages.RequestTime) -> float:
    """Seconds that a decision may think, at least a microsecond; infinite without a clock."""
    if time.deadline_ms is None:
        return float("inf")
    turn_ms = float(time.deadline_ms)
    if time.bank_ms is not None:
        turn_ms = min(turn_ms, time.increment_ms + time.bank_ms / TURNS_OF_BANK)
    return max(1e-6, SHARE * (turn_ms - KEPT_MS) / 1000)


def rehearse(player: Player, edition: Edition, players: int) -> None:
    """Play a game nobody sees, so that nothing is loaded or compiled while a clock runs.

    Its observations take the way of those that come over a pipe.
    """
    if isinstance(player, IsmctsPlayer):
        player = IsmctsPlayer(simulations=_REHEARSED_SIMULATIONS)
    game = Game.new(players, edition, seed=0, start=0)
    while not game.is_over:
        if game.awaits_chance:
            game.roll()
            continue
        seen = Observation.from_dict(edition, game.observation().to_dict())
        game.play(player.choose(seen, game.legal()))
