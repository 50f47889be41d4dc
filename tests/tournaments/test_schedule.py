"""Schedules: everybody equally often, in every seat, against everybody; the same from the same arguments."""

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from livingstone.engine.errors import LivingstoneError
from livingstone.tournaments.schedule import Block, Schedule, Spread, extension, schedule
from livingstone.tournaments.schedule_cyclic import cyclic_design
from livingstone.tournaments.schedule_design import least_meetings
from livingstone.tournaments.schedule_draw import Draw
from livingstone.tournaments.schedule_order import Seating, in_order_of_play
from livingstone.tournaments.seeding import derive

EXACT = [(7, 3, 1, 7), (9, 3, 1, 12), (13, 4, 1, 13), (10, 4, 2, 15), (6, 2, 1, 15), (6, 3, 2, 10), (16, 4, 1, 20),
         (25, 5, 1, 30), (30, 4, 6, 435), (12, 5, 20, 132), (4, 4, 1, 1), (5, 5, 1, 1), (2, 2, 1, 1)]  # fmt: skip
"""Bots, players, meetings, blocks: the smallest design known to exist."""


GOLDEN = ["035", "102", "541", "243", "045", "125", "341", "420", "301", "523"]


def names(count: int) -> list[str]:
    return [f"bot{number:02}" for number in range(count)]


def meetings(blocks: Iterable[Block]) -> Counter[tuple[str, ...]]:
    return Counter(pair for block in blocks for pair in combinations(sorted(block.bots), 2))


def seats(blocks: Iterable[Block]) -> Counter[tuple[str, int]]:
    """How often each bot plays on each seat, over all rotations."""
    return Counter(
        (bot, seat)
        for block in blocks
        for rotation in range(block.players)
        for seat, bot in enumerate(block.lineup(rotation))
    )


def sets(blocks: Iterable[Block]) -> list[tuple[str, ...]]:
    return sorted(tuple(sorted(block.bots)) for block in blocks)


def authors_of(bots: Sequence[str], each: int) -> dict[str, str]:
    return {bot: f"author{number // each}" for number, bot in enumerate(bots)}


@pytest.mark.parametrize(("bots", "players", "met", "blocks"), EXACT)
def test_exact_designs(bots: int, players: int, met: int, blocks: int) -> None:
    found = schedule(names(bots), [players], 1, 5)
    assert len(found.blocks) == blocks
    assert set(meetings(found).values()) == {met}
    assert len(meetings(found)) == bots * (bots - 1) // 2
    assert found.balance[0].pairs == Spread(met, met)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 5), st.integers(0, 15), st.integers(1, 2), st.integers(0, 1000))
def test_everybody_equally_often_everywhere(players: int, more: int, cycles: int, master: int) -> None:
    bots = names(players + more)
    found = schedule(bots, [players], cycles, master)
    assert all(len(set(block.bots)) == players for block in found)
    counts = seats(found)
    assert set(counts) == {(bot, seat) for bot in bots for seat in range(players)}
    assert len(set(counts.values())) == 1
    each = cycles * least_meetings(len(bots), players)
    pairs = meetings(found)
    assert all(abs(pairs[pair] - each) <= cycles for pair in combinations(bots, 2))
    assert found.games == sum(counts.values()) // players == found.balance[0].games
    assert found.balance[0].pairs == (min(pairs[p] for p in combinations(bots, 2)), max(pairs.values()))


@settings(max_examples=15, deadline=None)
@given(st.permutations(names(7)), st.sampled_from([[2], [3], [4, 2]]), st.text(min_size=1, max_size=5))
def test_the_order_of_the_bots_does_not_matter(bots: list[str], sizes: list[int], master: str) -> None:
    assert schedule(bots, sizes, 2, master) == schedule(names(7), sorted(sizes), 2, master)


