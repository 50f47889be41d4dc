"""An observation as plain values for JSON; :mod:`livingstone.engine.observation_reader` reads them back.

Written for speed: over the protocol every request carries one. Reading field by field from the record took
130-180 us, through :mod:`livingstone.engine.flat` it is a tenth of that.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from livingstone.engine.constants import MAX_ROWS, MAX_SEATS, Phase
from livingstone.engine.flat import AT, FIELD, SEAT_FIELD, SEAT_WORDS, SEATS_AT, flat, standing_tents
from livingstone.engine.layout import Array
from livingstone.engine.money import Money
from livingstone.engine.names import CARDS, GEMS, STONES

PHASES: Final = tuple(phase.name.lower() for phase in Phase)
"""By :class:`Phase`."""
_SEAT_AT: Final = {name: words.start for name, words in SEAT_FIELD.items()}


def plain_observation(observer: int, record: Array, money: Sequence[Money]) -> dict[str, Any]:
    """What ``observer`` knows as plain values: ``record`` a redacted STATE array of shape (1,)."""
    words = flat(record)
    phase = words[AT["phase"]]
    return {
        "seat": observer,
        "to_move": words[AT["seat"]],
        "phase": PHASES[phase],
        "round": words[AT["round_number"]],
        "column": words[AT["boat"]] + 1,
        "start": words[AT["start"]],
        "pool": _dice(words[FIELD["pool"]]),
        "held": words[AT["held"]] if phase == Phase.DIE_HELD else None,
        "dice_taken": words[AT["taken"]],
        "two_dice": bool(words[AT["two_dice"]]),
        "final_dice": _dice(words[FIELD["final_dice"]]),
        "bag": _named(STONES.keys, words[FIELD["bag"]]),
        "pile": _named(STONES.keys, words[FIELD["pile"]]),
        "discards": _named(CARDS.keys, words[FIELD["discards"]]),
        "unseen_cards": _named(CARDS.keys, words[FIELD["deck"]]),
        "deck_size": words[AT["deck_size"]],
        "shuffled": _named(CARDS.keys, words[FIELD["shuffled"]]),
        "draws": {
            "stones": words[AT["bag_draws"]],
            "shuffles": words[AT["shuffles"]],
            "cards": words[AT["deck_draws"]],
        },
        "tents": [_tents(*standing) for standing in standing_tents(record)],
        "seats": [
            _seat(words[at : at + SEAT_WORDS], money[seat], seat == observer)
            for seat, at in enumerate(
                range(SEATS_AT, SEATS_AT + SEAT_WORDS * words[AT["players"]], SEAT_WORDS)
            )
        ],
    }


def _tents(place: int, tents: int, scored: int) -> dict[str, int]:
    space, seat = divmod(place, MAX_SEATS)
    column, row = divmod(space, MAX_ROWS)
    return {"column": column + 1, "row": row + 1, "seat": seat, "tents": tents, "scored": scored}


def _seat(row: list[int], money: Money, own: bool) -> dict[str, Any]:
    """One seat from its ``SEAT_WORDS`` words."""
    plain = {
        "vp": row[_SEAT_AT["vp"]],
        "vp_market": row[_SEAT_AT["vp_market"]],
        "vp_animals": row[_SEAT_AT["vp_animals"]],
        "supply": row[_SEAT_AT["supply"]],
        "placed": row[_SEAT_AT["placed"]],
        "last_die": row[_SEAT_AT["last_die"]] or None,
        "cards": row[_SEAT_AT["cards"]],
        "old_cards": row[_SEAT_AT["old_cards"]],
        "gems": _named(GEMS.keys, row[SEAT_FIELD["gems"]]),
        "forfeited": bool(row[_SEAT_AT["forfeited"]]),
        "wealth": money.wealth,
        "cash": money.cash,
        "chest": money.chest,
        "gave": money.gave,
        "donations": [
            {"round": number, "wealth": wealth, "least_wealth": least}
            for number, wealth, least in money.events
        ],
    }
    if own:
        hand = zip(CARDS.keys, row[SEAT_FIELD["hand"]], strict=True)
        plain["hand"] = [card for card, count in hand for _ in range(count)]
    return plain


def _dice(counts: Iterable[int]) -> list[int]:
    """Dice by face as an ascending list of faces."""
    return [face for face, count in enumerate(counts) for _ in range(count)]


def _named(names: tuple[str, ...], counts: list[int]) -> dict[str, int]:
    """Counts by kind as a dict, zeros left out."""
    return {name: count for name, count in zip(names, counts, strict=True) if count}
