"""The match loop: one game between players, watched by observers. Every way to play a game goes through it.

A player's fault is data: its seat forfeits (R47), a stand-in plays on, and the others never notice.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

from livingstone.ai.player import Player, begin_game
from livingstone.ai.players import make_player
from livingstone.engine.constants import Kind, Phase
from livingstone.engine.editions import Edition
from livingstone.engine.events import Event, action_event, forfeit_event, roll_event
from livingstone.engine.game import Game, Result
from livingstone.engine.notation import Action
from livingstone.engine.outcome import Outcome
from livingstone.protocol.termination import BotFault, HostStalled, Termination
from livingstone.tournaments.chair import Chair
from livingstone.tournaments.entrants import Entrant, read_entrant
from livingstone.tournaments.guest import Guest, Invitation
from livingstone.tournaments.hosting import Hosting
from livingstone.tournaments.seeding import seat_seed

STAND_IN: Final = "scripted:steady"
"""Plays on for a lost seat. One that never donates would be the sole lowest donor and save everybody else."""


class Observer:
    """What may watch a game; each method is called after the event and does nothing here.

    Observers get the game with all its secrets: they write records and screens, they do not play.
    """

    def on_start(self, game: Game) -> None:
        """Before the first roll."""

    def on_roll(self, game: Game, outcome: Outcome) -> None:
        """The dice of a round or the final dice were rolled (R6, R46)."""

    def on_action(
        self, game: Game, seat: int, action: Action, outcome: Outcome, info: Mapping[str, object]
    ) -> None:
        """A seat has acted. ``info``: what a program told beside its action (``ms``, ``note``, ``evaluation``)."""

    def on_fault(self, game: Game, seat: int, termination: Termination, reason: str) -> None:
        """A player failed; from here its stand-in answers."""

    def on_end(self, game: Game, result: Result) -> None:
        """The game is over."""


@dataclass(frozen=True)
class GameResult:
    """One game: the result by seat, and how each player fared."""

    players: tuple[str, ...]
    """Names by seat."""
    result: Result
    terminations: tuple[Termination, ...]
    faults: tuple[str, ...]
    """By seat: what went wrong, empty if nothing."""
    rounds: int
    decisions: tuple[int, ...]
    """Answers by seat, stand-ins' not counted."""
    seconds: tuple[float, ...]
    """Time used for them."""
    turns: tuple[int, ...]
    """Turns that each ended itself."""
    slowest: tuple[float, ...]
    """Seconds of the slowest of those."""
    start: int = 0
    """Seat of the first start player (R1)."""

    @property
    def is_degraded(self) -> bool:
        """Whether some seat was lost on the way."""
        return any(end is not Termination.COMPLETED for end in self.terminations)


