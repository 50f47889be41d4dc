"""The rules service: what its answers say, against the engine itself."""

import random
from typing import Any

import numpy as np
import pytest

from livingstone.ai.simulation import LONGEST_LINE, Simulation
from livingstone.ai.simulation_playouts import POLICIES, play_out
from livingstone.ai.simulation_requests import named_field
from livingstone.ai.simulation_state import plain_state
from livingstone.engine.codec import dumps, loads
from livingstone.engine.constants import Phase
from livingstone.engine.editions import Edition
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.game import Game
from livingstone.engine.observation import Observation
from livingstone.engine.record_lines import result_json
from lockstep import scaled
from sample_games import EDITIONS, random_action, random_game, random_games

SCHMIDT = Edition.load("schmidt-2009")


def service(seed: int = 1, **more: Any) -> Simulation:
    return Simulation(SCHMIDT, seed, **more)


def ask(simulation: Simulation, do: str, **fields: Any) -> dict[str, Any]:
    """An answer that must be good, gone through JSON both ways."""
    answer = loads(simulation.answer_line(dumps({"id": 7, "do": do, **fields})))
    assert answer["ok"], answer
    assert answer["id"] == 7
    return dict(answer)


def refused(simulation: Simulation, do: str, **fields: Any) -> dict[str, Any]:
    answer = loads(simulation.answer_line(dumps({"do": do, **fields})))
    assert not answer["ok"], answer
    assert "\n" not in answer["error"]["message"]
    return dict(answer["error"])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_game_is_the_engines(players: int, edition: str) -> None:
    simulation, rng = service(), random.Random(players)
    game = Game.new(players, edition, seed=11)
    made = ask(simulation, "new", players=players, edition=edition, seed="11", show=["position"])
    assert made["position"] == game.position()
    handle = made["s"]
    forms = (lambda move: move.to_json(), str)
    while not game.is_over:
        before = game.copy()
        if game.awaits_chance:
            drawn = ask(simulation, "apply", s=handle, action={"roll": True}, in_place=True)["drawn"]
            (faces,) = drawn.values()
            assert faces == list(game.roll().dice or ())
        else:
            legal = ask(simulation, "legal", s=handle, text=True)
            assert legal["legal"] == [entry.legal_json() for entry in game.legal()]
            assert legal["legal_text"] == [entry.legal_text() for entry in game.legal()]
            move = random_action(game, rng)
            outcome = game.play(move)
            drawn = ask(simulation, "apply", s=handle, action=rng.choice(forms)(move), in_place=True)["drawn"]
            assert (drawn or {}).get("stones") == (outcome.stones and list(outcome.stones))
        seen = ask(simulation, "state", s=handle)
        assert seen["position"] == game.position()
        assert seen["state"] == plain_state(game.record) != plain_state(before.record)
    assert ask(simulation, "result", s=handle)["result"] == loads(dumps(result_json(game.result())))


def test_states_are_immutable_and_luck_follows_the_seed() -> None:
    simulation = service()
    root = ask(simulation, "new", players=3, seed="5", roll=True, show=["position"])
    moves = ["die " + str(root["rolled"]["roll"][-1])]
    moves.append(moves[0] + " mine")
    draws = [ask(simulation, "apply", s=root["s"], actions=moves)["drawn"][1]["stones"] for _ in range(3)]
    assert draws[0] == draws[1] == draws[2]
    fresh = [
        tuple(ask(simulation, "apply", s=root["s"], actions=moves, seed="fresh")["drawn"][1]["stones"])
        for _ in range(20)
    ]
    assert len(set(fresh)) > 3
    assert ask(simulation, "state", s=root["s"])["position"] == root["position"]


def test_given_chance_and_positions_without_handles() -> None:
    simulation = service()
    table = ask(simulation, "new", players=2, start=1, keep=False)
    assert "s" not in table
    table = ask(simulation, "apply", position=table["position"], action={"roll": [6, 1, 6, 2]})
    assert table["drawn"] == {"roll": [1, 2, 6, 6]}
    table = ask(
        simulation, "apply", position=table["position"], actions=["die 2", "die 2 mine"],
        chance=[None, {"stones": [1, 0, 0, 0, 1]}], show=["state"],
    )  # fmt: skip
    assert table["state"]["seats"][1]["gems"] == [0, 0, 1]
    assert ask(simulation, "ping")["states"] == 0


