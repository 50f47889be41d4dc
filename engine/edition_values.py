"""The values of an edition as people write them: keys, what each may be, and one line for what is refused."""

import difflib
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from livingstone.engine import names
from livingstone.engine.constants import MAX_CARDS_OF_A_KIND, MAX_COLUMNS, MAX_ROWS, Card, Gem, Stone
from livingstone.engine.errors import EditionError, LivingstoneError

MOST_COINS: Final = (1 << 16) - 1
ANIMALS: Final = ("lion", "rhino", "antelope")
STONES: Final = tuple(stone.name.lower() for stone in Stone)
GEMS: Final = tuple(gem.name.lower() for gem in Gem)
CARDS: Final = tuple(card.name.lower() for card in Card)


class Key(NamedTuple):
    """One value: its kind decides how it is read and shown."""

    name: str
    kind: str
    """whole, flag, word, list (numbered from 1) or counts (by the names in ``parts``)."""
    text: str
    """What it is, for the table and the comments of an edition file."""
    least: int = 0
    most: int = MOST_COINS
    parts: tuple[str, ...] = ()
    """Words of a word, names of counts."""


KEYS: Final = (
    Key("dice_per_player", "whole", "dice a player brings to a round (R5)", 1, 100),
    Key("tents_per_player", "whole", "tents a player has (R3)", 1, 100),
    Key("start_coins", "whole", "coins a player starts with (R3)"),
    Key("bag", "counts", "stones in the bag by colour (R4)", 0, 255, STONES),
    Key("stones_total", "whole", "sum of the bag, to catch a slip", 1, 255 * len(STONES)),
    Key("gem_price", "counts", "coins for a gem sold (R18)", 0, MOST_COINS, GEMS),
    Key("market_coins", "counts", "coins for a gem sold with the market card (R39)", 0, MOST_COINS, GEMS),
    Key("market_vp", "counts", "VP for a gem sold with the market card (R39)", 0, MOST_COINS, GEMS),
    Key("kept_gem_vp", "whole", "VP for a gem kept to the end (R42)"),
    Key("cost", "list", "expedition cost by column, column 1 first (R14)", 0, MOST_COINS),
    Key("bonus", "list", "bonus for most tents in a row, row 1 first (R41)", 0, MOST_COINS),
    Key("cards", "counts", "action cards by kind (R27-R40)", 0, MAX_CARDS_OF_A_KIND, CARDS),
    Key("cards_total", "whole", "sum of the cards, to catch a slip", 0, MAX_CARDS_OF_A_KIND * len(CARDS)),
    Key("animal_vp", "counts", "VP of the animal cards (R38)", 0, MOST_COINS, ANIMALS),
    Key("animals", "word", "when animals score: at the end from the hand, or when played (R38)",
        parts=("at_end", "when_played")),
    Key("act_before_die", "flag", "free acts before the die is taken (R24)"),
    Key("must_take_die", "flag", "a legal die must be taken, else one may pass (R10)"),
    Key("surcharge_on_no_cost", "flag", "tents of the no_cost card pay the surcharge (R32)"),
    Key("surcharge_on_extra_tent", "flag", "tents of the extra_tent card pay the surcharge (R34)"),
    Key("white_draw_pays", "flag", "coloured stones drawn with the white one are sold (R19)"),
    Key("tie_break", "word", "last tie-break after VP and donation (R44)", parts=("shared", "tents")),
    Key("all_equal_all_out", "flag", "with 3 to 5 players and all donations equal everyone is out (R43)"),
    Key("max_rounds", "whole", "the game ends after this round at the latest (R35)", 1),
    Key("money", "word", "whether the others see one's coins and chest (R22)", parts=("hidden", "open")),
)  # fmt: skip
BY_NAME: Final = {key.name: key for key in KEYS}
FLAGS: Final = {"yes": True, "true": True, "no": False, "false": False}
CAPACITY: Final = {"cost": ("columns", MAX_COLUMNS), "bonus": ("rows", MAX_ROWS)}


def hint(word: str, known: Sequence[str]) -> str:
    """``did you mean ...?`` where a name is nearly right, else the names there are."""
    near = difflib.get_close_matches(word.lower(), known, n=1)
    return f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(known)}"


def key_of(name: str, where: str) -> Key:
    """The key of that name. Raises EditionError with a suggestion."""
    for key_name, (what, _) in CAPACITY.items():
        if name == what:
            raise EditionError(f"{where}: {what} are as many as {key_name} has numbers, expected {key_name}")
    if name not in BY_NAME:
        raise EditionError(f"{where}: unknown key {names.quote(name)}, {hint(name, list(BY_NAME))}")
    return BY_NAME[name]


def whole(value: Any, key: Key, where: str) -> int:
    """An integer within the key's limits."""
    if type(value) is not int or not key.least <= value <= key.most:
        limits = f"from {key.least} to {key.most}"
        raise EditionError(f"{where}: {names.quote(value)}, expected a whole number {limits}")
    return value


def part_of(name: str, key: Key, where: str) -> str:
    """The part of a key of counts by any of its names, German ones included (see ``names``)."""
    find = names.stone_of if key.parts == STONES else names.gem_of if key.parts == GEMS else names.card_of
    try:
        part = find(name).name.lower()
    except LivingstoneError:
        part = name.lower()
    if part not in key.parts:
        raise EditionError(f"{where}: unknown name {names.quote(name)}, {hint(part, key.parts)}")
    return part


def states_all(key: Key, value: Any) -> bool:
    """Whether a value that was read names every part, so that nothing of the base is left in it."""
    return not isinstance(value, Mapping) or len(value) == len(key.parts)


