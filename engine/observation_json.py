"""An observation as plain values for JSON; :mod:`livingstone.engine.observation_reader` reads them back.

Written for speed: over the protocol every request carries one. Made of dicts and lists, then encoded, it took 22 us,
a fifth of what a request cost the host. But most of it was met before: so the tents, the bag, a hand are encoded once
for what they say, and found again by the bytes of the record that say it. That takes 9 us.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final

from livingstone.engine.codec import Fragment, dumps, loads
from livingstone.engine.constants import MAX_ROWS, MAX_SEATS, Phase
from livingstone.engine.flat import (
    AT,
    FIELD,
    SEAT_FIELD,
    SEAT_WORDS,
    SEATS_AT,
    TENT_BYTES,
    WORD,
    standing_in,
    words_in,
)
from livingstone.engine.layout import Array
from livingstone.engine.money import Donation, Money
from livingstone.engine.names import CARDS, GEMS, STONES

PHASES: Final = tuple(phase.name.lower() for phase in Phase)
"""By :class:`Phase`."""


def _bytes(words: slice) -> slice:
    """Where words stand, in bytes."""
    return slice(WORD * words.start, WORD * words.stop)


_BYTES: Final = {name: _bytes(words) for name, words in FIELD.items()}
"""Field of STATE to its bytes."""
_TURN: Final = itemgetter(
    *(
        AT[name]
        for name in ("players", "phase", "seat", "round_number", "boat", "start", "held", "taken", "two_dice")
    )
)
_DRAWS: Final = itemgetter(*(AT[name] for name in ("bag_draws", "shuffles", "deck_draws", "deck_size")))
_SEAT: Final = itemgetter(
    *(
        SEAT_FIELD[name].start
        for name in (
            "vp", "vp_market", "vp_animals", "supply", "placed", "last_die", "cards", "old_cards", "forfeited",
        )
    )
)  # fmt: skip
_GEM_BYTES: Final = _bytes(SEAT_FIELD["gems"])
_HAND_BYTES: Final = _bytes(SEAT_FIELD["hand"])
_SEAT_BYTES: Final = tuple(
    _bytes(slice(at, at + SEAT_WORDS))
    for at in range(SEATS_AT, SEATS_AT + SEAT_WORDS * MAX_SEATS, SEAT_WORDS)
)


def plain_observation(observer: int, record: Array, money: Sequence[Money]) -> dict[str, Any]:
    """What ``observer`` knows as plain values: ``record`` a redacted STATE array of shape (1,)."""
    plain: dict[str, Any] = loads(dumps(encodable_observation(observer, record, money)))
    return plain


def encodable_observation(observer: int, record: Array, money: Sequence[Money]) -> dict[str, Any]:
    """As :func:`plain_observation`, for :func:`livingstone.engine.codec.dumps`: its parts are JSON already."""
    raw = record.tobytes()
    words = words_in(raw)
    players, phase, to_move, number, boat, start, held, taken, two_dice = _TURN(words)
    stone_draws, shuffles, card_draws, deck_size = _DRAWS(words)
    return {
        "seat": observer,
        "to_move": to_move,
        "phase": PHASES[phase],
        "round": number,
        "column": boat + 1,
        "start": start,
        "pool": _dice(raw[_BYTES["pool"]]),
        "held": held if phase == Phase.DIE_HELD else None,
        "dice_taken": taken,
        "two_dice": bool(two_dice),
        "final_dice": _dice(raw[_BYTES["final_dice"]]),
        "bag": _stones(raw[_BYTES["bag"]]),
        "pile": _stones(raw[_BYTES["pile"]]),
        "discards": _cards(raw[_BYTES["discards"]]),
        "unseen_cards": _cards(raw[_BYTES["deck"]]),
        "deck_size": deck_size,
        "shuffled": _cards(raw[_BYTES["shuffled"]]),
        "draws": {"stones": stone_draws, "shuffles": shuffles, "cards": card_draws},
        "tents": _tents(raw[TENT_BYTES]),
        "seats": [_seat(raw[_SEAT_BYTES[seat]], money[seat], seat == observer) for seat in range(players)],
    }


@lru_cache(maxsize=256)
def _tents(spaces: bytes) -> Fragment:
    """All tents from the ``TENT_BYTES`` of a record."""
    return Fragment(dumps([_standing(*standing) for standing in standing_in(spaces)]))


def _standing(place: int, tents: int, scored: int) -> dict[str, int]:
    space, seat = divmod(place, MAX_SEATS)
    column, row = divmod(space, MAX_ROWS)
    return {"column": column + 1, "row": row + 1, "seat": seat, "tents": tents, "scored": scored}


def _seat(row: bytes, money: Money, own: bool) -> dict[str, Any]:
    """One seat from the bytes of its SEAT. Most actions change one, so a whole seat is not kept: it is seldom met."""
    vp, market, animals, supply, placed, last_die, cards, old_cards, forfeited = _SEAT(words_in(row))
    plain = {
        "vp": vp,
        "vp_market": market,
        "vp_animals": animals,
        "supply": supply,
        "placed": placed,
        "last_die": last_die or None,
        "cards": cards,
        "old_cards": old_cards,
        "gems": _gems(row[_GEM_BYTES]),
        "forfeited": bool(forfeited),
        "wealth": money.wealth,
        "cash": money.cash,
        "chest": money.chest,
        "gave": money.gave,
        "donations": _donations(money.events),
    }
    if own:
        plain["hand"] = _hand(row[_HAND_BYTES])
    return plain


@lru_cache(maxsize=1024)
def _donations(events: tuple[Donation, ...]) -> Fragment:
    return Fragment(
        dumps(
            [{"round": number, "wealth": wealth, "least_wealth": least} for number, wealth, least in events]
        )
    )


@lru_cache(maxsize=4096)
def _hand(counts: bytes) -> Fragment:
    """Cards in hand by kind as a list of them."""
    cards = zip(CARDS.keys, words_in(counts), strict=True)
    return Fragment(dumps([card for card, count in cards for _ in range(count)]))


@lru_cache(maxsize=4096)
def _gems(counts: bytes) -> Fragment:
    return _named(GEMS.keys, counts)


@lru_cache(maxsize=4096)
def _dice(counts: bytes) -> Fragment:
    """Dice by face as an ascending list of faces."""
    return Fragment(dumps([face for face, count in enumerate(words_in(counts)) for _ in range(count)]))


@lru_cache(maxsize=4096)
def _stones(counts: bytes) -> Fragment:
    return _named(STONES.keys, counts)


@lru_cache(maxsize=4096)
def _cards(counts: bytes) -> Fragment:
    return _named(CARDS.keys, counts)


def _named(names: tuple[str, ...], counts: bytes) -> Fragment:
    """Counts by kind as an object, zeros left out."""
    named = zip(names, words_in(counts), strict=True)
    return Fragment(dumps({name: count for name, count in named if count}))
