"""What a typed line was understood to be, in a short sentence with its public effects."""

from itertools import pairwise

from livingstone.engine.constants import Card, Kind, Phase, Stone
from livingstone.engine.events import Event
from livingstone.engine.following.follower import Follower
from livingstone.engine.following.lines import Typed, end_turn
from livingstone.engine.following.table_steps import TableStep, read_step
from livingstone.engine.names import CARDS, gems_text, stones_text
from livingstone.engine.notation import Action, space_text
from livingstone.engine.observation import faces
from livingstone.engine.outcome import Outcome
from livingstone.engine.render.story import tell, tell_result
from livingstone.engine.wording import counted, range_text


def tell_line(typed: Typed) -> str:
    """``Blue takes 4 coins (wealth 7). Then: Green.``"""
    parts = []
    for event, (before, after) in zip(typed.events, pairwise(typed.stages), strict=True):
        parts += _told(event, before, after, alone=len(typed.events) == 1)
    return " ".join(f"{part}." for part in [*parts, what_is_due(typed.after)] if part)


def what_is_due(state: Follower) -> str:
    """Whose turn it is, or which dice are due, without a full stop."""
    row, who = state.record[0], state.names[state.seat]
    if state.phase == Phase.ROLL:
        dice = state.edition.dice_per_player * state.players
        return f"Round {state.round}, the boat on column {int(row.boat) + 1}: {who} rolls {dice} dice"
    if state.phase == Phase.FINAL_DICE:
        return "The four final dice are due"
    if state.phase == Phase.OVER:
        if state.result is not None:
            return ""  # the line that revealed the chests has told it
        names = " ".join(f"{name} .." for seat, name in enumerate(state.names) if seat != state.me)
        hidden = any(row.seats[seat].cards for seat in range(state.players) if seat != state.me)
        shown = ", each with the animals shown" if hidden and state.edition.animals == "at_end" else ""
        return f"The game is over; the chests give the result: chests {names}{shown}"
    if state.phase == Phase.BEFORE_DIE:
        return f"{who}'s turn"
    if state.phase == Phase.DIE_HELD:
        return f"{who} uses the die {int(row.held)} next"
    after = end_turn(state)
    if after.phase == Phase.ACTION_DONE:
        return f"{who} takes a second die next"
    if after.phase in (Phase.ROLL, Phase.FINAL_DICE, Phase.OVER):
        return f"Then the round is scored, unless {who} goes on"
    return f"Then {after.names[after.seat]}" if after.seat != state.seat else f"Then {who} again"


def standing_of(state: Follower) -> str:
    """One line: where the game stands."""
    row = state.record[0]
    if state.phase == Phase.ROLL:
        return what_is_due(state) + "."
    if state.result is not None:
        return f"The game is over: {_ending(state)}."
    dice = _dice(faces(row.pool))
    pool = f", pool {dice}" if dice else ""
    return (
        f"Round {state.round}, boat on column {int(row.boat) + 1}{pool}. {what_is_due(state)}".rstrip() + "."
    )


def _told(event: Event, before: Follower, after: Follower, *, alone: bool) -> list[str]:
    """The sentences for one event."""
    step = read_step(event, before.players)
    who = before.names[before.seat]
    if step.roll is not None:
        return [f"{who} rolls {_dice(step.roll)}"]
    if step.final is not None:
        return [f"Final dice {_dice(step.final)}, together {sum(step.final)}"]
    if step.forfeit is not None:
        return [f"{before.names[step.forfeit]} forfeits"]
    if step.reveal is not None:
        return [_ending(after)]
    action = step.action
    if action.kind == Kind.TAKE:
        return [f"{who} takes the die {action.die}"] if alone else []
    if action.kind in (Kind.END, Kind.PASS):
        told = [f"{who} passes"] if action.kind == Kind.PASS else [f"{who}'s turn ends"] if alone else []
        return told + _scoring(before, after)
    return [_act(who, action, event, before, after)]


def _dice(faces: list[int]) -> str:
    return " ".join(str(face) for face in sorted(faces))


def _act(who: str, action: Action, event: Event, before: Follower, after: Follower) -> str:
    """An action that is not about dice and turns."""
    seat, wealth = before.seat, f"(wealth {after.wealth(before.seat)})"
    gain = after.wealth(seat) - before.wealth(seat)
    if action.kind == Kind.COINS:
        return f"{who} takes {counted(action.die, 'coin')} {wealth}"
    if action.kind == Kind.CARD:
        return f"{who} draws a card{_cards(event)}"
    if "stones" in event:
        played = " with three_stones" if action.kind == Kind.PLAY else ""
        return f"{who} draws {stones_text(event['stones'])}{played}{_white(event, before, after, gain)}"
    if action.kind in (Kind.TENT, Kind.EXTRA_TENT):
        return f"{who} {_tent(action, before)}{_price(before, after, -gain)} {wealth}"
    if action.kind in (Kind.SELL, Kind.MARKET):
        at, points = "", int(after.record[0].seats[seat].vp) - int(before.record[0].seats[seat].vp)
        if action.kind == Kind.MARKET:
            at = f" and {points} VP at the market"
        return f"{who} sells {gems_text(action.gems)} for {counted(gain, 'coin')}{at} {wealth}"
    if action.kind == Kind.DONATE:
        return _donation(who, action, after, seat)
    effect = wealth if action.card == Card.FOUR_COINS else ""
    if action.card == Card.BOAT_BACK:
        effect = f"(the boat is on column {int(after.record[0].boat) + 1})"
    return f"{who} plays {CARDS.keys[action.card or 0]} {effect}".rstrip()


