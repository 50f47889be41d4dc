"""A program at a seat: a player of the match loop that talks the line protocol."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from livingstone.engine.editions import Edition
from livingstone.engine.game import Result
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation
from livingstone.engine.record_lines import result_json
from livingstone.engine.tally import SEAT_LETTERS
from livingstone.protocol import messages
from livingstone.protocol.process import Launch
from livingstone.protocol.session import Reply, Session
from livingstone.tournaments.hosting import Hosting, LineLog


@dataclass(frozen=True)
class Invitation:
    """What a guest is told of the game that it joins."""

    game: str
    """An opaque name."""
    edition: Edition
    players: int
    seat: int
    seed: int
    """The seat's private seed."""


class Guest:
    """One program for one seat at a time. Its methods raise BotFault for whatever the program does wrong.

    ``keep``: the process stays for the next game (:meth:`leave` ends it); else each game has a fresh one.
    """

    def __init__(
        self, launch: Launch, hosting: Hosting, name: str = "bot", *, keep: bool = False, log_name: str = ""
    ) -> None:
        self.launch = launch
        self.hosting = hosting
        self.name = name
        self.keep = keep
        self.log_name = log_name or name
        """Of the files that keep its lines."""
        self.log_path: Path | None = None
        """The file of the last session's lines, where they are kept."""
        self.last: Reply | None = None
        """The last answer, with what came beside the action."""
        self.stderr = ""
        """What the program wrote to stderr, once its session has ended."""
        self.hello: messages.BotHello | None = None
        """What it said of itself when it started."""
        self.stale_answers = 0
        """Of the last game: answers to requests that it had answered before."""
        self._stale_before = 0
        self._session: Session | None = None
        self._log: LineLog | None = None

    def start(self) -> None:
        """Start the process, if there is none, and exchange greetings."""
        if self._session is None:
            folder = self.hosting.log_lines
            self._log = None if folder is None else LineLog(folder, self.log_name)
            self.log_path = None if self._log is None else self._log.path
            try:
                self._session = Session(self.launch, tap=self._log)
                self.hello = self._session.greet()
            except BaseException:  # an interruption too: nobody may find a session that was never greeted
                self.leave()
                raise

    def join(self, invitation: Invitation) -> None:
        """Take a seat, and be ready."""
        self.start()
        hosting = self.hosting
        game = messages.NewGame(
            game=invitation.game,
            edition=invitation.edition.to_dict(),
            players=invitation.players,
            seat=invitation.seat,
            names=tuple(SEAT_LETTERS[: invitation.players]),
            seed=str(invitation.seed),
            score=hosting.score,
            strict=hosting.tries == 1,
            tries=hosting.tries,
            time=hosting.time,
        )
        self._stale_before = self._open.dialogue.stale_answers
        self._open.new_game(game)

    @property
    def hears(self) -> bool:
        """Whether it asked for events."""
        return self._session is not None and "events" in self._session.features

    def hear(self, event: Mapping[str, Any]) -> None:
        """Something happened, as the guest's seat sees it."""
        self._open.tell(event)

    def choose(self, observation: Observation, legal: Sequence[Action]) -> Action:
        """Ask the program."""
        self.last = self._open.ask(observation, legal)
        return self.last.action

    def conclude(self, seat: int, result: Result, game: str) -> None:
        """Tell the result."""
        plain = result_json(result)
        plain.pop("shares")
        message = messages.GameOver(
            game=game, place=result.places[seat], degraded=any(result.forfeited), **plain
        )
        self._open.game_over(message)

    def part(self) -> None:
        """The game is over for this guest."""
        if self._session is not None:
            self.stale_answers = self._session.dialogue.stale_answers - self._stale_before
        if not self.keep:
            self.leave()

    def leave(self) -> None:
        """End the process."""
        try:
            if self._session is not None:
                self._session.close()
        finally:
            self._close()

    @property
    def _open(self) -> Session:
        if self._session is None:
            raise RuntimeError(f"{self.name} has no session: join comes first")
        return self._session

    def _close(self) -> None:
        """Keep what the session left: its stderr."""
        if self._session is not None:
            self.stderr = self._session.process.stderr.text()
            self._session = None
        if self._log is not None:
            self._log.close(self.stderr)
            self._log = None
