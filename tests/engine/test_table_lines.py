"""The typed lines of a followed game: every form is understood, every mistake is answered in one clear line."""

import random
from itertools import pairwise
from typing import NamedTuple

import pytest

from livingstone.engine.constants import Card, Kind, Phase
from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.following import Follower
from livingstone.engine.following.continuations import continuations
from livingstone.engine.following.lines import Typed, end_turn, read_line
from livingstone.engine.following.telling import standing_of, tell_line
from livingstone.engine.following.words import check_names
from livingstone.engine.game import Game
from livingstone.engine.names import CARDS, stones_text
from livingstone.engine.notation import Action
from livingstone.engine.outcome import Outcome
from sample_games import random_action

COLOURS = ("Blue", "Green", "Red", "Yellow", "Black")
ROLL = "1 2 3 4 5 6 6 6"


def start(players: int = 4, me: int = 0, *rules: str, edition: str = "schmidt-2009") -> Follower:
    return Follower(Edition.load(edition, rules), players, COLOURS[:players], me, 0)


def after(*lines: str, state: Follower | None = None, me: int = 0) -> Follower:
    """The state after lines that must all be understood, the first a roll."""
    state = state or start(me=me)
    for line in lines:
        state = read_line(line, state).after
    return state


def events(state: Follower, line: str) -> list[dict[str, object]]:
    return list(read_line(line, state).events)


def refused(state: Follower, line: str, words: str) -> None:
    before = state.observation().to_bytes()
    with pytest.raises(LivingstoneError, match=words) as error:
        read_line(line, state)
    assert "\n" not in str(error.value)
    assert state.observation().to_bytes() == before


TURN = [{"seat": 0, "act": {"die": 4}}]
COINS = [*TURN, {"seat": 0, "act": {"die": 4, "use": "coins"}}]
TENT = [*TURN, {"seat": 0, "act": {"die": 4, "use": "tent"}}]
MINE = [*TURN, {"seat": 0, "act": {"die": 4, "use": "mine"}, "stones": [3, 0, 1, 0, 0]}]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Blue 4 coins", COINS),
        ("bLUE: 4 Coins", COINS),
        ("b 4 coins", COINS),
        ("me 4 coins", COINS),
        ("I take 4 coins", COINS),
        ("4 coins", COINS),
        ("coins 4", COINS),
        ("die 4; die 4 coins", COINS),
        ("die 4 coins", COINS),
        ("Blue takes the die 4", TURN),
        ("Blue 4", TURN),
        ("Blue nimmt 4 Münzen", COINS),
        ("Blue mine 4: 3 black 1 clear", MINE),
        ("Blue 4 mine 3 black, 1 clear", MINE),
        ("Blue mine 3 black 1 clear", MINE),
        ("mine 4 3b 1c", MINE),
        ("Blue 4 mine: 3k c", MINE),
        ("Blue 4 Mine 3 schwarze 1 klar", MINE),
        ("draws 4 stones: 3 black 1 clear", MINE),
        ("4 mine: 2 black w u", [*TURN, MINE[1] | {"stones": [2, 1, 0, 1, 0]}]),
        ("4 card lion", [*TURN, {"seat": 0, "act": {"die": 4, "use": "card"}, "cards": ["lion"]}]),
        (
            "4 Karte Mineneinsturz Löwe",
            [*TURN, {"seat": 0, "act": {"die": 4, "use": "card"}, "cards": ["mine_collapse", "lion"]}],
        ),
        ("Blue places a tent 4", TENT),
        ("Blue places a tent with the 4", TENT),
        ("Blue places a tent in row 4", TENT),
        ("Blue setzt ein Zelt mit der 4", TENT),
        ("Blue 4 Zelt in Reihe 4", TENT),
        ("Blue uses the 4 for a tent", TENT),
        ("Blue nimmt die 4 für Münzen", COINS),
        ("Blue gräbt mit der 4: 3 schwarz 1 klar", MINE),
        ("Blue schürft 3 schwarz 1 klar", MINE),
        ("donate 3", [{"seat": 0, "act": {"donate": 3}}]),
        ("donation 3", [{"seat": 0, "act": {"donate": 3}}]),
        ("4 coins; stop", [*COINS, {"seat": 0, "act": {"end": True}}]),
        ("Blue gives 2 coins", [{"seat": 0, "act": {"donate": 2}}]),
        ("forfeit Green", [{"forfeit": 1}]),
        ("Green gives up", [{"forfeit": 1}]),
        ("Green forfeits", [{"forfeit": 1}]),
    ],
)
def test_forms_of_a_line(line: str, expected: list[dict[str, object]]) -> None:
    assert events(after(ROLL), line) == expected


