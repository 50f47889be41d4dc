"""A position file to fill in: commented, and valid as it stands (the first turn of a game)."""

from collections.abc import Sequence
from typing import Final

from livingstone.engine.constants import FACES, MAX_SEATS, MIN_SEATS
from livingstone.engine.editions import Edition
from livingstone.engine.errors import PositionError
from livingstone.engine.layout import RulesRecord
from livingstone.engine.position.toml import toml_key, toml_text

NAMES: Final = ("Red", "Blue", "Green", "Yellow", "White")
"""Names for the template's seats; each begins with a letter of its own."""

_TEMPLATE: Final = """\
# A position of Livingstone as one player sees it. Change what is there; leave out what you do not know.
# The board below shows the first turn of a game. Every key is explained in docs/position.md.
{edition}
me = "{me}"                # whose knowledge this is; it is this player's turn
dice = "{dice}"   # on the table
# holding = 4             # a die already taken in this turn ...
# done = true             # ... and its action done
# two_dice = true         # the card two_dice was played in this turn
# second_die = true       # the die held is the second one

# One letter for each tent, * behind the boat's column. Columns to the right may be left out.
tents = \"\"\"
{board}
\"\"\"
# round = 7               # only after a boat_back: the round is then ahead of the boat's column

pile = "none"             # stones set aside, for example "9 black 2 clear"
discards = "none"         # cards lying open, for example "lion, four coins x2"

# Clockwise, this round's start player first. The first letter of a name is the tent's letter.
#   vp = points, die = last die taken in this round, gems = "2 clear 1 blue"
#   you:    cash, chest, hand = "market, four coins"
#   others: cards = how many; of the money what you know: wealth = 11, cash = "3-6", gave = "4 times"
[seats]
{seats}
"""


def template(players: int, edition: Edition, name: str | None = None, rules: Sequence[str] = ()) -> str:
    """The text of a template for 2 to 5 players.

    ``name`` and ``rules`` are how the user chose the edition (a name or file, ``key=value`` changes).

    Raises:
        PositionError: for another number of players.
    """
    if not MIN_SEATS <= players <= MAX_SEATS:
        raise PositionError(f"players: expected {MIN_SEATS} to {MAX_SEATS} (R1), got {players}")
    values: RulesRecord = edition.to_rules()[0]
    coins = int(values.start_coins)
    width = len(str(int(values.columns))) + 1
    head = " ".join(
        f"{column}{'*' if column == 1 else ''}".ljust(width) for column in range(1, int(values.columns) + 1)
    )
    board = [f"   {head}".rstrip()]
    empty = " ".join(".".ljust(width) for _ in range(int(values.columns)))
    board += [f"{row}  {empty}".rstrip() for row in range(int(values.rows), 0, -1)]
    seats = [f'{NAMES[0]:6} = {{vp=0, cash={coins}, chest=0, hand="none"}}']
    seats += [f"{name:6} = {{vp=0, cards=0, wealth={coins}, gave=0}}" for name in NAMES[1:players]]
    dice = [str(1 + die % FACES) for die in range(int(values.dice_per_player) * players)]
    chosen = [f"edition = {toml_text(name or edition.name)}"]
    if rules:
        changed = (rule.partition("=") for rule in rules)
        chosen.append(
            f"rules = {{{', '.join(f'{toml_key(key)} = {toml_text(value)}' for key, _, value in changed)}}}"
        )
    return _TEMPLATE.format(
        edition="\n".join(chosen),
        me=NAMES[0],
        dice=" ".join(sorted(dice)),
        board="\n".join(board),
        seats="\n".join(seats),
    )
