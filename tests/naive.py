"""The rules a second time: slow, obvious, plain Python, written from the text of docs/rules.md.

Nothing here comes from the compiled engine but the names of small integers and the meaning of action codes
(``livingstone.engine.constants``, the table in ``livingstone.engine.codes``). A change of the rules is made
in both places by hand; the tests hold the two together. Comments name the clause of docs/rules.md.

Chance comes from outside: stones as counts by colour, cards in the order drawn, dice as faces.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from livingstone.engine.constants import MAX_COLUMNS, MAX_ROWS, MAX_SEATS, PASSED, Card, Kind, Phase, Stone

DECISIONS = (Phase.BEFORE_DIE, Phase.DIE_HELD, Phase.ACTION_DONE)
ANIMALS = (Card.LION, Card.RHINO, Card.ANTELOPE)


@dataclass(frozen=True)
class Rules:
    """The values of an edition; the defaults are those of schmidt-2009. Field names as in RULES."""

    columns: int = 10
    rows: int = 6
    dice_per_player: int = 2
    tents_per_player: int = 11
    start_coins: int = 3
    kept_gem_vp: int = 1
    animals_when_played: int = 0
    act_before_die: int = 1
    must_take_die: int = 1
    surcharge_on_no_cost: int = 1
    surcharge_on_extra_tent: int = 1
    white_draw_pays: int = 1
    tie_break_tents: int = 0
    all_equal_all_out: int = 1
    money_open: int = 0
    max_rounds: int = 30
    bag: tuple[int, ...] = (29, 1, 15, 10, 5)
    cards: tuple[int, ...] = (3, 3, 2, 1, 3, 3, 1, 2, 3, 3, 2, 1)
    cost: tuple[int, ...] = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
    bonus: tuple[int, ...] = (12, 10, 8, 6, 4, 2)
    gem_price: tuple[int, ...] = (1, 3, 5)
    market_coins: tuple[int, ...] = (1, 2, 3)
    market_vp: tuple[int, ...] = (1, 2, 3)
    animal_vp: tuple[int, ...] = (4, 3, 2)


SCHMIDT = Rules()
BGA = Rules(animals_when_played=1, act_before_die=0, tie_break_tents=1)


def rules_of(record: Any) -> Rules:
    """The values of a RULES record (one element)."""
    values: dict[str, Any] = {}
    for each in fields(Rules):
        value = record[each.name]
        values[each.name] = int(value) if value.ndim == 0 else tuple(value.tolist())
    values["cost"] = values["cost"][: values["columns"]]
    values["bonus"] = values["bonus"][: values["rows"]]
    return Rules(**values)


@dataclass
class Seat:
    """One player's things; field names as in SEAT."""

    cash: int = 0
    chest: int = 0
    gave: int = 0
    vp: int = 0
    vp_market: int = 0
    vp_animals: int = 0
    supply: int = 0
    placed: int = 0
    last_die: int = 0
    cards: int = 0
    old_cards: int = 0
    forfeited: int = 0
    gems: list[int] = field(default_factory=lambda: [0] * 3)
    hand: list[int] = field(default_factory=lambda: [0] * len(Card))


class Standing(NamedTuple):
    """The end of a game, each by seat."""

    rows: list[int]
    points: list[int]
    out: list[bool]
    places: list[int]
    winners: list[int]