@pytest.mark.parametrize(
    "line", ["1 3 3 6 4 4 2 5", "roll 13364425", "13364425", "dice 1,3,3,6,4,4,2,5", "rolls 1336 4425"]
)
def test_forms_of_a_roll(line: str) -> None:
    assert events(start(), line) == [{"roll": [1, 2, 3, 3, 4, 4, 5, 6]}]


def test_a_line_of_the_next_player_ends_the_turn_before_it() -> None:
    state = after(ROLL, "Blue 1 coins")
    end = {"seat": 0, "act": {"end": True}}
    assert events(state, "Green donates") == [end, {"seat": 1, "act": {"donate": True}}]
    assert events(state, "4 coins")[0] == end, "without a name it is the next player's die"
    assert events(state, "4 coins")[1] == {"seat": 1, "act": {"die": 4}}
    assert events(state, "donate 1") == [{"seat": 0, "act": {"donate": 1}}], "the turn is still open"
    assert events(state, "end") == [end]
    assert end_turn(state).seat == 1
    refused(state, "Blue 5 coins", r"it is Green's turn, not Blue's \(R7\)")
    refused(state, "Red 5 coins", r"it is Green's turn, not Red's \(R7\)")
    refused(state, ROLL, "no roll is due: it is Green's turn")


def test_two_dice_keep_the_turn() -> None:
    watched = after(ROLL, "Blue 1 coins", "Green 2 card two dice", "plays two dice", me=1)
    refused(watched, "Red 4 coins", "must take a second die")
    refused(watched, "end", "must take a second die")
    done = read_line("4 coins", watched)
    assert [event["seat"] for event in done.events] == [1, 1]
    assert done.after.record[0].taken == 2
    assert events(done.after, "Red 5 coins")[0] == {"seat": 1, "act": {"end": True}}


def test_a_roll_ends_the_last_turn_of_a_round() -> None:
    state = start(2, 0)
    state = after("1 2 3 6", "blue 1 coins", "green 2 coins", "blue 6 coins", "green 3 coins", state=state)
    assert events(state, "1 1 1 1") == [{"seat": 1, "act": {"end": True}}, {"roll": [1, 1, 1, 1]}]
    told = tell_line(read_line("1 1 1 1", state))
    assert told == "Round 1 is scored: nobody gets VP. Green rolls 1 1 1 1. Green's turn."
    refused(state, "Green 6 coins", "round 1 is over, and the dice of round 2 come first")


def test_who_is_to_move_and_why() -> None:
    state = after(
        ROLL,
        "Blue 6 coins",
        "Green 6 coins",
        "Red 6 coins",
        "Yellow 5 coins",
        "end",
    )
    assert (state.phase, state.round) == (Phase.ROLL, 2)
    state = after(ROLL, "Blue 6 coins", "Green 1 coins", "Red 2 coins", "Yellow 3 coins")
    refused(state, "Blue donates 1", r"Blue has no legal die left: it is Green's turn \(R9\)")
    state = after(ROLL, "Blue 4")
    refused(state, "Green 5 coins", "Blue has not used the die 4 yet: it is Blue's turn, not Green's")
    refused(state, "Blue 5 coins", r"Blue has taken the die 4, not 5 \(R7\)")
    refused(state, "die 5", "its action comes first")
    assert events(state, "coins") == [COINS[1]]
    assert events(state, "mine 3 black 1 clear") == [MINE[1]]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Purple 4 coins", "'Purple' in 'Purple 4 coins' is not understood: expected a player"),
        ("Bleu 4 coins", r"did you mean 'Blue'\?"),
        ("Blue dontes", r"did you mean 'donate'\?"),
        ("bl", "expected what was done"),
        ("Blue 4 tnet", r"'tnet' in '4 tnet' is not understood \(did you mean 'tent'\?\)"),
        ("Blue", "expected what was done"),
        ("Blue 9 coins", "there is no die 9: expected 1 to 6"),
        ("Blue tent", "with which die"),
        ("Blue tent row 4 ignore die", "with which die"),
        ("Blue tent row 7", "there is no die 7"),
        ("Blue 4 mine", r"what was drawn\? expected 4 stones, such as ': 3 black 1 clear'"),
        ("Blue mine 4: 2 black", r"stones: 2 drawn, expected 4 \(R13\)"),
        ("Blue mine 4: 2 black 2 white", "2 white drawn, the bag holds 1"),
        ("Blue 4 mine 3 bl 1 c", "'bl' may be black or blue"),
        ("Blue 4 mine 4 pink", "'pink' is no colour of stone"),
        ("Blue 4 card", r"which card did you draw\?"),
        ("Blue 4 card lino", r"'lino' is no card \(did you mean 'lion'\?\)"),
        ("Blue 4 card collapse", "which card did you draw"),
        ("Blue 4 tent row 6", "ignore_die"),
        ("Blue 4 tent no cost", r"Blue does not hold no_cost \(R32\)"),
        ("Blue plays ignore die row 6", "ignore_die is played with a tent: expected a line such as"),
        ("Blue plays", "expected a card, such as 'plays four coins'"),
        ("Blue plays poker", "'poker' in 'plays poker' is not understood"),
        ("Blue plays four coins", r"Blue does not hold four_coins \(R23\)"),
        ("Blue donates", "how many coins"),
        ("Blue donates 9", r"Blue has 3 coins in hand \(R22\)"),
        ("Blue donates lots", "expected a number of coins"),
        ("Blue sells", "no gem to sell"),
        ("Blue sells 2 white", "white stone, no gem"),
        ("Blue passes", "must take a die"),
        ("forfeit", "who forfeits"),
        ("forfeit Purple", "who forfeits"),
        ("chests Blue 3", "the chests are shown when the game is over: it is Blue's turn"),
        ("4 coins please", "'please' is not understood: expected the end of the line"),
        ("-4 coins", "'-4' in '-4 coins' is not understood"),
        (";", "expected a line such as"),
        ("roll", "expected the dice as rolled"),
        ("4 coins; Green 9 coins", "there is no die 9"),
        ("1" * 500, "are more than any roll has"),
        ("Blue 4 coins" + " " * 1000, "too long for a line"),
        ("Blue \x1b[2J", "not understood"),
    ],
)
def test_what_is_not_understood_or_not_possible(line: str, words: str) -> None:
    refused(after(ROLL), line, words)


