"""The review: planted blunders are found, noise is not called a mistake, luck is fair, nothing hidden is used."""

from pathlib import Path

import msgspec
import numpy as np
import pytest

from livingstone.ai.review.courses import read_course
from livingstone.ai.review.grading import grade_decision, has_choice
from livingstone.ai.review.highlights import swings_of, worst_of
from livingstone.ai.review.lines import value_along
from livingstone.ai.review.luck import measure, states_of
from livingstone.ai.review.moments import Event, Moment, Place, part_of
from livingstone.ai.review.pool import map_tasks
from livingstone.ai.review.report import BOUNDS, GRADES, KINDS, Decision, Review, grade_of
from livingstone.ai.review.reviewer import review
from livingstone.engine.constants import Kind, Phase
from livingstone.engine.errors import LivingstoneError, RecordError
from livingstone.engine.game import Game
from livingstone.engine.kernels import entry
from livingstone.engine.notation import Action, parse_turn
from livingstone.engine.position import read_position
from puzzles.test_puzzles import Puzzle, every_puzzle
from review_samples import (
    by_chance,
    by_players,
    count_from,
    die_at,
    without_donations,
    write_game,
    write_table,
)
from sample_games import random_game, random_games, with_other_secrets

PLACE = Place(1, 2, 1, 0)
MISER = 1


def moment_of(game: Game, turn: str) -> Moment:
    return Moment(PLACE._replace(seat=game.seat), game.observation(), tuple(parse_turn(turn)))


@pytest.mark.parametrize("seed", [12, 16, 20])
def test_a_planted_blunder_comes_first(seed: int, tmp_path: Path) -> None:
    """A seat that is well ahead never donates: its very last end of a turn throws the game away."""
    game, players = Game.new(3, seed=seed), ["scripted", "scripted:last_minute", "scripted"]
    record = write_game(tmp_path / "game.jsonl", game, without_donations(by_players(game, players), MISER))
    found = review(record, simulations=1000, seats=[MISER])
    first = worst_of(found)[0]
    assert first.grade == "blunder" and first.lost > 0.4
    assert first.played.actions == ("end",)
    assert first.best.actions[0].startswith("donate")
    assert first.played.risk > first.best.risk + 0.4
    assert first.step == max(decision.step for decision in found.decisions)
    assert all(decision.seat == MISER for decision in found.decisions)
    assert found.seats[MISER].grades["blunder"] >= 1 and found.seats[MISER].lost > 0.4
    assert [seat.reviewed for seat in found.seats] == [False, True, False]


@every_puzzle
def test_proved_last_decisions_are_fine_and_others_are_not(puzzle: Puzzle) -> None:
    game = puzzle.game()
    good: list[Decision] = []
    bad: list[Decision] = []
    for action in {*puzzle.best, *(each for each in game.legal() if not any(map(each.covers, puzzle.best)))}:
        part = part_of([action], holding=game.phase == Phase.DIE_HELD)
        if part is not None:  # else the die's use is open
            moment = moment_of(game, str(action))
            (good if action in puzzle.best else bad).append(grade_decision(moment, 1, 2000, 3))
    assert all(decision.grade == "fine" for decision in good), good
    assert all(decision.grade == "blunder" for decision in bad), bad


def test_a_grade_needs_an_interval_without_zero() -> None:
    assert grade_of(0.3, None) == "fine"
    assert grade_of(0.3, 0.3) == "fine"
    assert grade_of(0.0, 0.0) == "fine"
    assert grade_of(-0.3, 0.1) == "fine"
    for grade, least in BOUNDS.items():
        assert grade_of(least, least / 2) == grade
        assert grade_of(least - 1e-9, least / 2) == GRADES[GRADES.index(grade) - 1]


def test_the_choice_itself_loses_nothing() -> None:
    for game in random_games(range(8), stops=2):
        moment = moment_of(game, str(game.legal()[0]))
        best = grade_decision(moment, 1, 400, 5).best
        again = grade_decision(moment._replace(played=tuple(map(Action.parse, best.actions))), 1, 400, 5)
        assert again.lost == 0.0 and again.half_width == 0.0 and again.grade == "fine"
        assert again.played == again.best and again.best.actions == best.actions


def test_hidden_data_do_not_change_a_grade() -> None:
    rng = np.random.default_rng(1)
    for game in random_games(range(12), stops=2):
        action = game.legal()[-1]
        take = [action for action in game.legal() if action.kind == Kind.TAKE]
        turn = f"{take[0]}; {take[0]} mine" if take else str(action)
        if not take and part_of([action], holding=True) is None:
            continue
        grades = [
            grade_decision(moment_of(each, turn), 1, 200, 9)
            for each in (game, with_other_secrets(game, game.seat, rng))
        ]
        assert grades[0] == grades[1]


def test_a_waste_is_surely_worse_than_the_best_turn() -> None:
    observation = read_position("examples/last_round_of_five.toml").observation
    moment = Moment(
        PLACE._replace(seat=observation.seat), observation, tuple(parse_turn("die 6, die 6 coins"))
    )
    graded = grade_decision(moment, 1, 4000, 1)
    assert graded.grade != "fine" and graded.half_width is not None
    assert graded.lost > graded.half_width > 0


