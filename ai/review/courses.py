"""Games read for a review: a record, with all its secrets, or a table file, with what one seat saw."""

from collections.abc import Sequence
from pathlib import Path

from livingstone.ai.review.moments import Course, Cutter, Event, Place
from livingstone.ai.review.report import EventKind
from livingstone.engine.constants import Card, Phase
from livingstone.engine.errors import RecordError
from livingstone.engine.following import is_table
from livingstone.engine.following.follower import Follower
from livingstone.engine.following.table_record import load_table
from livingstone.engine.following.table_steps import TableStep
from livingstone.engine.names import quote
from livingstone.engine.notation import Action
from livingstone.engine.outcome import NOTHING, Outcome
from livingstone.engine.record import follow, read_record
from livingstone.engine.render.story import tell
from livingstone.engine.tally import SEAT_LETTERS

Source = str | Path | Sequence[bytes]
"""A file, or the lines of a record with their line ends."""


def read_course(source: Source) -> Course:
    """The game in a record or in a table file.

    Raises:
        RecordError: for a file that is neither, or at its first step that is not right, as ``verify`` finds it.
    """
    if not isinstance(source, str | Path):
        return _recorded(source)
    if is_table(source):
        return _followed(source)
    try:
        return _recorded(source)
    except RecordError as error:
        raise RecordError(f"{quote(str(source), 200)}: {error}", error.clause) from None


def _recorded(source: Source) -> Course:
    record = read_record(source)
    header = record.header
    names = tuple(header.names) or tuple(SEAT_LETTERS[: header.players])
    cutter, events = Cutter(), []
    before, last = header.new_game(), 1
    for step, (line, game, outcome) in enumerate(follow(record, by_seed=header.chance == "seed"), 1):
        place = Place(step, line.number, int(before.record[0].round_number), before.seat)
        action = None if line.step.act is None else line.step.action
        if line.step.forfeit is not None:
            cutter.forfeit(line.step.forfeit)
        if action is not None:
            cutter.act(place, before.observation(place.seat), action)
        if outcome != NOTHING:
            kind, text = _told(names[place.seat], before.phase, action, outcome, hidden=False)
            events.append(Event(place, kind, text, before.record, action, game.record.copy()))
        before, last = game.copy(), line.number
    return Course(
        edition=before.edition,
        names=names,
        known=tuple(range(header.players)),
        moments=tuple(cutter.moments),
        events=tuple(events),
        steps=len(record.lines),
        rounds=int(before.record[0].round_number),
        result=before.result() if before.is_over else None,
        remark="" if before.is_over else _remark(record.cut, last),
    )


def _followed(path: str | Path) -> Course:
    table = load_table(path)
    header, names = table.header, tuple(table.header.names)
    cutter, events = Cutter(), []
    state = header.new_follower()
    for number, step in enumerate(table.steps, 1):
        before, state = state, state.copy()
        state.step(step)
        place = Place(number, number + 1, before.round, before.seat)
        action = None if step.act is None else step.action
        if step.forfeit is not None:
            cutter.forfeit(step.forfeit)
        if action is not None and place.seat == header.me:
            cutter.act(place, before.observation(), action)
        event = _seen(before, state, step, place)
        if event is not None:
            events.append(event)
    return Course(
        edition=state.edition,
        names=names,
        known=(header.me,),
        moments=tuple(cutter.moments),
        events=tuple(events),
        steps=len(table.steps),
        rounds=state.round,
        result=state.result,
        remark="" if state.result is not None else _remark(table.cut, len(table.steps) + 1),
    )


def _seen(before: Follower, after: Follower, step: TableStep, place: Place) -> Event | None:
    """The event of chance in a step, as the followed seat saw it; a card of others that stays hidden is none."""
    is_own = place.seat == before.me
    dice = step.roll or step.final
    outcome = Outcome(
        dice=None if dice is None else tuple(dice),
        stones=None if step.stones is None else tuple(step.stones),
        cards=None if step.cards is None else tuple(step.shown_cards),
    )
    if outcome == NOTHING:
        return None
    action = None if step.act is None else step.action
    if outcome.cards is not None and step.cards_hidden:  # after mine_collapse; any card is told as hidden
        outcome = outcome._replace(cards=(*outcome.cards, Card.LION))
    kind, text = _told(before.names[place.seat], before.phase, action, outcome, hidden=not is_own)
    return Event(place, kind, text, before.observation(), action, after.observation())


def _told(
    name: str, phase: Phase, action: Action | None, outcome: Outcome, *, hidden: bool
) -> tuple[EventKind, str]:
    """The kind of an event and a sentence about it."""
    if outcome.dice is not None:
        dice = " ".join(str(face) for face in sorted(outcome.dice))
        return (
            ("final", f"final dice: {dice}")
            if phase == Phase.FINAL_DICE
            else ("dice", f"{name} rolls {dice}")
        )
    assert action is not None
    return "cards" if outcome.cards is not None else "stones", tell(name, action, outcome, hidden=hidden)


def _remark(cut: int | None, last: int) -> str:
    why = f"line {cut} was cut short" if cut is not None else f"nothing follows line {last}"
    return f"the game is not finished: {why}"