def test_indices_of_the_legal_list_with_amounts() -> None:
    simulation = service()
    root = ask(simulation, "new", players=2, seed="1", start=0, roll=True, show=["text"])
    assert root["legal_text"][-1] == "donate 1..3"
    last = len(root["legal_text"]) - 1
    cash = []
    for action in (last, [last, 2], [last]):
        seats = ask(simulation, "apply", s=root["s"], action=action, show=["state"])["state"]["seats"]
        cash.append(seats[0]["cash"])
    assert cash == [0, 1, 0]
    assert refused(simulation, "apply", s=root["s"], action=[0, 2])["code"] == "bad_action"
    assert refused(simulation, "apply", s=root["s"], action=99)["code"] == "bad_action"
    assert refused(simulation, "apply", s=root["s"], action=[])["code"] == "bad_action"


def test_several_actions_are_done_all_or_none() -> None:
    simulation = service()
    root = ask(simulation, "new", players=2, seed="1", roll=True, show=["position"])
    error = refused(simulation, "apply", s=root["s"], actions=["donate 1", "donate 9"], in_place=True)
    assert (error["code"], error["clause"], error["field"]) == ("illegal_action", "R22", "actions")
    assert error["message"].startswith("actions[1]: ")
    assert ask(simulation, "state", s=root["s"])["position"] == root["position"]


def test_observations_and_worlds_that_fit_them() -> None:
    simulation = service()
    checked = 0
    for game in random_games(range(12)):
        edition = game.edition.name
        seen = ask(simulation, "observe", position=game.position(), edition=edition)["observation"]
        assert seen == loads(dumps(game.observation().to_dict()))
        made = ask(simulation, "determinise", observation=seen, edition=edition, n=4, seed="3")
        assert len(made["s"]) == 4
        for handle in made["s"]:
            again = ask(simulation, "observe", s=handle, seat=game.seat)["observation"]
            assert again == seen
            checked += 1
            legal = ask(simulation, "legal", s=handle)["legal"]
            assert legal == [entry.legal_json() for entry in game.legal()]
        texts = ask(simulation, "determinise", observation=seen, edition=edition, n=4, seed="3", keep=False)
        shown = [ask(simulation, "state", s=handle)["position"] for handle in made["s"]]
        assert texts["positions"] == shown
        ask(simulation, "drop", s=made["s"])
    assert checked > 20
    assert ask(simulation, "ping")["states"] == 0


def test_what_is_due_is_named_where_a_roll_is() -> None:
    simulation = service()
    state = ask(simulation, "new", players=2)["s"]
    error = refused(simulation, "apply", s=state, action="die 4")
    assert (error["code"], error["clause"]) == ("illegal_action", "R6")
    assert error["message"] == "action: 'die 4' while a roll is due: R6, expected {'roll': true} or the faces"


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("players", [2, 4])
def test_playouts_are_reproducible_and_sum_up(players: int, policy: str) -> None:
    simulation = service()
    root = ask(simulation, "new", players=players, seed="9", roll=True)["s"]
    one, two, other = (
        ask(simulation, "playout", s=root, n=scaled(400), seed=seed, policy=policy)
        for seed in ("1", "1", "2")
    )
    assert one == two
    assert one["win"] != other["win"]
    assert one["playouts"] == scaled(400)
    assert sum(one["win"]) <= 1 + 1e-9
    assert all(1 <= place <= players for place in one["place"])
    assert all(0 <= share <= 1 for share in one["out"])


def test_a_playout_of_a_finished_game_is_its_result() -> None:
    simulation = service()
    for players in (2, 3):
        *_, game = random_game(players, "bga", 4)
        means = ask(simulation, "playout", position=game.position(), edition="bga", n=3)
        result = game.result()
        assert np.allclose(means["win"], result.shares)
        assert np.allclose(means["points"], result.points)
        assert np.allclose(means["place"], result.places)
        assert np.allclose(means["out"], result.out)
        assert np.allclose(means["donation"], result.donations)


def test_the_final_dice_weigh_by_their_chances() -> None:
    game = Game.new(2, seed=1, start=0)
    state = game.record[0]
    state.phase, state.boat, state.round_number = Phase.FINAL_DICE, 9, 10
    state.seats[0].chest, state.seats[1].chest, state.seats[1].vp = 14, 12, 90
    means = play_out([game.record], game.edition.to_rules(), 1, 0, "search")
    sums = [a + b + c + d for a in range(1, 7) for b in range(1, 7) for c in range(1, 7) for d in range(1, 7)]
    out = [sum(total > chest for total in sums) / len(sums) for chest in (14, 12)]
    assert np.allclose(means.out, out)
    assert np.allclose(means.win, [out[1] - out[0], 1 - out[1]])


