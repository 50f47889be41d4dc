"""What chance did to the win chances: a state before and after each event, played out by a fixed player.

The value of a state is the share of playouts that a seat wins, so the value before an event is the mean of the values
after it over all that could have come: over many events luck is zero on average, whoever plays.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from livingstone.ai.effort import group_seed
from livingstone.ai.plans import half_width
from livingstone.ai.review.moments import Event
from livingstone.ai.review.report import Chance, Point
from livingstone.ai.rewards import Floats
from livingstone.ai.simulation_playouts import NO_ACTION, draw_worlds, play_out
from livingstone.engine.constants import Card, Kind
from livingstone.engine.layout import Array
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation

BATCHES: Final = 8
WORLDS: Final = 64
"""Of each batch where only one seat's view is known; each is played out as often as the others."""


def measure(event: Event, rules: Array, playouts: int, seed: int) -> tuple[Chance, Point, Point]:
    """The luck of an event for each seat, and the win chances before and after it.

    ``playouts``: of each of the two states.
    """
    before = _wins(event.before, event.first, event.place.seat, rules, playouts, seed)
    after = _wins(event.after, None, event.place.seat, rules, playouts, group_seed(seed, BATCHES))
    luck = after - before
    place = event.place
    chance = Chance(
        step=place.step,
        line=place.line,
        round=place.round,
        seat=place.seat,
        kind=event.kind,
        text=event.text,
        luck=tuple(luck.mean(axis=0).tolist()),
        half_width=tuple(half_width(luck[:, seat]) or 0.0 for seat in range(luck.shape[1])),
    )
    return (
        chance,
        Point(place.step - 1, place.round, tuple(before.mean(axis=0).tolist())),
        Point(place.step, place.round, tuple(after.mean(axis=0).tolist())),
    )


def _wins(
    side: Array | Observation, first: Action | None, actor: int, rules: Array, playouts: int, seed: int
) -> Floats:
    """Win shares by batch and seat, float64 (BATCHES, players)."""
    code = NO_ACTION if first is None else int(first)
    size = max(1, playouts // BATCHES)
    batches = []
    for batch in range(BATCHES):
        batch_seed = group_seed(seed, batch)
        states = states_of(side, first, actor, min(WORLDS, size), batch_seed)
        count = max(1, size // len(states))
        batches.append(play_out(states, rules, count, batch_seed, "search", code).win)
    return np.array(batches)


def states_of(
    side: Array | Observation, first: Action | None, actor: int, count: int, seed: int
) -> Sequence[Array]:
    """The full state, or ``count`` worlds that the observer cannot tell apart: STATE arrays of shape (1,).

    In each of them ``actor`` can play ``first``, if it is a card.
    """
    if not isinstance(side, Observation):
        return [side]
    worlds = draw_worlds(side, count, seed)
    if first is not None and first.kind == Kind.PLAY and first.card is not None and actor != side.seat:
        for world in worlds:
            hidden = [seat for seat in range(side.players) if seat not in (actor, side.seat)]
            sources = [world.deck, *(world.seats[seat].hand for seat in hidden)]
            _deal_card(world.seats[actor].hand, sources, first.card)
    return [worlds[index : index + 1] for index in range(count)]


def _deal_card(hand: Array, sources: Sequence[Array], card: Card) -> None:
    """See to it that a hand holds a card: if it lacks it, it swaps another one for it with the first that has it."""
    source = next((cards for cards in sources if cards[card] > 0), None)
    if hand[card] == 0 and source is not None:
        other = int(np.flatnonzero(hand)[0])
        hand[other] -= 1
        source[other] += 1
        hand[card] += 1
        source[card] -= 1


def combined(half_widths: Iterable[float]) -> float:
    """Half the interval of a sum of independent numbers."""
    return math.sqrt(sum(half * half for half in half_widths))