class NaiveGame:
    """One game. Attributes are named as the fields of STATE; ``tents[column][row][seat]``."""

    def __init__(self, rules: Rules, players: int, start: int) -> None:
        """The set-up (R1-R5): the first roll is to come."""
        self.rules = rules
        self.players = players
        self.phase = Phase.ROLL
        self.seat = self.start = start
        self.round_number = 1
        self.boat = 0
        self.held = self.taken = self.two_dice = 0
        self.bag_draws = self.shuffles = self.deck_draws = 0
        self.pool = [0] * 8
        self.final_dice = [0] * 8
        self.bag = list(rules.bag)
        self.pile = [0] * 5
        self.deck = list(rules.cards)
        self.discards = [0] * len(Card)
        self.shuffled = [0] * len(Card)
        self.seats = [Seat(cash=rules.start_coins, supply=rules.tents_per_player) for _ in range(players)]
        self.tents = self._empty_board()
        self.scored = self._empty_board()

    def _empty_board(self) -> list[list[list[int]]]:
        return [[[0] * self.players for _ in range(self.rules.rows)] for _ in range(self.rules.columns)]

    # ---------------------------------------------------------------- dice and turns

    @property
    def me(self) -> Seat:
        """The player whose turn it is."""
        return self.seats[self.seat]

    def roll(self, dice: Sequence[int]) -> None:
        """R6: all dice are rolled; the start player has the first turn."""
        assert self.phase == Phase.ROLL
        assert len(dice) == self.rules.dice_per_player * self.players  # R5
        self.pool = [dice.count(face) for face in range(8)]
        self._give_turn_from(self.start)

    def legal_dice(self, seat: int) -> list[int]:
        """R8: the values in the pool that are higher than the seat's last die of the round."""
        return [face for face in range(1, 7) if self.pool[face] and face > self.seats[seat].last_die]

    def second_die_allowed(self) -> bool:
        """R37: after two_dice and the first die's action, when a higher die is left."""
        return bool(self.two_dice and self.taken == 1 and self.legal_dice(self.seat))

    def _give_turn_from(self, first: int) -> None:
        """R7, R9: the first player clockwise who has a legal die; when there is none the round is over."""
        self.held = self.taken = self.two_dice = 0
        for step in range(self.players):
            seat = (first + step) % self.players
            if self.legal_dice(seat):
                self.seat = seat
                self.phase = Phase.BEFORE_DIE
                return
        self._end_round()

    def _end_round(self) -> None:
        """R25, R26: the boat's column is scored, the boat and the start player move on, or the game ends."""
        for row in range(self.rules.rows):
            for seat in range(self.players):
                self.seats[seat].vp += (row + 1) * self.tents[self.boat][row][seat]
                self.scored[self.boat][row][seat] = self.tents[self.boat][row][seat]
        self.pool = [0] * 8  # R7: left-over dice are lost
        for each in self.seats:
            each.last_die = 0
        if self.boat == self.rules.columns - 1 or self.round_number == self.rules.max_rounds:
            self.phase = Phase.FINAL_DICE if self.players == 2 else Phase.OVER  # R46
            self.seat = self.start
            return
        self.boat += 1
        self.round_number += 1
        self.seat = self.start = (self.start + 1) % self.players
        self.phase = Phase.ROLL

    # ---------------------------------------------------------------- what is legal

    def legal(self) -> list[int]:
        """All legal codes by (kind, argument); amounts are the most."""
        found = [code for code in self._candidates() if self.explain(code) is None]
        return sorted(found, key=lambda code: (code % 16, code // 16))

    def _candidates(self) -> Iterator[int]:
        """Every code that could be legal for anybody holding these things; :meth:`explain` decides."""
        if self.phase not in DECISIONS:
            return
        me = self.me
        yield Kind.END
        yield Kind.PASS
        for die in range(1, 7):
            yield Kind.TAKE + 16 * die
        if self.phase == Phase.DIE_HELD:
            for kind in (Kind.CARD, Kind.COINS, Kind.MINE):
                yield kind + 16 * self.held
            yield from self._tent_candidates()
        for card in Card:
            yield Kind.PLAY + 16 * card
        if me.hand[Card.EXTRA_TENT]:
            for column, row in self.own_spaces():
                yield Kind.EXTRA_TENT + 16 * (column * MAX_ROWS + row)
        for kind in (Kind.MARKET, Kind.SELL):
            yield kind + 16 * (me.gems[0] + 256 * me.gems[1] + 65536 * me.gems[2])
        yield Kind.DONATE + 16 * me.cash

    def own_spaces(self) -> list[tuple[int, int]]:
        """Spaces (column, row) where the player has a tent."""
        return [
            (column, row)
            for column in range(self.rules.columns)
            for row in range(self.rules.rows)
            if self.tents[column][row][self.seat]
        ]

    def _tent_candidates(self) -> Iterator[int]:
        sources = [0]
        if self.players == 2 and self.me.supply == 0:
            for column, row in self.own_spaces():
                sources += [1 + 2 * (column * MAX_ROWS + row), 2 + 2 * (column * MAX_ROWS + row)]
        for source in sources:
            for no_cost in range(2):
                yield tent_code(self.held, self.held - 1, 0, no_cost, source)
                for row in range(self.rules.rows):
                    yield tent_code(self.held, row, 1, no_cost, source)

    def explain(self, code: int) -> int | None:
        """The number of the clause an action breaks now, None when it is legal."""
        if self.phase not in DECISIONS:
            return 6
        kind, argument = code % 16, code // 16
        if kind == Kind.END:
            return self._explain_end()
        if kind == Kind.PASS:
            return None if self.phase == Phase.BEFORE_DIE and not self.rules.must_take_die else 10
        if kind == Kind.TAKE:
            return self._explain_take(argument)
        if kind in (Kind.CARD, Kind.COINS, Kind.MINE, Kind.TENT):
            return self._explain_use(kind, argument)
        return self._explain_free_act(kind, argument)

    def _explain_end(self) -> int | None:
        if self.phase != Phase.ACTION_DONE:
            return 24
        if self.second_die_allowed() and self.rules.must_take_die:  # R10: else it may be left
            return 37
        return None

    def _explain_take(self, die: int) -> int | None:
        if self.phase == Phase.DIE_HELD:
            return 7
        if self.taken == 2:
            return 7  # one action a die, and no third die
        if self.phase == Phase.ACTION_DONE and not self.two_dice:
            return 37
        if not 1 <= die <= 6 or not self.pool[die]:
            return 7
        return None if die > self.me.last_die else 8

    def _explain_use(self, kind: int, argument: int) -> int | None:
        die = argument % 8 if kind == Kind.TENT else argument
        if self.phase != Phase.DIE_HELD or die != self.held:
            return 7
        if kind == Kind.CARD and sum(self.deck) + sum(self.discards) == 0:
            return 30
        if kind == Kind.TENT:
            return self._explain_tent(*split_tent(argument))
        return None

    def _explain_tent(self, die: int, row: int, ignore_die: int, no_cost: int, source: int) -> int | None:
        if ignore_die and not self.me.hand[Card.IGNORE_DIE]:
            return 31
        if no_cost and not self.me.hand[Card.NO_COST]:
            return 32
        if row >= self.rules.rows:
            return 14
        if row != die - 1 and not ignore_die:
            return 31
        broken = self._explain_source(row, source)
        if broken is not None:
            return broken
        return None if self.me.cash >= self.tent_price(row, no_cost) else 15

    def _explain_source(self, row: int, source: int) -> int | None:
        """R16, R45: from the supply; with two players and no supply, one of the tents on the board."""
        if self.players != 2 or self.me.supply > 0:
            if source:
                return 45
            return None if self.me.supply > 0 else 16
        if source == 0:
            return 45
        column, source_row, scored = split_source(source)
        if column >= self.rules.columns or source_row >= self.rules.rows:
            return 45
        if (column, source_row) == (self.boat, row):
            return 45
        there = self.scored[column][source_row][self.seat]
        if not scored:
            there = self.tents[column][source_row][self.seat] - there
        return None if there else 45

    def neighbours(self, column: int, row: int) -> list[int]:
        """R14: the other players with a tent on the space; each is owed one coin."""
        return [s for s in range(self.players) if s != self.seat and self.tents[column][row][s]]

    def tent_price(self, row: int, no_cost: int) -> int:
        """R14, R32: the whole price of a tent in the boat's column."""
        owed = len(self.neighbours(self.boat, row))
        if not no_cost:
            return self.rules.cost[self.boat] + owed
        return owed if self.rules.surcharge_on_no_cost else 0

    def _explain_free_act(self, kind: int, argument: int) -> int | None:
        if self.phase == Phase.BEFORE_DIE and not self.rules.act_before_die:
            return 24
        if kind == Kind.SELL:
            return None if self._owns(argument) else 23
        if kind == Kind.DONATE:
            return None if 1 <= argument <= self.me.cash else 22
        if kind == Kind.PLAY:
            return self._explain_play(argument)
        if kind == Kind.MARKET:
            if not self.me.hand[Card.MARKET]:
                return 23
            return None if self._owns(argument) else 39
        if not self.me.hand[Card.EXTRA_TENT]:
            return 23
        return self._explain_extra_tent(*divmod(argument, MAX_ROWS))

    def _owns(self, argument: int) -> bool:
        """R23: at least one gem, none that is not there."""
        gems = split_gems(argument)
        return sum(gems) > 0 and all(n <= own for n, own in zip(gems, self.me.gems, strict=True))

    def _explain_extra_tent(self, column: int, row: int) -> int | None:
        if column >= self.rules.columns or row >= self.rules.rows:
            return 34
        if not self.scored[column][row][self.seat] or not self.me.supply:
            return 34
        owed = len(self.neighbours(column, row)) if self.rules.surcharge_on_extra_tent else 0
        return None if self.me.cash >= owed else 15

    def _explain_play(self, card: int) -> int | None:
        if card in (Card.IGNORE_DIE, Card.NO_COST, Card.EXTRA_TENT, Card.MARKET, Card.MINE_COLLAPSE):
            return 23  # these have forms of their own or are never played
        if not self.me.hand[card]:
            return 23
        if card in ANIMALS and not self.rules.animals_when_played:
            return 38
        if card == Card.BOAT_BACK and self.boat == 0:
            return 35
        if card == Card.TWO_DICE and not self._two_dice_has_effect():
            return 37
        return None

    def _two_dice_has_effect(self) -> bool:
        """R37: two legal values before the first die; a higher die after it; once a turn."""
        needed = 2 if self.phase == Phase.BEFORE_DIE else 1
        return not self.two_dice and len(self.legal_dice(self.seat)) >= needed

    # ---------------------------------------------------------------- what happens

    def apply(
        self, code: int, stones: Sequence[int] | None = None, cards: Sequence[int] | None = None
    ) -> None:
        """Carry out a legal action; ``stones`` counts by colour, ``cards`` in the order drawn, if it draws."""
        assert self.explain(code) is None, f"action {code} breaks R{self.explain(code)}"
        kind, argument = code % 16, code // 16
        if kind == Kind.END:
            self._give_turn_from(self.seat + 1)
        elif kind == Kind.PASS:
            self.me.last_die = PASSED  # R10
            self._give_turn_from(self.seat + 1)
        elif kind == Kind.TAKE:
            self._take(argument)
        elif kind in (Kind.CARD, Kind.COINS, Kind.MINE, Kind.TENT):
            self._use(kind, argument, stones, cards)
            self.phase = Phase.ACTION_DONE
        elif kind == Kind.PLAY:
            self._play(argument, stones)
        elif kind == Kind.EXTRA_TENT:
            self._place_extra_tent(*divmod(argument, MAX_ROWS))
        elif kind == Kind.MARKET:
            self._discard(Card.MARKET)
            self._market(split_gems(argument))
        elif kind == Kind.SELL:
            self._sell(split_gems(argument))
        else:
            self._donate(argument)

    def _take(self, die: int) -> None:
        """R7."""
        self.pool[die] -= 1
        self.held = self.me.last_die = die
        self.taken += 1
        self.phase = Phase.DIE_HELD

    def _use(
        self, kind: int, argument: int, stones: Sequence[int] | None, cards: Sequence[int] | None
    ) -> None:
        """R10: the action of the die in hand."""
        if kind == Kind.CARD:
            assert cards is not None
            self._draw_card(list(cards))  # R11
        elif kind == Kind.COINS:
            self.me.cash += argument  # R12
        elif kind == Kind.MINE:
            self._mine(argument, stones)  # R13
        else:
            self._place_tent(*split_tent(argument))

    def _place_tent(self, die: int, row: int, ignore_die: int, no_cost: int, source: int) -> None:
        """R14-R16, R31-R33, R45."""
        if ignore_die:
            self._discard(Card.IGNORE_DIE)
        if no_cost:
            self._discard(Card.NO_COST)
        else:
            self.me.cash -= self.rules.cost[self.boat]
        if not no_cost or self.rules.surcharge_on_no_cost:
            self._pay_surcharge(self.boat, row)
        if source:
            column, source_row, scored = split_source(source)
            self.tents[column][source_row][self.seat] -= 1
            self.scored[column][source_row][self.seat] -= scored
        else:
            self.me.supply -= 1
            self.me.placed += 1
        self.tents[self.boat][row][self.seat] += 1

    def _pay_surcharge(self, column: int, row: int) -> None:
        for seat in self.neighbours(column, row):
            self.me.cash -= 1
            self.seats[seat].cash += 1  # R15: theirs at once

    def _place_extra_tent(self, column: int, row: int) -> None:
        """R34."""
        self._discard(Card.EXTRA_TENT)
        if self.rules.surcharge_on_extra_tent:
            self._pay_surcharge(column, row)
        self.me.supply -= 1
        self.me.placed += 1
        self.tents[column][row][self.seat] += 1

    def _donate(self, coins: int) -> None:
        """R22."""
        self.me.cash -= coins
        self.me.chest += coins
        self.me.gave += 1

    def _play(self, card: int, stones: Sequence[int] | None) -> None:
        """R27: to the discards before the effect."""
        self._discard(card)
        if card == Card.FOUR_COINS:
            self.me.cash += 4  # R36
        elif card == Card.THREE_STONES:
            self._mine(3, stones)  # R40
        elif card == Card.BOAT_BACK:
            self.boat -= 1  # R35
        elif card == Card.TWO_DICE:
            self.two_dice = 1  # R37
        else:
            points = self.rules.animal_vp[ANIMALS.index(Card(card))]  # R38
            self.me.vp += points
            self.me.vp_animals += points

    def _discard(self, card: int) -> None:
        """R27, and the public count of cards surely held since before the last shuffle.

        A card that may be an old one is counted as one, so the count is never too high.
        """
        me = self.me
        me.hand[card] -= 1
        me.cards -= 1
        self.discards[card] += 1
        certainly_new = self.shuffled[card] == self.rules.cards[card]  # all of them went into this deck
        if not certainly_new and me.old_cards > 0:
            me.old_cards -= 1
        me.old_cards = min(me.old_cards, me.cards)

    # ---------------------------------------------------------------- mine, gems, cards

    def _mine(self, wanted: int, stones: Sequence[int] | None) -> None:
        """R17-R20."""
        assert stones is not None
        assert sum(stones) == min(wanted, sum(self.bag))
        assert all(0 <= n <= there for n, there in zip(stones, self.bag, strict=True))
        self.bag_draws += 1
        self._move(stones, self.bag, [0] * 5)
        if stones[Stone.WHITE]:
            if self.rules.white_draw_pays:
                self.me.cash += dot(stones[2:], self.rules.gem_price)
            self._move(stones, [0] * 5, self.bag)
            self._move(list(self.pile), self.pile, self.bag)  # R19
        else:
            self.pile[Stone.BLACK] += stones[Stone.BLACK]
            self.me.gems = [own + n for own, n in zip(self.me.gems, stones[2:], strict=True)]

    def _move(self, stones: Sequence[int], origin: list[int], target: list[int]) -> None:
        for colour, count in enumerate(stones):
            origin[colour] -= count
            target[colour] += count

    def _sell(self, gems: Sequence[int]) -> None:
        """R18."""
        self._give_up(gems)
        self.me.cash += dot(gems, self.rules.gem_price)

    def _market(self, gems: Sequence[int]) -> None:
        """R39."""
        self._give_up(gems)
        self.me.cash += dot(gems, self.rules.market_coins)
        self.me.vp += dot(gems, self.rules.market_vp)
        self.me.vp_market += dot(gems, self.rules.market_vp)

    def _give_up(self, gems: Sequence[int]) -> None:
        for colour, count in enumerate(gems):
            self.me.gems[colour] -= count
            self.pile[colour + 2] += count

    def _draw_card(self, cards: list[int]) -> None:
        """R11, R28, R30: cards until one is kept, or until deck and discards are empty."""
        collapses = 0
        while True:
            if sum(self.deck) == 0 and sum(self.discards) > 0:
                self._shuffle_discards_in()
            if sum(self.deck) == 0:
                break  # R28: every other card is in a hand
            card = cards.pop(0)
            assert self.deck[card] > 0
            self.deck[card] -= 1
            self.deck_draws += 1
            if card != Card.MINE_COLLAPSE:
                self.me.hand[card] += 1
                self.me.cards += 1
                break
            collapses += 1
            self._collapse()
        assert not cards
        if collapses:
            self.deck[Card.MINE_COLLAPSE] += collapses
            self._shuffle_discards_in()

    def _collapse(self) -> None:
        """R28: all gems in front of all players go into the bag."""
        for each in self.seats:
            for colour in range(3):
                self.bag[colour + 2] += each.gems[colour]
            each.gems = [0] * 3

    def _shuffle_discards_in(self) -> None:
        self.shuffled = list(self.discards)
        for card in Card:
            self.deck[card] += self.discards[card]
        self.discards = [0] * len(Card)
        self.shuffles += 1
        self.deck_draws = 0
        for each in self.seats:
            each.old_cards = each.cards

    # ---------------------------------------------------------------- the end

    def roll_final(self, dice: Sequence[int]) -> None:
        """R46: the four dice that a donation must reach."""
        assert self.phase == Phase.FINAL_DICE
        assert len(dice) == 4
        self.final_dice = [dice.count(face) for face in range(8)]
        self.phase = Phase.OVER

    def row_bonuses(self) -> list[int]:
        """R41, by seat."""
        bonuses = [0] * self.players
        for row in range(self.rules.rows):
            counts = [sum(column[row][seat] for column in self.tents) for seat in range(self.players)]
            most = [seat for seat in range(self.players) if counts[seat] == max(counts) > 0]
            for seat in most:
                bonuses[seat] += self.rules.bonus[row] // len(most)
        return bonuses

    def eliminated(self) -> list[bool]:
        """R43, R46."""
        staying = [seat for seat in self.seats if not seat.forfeited]
        if self.players == 2:
            needed = sum(face * count for face, count in enumerate(self.final_dice))
            return [seat.chest < needed for seat in self.seats]  # R46: everyone
        if len(staying) < 2:
            return [False] * self.players
        chests = [seat.chest for seat in staying]
        if min(chests) == max(chests) and not self.rules.all_equal_all_out:
            return [False] * self.players
        return [not seat.forfeited and seat.chest == min(chests) for seat in self.seats]

    def result(self) -> Standing:
        """R41-R47."""
        assert self.phase == Phase.OVER
        rows = self.row_bonuses()
        points = []
        for seat, bonus in zip(self.seats, rows, strict=True):
            animals = [seat.hand[card] for card in ANIMALS]
            gems = sum(seat.gems) * self.rules.kept_gem_vp  # R42
            points.append(seat.vp + bonus + gems + dot(animals, self.rules.animal_vp))
        out = self.eliminated()
        ranks = [self._rank(seat, points[seat], out[seat]) for seat in range(self.players)]
        places = [1 + sum(other > rank for other in ranks) for rank in ranks]
        winners = [s for s in range(self.players) if places[s] == 1 and ranks[s][0] == 2]
        return Standing(rows, points, out, places, winners)

    def _rank(self, number: int, points: int, out: bool) -> tuple[int, ...]:
        """R44, R47: greater is better, equal is tied."""
        seat = self.seats[number]
        if seat.forfeited:
            return (0,)
        if out:
            return (1,)
        return (2, points, seat.chest, seat.placed if self.rules.tie_break_tents else 0)

    # ---------------------------------------------------------------- as data

    def snapshot(self) -> dict[str, Any]:
        """Every field of STATE, padded to its capacity; those of SEAT as ``seats.cash`` by seat."""
        plain = (
            "players phase seat start round_number boat held taken two_dice bag_draws shuffles deck_draws pool "
            "final_dice bag pile deck discards shuffled"
        )
        data: dict[str, Any] = {}
        for name in plain.split():
            value = getattr(self, name)
            data[name] = list(value) if isinstance(value, list) else int(value)
        data["deck_size"] = sum(self.deck)
        for each in fields(Seat):
            values = [getattr(seat, each.name) for seat in self.seats]
            values = [list(value) if isinstance(value, list) else value for value in values]
            blank = getattr(Seat(), each.name)
            data[f"seats.{each.name}"] = values + [blank] * (MAX_SEATS - self.players)
        data["tents"] = pad(self.tents)
        data["scored"] = pad(self.scored)
        return data

    @classmethod
    def from_snapshot(cls, rules: Rules, data: Mapping[str, Any]) -> "NaiveGame":
        """The game a :meth:`snapshot` was taken of."""
        game = cls(rules, data["players"], data["start"])
        for name, value in data.items():
            if name in ("tents", "scored"):
                value = [
                    [row[: game.players] for row in rows[: rules.rows]] for rows in value[: rules.columns]
                ]
            if name.startswith("seats."):
                for seat, one in zip(game.seats, value, strict=False):
                    setattr(seat, name[6:], list(one) if isinstance(one, list) else one)
            elif name != "deck_size":
                setattr(game, name, list(value) if isinstance(value, list) else value)
        game.phase = Phase(game.phase)
        return game

    def copy(self) -> "NaiveGame":
        """An independent copy."""
        return self.from_snapshot(self.rules, self.snapshot())


def pad(board: list[list[list[int]]]) -> list[list[list[int]]]:
    """A board of the edition's size in one of full capacity."""
    full = [[[0] * MAX_SEATS for _ in range(MAX_ROWS)] for _ in range(MAX_COLUMNS)]
    for column, rows in enumerate(board):
        for row, counts in enumerate(rows):
            full[column][row][: len(counts)] = counts
    return full


def dot(counts: Sequence[int], prices: Sequence[int]) -> int:
    """The sum of amount times price."""
    return sum(count * price for count, price in zip(counts, prices, strict=True))


def tent_code(die: int, row: int, ignore_die: int, no_cost: int, source: int) -> int:
    """The code of a TENT action; ``row`` from 0."""
    return Kind.TENT + 16 * (die + 8 * row + 128 * ignore_die + 256 * no_cost + 512 * source)


def split_tent(argument: int) -> tuple[int, int, int, int, int]:
    """Die, row, ignore_die, no_cost, source of TENT."""
    return argument % 8, argument // 8 % 16, argument // 128 % 2, argument // 256 % 2, argument // 512


def split_source(source: int) -> tuple[int, int, int]:
    """Column, row and whether a scored tent moves."""
    space, scored = divmod(source - 1, 2)
    return space // MAX_ROWS, space % MAX_ROWS, scored


def split_gems(argument: int) -> tuple[int, int, int]:
    """Clear, blue, red of MARKET and SELL."""
    return argument % 256, argument // 256 % 256, argument // 65536