def test_actions_before_playouts_tell_moves_apart() -> None:
    simulation = service()
    root = ask(simulation, "new", players=4, seed="2", start=0, roll=True)
    worlds = ask(
        simulation, "determinise", n=20, observation=ask(simulation, "observe", s=root["s"])["observation"]
    )["s"]
    rich = ask(simulation, "playout", s=worlds, n=scaled(50), seed="1")
    poor = ask(simulation, "playout", s=worlds, actions=["donate 3"], n=scaled(50), seed="1")
    assert poor["donation"][0] > rich["donation"][0] + 1


@pytest.mark.parametrize(
    ("line", "code", "field"),
    [
        (b"nope", "bad_json", None),
        (b"[]", "bad_request", None),
        (b"{}", "bad_request", "do"),
        (b'{"do":"aply"}', "bad_request", "do"),
        (b'{"do":["new"]}', "bad_request", "do"),
        (b'{"do":"new"}', "bad_request", "players"),
        (b'{"do":"new","players":true}', "bad_request", "players"),
        (b'{"do":"new","players":9}', "bad_request", "players"),
        (b'{"do":"new","players":3,"start":3}', "bad_request", "start"),
        (b'{"do":"observe","s":1,"seat":5}', "bad_request", "seat"),
        (b'{"do":"new","players":3,"sed":"1"}', "bad_request", "sed"),
        (b'{"do":"new","players":3,"seed":"-1"}', "bad_request", "seed"),
        (b'{"do":"new","players":3,"edition":"/etc/passwd"}', "bad_edition", "edition"),
        (b'{"do":"new","players":3,"edition":{"name":"x"}}', "bad_edition", "edition"),
        (b'{"do":"new","players":3,"show":["all"]}', "bad_request", "show"),
        (b'{"do":"new","players":3,"as":""}', "bad_request", "as"),
        (b'{"do":"legal"}', "bad_request", "s"),
        (b'{"do":"legal","s":9}', "unknown_state", "s"),
        (b'{"do":"legal","s":1,"edition":"bga"}', "bad_request", "edition"),
        (b'{"do":"legal","position":"L1 nonsense"}', "bad_position", "position"),
        (b'{"do":"apply","s":1}', "bad_request", "action"),
        (b'{"do":"apply","s":1,"action":{"dye":1}}', "bad_action", "action"),
        (b'{"do":"apply","s":1,"action":"end"}', "illegal_action", "action"),
        (b'{"do":"apply","s":1,"action":{"final":true}}', "illegal_action", "action"),
        (b'{"do":"apply","s":1,"action":{"roll":[1]}}', "impossible_chance", "chance"),
        (b'{"do":"apply","s":1,"action":{"roll":7}}', "bad_action", "action"),
        (b'{"do":"apply","s":1,"action":{"roll":["a",2,3,4,5,6]}}', "impossible_chance", "chance"),
        (b'{"do":"apply","s":1,"action":"end","chance":{"stone":[]}}', "bad_request", "chance"),
        (b'{"do":"apply","s":1,"action":"end","chance":{"cards":["joker"]}}', "bad_request", "chance"),
        (b'{"do":"apply","s":1,"actions":["end"],"chance":[]}', "bad_request", "chance"),
        (b'{"do":"apply","s":1,"action":{"roll":true},"in_place":true,"as":"x"}', "bad_request", "in_place"),
        (b'{"do":"determinise","observation":{}}', "bad_observation", "observation"),
        (b'{"do":"determinise","observation":{},"n":0}', "bad_request", "n"),
        (b'{"do":"playout","s":[]}', "bad_request", "s"),
        (b'{"do":"playout","s":1,"n":1000000}', "bad_request", "n"),
        (b'{"do":"playout","s":1,"policy":"serch"}', "bad_request", "policy"),
        (b'{"do":"result","s":1}', "not_over", None),
        (b'{"do":"drop"}', "bad_request", "s"),
        (b'{"batch":3}', "bad_request", "batch"),
        (b'{"batch":[],"do":"ping"}', "bad_request", "batch"),
        (b" " * LONGEST_LINE + b"1", "too_long", None),
        (b"[" * 5000, "bad_json", None),
        (b'{"do":"\xff"}', "bad_json", None),
    ],
)  # fmt: skip
def test_bad_lines_are_answered_and_the_service_goes_on(line: bytes, code: str, field: str | None) -> None:
    simulation = service()
    ask(simulation, "new", players=3, start=0)
    answer = loads(simulation.answer_line(line))
    assert answer["ok"] is False
    assert answer["error"]["code"] == code, answer
    assert answer["error"].get("field") == field, answer
    assert "\n" not in answer["error"]["message"]
    assert ask(simulation, "ping")["states"] == 1


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("txt", "show[1]: 'txt' is unknown (did you mean 'text'?)"),
        ("all", "show[1]: 'all' is unknown: expected legal, text, position, state"),
    ],
)
def test_a_word_of_show_that_is_none_is_named(word: str, said: str) -> None:
    line = dumps({"do": "new", "players": 3, "show": ["legal", word]})
    assert loads(service().answer_line(line))["error"]["message"] == said


