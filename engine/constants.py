"""Names for every small integer of the game: cards, stones, phases, kinds of action, capacities.

Kernels use these enums directly (an ``IntEnum`` member costs nothing once compiled). Nothing here depends on
an edition: what an edition may change is data in :class:`livingstone.engine.editions.Edition`.
"""

from enum import IntEnum
from typing import Final

MIN_SEATS: Final = 2
MAX_SEATS: Final = 5
MAX_COLUMNS: Final = 16
"""Capacity of the state record; the printed board has 10 columns."""
MAX_ROWS: Final = 8
"""Capacity of the state record; the printed board has 6 rows."""
MAX_CARDS_OF_A_KIND: Final = 100
FACES: Final = 6
NO_DIE: Final = 0
PASSED: Final = FACES + 1
"""Value of ``last_die`` of a seat that passed (R10): no die is strictly higher."""
SURCHARGE_COINS: Final = 1
FOUR_COINS: Final = 4
THREE_STONES: Final = 3
FINAL_DICE: Final = 4


class Card(IntEnum):
    """The kinds of action card (R27-R40), in the order used everywhere."""

    IGNORE_DIE = 0
    NO_COST = 1
    EXTRA_TENT = 2
    BOAT_BACK = 3
    FOUR_COINS = 4
    TWO_DICE = 5
    LION = 6
    RHINO = 7
    ANTELOPE = 8
    MARKET = 9
    THREE_STONES = 10
    MINE_COLLAPSE = 11


class Stone(IntEnum):
    """The colours of stone in the bag (R4). Gems are the last three, see :class:`Gem`."""

    BLACK = 0
    WHITE = 1
    CLEAR = 2
    BLUE = 3
    RED = 4


class Gem(IntEnum):
    """The stones a player keeps; ``Stone`` value = ``Gem`` value + 2."""

    CLEAR = 0
    BLUE = 1
    RED = 2


class Phase(IntEnum):
    """Where in a turn, or between turns, the game stands."""

    BEFORE_DIE = 0
    """A turn has begun, no die taken yet."""
    DIE_HELD = 1
    """A die is taken, its action is compulsory and not done yet."""
    ACTION_DONE = 2
    """The last taken die's action is done; free acts, the second die of two_dice, the end of the turn."""
    ROLL = 3
    """Chance: a round begins, its dice have not been rolled."""
    FINAL_DICE = 4
    """Chance: two players, the four final dice have not been rolled (R46)."""
    OVER = 5


class Kind(IntEnum):
    """The kinds of action, in the order of the legal list (see :mod:`livingstone.engine.notation`)."""

    END = 0
    PASS = 1
    TAKE = 2
    CARD = 3
    COINS = 4
    MINE = 5
    TENT = 6
    PLAY = 7
    EXTRA_TENT = 8
    MARKET = 9
    SELL = 10
    DONATE = 11


class Stream(IntEnum):
    """Names of the chance streams of one game seed; the index says which event of the stream."""

    START = 0
    """The first start player; index 0."""
    DICE = 1
    """The dice of a round; index = round."""
    BAG = 2
    """A draw of stones; index = number of draws before it."""
    DECK = 3
    """A draw of one card; indices = shuffles before it, draws since that shuffle."""
    FINAL = 4
    """The final dice; index 0."""
    PLAYER = 5
    """Private randomness of a player at a seat; index = seat (never used by the rules)."""


CARD_KINDS: Final = len(Card)
STONE_KINDS: Final = len(Stone)
GEM_KINDS: Final = len(Gem)
PHASE: Final = tuple(Phase)
"""By value: quicker than calling the enum, and so is the next."""
KIND: Final = tuple(Kind)
