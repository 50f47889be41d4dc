"""The bad bots of tests/protocol/zoo as a catalogue: what each does, and what the host must make of it."""

import json
import os
import secrets
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from livingstone.ai.player import Player
from livingstone.engine.game import Game
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation
from livingstone.protocol.isolation import Isolation
from livingstone.protocol.messages import NewGame, TimeControl
from livingstone.protocol.process import BotProcess, Launch
from livingstone.protocol.termination import BotFault, Termination

PYTHON = (sys.executable, "-S", "-E")
"""Quick to start."""
ZOO = Path(__file__).parent / "protocol" / "zoo"
CAP_MS = 300
"""The time of a turn for bots that will use it all."""
ALL_MS = 20_000
"""And for bots that answer, or fail at once, however busy the machine is."""


@dataclass(frozen=True)
class Animal:
    """A bad bot."""

    name: str
    """``file deed``."""
    end: Termination
    text: str = ""
    """A pattern within the text of the fault."""
    answers: int = 2
    """How many of its answers count; more than a game has: it plays to the end."""
    level: Isolation = Isolation.NONE
    """The least at which the host can tell."""

    @property
    def argv(self) -> tuple[str, ...]:
        """Without its mark."""
        file, _, deed = self.name.partition(" ")
        return (*PYTHON, str(ZOO / f"{file}.py"), deed)

    def at(self, level: Isolation) -> "Animal":
        """The same at a level: under bubblewrap its own first process holds the pipes that the bot closes."""
        if level is not Isolation.BUBBLEWRAP or not self.text.endswith("put$"):
            return self
        return replace(self, end=Termination.TIMEOUT, text=LATE.replace("3", str(self.answers + 1), 1))

    @property
    def cap_ms(self) -> int:
        """Time for a turn."""
        return CAP_MS if self.end is Termination.TIMEOUT else ALL_MS


DONE, NOT_STARTED, TIMEOUT, CRASHED, BAD_LINE, ILLEGAL, MEMORY, RESIGNED = (
    Termination.COMPLETED, Termination.NOT_STARTED, Termination.TIMEOUT, Termination.CRASHED,
    Termination.BAD_LINE, Termination.ILLEGAL, Termination.MEMORY, Termination.RESIGNED,
)  # fmt: skip
ALWAYS = 1 << 30
LATE = r"^request 3: no answer after \d+ ms \(limit \d+ ms\)$"
ANIMALS = [
    Animal("speech silent", TIMEOUT, LATE),
    Animal("speech babbler", BAD_LINE, "^request 3: 'what a fine day on the Zambezi' is not JSON"),
    Animal("speech chatterer", BAD_LINE, "^request 3: more than 10000 lines that answer nothing$"),
    Animal("speech pinger", BAD_LINE, "^request 3: more than 10000 lines that answer nothing$"),
    Animal("speech blank_lines", BAD_LINE, "^request 3: more than 10000 lines that answer nothing$"),
    Animal("speech drip", TIMEOUT, LATE.removesuffix("$") + r": \d+ bytes came, but no LF after them$"),
    Animal("speech double_answer", DONE, answers=ALWAYS),
    Animal("speech stale_id", DONE, answers=ALWAYS),
    Animal("speech unknown_id", BAD_LINE, "^request 3: it answered request 10, the last one was 3$"),
    Animal("speech early", BAD_LINE, "^before request 4: it answered request 4, the last one was 3$", 3),
    Animal("speech huge_line", BAD_LINE, "^request 3: a line of more than 65536 bytes$"),
    Animal("speech endless_line", BAD_LINE, "^request 3: a line of more than 65536 bytes$"),
    Animal("speech long_note", BAD_LINE, "^request 3: a note of more than 1024 bytes$"),
    Animal("speech bad_utf8", BAD_LINE, "^request 3: .* is not JSON"),
    Animal("speech nan", BAD_LINE, "^request 3: .* is not JSON"),
    Animal("speech nested", BAD_LINE, "^request 3: .* is not JSON"),
    Animal("speech nul", BAD_LINE, "^request 3: .* is not JSON"),
    Animal("speech wrong_type", BAD_LINE, r"^request 3: 'action' message: .*\$\.id"),
    Animal("speech no_action", BAD_LINE, "^request 3: 'action' message: .*action"),
    Animal("speech unknown_message", BAD_LINE, "^request 3: 'chat' is no type of message: expected hello, .*action"),
    Animal("speech illegal", ILLEGAL, "^request 3: 'donate 9999' is illegal by R22: expected one of "),
    Animal("speech nonsense", ILLEGAL, "^request 3: .*'fly to the moon' is not understood"),
    Animal("speech beyond_the_list", ILLEGAL, "^request 3: index .*: expected 0 to "),
    Animal("speech resigns", RESIGNED, "^request 3: it quit$"),
    Animal("speech second_ready", BAD_LINE, "^before request 4: 'ready' is not due: expected nothing$", 3),
    Animal("speech crlf", DONE, answers=ALWAYS),
    Animal("speech blank_line_after", DONE, answers=ALWAYS),
    Animal("speech stderr_flood", DONE, answers=ALWAYS),
    Animal("speech endless_stderr", TIMEOUT, LATE),
    Animal("speech banner", NOT_STARTED, "^hello: 'Welcome to ZooBot 3000!' is not JSON", 0),
    Animal("speech mute", NOT_STARTED, rf"^hello: no answer after \d+ ms \(limit {CAP_MS} ms\)$", 0),
    Animal("speech foreign_version", NOT_STARTED, "^hello: major 7, expected 1$", 0),
    Animal("speech refuses", NOT_STARTED, "^hello: it gave up: 'this bot speaks protocol 7'$", 0),
    Animal("speech empty_name", NOT_STARTED, "^hello: 'hello' message: .*name", 0),
    Animal("speech hello_of_wrong_types", NOT_STARTED, "^hello: 'hello' message: ", 0),
    Animal("speech never_ready", TIMEOUT, rf"^ready: no answer after \d+ ms \(limit {CAP_MS} ms\)$", 0),
    Animal("ends before_hello", NOT_STARTED, "exited with code 1; its stderr ends 'no licence found'$", 0),
    Animal("ends after_hello", CRASHED, "^ready: it exited with code 3$", 0),
    Animal("ends after_new_game", CRASHED, "^ready: it exited with code 4$", 0),
    Animal("ends after_ready", CRASHED, "^request 1: it exited with code 0$", 0),
    Animal("ends at_request", CRASHED, "^request 3: it exited with code 5$"),
    Animal("ends after_answer", CRASHED, "^request 4: it exited with code 6$", 3),
    Animal("ends half_an_answer", CRASHED, "^request 3: it exited with code 0$"),
    Animal("ends traceback", CRASHED, "code 1; its stderr ends 'ValueError: no plan for this'$"),
    Animal("ends like_perl", CRASHED, "^request 3: it exited with code 255$"),
    Animal("ends segfault", CRASHED, "^request 3: it was killed by SIGSEGV$"),
    Animal("ends real_time_signal", CRASHED, "^request 3: it was killed by signal 40$"),
    Animal("ends kills_its_group", CRASHED, "^request 3: it was killed by SIGTERM$"),
    Animal("ends stops_itself", TIMEOUT, LATE),
    Animal("ends closes_stdout", CRASHED, "^request 3: it closed its output$"),
    Animal("ends closes_stdin", CRASHED, "^request 4: it closed its input$", 3),
    Animal("ends closes_everything", CRASHED, "^request 3: it closed its output$"),
    Animal("families forker", TIMEOUT, LATE),
    Animal("families runaway_child", TIMEOUT, LATE),
    Animal("families child_holds_stdout", CRASHED, "^request 3: it exited with code 7$"),
    Animal("families child_babbles_on", BAD_LINE, "^request 3: 'still here' is not JSON"),
    Animal("families child_writes_stderr", CRASHED, "^request 3: it exited with code 8"),
    Animal("families ignores_stdin", TIMEOUT, LATE.replace("3", "1", 1), 0),
    Animal("families memory_hog", MEMORY, r"^request 3: it used \d+ MiB of memory \(limit 64 MiB\)$",
           level=Isolation.LIMITS),
    Animal("families idle_hog", TIMEOUT, LATE.replace("3", "4", 1), 3),
]  # fmt: skip


