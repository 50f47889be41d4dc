"""Writing down what engine and twin do together: every step at a table becomes a line of docs/vectors."""

from collections.abc import Sequence
from typing import Any

from livingstone.ai.simulation_state import plain_state
from livingstone.engine.constants import FINAL_DICE, Card, Kind, Phase
from livingstone.engine.editions import Edition
from livingstone.engine.game import Game
from livingstone.engine.names import CARDS
from livingstone.engine.notation import Action
from livingstone.engine.record_lines import result_json
from lockstep import Both, draws_stones
from naive import NaiveGame, Rules, Standing, rules_of
from table import Table

BY_KIND = {
    Kind.END: ["R24"], Kind.PASS: ["R10"], Kind.TAKE: ["R7", "R8"], Kind.CARD: ["R11"], Kind.COINS: ["R12"],
    Kind.MINE: ["R13"], Kind.TENT: ["R14"], Kind.EXTRA_TENT: ["R34"], Kind.MARKET: ["R39"], Kind.SELL: ["R18"],
    Kind.DONATE: ["R22"],
}  # fmt: skip
BY_CARD = {
    Card.BOAT_BACK: "R35", Card.FOUR_COINS: "R36", Card.TWO_DICE: "R37", Card.LION: "R38", Card.RHINO: "R38",
    Card.ANTELOPE: "R38", Card.THREE_STONES: "R40",
}  # fmt: skip


def edition_of(name: str, overrides: Sequence[str] = ()) -> tuple[Edition, Rules, dict[str, Any]]:
    """An edition, its values for the twin, and those that differ from the built-in one."""
    edition = Edition.load(name, overrides)
    printed, given = Edition.load(name).to_dict(), edition.to_dict()
    changes = {key: value for key, value in given.items() if value != printed[key] and key != "provenance"}
    return edition, rules_of(edition.to_rules()[0]), changes


def difference(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The fields of a plain state that a step changed; of the seats only their changed fields, by seat."""
    changed = {key: value for key, value in after.items() if value != before[key] and key != "seats"}
    seats = {}
    for number, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        fields = {key: value for key, value in new.items() if value != old[key]}
        if fields:
            seats[str(number)] = fields
    return changed | ({"seats": seats} if seats else {})


def clauses_of(before: NaiveGame, code: int, chance: dict[str, Any], after: NaiveGame) -> list[str]:
    """The clauses that an action plainly exercises."""
    kind, found = Kind(code % 16), list(BY_KIND.get(Kind(code % 16), []))
    action = Action(code)
    if kind == Kind.PLAY:
        found += ["R27", BY_CARD[Card(code // 16)]]
    elif kind == Kind.TENT:
        found += ["R31"] * action.ignore_die + ["R32"] * action.no_cost
        found += ["R33"] * (action.ignore_die and action.no_cost) + ["R45"] * (action.source is not None)
    if "stones" in chance:
        found += ["R19"] if chance["stones"][1] else ["R17"]
        found += ["R20"] * (sum(chance["stones"]) < (action.die or 3))
    if "mine_collapse" in chance.get("cards", []):
        found.append("R28")
    if after.phase in (Phase.ROLL, Phase.FINAL_DICE, Phase.OVER):
        found += ["R25", "R26"]
    return found


class Scribe(Table):
    """A table that keeps a line for every step, refusal and result, with the clauses of its case."""

    def __init__(
        self,
        *pool: int,
        edition: str = "schmidt-2009",
        changes: Sequence[str] = (),
        **place: Any,
    ) -> None:
        """As :class:`Table`; ``changes``: ``key=value`` overrides of the edition."""
        self.edition, rules, self.changes = edition_of(edition, changes)
        self.lines: list[dict[str, Any]] = []
        self.case = ""
        self.clauses: list[str] = []
        super().__init__(*pool, rules=rules, **place)

    @classmethod
    def dealt(cls, edition: str, players: int, start: int, seed: int) -> "Scribe":
        """A new game, as the engine deals it."""
        scribe = cls(edition=edition, players=players)
        both = Both.new(scribe.twin.rules, players, start, seed)
        scribe.twin, scribe.record, scribe.chance = both.twin, both.record, both.chance
        return scribe

    def of(self, case: str, *clauses: str) -> "Scribe":
        """What the lines from here on are about."""
        self.case, self.clauses = case, list(clauses)
        return self

    def play(
        self, action: int | str, stones: Sequence[int] | None = None, cards: Sequence[int] | None = None
    ) -> None:
        """As the table's, and written down."""
        code = int(Action.read(action)) if isinstance(action, str) else action
        before, twin, legal = plain_state(self.record), self.twin.copy(), self.legal()
        super().play(code, stones, cards)
        line: dict[str, Any] = {
            "legal": [Action(each).legal_json() for each in legal],
            "action": Action(code).to_json(),
        }
        if draws_stones(code):
            line["chance"] = {"stones": self.chance[0].stones.tolist()}
        elif code % 16 == Kind.CARD:
            drawn = self.chance[0].cards[: int(self.chance[0].drawn)].tolist()
            line["chance"] = {"cards": [CARDS.key(Card(card)) for card in drawn]}
        known = clauses_of(twin, code, line.get("chance", {}), self.twin)
        self._write("step", before, line | {"next": self._next(before)}, known)

    def roll(self, *dice: int) -> None:
        """As the table's, and written down."""
        before, final = plain_state(self.record), self.twin.phase == Phase.FINAL_DICE
        super().roll(*dice)
        counts = self.chance[0].dice.tolist()
        faces = [face for face in range(8) for _ in range(counts[face])]
        assert not final or len(faces) == FINAL_DICE
        line = {"legal": [], "action": {"final" if final else "roll": faces}, "next": self._next(before)}
        self._write("step", before, line, ["R46"] if final else ["R5", "R6"])

    def refuse(self, *actions: str) -> None:
        """Actions that break a clause now, written down with it."""
        for action in actions:
            clause = self.clause(action)
            assert clause, f"{action} is legal"
            code = Action.read(action)
            legal = [Action(each).legal_json() for each in self.legal()]
            line = {"legal": legal, "action": code.to_json(), "clause": f"R{clause}"}
            self._write("refused", plain_state(self.record), line, [f"R{clause}"])

    def finish(self) -> Standing:
        """The result, written down."""
        standing = self.result()
        game = Game(self.edition, self.record.copy(), None, [[]] * self.twin.players)
        line = {"result": result_json(game.result())}
        out = "R46" if self.twin.players == 2 else "R43"
        self._write("result", plain_state(self.record), line, ["R41", "R42", out, "R44", "R47"])
        return standing

    def _next(self, before: dict[str, Any]) -> dict[str, Any]:
        return difference(before, plain_state(self.record))

    def _write(self, kind: str, state: dict[str, Any], line: dict[str, Any], known: list[str]) -> None:
        head: dict[str, Any] = {"kind": kind, "edition": self.edition.name}
        if self.changes:
            head["changes"] = self.changes
        if self.case:
            head["case"] = self.case
        numbers = {int(clause[1:]) for clause in self.clauses + known}
        head["clauses"] = [f"R{number}" for number in sorted(numbers)]
        self.lines.append(head | {"state": state} | line)
