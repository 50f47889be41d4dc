"""A game of which one seat's knowledge is known, moved on by what that seat sees.

The state is the redacted one of that seat. An action of another seat is played by the engine's own kernels
in a world where that seat can do the most it may be able to: its coins are all in hand but one for each
donation, and the cards it plays are in its hand, if they can be. Then everything is redacted again.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from livingstone.engine.constants import MAX_SEATS, MIN_SEATS, PHASE, THREE_STONES, Card, Kind, Phase
from livingstone.engine.editions import Edition
from livingstone.engine.errors import IllegalAction, LivingstoneError, RecordError
from livingstone.engine.following.payments import Payment
from livingstone.engine.following.reasons import reason
from livingstone.engine.following.reveal import check_result, revealed
from livingstone.engine.following.table_steps import TableStep, read_step
from livingstone.engine.following.unseen import Unseen
from livingstone.engine.game import Result
from livingstone.engine.kernels import entry
from livingstone.engine.kernels.chance import FED
from livingstone.engine.kernels.redaction import redacted_copy
from livingstone.engine.layout import Array, new_chance, new_state
from livingstone.engine.money import Donation, announce, bound
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation
from livingstone.engine.outcome import NOTHING, Outcome, dice_wanted, feed


class Follower:
    """What the seat ``me`` knows of a game, step by step.

    Args:
        edition: the values of the rules.
        players: seats at the table.
        names: by seat, for messages.
        me: the seat whose knowledge is followed.
        start: the first start player's seat.

    Raises:
        LivingstoneError: for a number of players or a seat that is not there.
    """

    __slots__ = (
        "_chance",
        "_rules",
        "donations",
        "edition",
        "me",
        "names",
        "payments",
        "players",
        "record",
        "result",
    )

    def __init__(self, edition: Edition, players: int, names: Sequence[str], me: int, start: int) -> None:
        if not MIN_SEATS <= players <= MAX_SEATS:
            raise LivingstoneError(f"{players} players: expected 2 to 5 (R1)")
        if len(names) != players:
            raise LivingstoneError(f"{len(names)} names for {players} players")
        for what, seat in (("me", me), ("start", start)):
            if not 0 <= seat < players:
                raise LivingstoneError(f"{what} {seat}: expected a seat from 0 to {players - 1}")
        self.edition = edition
        self.players = players
        self.names = tuple(names)
        self.me = me
        self.record = new_state()
        """The redacted STATE array of shape (1,)."""
        self.donations: list[list[Donation]] = [[] for _ in range(players)]
        """Announced donations by seat, the last with the least wealth since."""
        self.payments: tuple[Payment, ...] = ()
        """Every payment that lowered a wealth, in order."""
        self.result: Result | None = None
        """Once chests were revealed."""
        self._rules = edition.shared_rules()
        self._chance = new_chance()
        self._chance[0].mode = FED
        dealt = new_state()
        entry.deal(dealt, self._rules, players, start)
        redacted_copy(dealt, self._rules, me, self.record)

    @property
    def phase(self) -> Phase:
        """Where the turn stands."""
        return PHASE[int(self.record[0].phase)]

    @property
    def seat(self) -> int:
        """The seat whose turn it is (at a roll: who rolls)."""
        return int(self.record[0].seat)

    @property
    def round(self) -> int:
        """The round, from 1."""
        return int(self.record[0].round_number)

    @property
    def due(self) -> str:
        """What comes next, as the reason why something else does not."""
        who = self.names[self.seat]
        return {
            Phase.ROLL: f"the dice of round {self.round} come first",
            Phase.FINAL_DICE: "the four final dice come first",
            Phase.OVER: "the game is over",
            Phase.BEFORE_DIE: f"it is {who}'s turn",
            Phase.DIE_HELD: f"{who} has not used the die {int(self.record[0].held)} yet",
            Phase.ACTION_DONE: f"the turn of {who} is not over",
        }[self.phase]

    def observation(self) -> Observation:
        """What the seat may know now. It shares nothing with the follower."""
        return Observation.of(self.edition, self.record, self.me, self.donations)

    def copy(self) -> "Follower":
        """An independent copy."""
        twin = Follower(self.edition, self.players, self.names, self.me, 0)
        twin.record[:] = self.record
        twin.donations = [list(events) for events in self.donations]
        twin.payments = self.payments
        twin.result = self.result
        return twin

    def step(self, event: Mapping[str, Any] | TableStep) -> None:
        """Move on by one event, in the form of :mod:`livingstone.engine.events` or of a table file.

        Raises:
            IllegalAction: what the rules forbid whatever is hidden, naming the clause.
            ImpossibleOutcome: dice, stones or cards that this step cannot give.
            LivingstoneError: what is no event, or not due. In every case nothing has changed.
        """
        step = event if isinstance(event, TableStep) else read_step(event, self.players)
        if step.act is not None:
            self._act(step)
        elif step.roll is not None or step.final is not None:
            self._roll(step)
        elif step.forfeit is not None:
            if self.phase == Phase.OVER:
                raise RecordError("no seat can forfeit a game that is over (R47)", "R47")
            self.record[0].seats[step.forfeit].forfeited = 1
        else:
            self._reveal(step)

    def broken_clause(self, seat: int, action: int) -> str | None:
        """The clause that an action of the seat to move breaks whatever is hidden ("R15"), or None."""
        world = self._world(seat, Action.trusted(action))
        clause = entry.broken_clause(world, self._rules, int(action))
        return f"R{clause}" if clause else None

    def card_follows(self, collapses: int) -> bool:
        """Whether so many mine_collapse, drawn now, are followed by a card that is kept (R28)."""
        return Unseen(self.record[0], self._rules[0], self.me).card_follows(collapses)

    def wealth(self, seat: int) -> int:
        """Coins of a seat in hand and chest: public."""
        row = self.record[0].seats[seat]
        return int(row.cash) + int(row.chest)

    def most_cash(self, seat: int) -> int:
        """The most coins a seat can have in hand; of the own seat what it has."""
        row = self.record[0].seats[seat]
        return int(row.cash) - (0 if self.sees_money(seat) else int(row.gave))

    def sees_money(self, seat: int) -> bool:
        """Whether this seat's coins in hand are known exactly."""
        return seat == self.me or self.edition.money == "open"

    def _roll(self, step: TableStep) -> None:
        final = step.final is not None
        if self.phase != (Phase.FINAL_DICE if final else Phase.ROLL):
            what = "final dice are" if final else "roll is"
            raise IllegalAction(f"no {what} due: {self.due} (R6)", "R6")
        dice = Outcome(dice=tuple(step.final or step.roll or ()))
        feed(self.record, self._chance, "dice", dice, dice_wanted(self.record, self._rules))
        (entry.roll_final if final else entry.roll)(self.record, self._rules, self._chance)

    def _act(self, step: TableStep) -> None:
        seat, action = step.seat or 0, step.action
        if self.phase not in (Phase.BEFORE_DIE, Phase.DIE_HELD, Phase.ACTION_DONE):
            raise IllegalAction(f"no action is due: {self.due} (R6)", "R6")
        if seat != self.seat:
            raise RecordError(f"{self.names[seat]} cannot act: {self.due} (R7)", "R7")
        if step.hides_coins and self.sees_money(seat):
            raise RecordError(f"how many coins did {self.names[seat]} donate?", "R22")
        if action.kind == Kind.DONATE and not step.hides_coins and not self.sees_money(seat):
            raise RecordError(f"the coins that {self.names[seat]} donates are not seen (R22)", "R22")
        world = self._world(seat, action)
        clause = entry.broken_clause(world, self._rules, int(action))
        if clause:
            why = reason(world[0], self._rules, self.edition, self.names, action, clause, self.me)
            raise IllegalAction(f"{why} (R{clause})", f"R{clause}")
        self._feed(step, action)
        paid = self.wealth(seat)
        entry.apply(world, self._rules, int(action), self._chance)
        redacted_copy(world, self._rules, self.me, self.record)
        self._remember(action.kind, seat, paid - self.wealth(seat))

    def _world(self, seat: int, action: Action) -> Array:
        """A copy of the state in which another seat can do the most it may be able to."""
        world = self.record.copy()
        if seat == self.me:
            return world
        row = world[0].seats[seat]
        if not self.sees_money(seat):
            row.cash, row.chest = self.most_cash(seat), row.gave
        cards = _played(action)
        if cards and Unseen(world[0], self._rules[0], self.me).can_be_held(row, cards):
            for card in cards:
                row.hand[card] += 1
                world[0].deck[card] -= 1
        return world

    def _feed(self, step: TableStep, action: Action) -> None:
        """Write what was drawn into the chance record, checked."""
        cards = step.shown_cards
        if action.kind == Kind.CARD and step.stones is None:
            if step.cards_hidden and step.seat == self.me:
                raise RecordError("the card that was drawn is your own: which is it? (R11)", "R11")
            if step.seat != self.me and any(card != Card.MINE_COLLAPSE for card in cards):
                raise RecordError(f"the card that {self.names[step.seat or 0]} drew is not seen (R11)", "R11")
            unseen = Unseen(self.record[0], self._rules[0], self.me)
            fed = unseen.draw(cards, hidden=bool(step.cards_hidden))
            self._chance[0].cards[: len(fed)] = fed
            return
        draws = action.kind == Kind.MINE or action.card == Card.THREE_STONES
        wanted = action.die if action.kind == Kind.MINE else THREE_STONES
        given = Outcome(
            stones=None if step.stones is None else tuple(step.stones),
            cards=tuple(cards) if step.cards is not None or step.cards_hidden else None,
        )
        if draws or given != NOTHING:
            feed(self.record, self._chance, "stones" if draws else None, given, wanted)

    def _remember(self, kind: Kind, seat: int, paid: int) -> None:
        """Keep the evidence: donations, and payments that lowered a wealth."""
        events, wealth = self.donations[seat], self.wealth(seat)
        if kind == Kind.DONATE:
            announce(events, self.round, wealth)
        elif kind in (Kind.TENT, Kind.EXTRA_TENT) and paid > 0:
            bound(events, wealth)
            self.payments += (Payment(seat, self.round, paid, wealth),)

    def _reveal(self, step: TableStep) -> None:
        if step.reveal is not None:
            if self.result is not None:
                raise RecordError("the chests were revealed already")
            self.result = revealed(self, step.reveal)
        else:
            check_result(self.result, step.result or {})


def _played(action: Action) -> list[Card]:
    """The cards that an action plays."""
    if action.kind == Kind.TENT:
        played = ((Card.IGNORE_DIE, action.ignore_die), (Card.NO_COST, action.no_cost))
        return [card for card, is_played in played if is_played]
    return [] if action.card is None else [action.card]
