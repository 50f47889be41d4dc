"""A game record told step by step: a sentence and a view of the board for each, for one seat or for all."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from livingstone.engine.constants import Phase
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.game import Game
from livingstone.engine.names import did_you_mean, fold, quote
from livingstone.engine.observation import Observation
from livingstone.engine.outcome import Outcome
from livingstone.engine.record import Step, follow, read_record
from livingstone.engine.render.story import tell, tell_result
from livingstone.engine.tally import SEAT_LETTERS


@dataclass(frozen=True)
class Tale:
    """One step as told."""

    step: int
    """0 before the first step, then 1, 2, ..."""
    line: int
    """1-based line of the record."""
    text: str
    view: Game | Observation
    """The position after the step, independent of those of the other steps."""
    ends_round: bool
    """Whether a round, or the game, has just ended."""

    def to_json(self) -> dict[str, object]:
        """Plain values; the position string, or the observation where only one seat's knowledge is told."""
        told: dict[str, object] = {"step": self.step, "line": self.line, "text": self.text}
        if isinstance(self.view, Observation):
            return {**told, "observation": self.view.to_dict()}
        return {**told, "position": self.view.position()}


class Story:
    """A record to be told: its file, or its lines. Raises RecordError when it is not one."""

    def __init__(self, source: str | Path | Iterable[bytes]) -> None:
        self.record = read_record(source)
        header = self.record.header
        self.names: tuple[str, ...] = tuple(header.names) or tuple(SEAT_LETTERS[: header.players])
        """By seat; letters where the record has no names."""

    def tell(self, observer: int | None = None) -> Iterator[Tale]:
        """The steps one after the other; with ``observer`` only what that seat knew.

        Raises:
            RecordError: at the first step that is not legal.
        """
        header = self.record.header
        game = header.new_game()
        edition = game.edition.name
        text = f"{header.players} players, edition {edition}: {', '.join(self.names)}"
        yield Tale(0, 1, text, _view(game, observer), ends_round=False)
        seat, rounds = game.seat, 1
        for number, (line, game, outcome) in enumerate(follow(self.record, by_seed=False), 1):
            state = game.record[0]
            ended = state.round_number > rounds or (line.step.act is not None and _is_done(game))
            text = self._sentence(line.step, seat, outcome, observer)
            yield Tale(number, line.number, text, _view(game, observer), ended)
            seat, rounds = game.seat, int(state.round_number)

    def _sentence(self, step: Step, roller: int, outcome: Outcome, observer: int | None) -> str:
        if step.result is not None:
            result = step.result
            return tell_result(self.names, result["winners"], result["points"], result["out"])
        if step.forfeit is not None:
            return f"{self.names[step.forfeit]} forfeits"
        if step.act is None:
            dice = " ".join(str(face) for face in outcome.dice or ())
            return f"{self.names[roller]} rolls {dice}" if step.roll is not None else f"final dice: {dice}"
        seat = step.seat or 0
        hidden = observer is not None and seat != observer
        return tell(self.names[seat], step.action, outcome, hidden=hidden)


def _view(game: Game, observer: int | None) -> Game | Observation:
    return game.copy() if observer is None else game.observation(observer)


def _is_done(game: Game) -> bool:
    return game.phase in (Phase.FINAL_DICE, Phase.OVER)


def seat_of(text: str, names: Sequence[str]) -> int:
    """The seat meant by a number (from 0), a letter (A is seat 0) or a name.

    Raises:
        LivingstoneError: when it is none of them.
    """
    folded = [fold(name) for name in names]
    if fold(text) in folded:
        return folded.index(fold(text))
    if text.isdecimal() and len(text) == 1 and int(text) < len(names):
        return int(text)
    letter = SEAT_LETTERS[: len(names)].find(text.upper())
    if len(text) == 1 and letter >= 0:
        return letter
    hint = did_you_mean(text, names)
    raise LivingstoneError(f"seat {quote(text)}: expected 0 to {len(names) - 1}, a letter or a name{hint}")
