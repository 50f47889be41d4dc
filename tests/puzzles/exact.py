"""The exact solver: every action, every outcome of chance, every world of the observer's belief. Slow and plain.

For the end of a game: the last round, with few decisions left. The value of a position is the win share (R47) of
each seat when every seat to move maximises its own. What stays unknown to the solved seat (the others' money) is
averaged over its belief at the end of the game; that is exact as long as nobody else acts any more. Where others
still act, the position must leave nothing unknown.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import comb
from typing import NamedTuple

from livingstone.ai.belief import belief_of
from livingstone.engine.constants import Card, Kind, Phase
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.engine.outcome import Outcome

Shares = tuple[float, ...]
"""Win shares by seat."""


class World(NamedTuple):
    """One split of everybody's money that the observer holds possible."""

    weight: float
    chests: tuple[int, ...]


def worlds_of(game: Game, seat: int) -> list[World]:
    """The worlds of a seat's belief; other seats must hold no cards (they are not averaged over)."""
    assert all(game.record[0].seats[other].cards == 0 for other in range(game.players) if other != seat)
    belief = belief_of(game.observation(seat))
    choices = []
    for other in range(game.players):
        count = int(belief.sizes[other])
        running = belief.cumulative[other, :count].tolist()
        weights = [after - before for before, after in zip([0, *running], running, strict=False)]
        choices.append(
            [(w / running[-1], int(c)) for w, c in zip(weights, belief.pairs[other, :count, 1], strict=True)]
        )
    worlds = []
    for chosen in product(*choices):
        weight = 1.0
        for share, _ in chosen:
            weight *= share
        worlds.append(World(weight, tuple(chest for _, chest in chosen)))
    return worlds


def every_action(game: Game) -> Iterator[Action]:
    """The legal list with its ranges of amounts written out."""
    for entry in game.legal():
        if entry.kind == Kind.DONATE:
            yield from (Action.donate(coins) for coins in range(1, entry.coins + 1))
        elif entry.kind in (Kind.SELL, Kind.MARKET):
            make = Action.sell if entry.kind == Kind.SELL else Action.market
            for gems in product(*(range(most + 1) for most in entry.gems)):
                if any(gems):
                    yield make(gems)
        else:
            yield entry


def outcomes(game: Game, action: Action) -> Iterator[tuple[float, Outcome | None]]:
    """Every outcome of an action's chance with its probability."""
    if action.kind == Kind.CARD:
        yield from _cards(game)
    elif action.kind == Kind.MINE:
        yield from _stones(game, action.die)
    elif action.kind == Kind.PLAY and action.card == Card.THREE_STONES:
        yield from _stones(game, 3)
    else:
        yield 1.0, None


def _stones(game: Game, wanted: int) -> Iterator[tuple[float, Outcome]]:
    """R13: draws without an order, multivariate hypergeometric."""
    bag = [int(count) for count in game.record[0].bag]
    wanted = min(wanted, sum(bag))
    ways = comb(sum(bag), wanted)
    for stones in product(*(range(min(count, wanted) + 1) for count in bag)):
        if sum(stones) == wanted:
            chance = 1
            for count, drawn in zip(bag, stones, strict=True):
                chance *= comb(count, drawn)
            yield chance / ways, Outcome(stones=stones)


def _cards(game: Game) -> Iterator[tuple[float, Outcome]]:
    """R11, R28 with one mine_collapse: the card, or mine_collapse and its replacement."""
    state = game.record[0]
    for card in Card:
        chance = int(state.deck[card]) / int(state.deck_size)
        if not chance:
            continue
        if card != Card.MINE_COLLAPSE:
            yield chance, Outcome(cards=(card,))
            continue
        rest = [int(count) - (kind == card) for kind, count in enumerate(state.deck)]
        if not sum(rest):
            rest = [int(count) for count in state.discards]
        for other in Card:
            if rest[other]:
                yield chance * rest[other] / sum(rest), Outcome(cards=(card, other))


@cache
def final_sums() -> list[tuple[float, tuple[int, ...]]]:
    """R46: each sum of four dice with its probability, and four dice that show it."""
    shown: dict[int, list[tuple[int, ...]]] = {}
    for dice in product(range(1, 7), repeat=4):
        shown.setdefault(sum(dice), []).append(dice)
    return [(len(rolls) / 6**4, rolls[0]) for rolls in shown.values()]


class Solver:
    """Solves for one seat; positions met twice are solved once."""

    def __init__(self, game: Game, seat: int | None = None) -> None:
        self.seat = game.seat if seat is None else seat
        self.worlds = worlds_of(game, self.seat)
        self._known: dict[bytes, Shares] = {}
        self._endings: dict[object, Shares] = {}

    def action_values(self, game: Game) -> dict[Action, float]:
        """The win share of the seat to move for each of its actions, best play following."""
        assert game.seat == self.seat
        return {action: self._after(game, action)[self.seat] for action in every_action(game)}

    def value(self, game: Game) -> Shares:
        """Win shares by seat under best play."""
        key = self._key(game)
        if key not in self._known:
            self._known[key] = self._value(game)
        return self._known[key]

    def _value(self, game: Game) -> Shares:
        if game.phase in (Phase.OVER, Phase.FINAL_DICE):
            return self._end(game)
        assert game.phase != Phase.ROLL, "the solver is for the last round"
        if game.seat != self.seat:
            assert len(self.worlds) == 1, "another seat acts on money that the solved one does not know"
        seat = game.seat
        return max(
            (self._after(game, action) for action in every_action(game)), key=lambda shares: shares[seat]
        )

    def _after(self, game: Game, action: Action) -> Shares:
        total = [0.0] * game.players
        for chance, outcome in outcomes(game, action):
            following = game.copy()
            following.play(action, outcome)
            for seat, share in enumerate(self.value(following)):
                total[seat] += chance * share
        return tuple(total)

    def _end(self, game: Game) -> Shares:
        total = [0.0] * game.players
        for world in self.worlds:
            truth = game.copy()
            if len(self.worlds) > 1:
                for other in range(game.players):
                    if other != self.seat:
                        truth.record[0].seats[other].chest = world.chests[other]
            for seat, share in enumerate(self._final_shares(truth)):
                total[seat] += world.weight * share
        return tuple(total)

    def _final_shares(self, game: Game) -> Shares:
        """The result, averaged over the final dice; endings that R43 to R46 cannot tell apart count once."""
        if game.phase == Phase.OVER:
            return game.result().shares
        rolled = game.copy()
        rolled.roll((1, 1, 1, 1))
        seats = rolled.record[0].seats[: game.players]
        key = (rolled.result().points, tuple((int(seat.chest), int(seat.placed)) for seat in seats))
        if key not in self._endings:
            total = [0.0] * game.players
            for chance, dice in final_sums():
                rolled = game.copy()
                rolled.roll(dice)
                for seat, share in enumerate(rolled.result().shares):
                    total[seat] += chance * share
            self._endings[key] = tuple(total)
        return self._endings[key]

    @staticmethod
    def _key(game: Game) -> bytes:
        """The state without what cannot matter any more: how often seats gave, and where draws are addressed."""
        record = game.record.copy()
        record["seats"]["gave"] = 0
        record["seats"]["old_cards"] = 0
        for counter in ("bag_draws", "deck_draws", "shuffles"):
            record[counter] = 0
        return record.tobytes()
