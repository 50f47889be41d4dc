"""Set-up positions for the rule vectors: the edges of the clauses, in the order of docs/rules.md."""

from collections.abc import Iterator

from livingstone.engine.constants import Card, Phase
from livingstone.engine.names import CARDS
from vectors.scribe import Scribe

COLLAPSE = Card.MINE_COLLAPSE


def cases() -> Iterator[Scribe]:
    """Every case, played."""
    for group in (turns, mines, money, scoring, cards, shuffles, two_dice, boats, tents, moves, ends):
        yield from group()


def turns() -> Iterator[Scribe]:
    table = Scribe(2, 5).last_dice(0, 5, 4).of("a seat without a legal die has no turn", "R9")
    table.refuse("pass", "end", "die 3")
    table.turn("die 2")
    table.refuse("die 5", "end", "die 5 coins")
    table.turn("die 2 coins", "end")
    yield table
    table = Scribe(1, 4, 4, 5, players=2).last_dice(4, 6).of("a further die is strictly higher", "R8")
    table.refuse("die 1", "die 4")
    table.turn("die 5", "die 5 coins")
    table.turn("end")
    yield table
    may_pass = ("must_take_die=false",)
    table = Scribe(2, 5, 6, changes=may_pass).deal(0, Card.TWO_DICE).of("a pass finishes the round", "R10")
    table.turn("donate 1", "play two_dice", "pass", "die 2", "die 2 coins", "end", "pass")
    table.refuse("die 2")
    table.turn("die 5")
    table.refuse("pass")
    yield table
    table = (
        Scribe(2, 5, 6, changes=may_pass)
        .deal(0, Card.TWO_DICE)
        .of("the second die may be left", "R10", "R37")
    )
    table.turn("play two_dice", "die 2", "die 2 coins", "end")
    yield table
    table = Scribe(1, 2, edition="bga").gems(0, 1).deal(0, Card.FOUR_COINS, Card.LION, Card.TWO_DICE)
    table.of("bga: nothing before the die", "R24")
    table.refuse("donate 1", "sell 1 clear", "play four_coins", "play lion", "play two_dice")
    table.turn(
        "die 1", "play lion", "donate 1", "die 1 coins", "play two_dice", "die 2", "die 2 coins", "end"
    )
    yield table
    table = Scribe(1).gems(0, 1).of("the last turn acts with an empty pool", "R24")
    table.turn("die 1", "die 1 coins", "sell 1 clear", "donate 5", "end")
    yield table


def mines() -> Iterator[Scribe]:
    table = Scribe(4).gems(0, 0, 0, 1).pile(12).of("worked example 6: the white stone", "R19")
    table.play("die 4")
    table.play("die 4 mine", stones=(1, 1, 1, 1, 0))
    yield table
    table = Scribe(4, changes=("white_draw_pays=false",)).of("the white draw does not pay", "R19")
    table.play("die 4")
    table.play("die 4 mine", stones=(0, 1, 1, 1, 1))
    yield table
    table = Scribe(4).deal(0, Card.THREE_STONES).of("gems of the same turn stay", "R19", "R21")
    table.play("die 4")
    table.play("die 4 mine", stones=(0, 0, 4, 0, 0))
    table.play("play three_stones", stones=(2, 1, 0, 0, 0))
    yield table
    table = Scribe(6).pile(29).gems(1, 15, 10, 2).of("a small bag is drawn whole", "R20")
    table.play("die 6")
    table.play("die 6 mine", stones=(0, 1, 0, 0, 3))
    yield table
    table = Scribe(2).pile(29).gems(1, 15, 10, 5).of("only the white stone is left", "R20")
    table.play("die 2")
    table.play("die 2 mine", stones=(0, 1, 0, 0, 0))
    yield table


