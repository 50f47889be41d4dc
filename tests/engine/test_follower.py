"""The follower: fed a seat's events it knows what the game lets that seat know, and refuses what cannot be."""

import random
from collections.abc import Sequence

import pytest

from livingstone.ai.players import make_player
from livingstone.engine.constants import Card, Kind, Phase
from livingstone.engine.editions import Edition
from livingstone.engine.errors import IllegalAction, ImpossibleOutcome, LivingstoneError
from livingstone.engine.events import Event, action_event, forfeit_event, roll_event
from livingstone.engine.following import Follower, Payment
from livingstone.engine.game import ActionLike, Game
from livingstone.engine.notation import Action
from livingstone.engine.outcome import Outcome
from livingstone.engine.record_lines import result_json
from sample_games import random_action

NAMES = ("Anna", "Bob", "Cy", "Dora", "Eve")
FEW_CARDS = [f"cards.{name}=1" for name in ("ignore_die", "no_cost", "four_coins", "market", "two_dice")] + [
    f"cards.{name}=0" for name in ("extra_tent", "boat_back", "lion", "rhino", "antelope", "three_stones")
]
ODD = {
    "collapses": ["cards.mine_collapse=5", "cards.lion=0", "cards.rhino=0", "cards.antelope=2"],
    "no collapse": ["cards.mine_collapse=0", "cards_total=26"],
    "open money": ["money=open"],
    "may pass": ["must_take_die=no", "white_draw_pays=no"],
    "one die": ["dice_per_player=1", "surcharge_on_no_cost=no"],
    "few cards": [*FEW_CARDS, "cards_total=6"],
    "few cards, many collapses": [*FEW_CARDS, "cards.mine_collapse=3", "cards_total=8"],
    "few cards, no collapse": [*FEW_CARDS, "cards.mine_collapse=0", "cards_total=5"],
    "few stones": ["bag.black=2", "bag.clear=2", "bag.blue=1", "bag.red=1", "stones_total=7"],
}
"""Rules changed from a built-in edition; every second one from bga."""


def edition_of(kind: str) -> Edition:
    if kind in ("schmidt-2009", "bga"):
        return Edition.load(kind)
    return Edition.load(("schmidt-2009", "bga")[list(ODD).index(kind) % 2], ODD[kind])


class Watched:
    """A game, and a follower for each seat that must know as much as the game's observations after each step."""

    def __init__(self, game: Game) -> None:
        self.game = game
        names = NAMES[: game.players]
        self.seats = [
            Follower(game.edition, game.players, names, me, game.seat) for me in range(game.players)
        ]
        self.steps = 0

    def play(self, action: ActionLike, outcome: Outcome | None = None) -> None:
        seat, action = self.game.seat, Action.read(action)
        drawn = self.game.play(action, outcome)
        is_open = self.game.edition.money == "open"
        self.show(
            [action_event(me, seat, action, drawn, money_open=is_open) for me in range(len(self.seats))]
        )

    def roll(self, dice: Sequence[int] | None = None) -> None:
        final = self.game.phase == Phase.FINAL_DICE
        self.show([roll_event(self.game.roll(dice), final=final)] * len(self.seats))

    def forfeit(self, seat: int) -> None:
        self.game.forfeit(seat)
        self.show([forfeit_event(seat)] * len(self.seats))

    def show(self, events: list[Event]) -> None:
        self.steps += 1
        for me, (follower, event) in enumerate(zip(self.seats, events, strict=True)):
            follower.step(event)
            assert follower.observation().to_bytes() == self.game.observation(me).to_bytes(), (
                self.steps,
                event,
            )


def play_out(watched: Watched, rng: random.Random, scripted: bool = False) -> None:
    game = watched.game
    players = [make_player("scripted", seed=seat) for seat in range(game.players)]
    while not game.is_over:
        if game.awaits_chance:
            watched.roll()
        elif scripted:
            watched.play(players[game.seat].choose(game.observation(), game.legal()))
        else:
            watched.play(random_action(game, rng))