def test_lines_about_others_hide_what_is_hidden() -> None:
    state = after(ROLL, me=3)
    hidden = {"seat": 0, "act": {"die": 4, "use": "card"}}
    assert events(state, "Blue 4 card")[1] == hidden | {"cards": [], "cards_hidden": 1}
    assert events(state, "Blue draws a card 4")[1] == hidden | {"cards": [], "cards_hidden": 1}
    for line in (
        "Blue 4 card collapse",
        "Blue 4 card mine collapse hidden",
        "Blue 4 card Mineneinsturz verdeckt",
    ):
        assert events(state, line)[1] == hidden | {"cards": ["mine_collapse"], "cards_hidden": 1}
    refused(state, "Blue 4 card lion", "the card that Blue drew is not seen: leave out lion")
    refused(state, "Blue donates 2", "expected 'Blue donates'")
    for line in ("Blue gives some coins", "Blue spendet etwas"):
        assert events(state, line) == [{"seat": 0, "act": {"donate": True}}]
    refused(state, "Blue plays four coins", "Blue holds no card")
    state = after("Blue 4 card", "end", state=state)
    assert state.observation().record[0].seats[0].cards == 1


def test_a_collapse_without_a_card_after_it() -> None:
    rules = [f"cards.{card.name.lower()}={int(card in (Card.LION, Card.MINE_COLLAPSE))}" for card in Card]
    state = start(4, 3, *rules, "cards_total=2")
    state = after(ROLL, "Blue 4 card", state=state)
    done = read_line("Green 5 card collapse", state)
    assert done.events[2] == {"seat": 1, "act": {"die": 5, "use": "card"}, "cards": ["mine_collapse"]}
    assert "there is no other card" in tell_line(done)
    refused(state, "Green 5 card", "no card can be drawn but mine_collapse")


def test_gems_are_all_where_none_is_named() -> None:
    state = after(ROLL, "Blue 4 mine 2 black 1 clear 1 red", me=3)
    assert events(state, "sells")[0] == {"seat": 0, "act": {"sell": [1, 0, 1]}}
    assert events(state, "sells all clear")[0] == {"seat": 0, "act": {"sell": [1, 0, 0]}}
    refused(state, "sells all blue", "Blue has no blue gem to sell")
    assert (
        events(state, "Blue sells all")
        == events(state, "Blue sells 1c 1r")
        == events(state, "sells red clear")
    )
    refused(state, "Blue sells 2 red", "Blue has these gems: 1 clear 1 red")
    state = after("Green 5 card", "Red 6 coins", "Yellow 6 coins", "Blue 6 coins", state=state)
    refused(state, "Blue plays market", "Blue holds no card")


