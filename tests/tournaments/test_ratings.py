"""Ratings: what must not matter does not, what is known comes out, and intervals cover what they claim."""

import math
import random
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from livingstone.tournaments.ratings.games import SEAT_EFFECTS, Pairs, RatedGame, pairs_of, seat_effect
from livingstone.tournaments.ratings.jackknife import left_out
from livingstone.tournaments.ratings.model import ELO, fit, prior_precision
from livingstone.tournaments.ratings.table import RatingTable, rate
from livingstone.tournaments.ratings.ticker import Ticker

TRUE = {"ann": 150.0, "bob": 50.0, "cat": 0.0, "dan": -80.0, "eve": -120.0}
SEATS = (25.0, 5.0, -5.0, -25.0)


def simulate(
    deals: int,
    seed: int,
    players: int = 4,
    luck: float = 0.0,
    true: dict[str, float] = TRUE,
    seats: tuple[float, ...] = SEATS,
) -> list[RatedGame]:
    """Blocks in all rotations by a Plackett-Luce model, whose pairs are Bradley-Terry.

    ``luck``: standard deviation in Elo points of what a deal gives a bot, the same in all rotations.
    """
    rng = np.random.default_rng(seed)
    names = list(true)
    games = []
    for deal in range(deals):
        bots = rng.choice(names, players, replace=False)
        gift = dict(zip(bots, rng.normal(0, luck, players), strict=True))
        for rotation in range(players):
            order = [str(bot) for bot in np.roll(bots, rotation)]
            strength = [(true[bot] + gift[bot] + seats[seat]) / ELO for seat, bot in enumerate(order)]
            noise = np.array(strength) + rng.gumbel(size=players)
            places = tuple(int(place) + 1 for place in np.argsort(np.argsort(-noise)))
            shares = tuple(float(place == 1) for place in places)
            games.append(RatedGame(deal, tuple(order), places, shares))
    return games


def by_bot(table: RatingTable) -> dict[str, float]:
    return {row.bot: row.elo for row in table.rows}


def compared(pairs: Pairs) -> list[tuple[str, float]]:
    """The two bots of each pair, in one word, and the score."""
    rows = zip(pairs.one, pairs.other, pairs.score, strict=True)
    return [(pairs.bots[one] + pairs.bots[other], float(score)) for one, other, score in rows]


def test_known_strengths_and_seats_come_out() -> None:
    table = rate(simulate(3000, 1), anchor="cat")
    for row in table.rows:
        assert row.elo == pytest.approx(1000 + TRUE[row.bot], abs=12)
        assert row.low <= row.elo <= row.high
    for effect in table.seats:
        assert effect.elo == pytest.approx(SEATS[effect.order], abs=8)
    assert [row.bot for row in table.rows] == list(TRUE)


def test_the_anchor_is_exactly_1000_and_shifts_nothing_else() -> None:
    games = simulate(40, 2)
    one, other = rate(games, anchor="ann"), rate(games, anchor="eve")
    assert by_bot(one)["ann"] == 1000
    assert by_bot(other)["eve"] == 1000
    gap = by_bot(one)["bob"] - by_bot(other)["bob"]
    for bot in TRUE:
        assert by_bot(one)[bot] - by_bot(other)[bot] == pytest.approx(gap, abs=1e-6)
    assert one.superiority == pytest.approx(np.array(other.superiority), abs=1e-9)


def test_the_order_of_games_and_the_names_do_not_matter() -> None:
    games = simulate(30, 3)
    plain = rate(games, anchor="cat")
    shuffled = games.copy()
    random.Random(1).shuffle(shuffled)
    assert by_bot(rate(shuffled, anchor="cat")) == pytest.approx(by_bot(plain), abs=1e-8)
    other = dict(zip(TRUE, ["z1", "a2", "m3", "b4", "y5"], strict=True))
    renamed = [replace(game, bots=tuple(other[bot] for bot in game.bots)) for game in games]
    table = by_bot(rate(renamed, anchor=other["cat"]))
    assert {other[bot]: elo for bot, elo in by_bot(plain).items()} == pytest.approx(table, abs=1e-8)