@pytest.mark.parametrize("kind", ["schmidt-2009", "bga", *ODD])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whole_random_games_are_known_byte_for_byte(kind: str, players: int) -> None:
    watched = Watched(Game.new(players, edition_of(kind), seed=players))
    play_out(watched, random.Random(players))
    assert watched.steps > 20


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whole_scripted_games_are_known_byte_for_byte(players: int) -> None:
    for edition in ("schmidt-2009", "bga"):
        watched = Watched(Game.new(players, edition, seed=players))
        play_out(watched, random.Random(players), scripted=True)
        paid = watched.seats[0].payments
        assert paid and watched.seats[1].payments == paid
        assert all(payment.coins > 0 and payment.wealth >= 0 for payment in paid)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_reveal_gives_the_result_of_the_game(players: int) -> None:
    watched = Watched(Game.new(players, "bga", seed=players))
    watched.forfeit(1)
    play_out(watched, random.Random(players))
    state, expected = watched.game.record[0], watched.game.result()
    hands = [
        [card.name.lower() for card in Card for _ in range(int(state.seats[seat].hand[card]))]
        for seat in range(players)
    ]
    reveal = {"reveal": {"chests": list(expected.donations), "hands": hands}}
    for follower in watched.seats:
        follower.step(reveal)
        assert follower.result == expected
        follower.step({"result": result_json(expected)})
        with pytest.raises(LivingstoneError, match="already"):
            follower.step(reveal)
        with pytest.raises(LivingstoneError, match="result: 'points' is"):
            follower.step({"result": result_json(expected) | {"points": [0] * players}})


def test_a_reveal_that_cannot_be_is_refused() -> None:
    watched = Watched(Game.new(3, seed=3))
    anna = watched.seats[0]
    with pytest.raises(LivingstoneError, match="when the game is over"):
        anna.step({"reveal": {"chests": [0, 0, 0]}})
    play_out(watched, random.Random(3))
    right = list(watched.game.result().donations)
    _, most = anna.observation().money[1].chest
    for chests, words in (
        (right[:2], "2 chests for 3 players"),
        ([right[0] + 1, *right[1:]], "Anna's can only hold"),
        ([right[0], most + 1, right[2]], "Bob's can only hold"),
    ):
        with pytest.raises(LivingstoneError, match=words):
            anna.step({"reveal": {"chests": chests}})
    with pytest.raises(LivingstoneError, match=r"Bob cannot hold mine_collapse|Bob shows 1 card"):
        anna.step({"reveal": {"chests": right, "hands": [[], ["mine_collapse"], []]}})
    anna.step({"reveal": {"chests": right}})
    assert anna.result is not None and anna.result.donations == tuple(right)


def test_clauses_of_public_actions_are_those_of_the_game() -> None:
    """Whatever a follower refuses of another seat the game refuses too, and where no card is in play alike."""
    compared = 0
    for seed in range(6):
        game, rng = Game.new(2 + seed % 4, ("schmidt-2009", "bga")[seed % 2], seed=seed), random.Random(seed)
        watched = Watched(game)
        while not game.is_over:
            if game.awaits_chance:
                watched.roll()
                continue
            follower = watched.seats[(game.seat + 1) % game.players]
            for _ in range(4):
                action = any_action(rng)
                found, expected = follower.broken_clause(game.seat, action), game.broken_clause(action)
                if found is not None:
                    assert expected is not None, action
                    if action.card is None and not action.ignore_die and not action.no_cost:
                        assert found == expected, action
                        compared += 1
            watched.play(random_action(game, rng))
    assert compared > 1000


def any_action(rng: random.Random) -> Action:
    """An action, legal or not."""
    die = rng.randint(1, 6)
    return rng.choice(
        [
            Action.end(),
            Action.take(die),
            Action.use(die, rng.choice([Kind.CARD, Kind.COINS, Kind.MINE, Kind.TENT])),
            Action.tent(die, row=rng.randrange(6), ignore_die=True, no_cost=rng.random() < 0.5),
            Action.play(rng.choice([Card.FOUR_COINS, Card.TWO_DICE, Card.BOAT_BACK, Card.LION])),
            Action.extra_tent(rng.randrange(10), rng.randrange(6)),
            Action.sell([rng.randint(0, 2), 1, 0]),
            Action.market([1, 0, rng.randint(0, 1)]),
            Action.donate(rng.randint(1, 9)),
        ]
    )