def _cards(event: Event) -> str:
    """What was seen of the cards drawn."""
    collapse = CARDS.key(Card.MINE_COLLAPSE)
    shown = [card for card in event["cards"] if card == collapse]
    kept = [card for card in event["cards"] if card != collapse]
    told = ": " + kept[0] if kept else ""
    if shown:
        times = f" {len(shown)} times" if len(shown) > 1 else ""
        none = "" if kept or "cards_hidden" in event else "; there is no other card"
        told += f", after mine_collapse{times}: all gems go back into the bag{none}"
    return told


def _white(event: Event, before: Follower, after: Follower, gain: int) -> str:
    """What the white stone did (R19)."""
    if not event["stones"][Stone.WHITE]:
        return ""
    pile = int(before.record[0].pile.sum())
    sold = f"sold for {counted(gain, 'coin')} (wealth {after.wealth(before.seat)}), " if gain else ""
    return f": the white stone; {sold}these and {pile} set aside go back into the bag"


def _tent(action: Action, before: Follower) -> str:
    boat, row = int(before.record[0].boat), (action.row or 0) + 1
    if action.kind == Kind.EXTRA_TENT:
        return f"places an extra tent on {space_text(action.column or 0, row - 1)}"
    cards = [
        name for name, played in (("ignore_die", action.ignore_die), ("no_cost", action.no_cost)) if played
    ]
    told = f"places a tent on {space_text(boat, row - 1)}"
    if action.source is not None:
        told = f"moves the tent from {space_text(*action.source)} to {space_text(boat, row - 1)}"
    return told + (f" with {' and '.join(cards)}" if cards else "")


def _price(before: Follower, after: Follower, paid: int) -> str:
    """What was paid, and to whom of the players."""
    if not paid:
        return " for nothing"
    receivers = [
        name
        for seat, name in enumerate(before.names)
        if seat != before.seat and after.wealth(seat) > before.wealth(seat)
    ]
    each = "1 each" if len(receivers) > 1 else "1 of them"
    shares = f", {each} to {' and '.join(receivers)}" if receivers else ""
    return f" for {counted(paid, 'coin')}{shares}"


def _donation(who: str, action: Action, after: Follower, seat: int) -> str:
    money = after.observation().money[seat]
    if after.sees_money(seat):
        return (
            f"{who} donates {counted(action.coins, 'coin')} (chest {money.chest[0]}, in hand {money.cash[0]})"
        )
    chest = range_text(*money.chest, to=" to ")
    times = f"{money.gave[0]} donations" if money.gave[0] > 1 else "the first donation"
    return f"{who} donates ({times}; the chest holds {chest}, wealth {money.wealth[0]})"


def _scoring(before: Follower, after: Follower) -> list[str]:
    """The scoring of a round that a turn's end brought about (R25)."""
    if after.phase not in (Phase.ROLL, Phase.FINAL_DICE, Phase.OVER):
        return []
    gains = []
    for seat, name in enumerate(before.names):
        gain = int(after.record[0].seats[seat].vp) - int(before.record[0].seats[seat].vp)
        if gain:
            gains.append(f"{name} +{gain}")
    return [f"Round {before.round} is scored: {', '.join(gains) or 'nobody gets VP'}"]


def _ending(after: Follower) -> str:
    result = after.result
    assert result is not None
    return tell_result(after.names, result.winners, result.points, result.out)


def history_line(number: int, step: TableStep, before: Follower) -> str:
    """One line of the list of events; ``before``: the state before it."""
    if step.act is None:
        word = step.kind
        dice = step.roll or step.final
        text = f"{word} {_dice(dice)}" if dice else word
        if step.forfeit is not None:
            text = f"{before.names[step.forfeit]} forfeits"
        return f"{number:>4}  {text}"
    outcome = Outcome(stones=None if step.stones is None else tuple(step.stones))
    if step.cards is not None and (step.cards or not step.cards_hidden):
        outcome = Outcome(cards=tuple(step.shown_cards))
    return f"{number:>4}  {tell(before.names[before.seat], step.action, outcome, hidden=step.hides_coins)}"
