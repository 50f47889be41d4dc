"""Why an action is not legal, in words for the people at the table."""

from collections.abc import Sequence
from typing import Any, Final

from livingstone.engine.constants import Card, Kind, Phase
from livingstone.engine.editions import Edition
from livingstone.engine.kernels import entry
from livingstone.engine.layout import Array, new_chance, new_state
from livingstone.engine.names import CARDS, gems_text
from livingstone.engine.notation import Action
from livingstone.engine.observation import faces
from livingstone.engine.wording import counted

_PLENTY: Final = 1 << 20
_DIE_USES: Final = (Kind.CARD, Kind.COINS, Kind.MINE, Kind.TENT)


def reason(
    state: Any, rules: Array, edition: Edition, names: Sequence[str], action: Action, clause: int, me: int
) -> str:
    """One sentence for an action of the seat to move that breaks ``clause``.

    Args:
        state: the ``STATE`` record in which the action was tried.
        rules: the ``RULES`` array of shape (1,).
        edition: where the rules come from.
        names: by seat.
        action: what was tried.
        clause: the number of the clause that it breaks.
        me: the seat whose money and hand are known.
    """
    seat = int(state.seat)
    case = _Case(state, rules, edition, names[seat], action, seat == me)
    if clause == 7:
        return case.die()
    if clause in (16, 34, 45):
        return case.tents(clause)
    if clause in (31, 32, 23) and action.kind != Kind.SELL:
        return case.cards(clause)
    return case.other(clause)


class _Case:
    def __init__(
        self, state: Any, rules: Array, edition: Edition, who: str, action: Action, is_own: bool
    ) -> None:
        self.state, self.rules, self.edition = state, rules, edition
        self.row = state.seats[int(state.seat)]
        self.who, self.action, self.is_own = who, action, is_own

    def die(self) -> str:
        """R7: one die at a time, and only what lies there."""
        held, die = int(self.state.held), self.action.die
        if self.state.phase == Phase.DIE_HELD:
            if self.action.kind in _DIE_USES:
                return f"{self.who} has taken the die {held}, not {die}"
            return f"{self.who} has taken the die {held}: its action comes first"
        if self.action.kind in _DIE_USES:
            return f"{self.who} has no die {die} in hand to use"
        if int(self.state.taken) == 2:
            return f"{self.who} has taken two dice in this turn already"
        return f"there is no die {die} in the pool: {self.pool()}"

    def pool(self) -> str:
        dice = " ".join(map(str, faces(self.state.pool)))
        return f"it holds {dice}" if dice else "it is empty"

    def tents(self, clause: int) -> str:
        """R16, R34, R45: where tents come from and go to."""
        supply = int(self.row.supply)
        if clause == 16 or (clause == 34 and supply == 0):
            return f"{self.who} has no tent left"
        if clause == 34:
            column, row = self.action.column or 0, self.action.row or 0
            return (
                f"an extra tent goes where a tent of {self.who} has been scored: "
                f"there is none in column {column + 1}, row {row + 1}"
            )
        if self.action.source is None:
            return f"{self.who} has no tent left: one of those on the board moves, such as 'from c3 r2'"
        if supply > 0:
            return f"{self.who} still has {counted(supply, 'tent')}: none on the board moves"
        column, row = self.action.source
        kind = "scored" if self.action.scored else "unscored"
        return f"{self.who} has no {kind} tent in column {column + 1}, row {row + 1} that could move there"

    def cards(self, clause: int) -> str:
        """R23, R31, R32: a card that cannot be in the hand."""
        card = {31: Card.IGNORE_DIE, 32: Card.NO_COST}.get(clause, self.action.card or Card.MARKET)
        if clause == 31 and not self.action.ignore_die:
            die = self.action.die
            return f"the die {die} places a tent in row {die} only, without the card ignore_die"
        name = CARDS.key(card)
        if self.is_own:
            return f"{self.who} does not hold {name}"
        if int(self.row.cards) == 0:
            return f"{self.who} holds no card"
        return f"{self.who} cannot hold {name}: the cards of this kind are known to be elsewhere"

    def price(self) -> int:
        """What the action would cost: tried with plenty of coins."""
        world = new_state()
        world[0] = self.state
        seat = int(self.state.seat)
        world[0].seats[seat].cash = _PLENTY
        entry.apply(world, self.rules, int(self.action), new_chance())
        return _PLENTY - int(world[0].seats[seat].cash)

    def coins(self) -> str:
        """What the seat has to pay with."""
        cash, chest = int(self.row.cash), int(self.row.chest)
        if self.is_own or self.edition.money == "open":
            return f"has {counted(cash, 'coin')} in hand"
        given = counted(int(self.row.gave), "donation")
        return f"has at most {counted(cash, 'coin')} in hand (wealth {cash + chest}, {given})"

    def other(self, clause: int) -> str:
        """The clauses with one sentence each."""
        return {
            6: "the dice are to be rolled first",
            8: f"{self.who}'s next die must be higher than {int(self.row.last_die)}",
            10: f"{self.who} must take a die",
            14: f"there is no row {(self.action.row or 0) + 1} on the board",
            15: f"it costs {self.price()}, and {self.who} {self.coins()}" if clause == 15 else "",
            22: f"{self.who} {self.coins()}",
            23: f"{self.who} has these gems: {gems_text(self.row.gems)}",
            24: self.order(),
            30: "there is no card to draw",
            35: "the boat is in the first column",
            37: self.second_die(),
            38: "animals are not played in this edition: they count at the end of the game",
            39: f"{self.who} has these gems: {gems_text(self.row.gems)}",
        }.get(clause, f"'{self.action}' is not legal")

    def order(self) -> str:
        """R24: when turns end, when free acts are possible."""
        if self.action.kind != Kind.END:
            return f"in this edition a turn begins with taking a die: {self.who} has not taken one"
        if self.state.phase == Phase.DIE_HELD:
            return f"{self.who} has not used the die {int(self.state.held)} yet"
        return f"{self.who} has not taken a die yet"

    def second_die(self) -> str:
        """R37."""
        if self.action.kind == Kind.END:
            return f"{self.who} has played two_dice and must take a second die"
        if self.action.kind == Kind.TAKE:
            return f"{self.who} has taken a die in this turn: a second one needs the card two_dice"
        return "two_dice needs two legal dice of different value in the pool, and is played once a turn"