def money() -> Iterator[Scribe]:
    table = (
        Scribe(3, boat=9).give(0, cash=4, chest=9).gems(0, clear=1).of("paid from cash, not the chest", "R15")
    )
    table.play("die 3")
    table.refuse("die 3 tent")
    table.turn("sell 1 clear", "die 3 tent")
    yield table
    table = Scribe(3, boat=9).give(0, cash=5).tents(1, 9, 3).of("the surcharge is part of the price", "R15")
    table.play("die 3")
    table.refuse("die 3 tent")
    yield table
    table = Scribe(4, players=4, boat=5).tents(1, 5, 4, 2).tents(2, 5, 4).tents(0, 5, 4)
    table.of("worked example 4: one coin a player, not a tent", "R14")
    table.turn("die 4", "die 4 tent", "end")
    yield table
    table = Scribe(3).gems(0, 2, 0, 1).of("sales", "R18", "R23")
    table.refuse("sell 1 blue", "sell 3 clear")
    table.turn("sell 1 clear", "sell 1 clear 1 red")
    table.refuse("sell 1 clear")
    yield table
    table = Scribe(1).give(0, cash=5).of("donations", "R22")
    table.refuse("donate 6")
    table.turn("donate 2", "donate 3")
    table.refuse("donate 1")
    yield table
    table = Scribe(1).gems(0, 2, 1, 1).deal(0, Card.MARKET).of("worked example 5: the market", "R39")
    table.refuse("market 3 clear")
    table.turn("market 2 clear 1 blue 1 red")
    table.refuse("market 1 clear")
    yield table


def scoring() -> Iterator[Scribe]:
    table = (
        Scribe(1, boat=2).tents(0, 2, 4, 2).tents(1, 2, 4, 1).tents(1, 2, 6, 3, scored=2).tents(2, 1, 5, 2)
    )
    table.of("tents share a space and all score", "R25", "R26").turn("die 1", "die 1 coins", "end")
    table.roll(1, 1, 2, 3, 5, 6)
    yield table
    for players in (2, 3):
        table = Scribe(1, players=players, boat=10).tents(1, 10, 2).of("the last column ends the game", "R26")
        table.turn("die 1", "die 1 coins", "end")
        if players == 2:
            table.roll(1, 1, 1, 1)
        table.finish()
        yield table
    table = Scribe(1, changes=("max_rounds=4",), boat=4).deal(0, Card.BOAT_BACK).tents(0, 3, 3)
    table.of("max_rounds ends the game", "R26", "R35").turn("play boat_back", "die 1", "die 1 coins", "end")
    table.finish()
    yield table


def cards() -> Iterator[Scribe]:
    table = Scribe(1, 1).of("a card is played from the hand", "R23")
    table.refuse("play four_coins", "market 1 clear", "extra_tent c1 r1", "play boat_back", "play two_dice")
    table.deal(0, Card.MARKET, Card.BOAT_BACK, Card.EXTRA_TENT, Card.TWO_DICE)
    table.of("and only with its effect", "R23")
    table.refuse("market 1 clear", "play boat_back", "extra_tent c1 r1", "play two_dice")
    yield table
    table = Scribe(1, players=4, boat=9).tents(3, 9, 6)
    table.deal(0, Card.IGNORE_DIE, Card.NO_COST).of("worked example 9: both cards on one die", "R33")
    table.turn("die 1", "die 1 tent row 6 ignore_die no_cost", "end")
    yield table
    table = Scribe(2, 4, boat=3).deal(0, Card.IGNORE_DIE).tents(1, 3, 5).of("ignore_die", "R31")
    table.play("die 2")
    table.refuse("die 2 tent row 5 ignore_die no_cost", "die 2 tent no_cost")
    table.play("die 2 tent row 5 ignore_die")
    table.refuse("die 2 tent row 5 ignore_die")
    yield table
    table = Scribe(2).of("without the cards", "R31", "R32")
    table.play("die 2")
    table.refuse("die 2 tent row 5 ignore_die", "die 2 tent no_cost")
    yield table
    for pays in ("true", "false"):
        table = (
            Scribe(2, changes=(f"surcharge_on_no_cost={pays}",), boat=9).tents(1, 9, 2).deal(0, Card.NO_COST)
        )
        table.of("the surcharge of no_cost", "R32").turn("die 2", "die 2 tent no_cost")
        yield table
    table = Scribe(2, boat=9).tents(1, 9, 2).deal(0, Card.NO_COST).give(0, cash=0)
    table.of("the surcharge of no_cost is paid in cash", "R15", "R32").play("die 2")
    table.refuse("die 2 tent no_cost")
    yield table
    for edition in ("schmidt-2009", "bga"):
        table = Scribe(1, edition=edition, boat=10).deal(0, Card.LION, Card.RHINO, Card.ANTELOPE)
        table.of("animals", "R38", "R42").turn("die 1", "die 1 coins")
        if edition == "bga":
            table.turn("play lion", "play rhino")
        else:
            table.refuse("play lion", "play rhino", "play antelope")
        table.turn("end")
        table.finish()
        yield table
    table = Scribe(1).of("a card drawn in this turn may be played", "R23", "R36")
    table.play("die 1")
    table.play("die 1 card", cards=[Card.FOUR_COINS])
    table.play("play four_coins")
    yield table


