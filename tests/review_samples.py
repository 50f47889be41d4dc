"""Games to review: with a planted blunder, with a forfeit, and as one seat followed them."""

import os
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from livingstone.ai.players import make_player
from livingstone.engine.codec import dumps
from livingstone.engine.constants import Kind, Phase
from livingstone.engine.events import action_event, roll_event
from livingstone.engine.following.table_record import header_of as table_header
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.engine.record import RecordWriter, header_of
from sample_games import random_action

Choose = Callable[[Game], Action]


def write_game(
    path: Path, game: Game, choose: Choose, names: Sequence[str] = (), forfeit_at: int = 0
) -> Path:
    """The record of a game; at step ``forfeit_at`` (from 1) the seat to move forfeits and its stand-in plays on."""
    from livingstone.engine.record import Step

    step = 0
    with RecordWriter(path, header_of(game, names)) as writer:
        while not game.is_over:
            step += 1
            if game.awaits_chance:
                final = game.phase == Phase.FINAL_DICE
                writer.roll(game.roll(), final=final)
                continue
            if step == forfeit_at:
                writer.write(Step(forfeit=game.seat))
                game.forfeit(game.seat)
            seat, action = game.seat, choose(game)
            writer.act(seat, action, game.play(action))
        writer.result(game.result())
    return path


def by_players(game: Game, specs: Sequence[str]) -> Choose:
    """Players by spec."""
    players = [make_player(spec, seed=seat) for seat, spec in enumerate(specs)]
    return lambda now: players[now.seat].choose(now.observation(), now.legal())


def by_chance(seed: int) -> Choose:
    """Random actions."""
    rng = random.Random(seed)
    return lambda game: random_action(game, rng)


def without_donations(choose: Choose, miser: int) -> Choose:
    """The same, but one seat ends its turn where it would donate."""

    def kept(game: Game) -> Action:
        action = choose(game)
        return Action.end() if game.seat == miser and action.kind == Kind.DONATE else action

    return kept


def write_table(path: Path, game: Game, choose: Choose, me: int) -> Path:
    """The table file of a seat that followed a game, to the end of its last round."""
    names = ["Anna", "Bob", "Cy", "Dora", "Eve"][: game.players]
    header = table_header(game.edition, names, me, int(game.record[0].start))
    lines = [dumps(header, newline=True)]
    while not game.is_over:
        if game.awaits_chance:
            final = game.phase == Phase.FINAL_DICE
            event = roll_event(game.roll(), final=final)
        else:
            seat, action = game.seat, choose(game)
            event = action_event(me, seat, action, game.play(action), money_open=False)
        lines.append(dumps(event, newline=True))
    path.write_bytes(b"".join(lines))
    return path


def count_from(start: int) -> Callable[[int], int]:
    """A worker for tests: adds."""
    return lambda task: start + task


def die_at(fatal: int) -> Callable[[int], int]:
    """A worker for tests: its process ends at one task, as if it had been killed."""

    def work(task: int) -> int:
        if task == fatal:
            os._exit(9)
        return task

    return work