def test_cycles_differ_and_more_cycles_leave_the_first_as_they_are() -> None:
    one, three = (schedule(names(10), [2, 4], cycles, "m") for cycles in (1, 3))
    assert three.blocks[: len(one.blocks)] == one.blocks
    fours = [[b for b in three if (b.players, b.cycle) == (4, cycle)] for cycle in (1, 2, 3)]
    assert len({tuple(sets(blocks)) for blocks in fours}) == 3
    assert schedule(names(10), [2, 4], 1, "n").blocks != one.blocks


def test_each_size_is_scheduled_by_itself() -> None:
    both, fours = schedule(names(8), [2, 4], 2, 1), schedule(names(8), [4], 2, 1)
    assert [block for block in both if block.players == 4] == list(fours)
    assert [balance.players for balance in both.balance] == [2, 4]


def test_ids_and_deals() -> None:
    found = schedule(names(5), [3], 2, "night", deals="fresh")
    assert [block.id for block in found][:2] == ["p3-c1-b001", "p3-c1-b002"]
    assert len({block.id for block in found}) == len(found.blocks)
    block = found.blocks[-1]
    assert block.game_ids[2] == f"{block.id}-r2" == f"p3-c2-b{block.number:03}-r2"
    assert block.deals == tuple(derive("night", "deal", block.id, rotation) for rotation in range(3))
    assert [block.deal(rotation) for rotation in range(3)] == list(block.deals)
    shared = schedule(names(5), [3], 2, "night").blocks[-1]
    assert shared.deals == (derive("night", "deal", block.id),)
    assert shared.deal(0) == shared.deal(2)
    assert shared.bots == block.bots


def test_these_are_the_blocks_on_every_machine() -> None:
    """A run is resumed by its schedule: what another version of Python draws must be the same."""
    found = schedule(names(6), [3], 1, 5)
    assert ["".join(bot[-1] for bot in block.bots) for block in found] == GOLDEN


def test_everyone_progresses_evenly() -> None:
    """A table made halfway compares bots that have played about equally often."""
    found = schedule(names(20), [4], 1, 3)
    half = Counter(bot for block in found.blocks[: len(found.blocks) // 2] for bot in block.bots)
    assert max(half.values()) - min(half[bot] for bot in names(20)) <= 2


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 5), st.integers(2, 3), st.integers(0, 6), st.integers(0, 100))
def test_authors_never_meet(players: int, each: int, more: int, master: int) -> None:
    bots = names(players * each + more)
    authors = authors_of(bots, each)
    found = schedule(bots, [2, players], 1, master, authors=authors)
    tables = [block for block in found if block.players == players]
    assert all(len({authors[bot] for bot in block.bots}) == players for block in tables)
    assert len(set(seats(tables).values())) == 1
    assert len(meetings(block for block in found if block.players == 2)) == len(bots) * (len(bots) - 1) // 2
    allowed = [pair for pair in combinations(bots, 2) if authors[pair[0]] != authors[pair[1]]]
    counts = [meetings(tables)[pair] for pair in allowed]
    assert found.balance[1].pairs == (min(counts), max(counts))
    assert max(counts) - min(counts) <= 4


def test_a_large_author_who_just_fits() -> None:
    bots = names(9)
    authors = (
        dict.fromkeys(bots[:3], "ann") | dict.fromkeys(bots[3:6], "bob") | dict.fromkeys(bots[6:], "cid")
    )
    found = schedule(bots, [3], 2, 1, authors=authors)
    assert all(sorted(authors[bot] for bot in block.bots) == ["ann", "bob", "cid"] for block in found)
    assert len(set(seats(found).values())) == 1


