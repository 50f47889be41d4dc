"""The compiled engine and its plain twin side by side: every step is made by both, everything is compared."""

import itertools
import os
from collections.abc import Callable, Sequence
from dataclasses import fields
from random import Random
from typing import Any

import numpy as np

from livingstone.engine.constants import FINAL_DICE, MAX_SEATS, Card, Kind, Phase
from livingstone.engine.kernels import entry
from livingstone.engine.kernels.chance import FED, KEYED
from livingstone.engine.layout import SEAT, STATE, Array, new_actions, new_chance, new_rules, new_state
from livingstone.engine.notation import Action
from livingstone.engine.position_string import to_text
from naive import NaiveGame, Rules, Standing

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""The kernels run as plain Python: tests play fewer games."""


def scaled(count: int) -> int:
    """A number of games: a tenth without the compiler, at least one."""
    return max(1, count // 10) if PLAIN else count


def rules_record(rules: Rules) -> Array:
    """The RULES array of shape (1,) with these values."""
    record = new_rules()
    for each in fields(Rules):
        value = getattr(rules, each.name)
        if isinstance(value, tuple):
            record[0][each.name][: len(value)] = value
        else:
            record[0][each.name] = value
    return record


def record_of(game: NaiveGame) -> Array:
    """The STATE array of shape (1,) that shows the same as the twin."""
    record = new_state()
    for name, value in game.snapshot().items():
        if name.startswith("seats."):
            record[0]["seats"][name[6:]] = value
        else:
            record[0][name] = value
    return record


def snapshot_of(record: Array) -> dict[str, Any]:
    """The same dictionary as ``NaiveGame.snapshot`` of a STATE array of shape (1,)."""
    state = np.asarray(record).view(STATE)[0]
    data = {name: state[name].tolist() for name in STATE.names or () if name != "seats"}
    for name in SEAT.names or ():
        data[f"seats.{name}"] = state["seats"][name].tolist()
    return data


def differences(twin: dict[str, Any], engine: dict[str, Any]) -> str:
    """The fields that differ, a line each."""
    assert twin.keys() == engine.keys()
    lines = [
        f"{name}: twin {twin[name]}, engine {engine[name]}" for name in twin if twin[name] != engine[name]
    ]
    return "\n".join(lines)


class Both:
    """A game played by the engine's kernels and by the twin at once; any difference fails the test."""

    def __init__(self, twin: NaiveGame, seed: int = 0) -> None:
        """Both start from the position the twin has now."""
        self.twin = twin
        self.rules = rules_record(twin.rules)
        self.chance = new_chance()
        self.chance[0].seed[:] = (seed, 0)
        self._actions = new_actions()
        self.log: list[str] = []
        self.sync()

    @classmethod
    def new(cls, rules: Rules, players: int, start: int = 0, seed: int = 0) -> "Both":
        """A new game; the engine deals it by itself."""
        both = cls(NaiveGame(rules, players, start), seed)
        both.record = new_state()
        entry.deal(both.record, both.rules, players, start)
        both.compare()
        return both

    def sync(self) -> None:
        """Give the engine the twin's position, after the test has changed the twin."""
        self.record = record_of(self.twin)

    def copy(self) -> "Both":
        """An independent copy."""
        other = Both(self.twin.copy())
        other.record = self.record.copy()
        other.chance = self.chance.copy()
        return other

    def compare(self) -> None:
        """Every field is the same."""
        twin, engine = self.twin.snapshot(), snapshot_of(self.record)
        if twin != engine:
            raise AssertionError(f"{differences(twin, engine)}\n{self.where()}")

    def where(self) -> str:
        """The last steps and the position, for a failing test."""
        return f"after {self.log[-8:]}\n{to_text(self.record)}"

    # ---------------------------------------------------------------- asking

    def legal(self) -> list[int]:
        """The legal list, which both must give."""
        count = entry.legal_actions(self.record, self.rules, self._actions)
        engine, twin = self._actions[:count].tolist(), self.twin.legal()
        if engine != twin:
            extra = [str(Action(code)) for code in engine if code not in twin]
            missing = [str(Action(code)) for code in twin if code not in engine]
            raise AssertionError(f"only engine {extra}, only twin {missing}\n{self.where()}")
        return twin

    def texts(self) -> list[str]:
        """The legal list as people write it, amounts as the most."""
        return [str(Action(code)) for code in self.legal()]

    def clause(self, action: int | str) -> int:
        """The clause that an action breaks, 0 when it is legal; both must say the same."""
        code = int(Action.read(action)) if isinstance(action, str) else action
        engine, twin = entry.broken_clause(self.record, self.rules, code), self.twin.explain(code) or 0
        assert engine == twin, f"{code} {describe(code)}: engine R{engine}, twin R{twin}\n{self.where()}"
        return twin

    def allows(self, action: str) -> bool:
        """Whether an action is legal."""
        return self.clause(action) == 0

    # ---------------------------------------------------------------- stepping

    def roll(self, *dice: int) -> None:
        """A roll of these faces, of a round or the final one; without faces the engine draws."""
        final = self.twin.phase == Phase.FINAL_DICE
        self.chance[0].mode = KEYED
        if dice:
            self.chance[0].mode = FED
            self.chance[0].dice[:] = [dice.count(face) for face in range(8)]
        (entry.roll_final if final else entry.roll)(self.record, self.rules, self.chance)
        faces = [face for face in range(8) for _ in range(int(self.chance[0].dice[face]))]
        assert len(faces) == (FINAL_DICE if final else self.twin.rules.dice_per_player * self.twin.players)
        self.log.append(f"roll {faces}")
        (self.twin.roll_final if final else self.twin.roll)(faces)
        self.compare()

    def play(
        self, action: int | str, stones: Sequence[int] | None = None, cards: Sequence[int] | None = None
    ) -> None:
        """A legal action; what it draws is given, or the engine draws it."""
        code = int(Action.read(action)) if isinstance(action, str) else action
        assert self.clause(code) == 0, f"{describe(code)} breaks R{self.clause(code)}\n{self.where()}"
        chance = self.chance[0]
        chance.mode = KEYED if stones is None and cards is None else FED
        if stones is not None:
            chance.stones[:] = stones
        if cards is not None:
            chance.cards[: len(cards)] = cards
        entry.apply(self.record, self.rules, code, self.chance)
        if draws_stones(code):
            stones = chance.stones.tolist()
        elif code % 16 == Kind.CARD:
            cards = chance.cards[: int(chance.drawn)].tolist()
        self.log.append(f"{self.twin.seat}: {describe(code)} {stones or cards or ''}")
        self.twin.apply(code, stones, cards)
        self.compare()

    def turn(self, *actions: str) -> None:
        """Several actions without chance, as texts."""
        for action in actions:
            self.play(action)

    def result(self) -> Standing:
        """The result, which both must give."""
        twin = self.twin.result()
        rows, points, out, places = np.zeros((4, MAX_SEATS), np.int32)
        winners = entry.finish(self.record, self.rules, rows, points, out, places)
        players = self.twin.players
        for name, array in (("rows", rows), ("points", points), ("out", out), ("places", places)):
            expected = [int(value) for value in getattr(twin, name)]
            assert array[:players].tolist() == expected, f"{name}: engine {array}, twin {twin}"
        assert winners == len(twin.winners), f"winners: engine {winners}, twin {twin}"
        return twin