def test_a_turn_is_cut_into_decisions() -> None:
    def cut(turn: str, *, holding: bool = False) -> str | None:
        part = part_of(parse_turn(turn), holding=holding)
        return None if part is None else "; ".join(str(action) for action in part)

    assert cut("die 4, die 4 tent, end") == "die 4; die 4 tent"
    assert cut("die 4, sell 1 clear, die 4 tent, end") == "die 4; sell 1 clear; die 4 tent"
    assert cut("die 4, play three_stones, die 4 tent") == "die 4; play three_stones"
    assert cut("die 4 tent, end", holding=True) == "die 4 tent"
    assert cut("donate 2, die 4") == "donate 2"
    assert cut("end") == "end"
    assert cut("die 4, sell 1 clear") is None


def test_what_can_be_done_next_turn_is_not_missed_at_the_end_of_this_one() -> None:
    waiting = missed = 0
    for game in random_games(range(200), stops=6):
        legal = game.legal()
        if Action.end() not in legal or len(legal) < 2:
            continue
        kinds = {action.kind for action in legal} - {Kind.END, Kind.DONATE}
        if kinds == {Kind.SELL}:
            last = int(game.record[0].boat) == len(game.edition.cost) - 1
            assert has_choice(moment_of(game, "end")) == last
            waiting, missed = waiting + (not last), missed + last
    assert waiting and missed


def test_a_line_is_chosen_by_the_other_trees() -> None:
    good, bad = int(Action.donate(2)), int(Action.donate(1))
    tree = {
        (): (100.0, 40.0, 0.0, 0.0),
        (good,): (60.0, 30.0, 0.0, 0.0),
        (bad,): (40.0, 10.0, 0.0, 0.0),
    }
    odd = {
        (): (100.0, 60.0, 0.0, 0.0),
        (good,): (20.0, 8.0, 0.0, 0.0),
        (bad,): (80.0, 52.0, 0.0, 0.0),
    }
    values = value_along([tree, tree, odd]).wins.tolist()
    assert values == pytest.approx([0.25, 0.25, 0.4])


def test_after_stones_the_mean_stands() -> None:
    mine, end = int(Action.use(3, Kind.MINE)), int(Action.end())
    tree = {(): (10.0, 5.0, 0.0, 0.0), (mine,): (10.0, 5.0, 0.0, 0.0), (mine, end): (9.0, 1.0, 0.0, 0.0)}
    without = {line: sums for line, sums in tree.items() if len(line) < 2}
    assert value_along([without, without]).win == 0.5


def test_luck_is_zero_on_average() -> None:
    luck: list[float] = []
    for seed in range(8):
        players = 2 + seed % 4
        before: Game | None = None
        events = 0
        for game in random_game(players, "schmidt-2009", seed):
            if before is not None and before.awaits_chance and not before.is_over and events < 12:
                kind = KINDS[0] if before.phase == Phase.ROLL else KINDS[3]
                event = Event(PLACE, kind, "", before.record, None, game.record.copy())
                chance, _, _ = measure(event, game.edition.to_rules(), 800, seed * 1000 + events)
                luck += chance.luck
                events += 1
            before = game.copy()
    spread = float(np.std(luck)) / len(luck) ** 0.5
    assert len(luck) > 200 and spread < 0.01
    assert abs(float(np.mean(luck))) < 3 * spread


def test_a_draw_is_valued_before_it_comes() -> None:
    game = next(game for game in random_games(range(40), stops=6) if game.phase == Phase.DIE_HELD)
    action = Action.use(int(game.record[0].held), Kind.MINE)
    totals = np.zeros(game.players)
    for seed in range(40):
        after = game.copy()
        after.seed = seed
        after.play(action)
        event = Event(PLACE, "stones", "", game.record, action, after.record)
        chance, _, _ = measure(event, game.edition.to_rules(), 800, seed)
        totals += chance.luck
    assert np.abs(totals / 40).max() < 0.03


