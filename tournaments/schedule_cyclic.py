"""Exact designs with a symmetry: a few base blocks, and all their shifts around a circle of bots.

A pair of bots at a distance d on the circle meets as often as the base blocks hold two members d apart. So only
these counts need to be made equal, some dozens where a design has thousands of pairs. One bot may stand in the
middle of the circle: shifts leave it where it is. Blocks of evenly spread members have fewer shifts (short orbits).
Few designs have such a form; those of large fields nearly always do.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from livingstone.tournaments.schedule_draw import ODDS, Draw, tolerances

TRIES: Final = 60_000
"""For one form; where one is found at all, nearly always sooner."""


class _Form(NamedTuple):
    """How many base blocks of which kind."""

    circle: int
    """Bots on the circle: all, or all but the one in the middle."""
    full: int
    with_middle: int
    """Those that hold the bot in the middle beside others on the circle."""
    short: int
    """Times the block of evenly spread members (with the middle, if there is one) is used."""


def cyclic_design(bots: int, players: int, meetings: int, draw: Draw) -> list[list[int]] | None:
    """Blocks in which all pairs of ``bots`` meet ``meetings`` times, or as nearly so as was found.

    None where the numbers fit no form.
    """
    best, least = None, -1
    for form in _forms(bots, players, meetings):
        spaced = players if form.circle == bots else players - 1
        base = _Base(form, players, _goal(form, spaced, meetings), draw)
        base.search()
        if best is None or base.cost < least:
            best, least = _develop(form, players, spaced, base.blocks), base.cost
        if least == 0:
            break
    return best


def _forms(bots: int, players: int, meetings: int) -> Iterator[_Form]:
    """All forms whose numbers fit."""
    blocks = meetings * bots * (bots - 1) // (players * (players - 1))
    for short in range(meetings + 1):
        if short and bots % players:
            break
        full, rest = divmod(blocks - short * (bots // players), bots)
        if rest == 0 and full >= 0:
            yield _Form(bots, full, 0, short)
    circle = bots - 1
    for with_middle in range(meetings // (players - 1), -1, -1):
        short = meetings - with_middle * (players - 1)
        if short and circle % (players - 1):
            continue
        full, rest = divmod(blocks - with_middle * circle - short * (circle // (players - 1)), circle)
        if rest == 0 and full >= 0:
            yield _Form(circle, full, with_middle, short)


def _goal(form: _Form, spaced: int, meetings: int) -> list[int]:
    """How often each distance should occur, index 1 to half the circle; what short orbits give is taken off."""
    goal = [meetings] * (form.circle // 2 + 1)
    if form.short:
        step = form.circle // spaced
        for distance in range(step, len(goal), step):
            goal[distance] -= form.short
    return goal


class _Base:
    """Base blocks, and how far each distance on the circle is from its goal."""

    def __init__(self, form: _Form, players: int, goal: list[int], draw: Draw) -> None:
        self._circle, self._draw = form.circle, draw
        sizes = [players] * form.full + [players - 1] * form.with_middle
        self.blocks = [draw.shuffled(range(form.circle))[:size] for size in sizes]
        # By difference of two members. Half the circle is met from both ends, so it counts twice.
        self._distance = [min(gap, form.circle - gap) for gap in range(form.circle)]
        self._weight = [2 if 2 * gap == form.circle else 1 for gap in range(form.circle)]
        self._off = [0, *(-wanted for wanted in goal[1:])]
        for members in self.blocks:
            for at, member in enumerate(members):
                self._count(member, members[:at], 1)
        self.cost = sum(value * value for value in self._off)

    def search(self) -> None:
        """Move one member after another until every distance is at its goal, or the tries are used up."""
        for odds in ODDS if self.blocks else ():
            chances = tolerances(odds)
            for _ in range(TRIES // len(ODDS)):
                if self.cost == 0:
                    return
                self._try(chances)

    def _try(self, chances: tuple[float, ...]) -> None:
        members = self.blocks[self._draw.below(len(self.blocks))]
        at, new = self._draw.below(len(members)), self._draw.below(self._circle)
        if new in members:
            return
        old = members.pop(at)
        change = self._count(old, members, -1) + self._count(new, members, 1)
        worse = max(0, change) // 2
        if worse < len(chances) and self._draw.random() < chances[worse]:
            self.cost += change
            members.insert(at, new)
            return
        self._count(new, members, -1)
        self._count(old, members, 1)
        members.insert(at, old)

    def _count(self, member: int, others: list[int], sign: int) -> int:
        """Add (1) or take off (-1) the distances from a member to others; gives the change of the cost."""
        change = 0
        for other in others:
            gap = abs(member - other)
            by, distance = sign * self._weight[gap], self._distance[gap]
            change += by * (2 * self._off[distance] + by)
            self._off[distance] += by
        return change


def _develop(form: _Form, players: int, spaced: int, base: list[list[int]]) -> list[list[int]]:
    """All shifts of the base blocks and of the short ones. The bot in the middle has the last number."""
    circle = form.circle
    middle = [circle] if spaced < players else []
    blocks = []
    for index, members in enumerate(base):
        for shift in range(circle):
            block = [(member + shift) % circle for member in members]
            blocks.append(block if index < form.full else [*block, circle])
    step = circle // spaced
    for _ in range(form.short):
        blocks += [[*range(shift, circle, step), *middle] for shift in range(step)]
    return blocks
