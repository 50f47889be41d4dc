"""Counting every line of play to a small depth, chance included: all listed actions, all distinct outcomes.

A step is an action of the legal list (amounts: the most) with one outcome of what it draws, or a roll with one
outcome: stones and dice as counts, cards in the order drawn. ``perft(position, n)`` is the number of different
lines of n steps.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from livingstone.engine.constants import FINAL_DICE, Card, Kind, Phase
from livingstone.engine.kernels import entry
from livingstone.engine.kernels.chance import FED
from livingstone.engine.layout import Array, new_actions, new_chance
from lockstep import describe, draws_stones, rules_record, snapshot_of
from naive import NaiveGame, Rules


class Step(NamedTuple):
    """One step of a line; ``code`` is None for a roll, ``drawn`` what chance gave."""

    code: int | None
    drawn: tuple[int, ...] | None = None

    def __str__(self) -> str:
        action = "roll" if self.code is None else describe(self.code)
        return action if self.drawn is None else f"{action} {self.drawn}"


def splits(available: Sequence[int], wanted: int) -> Iterator[tuple[int, ...]]:
    """Every way to take ``wanted`` things out of piles of these sizes."""
    if not available:
        if wanted == 0:
            yield ()
        return
    for first in range(min(wanted, available[0]) + 1):
        for rest in splits(available[1:], wanted - first):
            yield (first, *rest)


def card_sequences(deck: list[int], discards: list[int]) -> Iterator[tuple[int, ...]]:
    """Every order of cards one card action may draw (R11, R28, R30)."""
    if not any(deck):
        deck, discards = discards, [0] * len(Card)
    if not any(deck):
        yield ()
    for card in Card:
        if not deck[card]:
            continue
        if card != Card.MINE_COLLAPSE:
            yield (card,)
            continue
        rest = [count - (kind == card) for kind, count in enumerate(deck)]
        for more in card_sequences(rest, discards):
            yield (card, *more)


def steps(phase: int, position: dict[str, Any], legal: Sequence[int], rules: Rules) -> Iterator[Step]:
    """Every step from here; ``position`` as in ``NaiveGame.snapshot``."""
    if phase in (Phase.ROLL, Phase.FINAL_DICE):
        count = FINAL_DICE if phase == Phase.FINAL_DICE else rules.dice_per_player * position["players"]
        for faces in splits([count] * 6, count):
            yield Step(None, faces)
    for code in legal:
        if draws_stones(code):
            wanted = code // 16 if code % 16 == Kind.MINE else 3
            for stones in splits(position["bag"], min(wanted, sum(position["bag"]))):
                yield Step(code, stones)
        elif code % 16 == Kind.CARD:
            for cards in card_sequences(position["deck"], position["discards"]):
                yield Step(code, cards)
        else:
            yield Step(code)


class Compiled:
    """A position of the compiled engine."""

    def __init__(self, rules: Rules, record: Array) -> None:
        self.rules, self.record = rules, record
        self._rules, self._chance, self._actions = rules_record(rules), new_chance(), new_actions()
        self._chance[0].mode = FED

    def steps(self) -> list[Step]:
        """Every step from here."""
        count = entry.legal_actions(self.record, self._rules, self._actions)
        state = self.record[0]
        position = {name: state[name].tolist() for name in ("players", "bag", "deck", "discards")}
        return list(steps(int(state.phase), position, self._actions[:count].tolist(), self.rules))

    def after(self, step: Step) -> "Compiled":
        """The position that a step leads to."""
        other = Compiled.__new__(Compiled)
        other.__dict__.update(self.__dict__)
        other.record = self.record.copy()
        chance = self._chance[0]
        if step.code is None:
            chance.dice[:] = (0, *(step.drawn or ()), 0)
            roll = entry.roll if other.record[0].phase == Phase.ROLL else entry.roll_final
            roll(other.record, self._rules, self._chance)
            return other
        if step.drawn is not None:
            field = chance.stones if draws_stones(step.code) else chance.cards
            field[: len(step.drawn)] = step.drawn
        entry.apply(other.record, self._rules, step.code, self._chance)
        return other


class Plain:
    """A position of the twin."""

    def __init__(self, rules: Rules, record: Array) -> None:
        self.game = NaiveGame.from_snapshot(rules, snapshot_of(record))

    def steps(self) -> list[Step]:
        """Every step from here."""
        game = self.game
        return list(steps(game.phase, game.snapshot(), game.legal(), game.rules))

    def after(self, step: Step) -> "Plain":
        """The position that a step leads to."""
        other = Plain.__new__(Plain)
        other.game = game = self.game.copy()
        if step.code is None:
            faces = [face + 1 for face, count in enumerate(step.drawn or ()) for _ in range(count)]
            (game.roll if game.phase == Phase.ROLL else game.roll_final)(faces)
        elif draws_stones(step.code):
            game.apply(step.code, stones=step.drawn)
        else:
            game.apply(step.code, cards=step.drawn)
        return other


Position = Compiled | Plain


def perft(position: Position, depth: int) -> int:
    """The number of lines of this many steps."""
    found = position.steps()
    if depth == 1:
        return len(found)
    return sum(perft(position.after(step), depth - 1) for step in found)


def divide(position: Position, depth: int) -> dict[str, int]:
    """:func:`perft` by first step, for finding where two counts part."""
    return {
        str(step): perft(position.after(step), depth - 1) if depth > 1 else 1 for step in position.steps()
    }