def table(*pool: int, players: int = 3, edition: str = "schmidt-2009", rules: Sequence[str] = ()) -> Watched:
    """A game in which the dice are rolled and seat 0 begins."""
    game = Game.new(players, Edition.load(edition, rules), start=0, fed=True)
    watched = Watched(game)
    watched.roll(pool)
    return watched


def refused(follower: Follower, seat: int, action: str, clause: str, words: str, **drawn: object) -> None:
    """The action is refused with this clause and these words, and nothing has changed."""
    before = follower.observation().to_bytes()
    act: object = {"donate": True} if action == "donate" else Action.parse(action).to_json()
    with pytest.raises((IllegalAction, ImpossibleOutcome), match=words) as raised:
        follower.step({"seat": seat, "act": act, **drawn})
    assert raised.value.clause == clause
    assert follower.observation().to_bytes() == before


def test_a_payment_bounds_a_chest_and_a_price_is_bounded_by_wealth() -> None:
    watched = table(1, 2, 3, 4, 5, 6, rules=["cost=2,2,2,2,2,2,2,2,2,2", "start_coins=4"])
    watched.play("die 1")
    watched.play("die 1 tent")
    watched.play("donate 1")
    watched.play("end")
    cy = watched.seats[2]
    assert cy.payments == (Payment(0, 1, 2, 2),)
    watched.play("die 2")
    watched.play("donate 1")
    watched.play("die 2 tent")
    assert cy.payments[-1] == Payment(1, 1, 2, 2)
    assert cy.observation().money[1].chest == (1, 2)
    assert cy.observation().money[0].chest == (1, 2)
    watched.play("end")
    watched.play("die 3")
    watched.play("die 3 coins")
    watched.play("end")
    watched.play("die 4")
    refused(
        cy,
        0,
        "die 4 tent",
        "R15",
        r"it costs 2, and Anna has at most 1 coin in hand \(wealth 2, 1 donation\)",
    )
    refused(cy, 0, "sell 1 blue", "R23", "Anna has these gems: none")
    refused(cy, 0, "die 5 tent", "R7", "has taken the die 4, not 5")
    refused(cy, 0, "play four_coins", "R23", "Anna holds no card")
    refused(cy, 0, "die 4 tent no_cost", "R32", "Anna holds no card")
    refused(cy, 0, "die 4 tent row 2 ignore_die", "R31", "Anna holds no card")
    refused(cy, 0, "end", "R24", "has not used the die 4")
    watched.play("donate 1")
    refused(cy, 0, "donate", "R22", "at most 0 coins in hand")
    with pytest.raises(LivingstoneError, match="Anna has not used the die 4 yet"):
        cy.step({"seat": 1, "act": {"die": 5}})
    with pytest.raises(LivingstoneError, match="are not seen"):
        cy.step({"seat": 0, "act": {"donate": 1}})
    with pytest.raises(LivingstoneError, match="how many coins"):
        watched.seats[0].step({"seat": 0, "act": {"donate": True}})


def test_a_card_that_is_elsewhere_cannot_be_played() -> None:
    """The one four_coins may be in Anna's hand until she has played it; then nobody holds one."""
    watched = table(1, 2, 3, 4, 5, 6, edition="schmidt-2009", rules=["cards.four_coins=1", "cards_total=25"])
    drawn = [Card.FOUR_COINS, Card.LION, Card.RHINO]
    for die, card in zip((1, 2, 3), drawn, strict=True):
        watched.play(f"die {die}")
        watched.play(f"die {die} card", Outcome(cards=(card,)))
        watched.play("end")
    watched.play("die 4")
    bob = watched.seats[1]
    assert bob.broken_clause(0, Action.parse("play four_coins")) is None, "Anna may hold it"
    watched.play("die 4 coins")
    watched.play("play four_coins")
    watched.play("end")
    watched.play("die 5")
    refused(watched.seats[2], 1, "play four_coins", "R23", "Bob cannot hold four_coins")
    refused(watched.seats[2], 1, "play boat_back", "R35", "first column")
    refused(watched.seats[2], 1, "play lion", "R38", "are not played")