def test_a_tent_that_moves_is_scored_or_not() -> None:
    rules = ["tents_per_player=1", "start_coins=9"]
    state = start(2, 0, *rules)
    state = after("1 2 3 6", "blue 1 tent", state=state)
    state = after("green 2 coins", state=state)
    assert events(state, "blue 3 tent from c1 r1")[2]["act"] == {"die": 3, "use": "tent", "from": [1, 1]}
    refused(state, "blue 3 tent", "one of those on the board moves, such as 'from c3 r2'")
    state = after("blue 6 coins", "green 3 coins", "1 2 3 6", "green 1 coins", state=state)
    moved = {"die": 3, "use": "tent", "from": [1, 1], "scored": True}
    assert events(state, "blue 3 tent from c1 r1")[2]["act"] == moved
    refused(state, "blue 3 tent from c1 r1 unscored", "no unscored tent in column 1, row 1")
    refused(state, "blue 3 tent from c1 r2", "no unscored tent in column 1, row 2")


def test_names_that_are_like_each_other() -> None:
    state = Follower(Edition.load(), 4, ("Anna Maria", "Anna", "Bo", "Bob"), 0, 0)
    state = after(ROLL, state=state)
    assert events(state, "Anna Maria 4 coins") == COINS
    assert events(state, "annam 4 coins") == COINS
    refused(state, "Anna 4 coins", "it is Anna Maria's turn, not Anna's")
    refused(state, "an 4 coins", "'an' may be Anna Maria or Anna")
    refused(state, "ann 4 coins", "'ann' may be Anna Maria or Anna: expected more of the name")
    refused(state, "bo 4 coins", "not Bo's")
    for name in ("me", "Roll", "coins", "back", "the", "12", "Market", "four coins"):
        with pytest.raises(LivingstoneError, match="cannot be called"):
            check_names(["Anna", name])
    with pytest.raises(LivingstoneError, match="expected letters and digits"):
        check_names(["O'Neill"])
    check_names(["Anna Maria", "Player 1", *COLOURS])


def test_players_called_by_letters() -> None:
    check_names(["A", "B", "C"])
    state = after("1 2 3 4 5 6", "A 4 coins.", state=Follower(Edition.load(), 3, ("A", "B", "C"), 0, 0))
    assert state.wealth(0) == 7
    assert events(state, "forfeit A") == events(state, "A forfeits") == [{"forfeit": 0}]


def test_a_single_receiver_of_a_coin_and_two() -> None:
    state = after("1 1 1 1 1 1", "blue 1 tent", state=start(3))
    assert "for 2 coins, 1 of them to Blue (" in tell_line(read_line("green 1 tent", state))
    state = after("green 1 tent", state=state)
    assert "for 3 coins, 1 each to Blue and Green (" in tell_line(read_line("red 1 tent", state))


class Step(NamedTuple):
    """A step of a random game: a roll has seat -1."""

    seat: int
    action: Action
    drawn: Outcome
    known: bytes
    """What the seat that types then knows."""


def steps_of(game: Game, me: int, rng: random.Random) -> list[Step]:
    steps = []
    while not game.is_over:
        seat, action = -1, Action.end()
        if game.awaits_chance:
            drawn = game.roll()
        else:
            seat, action = game.seat, random_action(game, rng)
            drawn = game.play(action)
        steps.append(Step(seat, action, drawn, game.observation(me).to_bytes()))
    return steps


def is_unsaid(step: Step, following: Step) -> bool:
    """Whether a person need not type it: an end before another's action, a die before its use."""
    if step.seat < 0 or step.action.kind not in (Kind.END, Kind.TAKE):
        return False
    if step.action.kind == Kind.END:
        return following.seat != step.seat or following.action.kind == Kind.TAKE
    return following.action.die == step.action.die


def line_of(step: Step, me: int) -> str:
    """The line that a person would type."""
    if step.seat < 0:
        return " ".join(map(str, step.drawn.dice or ()))
    text = str(step.action)
    if step.action.kind == Kind.DONATE and step.seat != me:
        text = "donates"
    if step.drawn.stones is not None:
        text += f": {stones_text(step.drawn.stones)}"
    for card in step.drawn.cards or ():
        if step.seat == me or card == Card.MINE_COLLAPSE:
            text += f" {CARDS.human(card)}"
    return f"{COLOURS[step.seat]} {text}"


def chests_line(game: Game, me: int) -> str:
    words = ["chests"]
    for seat, coins in enumerate(game.result().donations):
        if seat != me:
            words += [COLOURS[seat], str(coins)]
            hand = game.record[0].seats[seat].hand
            words += [
                CARDS.human(card)
                for card in (Card.LION, Card.RHINO, Card.ANTELOPE)
                for _ in range(int(hand[card]))
            ]
    return " ".join(words)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", ["schmidt-2009", "bga"])