@settings(max_examples=12, deadline=None)
@given(st.integers(3, 5), st.integers(2, 4), st.integers(0, 3), st.integers(1, 2), st.integers(0, 100))
def test_bots_of_an_author_who_has_too_many_play_in_turn(
    players: int, crowd: int, more: int, cycles: int, master: int
) -> None:
    """A bot that does not start must not make the others' schedule impossible."""
    bots = names(crowd + players - 1 + more)
    authors = dict.fromkeys(bots[:crowd], "ann")
    tables = list(schedule(bots, [players], cycles, master, authors=authors))
    assert all(sum(bot in authors for bot in block.bots) <= 1 for block in tables)
    played = Counter(bot for block in tables for bot in block.bots)
    assert max(played[bot] for bot in bots[:crowd]) - min(played[bot] for bot in bots[:crowd]) <= 1
    assert max(played[bot] for bot in bots[crowd:]) - min(played[bot] for bot in bots[crowd:]) <= 1
    if crowd * players > len(bots):
        assert sum(played[bot] for bot in bots[:crowd]) == len(tables)
    else:
        assert len(set(played.values())) == 1


def test_two_authors_who_have_too_many() -> None:
    authors = dict.fromkeys(names(3), "ann") | dict.fromkeys(names(6)[3:], "bob")
    tables = list(schedule(names(8), [4], 1, 1, authors=authors))
    assert all(
        Counter(authors.get(bot) for bot in block.bots) == {"ann": 1, "bob": 1, None: 2} for block in tables
    )
    played = Counter(bot for block in tables for bot in block.bots)
    assert {played[bot] for bot in names(6)} <= {len(tables) // 3, len(tables) // 3 + 1}


def test_what_one_cycle_cannot_share_out_evenly_the_next_ones_do() -> None:
    """Those with ann share 1.2 blocks of a cycle, the others 0.9: by chance some would never meet in four."""
    authors = {"bot00": "ann", "bot01": "ann"}
    pairs = meetings(schedule(names(7), [3], 4, 7, authors=authors))
    others = [pairs[pair] for pair in combinations(names(7)[2:], 2)]
    assert set(others) == {3, 4}
    assert {pairs[one, other] for one in authors for other in names(7)[2:]} == {4, 5}
    assert schedule(names(15), [5], 4, 7).balance[0].pairs == Spread(7, 9)  # 6 to 10 by independent cycles


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 5), st.integers(1, 3), st.integers(0, 8), st.integers(0, 100))
def test_a_gauntlet(players: int, leading: int, more: int, master: int) -> None:
    challengers = names(leading)
    field = [f"field{number}" for number in range(players - 1 + more)]
    found = schedule([*field, *challengers], [players], 2, master, challengers=challengers)
    assert all(sum(bot in challengers for bot in block.bots) == 1 for block in found)
    assert len({seats(found)[bot, seat] for bot in challengers for seat in range(players)}) == 1
    counts = seats(found)
    assert len({counts[bot, seat] for bot in field for seat in range(players)}) == 1
    pairs = meetings(found)
    assert len({pairs[tuple(sorted((one, other)))] for one in challengers for other in field}) == 1
    assert found.balance[0].pairs.least == found.balance[0].pairs.most
    assert found.balance[0].challengers == Spread(*[len(found.blocks) // leading] * 2)


def test_a_gauntlet_is_small() -> None:
    found = schedule(names(10), [4], 1, 1, challengers=["bot03"])
    assert found.games == 12
    assert sorted(bot for block in found for bot in block.bots if bot != "bot03") == sorted(
        set(names(10)) - {"bot03"}
    )


def test_a_gauntlet_keeps_authors_apart() -> None:
    bots = names(12)
    authors = {"bot00": "ann", "bot01": "ann", "bot02": "bob", "bot03": "bob", "bot04": "bob"}
    found = schedule(bots, [4], 3, 1, challengers=["bot00", "bot05"], authors=authors)
    for block in found:
        by = [authors[bot] for bot in block.bots if bot in authors]
        assert len(set(by)) == len(by)
    assert found.balance[0].challengers is not None
    assert found.balance[0].challengers.least == found.balance[0].challengers.most


def test_what_a_gauntlet_cannot_share_out_goes_to_those_who_played_least() -> None:
    authors = {"bot00": "ann", "bot01": "ann", "bot05": "eve", "bot06": "eve"}
    found = schedule(names(12), [4], 1, 1, challengers=["bot00", "bot05"], authors=authors)
    played = Counter(bot for block in found for bot in block.bots)
    free = [played[bot] for bot in names(12) if bot not in authors]
    assert max(free) - min(free) <= 1


def test_bots_of_an_author_meet_at_tables_of_two() -> None:
    authors = dict.fromkeys(names(4), "ann")
    assert len(meetings(schedule(names(5), [2], 1, 1, authors=authors))) == 10
    led = schedule(names(5), [2], 1, 1, challengers=["bot00"], authors=authors)
    assert len(meetings(led)) == 4


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 5), st.integers(0, 8), st.integers(1, 3))
def test_an_extension_has_only_blocks_of_the_new_bot(players: int, more: int, cycles: int) -> None:
    bots = names(players + more)
    old = schedule(bots, [players], cycles, 4)
    found = extension(bots, "new", [players], cycles, 4, 1)
    assert all(block.bots.count("new") == 1 for block in found)
    assert [block.id for block in found] == [f"x1-p{players}-b{at + 1:03}" for at in range(len(found.blocks))]
    pairs = meetings(found)
    assert len({pairs[tuple(sorted((bot, "new")))] for bot in bots}) == 1
    assert pairs[(bots[0], "new")] >= min(meetings(old).values())
    again = extension([*bots, "new"], "newer", [players], cycles, 4, 2)
    ids = [block.id for part in (old, found, again) for block in part]
    assert len(set(ids)) == len(ids)
    assert not {d for b in old for d in b.deals} & {d for b in found for d in b.deals}