def read_value(key: Key, value: Any, base: Any, where: str) -> Any:
    """A value as a file or a rule gives it, checked; ``base``: what parts that are not given keep.

    Integers, booleans and words stay themselves, lists and counts become tuples. Raises EditionError.
    """
    if key.kind == "whole":
        return whole(value, key, where)
    if key.kind == "flag":
        if isinstance(value, bool):
            return value
        flag = "yes or no" if where.startswith("--rule") else "true or false"
        raise EditionError(f"{where}: {names.quote(value)}, expected {flag}")
    if key.kind == "word":
        if value in key.parts:
            return value
        raise EditionError(f"{where}: {names.quote(value)}, expected {' or '.join(map(repr, key.parts))}")
    if key.kind == "list":
        return _read_list(key, value, where)
    return _read_counts(key, value, base, where)


def _read_list(key: Key, value: Any, where: str) -> tuple[int, ...]:
    what, most = CAPACITY[key.name]
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= most:
        got = f"{len(value)} numbers" if isinstance(value, list | tuple) else names.quote(value)
        raise EditionError(f"{where}: {got}, expected a list with a number for each of 1 to {most} {what}")
    return tuple(whole(number, key, f"{where}[{index}]") for index, number in enumerate(value, 1))


def _read_counts(key: Key, value: Any, base: Any, where: str) -> tuple[int, ...]:
    if isinstance(value, list | tuple) and key.parts != CARDS:
        if len(value) != len(key.parts):
            wanted = f"{len(key.parts)}: {', '.join(key.parts)}"
            raise EditionError(f"{where}: {len(value)} numbers, expected {wanted}")
        value = dict(zip(key.parts, value, strict=True))
    if not isinstance(value, Mapping):
        raise EditionError(f"{where}: {names.quote(value)}, expected numbers by name: {', '.join(key.parts)}")
    counts = dict(zip(key.parts, base, strict=True)) if base is not None else dict.fromkeys(key.parts, 0)
    given = set()
    for name, number in value.items():
        part = part_of(str(name), key, where)
        if part in given:
            raise EditionError(f"{where}.{part}: named twice, expected once")
        given.add(part)
        counts[part] = whole(number, key, f"{where}.{part}")
    return tuple(counts[part] for part in key.parts)


def check_together(values: Mapping[str, Any], where: str) -> None:
    """What must fit between values: sums of cards and stones, a white stone."""
    for name, total in (("cards", "cards_total"), ("bag", "stones_total")):
        found = sum(values[name])
        if found != values[total]:
            state = f"--rule {total}={found}" if where.startswith("--rule") else f"{total} = {found}"
            raise EditionError(
                f"{where}{name}: the sum is {found}, expected {values[total]} (or state {state})"
            )
    if values["bag"][Stone.WHITE] < 1:
        raise EditionError(f"{where}bag.white: 0, expected at least 1 (R20)")


def read_rule(text: str, values: Mapping[str, Any]) -> tuple[str, str, Any]:
    """One ``--rule key=value`` or ``key.part=value``: the key's name, the part ("" for all) and the new value.

    ``values``: the values so far (for parts that stay). Lists are written ``1,2,3``, flags yes or no.
    """
    where = f"--rule {names.quote(text)[1:-1]}"
    name, equals, written = text.partition("=")
    name, dot, part = (word.strip() for word in name.partition("."))
    if not equals or not written.strip():
        raise EditionError(f"{where}: expected key=value, for example must_take_die=no")
    key = key_of(name, where)
    base = values[name]
    if dot:
        part = part_of(part, key, where) if key.kind == "counts" else part.lstrip("0") or part
        return name, part, _changed_part(key, part, written, base, where)
    return name, "", read_value(key, _written_value(key, written, where), base, where)


def _written_value(key: Key, written: str, where: str) -> Any:
    if key.parts == CARDS:
        raise EditionError(f"{where}: expected one kind at a time, for example cards.market=2")
    if key.kind in ("list", "counts"):
        return [whole(_number(word, where), key, where) for word in written.split(",")]
    if key.kind == "whole":
        return _number(written, where)
    word = written.strip().lower()
    return FLAGS.get(word, word) if key.kind == "flag" else word


def _changed_part(key: Key, part: str, written: str, base: Any, where: str) -> Any:
    number = _number(written, where)
    if key.kind in ("list", "counts"):
        whole(number, key, where)
    if key.kind == "counts":
        return read_value(key, {part: number}, base, where)
    if key.kind != "list":
        raise EditionError(f"{where}: {key.name} has no parts, expected {key.name}=value")
    index = _number(part, where)
    if not 1 <= index <= len(base):
        what = CAPACITY[key.name][0]
        raise EditionError(f"{where}: {key.name}.{index}, expected one of the {what} 1 to {len(base)}")
    return read_value(key, [*base[: index - 1], number, *base[index:]], base, where)


def _number(word: str, where: str) -> int:
    word = word.strip()
    if not word.isascii() or not word.removeprefix("-").isdigit() or len(word) > 12:
        raise EditionError(f"{where}: {names.quote(word)}, expected a whole number")
    return int(word)


def plain(key: Key, value: Any) -> Any:
    """A value as JSON and TOML carry it: counts by name, lists as lists."""
    if key.kind == "counts":
        return dict(zip(key.parts, value, strict=True))
    return list(value) if key.kind == "list" else value


def shown(key: Key, value: Any) -> str:
    """A value for people; lists as ``--rule`` takes them."""
    if key.kind == "flag":
        return "yes" if value else "no"
    if key.kind == "counts":
        return ", ".join(f"{name} {number}" for name, number in zip(key.parts, value, strict=True))
    return ",".join(map(str, value)) if key.kind == "list" else str(value)