def test_listing_a_game_from_another_seat_changes_only_the_seats() -> None:
    """With rotations complete, shifting who is called first moves the seat effects and no rating."""
    games = simulate(30, 4)
    turned = [
        replace(
            game,
            bots=game.bots[1:] + game.bots[:1],
            places=game.places[1:] + game.places[:1],
            shares=game.shares[1:] + game.shares[:1],
        )
        for game in games
    ]
    one, other = rate(games, anchor="cat"), rate(turned, anchor="cat")
    assert by_bot(one) == pytest.approx(by_bot(other), abs=1e-6)
    assert [effect.elo for effect in other.seats] == pytest.approx(
        [one.seats[(order + 1) % 4].elo for order in range(4)], abs=1e-6
    )


def test_doubling_all_deals_keeps_ratings_and_narrows_intervals() -> None:
    games = simulate(60, 5)
    doubled = games + [replace(game, deal=game.deal + 1000) for game in games]
    one, two = rate(games, anchor="cat"), rate(doubled, anchor="cat")
    for row, twin in zip(one.rows, two.rows, strict=True):
        assert twin.elo == pytest.approx(row.elo, abs=1.0)  # the prior weighs half as much
        if row.bot != "cat":
            assert (twin.high - twin.low) / (row.high - row.low) == pytest.approx(1 / math.sqrt(2), abs=0.05)


def test_the_fit_is_the_maximum() -> None:
    pairs = pairs_of(simulate(20, 6))
    fitted = fit(pairs)

    def objective(theta: np.ndarray) -> float:
        one = theta[pairs.one] + theta[len(pairs.bots) + pairs.seat_one]
        other = theta[pairs.other] + theta[len(pairs.bots) + pairs.seat_other]
        log_chance = -np.logaddexp(0, other - one), -np.logaddexp(0, one - other)
        likelihood = pairs.weight * (pairs.score * log_chance[0] + (1 - pairs.score) * log_chance[1])
        return float(likelihood.sum() - prior_precision(len(pairs.bots)) @ theta**2 / 2)

    best = objective(fitted.theta)
    rng = np.random.default_rng(0)
    for _ in range(50):
        assert objective(fitted.theta + rng.normal(0, 0.05, len(fitted.theta))) < best


def test_the_one_step_jackknife_gives_the_errors_of_refitting() -> None:
    """On little data, where one step is least exact: 16 deals."""
    games = simulate(16, 7)
    pairs = pairs_of(games)
    quick = left_out(pairs, fit(pairs))
    rests = [pairs_of([game for game in games if game.deal != deal]) for deal in range(16)]
    assert all(rest.bots == pairs.bots for rest in rests)
    exact = np.array([fit(rest).theta for rest in rests])
    bots = len(pairs.bots)
    assert quick[:, :bots].std(axis=0) == pytest.approx(exact[:, :bots].std(axis=0), rel=0.05)
    assert np.abs(quick - exact).max() < 0.1 * np.abs(exact - fit(pairs).theta).max()


def test_two_bots_agree_with_the_closed_form() -> None:
    """Without seat effects and prior the rating difference is the logit of the score."""
    games = [
        RatedGame(deal, order, (1, 2) if (deal % 4 != 0) == (order[0] == "a") else (2, 1), (1.0, 0.0))
        for deal in range(400)
        for order in permutations("ab")
    ]
    table = rate(games, anchor="b")
    assert by_bot(table)["a"] - 1000 == pytest.approx(400 * math.log10(3), abs=0.5)
    assert table.rows[0].score == pytest.approx(0.75)


def test_agrees_with_choix_where_the_models_coincide() -> None:
    """Pairwise games, seats balanced: choix fits the same likelihood with a Gaussian prior."""
    choix = pytest.importorskip("choix")
    games = simulate(300, 8, players=2, seats=(0.0, 0.0))
    names = sorted(TRUE)
    data = [
        (names.index(game.bots[game.places.index(1)]), names.index(game.bots[game.places.index(2)]))
        for game in games
    ]
    alpha = float(prior_precision(1)[0])
    theirs = choix.opt_pairwise(len(names), data, alpha=alpha / 2, tol=1e-12)
    ours = by_bot(rate(games))
    expected = {bot: 1000 + ELO * (theirs[at] - theirs.mean()) for at, bot in enumerate(names)}
    assert ours == pytest.approx(expected, abs=1.5)  # seats wobble a little in ours, not at all in theirs