def test_a_card_that_others_play_can_be_played_in_every_world(tmp_path: Path) -> None:
    course = read_course(
        write_table(tmp_path / "table.jsonl", Game.new(5, seed=38), by_chance(38), me=1),
    )
    played = [event for event in course.events if event.first is not None and event.first.kind == Kind.PLAY]
    for event in played:
        assert event.first is not None
        for world in states_of(event.before, event.first, event.place.seat, 64, 1):
            assert entry.broken_clause(world.copy(), course.edition.shared_rules(), int(event.first)) == 0
    assert len(played) > 3 and any(event.place.seat != 1 for event in played)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of three, one of them at random."""
    game = Game.new(3, seed=5)
    path = tmp_path_factory.mktemp("records") / "game.jsonl"
    return write_game(path, game, by_players(game, ["random", "scripted", "scripted"]), ["Anna", "Bob", "Cy"])


@pytest.fixture(scope="module")
def found(record: Path) -> Review:
    """Its review."""
    return review(record, simulations=100, seed=4)


def test_the_same_twice_and_with_two_processes(record: Path, found: Review) -> None:
    told: list[tuple[int, int]] = []
    again = review(record, simulations=100, seed=4, jobs=2, on_progress=lambda *done: told.append(done))
    assert again == found
    assert review(record, simulations=100, seed=5) != found
    total = len(found.decisions) + len(found.chances)
    assert told == [(done, total) for done in range(1, total + 1)]


def test_sums_are_those_of_the_parts(found: Review) -> None:
    for seat in found.seats:
        mine = [decision for decision in found.decisions if decision.seat == seat.seat]
        assert sum(seat.grades.values()) == len(mine) > 0
        assert seat.lost == pytest.approx(sum(decision.lost for decision in mine))
        assert seat.luck_total == pytest.approx(sum(chance.luck[seat.seat] for chance in found.chances))
        assert sum(seat.luck.values()) == pytest.approx(seat.luck_total)
    lost = [decision.lost for decision in worst_of(found)]
    assert lost == sorted(lost, reverse=True)
    steps = [point.step for point in found.curve]
    assert steps == sorted(set(steps))
    assert found.curve[-1].win == tuple(seat.share for seat in found.seats)
    assert {chance.kind for chance in found.chances} == {"dice", "stones", "cards"}
    sizes = [abs(chance.luck[seat]) for chance, seat in swings_of(found)]
    assert sizes == sorted(sizes, reverse=True)


def test_one_seat_has_the_same_grades_alone(record: Path, found: Review) -> None:
    alone = review(record, simulations=100, seed=4, seats=[2])
    assert alone.decisions == tuple(each for each in found.decisions if each.seat == 2)
    assert alone.chances == found.chances


def test_a_followed_game_has_the_grades_of_its_record(tmp_path: Path) -> None:
    whole = write_game(tmp_path / "record.jsonl", Game.new(3, seed=9), by_chance(9))
    table = write_table(tmp_path / "table.jsonl", Game.new(3, seed=9), by_chance(9), me=1)
    full = review(whole, simulations=100, seats=[1])
    seen = review(table, simulations=100)
    assert seen.followed_by == 1 and full.followed_by is None
    strip = msgspec.structs.replace
    assert [strip(each, number=0, line=0) for each in seen.decisions] == [
        strip(each, number=0, line=0) for each in full.decisions
    ]
    assert not seen.finished and "nothing follows" in seen.remark
    for kind in ("dice", "stones"):
        steps = [[each.step for each in found.chances if each.kind == kind] for found in (seen, full)]
        assert steps[0] == steps[1]
    collapses = [[each for each in found.chances if "mine_collapse" in each.text] for found in (seen, full)]
    assert [each.step for each in collapses[0]] == [each.step for each in collapses[1]] != []
    others = [each.text for each in collapses[0] if each.seat != 1]
    assert others and all(text.endswith("mine_collapse, hidden") for text in others)
    with pytest.raises(LivingstoneError, match="not known: the game was followed by Bob"):
        review(table, simulations=100, seats=[0])


def test_results_come_in_order_whoever_works() -> None:
    assert (
        list(map_tasks(count_from, (5,), 7, 1))
        == list(map_tasks(count_from, (5,), 7, 2))
        == list(range(5, 12))
    )


def test_a_killed_process_is_one_clear_line() -> None:
    with pytest.raises(LivingstoneError, match="ended from outside"):
        list(map_tasks(die_at, (3,), 7, 2))


def test_what_a_stand_in_plays_is_not_graded(tmp_path: Path) -> None:
    path = write_game(tmp_path / "lost.jsonl", Game.new(3, seed=2), by_chance(2), forfeit_at=40)
    course = read_course(path)
    gone = next(seat for seat, lost in enumerate(course.result.forfeited) if lost)  # type: ignore[union-attr]
    steps = [moment.place.step for moment in course.moments if moment.place.seat == gone]
    assert steps and max(steps) < 40
    assert max(moment.place.step for moment in course.moments) > 100


def test_an_unfinished_record_is_reviewed_as_far_as_it_goes(record: Path) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    found = review([*lines[:30], b'{"seat": 1, "a'], simulations=100)
    assert not found.finished and "line 31 was cut short" in found.remark
    assert found.result == "" and found.decisions and max(each.line for each in found.decisions) <= 30
    assert all(seat.share is None for seat in found.seats)
    assert review(lines[:1], simulations=100).decisions == ()


def test_a_wrong_record_is_refused_where_it_is_wrong(record: Path) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    with pytest.raises(RecordError, match="line 6: "):
        review([*lines[:5], *lines[6:]], simulations=100)


@pytest.mark.parametrize("simulations", [0, 99, 10**9])
def test_limits_that_make_no_sense_are_refused(record: Path, simulations: int) -> None:
    with pytest.raises(LivingstoneError, match="expected 100 to"):
        review(record, simulations=simulations)
