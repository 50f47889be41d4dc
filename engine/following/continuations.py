"""What may be typed next: lines that the rules allow, for a person who is offered them."""

from livingstone.engine.constants import FACES, Card, Kind, Phase
from livingstone.engine.following.follower import Follower
from livingstone.engine.following.lines import end_turn
from livingstone.engine.names import CARDS
from livingstone.engine.notation import Action, space_text

_TURN = (Phase.BEFORE_DIE, Phase.DIE_HELD, Phase.ACTION_DONE)
_PLAYED = (
    Card.FOUR_COINS,
    Card.TWO_DICE,
    Card.BOAT_BACK,
    Card.THREE_STONES,
    Card.LION,
    Card.RHINO,
    Card.ANTELOPE,
)


def continuations(state: Follower) -> list[str]:
    """Beginnings of lines that can follow, the turn that is open first.

    A line that goes on with what chance gave ends with a space or a colon and a space.
    """
    if state.phase == Phase.ROLL:
        return ["roll "]
    if state.phase == Phase.FINAL_DICE:
        return ["final "]
    if state.phase == Phase.OVER:
        return [] if state.result is not None else ["chests "]
    lines = _turn_lines(state)
    after = end_turn(state)
    if state.phase == Phase.ACTION_DONE and after.phase in _TURN:
        lines += _turn_lines(after)
    elif state.phase == Phase.ACTION_DONE:
        lines += continuations(after) if after.phase != Phase.ACTION_DONE else []
    return lines


def _turn_lines(state: Follower) -> list[str]:
    """Of the seat to move."""
    who, seat = state.names[state.seat], state.seat
    lines = []
    for die in range(1, FACES + 1):
        taken = state
        if _allows(state, Action.take(die)):
            taken = state.copy()
            taken.step({"seat": seat, "act": {"die": die}})
        elif state.phase != Phase.DIE_HELD or int(state.record[0].held) != die:
            continue
        lines += [f"{who} {die} {use}" for use in _uses(taken, die)]
    lines += [f"{who} {act}" for act in _free_acts(state)]
    if _allows(state, Action.end()):
        lines.append("end")
    return lines


def _uses(state: Follower, die: int) -> list[str]:
    found = []
    if _allows(state, Action.use(die, Kind.CARD)):
        found.append("card " if state.seat == state.me else "card")
    found.append("coins")
    found.append("mine: ")
    moves = state.players == 2 and int(state.record[0].seats[state.seat].supply) == 0
    if moves:
        found.append("tent from ")
        return found
    if _allows(state, Action.tent(die)):
        found.append("tent")
    if _allows(state, Action.tent(die, no_cost=True)):
        found.append("tent no_cost")
    return found + [
        f"tent row {row + 1} ignore_die"
        for row in range(state.edition.rows)
        if row != die - 1 and _allows(state, Action.tent(die, row=row, ignore_die=True))
    ]


def _free_acts(state: Follower) -> list[str]:
    found = []
    if _allows(state, Action.donate(1)):
        found.append("donate " if state.sees_money(state.seat) else "donates")
    gems = [int(count) for count in state.record[0].seats[state.seat].gems]
    if any(gems) and _allows(state, Action.sell(gems)):
        found.append("sells ")
    found += [
        f"plays {CARDS.key(card)}{': ' if card == Card.THREE_STONES else ''}"
        for card in _PLAYED
        if _allows(state, Action.play(card))
    ]
    if any(gems) and _allows(state, Action.market(gems)):
        found.append("plays market ")
    found += [
        f"extra_tent {space_text(column, row)}"
        for column in range(state.edition.columns)
        for row in range(state.edition.rows)
        if state.record[0].scored[column, row, state.seat] and _allows(state, Action.extra_tent(column, row))
    ]
    if _allows(state, Action.pass_()):
        found.append("passes")
    return found


def _allows(state: Follower, action: Action) -> bool:
    return state.broken_clause(state.seat, action) is None