def shuffles() -> Iterator[Scribe]:
    table = Scribe(2).gems(0, 2, 1).gems(1, 1, 1).pile(12).deal(1, Card.LION).of("worked example 7", "R28")
    table.play("die 2")
    table.play("die 2 card", cards=[COLLAPSE, Card.RHINO])
    yield table
    table = Scribe(2).discard_deck().gems(0, 1).of("the replacement comes from the discards", "R28")
    table.play("die 2")
    table.play("die 2 card", cards=[COLLAPSE, Card.LION])
    yield table
    table = Scribe(2).deal_all(1).of("no replacement: every other card is in a hand", "R28", "R29")
    table.play("die 2")
    table.play("die 2 card", cards=[COLLAPSE])
    yield table
    three = ("cards.mine_collapse=3", "cards_total=29")
    table = Scribe(2, changes=three).gems(1, 1).of("several mine_collapses", "R28")
    table.play("die 2")
    table.play("die 2 card", cards=[COLLAPSE, COLLAPSE, Card.RHINO])
    yield table
    table = Scribe(2, 3, 4).deal(0, Card.TWO_DICE).of("two_dice runs on when it is shuffled away", "R27")
    table.turn("play two_dice", "die 2")
    table.play("die 2 card", cards=[COLLAPSE, Card.LION])
    table.turn("die 3", "die 3 coins")
    yield table
    few = tuple(f"cards.{CARDS.key(card)}={int(card in (Card.FOUR_COINS, Card.LION))}" for card in Card)
    few += ("cards_total=2",)
    table = Scribe(1, 2, 3, 4, changes=few, players=2).of("without mine_collapse", "R30")
    table.play("die 1")
    table.play("die 1 card", cards=[Card.FOUR_COINS])
    table.turn("play four_coins", "end", "die 2")
    table.play("die 2 card", cards=[Card.LION])
    table.turn("end", "die 3")
    table.play("die 3 card", cards=[Card.FOUR_COINS])
    table.turn("end", "die 4")
    table.refuse("die 4 card")
    table.turn("die 4 coins")
    yield table


