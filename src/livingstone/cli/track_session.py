"""A followed game at the command line: each line is an event, or a question about the game."""

from collections.abc import Callable
from typing import Final

from livingstone.cli.thinking import read_effort
from livingstone.cli.track_views import HELP, events_lines, money_lines
from livingstone.engine.codec import dumps, loads
from livingstone.engine.errors import NotationError
from livingstone.engine.following.follower import Follower
from livingstone.engine.following.lines import at_own_turn, read_line
from livingstone.engine.following.table_file import TableFile
from livingstone.engine.following.telling import standing_of, tell_line
from livingstone.engine.names import quote
from livingstone.engine.record_lines import result_json
from livingstone.engine.wording import counted

MOST_EVENTS: Final = 100_000
DEFAULT_EVENTS: Final = 10
ALIASES: Final = {
    "exit": "quit", "bye": "quit", "undo": "back", "zurück": "back", "?": "help", "hilfe": "help",
    "tipp": "hint", "board": "show", "geld": "money",
}  # fmt: skip
"""What people type for the commands."""


class Session:
    """A table file and the lines typed to it."""

    def __init__(self, table: TableFile, file: str) -> None:
        self.table = table
        self.file = file

    @property
    def state(self) -> Follower:
        """What is known now."""
        return self.table.follower

    def greeting(self) -> str:
        """Where the game stands."""
        state, steps = self.state, len(self.table.steps)
        names = [f"{name}{' (you)' if seat == state.me else ''}" for seat, name in enumerate(state.names)]
        begun = f"continued after {counted(steps, 'event')}" if steps else "a new game"
        first = f"{self.file}: {begun}, {', '.join(names)}; edition {state.edition.name}; 'help' explains"
        return f"{first}\n{standing_of(state)}"

    def answer(self, line: str) -> str | None:
        """The answer to a line; None to stop.

        Raises:
            LivingstoneError: in one line, when it was not understood or is not possible; nothing is recorded.
            OSError: when it cannot be saved; nothing is recorded.
        """
        line = line.encode("utf-8", "replace").decode()  # a terminal may send half a letter
        word, _, rest = line.strip().partition(" ")
        word, rest = word.casefold(), rest.strip()
        if not rest or all(word != name.casefold().split()[0] for name in self.state.names):
            word = ALIASES.get(word, word)  # a player may be called Board
        if word == "quit":
            return None
        asked: dict[str, Callable[[str], str]] = {
            "back": self._back,
            "hint": self._hint,
            "show": self._show,
            "money": self._money,
            "events": self._events,
            "help": lambda _: HELP,
        }
        ask = asked.get(word)
        if ask is None:
            return self._record(line)
        if rest and word not in ("hint", "events"):
            raise NotationError(f"{quote(rest)} after '{word}' is not understood: expected '{word}' alone")
        return ask(rest)

    def _record(self, line: str) -> str:
        typed = read_line(line, self.state)
        events = [*typed.events]
        if typed.after.result is not None:
            # As a record has it: plain values.
            events.append({"result": loads(dumps(result_json(typed.after.result)))})
        self.table.add(events, typed.after, line)
        return tell_line(typed)

    def _back(self, _: str) -> str:
        removed = self.table.back()
        typed = next((step.info["line"] for step in removed if step.info and "line" in step.info), None)
        what = quote(typed) if isinstance(typed, str) else f"the last step ({removed[0].kind})"
        return f"taken back: {what}. {standing_of(self.state)}"

    def _show(self, _: str) -> str:
        from livingstone.cli.options import board_width, can_draw
        from livingstone.engine.render.scene import initials
        from livingstone.engine.render.text import board

        state = self.state
        drawn = board(
            state.observation(),
            names=state.names,
            letters=initials(state.names),
            ascii_only=not can_draw(),
            width=board_width(),
        )
        return f"{drawn}\n{standing_of(state)}"

    def _money(self, _: str) -> str:
        return "\n".join(money_lines(self.state))

    def _events(self, rest: str) -> str:
        if rest and not (rest.isdecimal() and 0 < int(rest) <= MOST_EVENTS):
            raise NotationError(f"{quote(rest)}: expected how many events, such as 'events 20'")
        return "\n".join(events_lines(self.table, int(rest or DEFAULT_EVENTS)))

    def _hint(self, rest: str) -> str:
        """Prints the hint; what is left to say is nothing."""
        simulations, seconds = read_effort(rest)
        state = at_own_turn(self.state)
        from livingstone.cli.hint import HintSettings, give_hint

        settings = HintSettings(seconds=seconds, simulations=simulations)
        give_hint(state.observation(), state.names, state.payments, settings)
        return ""