@dataclass
class Match:
    """A game in progress between players, one object a seat."""

    game: Game
    players: Sequence[Player]
    names: Sequence[str]
    private_seed: int
    """Seats' private seeds are drawn from it; it says nothing about the game's own."""
    label: str = "game"
    """What guests are told as the game's name."""
    observers: Sequence[Observer] = ()
    make_stand_in: Callable[[int], Player] = field(default=lambda seed: make_player(STAND_IN, seed))

    def play(self) -> GameResult:
        """Play to the end.

        Raises:
            HostStalled: when nobody can say whether a program was late; the game is void, it may be replayed.
        """
        chairs = [Chair(player) for player in self.players]
        with (
            ExitStack() as stack
        ):  # every program parts, also when a Ctrl-C falls into the parting of another one
            for chair in chairs:
                stack.callback(chair.part)
            return self._play(chairs)

    def _play(self, chairs: list[Chair]) -> GameResult:
        game = self.game
        start = int(game.record[0].start)
        for observer in self.observers:
            observer.on_start(game)
        for seat in range(len(chairs)):
            self._seat(chairs, seat)
        while not game.is_over:
            if game.awaits_chance:
                self._roll(chairs)
            else:
                self._turn(chairs)
        result = game.result()
        for observer in self.observers:
            observer.on_end(game, result)
        for seat, chair in enumerate(chairs):
            if chair.guest is not None:
                chair.guest.conclude(seat, result, self.label)
        return GameResult(
            players=tuple(self.names),
            result=result,
            terminations=tuple(chair.termination for chair in chairs),
            faults=tuple(chair.fault for chair in chairs),
            rounds=int(game.record[0].round_number),
            decisions=tuple(chair.decisions for chair in chairs),
            seconds=tuple(chair.seconds for chair in chairs),
            turns=tuple(chair.turns for chair in chairs),
            slowest=tuple(chair.slowest for chair in chairs),
            start=start,
        )

    def _seat(self, chairs: list[Chair], seat: int) -> None:
        """Bid a player take its seat."""
        chair, seed = chairs[seat], seat_seed(self.private_seed, seat)
        try:
            if chair.guest is None:
                begin_game(chair.player, seed)
            else:
                game = self.game
                chair.guest.join(Invitation(self.label, game.edition, game.players, seat, seed))
        except BotFault as fault:
            self._lose(chairs, seat, fault.termination, str(fault))
        except Exception as error:
            if chair.guest is not None or isinstance(error, HostStalled):
                raise  # a program's faults are BotFaults; anything else is the host's
            self._lose(chairs, seat, Termination.CRASHED, _reason(error))

    def _roll(self, chairs: list[Chair]) -> None:
        """The dice of a round, or the final ones."""
        final = self.game.phase == Phase.FINAL_DICE
        outcome = self.game.roll()
        for observer in self.observers:
            observer.on_roll(self.game, outcome)
        self._tell(chairs, lambda _: roll_event(outcome, final=final))

    def _turn(self, chairs: list[Chair]) -> None:
        """One action of the seat to move."""
        game = self.game
        seat = game.seat
        chair = chairs[seat]
        action = self._ask(chairs, seat)
        if action is None:
            legal = game.legal()
            action = chair.player.choose(game.observation(seat), legal)
            outcome = game.play(action)
        else:
            outcome = game.play_legal(action)
        info = chair.info()
        for observer in self.observers:
            observer.on_action(game, seat, action, outcome, info)
        money_open = game.edition.money == "open"
        self._tell(chairs, lambda viewer: action_event(viewer, seat, action, outcome, money_open=money_open))

    def _tell(self, chairs: list[Chair], event_for: Callable[[int], Event]) -> None:
        """Tell the guests that listen what happened, each as its seat sees it."""
        for viewer, chair in enumerate(chairs):
            if chair.guest is not None and chair.guest.hears:
                chair.guest.hear(event_for(viewer))

    def _ask(self, chairs: list[Chair], seat: int) -> Action | None:
        """The player's action, found legal, or None: the stand-in has just taken over."""
        game, chair = self.game, chairs[seat]
        observation, legal = game.observation(seat), game.legal()
        started = perf_counter()
        try:
            answer = chair.player.choose(observation, legal)
        except BotFault as fault:
            self._lose(chairs, seat, fault.termination, str(fault))
            return None
        except Exception as error:
            if chair.guest is not None or isinstance(error, HostStalled):
                raise  # as above
            self._lose(chairs, seat, Termination.CRASHED, _reason(error))
            return None
        if chair.termination is Termination.COMPLETED:
            reply = chair.reply
            chair.spend(perf_counter() - started if reply is None else reply.used_ns / 1e9)
        try:
            action = Action.read(answer)
            clause = game.broken_clause(action)
        except Exception as error:  # noqa: BLE001 - an answer may be any object
            self._lose(chairs, seat, Termination.ILLEGAL, f"answered {answer!r}: {_reason(error)}")
            return None
        if clause is not None:
            reason = f"answered {str(action)!r}, illegal by {clause}"
            self._lose(chairs, seat, Termination.ILLEGAL, reason)
            return None
        if action.kind in (Kind.END, Kind.PASS) and chair.termination is Termination.COMPLETED:
            chair.end_turn()
        return action

    def _lose(self, chairs: list[Chair], seat: int, termination: Termination, reason: str) -> None:
        """Forfeit the seat and seat the stand-in there; a fault of the stand-in itself is the host's."""
        chair = chairs[seat]
        if chair.termination is not Termination.COMPLETED:
            raise RuntimeError(f"the stand-in of seat {seat} failed: {reason}")
        chair.termination, chair.fault = termination, reason
        if chair.guest is not None:
            chair.guest.leave()
        chair.player = self.make_stand_in(seat_seed(self.private_seed, seat))
        self.game.forfeit(seat)
        for observer in self.observers:
            observer.on_fault(self.game, seat, termination, reason)
        self._tell(chairs, lambda _: forfeit_event(seat))


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def play_game(
    players: Sequence[str | Entrant | Player],
    edition: Edition | str = "schmidt-2009",
    *,
    deal_seed: int,
    private_seed: int,
    start: int | None = None,
    observers: Sequence[Observer] = (),
    hosting: Hosting | None = None,
    label: str = "game",
) -> GameResult:
    """Play one game; the players by seat, as texts (see :mod:`livingstone.tournaments.entrants`) or objects.

    ``deal_seed``: the game's chance. ``private_seed``: the players' own randomness, unrelated to it.
    ``start``: the first start player (R1), drawn from the deal when absent. ``label``: what programs are told
    as the game's name.

    Raises:
        LivingstoneError: for an unknown player, or another number of players than 2 to 5. A fault of a player
            during the game is no error: see ``terminations``.
        HostStalled: the game is void, see :class:`Match`.
    """
    hosting = hosting or Hosting()
    seated, names = [], []
    for seat, player in enumerate(players):
        entrant = read_entrant(player) if isinstance(player, str) else player
        if isinstance(entrant, Entrant):
            names.append(entrant.name)
            seated.append(entrant.seat(seat_seed(private_seed, seat), hosting))
        else:
            names.append(entrant.name if isinstance(entrant, Guest) else type(entrant).__name__)
            seated.append(entrant)
    if len({id(player) for player in seated}) < len(seated):
        raise ValueError("two seats share one player object, expected one object a seat")
    game = Game.new(len(seated), edition, deal_seed, start)
    return Match(game, seated, names, private_seed, label=label, observers=observers).play()