def test_an_extension_is_told_apart_from_the_beginning() -> None:
    (balance,) = extension(names(3), "new", [2], 1, 4, 1).balance
    assert str(balance) == "new joins, 2 players: 3 blocks (6 games), each other bot in 1 of them"


def test_more_cycles_of_an_extension_leave_the_first_as_they_are() -> None:
    one, two = (extension(names(7), "new", [3], cycles, 4, 1) for cycles in (1, 2))
    assert two.blocks[: len(one.blocks)] == one.blocks
    assert len(two.blocks) == 2 * len(one.blocks)


def test_a_gauntlet_is_extended_by_a_challenger() -> None:
    found = extension(names(10), "new", [4], 1, 4, 1, challengers=["bot00"])
    assert found.games == 12
    assert "bot00" not in {bot for block in found for bot in block.bots}


def test_a_set_that_comes_back_is_mirrored() -> None:
    for players in (3, 4, 5):
        first, second, third = schedule(names(players), [players], 3, 9).blocks

        def follows(block: Block) -> set[tuple[str, str]]:
            return set(zip(block.bots, block.bots[1:] + block.bots[:1], strict=True))

        assert {(b, a) for a, b in follows(first)} == follows(second)
        if players > 3:
            assert follows(third) not in (follows(first), follows(second))


def test_neighbours_are_spread() -> None:
    seating, draw = Seating(), Draw(3)
    follows: Counter[tuple[int, int]] = Counter()
    for block in combinations(range(8), 4):
        order = seating.seat(list(block), draw)
        assert sorted(order) == list(block)
        follows.update(zip(order, order[1:] + order[:1], strict=True))
    assert max(follows.values()) - min(follows.values()) <= 3  # 8 and more at random


def test_the_order_of_play_keeps_every_block() -> None:
    blocks = [[a, b] for a in range(9) for b in range(a)]
    assert sorted(in_order_of_play(blocks, Draw(1))) == sorted(blocks)