def two_dice() -> Iterator[Scribe]:
    for pool, last in (((2, 2), 0), ((2, 3), 2)):
        table = Scribe(*pool).last_dice(last, 0, 0).deal(0, Card.TWO_DICE).of("no two legal values", "R37")
        table.refuse("play two_dice")
        yield table
    table = Scribe(4, 4, 5).deal(0, Card.TWO_DICE, Card.TWO_DICE).of("two dice in a turn", "R37")
    table.turn("die 4", "die 4 coins", "play two_dice")
    table.refuse("play two_dice", "die 4", "end")
    table.turn("die 5", "die 5 coins")
    table.refuse("play two_dice", "die 4")
    yield table
    table = Scribe(4, 4, 5).deal(0, Card.TWO_DICE).of("no higher die is left", "R37")
    table.play("die 5")
    table.refuse("play two_dice")
    yield table
    table = Scribe(4, 5).deal(0, Card.TWO_DICE).of("the highest first: the second die is lost", "R37")
    table.turn("play two_dice", "die 5", "die 5 coins", "end")
    yield table
    table = Scribe(5, 6).last_dice(2, 6, 6).deal(0, Card.TWO_DICE).of("worked example 3", "R37")
    table.turn("play two_dice", "die 5", "die 5 tent", "die 6", "die 6 tent", "end")
    yield table
    table = Scribe(2, 4, 5, 3, players=2).last_dice(0, 5).deal(0, Card.TWO_DICE)
    table.of("the second die is the last one", "R8", "R37")
    table.turn("play two_dice", "die 2", "die 2 coins", "die 4", "die 4 coins", "end")
    table.refuse("die 3")
    yield table


def boats() -> Iterator[Scribe]:
    table = Scribe(1, 2, players=4, boat=4, seat=1).tents(0, 4, 5).tents(0, 3, 2, 1, scored=1)
    table.deal(1, Card.BOAT_BACK).of("worked example 8", "R35")
    table.turn("play boat_back", "die 2", "die 2 tent", "end", "die 1", "die 1 coins", "end")
    table.roll(1, 1, 2, 2, 3, 3, 4, 4)
    yield table
    table = Scribe(1, boat=10).deal(0, Card.BOAT_BACK).tents(0, 9, 2, 1, scored=1).tents(1, 10, 6)
    table.of("on the last column, after the last die", "R35")
    table.turn("die 1", "die 1 coins", "play boat_back", "end")
    table.roll(1, 1, 1, 1, 1, 1)
    yield table
    table = Scribe(2, boat=3).deal(0, Card.BOAT_BACK).of("with a die in hand", "R35")
    table.turn("die 2", "play boat_back", "die 2 tent")
    yield table


def tents() -> Iterator[Scribe]:
    table = Scribe(3).tents(0, 1, 1, 11).of("no tent is left", "R16")
    table.play("die 3")
    table.refuse("die 3 tent", "die 3 tent from c1 r1")
    yield table
    table = Scribe(3, boat=5).tents(0, 2, 1, 1, scored=1).tents(0, 5, 3).deal(0, Card.EXTRA_TENT)
    table.of("worked example 10: only beside a scored tent", "R34")
    table.refuse("extra_tent c5 r3")
    table.turn("extra_tent c2 r1")
    yield table
    for pays in ("true", "false"):
        change = (f"surcharge_on_extra_tent={pays}",)
        table = Scribe(1, changes=change, boat=5).tents(0, 2, 1, 1, scored=1).tents(1, 2, 1, 2).tents(2, 2, 1)
        table.deal(0, Card.EXTRA_TENT).give(0, cash=1).of("the surcharge of extra_tent", "R34")
        if pays == "true":
            table.refuse("extra_tent c2 r1")
            table.give(0, cash=2)
        table.turn("extra_tent c2 r1")
        yield table
    table = Scribe(1, boat=3).tents(0, 2, 4, 1, scored=1).deal(0, Card.EXTRA_TENT, Card.BOAT_BACK)
    table.of("an extra tent scores when the boat is back", "R34", "R35")
    table.turn("extra_tent c2 r4", "play boat_back", "die 1", "die 1 coins", "end")
    yield table
    for players in (2, 3):
        table = Scribe(1, players=players, boat=5).tents(0, 2, 1, 11, scored=11).deal(0, Card.EXTRA_TENT)
        table.of("extra_tent needs a tent in supply", "R34", "R45").refuse("extra_tent c2 r1")
        yield table