def test_old_cards_exclude_what_was_shuffled_in() -> None:
    """R28: who has drawn nothing since all four_coins went into the deck cannot play one."""
    rules = ["cards.four_coins=1", "cards_total=25"]
    watched = table(1, 2, 3, 4, 5, 6, players=3, rules=rules)
    watched.play("die 1")
    watched.play("die 1 card", Outcome(cards=(Card.FOUR_COINS,)))
    watched.play("play four_coins")
    watched.play("end")
    watched.play("die 2")
    watched.play("die 2 card", Outcome(cards=(Card.MARKET,)))
    watched.play("end")
    watched.play("die 3")
    cy = watched.seats[2]
    watched.play("die 3 card", Outcome(cards=(Card.MINE_COLLAPSE, Card.LION)))
    watched.play("end")
    watched.play("die 4")
    watched.play("die 4 card", Outcome(cards=(Card.FOUR_COINS,)))
    watched.play("end")
    watched.play("die 5")
    refused(cy, 1, "play four_coins", "R23", "Bob cannot hold four_coins")
    assert cy.broken_clause(1, Action.parse("die 5 tent no_cost")) is None


def draw(watched: Watched, me: int, **drawn: object) -> Follower:
    """A copy of the follower after seat 0 has drawn a card so."""
    follower = watched.seats[me].copy()
    follower.step({"seat": 0, "act": {"die": 1, "use": "card"}, **drawn})
    return follower


def test_draws_that_cannot_be_are_refused() -> None:
    watched = table(1, 2, 3, 4, 5, 6)
    watched.play("die 1")
    bob = watched.seats[1]
    refused(bob, 0, "die 1 card", "R11", "expected the card kept of the deck")
    refused(bob, 0, "die 1 card", "R28", "expected the card kept after", cards=["mine_collapse"])
    refused(bob, 0, "die 1 card", "R11", "not in the deck", cards=["mine_collapse"] * 2, cards_hidden=1)
    refused(bob, 0, "die 1 mine", "R13", "2 drawn, expected 1", stones=[2, 0, 0, 0, 0])
    refused(bob, 0, "die 1 mine", "R13", "draws stones")
    refused(bob, 0, "die 1 coins", "R7", "draws nothing", stones=[1, 0, 0, 0, 0])
    refused(bob, 0, "die 1 coins", "R7", "draws nothing", cards_hidden=1)
    with pytest.raises(LivingstoneError, match="is not seen"):
        bob.step({"seat": 0, "act": {"die": 1, "use": "card"}, "cards": ["lion"]})
    anna = watched.seats[0]
    with pytest.raises(LivingstoneError, match="which is it"):
        anna.step({"seat": 0, "act": {"die": 1, "use": "card"}, "cards_hidden": 1})
    refused(anna, 0, "die 1 card", "R11", "more than one", cards=["lion", "mine_collapse"])
    assert (
        draw(watched, 1, cards=["mine_collapse"], cards_hidden=1).observation().record[0].seats[0].cards == 1
    )
    assert draw(watched, 0, cards=["mine_collapse", "lion"]).observation().hand == (Card.LION,)


def test_a_deck_of_mine_collapse_alone_gives_no_other_card() -> None:
    rules = [f"cards.{card.name.lower()}={int(card in (Card.LION, Card.MINE_COLLAPSE))}" for card in Card]
    watched = table(1, 2, 3, 4, 5, 6, rules=[*rules, "cards_total=2"])
    watched.play("die 1")
    watched.play("die 1 card", Outcome(cards=(Card.LION,)))
    watched.play("end")
    watched.play("die 2")
    anna, cy = watched.seats[0], watched.seats[2]
    refused(cy, 1, "die 2 card", "R28", "no card can be drawn but mine_collapse", cards_hidden=1)
    refused(anna, 1, "die 2 card", "R28", "no card can be drawn", cards=["mine_collapse"], cards_hidden=1)
    assert not cy.card_follows(1)
    watched.play("die 2 card", Outcome(cards=(Card.MINE_COLLAPSE,)))