@dataclass
class Marked:
    """A launch whose processes can be found again, whatever became of them."""

    animal: Animal
    level: Isolation = Isolation.NONE

    def __post_init__(self) -> None:
        self.mark = secrets.token_hex(8)
        self.launch = Launch((*self.animal.argv, self.mark), memory_mb=64, isolation=self.level)

    def left(self) -> list[int]:
        """Its processes that are still there."""
        return processes_of(self.mark)

    def are_gone_within(self, seconds: float) -> bool:
        """Whether nothing of it is left after so long."""
        until = time.monotonic() + seconds
        while self.left():
            if time.monotonic() > until:
                return False
            time.sleep(0.01)
        return True


def processes_of(mark: str) -> list[int]:
    """Living processes with this word in their command line (a zombie has none)."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != os.getpid():
            try:
                if mark.encode() in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                pass
    return found


class Deserter:
    """In this process: plays as an honest bot of the zoo, then fails as a bad one did."""

    def __init__(self, animal: Animal) -> None:
        self._animal = animal
        self._left = animal.answers

    def reset(self, seed: int) -> None:
        """A game begins."""
        if self._animal.end is Termination.NOT_STARTED or self._animal.text.startswith("^ready"):
            raise BotFault(self._animal.end, "")

    def choose(self, observation: Observation, legal: Sequence[Action]) -> Action:
        """The first of the list, as often as the bad one did."""
        if self._left == 0:
            raise BotFault(self._animal.end, "")
        self._left -= 1
        return legal[0]


def deserter(animal: Animal) -> Player:
    """See :class:`Deserter`."""
    return Deserter(animal)


def new_game(
    game: Game,
    seat: int,
    *,
    cap_ms: int | None = ALL_MS,
    bank_ms: int | None = None,
    increment_ms: int = 0,
    tries: int = 1,
) -> NewGame:
    """The message that announces a game."""
    return NewGame(
        game="g-1",
        edition=game.edition.to_dict(),
        players=game.players,
        seat=seat,
        names=tuple("ABCDE"[: game.players]),
        seed="1",
        strict=tries == 1,
        tries=tries,
        time=TimeControl(cap_ms=cap_ms, bank_ms=bank_ms, increment_ms=increment_ms),
    )


def probe(*words: str, folder: Path = Path(), **named: object) -> object:
    """What a bot finds out, see probe.py."""
    seconds = 20
    bot = BotProcess(Launch((*PYTHON, str(ZOO / "probe.py"), *words), folder, **named))  # type: ignore[arg-type]
    try:
        return json.loads(bot.channel.receive(time.monotonic_ns() + seconds * 10**9))
    finally:
        bot.stop()