def describe(code: int) -> str:
    """The action's text, or its number where it is the code of no action."""
    try:
        return str(Action(code))
    except Exception:  # noqa: BLE001 - whatever the check raises
        return f"code {code}"


def draws_stones(code: int) -> bool:
    """Whether an action is a draw from the bag (R13, R40)."""
    return code % 16 == Kind.MINE or code == Kind.PLAY + 16 * Card.THREE_STONES


def concrete(code: int, random: Random) -> int:
    """One action of a legal entry: ranges give any amount, the most a little more often."""
    kind, most = code % 16, code // 16
    if kind == Kind.DONATE:
        return kind + 16 * random.choice((random.randint(1, most), most))
    if kind in (Kind.MARKET, Kind.SELL):
        parts = [most % 256, most // 256 % 256, most // 65536]
        while True:
            clear, blue, red = (random.randint(0, part) for part in parts)
            if clear + blue + red:
                return kind + 16 * (clear + 256 * blue + 65536 * red)
    return code


def pick(legal: Sequence[int], random: Random) -> int:
    """A legal action: the kind first, so that long lists of tents do not drown the rest; donations seldom."""
    kinds = sorted({code % 16 for code in legal})
    if len(kinds) > 1 and Kind.DONATE in kinds and random.random() < 0.9:
        kinds.remove(Kind.DONATE)
    kind = random.choice(kinds)
    return concrete(random.choice([code for code in legal if code % 16 == kind]), random)


def draw_stones(bag: Sequence[int], wanted: int, random: Random) -> list[int]:
    """A draw from the bag, uniform."""
    stones = [colour for colour, count in enumerate(bag) for _ in range(count)]
    drawn = random.sample(stones, min(wanted, len(stones)))
    return [drawn.count(colour) for colour in range(5)]


def draw_cards(game: NaiveGame, random: Random) -> list[int]:
    """Cards in the order drawn: every mine_collapse, then the one that is kept (R28, R30)."""
    deck = [card for card in Card for _ in range(game.deck[card])]
    discards = [card for card in Card for _ in range(game.discards[card])]
    drawn: list[int] = []
    while deck or discards:
        if not deck:
            deck, discards = discards, []
        drawn.append(deck.pop(random.randrange(len(deck))))
        if drawn[-1] != Card.MINE_COLLAPSE:
            break
    return drawn


def fed_step(both: Both, code: int, random: Random) -> None:
    """An action whose draw is made here and fed to both."""
    if draws_stones(code):
        wanted = code // 16 if code % 16 == Kind.MINE else 3
        both.play(code, stones=draw_stones(both.twin.bag, wanted, random))
    elif code % 16 == Kind.CARD:
        both.play(code, cards=draw_cards(both.twin, random))
    else:
        both.play(code)


def play_through(
    both: Both, random: Random, visit: Callable[[Both, list[int]], None] | None = None, limit: int = 100_000
) -> int:
    """Random play to the end of the game; ``visit`` sees every decision. Returns the number of decisions."""
    for decisions in itertools.count():
        while both.twin.phase in (Phase.ROLL, Phase.FINAL_DICE):
            assert both.legal() == []
            count = FINAL_DICE
            if both.twin.phase == Phase.ROLL:
                count = both.twin.rules.dice_per_player * both.twin.players
            both.roll(*([random.randint(1, 6) for _ in range(count)] if random.random() < 0.5 else []))
        if both.twin.phase == Phase.OVER or decisions == limit:
            return decisions
        legal = both.legal()
        assert legal
        if visit is not None:
            visit(both, legal)
        action = pick(legal, random)
        if random.random() < 0.5:
            fed_step(both, action, random)
        else:
            both.play(action)
    raise AssertionError
