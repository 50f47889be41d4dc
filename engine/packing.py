"""Action codes put together and checked in plain Python, for :mod:`livingstone.engine.notation`.

The same packing as :mod:`livingstone.engine.codes` (a test holds the two together), without its compiled
helpers: reading one action must not wait for a compiler. Columns and rows count from 0 here, from 1 in
messages.
"""

from collections.abc import Sequence
from numbers import Integral
from typing import Final

from livingstone.engine.constants import FACES, MAX_COLUMNS, MAX_ROWS, Card, Kind
from livingstone.engine.errors import NotationError
from livingstone.engine.names import CARDS, GEMS, quote

MAX_AMOUNT: Final = (1 << 27) - 1
"""The most coins a donation can name (the number of ``codes``)."""
MAX_GEMS: Final = 255
"""The most gems of one colour a sale can name."""
IGNORE_DIE_BIT: Final = 128
NO_COST_BIT: Final = 256
SOURCE_SHIFT: Final = 9

BARE: Final = frozenset({Kind.END, Kind.PASS})
DIE_ONLY: Final = frozenset({Kind.TAKE, Kind.CARD, Kind.COINS, Kind.MINE})
GEM_SALES: Final = frozenset({Kind.MARKET, Kind.SELL})
PLAYABLE: Final = frozenset(
    {Card.BOAT_BACK, Card.FOUR_COINS, Card.TWO_DICE, Card.LION, Card.RHINO, Card.ANTELOPE, Card.THREE_STONES}
)
"""Cards whose action is PLAY; the others have a form of their own or are never played."""


def how_to_play(card: Card) -> str:
    """Why PLAY does not fit this card, and the form that does."""
    form = {
        Card.IGNORE_DIE: "it goes with a tent: 'die 1 tent row 6 ignore_die'",
        Card.NO_COST: "it goes with a tent: 'die 4 tent no_cost'",
        Card.EXTRA_TENT: "it needs its space: 'extra_tent c2 r1'",
        Card.MARKET: "it needs the gems: 'market 2 clear 1 red'",
        Card.MINE_COLLAPSE: "it has its effect when drawn (R28)",
    }[card]
    return f"the card {CARDS.key(card)} is not played by 'play': {form}"


def check_number(what: str, value: object, least: int, most: int, shift: int = 0) -> int:
    """``value`` if it is a whole number in least..most, else a NotationError showing all plus ``shift``."""
    expected = f"expected {least + shift} to {most + shift}"
    if isinstance(value, bool) or not isinstance(value, Integral):  # NumPy's integers are welcome
        raise NotationError(f"{what} {quote(value)} is no whole number: {expected}")
    value = int(value)
    if not least <= value <= most:
        raise NotationError(f"{what} {quote(value + shift)} is out of range: {expected}")
    return value


def pack_die(die: int, kind: Kind) -> int:
    """TAKE, CARD, COINS or MINE with this die."""
    if kind not in DIE_ONLY:
        raise NotationError(f"a die cannot be used for {quote(kind)}: expected CARD, COINS, MINE or TENT")
    return kind + 16 * check_number("die", die, 1, FACES)


def pack_space(column: int, row: int) -> int:
    """The number of a space, checked."""
    check_number("column", column, 0, MAX_COLUMNS - 1, 1)
    return column * MAX_ROWS + check_number("row", row, 0, MAX_ROWS - 1, 1)


