"""``track`` on a terminal: a prompt with history and completion."""

import shlex
from collections.abc import Iterator

import click
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory

from livingstone.cli.track_session import Session
from livingstone.engine.errors import LivingstoneError
from livingstone.engine.following.continuations import continuations
from livingstone.engine.following.follower import Follower
from livingstone.engine.following.words import COMMANDS
from livingstone.engine.names import CARDS, GEMS, STONES


def converse(session: Session) -> int:
    """Asks for lines until 'quit', the end of input or Ctrl-C; the exit code (130 after Ctrl-C)."""
    history = InMemoryHistory()
    for step in session.table.steps:
        if step.info and isinstance(step.info.get("line"), str):
            history.append_string(step.info["line"])
    prompt: PromptSession[str] = PromptSession(
        history=history, completer=LineCompleter(session), complete_while_typing=True
    )
    code = 0
    try:
        while True:
            line = prompt.prompt("> ").strip()
            if line and not _answered(session, line):
                break
    except EOFError:
        pass
    except KeyboardInterrupt:  # at the prompt, or in the moment before it
        code = 130
    click.echo(f"saved in {session.file}; go on with: livingstone-ai track {shlex.quote(session.file)}")
    return code


def _answered(session: Session, line: str) -> bool:
    """Prints the answer; False to stop. Ctrl-C ends a hint, not the program."""
    try:
        answer = session.answer(line)
    except LivingstoneError as error:
        click.echo(f"error: {error}", err=True)
        return True
    except OSError as error:
        click.echo(f"error: not saved: {error.filename or session.file}: {error.strerror}", err=True)
        return True
    except KeyboardInterrupt:
        click.echo("interrupted")
        return True
    if answer is None:
        return False
    if answer:
        click.echo(answer)
    return True


class LineCompleter(Completer):
    """Completes lines that the rules allow, then names of players, cards and colours."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._state: Follower | None = None
        self._lines: list[str] = []

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """The rests of lines that begin as typed; where there are none, words."""
        text = document.text_before_cursor.lstrip()
        for rest, begun in self.suggestions(text):
            yield Completion(rest, start_position=-begun)

    def suggestions(self, text: str) -> list[tuple[str, int]]:
        """(what is inserted, how many characters before the cursor it replaces)."""
        if self._session.state is not self._state:
            self._state = self._session.state
            self._lines = continuations(self._state)
        typed = text.casefold()
        lines = [*self._lines, *self._without_mover(), *COMMANDS]
        found = [line for line in dict.fromkeys(lines) if line.casefold().startswith(typed)]
        if found:
            return [(line, len(text)) for line in found]
        word = text.split(" ")[-1]
        if not word:
            return []
        words = [*self._session.state.names, *STONES.keys, *GEMS.keys, *CARDS.keys]
        return [
            (known, len(word))
            for known in dict.fromkeys(words)
            if known.casefold().startswith(word.casefold())
        ]

    def _without_mover(self) -> list[str]:
        """The lines without a player's name, which may be left out, and with 'me'."""
        state = self._session.state
        found = []
        for line in self._lines:
            for seat, name in enumerate(state.names):
                if line.startswith(f"{name} "):
                    found.append(line.removeprefix(f"{name} "))
                    if seat == state.me:
                        found.append(f"me {found[-1]}")
        return found
