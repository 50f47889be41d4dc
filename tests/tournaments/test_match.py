"""The match loop: fair luck, private seeds, and faults that stay with the one who made them."""

from collections.abc import Mapping, Sequence

import pytest

from livingstone.ai.player import Player
from livingstone.ai.players import make_player
from livingstone.ai.random_player import RandomPlayer
from livingstone.engine.game import Game, Result
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation
from livingstone.engine.outcome import Outcome
from livingstone.protocol.termination import Termination
from livingstone.tournaments.match import Match, Observer, play_game
from livingstone.tournaments.seeding import derive, seat_seed


class Recorder(Observer):
    """Writes down everything it is shown."""

    def __init__(self) -> None:
        self.events: list[tuple[object, ...]] = []

    def on_start(self, game: Game) -> None:
        self.events.append(("start", game.players))

    def on_roll(self, game: Game, outcome: Outcome) -> None:
        self.events.append(("roll", outcome.dice))

    def on_action(
        self, game: Game, seat: int, action: Action, outcome: Outcome, info: Mapping[str, object]
    ) -> None:
        self.events.append(("action", seat, action, outcome))

    def on_fault(self, game: Game, seat: int, termination: Termination, reason: str) -> None:
        self.events.append(("fault", seat, termination, reason))

    def on_end(self, game: Game, result: Result) -> None:
        self.events.append(("end", result))


class Failing:
    """Plays as the scripted player, then does something else at its n-th decision."""

    def __init__(self, turns: int, answer: object = None) -> None:
        self.turns, self.answer, self.asked = turns, answer, 0
        self.scripted = make_player("scripted")

    def choose(self, observation: Observation, legal: Sequence[Action]) -> Action:
        self.asked += 1
        if self.asked < self.turns:
            return self.scripted.choose(observation, legal)
        if self.answer is None:
            raise ZeroDivisionError("division by zero")
        return self.answer  # type: ignore[return-value]


def table(*players: str | Player, **extra: object) -> tuple[Recorder, object]:
    recorder = Recorder()
    result = play_game(players, deal_seed=5, private_seed=6, observers=[recorder], **extra)  # type: ignore[arg-type]
    return recorder, result


def test_a_game_is_reproducible_and_watched_from_start_to_end() -> None:
    first, result = table("random", "scripted", "random")
    second, again = table("random", "scripted", "random")
    assert first.events == second.events
    assert result.result == again.result  # type: ignore[attr-defined]
    assert first.events[0] == ("start", 3)
    assert first.events[-1] == ("end", result.result)  # type: ignore[attr-defined]
    assert not result.is_degraded  # type: ignore[attr-defined]
    actions = [event for event in first.events if event[0] == "action"]
    assert sum(result.decisions) == len(actions)  # type: ignore[attr-defined]
    assert sum(event[0] == "roll" for event in first.events) == result.rounds  # type: ignore[attr-defined]


def test_two_players_end_with_the_final_dice() -> None:
    recorder, _ = table("scripted", "scripted")
    assert recorder.events[-2][0] == "roll"
    assert len(recorder.events[-2][1]) == 4  # type: ignore[arg-type]


def test_private_seeds_change_players_not_luck() -> None:
    one = play_game(["random", "random"], deal_seed=5, private_seed=1)
    other = play_game(["random", "random"], deal_seed=5, private_seed=2)
    assert one.result != other.result
    seeds = {seat_seed(1, seat) for seat in range(5)} | {derive(1, "deal", 0), 1}
    assert len(seeds) == 7
    assert derive(1, "a") != derive("1", "b")
    assert all(0 <= seed < 1 << 64 for seed in seeds)


def test_the_private_seed_reaches_each_seat() -> None:
    seen: dict[int, int] = {}

    class Listening(RandomPlayer):
        def reset(self, seed: int) -> None:
            seen[id(self)] = seed
            super().reset(seed)

    players = [Listening(), Listening()]
    play_game(players, deal_seed=5, private_seed=77)
    assert [seen[id(player)] for player in players] == [seat_seed(77, 0), seat_seed(77, 1)]


@pytest.mark.parametrize("at", [1, 7])
def test_a_crash_forfeits_the_seat_and_the_game_goes_on(at: int) -> None:
    failing = Failing(at)
    recorder, result = table("scripted", failing, "random")
    assert result.terminations == (Termination.COMPLETED, Termination.CRASHED, Termination.COMPLETED)  # type: ignore[attr-defined]
    assert result.faults == ("", "ZeroDivisionError: division by zero", "")  # type: ignore[attr-defined]
    assert result.is_degraded  # type: ignore[attr-defined]
    assert failing.asked == at  # the stand-in answers from then on
    assert result.decisions[1] == at - 1  # type: ignore[attr-defined]
    final = result.result  # type: ignore[attr-defined]
    assert final.forfeited == (False, True, False)
    assert final.places[1] == 3
    assert final.donations[1] > 0  # the stand-in donates
    assert sum(event[0] == "fault" for event in recorder.events) == 1


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Action.donate(9000), "answered 'donate 9000', illegal by R22"),
        ("fly", "answered 'fly': NotationError: 'fly'"),
        (3.5, "answered 3.5: "),
        ([], "answered []: "),
    ],
)
def test_an_illegal_answer_forfeits_the_seat(answer: object, reason: str) -> None:
    _, result = table(Failing(2, answer), "scripted")
    assert result.terminations[0] is Termination.ILLEGAL  # type: ignore[attr-defined]
    assert result.faults[0].startswith(reason)  # type: ignore[attr-defined]


def test_a_failing_reset_is_a_crash() -> None:
    class Unready(RandomPlayer):
        def reset(self, seed: int) -> None:
            raise KeyError

    _, result = table(Unready(), "scripted")
    assert result.terminations[0] is Termination.CRASHED  # type: ignore[attr-defined]
    assert result.faults[0] == "KeyError"  # type: ignore[attr-defined]


def test_with_all_seats_lost_the_game_still_ends() -> None:
    _, result = table(Failing(1), Failing(1))
    assert result.result.places == (1, 1)  # type: ignore[attr-defined]
    assert result.result.winners == ()  # type: ignore[attr-defined]


def test_a_failing_stand_in_is_the_hosts_fault() -> None:
    match = Match(
        Game.new(2, seed=1),
        [Failing(1), RandomPlayer()],
        ["a", "b"],
        1,
        make_stand_in=lambda seed: Failing(2),
    )
    with pytest.raises(RuntimeError, match="stand-in of seat 0 failed"):
        match.play()


def test_one_object_cannot_sit_twice() -> None:
    player = RandomPlayer()
    with pytest.raises(ValueError, match="two seats share one player object"):
        play_game([player, player], deal_seed=1, private_seed=1)


def test_a_player_cannot_change_the_game_through_what_it_gets() -> None:
    class Vandal(RandomPlayer):
        def choose(self, observation: Observation, legal: Sequence[Action]) -> Action:
            action = super().choose(observation, legal)
            observation.record[0].seats[observation.seat].cash = 1000
            legal.clear()  # type: ignore[attr-defined]
            return action

    honest = play_game(["random", "random"], deal_seed=4, private_seed=4)
    vandal = play_game([Vandal(), RandomPlayer()], deal_seed=4, private_seed=4)
    assert vandal.result == honest.result
