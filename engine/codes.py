"""The integer code of an action: how its fields are packed (kernels and notation both use this).

``code = kind + 16 * argument``; below, "bits" are of the argument:

=========== ============================================================================================
END, PASS   0
TAKE, CARD, COINS, MINE   the die's value 1..6
TENT        bits 0-2 die, 3-6 row index, 7 ignore_die, 8 no_cost, 9- source: 0 = from the supply, else
            1 + 2 * space + (1 if a scored tent is moved), where space = column index * MAX_ROWS + row index
PLAY        the card's kind (four_coins, three_stones, boat_back, two_dice and, in an edition that scores
            animals when played, lion, rhino, antelope)
EXTRA_TENT  the space
MARKET, SELL   bits 0-7 clear, 8-15 blue, 16-23 red gems; in a legal list the most of each colour
DONATE      the coins; in a legal list the most
=========== ============================================================================================

Codes fit in 31 bits. Order in a legal list: by kind, then by argument (ascending), so it depends on nothing
but the moves themselves.
"""

from typing import Final

from livingstone.engine._jit import kernel
from livingstone.engine.constants import MAX_ROWS

KIND_BITS: Final = 4
KIND_MASK: Final = 15
MAX_AMOUNT: Final = (1 << 27) - 1


@kernel
def kind_of(code: int) -> int:
    """The :class:`Kind` of a code."""
    return code & 15


@kernel
def argument_of(code: int) -> int:
    """The packed argument of a code."""
    return code >> 4


@kernel
def make(kind: int, argument: int) -> int:
    """The code of (kind, argument)."""
    return kind + 16 * argument


@kernel
def space_of(column: int, row: int) -> int:
    """The space's number from 0-based column and row."""
    return column * MAX_ROWS + row


@kernel
def tent_argument(die: int, row: int, ignore_die: int, no_cost: int, source: int) -> int:
    """The argument of TENT; ``row`` 0-based; ``source`` as in the module's table."""
    return die + 8 * row + 128 * ignore_die + 256 * no_cost + 512 * source


@kernel
def gems_argument(clear: int, blue: int, red: int) -> int:
    """The argument of MARKET and SELL."""
    return clear + 256 * blue + 65536 * red