def moves() -> Iterator[Scribe]:
    table = Scribe(6, players=2, boat=10).tents(0, 1, 1, 9, scored=9).tents(0, 10, 5, 2).give(0, vp=50)
    table.of("a tent moves and scores again", "R45").play("die 6")
    table.refuse(
        "die 6 tent", "die 6 tent from c10 r5 scored", "die 6 tent from c1 r1", "die 6 tent from c3 r1"
    )
    table.turn("die 6 tent from c10 r5", "end")
    yield table
    table = Scribe(3, players=2, boat=9).tents(0, 2, 4, 10, scored=10).tents(0, 9, 3).tents(1, 9, 3)
    table.deal(0, Card.NO_COST, Card.IGNORE_DIE).of("not from the target; the cards go with a move", "R45")
    table.play("die 3")
    table.refuse("die 3 tent from c9 r3")
    table.turn("die 3 tent no_cost from c2 r4 scored")
    yield table
    table = Scribe(6, players=2).tents(0, 1, 1, 10, scored=10).of("not while a tent is in supply", "R45")
    table.play("die 6")
    table.refuse("die 6 tent from c1 r1 scored")
    table.turn("die 6 tent")
    yield table


def ended(*seats: tuple[int, int], edition: str = "schmidt-2009", changes: tuple[str, ...] = ()) -> Scribe:
    """A finished game, or one before its final dice; (donation, VP) of each seat."""
    phase = Phase.FINAL_DICE if len(seats) == 2 else Phase.OVER
    table = Scribe(players=len(seats), edition=edition, changes=changes, phase=phase, boat=10)
    for seat, (chest, vp) in enumerate(seats):
        table.give(seat, chest=chest, vp=vp)
    return table


def ends() -> Iterator[Scribe]:
    table = ended((5, 0), (6, 0), (7, 0), (8, 0)).tents(0, 1, 3).tents(1, 4, 3).tents(2, 9, 3)
    table.tents(3, 1, 6).tents(3, 10, 6).tents(0, 5, 6).of("ties round down", "R41").finish()
    yield table
    table = ended((1, 0), (6, 0), (7, 0)).tents(0, 1, 1, 2).tents(1, 1, 1).gems(1, 1, 2)
    table.of("who is out takes the bonus too", "R43").finish()
    yield table
    table = ended((12, 70), (9, 80), (9, 75), (15, 60)).of("worked example 11", "R43")
    table.finish()
    yield table
    table = ended((12, 70), (15, 70), (9, 80), (9, 90), (10, 1)).of("worked example 11 with a tie", "R44")
    table.finish()
    yield table
    for rule in ("true", "false"):
        table = ended((6, 3), (6, 9), (6, 2), changes=(f"all_equal_all_out={rule}",))
        table.of("all donations equal", "R43").finish()
        yield table
    for edition in ("schmidt-2009", "bga"):
        table = ended((2, 0), (8, 30), (8, 30), edition=edition).give(1, placed=4).give(2, placed=5)
        table.of("the last tie-break", "R44").finish()
        yield table
    table = ended((1, 0), (9, 8), (7, 5), (7, 5)).of("survivors tie at any place", "R47")
    table.finish()
    yield table
    table = ended((1, 90), (6, 3), (9, 2), (9, 1)).give(0, forfeited=1).of("a forfeited seat", "R47")
    table.finish()
    yield table
    table = ended((1, 90), (6, 3), (9, 2)).give(0, forfeited=1).give(2, forfeited=1)
    table.of("a single seat left is not out", "R47").finish()
    yield table
    for donations, points, dice in (
        ((14, 13), (50, 90), (3, 4, 5, 2)),
        ((13, 10), (50, 90), (3, 4, 5, 2)),
        ((14, 14), (50, 50), (3, 4, 5, 2)),
        ((24, 24), (7, 9), (6, 6, 6, 6)),
        ((4, 3), (1, 9), (1, 1, 1, 1)),
    ):
        table = ended(*zip(donations, points, strict=True)).of("worked example 12: the final dice", "R46")
        table.refuse("donate 1")
        table.roll(*dice)
        table.finish()
        yield table
