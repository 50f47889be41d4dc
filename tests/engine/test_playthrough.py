"""Playthroughs: for each edition and table size one random game written down and compared line by line.

A file of ``goldens/`` holds the first two rounds and the last one: every step with what chance gave, the whole
position, the legal list, and what each seat knows as a digest (as a board at the start of a round). A change in
the files is a change of the rules, of chance or of what a seat knows: look at the difference, and if it is meant,
write them again with ``python tests/engine/test_playthrough.py``.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from livingstone.engine.codec import dumps
from livingstone.engine.constants import Kind, Phase
from livingstone.engine.game import Game
from livingstone.engine.names import CARDS, stones_text
from livingstone.engine.notation import Action
from livingstone.engine.outcome import Outcome
from livingstone.engine.position_string import from_text
from livingstone.engine.rng import Words, below, new_words

FOLDER = Path(__file__).parent / "goldens"
TABLES = [(edition, players) for edition in ("schmidt-2009", "bga") for players in (2, 3, 4, 5)]
LARGEST = 100_000
"""Bytes of a file."""


def choose(game: Game, words: Words) -> Action:
    """A legal action, uniform over the kinds of action first; the generator is the engine's own."""
    legal = game.legal()
    kinds = sorted({entry.kind for entry in legal})
    kind = kinds[below(words, len(kinds))]
    entries = [entry for entry in legal if entry.kind == kind]
    entry = entries[below(words, len(entries))]
    if kind == Kind.DONATE:
        return Action.donate(1 + below(words, entry.coins))
    if kind not in (Kind.SELL, Kind.MARKET):
        return entry
    gems = [0, 0, 0]
    while not any(gems):
        gems = [int(below(words, most + 1)) for most in entry.gems]
    return Action.sell(gems) if kind == Kind.SELL else Action.market(gems)


def drawn(outcome: Outcome) -> str:
    """What chance gave, in words."""
    if outcome.dice is not None:
        return f"dice {' '.join(map(str, outcome.dice))}"
    if outcome.stones is not None:
        return f"stones {stones_text(outcome.stones)}"
    if outcome.cards is not None:
        return f"cards {' '.join(CARDS.key(card) for card in outcome.cards)}"
    return "nothing"


def situation(game: Game) -> Iterator[str]:
    """The lines of one position."""
    yield f"  position {game.position()}"
    if not game.awaits_chance and not game.is_over:
        yield f"  legal {', '.join(entry.legal_text() for entry in game.legal())}"
    digests = [
        hashlib.sha256(dumps(game.observation(seat).to_dict())).hexdigest()[:12]
        for seat in range(game.players)
    ]
    yield f"  seen {' '.join(digests)}"
    if game.phase == Phase.ROLL:
        from livingstone.engine.render.text import board

        for line in board(game.observation(game.seat), ascii_only=True).splitlines():
            yield f"  | {line}".rstrip()


def playthrough(edition: str, players: int) -> Iterator[tuple[int, str]]:
    """(round, line) for every line of the whole game."""
    game = Game.new(players, edition, seed=1000 + players)
    words = new_words(players)
    yield 1, f"game of {players}, edition {edition}, seed {game.seed}, start {game.seat}"
    for line in situation(game):
        yield 1, line
    while not game.is_over:
        number = int(game.record[0].round_number)
        if game.awaits_chance:
            yield number, f"roll: {drawn(game.roll())}"
        else:
            seat, action = game.seat, choose(game, words)
            outcome = game.play(action)
            yield number, f"seat {seat}: {action}: {drawn(outcome)}"
        for line in situation(game):
            yield number, line
    for key, value in game.result()._asdict().items():
        yield number, f"result {key} {dumps(value).decode()}"


def golden(edition: str, players: int) -> str:
    """The text of a file: the rounds between the second and the last are left out, but their number is not."""
    lines = list(playthrough(edition, players))
    last = lines[-1][0]
    kept = [line for number, line in lines if number <= 2]
    left_out = sum(2 < number < last for number, _ in lines)
    kept += [f"... {left_out} lines of the rounds 3 to {last - 1} ..."]
    kept += [line for number, line in lines if number == last]
    return "\n".join(kept) + "\n"


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_playthrough_is_the_recorded_one(edition: str, players: int) -> None:
    path = FOLDER / f"{edition}-{players}.txt"
    expected = path.read_text(encoding="utf-8").splitlines()
    found = golden(edition, players).splitlines()
    for number, (old, new) in enumerate(zip(expected, found, strict=False), 1):
        assert new == old, f"{path.name} line {number} (see this module for how to write the file again)"
    assert len(found) == len(expected), f"{path.name}: {len(found)} lines, expected {len(expected)}"


def test_goldens_are_small_and_show_most_of_the_game() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.txt"))]
    assert len(texts) == len(TABLES)
    assert max(len(text.encode()) for text in texts) < LARGEST
    acts = {
        line.split(": ")[1].split(" ")[0]
        for text in texts
        for line in text.splitlines()
        if line[:5] == "seat "
    }
    assert acts >= {"die", "play", "sell", "donate", "end"}
    for text in texts:
        lines = [line.removeprefix("  position ") for line in text.splitlines() if line[:11] == "  position "]
        assert len(lines) > 20
        for line in lines[::10]:
            from_text(line)


def main() -> None:
    """Write the files again."""
    FOLDER.mkdir(exist_ok=True)
    for edition, players in TABLES:
        path = FOLDER / f"{edition}-{players}.txt"
        path.write_text(golden(edition, players), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