def test_pairs_of_one_bot_are_dropped_and_both_out_is_a_draw() -> None:
    game = RatedGame(1, ("a", "a", "b"), (1, 2, 2), (1.0, 0.0, 0.0), (False, True, True))
    pairs = pairs_of([game])
    assert [
        (pairs.bots[o], pairs.bots[p], s) for o, p, s in zip(pairs.one, pairs.other, pairs.score, strict=True)
    ] == [
        ("a", "b", 1.0),
        ("a", "b", 0.5),
    ]
    assert set(pairs.weight) == {0.5}


def test_score_win_compares_winners_with_losers_only() -> None:
    game = RatedGame(1, ("a", "b", "c", "d"), (1, 1, 3, 4), (0.5, 0.5, 0.0, 0.0))
    pairs = pairs_of([game], "win")
    found = {
        (pairs.bots[o] + pairs.bots[p]): s
        for o, p, s in zip(pairs.one, pairs.other, pairs.score, strict=True)
    }
    assert found == {"ab": 0.5, "ac": 1.0, "ad": 1.0, "bc": 1.0, "bd": 1.0}


def test_excluding_degraded_games_keeps_only_the_pairs_of_who_forfeited() -> None:
    game = RatedGame(1, ("a", "b", "c"), (1, 2, 3), (1.0, 0.0, 0.0), lost=(False, False, True))
    assert len(pairs_of([game]).one) == 3
    kept = pairs_of([game], exclude_degraded=True)
    assert sorted(kept.bots[o] + kept.bots[p] for o, p in zip(kept.one, kept.other, strict=True)) == [
        "ac",
        "bc",
    ]


def test_a_perfect_record_is_unbounded_and_never_infinite() -> None:
    games = [RatedGame(deal, order, (1, 2) if order[0] == "a" else (2, 1), (1.0, 0.0))
             for deal in range(5) for order in permutations("ab")]  # fmt: skip
    games += [RatedGame(9, ("b", "c"), (1, 2), (1.0, 0.0)), RatedGame(9, ("c", "b"), (1, 2), (1.0, 0.0))]
    rows = {row.bot: row for row in rate(games, anchor="b").rows}
    assert rows["a"].bound == "above"
    assert math.isfinite(rows["a"].elo)
    assert rows["a"].high == math.inf
    assert rows["c"].bound == ""
    below = {row.bot: row for row in rate(games, anchor="a").rows}
    assert below["b"].bound == below["c"].bound == "below"
    apart = rate([*games, RatedGame(50, ("x", "y"), (1, 1), (0.5, 0.5))], anchor="b")
    assert {row.bot for row in apart.rows if row.bound == "apart"} == {"x", "y"}


def test_a_bot_that_never_scores_takes_no_bound_from_the_others() -> None:
    games = simulate(30, 13)
    games += [RatedGame(1000 + deal, order, (1, 2) if order[1] == "z" else (2, 1), (1.0, 0.0))
              for deal in range(30) for order in permutations((games[0].bots[0], "z"))]  # fmt: skip
    table = rate(games)
    rows = {row.bot: row for row in table.rows}
    lost = rows.pop("z")
    assert (
        lost.bound == "below" and lost.low == -math.inf and lost.high < min(row.elo for row in rows.values())
    )
    assert all(row.bound == "" and math.isfinite(row.high - row.low) for row in rows.values())
    assert set(table.base) == set(rows)
    assert math.fsum(row.elo for row in rows.values()) / len(rows) == pytest.approx(1000)


def test_where_one_always_wins_nobody_has_two_bounds() -> None:
    games = [RatedGame(deal, ("a", "b"), (1, 2), (1.0, 0.0)) for deal in range(5)]
    assert [(row.bot, row.bound) for row in rate(games).rows] == [("a", "above"), ("b", "below")]


@pytest.mark.parametrize("deals", [2, 3, 10])
def test_a_few_deals_that_came_out_alike_are_no_certainty(deals: int) -> None:
    """Their jackknife has no spread at all."""
    won = [
        RatedGame(deal, order, (1, 2) if order[0] == "a" else (2, 1), (1.0, 0.0))
        for deal in range(deals)
        for order in permutations("ab")
    ]
    first, last = rate(won, anchor="b").rows
    assert (first.bot, first.bound, last.elo) == ("a", "above", 1000)
    assert first.low < first.elo - 1000 / deals
    even = [replace(game, places=(1, 2), shares=(1.0, 0.0)) for game in won]  # who moves first wins
    table = rate(even, anchor="b")
    assert [row.elo for row in table.rows] == pytest.approx([1000, 1000])
    assert max(row.high - row.low for row in table.rows) > 500 / deals
    assert table.superiority[0][1] == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("games", [[], [RatedGame(1, ("a", "b"), (1, 1), (0.0, 0.0), (True, True))]])
