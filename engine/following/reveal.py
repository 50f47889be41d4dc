"""The end of a followed game: chests and cards are shown, and the result follows (R41-R47)."""

from typing import TYPE_CHECKING, Any

from livingstone.engine.constants import Card, Phase
from livingstone.engine.errors import RecordError
from livingstone.engine.following.table_steps import Reveal
from livingstone.engine.game import Game, Result
from livingstone.engine.names import CARDS
from livingstone.engine.record_lines import result_json
from livingstone.engine.wording import counted, range_text

if TYPE_CHECKING:
    from livingstone.engine.following.follower import Follower


def revealed(follower: "Follower", reveal: Reveal) -> Result:
    """The result of a game that is over, from what was shown.

    Raises:
        RecordError: when the game is not over, or what was shown contradicts what was seen.
    """
    if follower.phase != Phase.OVER:
        raise RecordError("the chests are shown when the game is over (R26)", "R26")
    record = follower.record.copy()
    state = record[0]
    _fill_chests(follower, state, reveal.chests)
    _fill_hands(follower, state, reveal.hands or [[] for _ in range(follower.players)])
    return Game(follower.edition, record, None, follower.donations).result()


def _fill_chests(follower: "Follower", state: Any, chests: list[int]) -> None:
    if len(chests) != follower.players:
        raise RecordError(f"{len(chests)} chests for {follower.players} players")
    money = follower.observation().money
    for seat, (chest, known) in enumerate(zip(chests, money, strict=True)):
        least, most = known.chest
        if not least <= chest <= most:
            name = follower.names[seat]
            clause = "R22" if chest < least or known.gave[1] == 0 else "R15"
            expected = range_text(least, most, to=" to ")
            raise RecordError(
                f"a chest of {counted(chest, 'coin')}: {name}'s can only hold {expected} ({clause})", clause
            )
        row = state.seats[seat]
        row.cash, row.chest = known.wealth[0] - chest, chest


def _fill_hands(follower: "Follower", state: Any, hands: list[list[str]]) -> None:
    if len(hands) != follower.players:
        raise RecordError(f"{len(hands)} hands for {follower.players} players")
    for seat, keys in enumerate(hands):
        row, name = state.seats[seat], follower.names[seat]
        cards = [CARDS.from_key(key) for key in keys]
        if len(cards) > row.cards:
            raise RecordError(f"{name} shows {counted(len(cards), 'card')}, but holds {int(row.cards)}")
        for card in cards:
            if seat == follower.me:
                if cards.count(card) > row.hand[card]:
                    raise RecordError(f"{name} does not hold {CARDS.key(card)}")
                continue
            if card == Card.MINE_COLLAPSE or state.deck[card] == 0:
                raise RecordError(f"{name} cannot hold {CARDS.key(card)}: no unseen one is left")
            state.deck[card] -= 1
            row.hand[card] += 1


def check_result(result: Result | None, given: dict[str, Any]) -> None:
    """Refuse a result that is not the one of the rules.

    Raises:
        RecordError: naming the part that differs.
    """
    if result is None:
        raise RecordError("'result' before 'reveal': the chests were not shown")
    expected = result_json(result)
    for key in sorted(expected.keys() | given.keys()):
        if given.get(key) != expected.get(key):
            raise RecordError(
                f"result: '{key}' is {given.get(key)}, what was shown gives {expected.get(key)}"
            )
