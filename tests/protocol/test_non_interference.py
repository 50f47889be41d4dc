"""What a seat is sent does not depend on what is hidden from it: byte for byte, over thousands of positions.

The twin of a game differs in the others' hands against the deck, in how the others' wealth is split between hand
and chest, and in the game's seed.
"""

import json
import random
from collections import Counter
from pathlib import Path

import numpy as np

from bot_zoo import Animal, Marked, new_game
from fake_process import FakeProcess, fake_session, honest
from livingstone.engine.codec import dumps
from livingstone.engine.constants import Kind
from livingstone.engine.events import action_event
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.engine.outcome import Outcome
from livingstone.protocol.session import Session
from livingstone.protocol.termination import Termination
from livingstone.tournaments.guest import Guest
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.match import play_game
from sample_games import concrete, random_games, with_other_secrets

GAMES, STOPS = 200, 12
STATES = 2000


def sessions() -> dict[int, tuple[Session, FakeProcess]]:
    """One for each size of table, without a clock: its times would differ."""
    made = {}
    for players in range(2, 6):
        session, bot = fake_session(honest())
        session.greet()
        session.new_game(new_game(Game.new(players, seed=1), 0, cap_ms=None))
        made[players] = session, bot
    return made


def lines_to(session: Session, game: Game) -> bytes:
    """The request that the seat to move gets."""
    return session._request(game.observation(), game.legal())


def test_requests_do_not_depend_on_hidden_data() -> None:
    rng = np.random.default_rng(7)
    tables = sessions()
    states: Counter[int] = Counter()
    differing = 0
    for game in random_games(range(GAMES), stops=STOPS):
        twin = with_other_secrets(game, game.seat, rng)
        differing += game.record.tobytes() != twin.record.tobytes()
        session, _ = tables[game.players]
        assert lines_to(session, game) == lines_to(session, twin)
        states[game.players] += 1
    assert states.total() >= STATES and min(states.values()) >= STATES // 8, states
    assert differing > STATES // 2
    for session, bot in tables.values():
        session.close()
        assert session.features == ("events", "text") and bot.heard


def test_the_test_would_notice_a_leak() -> None:
    """The viewer's own data do change its requests; so would another's."""
    rng = np.random.default_rng(8)
    session, _ = fake_session(honest())
    changed = 0
    for game in random_games(range(40), stops=4):
        other = (game.seat + 1) % game.players
        changed += lines_to(session, game) != lines_to(session, with_other_secrets(game, other, rng))
    assert changed > 40
    session.close()


def public(outcome: Outcome, event: dict[str, object]) -> object:
    """Of an outcome, what lies open."""
    return outcome.stones, event.get("cards"), event.get("cards_hidden"), outcome.dice


def pairs(game: Game, twin: Game, rng: random.Random) -> tuple[Action, Action] | None:
    """An action for both; a donation of other amounts, which nobody else may see."""
    both = [entry for entry in game.legal() if twin.broken_clause(concrete(entry, rng)) is None]
    if not both:
        return None
    kind = rng.choice(sorted({entry.kind for entry in both}))
    entry = rng.choice([entry for entry in both if entry.kind == kind])
    if kind != Kind.DONATE:
        action = concrete(entry, rng)
        return (action, action) if twin.broken_clause(action) is None else None
    most = next(each.coins for each in twin.legal() if each.kind == Kind.DONATE)
    return Action.donate(rng.randint(1, entry.coins)), Action.donate(rng.randint(1, most))


def test_events_do_not_depend_on_hidden_data() -> None:
    """Every other seat watches the same action in a game and its twin; what was drawn openly must be the same."""
    rng, numpy_rng = random.Random(9), np.random.default_rng(9)
    seen: Counter[str] = Counter()
    states = 0
    for game in random_games(range(GAMES), stops=STOPS):
        seat = game.seat
        for viewer in range(game.players):
            if viewer == seat:
                continue
            first, second = game.copy(), with_other_secrets(game, viewer, numpy_rng)
            actions = pairs(first, second, rng)
            if actions is None:
                continue
            outcomes = first.play(actions[0]), second.play(actions[1])
            events = [
                action_event(viewer, seat, action, outcome)
                for action, outcome in zip(actions, outcomes, strict=True)
            ]
            if public(outcomes[0], events[0]) != public(outcomes[1], events[1]):
                continue  # other luck, which everybody saw
            assert dumps(events[0]) == dumps(events[1])
            if first.awaits_chance or first.is_over or first.seat != viewer:
                seen["watched"] += 1
            seen["donation"] += actions[0] != actions[1]
            seen["card"] += outcomes[0].cards != outcomes[1].cards
            states += 1
    assert states >= STATES
    assert min(seen["watched"], seen["donation"], seen["card"]) > 20, seen


def test_the_first_lines_of_a_game_say_nothing_of_the_deal(tmp_path: Path) -> None:
    """Hello, welcome and new_game are the same whatever the deal, and for whoever sits at the other seats."""
    heads, whole = [], []
    for number, (deal, others) in enumerate(((123_456_789, ["random"] * 2), (987_654_321, ["scripted"] * 2))):
        folder = tmp_path / str(number)
        hosting = Hosting(log_lines=folder)
        launch = Marked(Animal("speech crlf", Termination.COMPLETED)).launch
        play_game([others[0], Guest(launch, hosting, "bot"), others[1]], deal_seed=deal, private_seed=5)
        lines = (folder / "bot.lines").read_bytes().splitlines()
        heads.append([line for line in lines if line.startswith(b"> ")][:3])
        whole.append(b"\n".join(lines))
    assert heads[0] == heads[1]
    assert [json.loads(line[2:])["type"] for line in heads[0]] == ["hello", "welcome", "new_game"]
    assert b"123456789" not in whole[0] and b"987654321" not in whole[1]
    assert whole[0] != whole[1]