def test_almost_nothing_played_is_no_error(games: list[RatedGame]) -> None:
    table = rate(games, anchor="a")
    for row in table.rows:
        assert row.elo == 1000
        assert row.bot == "a" or row.low == -math.inf


def test_an_anchor_with_few_deals_makes_intervals_wide() -> None:
    true = {"a": 0.0, "b": 0.0, "c": 0.0}
    many = simulate(200, 13, players=2, true={"a": 0.0, "b": 0.0}, seats=(0.0, 0.0))
    few = [
        replace(game, deal=game.deal + 1000)
        for game in simulate(3, 14, players=3, true=true, seats=SEATS[:3])
    ]
    by_c = {row.bot: row for row in rate([*many, *few], anchor="c").rows}
    by_a = {row.bot: row for row in rate([*many, *few], anchor="a").rows}
    # The difference of a and c is one number, whichever of them is the anchor.
    assert by_c["a"].high - by_c["a"].elo == pytest.approx(by_a["c"].high - by_a["c"].elo)


def test_a_size_of_table_with_one_deal_has_seat_effects_without_an_error() -> None:
    games = simulate(20, 11, players=2, seats=(0.0, 0.0)) + [
        replace(game, deal=1000) for game in simulate(1, 12, players=4)
    ]
    errors = {(effect.players, effect.order): effect.error for effect in rate(games).seats}
    assert all(math.isinf(errors[4, order]) for order in range(4))
    assert 0 < errors[2, 0] < 100


def test_deals_that_all_came_out_alike_are_no_certainty_about_seats() -> None:
    """A bot that wins from either seat says nothing about seats, however often it does."""
    games = [
        RatedGame(deal, seating, places, tuple(float(place == 1) for place in places))
        for deal in range(3)
        for seating, places in ((("a", "b"), (1, 2)), (("b", "a"), (2, 1)))
    ]
    for effect in rate(games).seats:
        assert effect.elo == pytest.approx(0, abs=1e-6)
        assert 30 < effect.error < 150


def test_who_is_stronger_is_as_likely_as_not_for_twins_and_certain_for_the_far() -> None:
    true = {"a": 300.0, "b": 0.0, "c": 0.0}
    table = rate(simulate(200, 9, players=3, true=true, seats=(0.0, 0.0, 0.0)), anchor="b")
    at = {row.bot: index for index, row in enumerate(table.rows)}
    assert table.superiority[at["a"]][at["b"]] > 0.999
    assert 0.0005 < table.superiority[at["b"]][at["c"]] < 0.9995
    for one in at.values():
        for other in at.values():
            assert table.superiority[one][other] + table.superiority[other][one] == pytest.approx(1)


def test_every_seat_of_every_table_has_an_effect_of_its_own() -> None:
    found = [seat_effect(players, order) for players in (2, 3, 4, 5) for order in range(players)]
    assert found == list(range(SEAT_EFFECTS))


def test_the_ticker_moves_towards_who_scores_and_keeps_the_sum() -> None:
    ticker = Ticker()
    for game in simulate(200, 10):
        ticker.add(game)
    assert sum(elo for _, elo in ticker.standing()) == pytest.approx(5000)
    assert ticker.standing()[0][0] == "ann"


@pytest.mark.slow
@pytest.mark.parametrize(("deals", "luck"), [(15, 0.0), (40, 0.0), (40, 150.0), (150, 80.0)])
def test_intervals_cover_what_they_claim(deals: int, luck: float) -> None:
    """95 % intervals of differences to the anchor, over many simulated tournaments."""
    # What a bot's mean luck does to its rating: pairs under luck are a little closer than their strengths.
    reference = by_bot(rate(simulate(12_000, 99, luck=luck), anchor="cat"))
    hits = total = 0
    for seed in range(400):
        for row in rate(simulate(deals, seed, luck=luck), anchor="cat").rows:
            if row.bot != "cat":
                total += 1
                hits += row.low <= reference[row.bot] <= row.high
    assert 0.93 <= hits / total <= 0.97