def test_whole_games_typed_as_people_do_are_followed(players: int, edition: str) -> None:
    game, me = Game.new(players, edition, seed=players, start=0), players - 1
    steps = steps_of(game, me, random.Random(players))
    known, unsaid = start(players, me, edition=edition), 0
    for step, following in pairwise([*steps, steps[-1]]):
        if is_unsaid(step, following):
            unsaid += 1
            continue
        done = read_line(line_of(step, me), known)
        known, told = done.after, tell_line(done)
        assert known.observation().to_bytes() == step.known, told
        assert "\n" not in told and told.endswith("."), told
        assert standing_of(known).endswith(".")
    assert unsaid > 40
    known = end_turn(known)
    assert known.phase == Phase.OVER
    done = read_line(chests_line(game, me), known)
    assert done.after.result == game.result()
    assert "VP: " in tell_line(done)


def test_chests_that_are_not_complete() -> None:
    known = start(2, 0, "max_rounds=1")
    known = after("1 1 1 1", "blue 1 coins", "green 1 coins", "1 1 1 1", state=known)
    refused(known, "chests", "the chest of Green is missing")
    refused(known, "chests Green", "how many coins were in the chest of Green")
    refused(known, "chests Green 0 Green 0", "'Green' is named twice")
    refused(known, "chests Pink 0", "'Pink' is no player and no card: expected")
    refused(known, "chests Green 0 loin", r"no card \(did you mean 'lion'\?\)")
    refused(known, "chests Green 3", r"Green's can only hold 0 \(R22\)")
    refused(known, "chests Green 0 lion", "Green shows 1 card, but holds 0")
    done = read_line("chests Green 0", known)
    assert tell_line(done) == "Nobody wins (VP: Blue 0, Green 0; out by donation: Blue and Green)."
    refused(done.after, "chests Green 0", "revealed already")
    assert standing_of(done.after) == (
        "The game is over: Nobody wins (VP: Blue 0, Green 0; out by donation: Blue and Green)."
    )


def test_the_end_asks_for_animals_where_somebody_may_hold_one() -> None:
    known = start(2, 0, "max_rounds=1")
    known = after("1 1 1 1", "blue 1 coins", "green 1 card", "1 1 1 1", state=known)
    assert standing_of(known).endswith("chests Green .., each with the animals shown.")


ANY_WORDS = """
Blue Green Red me I bl 1 2 3 4 5 6 9 999999999999999 coins card mine tent die roll final play plays sell
donate end pass forfeit chests : , ; black white clear blue red 2b 1c u lion market four two dice boat back
three stones extra c1 r1 c16 r8 from row ignore_die no_cost scored all none collapse hidden the - é ß 0 -1 ' ×
"""


def sample_line(state: Follower, offered: list[str], rng: random.Random) -> str:
    """A line that was offered, made whole, or any words at all."""
    if not offered or rng.random() < 0.5:
        return " ".join(rng.choice(ANY_WORDS.split()) for _ in range(rng.randint(1, 6)))
    line = rng.choice(offered)
    if line in ("roll ", "final "):
        dice = 4 if line == "final " else state.edition.dice_per_player * state.players
        return line + " ".join(str(rng.randint(1, 6)) for _ in range(dice))
    if line.endswith(": "):
        count = 3 if "three" in line else int(line.split()[1])
        return line + rng.choice([f"{count} black", f"{count - 1}k 1c", f"{count - 1}k w"])
    if line.endswith(" "):
        return line + rng.choice(["1", "lion", "market", "collapse extra tent", "c1 r1", "all"])
    return line


def tried(line: str, state: Follower) -> Typed | str:
    """What was understood, or the error."""
    try:
        return read_line(line, state)
    except LivingstoneError as error:
        return str(error)


def test_any_words_are_followed_or_refused_in_one_line() -> None:
    rng, taken, whole = random.Random(1), 0, 0
    for players, rules in ((2, ["tents_per_player=2"]), (3, ["max_rounds=2"]), (4, ["money=open"]), (5, [])):
        state = start(players, players - 1, *rules, edition=rng.choice(["bga", "schmidt-2009"]))
        for _ in range(80):
            offered, before = continuations(state), state.observation().to_bytes()
            line = sample_line(state, offered, rng)
            done = tried(line, state)
            if isinstance(done, str):
                assert "\n" not in done, line
                assert state.observation().to_bytes() == before
                assert line not in offered, f"{line} was offered: {done}"
                continue
            assert "\n" not in tell_line(done)
            whole += line in offered
            taken += 1
            state = done.after
    assert taken > 60 and whole > 20
