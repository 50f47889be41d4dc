"""Positions for rule cases: set up in words, played by engine and twin at once. Columns and rows count from 1."""

from livingstone.engine.constants import Card, Phase
from lockstep import Both
from naive import SCHMIDT, NaiveGame, Rules


class Table(Both):
    """A table in the middle of a round; every setter moves things, so that nothing is lost or made."""

    def __init__(
        self,
        *pool: int,
        rules: Rules = SCHMIDT,
        players: int = 3,
        seat: int = 0,
        start: int = 0,
        boat: int = 1,
        phase: Phase = Phase.BEFORE_DIE,
    ) -> None:
        """The dice of the pool are given; everybody has 20 coins and nothing else."""
        game = NaiveGame(rules, players, start)
        game.seat, game.boat, game.round_number, game.phase = seat, boat - 1, boat, phase
        game.pool = [pool.count(face) for face in range(8)]
        for each in game.seats:
            each.cash = 20
        super().__init__(game)

    def cash(self, seat: int) -> int:
        """Coins in hand."""
        return self.twin.seats[seat].cash

    def points(self) -> list[int]:
        """VP so far, by seat."""
        return [seat.vp for seat in self.twin.seats]

    def last_dice(self, *dice: int) -> "Table":
        """The last die of each seat in this round."""
        for seat, die in zip(self.twin.seats, dice, strict=True):
            seat.last_die = die
        return self._done()

    def give(self, seat: int, **values: int) -> "Table":
        """Fields of a seat: cash, chest, vp ..."""
        for name, value in values.items():
            assert hasattr(self.twin.seats[seat], name)
            setattr(self.twin.seats[seat], name, value)
        return self._done()

    def deal(self, seat: int, *cards: Card) -> "Table":
        """Cards from the deck into a hand."""
        for card in cards:
            self.twin.deck[card] -= 1
            self.twin.seats[seat].hand[card] += 1
            self.twin.seats[seat].cards += 1
        assert min(self.twin.deck) >= 0
        return self._done()

    def discard_deck(self, *kept: Card) -> "Table":
        """The deck onto the discards, but for these cards; mine_collapse stays."""
        game = self.twin
        for card in Card:
            if card != Card.MINE_COLLAPSE:
                moved = game.deck[card] - kept.count(card)
                game.deck[card] -= moved
                game.discards[card] += moved
        return self._done()

    def deal_all(self, seat: int) -> "Table":
        """Every card of deck and discards but mine_collapse into one hand."""
        game = self.twin
        for card in Card:
            if card != Card.MINE_COLLAPSE:
                game.seats[seat].hand[card] += game.deck[card] + game.discards[card]
                game.deck[card] = game.discards[card] = 0
        game.seats[seat].cards = sum(game.seats[seat].hand)
        return self._done()

    def gems(self, seat: int, clear: int = 0, blue: int = 0, red: int = 0) -> "Table":
        """Gems from the bag to a player."""
        for colour, count in enumerate((clear, blue, red)):
            self.twin.bag[colour + 2] -= count
            self.twin.seats[seat].gems[colour] += count
        return self._done()

    def pile(self, black: int) -> "Table":
        """Black stones from the bag to the set-aside pile."""
        self.twin.bag[0] -= black
        self.twin.pile[0] += black
        return self._done()

    def tents(self, seat: int, column: int, row: int, count: int = 1, scored: int = 0) -> "Table":
        """Tents from the supply to a space; ``scored``: how many of them R25 has counted there."""
        mine = self.twin.seats[seat]
        mine.supply -= count
        mine.placed += count
        assert mine.supply >= 0
        self.twin.tents[column - 1][row - 1][seat] += count
        self.twin.scored[column - 1][row - 1][seat] += scored
        return self._done()

    def standing(self, seat: int, column: int, row: int) -> int:
        """Tents of a seat on a space."""
        return self.twin.tents[column - 1][row - 1][seat]

    def play_coins(self, take: int | None = None) -> None:
        """One whole turn: the lowest legal die, or this one, for coins."""
        die = take or self.twin.legal_dice(self.twin.seat)[0]
        self.turn(f"die {die}", f"die {die} coins", "end")

    def finish_round(self) -> None:
        """Coins until the round has been scored."""
        number = self.twin.round_number
        while self.twin.phase in (Phase.BEFORE_DIE, Phase.DIE_HELD, Phase.ACTION_DONE):
            if self.twin.phase == Phase.DIE_HELD:
                self.play(f"die {self.twin.held} coins")
            elif self.twin.phase == Phase.ACTION_DONE and self.allows("end"):
                self.play("end")
            else:
                self.play(f"die {self.twin.legal_dice(self.twin.seat)[0]}")
        assert self.twin.phase != Phase.ROLL or self.twin.round_number == number + 1

    def _done(self) -> "Table":
        self.sync()
        return self
