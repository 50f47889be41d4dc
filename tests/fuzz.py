"""Material for random tests: odd editions, codes that may or may not be legal."""

from random import Random
from typing import Any

from hypothesis import strategies as st

from livingstone.engine.constants import MAX_COLUMNS, MAX_ROWS, Kind
from livingstone.engine.packing import PLAYABLE
from naive import NaiveGame, Rules, tent_code

SWITCHES = (
    "animals_when_played", "act_before_die", "must_take_die", "surcharge_on_no_cost", "surcharge_on_extra_tent",
    "white_draw_pays", "tie_break_tents", "all_equal_all_out",
)  # fmt: skip


def editions() -> st.SearchStrategy[Rules]:
    """Odd editions. Made from a seed: drawn value by value, Hypothesis chose editions of a few turns."""
    return st.integers(0, 2**32 - 1).map(lambda seed: odd_edition(Random(seed)))


def odd_edition(random: Random) -> Rules:
    """One column or many, decks of nothing, several white stones or mine_collapses, any switch."""
    columns, rows = random.choice((1, 3, 5, 7, 10, MAX_COLUMNS)), random.randint(1, MAX_ROWS)

    def numbers(count: int, most: int) -> tuple[int, ...]:
        return tuple(random.randint(0, most) for _ in range(count))

    black, *gems = numbers(4, random.choice((2, 12, 40)))
    values: dict[str, Any] = {
        "columns": columns,
        "rows": rows,
        "dice_per_player": random.randint(1, 4),
        "tents_per_player": random.choice((1, 2, 3, 11, 20)),
        "start_coins": random.choice((0, 3, 30)),
        "kept_gem_vp": random.randint(0, 2),
        "max_rounds": random.choice((1, 4, 12, 30, 30)),
        "bag": (black, random.randint(1, 2), *gems),
        "cards": (*numbers(11, random.choice((0, 1, 3, 8))), random.randint(0, 3)),
        "cost": numbers(columns, 5),
        "bonus": numbers(rows, 12),
    }
    values |= {name: numbers(3, 5) for name in ("gem_price", "market_coins", "market_vp", "animal_vp")}
    values |= {name: random.randint(0, 1) for name in SWITCHES}
    return Rules(**values)


def any_code(game: NaiveGame, random: Random) -> int:
    """A well-formed action code, with parts that often fit the position."""
    kind = random.choice(list(Kind))
    if kind in (Kind.END, Kind.PASS):
        return int(kind)
    die = random.choice((game.held or 1, random.randint(1, 6)))
    if kind in (Kind.TAKE, Kind.CARD, Kind.COINS, Kind.MINE):
        return kind + 16 * die
    if kind == Kind.TENT:
        ignore_die = random.randint(0, 1)
        row = random.randrange(MAX_ROWS) if ignore_die else die - 1
        return tent_code(die, row, ignore_die, random.randint(0, 1), _any_source(game, random))
    if kind == Kind.PLAY:
        return kind + 16 * random.choice(sorted(PLAYABLE))
    if kind == Kind.EXTRA_TENT:
        return kind + 16 * _any_space(game, random)
    if kind in (Kind.MARKET, Kind.SELL):
        gems = [random.randint(0, own + 1) for own in game.me.gems]
        gems[0] += sum(gems) == 0
        return kind + 16 * (gems[0] + 256 * gems[1] + 65536 * gems[2])
    return kind + 16 * random.choice((1, game.me.cash + 1, random.randint(1, 40)))


def _any_space(game: NaiveGame, random: Random) -> int:
    own = game.own_spaces()
    if own and random.random() < 0.7:
        column, row = random.choice(own)
        return column * MAX_ROWS + row
    return random.randrange(MAX_COLUMNS * MAX_ROWS)


def _any_source(game: NaiveGame, random: Random) -> int:
    if random.random() < 0.5:
        return 0
    return 1 + 2 * _any_space(game, random) + random.randint(0, 1)