def test_an_empty_deck_is_what_was_on_the_discards() -> None:
    """R30: after such a shuffle a card that did not lie there cannot be drawn."""
    counts = {Card.FOUR_COINS: 2, Card.LION: 1}
    rules = [f"cards.{card.name.lower()}={counts.get(card, 0)}" for card in Card]
    watched = table(1, 2, 3, 4, 5, 6, rules=[*rules, "cards_total=3"])
    for die, card in ((1, Card.FOUR_COINS), (2, Card.FOUR_COINS), (3, Card.LION)):
        watched.play(f"die {die}")
        watched.play(f"die {die} card", Outcome(cards=(card,)))
        if card == Card.FOUR_COINS:
            watched.play("play four_coins")
        watched.play("end")
    watched.play("die 4")
    refused(watched.seats[0], 0, "die 4 card", "R11", "lion is not in the deck", cards=["lion"])
    watched.play("die 4 card", Outcome(cards=(Card.FOUR_COINS,)))
    watched.play("end")
    watched.play("die 5")
    refused(watched.seats[1], 1, "die 5 card", "R11", "lion is not in the deck", cards=["lion"])
    watched.play("die 5 card", Outcome(cards=(Card.FOUR_COINS,)))
    watched.play("end")
    watched.play("die 6")
    refused(watched.seats[0], 2, "die 6 card", "R30", "no card to draw", cards_hidden=1)


def test_cards_that_old_hands_need_cannot_be_drawn() -> None:
    """R28: with four_coins alone shuffled in, lion and rhino are what the others still hold."""
    wanted = (Card.FOUR_COINS, Card.LION, Card.RHINO, Card.MINE_COLLAPSE)
    rules = [f"cards.{card.name.lower()}={int(card in wanted)}" for card in Card]
    watched = table(1, 2, 3, 4, 5, 6, rules=[*rules, "cards_total=4"])
    watched.play("die 1")
    watched.play("die 1 card", Outcome(cards=(Card.FOUR_COINS,)))
    watched.play("play four_coins")
    watched.play("end")
    watched.play("die 2")
    watched.play("die 2 card", Outcome(cards=(Card.LION,)))
    watched.play("end")
    watched.play("die 3")
    watched.play("die 3 card", Outcome(cards=(Card.MINE_COLLAPSE, Card.RHINO)))
    watched.play("end")
    watched.play("die 4")
    refused(watched.seats[0], 0, "die 4 card", "R11", "lion is not in the deck", cards=["lion"])
    watched.play("die 4 card", Outcome(cards=(Card.FOUR_COINS,)))


def test_steps_that_are_none_are_refused() -> None:
    watched = Watched(Game.new(2, start=0, fed=True))
    bob = watched.seats[1]
    for event, words in (
        ({}, "found none"),
        ({"roll": [1, 2, 3, 4], "final": [1, 2, 3, 4]}, "found roll and final"),
        ({"rolls": [1]}, "unknown field"),
        ({"roll": [1, 2, 3]}, "3 given, expected 4"),
        ({"roll": [1, 2, 3, 7]}, "expected faces"),
        ({"final": [1, 2, 3, 4]}, "no final dice are due: the dice of round 1"),
        ({"seat": 0, "act": {"die": 1}}, "no action is due"),
        ({"act": {"die": 1}}, "'seat' is missing"),
        ({"forfeit": 2}, "expected 0 to 1"),
        ({"roll": [1, 2, 3, 4], "seat": 0}, "belongs to an action"),
        ({"seat": 0, "act": {"die": 1}, "cards_hidden": 2}, "expected 1"),
        ({"seat": 0, "act": {"die": 1}, "stones": [1]}, "has 1 numbers"),
    ):
        with pytest.raises(LivingstoneError, match=words):
            bob.step(event)
    assert bob.observation().to_bytes() == watched.game.observation(1).to_bytes()
    for wrong in ((1, 0, 0), (2, 2, 0), (2, 0, -1)):
        players, me, start = wrong
        with pytest.raises(LivingstoneError):
            Follower(Edition.load(), players, NAMES[:players], me, start)


def test_a_copy_is_independent() -> None:
    watched = table(1, 2, 3, 4, 5, 6)
    twin = watched.seats[0].copy()
    before = twin.observation().to_bytes()
    watched.play("die 1")
    watched.play("donate 1")
    watched.play("die 1 tent")
    assert twin.observation().to_bytes() == before
    assert (twin.donations, twin.payments) == ([[], [], []], ())
    assert watched.seats[0].donations[0] and watched.seats[0].payments
