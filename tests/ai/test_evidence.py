"""Evidence: sentences that are true, bind, and name the payment where it was kept."""

from livingstone.ai.evidence import Evidence, evidence_of
from livingstone.engine.following.payments import Payment
from livingstone.engine.game import Game
from livingstone.engine.money import Donation, Money
from livingstone.engine.observation import Observation
from sample_games import random_game

NAMES = ("Red", "Blue", "Green", "Yellow", "Black")


def seen(*events: Donation, wealth: int) -> Observation:
    """Seat 0 looks at seat 1, who gave so; seat 2 never gave."""
    game = Game.new(3, seed=1, start=0)
    game.roll()
    view = game.observation()
    money = [view.money[0], Money.followed(wealth, len(events), events), view.money[2]]
    return Observation(view.edition, 0, view.record, money)


def test_a_payment_is_named_with_what_it_proves() -> None:
    observation = seen(Donation(3, 10, 4), wealth=9)
    payments = (Payment(1, 2, 2, 4), Payment(2, 5, 6, 4), Payment(1, 4, 1, 9), Payment(1, 5, 6, 4))
    assert evidence_of(observation, NAMES, payments) == (
        Evidence(1, 5, 4, "Blue paid 6 in round 5, so had given at most 4."),
    )


def test_without_payments_the_donation_tells() -> None:
    (fact,) = evidence_of(seen(Donation(3, 10, 4), wealth=9), NAMES)
    assert fact.sentence == (
        "After its donation in round 3 Blue's coins fell to 4, so it had given at most 4 by then."
    )
    assert (fact.seat, fact.round, fact.most) == (1, 3, 4)


def test_only_what_binds_is_said() -> None:
    assert evidence_of(seen(Donation(3, 10, 10), wealth=12), NAMES) == ()
    later_says_more = seen(Donation(2, 8, 6), Donation(4, 9, 5), wealth=9)
    assert [fact.round for fact in evidence_of(later_says_more, NAMES)] == [4]
    both_bind = seen(Donation(2, 8, 3), Donation(4, 9, 5), wealth=9)
    assert [(fact.round, fact.most) for fact in evidence_of(both_bind, NAMES)] == [(2, 3), (4, 5)]


def test_nothing_is_said_of_ones_own_chest_nor_of_a_known_one() -> None:
    observation = seen(Donation(3, 10, 1), wealth=9)
    assert observation.money[1].chest == (1, 1)
    assert evidence_of(observation, NAMES) == ()


def test_sentences_of_whole_games_are_true_and_tell_of_real_payments() -> None:
    facts = 0
    for seed in range(30):
        chests: dict[Payment, int] = {}
        wealths: list[int] = []
        for step, game in enumerate(random_game(3 + seed % 3, "schmidt-2009", seed)):
            seats = game.record[0].seats
            now = [int(seats[seat].cash) + int(seats[seat].chest) for seat in range(game.players)]
            number = int(game.record[0].round_number)
            for seat, wealth in enumerate(now):
                if wealths and wealth < wealths[seat]:
                    chests[Payment(seat, number, wealths[seat] - wealth, wealth)] = int(seats[seat].chest)
            wealths = now
            if game.is_over or game.awaits_chance or step % 40:
                continue
            for fact in evidence_of(game.observation(), NAMES, tuple(chests)):
                told = [
                    paid
                    for paid in chests
                    if fact.sentence.startswith(
                        f"{NAMES[paid.seat]} paid {paid.coins} in round {paid.round},"
                    )
                    and (paid.seat, paid.wealth) == (fact.seat, fact.most)
                ]
                assert told, fact
                assert all(chests[paid] <= fact.most for paid in told)
                facts += 1
    assert facts > 30
