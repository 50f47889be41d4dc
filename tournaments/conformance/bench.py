"""What a check gets: the bot, the limits, seeds, and started processes that are ended with the check."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from livingstone.engine.editions import Edition
from livingstone.protocol import messages
from livingstone.protocol.isolation import Isolation
from livingstone.tournaments.conformance.deviation import Deviation
from livingstone.tournaments.conformance.hints import Hint
from livingstone.tournaments.conformance.probe import Probe
from livingstone.tournaments.conformance.subject import Subject
from livingstone.tournaments.conformance.walk import Walk, rich_walk
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.seeding import derive


@dataclass
class Bench:
    """The settings of a run, and what was learnt of the bot on the way."""

    subject: Subject
    isolation: Isolation = Isolation.NONE
    seed: int = 1
    answer_ms: int = 1000
    """Time for each answer, outside the whole games."""
    hello_ms: int = messages.BotLimits().hello_ms
    ready_ms: int = messages.BotLimits().ready_ms
    secret: tuple[Path, ...] = ()
    """What the bot may not look into, see :class:`Hosting`."""
    hello: messages.BotHello | None = None
    """What the bot said of itself, once it did."""
    stderr: list[str] = field(default_factory=list)
    """Of the processes of the present check."""

    @property
    def hosting(self) -> Hosting:
        """As the real host has it, with the default clock."""
        return Hosting(isolation=self.isolation, secret=self.secret)

    @property
    def memory_mb(self) -> int:
        """What the bot may use, in MiB."""
        return self.subject.entrant.launch(self.hosting).memory_mb or self.hosting.memory_mb

    @contextmanager
    def start(self) -> Iterator[Probe]:
        """A process that was told nothing yet."""
        # Twice the memory that is granted: the excess is for one check to find, not for all to fail by.
        launch = replace(self.subject.entrant.launch(self.hosting), memory_mb=2 * self.memory_mb)
        limits = messages.BotLimits(
            memory_mb=self.memory_mb,
            threads=launch.threads,
            hello_ms=self.hello_ms,
            ready_ms=self.ready_ms,
        )
        probe = Probe(launch, limits, self.answer_ms)
        try:
            yield probe
        except Deviation:
            probe.ended(100)  # a crash is being described on stderr
            raise
        finally:
            probe.close()
            self.stderr += probe.stderr()
            self.hello = probe.hello or self.hello

    @contextmanager
    def greeted(self) -> Iterator[Probe]:
        """A process after hello and welcome."""
        with self.start() as probe:
            probe.greet()
            yield probe

    def walk(self, players: int = 3, edition: Edition | str = "schmidt-2009", label: str = "") -> Walk:
        """A random game; another one for each label."""
        chosen = Edition.load(edition) if isinstance(edition, str) else edition
        return rich_walk(players, chosen, derive(self.seed, label))


@dataclass(frozen=True)
class Check:
    """One numbered check; ``run`` returns a detail worth showing, or raises.

    Raises (``run``): Deviation, Skipped, Noted, HostStalled.
    """

    key: str
    """For the hints and for programs."""
    name: str
    """What a good bot does, for people."""
    run: Callable[[Bench], str]
    hint: Hint
    needs: tuple[str, ...] = ("hello", "answer")
    """Keys of checks without which this one says nothing."""
    covered: tuple[str, ...] = ()
    """Causes that the hint itself speaks of."""