def test_an_error_that_begins_with_no_field_names_none() -> None:
    assert named_field(LivingstoneError("no room for more: 3"), {"do": "new", "players": 3}) is None
    assert named_field(LivingstoneError("players: 9, expected"), {"do": "new", "players": 9}) == "players"


def test_a_batch_hands_on_what_it_makes_and_outlives_a_fault() -> None:
    simulation = service()
    batch = [
        {"id": "a", "do": "new", "players": 2, "seed": "1", "as": "g"},
        {"id": "b", "do": "apply", "s": "g", "action": "donate 1"},
        {"id": [1], "do": "apply", "s": "g", "action": {"roll": True}, "in_place": True},
        {"batch": []},
        {"id": "c", "do": "legal", "s": "g"},
    ]
    answer = loads(simulation.answer_line(dumps({"id": 3, "batch": batch})))
    assert (answer["id"], answer["ok"]) == (3, True)
    assert [each["ok"] for each in answer["batch"]] == [True, False, True, False, True]
    assert [each["id"] for each in answer["batch"]] == ["a", "b", [1], None, "c"]


def test_the_number_of_states_is_bounded() -> None:
    simulation = service(most_states=2)
    root = ask(simulation, "new", players=2, **{"as": "x"})["s"]
    ask(simulation, "new", players=2)
    assert refused(simulation, "new", players=2)["code"] == "too_many_states"
    ask(simulation, "apply", s=root, action={"roll": True}, in_place=True)  # takes no room
    observation = ask(simulation, "observe", s=root)["observation"]
    assert refused(simulation, "determinise", observation=observation, n=2)["code"] == "too_many_states"
    assert ask(simulation, "drop", all=True) == {"id": 7, "ok": True, "dropped": 2, "states": 0}
    ask(simulation, "determinise", observation=observation, n=2)


def test_an_id_that_is_too_deep_to_be_repeated_is_refused() -> None:
    simulation = service()
    for levels, is_repeated in ((200, True), *((levels, False) for levels in range(252, 257))):
        number = b"[" * levels + b"]" * levels
        request = b'{"do":"new","players":2,"id":' + number + b"}"
        batch = b'{"id":1,"batch":[%s]}' % request
        for line in (request, batch, b'{"batch":[],"id":' + number + b"}"):
            answer = loads(simulation.answer_line(line))
            answer = answer["batch"][0] if line == batch else answer
            assert (answer["ok"], answer["id"] is not None) == (is_repeated, is_repeated)
            assert is_repeated or answer["error"]["message"] == "id: nested too deep for JSON"
    assert ask(simulation, "ping")["states"] == 2


def test_the_same_session_gives_the_same_answers_and_another_seed_others() -> None:
    def session(seed: int) -> list[dict[str, Any]]:
        simulation = service(seed)
        return [ask(simulation, "new", players=4, roll=True), ask(simulation, "playout", s=1, n=scaled(50))]

    assert session(1) == session(1)
    assert session(1) != session(2)


def test_an_edition_with_all_its_values_is_understood() -> None:
    simulation = service()
    edition = Edition.load("bga", ["start_coins=9"])
    made = ask(simulation, "new", players=2, edition=edition.to_dict(), show=["state"])
    assert made["state"]["seats"][0]["cash"] == 9


def test_a_fault_of_the_service_itself_is_an_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> Observation:
        raise ZeroDivisionError("oops")

    simulation = service()
    ask(simulation, "new", players=2)
    monkeypatch.setattr(Game, "observation", broken)
    assert refused(simulation, "observe", s=1)["code"] == "internal"
    assert "ZeroDivisionError" in capsys.readouterr().err
