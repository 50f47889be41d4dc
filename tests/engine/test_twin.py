"""The compiled rules and the plain twin agree in every field after every step of whole random games."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz import any_code, editions
from livingstone.engine.constants import MAX_ROWS, Card, Kind, Phase
from livingstone.engine.packing import check_code
from lockstep import Both, pick, play_through, record_of, scaled
from naive import BGA, SCHMIDT, NaiveGame, Rules

FEW_TENTS = Rules(tents_per_player=2, start_coins=20, cards=(4, 4, 3, 2, 1, 3, 0, 0, 0, 2, 1, 1))
"""Tents run out at once: R16 with 3 to 5 players, moves (R45) with two."""
LAX = Rules(
    must_take_die=0, surcharge_on_no_cost=0, surcharge_on_extra_tent=0, white_draw_pays=0, all_equal_all_out=0,
    bag=(6, 2, 5, 5, 5), cards=(2, 2, 2, 2, 2, 6, 0, 0, 0, 2, 2, 3), rows=3, bonus=(9, 7, 5), max_rounds=14,
)  # fmt: skip
"""Every switch the other way, passing, several mine_collapses, dice above the last row."""
NO_COLLAPSE = Rules(cards=(1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0), start_coins=8)
"""The deck runs out, and with it the discards: R30."""
TABLE = {"schmidt": SCHMIDT, "bga": BGA, "few_tents": FEW_TENTS, "lax": LAX, "no_collapse": NO_COLLAPSE}


class Seen:
    """What was met at the decisions of games: kinds of legal actions, clauses broken by arbitrary codes."""

    def __init__(self, random: Random, tries: int = 4) -> None:
        self.random = random
        self.tries = tries
        self.kinds: Counter[str] = Counter()
        self.clauses: Counter[int] = Counter()

    def __call__(self, both: Both, legal: list[int]) -> None:
        """Every legal entry breaks nothing; arbitrary codes break the same clause for both."""
        for code in legal:
            assert both.clause(check_code(code)) == 0
            self.kinds[Kind(code % 16).name] += 1
        for _ in range(self.tries):
            self.clauses[both.clause(check_code(any_code(both.twin, self.random)))] += 1


def play_games(rules: Rules, players: int, count: int, seen: Seen) -> None:
    """Whole games, now and then with a forfeited seat."""
    for number in range(count):
        random = Random(f"{players} {number}")
        both = Both.new(rules, players, random.randrange(players), seed=number)
        if number % 4 == 3:
            both.twin.seats[random.randrange(players)].forfeited = 1
            both.sync()
        play_through(both, random, seen)
        assert both.clause(Kind.END) == 6
        both.result()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", TABLE)
def test_whole_games_agree(edition: str, players: int) -> None:
    play_games(TABLE[edition], players, scaled(8), Seen(Random(players)))


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", TABLE)
def test_many_whole_games_agree(edition: str, players: int) -> None:
    play_games(TABLE[edition], players, scaled(60), Seen(Random(players), tries=2))


def test_random_games_meet_every_kind_of_action_and_every_clause() -> None:
    """Else the agreement above would say little."""
    seen = Seen(Random(0), tries=20)
    for number, rules in enumerate(TABLE.values()):
        for players in (2, 3):
            play_games(rules, players, 2 + number % 2, seen)
    assert set(seen.kinds) == {kind.name for kind in Kind}
    assert set(seen.clauses) == {0, 7, 8, 10, 14, 15, 16, 22, 23, 24, 30, 31, 32, 34, 35, 37, 38, 39, 45}


@settings(max_examples=scaled(150))
@given(editions(), st.integers(2, 5), st.integers(0, 2**32 - 1))
def test_odd_editions_agree(rules: Rules, players: int, seed: int) -> None:
    random = Random(seed)
    both = Both.new(rules, players, random.randrange(players), seed)
    play_through(both, random, Seen(random), limit=300)
    if both.twin.phase == Phase.OVER:
        both.result()


@settings(max_examples=scaled(60))
@given(editions(), st.integers(2, 5), st.integers(0, 2**32 - 1))
def test_odd_editions_agree_from_rich_positions(rules: Rules, players: int, seed: int) -> None:
    """Positions that random play seldom reaches: full hands, long chests, tents everywhere."""
    random = Random(seed)
    game = NaiveGame(rules, players, random.randrange(players))
    enrich(game, random)
    both = Both(game, seed)
    play_through(both, random, Seen(random), limit=60)


class OldCards:
    """Hand cards older than the last shuffle, kept by looking into the hands: an old one is played first."""

    def __init__(self, both: Both) -> None:
        self.both = both
        self.old = [[0] * len(Card) for _ in both.twin.seats]
        self.most = 0
        self._look()

    def _look(self) -> None:
        self.hands = [list(seat.hand) for seat in self.both.twin.seats]
        self.shuffles = self.both.twin.shuffles

    def step(self) -> None:
        """Compare with what the table counts, after a step."""
        game = self.both.twin
        if game.shuffles > self.shuffles:  # a card drawn since is new, a replacement of R28 is old
            hands = [seat.hand for seat in game.seats] if game.deck_draws == 0 else self.hands
            self.old = [list(hand) for hand in hands]
        for seat, hand, old in zip(game.seats, self.hands, self.old, strict=True):
            for card, (now, before) in enumerate(zip(seat.hand, hand, strict=True)):
                old[card] = max(0, old[card] - max(0, before - now))
                assert old[card] <= game.rules.cards[card] - game.shuffled[card]
            assert seat.old_cards <= sum(old), self.both.where()
            self.most = max(self.most, seat.old_cards)
        self._look()


@pytest.mark.parametrize("players", [2, 4])
def test_old_cards_are_never_counted_too_high(players: int) -> None:
    """Search deals that many of them from the older cards: too many would rule out the true hands."""
    cards = (1, 1, 1, 2, 4, 3, 0, 0, 0, 2, 3, 2)
    found = 0
    for rules in (Rules(cards=cards), Rules(cards=(*cards[:-1], 0), act_before_die=0)):
        for number in range(6):
            random = Random(number)
            both = Both.new(rules, players, seed=number)
            old = OldCards(both)
            while both.twin.phase not in (Phase.FINAL_DICE, Phase.OVER):
                if both.twin.phase == Phase.ROLL:
                    both.roll()
                else:
                    both.play(pick(both.legal(), random))
                old.step()
            found = max(found, old.most)
    assert found > 1


@settings(max_examples=scaled(300))
@given(editions(), st.integers(2, 5), st.integers(0, 2**32 - 1))
def test_results_agree(rules: Rules, players: int, seed: int) -> None:
    """Close standings: few different values, so that every tie-break is met."""
    random = Random(seed)
    game = NaiveGame(rules, players, random.randrange(players))
    enrich(game, random)
    game.phase = Phase.OVER
    few = random.choice((1, 2, 3))
    for seat in game.seats:
        seat.vp, seat.chest, seat.placed = (random.randrange(few) for _ in range(3))
        seat.forfeited = int(random.random() < 0.2)
    if players == 2:
        for _ in range(4):
            game.final_dice[random.choice((1, 1, 1, 2))] += 1
        for seat in game.seats:
            seat.chest += random.choice((3, 4, 5))
    Both(game).result()


def enrich(game: NaiveGame, random: Random) -> None:
    """Deal cards, gems, coins, tents at random; nothing is lost or made but coins."""
    for seat in game.seats:
        for card, count in enumerate(game.deck[:-1]):
            taken = random.randint(0, count)
            game.deck[card] -= taken
            seat.hand[card] += taken
        seat.cards = sum(seat.hand)
        seat.old_cards = random.randint(0, seat.cards)
        seat.cash = random.choice((0, 1, 5, 30))
        for colour in range(3):
            taken = random.randint(0, min(3, game.bag[colour + 2]))
            game.bag[colour + 2] -= taken
            seat.gems[colour] += taken
    for number, seat in enumerate(game.seats):
        for _ in range(random.randint(0, seat.supply)):
            column, row = random.randrange(game.rules.columns), random.randrange(game.rules.rows)
            seat.supply -= 1
            seat.placed += 1
            game.tents[column][row][number] += 1
            game.scored[column][row][number] += random.randint(0, 1)
    game.boat = random.randrange(game.rules.columns)


def test_the_adapter_keeps_every_field() -> None:
    """A record made from a snapshot shows that snapshot: the comparison compares what it says."""
    game = NaiveGame(SCHMIDT, 4, 2)
    enrich(game, Random(1))
    both = Both(game)
    both.compare()
    record = record_of(game)
    record[0]["tents"][3, MAX_ROWS - 1, 4] += 1
    both.record = record
    with pytest.raises(AssertionError, match="tents: "):
        both.compare()
