"""docs/vectors/rules.jsonl: every line holds for the engine and for its twin, and the file is what is written."""

from collections import Counter
from functools import cache
from typing import Any

import pytest

from livingstone.ai.simulation_state import plain_state
from livingstone.engine.codec import loads
from livingstone.engine.constants import PASSED, Card, Kind, Phase
from livingstone.engine.editions import Edition
from livingstone.engine.game import Game
from livingstone.engine.names import CARDS
from livingstone.engine.notation import Action
from livingstone.engine.record_lines import result_json
from lockstep import Both
from naive import NaiveGame, Rules, rules_of
from vectors.rule_vectors import FILE, content
from vectors.scribe import difference

LINES: list[dict[str, Any]] = [loads(line) for line in FILE.read_bytes().splitlines()]
STEPS = [line for line in LINES if line["kind"] == "step"]


@cache
def edition_named(name: str) -> Edition:
    return Edition.load(name)


def edition_of(line: dict[str, Any]) -> Edition:
    edition = edition_named(line["edition"])
    return Edition.from_dict({**edition.to_dict(), **line["changes"]}) if "changes" in line else edition


def by_card(counts: dict[str, int]) -> list[int]:
    return [counts.get(CARDS.key(card), 0) for card in Card]


def game_of(rules: Rules, state: dict[str, Any]) -> NaiveGame:
    """The twin of a plain state."""
    game = NaiveGame(rules, state["players"], state["start"])
    game.phase, game.seat = Phase[state["phase"].upper()], state["seat"]
    game.round_number, game.boat = state["round"], state["column"] - 1
    game.held, game.taken, game.two_dice = state["held"], state["taken"], int(state["two_dice"])
    game.pool = [state["pool"].count(face) for face in range(8)]
    game.final_dice = [state["final_dice"].count(face) for face in range(8)]
    game.bag, game.pile = list(state["bag"]), list(state["pile"])
    game.deck, game.discards = by_card(state["deck"]), by_card(state["discards"])
    for column, row, seat, tents, scored in state["tents"]:
        game.tents[column - 1][row - 1][seat] = tents
        game.scored[column - 1][row - 1][seat] = scored
    for seat, values in zip(game.seats, state["seats"], strict=True):
        for key, value in values.items():
            setattr(seat, key, by_card(value) if key == "hand" else value)
        seat.gems, seat.forfeited, seat.cards = list(values["gems"]), int(seat.forfeited), sum(seat.hand)
    return game


def chance_of(line: dict[str, Any]) -> dict[str, Any]:
    drawn = dict(line.get("chance", {}))
    if "cards" in drawn:
        drawn["cards"] = [CARDS.from_key(name) for name in drawn["cards"]]
    return drawn


def check(line: dict[str, Any]) -> None:
    """One line against engine and twin at once."""
    edition = edition_of(line)
    both = Both(game_of(rules_of(edition.to_rules()[0]), line["state"]))
    assert plain_state(both.record) == line["state"]
    if line["kind"] == "result":
        both.result()
        game = Game(edition, both.record, None, [[]] * both.twin.players)
        assert result_json(game.result()) == line["result"]
        return
    assert [Action(code).legal_json() for code in both.legal()] == line["legal"]
    action = line["action"]
    if line["kind"] == "refused":
        assert f"R{both.clause(Action.from_json(action))}" == line["clause"]
        return
    faces = action.get("roll") or action.get("final")
    if faces:
        both.roll(*faces)
    else:
        both.play(Action.from_json(action), **chance_of(line))
    assert difference(line["state"], plain_state(both.record)) == line["next"]


@pytest.mark.parametrize("part", range(4))
def test_every_line_holds_for_engine_and_twin(part: int) -> None:
    for number, line in enumerate(LINES):
        if number % 4 == part:
            try:
                check(line)
            except AssertionError as error:
                raise AssertionError(f"line {number + 1}: {error}") from error


def test_a_wrong_line_is_found() -> None:
    line = next(line for line in STEPS if "stones" in line.get("chance", {}))
    wrong = {**line, "next": {**line["next"], "seat": 9}}
    with pytest.raises(AssertionError):
        check(wrong)
    with pytest.raises(AssertionError):
        check({**line, "legal": line["legal"][1:]})


def test_the_file_is_what_the_generator_writes() -> None:
    assert content() == FILE.read_bytes(), "write it anew: python -m vectors.rule_vectors in the folder tests"


def test_the_file_is_small() -> None:
    assert 300 < len(LINES) < 2000
    assert FILE.stat().st_size < 1_500_000


def test_every_kind_of_action_is_done_in_both_editions() -> None:
    for edition in ("schmidt-2009", "bga"):
        steps = [line for line in STEPS if line["edition"] == edition]
        kinds = {Action.from_json(line["action"]).kind for line in steps if not rolled(line)}
        assert kinds | {Kind.PASS} == set(Kind)
    assert any(line["action"] == {"pass": True} for line in STEPS)


def test_every_card_is_drawn_and_has_its_effect() -> None:
    drawn = {name for line in STEPS for name in line.get("chance", {}).get("cards", [])}
    assert drawn == set(CARDS.keys)
    used: set[str] = set()
    for line in STEPS:
        action = line["action"]
        used |= {action.get("play", ""), *(key for key in ("ignore_die", "no_cost") if key in action)}
        used |= {key for key in ("extra_tent", "market") if key in action}
    assert used - {""} == set(CARDS.keys) - {"mine_collapse"}


def test_every_phase_is_entered_at_every_table_size_of_both_editions() -> None:
    found = Counter((line["edition"], line["state"]["players"], line["state"]["phase"]) for line in LINES)
    for edition in ("schmidt-2009", "bga"):
        for players in (2, 3, 4, 5):
            for phase in Phase:
                if phase != Phase.FINAL_DICE or players == 2:
                    assert found[edition, players, phase.name.lower()], (edition, players, phase)


def test_every_clause_that_a_step_can_show_is_named() -> None:
    named = {clause for line in LINES for clause in line["clauses"]}
    told = {"R1", "R2", "R3", "R4"}  # the set-up: the first roll of a game shows it
    assert {f"R{number}" for number in range(1, 48)} - named <= told
    assert {line["clause"] for line in LINES if line["kind"] == "refused"} >= {
        "R6", "R7", "R8", "R10", "R15", "R16", "R22", "R23", "R24", "R30", "R31", "R32", "R34", "R35",
        "R37", "R38", "R39", "R45",
    }  # fmt: skip


def test_a_seat_that_passed_is_marked() -> None:
    passed = [line for line in STEPS if line["action"] == {"pass": True}]
    assert all(
        PASSED in [seat.get("last_die") for seat in line["next"]["seats"].values()] for line in passed[:1]
    )


def rolled(line: dict[str, Any]) -> bool:
    return "roll" in line["action"] or "final" in line["action"]
