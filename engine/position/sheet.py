"""A position file with its types checked: still what a person wrote, nothing derived yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from livingstone.engine.constants import MAX_COLUMNS, MAX_SEATS, MIN_SEATS
from livingstone.engine.editions import DEFAULT, Edition
from livingstone.engine.errors import EditionError
from livingstone.engine.layout import RulesRecord
from livingstone.engine.position import board as boards
from livingstone.engine.position import fields
from livingstone.engine.position.board import Board
from livingstone.engine.position.fields import Span, fail
from livingstone.engine.position.keys import MAX_COINS, MAX_COUNT, MAX_ROUND, SEAT, TOP

LONGEST_NAME: Final = 24
_DONATION: Final = ("round", "wealth", "least_wealth")


class Told(NamedTuple):
    """One announced donation, as far as somebody remembers it; None = not written."""

    round: int
    wealth: int | None
    least_wealth: int | None
    """The wealth at that moment where only that is written: it is a bound too, if a weaker one."""


@dataclass(frozen=True)
class SeatSheet:
    """One entry of ``[seats]``; None = not written."""

    name: str
    letter: str
    vp: int | None = None
    cards: int | None = None
    hand: list[int] | None = None
    die: int | None = None
    gems: list[int] | None = None
    cash: Span | None = None
    chest: Span | None = None
    wealth: Span | None = None
    gave_times: Span | None = None
    gave_coins: Span | None = None
    donations: tuple[Told, ...] = ()
    passed: bool = False
    forfeited: bool = False
    old_cards: int | None = None


@dataclass(frozen=True)
class Sheet:
    """A whole file; indices are 0-based, seats in the file's order; None = not written."""

    edition: Edition
    seats: tuple[SeatSheet, ...]
    me: int
    board: Board
    turn: int | None
    start: int | None
    dice: list[int] | None
    holding: int | None
    done: bool
    two_dice: bool
    second_die: bool
    boat: int | None
    round: int | None
    pile: list[int] | None
    bag: list[int] | None
    discards: list[int] | None
    deck: int | None
    shuffled: list[int] | None

    def field(self, seat: int, key: str) -> str:
        """The name of a seat's key in messages: ``seats.Blue.gems``."""
        return f"seats.{self.seats[seat].name}.{key}"


