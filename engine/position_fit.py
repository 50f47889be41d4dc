"""Whether a position can be: its fields among themselves, and against the values of an edition.

Compiled code trusts a record, so nothing from outside reaches it unchecked.
"""

from typing import Any, Final

from livingstone.engine.constants import FACES, FINAL_DICE, Phase
from livingstone.engine.errors import NotationError
from livingstone.engine.layout import Array
from livingstone.engine.names import CARDS, STONES

_HOLDING: Final = (Phase.DIE_HELD, Phase.ACTION_DONE)


def check_coherence(record: Array) -> None:
    """Refuse a ``STATE`` array of shape (1,) whose fields contradict each other.

    Raises:
        NotationError: naming the field.
    """
    state = record[0]
    phase, players = Phase(int(state["phase"])), int(state["players"])
    for key in ("seat", "start"):
        if state[key] >= players:
            raise _fault(
                key, f"seat {state[key]} is not there: {players} players have the seats 0 to {players - 1}"
            )
    if (state["held"] > 0) != (phase in _HOLDING) or (state["taken"] > 0) != (phase in _HOLDING):
        raise _fault(
            "held", f"a die {state['held']} and {state['taken']} taken do not go with {phase.name.lower()}"
        )
    last = int(state["seats"][state["seat"]]["last_die"])
    if phase in _HOLDING and last != state["held"]:
        raise _fault("held", f"the die {state['held']} is not the seat's last die {last}")
    if state["taken"] == 2 and not state["two_dice"]:
        raise _fault("taken", "two dice are taken without the card two_dice (R37)")
    if phase == Phase.BEFORE_DIE and not state["pool"][last + 1 : FACES + 1].any():
        raise _fault("pool", f"no die above the last die {last} of seat {state['seat']}: it has no turn (R9)")
    if phase in (Phase.ROLL, Phase.FINAL_DICE, Phase.OVER) and state["pool"].any():
        raise _fault("pool", f"there are no dice on the table in the phase {phase.name.lower()}")
    _check_final(state, phase, players)


def _check_final(state: Any, phase: Phase, players: int) -> None:
    dice = int(state["final_dice"].sum())
    expected = FINAL_DICE if players == 2 and phase == Phase.OVER else 0
    if dice != expected:
        raise _fault(
            "final", f"{dice} dice: expected {expected} with {players} players in {phase.name.lower()}"
        )
    if phase == Phase.FINAL_DICE and players != 2:
        raise _fault("phase", "the final dice are for two players (R46)")


def check_edition(record: Array, rules: Array) -> None:
    """Refuse a position that no game of an edition can reach; all hands must be known.

    Args:
        record: a ``STATE`` array of shape (1,).
        rules: a ``RULES`` array of shape (1,).

    Raises:
        NotationError: naming the field.
    """
    check_coherence(record)
    state, law = record[0], rules[0]
    _check_public(state, law)
    _check_cards(state, law, int(state["players"]))


def check_view(record: Array, rules: Array, observer: int) -> None:
    """As :func:`check_edition` for a redacted record: the others' hands are among the unseen cards.

    Args:
        record: a ``STATE`` array of shape (1,) as ``observer`` knows it.
        rules: a ``RULES`` array of shape (1,).
        observer: the seat whose hand is known.

    Raises:
        NotationError: naming the field.
    """
    check_coherence(record)
    state, law = record[0], rules[0]
    _check_public(state, law)
    seats = state["seats"][: int(state["players"])]
    own = seats[observer]["hand"]
    if seats[observer]["cards"] != own.sum():
        raise _fault(f"seat{observer}", f"{own.sum()} cards in the hand: expected {seats[observer]['cards']}")
    unseen = int(state["deck"].sum())
    expected = int(state["deck_size"] + seats["cards"].sum() - seats[observer]["cards"])
    if unseen != expected:
        raise _fault("deck", f"{unseen} unseen cards: expected {expected} in the deck and the others' hands")
    _check_kinds(state["deck"] + state["discards"] + own, law)


def _check_public(state: Any, law: Any) -> None:
    """What everybody at the table can check."""
    columns, rows, players = int(law["columns"]), int(law["rows"]), int(state["players"])
    if state["boat"] >= columns:
        raise _fault("boat", f"column {state['boat'] + 1} is not there: the edition has {columns}")
    if state["tents"][columns:].any() or state["tents"][:, rows:].any():
        raise _fault("tents", f"a tent stands outside the {columns} columns and {rows} rows of the edition")
    if state["round_number"] > law["max_rounds"]:
        raise _fault("round", f"{state['round_number']} is above the edition's {law['max_rounds']} rounds")
    _check_tents(state, law, players)
    _check_stones(state, law, players)
    dice = int(state["pool"].sum() + state["taken"])
    if dice > law["dice_per_player"] * players:
        raise _fault("pool", f"{dice} dice with those taken: a round has {law['dice_per_player'] * players}")


def _check_tents(state: Any, law: Any, players: int) -> None:
    for seat in range(players):
        standing = int(state["tents"][:, :, seat].sum())
        total = standing + int(state["seats"][seat]["supply"])
        if total != law["tents_per_player"]:
            raise _fault(f"seat{seat}", f"{standing} tents on the board make {total} with the supply: "
                                        f"expected {law['tents_per_player']}")  # fmt: skip
        if state["seats"][seat]["placed"] < standing:
            raise _fault(f"seat{seat}", f"placed is below the {standing} tents on the board")


def _check_stones(state: Any, law: Any, players: int) -> None:
    stones = state["bag"] + state["pile"]
    stones[2:] += state["seats"]["gems"][:players].sum(axis=0)
    for colour, (found, expected) in enumerate(zip(stones, law["bag"], strict=True)):
        if found != expected:
            raise _fault(
                "bag", f"{found} {STONES.keys[colour]} stones with pile and gems: expected {expected}"
            )


def _check_cards(state: Any, law: Any, players: int) -> None:
    seats = state["seats"][:players]
    for seat in range(players):
        if seats[seat]["cards"] != seats[seat]["hand"].sum():
            raise _fault(
                f"seat{seat}", "the hand has unknown cards: a game can only go on from a full position"
            )
    if state["deck_size"] != state["deck"].sum():
        raise _fault("deck", "the deck is not known: a game can only go on from a full position")
    _check_kinds(state["deck"] + state["discards"] + seats["hand"].sum(axis=0), law)


def _check_kinds(cards: Any, law: Any) -> None:
    for kind, (found, expected) in enumerate(zip(cards, law["cards"], strict=True)):
        if found != expected:
            raise _fault("deck", f"{found} {CARDS.keys[kind]} with discards and hands: expected {expected}")


def _fault(field: str, message: str) -> NotationError:
    return NotationError(f"position, field '{field}': {message}")