def pack_tent(
    die: int,
    row: int | None = None,
    ignore_die: bool = False,
    no_cost: bool = False,
    source: tuple[int, int] | None = None,
    scored: bool = False,
) -> int:
    """TENT; arguments as in ``Action.tent``."""
    check_number("die", die, 1, FACES)
    if row is None:
        if ignore_die:
            raise NotationError("a tent with ignore_die needs its row: expected 'row' and its number")
        row = die - 1
    check_number("row", row, 0, MAX_ROWS - 1, 1)
    if row != die - 1 and not ignore_die:
        raise NotationError(f"the die {die} puts a tent in row {die}: row {row + 1} needs ignore_die (R31)")
    if source is None and scored:
        raise NotationError("'scored' tells which tent moves: expected 'from' and its space before it (R45)")
    origin = 0 if source is None else 1 + 2 * pack_space(*source) + bool(scored)
    argument = die + 8 * row + IGNORE_DIE_BIT * bool(ignore_die) + NO_COST_BIT * bool(no_cost)
    return Kind.TENT + 16 * (argument + (origin << SOURCE_SHIFT))


def pack_play(card: Card) -> int:
    """PLAY of a card that needs nothing else said."""
    if card not in PLAYABLE:
        raise NotationError(how_to_play(card))
    return Kind.PLAY + 16 * card


def pack_extra_tent(column: int, row: int) -> int:
    """EXTRA_TENT on a space."""
    return Kind.EXTRA_TENT + 16 * pack_space(column, row)


def pack_gems(kind: Kind, gems: Sequence[int]) -> int:
    """MARKET or SELL of (clear, blue, red) gems, at least one."""
    if len(gems) != len(GEMS.keys):
        raise NotationError(f"{len(gems)} amounts of gems were given: expected {', '.join(GEMS.keys)}")
    for name, amount in zip(GEMS.keys, gems, strict=True):
        check_number(f"amount of {name} gems", amount, 0, MAX_GEMS)
    clear, blue, red = gems
    if clear + blue + red == 0:
        raise NotationError(f"{kind.name.lower()} needs at least one gem (R23), such as '1 clear'")
    return kind + 16 * (clear + 256 * blue + 65536 * red)


def pack_donation(coins: int) -> int:
    """DONATE of at least one coin."""
    return Kind.DONATE + 16 * check_number("a donation of", coins, 1, MAX_AMOUNT)


def unpack_tent(code: int) -> tuple[int, int, bool, bool, tuple[int, int] | None, bool]:
    """The arguments of :func:`pack_tent` from a TENT code."""
    argument = code >> 4
    origin = argument >> SOURCE_SHIFT
    source = divmod((origin - 1) >> 1, MAX_ROWS) if origin else None
    return (
        argument & 7,
        (argument >> 3) & 15,
        bool(argument & IGNORE_DIE_BIT),
        bool(argument & NO_COST_BIT),
        source,
        origin > 0 and origin % 2 == 0,
    )


def unpack_gems(code: int) -> tuple[int, int, int]:
    """(clear, blue, red) of a MARKET or SELL code."""
    argument = code >> 4
    return (argument & 255, (argument >> 8) & 255, argument >> 16)


def check_code(code: int) -> int:
    """``code`` if packing its parts gives it again, else a NotationError: it is the code of no action."""
    number = check_number("action code", code, 0, Kind.DONATE + 16 * MAX_AMOUNT)
    kind, argument = number & 15, number >> 4
    try:
        again = _repack(Kind(kind), number, argument) if kind <= Kind.DONATE else -1
    except (NotationError, ValueError) as fault:
        raise NotationError(f"{number} is the code of no action: {fault}") from None
    if again != number:
        raise NotationError(f"{number} is the code of no action: bits are set that its kind does not use")
    return number


def _repack(kind: Kind, code: int, argument: int) -> int:
    """What the packing function of ``kind`` makes of the parts of ``code``."""
    if kind in BARE:
        return int(kind)
    if kind in DIE_ONLY:
        return pack_die(argument, kind)
    if kind == Kind.TENT:
        return pack_tent(*unpack_tent(code))
    if kind == Kind.PLAY:
        return pack_play(Card(argument))
    if kind == Kind.EXTRA_TENT:
        return pack_extra_tent(*divmod(argument, MAX_ROWS))
    if kind in GEM_SALES:
        return pack_gems(kind, unpack_gems(code))
    return pack_donation(argument)
