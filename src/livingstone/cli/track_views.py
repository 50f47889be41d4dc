"""What ``track`` shows beside the board: money, events, help."""

from typing import Final

from livingstone.ai.evidence import evidence_of
from livingstone.engine.following.follower import Follower
from livingstone.engine.following.table_file import TableFile
from livingstone.engine.following.telling import history_line
from livingstone.engine.wording import range_text

HELP: Final = """\
1 3 3 6 4 2                   the dice of a round (also: roll 133642)
Blue 4 coins                  Blue takes the die 4 for coins; 'me' is you;
                              without a name it is whose turn it is
Blue 4 card                   a card; your own with its name: me 4 card lion;
                              if mine_collapse came first: Blue 4 card collapse
Green mine 3: 2 black 1 clear black b k, white w, clear c, blue u, red r
Blue 4 tent                   more: ignore die row 6, no cost,
                              from c3 r2 (two players, no tent left)
Red plays market 2 clear      no gems: all; also four coins, two dice,
                              boat back, three stones: 2 black 1 red
Red extra tent c2 r1          the card extra_tent on column 2, row 1
Blue sells 2 clear 1 red      no gems: all
Yellow donates                your own with the coins: donate 3
end, pass, forfeit Blue       a turn also ends by itself when the next begins
chests Blue 12 lion Red 9     after the game: each chest, the animals shown
back                          take the last line back
hint, hint 10s, hint 5000     the best turn, when it is yours
show, money, events 20, quit  the board; everyone's coins; what happened; leave"""


def money_lines(state: Follower) -> list[str]:
    """Everyone's wealth, what bounds chest and hand, and why."""
    observation = state.observation()
    rows: list[tuple[str, ...]] = [("", "wealth", "chest", "in hand", "donations")]
    for seat, money in enumerate(observation.money):
        rounds = sorted({event.round for event in money.events})
        when = f" (round {', '.join(map(str, rounds))})" if rounds else ""
        name = f"{state.names[seat]}{' (you)' if seat == state.me else ''}"
        coins = (range_text(*bounds) for bounds in (money.wealth, money.chest, money.cash))
        rows.append((name, *coins, f"{money.gave[0]}{when}"))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        f"{row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:>{widths[2]}}  {row[3]:>{widths[3]}}  {row[4]}"
        for row in rows
    ]
    return lines + [fact.sentence for fact in evidence_of(observation, state.names, state.payments)]


def events_lines(table: TableFile, count: int) -> list[str]:
    """The last events, numbered."""
    state = table.header.new_follower()
    lines = []
    for number, step in enumerate(table.steps, 1):
        lines.append(history_line(number, step, state))
        state.step(step)
    return lines[-count:] or ["nothing has happened yet"]