def _one_line(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ",".join(_one_line(item) for item in value)
    return str(value)


def _overrides(rules: object) -> list[str]:
    """The table ``rules`` as ``key=value`` texts, as the command line's ``--rule`` takes them."""
    if not isinstance(rules, Mapping):
        fail("rules", f"expected a table such as {{must_take_die = false}}, got {fields.show(rules)}")
    found: list[str] = []
    for key, value in rules.items():
        if isinstance(value, Mapping):
            found += [f"{key}.{inner}={_one_line(item)}" for inner, item in value.items()]
        else:
            found.append(f"{key}={_one_line(value)}")
    return found


def _edition(data: Mapping[str, Any], folder: Path | None, rules: Sequence[str]) -> Edition:
    """The edition that a file names, with its own ``rules`` and then those of the command line."""
    own = _overrides(data.get("rules", {}))
    base = _named_edition(data.get("edition", DEFAULT), folder)
    try:
        base = base.with_rules(own) if own else base
    except EditionError as error:
        fail("rules", str(error).removeprefix("--rule: ").removeprefix("--rule "))
    return base.with_rules(rules) if rules else base


def _named_edition(named: object, folder: Path | None) -> Edition:
    """A built-in edition, a file beside the position or where the path says, or all values in a table."""
    try:
        if isinstance(named, Mapping):
            return Edition.from_dict(named)
        name = fields.text(named, "edition", "the name of an edition or its file")
        if not name.isprintable():
            fail("edition", f"expected the name of an edition or its file, got {fields.show(name)}")
        beside = folder / name if folder is not None and name.endswith(".toml") else None
        return Edition.load(beside if beside is not None and beside.is_file() else name)
    except EditionError as error:
        fail("edition", str(error).removeprefix("edition: ").removeprefix("edition "))


def _donations(value: object, field: str) -> tuple[Told, ...]:
    if not isinstance(value, list) or len(value) > MAX_COUNT:
        fail(field, f"expected a list of tables, got {fields.show(value)}")
    found: list[Told] = []
    for at, item in enumerate(value, 1):
        told = _told(item, f"{field}, entry {at}")
        if found and told.round < found[-1].round:
            fail(
                f"{field}, entry {at}, round",
                f"{told.round} after {found[-1].round}: expected the donations in their order",
            )
        found.append(told)
    return tuple(found)


def _told(item: object, where: str) -> Told:
    """One donation: its round, and the coins the player had then and at the least since, if known."""
    if not isinstance(item, Mapping):
        fail(where, f"expected a table such as {{round=3}}, got {fields.show(item)}")
    for key in item:
        if key not in _DONATION:
            fail(where, f"there is no key {fields.show(key)}; known are {', '.join(_DONATION)}")
    if "round" not in item:
        fail(where, "round is missing; expected a table such as {round=3} or {round=3, wealth=9}")
    round_ = fields.whole(item["round"], f"{where}, round", 1, MAX_ROUND)
    wealth, least = (
        fields.whole(item[key], f"{where}, {key}", 0, MAX_COINS) if key in item else None
        for key in _DONATION[1:]
    )
    if wealth is not None and least is not None and least > wealth:
        fail(f"{where}, least_wealth", f"{least} is more than the wealth {wealth} it is the least of")
    return Told(round_, wealth, wealth if least is None else least)


def _seat(name: str, value: object) -> SeatSheet:
    field = f"seats.{name}"
    if not isinstance(value, Mapping):
        fail(field, f"expected a table such as {{vp=27, cards=3}}, got {fields.show(value)}")
    fields.known_keys(value, SEAT, field)
    first = next((letter for letter in name if letter.isalpha()), "")
    letter = fields.text(value.get("letter", first), f"{field}.letter", "a letter")
    if len(letter) != 1 or not letter.isalpha():
        fail(f"{field}.letter", f"expected one letter for the tents on the board, got {fields.show(letter)}")
    seat = SeatSheet(name, letter)
    whole = {
        key: fields.whole(value[key], f"{field}.{key}", 0, MAX_COINS if key == "vp" else MAX_COUNT)
        for key in ("vp", "cards", "old_cards")
        if key in value
    }
    spans = {
        key: fields.span(value[key], f"{field}.{key}")
        for key in ("cash", "chest", "wealth")
        if key in value and not fields.is_unknown(value[key])
    }
    flags = {
        key: fields.yes_no(value[key], f"{field}.{key}") for key in ("passed", "forfeited") if key in value
    }
    times, coins = (None, None)
    if "gave" in value and not fields.is_unknown(value["gave"]):
        times, coins = fields.gave(value["gave"], f"{field}.gave")
    return replace(
        seat,
        vp=whole.get("vp"),
        cards=whole.get("cards"),
        old_cards=whole.get("old_cards"),
        hand=fields.cards(value["hand"], f"{field}.hand") if "hand" in value else None,
        die=fields.die(value["die"], f"{field}.die", 0) if "die" in value else None,
        gems=fields.gems(value["gems"], f"{field}.gems") if "gems" in value else None,
        cash=spans.get("cash"),
        chest=spans.get("chest"),
        wealth=spans.get("wealth"),
        gave_times=times,
        gave_coins=coins,
        donations=_donations(value["donations"], f"{field}.donations") if "donations" in value else (),
        passed=flags.get("passed", False),
        forfeited=flags.get("forfeited", False),
    )


def _seats(value: object) -> tuple[SeatSheet, ...]:
    if not isinstance(value, Mapping):
        fail("seats", f"expected one table per player, got {fields.show(value)}")
    if not MIN_SEATS <= len(value) <= MAX_SEATS:
        fail("seats", f"expected {MIN_SEATS} to {MAX_SEATS} players, got {len(value)}")
    for name in value:
        if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            fail(
                "seats", f"{fields.show(name)} is no name: expected 1 to {LONGEST_NAME} printable characters"
            )
    folded_names: dict[str, str] = {}
    for name in value:
        twin = folded_names.setdefault(name.casefold(), name)
        if twin != name:
            fail("seats", f"{twin} and {name} differ only in upper and lower case")
    seats = tuple(_seat(name, entry) for name, entry in value.items())
    folded: dict[str, SeatSheet] = {}
    for seat in seats:
        other = folded.get(seat.letter.casefold())
        if other is not None:
            fail(
                f"seats.{seat.name}.letter",
                f"{other.name} and {seat.name} have the same letter {seat.letter}; "
                'give one of them another: letter = "X"',
            )
        folded[seat.letter.casefold()] = seat
    return seats


def read_sheet(
    data: Mapping[str, Any],
    folder: Path | None = None,
    edition: Edition | None = None,
    rules: Sequence[str] = (),
) -> Sheet:
    """The file's data with every type checked.

    ``folder`` is where an edition file is looked for first; ``edition`` replaces the file's own, ``rules``
    are ``key=value`` changes to the file's own.

    Raises:
        PositionError: naming the field.
        EditionError: for a fault in ``rules``, naming it.
    """
    fields.known_keys(data, TOP, "")
    for key in TOP:
        if key.required and key.name not in data:
            fail(key.name, f"missing; expected for example {key.example}")
    chosen = _edition(data, folder, rules) if edition is None else edition
    values: RulesRecord = chosen.to_rules()[0]
    seats = _seats(data["seats"])
    known = [seat.name for seat in seats]
    letters = "".join(seat.letter for seat in seats)
    lines = fields.tent_lines(data.get("tents", ""), "tents")

    def column(key: str) -> int | None:
        if key not in data:
            return None
        return fields.whole(data[key], key, 1, min(int(values.columns), MAX_COLUMNS)) - 1

    def seat_of(key: str) -> int | None:
        return fields.one_of(data[key], key, known) if key in data else None

    def flag(key: str) -> bool:
        return fields.yes_no(data[key], key) if key in data else False

    return Sheet(
        edition=chosen,
        seats=seats,
        me=fields.one_of(data["me"], "me", known),
        board=boards.parse(lines, letters, int(values.columns), int(values.rows)),
        turn=seat_of("turn"),
        start=seat_of("start"),
        dice=fields.dice(data["dice"], "dice") if "dice" in data else None,
        holding=fields.die(data["holding"], "holding") if "holding" in data else None,
        done=flag("done"),
        two_dice=flag("two_dice"),
        second_die=flag("second_die"),
        boat=column("boat"),
        round=fields.whole(data["round"], "round", 1, MAX_ROUND) if "round" in data else None,
        pile=fields.stones(data["pile"], "pile") if "pile" in data else None,
        bag=fields.stones(data["bag"], "bag") if "bag" in data else None,
        discards=fields.cards(data["discards"], "discards") if "discards" in data else None,
        deck=fields.whole(data["deck"], "deck", 0, MAX_COUNT) if "deck" in data else None,
        shuffled=fields.cards(data["shuffled"], "shuffled") if "shuffled" in data else None,
    )