def test_a_shift_of_base_blocks_is_found_only_where_one_is() -> None:
    found = cyclic_design(21, 5, 1, Draw(1))
    assert found is not None
    assert set(Counter(pair for block in found for pair in combinations(sorted(block), 2)).values()) == {1}
    assert cyclic_design(10, 4, 1, Draw(1)) is None


def test_shuffles_use_every_order() -> None:
    draw = Draw(2)
    orders = Counter(tuple(draw.shuffled("abc")) for _ in range(600))
    assert len(orders) == 6
    assert min(orders.values()) > 60


def refused(match: str, bots: Sequence[str], sizes: Sequence[int], cycles: int = 1, **options: Any) -> None:
    with pytest.raises(LivingstoneError, match=match) as caught:
        schedule(bots, sizes, cycles, 1, **options)
    assert "\n" not in str(caught.value)


def test_what_cannot_be_scheduled_is_said_in_one_line() -> None:
    refused("^table of 4: needs 4 different bots, there are 3$", names(3), [2, 4])
    refused("^table of 6: expected 2 to 5 players$", names(9), [6])
    refused("^cycles: 0, expected at least 1$", names(4), [4], 0)
    refused("^bot 'a': is there 2 times, expected names that differ$", ["a", "b", "a"], [2])
    refused("^challenger 'bot1': .* \\(did you mean 'bot01'\\?\\)$", names(4), [2], challengers=["bot1"])
    three = dict.fromkeys(names(3), "ann")
    refused("^table of 4: only 3 of 5 bots can share one, as no two of an author \\('ann'\\) meet; ", names(5), [4],
            authors=three)  # fmt: skip
    refused("^challenger 'bot00': table of 4: needs 3 other bots, 2 may meet it$", names(5), [4],
            authors=three, challengers=["bot00"])  # fmt: skip
    refused("^challenger 'bot04': table of 4: only 2 of 4 bots can share one", names(5), [4], authors=three,
            challengers=["bot04"])  # fmt: skip
    with pytest.raises(LivingstoneError, match=r"^bot 'bot01': is in the tournament already"):
        extension(names(4), "bot01", [2], 1, 1, 1)


def timed(seconds: float, **arguments: Any) -> Schedule:
    started = time.perf_counter()
    found = schedule(**arguments)
    assert time.perf_counter() - started < seconds
    return found


def test_large_fields_are_quick() -> None:
    timed(2.0, bots=names(30), sizes=[4], cycles=1, master=7)
    found = timed(20.0, bots=[f"b{n}" for n in range(100)], sizes=[5], cycles=1, master=1)
    assert len(found.blocks) == 1980
    assert found.balance[0].pairs.least >= 3
    assert found.balance[0].pairs.most <= 5


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_all_fields_up_to_forty_are_within_one(players: int) -> None:
    exact = 0
    for bots in range(players, 41):
        least, most = schedule(names(bots), [players], 1, 1).balance[0].pairs
        each = least_meetings(bots, players)
        assert each - 1 <= least <= most <= each + 1
        exact += least == most
    assert exact >= 30


def test_the_balance_reads_as_a_line() -> None:
    balance = schedule(names(10), [2, 4], 1, 1).balance
    assert str(balance[1]) == "4 players: 15 blocks (60 games), each bot in 6, each pair in 2"
    lone = schedule(names(4), [4], 1, 1).balance[0]
    assert str(lone) == "4 players: 1 block (4 games), each bot in 1, each pair in 1"
    led = schedule(names(10), [4], 1, 1, challengers=["bot03"]).balance[0]
    assert str(led) == (
        "4 players: 3 blocks (12 games), each challenger in 3, each other bot in 1, "
        "each challenger with each of them in 1"
    )


def test_more_games_than_can_be_planned_are_refused_at_once() -> None:
    bots = [f"bot{number}" for number in range(40)]
    with pytest.raises(LivingstoneError, match=r"cycles: 100000 are about 156000000 games, .*: 641 cycles"):
        schedule(bots, [2], 100_000, 1)
