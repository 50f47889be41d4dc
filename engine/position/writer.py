"""From an observation back to a position file: "save this moment", and the round trip in the tests."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from livingstone.engine import names as words
from livingstone.engine.constants import PASSED, Phase
from livingstone.engine.editions import BUILTIN, DEFAULT, Edition
from livingstone.engine.errors import PositionError
from livingstone.engine.layout import RulesRecord, SeatRecord, StateRecord
from livingstone.engine.money import Money
from livingstone.engine.observation import Observation, faces
from livingstone.engine.position.board import draw
from livingstone.engine.position.fields import Span, cards_text
from livingstone.engine.position.toml import toml_key, toml_value

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def to_position(
    observation: Observation, names: Sequence[str], letters: Sequence[str] | None = None
) -> dict[str, Any]:
    """The file of an observation as plain data, ready for JSON or :func:`to_toml`.

    ``names`` and ``letters`` are by seat; without letters the first free letter of each name is taken. A file
    does not say where points came from, nor which chance events came before.

    Raises:
        PositionError: when no player is to move (a file shows a moment of a turn), or for unusable names.
    """
    if observation.phase > Phase.ACTION_DONE:
        raise PositionError(
            f"a position file shows a moment of a turn, not the phase {observation.phase.name.lower()}"
        )
    if len(names) != observation.players or len({name.casefold() for name in names}) < len(names):
        raise PositionError(f"names: expected {observation.players} different names, got {', '.join(names)}")
    state: StateRecord = observation.record[0]
    rules: RulesRecord = observation.edition.to_rules()[0]
    marks = list(letters) if letters is not None else _free_letters(names)
    data: dict[str, Any] = {}
    edition = _edition(observation.edition)
    if edition is not None:
        data["edition"] = edition
    data["me"] = names[observation.seat]
    data["dice"] = " ".join(str(face) for face in faces(state.pool))
    if state.seat != observation.seat:
        data["turn"] = names[state.seat]
    if state.start != 0:
        data["start"] = names[state.start]
    if observation.phase != Phase.BEFORE_DIE:
        data["holding"] = int(state.held)
    flags = {
        "done": observation.phase == Phase.ACTION_DONE,
        "two_dice": bool(state.two_dice),
        "second_die": state.taken == 2,
    }
    data.update({key: True for key, is_set in flags.items() if is_set})
    if state.round_number != state.boat + 1:
        data["round"] = int(state.round_number)
    data["pile"] = words.stones_text(state.pile.tolist())
    data["discards"] = cards_text(state.discards)
    if state.shuffled.any():
        data["shuffled"] = cards_text(state.shuffled)
    data["tents"] = "\n".join(draw(state, rules, "".join(marks))) + "\n"
    data["seats"] = {
        names[seat]: _seat(state, seat, observation, names[seat], marks[seat])
        for seat in range(observation.players)
    }
    return data


def _free_letters(names: Sequence[str]) -> list[str]:
    """One letter a seat: the first of its name that is free, else any."""
    taken: list[str] = []
    for name in names:
        wanted = [letter.upper() for letter in name if letter.isalpha() and len(letter.upper()) == 1]
        taken.append(next(letter for letter in [*wanted, *_LETTERS] if letter not in taken))
    return taken


def _edition(edition: Edition) -> Any:
    """None for the default, a built-in edition's name, else all values."""
    if edition == Edition.load(DEFAULT):
        return None
    if edition.name in BUILTIN and edition == Edition.load(edition.name):
        return edition.name
    return edition.to_dict()


def _span(span: Span) -> int | str:
    return span[0] if span[0] == span[1] else f"{span[0]}-{span[1]}"


def _coins(row: SeatRecord, money: Money, is_own: bool) -> dict[str, Any]:
    """The coins of a seat; bounds that follow from the others are left out."""
    data: dict[str, Any] = {}
    if is_own:
        data.update(cash=_span(money.cash), chest=_span(money.chest))
    else:
        data["wealth"] = _span(money.wealth)
        if money.wealth[0] != money.wealth[1]:
            data["cash"] = _span(money.cash)
        if money.gave[1] > 0:
            data["chest"] = _span(money.chest)
    if not is_own or money.gave[1] > 0:
        data["gave"] = f"{_span(money.gave)} {'time' if money.gave == (1, 1) else 'times'}"
    if money.events:
        data["donations"] = [
            {"round": event.round, "wealth": event.wealth, "least_wealth": event.least_wealth}
            for event in money.events
        ]
    return data


def _seat(state: StateRecord, seat: int, observation: Observation, name: str, letter: str) -> dict[str, Any]:
    row, is_own = state.seats[seat], seat == observation.seat
    data: dict[str, Any] = {"vp": int(row.vp)}
    if is_own:
        data["hand"] = cards_text(row.hand)
    else:
        data["cards"] = int(row.cards)
    if row.last_die == PASSED:
        data["passed"] = True
    elif row.last_die:
        data["die"] = int(row.last_die)
    if row.gems.any():
        data["gems"] = words.gems_text(row.gems.tolist())
    data.update(_coins(row, observation.money[seat], is_own))
    if row.old_cards != (row.cards if state.shuffled.any() else 0):
        data["old_cards"] = int(row.old_cards)
    if row.forfeited:
        data["forfeited"] = True
    if letter != next((first for first in name if first.isalpha()), ""):
        data["letter"] = letter
    return data


def to_toml(data: Mapping[str, Any]) -> str:
    """The TOML text of what :func:`to_position` gives: one line per key and per seat, the board as drawn."""
    lines: list[str] = []
    for key, value in data.items():
        if key == "tents":
            lines += ['tents = """', *str(value).splitlines(), '"""']
        elif key != "seats":
            lines.append(f"{key} = {toml_value(value)}")
    lines += ["", "[seats]"]
    width = max(len(toml_key(name)) for name in data["seats"])
    lines += [f"{toml_key(name):{width}} = {toml_value(seat)}" for name, seat in data["seats"].items()]
    return "\n".join(lines) + "\n"
