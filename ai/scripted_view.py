"""The table as the scripted player sees it: plain integers taken once from an observation.

Reading a NumPy record field by field costs about a microsecond each; one pass makes a decision cheap.
"""

from dataclasses import dataclass
from typing import Any

from livingstone.engine.constants import FACES, FOUR_COINS, SURCHARGE_COINS, Card, Phase
from livingstone.engine.layout import Array
from livingstone.engine.money import Money
from livingstone.engine.observation import Observation


@dataclass(slots=True)
class Law:
    """The values of an edition that a rule of thumb looks at."""

    columns: int
    rows: int
    cost: list[int]
    bonus: list[int]
    gem_price: list[int]
    market_coins: list[int]
    market_vp: list[int]
    animal_vp: list[int]
    kept_gem_vp: int
    surcharge_on_no_cost: bool
    surcharge_on_extra_tent: bool


def law_of(rules: Array) -> Law:
    """From a RULES array of shape (1,)."""
    value: Any = rules[0]
    return Law(
        columns=int(value["columns"]),
        rows=int(value["rows"]),
        cost=value["cost"].tolist(),
        bonus=value["bonus"].tolist(),
        gem_price=value["gem_price"].tolist(),
        market_coins=value["market_coins"].tolist(),
        market_vp=value["market_vp"].tolist(),
        animal_vp=value["animal_vp"].tolist(),
        kept_gem_vp=int(value["kept_gem_vp"]),
        surcharge_on_no_cost=bool(value["surcharge_on_no_cost"]),
        surcharge_on_extra_tent=bool(value["surcharge_on_extra_tent"]),
    )


@dataclass(slots=True)
class View:
    """One moment, by plain values; ``tents[column][row][seat]`` and ``row_tents[row][seat]`` count tents."""

    law: Law
    players: int
    seat: int
    phase: int
    round_number: int
    rounds_left: int
    boat: int
    held: int
    taken: int
    two_dice: bool
    last_die: int
    pool: list[int]
    bag: list[int]
    unseen: list[int]
    cash: int
    chest: int
    supply: int
    gems: list[int]
    hand: list[int]
    vp: list[int]
    hand_sizes: list[int]
    tents: list[list[list[int]]]
    scored: list[list[list[int]]]
    row_tents: list[list[int]]
    money: tuple[Money, ...]
    others: list[int]

    @classmethod
    def of(cls, observation: Observation, law: Law) -> "View":
        """What the rules of thumb need of an observation."""
        record: Any = observation.record
        players = int(record["players"][0])
        seat = observation.seat
        rows = record["seats"]
        tents = record["tents"][0]
        return cls(
            law=law,
            players=players,
            seat=seat,
            phase=int(record["phase"][0]),
            round_number=int(record["round_number"][0]),
            rounds_left=observation.rounds_left,
            boat=int(record["boat"][0]),
            held=int(record["held"][0]),
            taken=int(record["taken"][0]),
            two_dice=bool(record["two_dice"][0]),
            last_die=int(rows["last_die"][0, seat]),
            pool=record["pool"][0].tolist(),
            bag=record["bag"][0].tolist(),
            unseen=record["deck"][0].tolist(),
            cash=int(rows["cash"][0, seat]),
            chest=int(rows["chest"][0, seat]),
            supply=int(rows["supply"][0, seat]),
            gems=rows["gems"][0, seat].tolist(),
            hand=rows["hand"][0, seat].tolist(),
            vp=rows["vp"][0].tolist(),
            hand_sizes=rows["cards"][0].tolist(),
            tents=tents.tolist(),
            scored=record["scored"][0].tolist(),
            row_tents=tents.sum(axis=0).tolist(),
            money=observation.money,
            others=[other for other in range(players) if other != seat and not rows["forfeited"][0, other]],
        )

    @property
    def is_last_round(self) -> bool:
        """Whether the game ends with this round unless a boat_back is played (R26, R35)."""
        return self.rounds_left <= 0

    def higher_dice(self, than: int) -> int:
        """Dice in the pool strictly higher (R8)."""
        return sum(self.pool[than + 1 : FACES + 1])

    @property
    def has_certain_turn(self) -> bool:
        """Whether another turn in this round cannot be lost, whatever the others take before it.

        Each other seat has at most one turn before the next own one, of two dice if it holds a card (R37 could
        be that card); a die that is left then is a legal one (R9).
        """
        takes = sum(2 if self.hand_sizes[other] else 1 for other in range(self.players) if other != self.seat)
        return self.higher_dice(self.last_die) > takes

    @property
    def second_die_due(self) -> bool:
        """R37: two_dice was played, one die is taken, and a higher one is there."""
        return self.two_dice and self.taken == 1 and self.higher_dice(self.last_die) > 0

    def surcharge(self, column: int, row: int) -> int:
        """R14: a coin for each other seat standing there."""
        space = self.tents[column][row]
        return sum(SURCHARGE_COINS for other in range(self.players) if other != self.seat and space[other])

    def tent_price(self, row: int, no_cost: bool = False) -> int:
        """Coins for a tent in this row of the boat's column (R14, R32)."""
        if no_cost:
            return self.surcharge(self.boat, row) if self.law.surcharge_on_no_cost else 0
        return self.law.cost[self.boat] + self.surcharge(self.boat, row)

    @property
    def sale_value(self) -> int:
        """Coins for all own gems at the plain price."""
        return sum(count * price for count, price in zip(self.gems, self.law.gem_price, strict=True))

    @property
    def wealth(self) -> int:
        """Own coins, in hand and in the chest, with what gems and coin cards would bring."""
        return self.cash + self.chest + self.sale_value + FOUR_COINS * self.hand[Card.FOUR_COINS]

    @property
    def die_held(self) -> bool:
        """Whether a die is taken and not yet used."""
        return self.phase == Phase.DIE_HELD
