"""The authoritative game: rules, chance and hidden information in one object."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from livingstone.engine.constants import MAX_SEATS, MIN_SEATS, PHASE, THREE_STONES, Card, Kind, Phase, Stream
from livingstone.engine.editions import Edition
from livingstone.engine.errors import IllegalAction, LivingstoneError
from livingstone.engine.flat import AT, SEAT_WORDS, SEATS_AT, words_of
from livingstone.engine.kernels import entry
from livingstone.engine.kernels.chance import FED, KEYED
from livingstone.engine.layout import Array, new_actions, new_chance, new_state
from livingstone.engine.money import Donation, announce, bound
from livingstone.engine.notation import Action
from livingstone.engine.observation import Observation, faces
from livingstone.engine.outcome import NOTHING, Outcome, dice_wanted, feed
from livingstone.engine.rng import MASK, below, new_words

_REMEMBERED: Final = (Kind.DONATE, Kind.TENT, Kind.EXTRA_TENT)
"""What :meth:`Game._remember` is for."""

ActionLike = int | str | Mapping[str, object]


class Result(NamedTuple):
    """The end of a game, everything by seat."""

    points: tuple[int, ...]
    """Total VP."""
    sources: tuple[dict[str, int], ...]
    """VP by source: tents, market, animals, rows, gems."""
    donations: tuple[int, ...]
    out: tuple[bool, ...]
    """Who is out (R43, R46)."""
    forfeited: tuple[bool, ...]
    winners: tuple[int, ...]
    """The seats that win; several share, none: everybody is out."""
    places: tuple[int, ...]
    """1-based standing of R47; equal numbers are ties."""
    shares: tuple[float, ...]
    """1 for a sole winner, 1/m for each of m winners, else 0 (R47)."""


class Game:
    """One game of Livingstone with all its secrets.

    A game steps through players' actions (:meth:`play`) and chance of its own (:meth:`roll`, when
    :attr:`awaits_chance`). Where it was given a seed, every chance event is drawn from a stream of its own,
    addressed by name and index, so that other decisions do not shift later luck; any outcome can also be fed
    from outside. Without a seed every outcome must be fed (following a real table).
    """

    __slots__ = ("_actions", "_chance", "_mode", "_rules", "_words", "donations", "edition", "record", "seed")

    def __init__(
        self, edition: Edition, record: Array, seed: int | None, donations: Sequence[Sequence[Donation]]
    ) -> None:
        self.edition = edition
        self.record = record
        """The full state: STATE array of shape (1,). Give it to no player; see :meth:`observation`."""
        self.seed = seed
        self.donations: list[list[Donation]] = [list(events) for events in donations]
        self._rules = edition.shared_rules()
        self._words = words_of(record)
        self._chance = new_chance()
        self._mode = self._chance.view(np.int64).data  # its first field; set as such it takes 1 us
        self._actions = new_actions()
        if seed is not None:
            self._chance[0].seed[:] = (seed & MASK, seed >> 32)

    @classmethod
    def new(
        cls,
        players: int,
        edition: Edition | str = "schmidt-2009",
        seed: int | str | None = None,
        start: int | None = None,
        *,
        fed: bool = False,
    ) -> "Game":
        """A new game, its first roll to come.

        ``seed``: 0 to 2**64 - 1, drawn when absent. ``start``: the first start player, drawn from the seed
        when absent (R1). ``fed``: no seed, all outcomes come from outside (``start`` is then required).
        """
        if type(players) is not int or not MIN_SEATS <= players <= MAX_SEATS:
            raise LivingstoneError(f"players: {players!r}, expected a whole number from 2 to 5 (R1)")
        edition = Edition.load(edition) if isinstance(edition, str) else edition
        number = None if fed else read_seed(seed)
        if start is None:
            if number is None:
                raise LivingstoneError("start: expected the first start player's seat, nothing is drawn")
            start = int(below(new_words(number, Stream.START), players))
        if type(start) is not int or not 0 <= start < players:
            raise LivingstoneError(f"start: {start!r}, expected a seat from 0 to {players - 1}")
        record = new_state()
        entry.deal(record, edition.shared_rules(), players, start)
        return cls(edition, record, number, [[] for _ in range(players)])

    @classmethod
    def from_position(
        cls, text: str, edition: Edition | str = "schmidt-2009", seed: int | str | None = None
    ) -> "Game":
        """A game from a position string (see :mod:`livingstone.engine.position_string`).

        ``seed``: of the chance to come, as in :meth:`new`; without one every outcome must be fed. Raises
        :class:`NotationError` for a text that is no position, or none of this edition.
        """
        from livingstone.engine.position_fit import check_edition
        from livingstone.engine.position_string import from_text

        edition = Edition.load(edition) if isinstance(edition, str) else edition
        record, donations = from_text(text)
        check_edition(record, edition.to_rules())
        return cls(edition, record, None if seed is None else read_seed(seed), donations)

    @property
    def players(self) -> int:
        """Seats at the table."""
        return self._words[AT["players"]]

    @property
    def phase(self) -> Phase:
        """Where the turn stands."""
        return PHASE[self._words[AT["phase"]]]

    @property
    def seat(self) -> int:
        """The seat whose turn it is (at a roll: who rolls)."""
        return self._words[AT["seat"]]

    @property
    def awaits_chance(self) -> bool:
        """Whether the next step is :meth:`roll`."""
        return self.phase in (Phase.ROLL, Phase.FINAL_DICE)

    @property
    def is_over(self) -> bool:
        """Whether :meth:`result` can be asked for."""
        return self.phase == Phase.OVER

    def legal(self) -> list[Action]:
        """The complete legal list, in the order of :mod:`livingstone.engine.codes`; ranges carry the most."""
        count = entry.legal_actions(self.record, self._rules, self._actions)
        return [Action.trusted(code) for code in self._actions[:count].tolist()]

    def observation(self, seat: int | None = None) -> Observation:
        """What a seat (default: the one to move) may know. It shares nothing with this game."""
        viewer = self.seat if seat is None else self._seat_at_table(seat)
        return Observation.of(self.edition, self.record, viewer, self.donations)

    def position(self) -> str:
        """The whole state as one line that :meth:`from_position` reads back."""
        from livingstone.engine.position_string import to_text

        return to_text(self.record, self.donations)

    def broken_clause(self, action: int) -> str | None:
        """The clause an action breaks now ("R15"), or None when it is legal."""
        clause = entry.broken_clause(self.record, self._rules, int(action))
        return f"R{clause}" if clause else None

    def play(self, action: ActionLike, outcome: Outcome | None = None) -> Outcome:
        """Carry out an action of the seat to move; what was drawn is returned.

        ``outcome``: stones or cards drawn, from outside instead of from the seed. Raises
        :class:`NotationError` for what is no action, :class:`IllegalAction` naming the clause, or
        :class:`ImpossibleOutcome`; the state is then untouched.
        """
        move = Action.read(action)
        clause = self.broken_clause(move)
        if clause is not None:
            raise IllegalAction(
                f"illegal action {str(move)!r}: {clause}, in position {self.position()}", clause
            )
        return self._carry_out(move, outcome)

    def play_legal(self, action: Action) -> Outcome:
        """As :meth:`play`, unchecked: for an action that :meth:`broken_clause` has just let pass."""
        return self._carry_out(action, None)

    def _carry_out(self, move: Action, outcome: Outcome | None) -> Outcome:
        kind = move.kind
        drawn = _drawing(move, kind)
        self._prepare(drawn, outcome, _stones_wanted(move) if drawn == "stones" else 0)
        seat = self.seat
        entry.apply(self.record, self._rules, int(move), self._chance)
        if kind in _REMEMBERED:
            self._remember(kind, seat)
        return NOTHING if drawn is None else self._drawn(drawn)

    def roll(self, dice: Sequence[int] | None = None) -> Outcome:
        """The dice of a round, or the final dice; ``dice``: faces from outside instead of from the seed.

        Raises :class:`IllegalAction` when no roll is due, :class:`ImpossibleOutcome` for other dice than the
        step has; the state is then untouched.
        """
        if not self.awaits_chance:
            raise IllegalAction(f"illegal roll: R6, no roll is due, in position {self.position()}", "R6")
        wanted = dice_wanted(self.record, self._rules)
        self._prepare("dice", None if dice is None else Outcome(dice=tuple(dice)), wanted)
        if self.phase == Phase.ROLL:
            entry.roll(self.record, self._rules, self._chance)
        else:
            entry.roll_final(self.record, self._rules, self._chance)
        return Outcome(dice=tuple(faces(self._chance[0].dice)))

    def copy(self) -> "Game":
        """An independent copy (same seed, so the same luck)."""
        return Game(self.edition, self.record.copy(), self.seed, self.donations)

    def result(self) -> Result:
        """The result of a finished game; raises :class:`LivingstoneError` before."""
        if not self.is_over:
            raise LivingstoneError(f"the game is not over, in position {self.position()}")
        rows, points, out, places = np.zeros((4, MAX_SEATS), np.int32)
        winners = entry.finish(self.record, self._rules, rows, points, out, places)
        seats = [self.record[0].seats[seat] for seat in range(self.players)]
        sources = []
        for seat, row in enumerate(seats):
            market, animals, total = int(row.vp_market), int(row.vp_animals), int(row.vp)
            gems = int(row.gems.sum()) * self.edition.kept_gem_vp
            in_hand = int(points[seat]) - total - int(rows[seat]) - gems
            sources.append(
                {
                    "tents": total - market - animals,
                    "market": market,
                    "animals": animals + in_hand,
                    "rows": int(rows[seat]),
                    "gems": gems,
                }
            )
        won = tuple(
            seat
            for seat, row in enumerate(seats)
            if winners and places[seat] == 1 and not out[seat] and not row.forfeited
        )
        return Result(
            points=tuple(points[: self.players].tolist()),
            sources=tuple(sources),
            donations=tuple(int(row.chest) for row in seats),
            out=tuple(bool(flag) for flag in out[: self.players]),
            forfeited=tuple(bool(row.forfeited) for row in seats),
            winners=won,
            places=tuple(places[: self.players].tolist()),
            shares=tuple(1 / len(won) if seat in won else 0.0 for seat in range(self.players)),
        )

    def forfeit(self, seat: int) -> None:
        """Mark a seat as forfeited (R47): it is placed last and does not count for R43."""
        self.record[0].seats[self._seat_at_table(seat)].forfeited = 1

    def __repr__(self) -> str:
        return f"Game.from_position({self.position()!r}, {self.edition.name!r})"

    def __str__(self) -> str:
        from livingstone.engine.render.text import board

        return board(self)

    def _repr_svg_(self) -> str:
        from livingstone.engine.render.svg import drawing

        return drawing(self)

    def _seat_at_table(self, seat: int) -> int:
        """``seat`` if someone sits there: a record has room for more, which kernels would not notice."""
        if not 0 <= seat < self.players:
            raise LivingstoneError(f"seat: {seat}, expected 0 to {self.players - 1}")
        return seat

    def _prepare(self, drawn: str | None, outcome: Outcome | None, wanted: int) -> None:
        """Set the chance record for the event to come; an outcome from outside is checked first."""
        if outcome is not None and outcome != NOTHING:
            feed(self.record, self._chance, drawn, outcome, wanted)
            self._mode[0] = FED
        elif drawn is not None and self.seed is None:
            raise LivingstoneError(f"{drawn}: expected what was drawn, this game has no seed to draw from")
        else:
            self._mode[0] = KEYED

    def _drawn(self, drawn: str) -> Outcome:
        chance = self._chance[0]
        if drawn == "stones":
            return Outcome(stones=tuple(chance.stones.tolist()))
        return Outcome(cards=tuple(Card(kind) for kind in chance.cards[: int(chance.drawn)].tolist()))

    def _remember(self, kind: Kind, seat: int) -> None:
        """Keep the donation events: only a donation adds one, only a tent lowers a wealth."""
        events = self.donations[seat]
        cash = SEATS_AT + seat * SEAT_WORDS
        if kind == Kind.DONATE:
            wealth = sum(self._words[cash : cash + 2])  # cash and chest
            announce(events, self._words[AT["round_number"]], wealth)
        elif events:
            bound(events, sum(self._words[cash : cash + 2]))


def _drawing(move: Action, kind: Kind) -> str | None:
    """What kind of chance an action needs: stones, cards or none."""
    if kind == Kind.CARD:
        return "cards"
    if kind == Kind.MINE or (kind == Kind.PLAY and move.card == Card.THREE_STONES):
        return "stones"
    return None


def _stones_wanted(move: Action) -> int:
    """How many stones an action draws when the bag holds enough (R13, R40)."""
    return move.die if move.kind == Kind.MINE else THREE_STONES


def read_seed(seed: int | str | None) -> int:
    """A seed as an integer of 64 bits; drawn from the system when absent."""
    if seed is None:
        return secrets.randbits(64)
    try:
        number = int(seed) if type(seed) in (int, str) else -1
    except ValueError:
        number = -1
    if not 0 <= number < 1 << 64:
        raise LivingstoneError(f"seed: {seed!r}, expected an integer from 0 to 2**64 - 1")
    return number
