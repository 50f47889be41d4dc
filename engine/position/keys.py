"""Every key of a position file, once: its type, range, default, an example and what it means.

The check for unknown keys, the JSON Schema, the tables of ``docs/position.md`` and the template are all made
from here, so they cannot disagree.
"""

import json
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from livingstone.engine.constants import FACES, MAX_COLUMNS, MAX_SEATS, MIN_SEATS

Schema: TypeAlias = dict[str, Any]

MAX_COINS: Final = (1 << 20) - 1
"""The most coins or victory points a file may name."""
MAX_COUNT: Final = 1100
"""The most stones, cards or dice of one kind a file may name; the edition's own numbers are far below."""
MAX_ROUND: Final = 10_000

_DICE: Final[Schema] = {
    "anyOf": [
        {"type": "integer", "minimum": 1, "maximum": FACES},
        {"type": "string", "pattern": r"^[1-6\s,]*$"},
        {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": FACES}},
    ]
}
UNKNOWN: Final = ("?", "unknown", "unbekannt")
"""Written for coins nobody knows; the same as leaving the key out."""
TIMES: Final = {"never": 0, "nie": 0, "once": 1, "einmal": 1, "twice": 2, "zweimal": 2, "dreimal": 3}
"""How often somebody gave, in a word."""
_RANGE: Final[Schema] = {
    "anyOf": [
        {"type": "integer", "minimum": 0, "maximum": MAX_COINS},
        {"type": "string", "pattern": r"^\s*[0-9]{1,7}\s*((-|\.\.|to|bis)\s*[0-9]{1,7}\s*)?$"},
        {"enum": list(UNKNOWN)},
        {
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": MAX_COINS},
            "minItems": 2,
            "maxItems": 2,
        },
    ]
}
_GAVE: Final[Schema] = {
    "anyOf": [
        {"type": "integer", "minimum": 0, "maximum": MAX_COINS},
        {
            "type": "string",
            "pattern": r"^\s*[0-9]{1,7}\s*((-|\.\.|to|bis)\s*[0-9]{1,7}\s*)?"
            r"(times?|x|mal|coins?|Münzen?)?\s*$",
        },
        {"enum": [*TIMES, *UNKNOWN]},
        {
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": MAX_COINS},
            "minItems": 2,
            "maxItems": 2,
        },
    ]
}
_CARDS: Final[Schema] = {
    "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
}
_GEMS: Final[Schema] = {
    "anyOf": [
        {"type": "string"},
        {
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": MAX_COUNT},
            "minItems": 3,
            "maxItems": 3,
        },
    ]
}
_STONES: Final[Schema] = {
    "anyOf": [
        {"type": "string"},
        {
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": MAX_COUNT},
            "minItems": 5,
            "maxItems": 5,
        },
    ]
}
_YES_NO: Final[Schema] = {"type": "boolean"}
_NAME: Final[Schema] = {"type": "string", "minLength": 1, "maxLength": 24}


def _whole(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


@dataclass(frozen=True)
class Key:
    """One key: ``kind`` and ``limits`` for people, ``schema`` for programs, ``example`` as TOML."""

    name: str
    kind: str
    limits: str
    default: str
    example: str
    about: str
    schema: Schema
    required: bool = False


TOP: Final[tuple[Key, ...]] = (
    Key(
        "dice", "faces", "each 1-6, at most the dice of a round", "required while no die is held, else none",
        'dice = "4 4 6"', "The dice that lie on the table; a list such as [4, 4, 6] is the same.", _DICE,
    ),
    Key(
        "me", "seat name", "a name of `[seats]`", "required", 'me = "Red"',
        "Whose knowledge this is. It is also this seat's turn unless `turn` says otherwise.", _NAME, True,
    ),
    Key(
        "seats", "tables", f"{MIN_SEATS}-{MAX_SEATS} seats", "required", "Blue = {vp=27, cards=3}",
        "One table per player, clockwise from this round's start player (or see `start`).",
        {"type": "object", "minProperties": MIN_SEATS, "maxProperties": MAX_SEATS}, True,
    ),
    Key(
        "tents", "board", "the edition's columns and rows", "an empty board",
        'tents = ["   1* 2", "2  B  .", "1  .  RG"]',
        "The board as text: a line of column numbers, then a line per row: its number and one cell per "
        "column. A dot is an empty space, letters are tents, `*` behind a column number is the boat. Text in "
        "brackets is ignored. A list of lines is the same.",
        {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
    ),
    Key(
        "boat", "column", "1 to the last column", "the `*` of the board; column 1 without a board",
        "boat = 6",
        "The boat's column, instead of the `*`.", _whole(1, MAX_COLUMNS),
    ),
    Key(
        "round", "number", "the boat's column or later", "the boat's column", "round = 7",
        "Only needed after a boat_back: the round number is then higher than the boat's column.",
        _whole(1, MAX_ROUND),
    ),
    Key(
        "start", "seat name", "a name of `[seats]`", "the first seat", 'start = "Blue"',
        "This round's start player, if the seats are listed from another one.", _NAME,
    ),
    Key(
        "turn", "seat name", "a name of `[seats]`", "`me`", 'turn = "Blue"',
        "Whose turn it is. In another seat's turn a position can be shown, but no hint can be asked for.",
        _NAME,
    ),
    Key(
        "holding", "die", "1-6", "no die held", "holding = 4",
        "The die taken in this turn (the last one, if two).", _whole(1, FACES),
    ),
    Key(
        "done", "yes/no", "needs `holding`", "false", "done = true",
        "The action of the die held is done; the turn has not ended yet.", _YES_NO,
    ),
    Key(
        "two_dice", "yes/no", "", "false", "two_dice = true", "The card two_dice was played in this turn.",
        _YES_NO,
    ),
    Key(
        "second_die", "yes/no", "needs `holding` and `two_dice`", "false", "second_die = true",
        "The die held is the second one of two_dice.", _YES_NO,
    ),
    Key(
        "pile", "stones", "what the edition has", "no stone set aside", 'pile = "9 black 2 clear"',
        "The stones set aside; the rest is in the bag. A list counts black, white, clear, blue, red.",
        _STONES,
    ),
    Key(
        "bag", "stones", "what the edition has", "all stones neither on the pile nor in front of a player",
        'bag = "20 black 1 white 12 clear 8 blue 5 red"', "What the bag holds, instead of `pile`.", _STONES,
    ),
    Key(
        "discards", "cards", "what the edition has", "none", 'discards = "lion, four coins x2"',
        "The open discard pile, in any order.", _CARDS,
    ),
    Key(
        "deck", "number", "all cards less hands and discards", "derived", "deck = 16",
        "How many cards the deck has. It follows from the rest, so it is only a check.", _whole(0, MAX_COUNT),
    ),
    Key(
        "shuffled", "cards", "what the edition has", "none", 'shuffled = "market, rhino"',
        "The discards that went into the deck when it was last shuffled (mine_collapse).", _CARDS,
    ),
    Key(
        "edition", "edition", "a built-in name, a file or all values", "schmidt-2009", 'edition = "bga"',
        "The edition played. A file is looked for beside the position file.",
        {"anyOf": [{"type": "string"}, {"type": "object"}]},
    ),
    Key(
        "rules", "table", "keys of the edition", "none", "rules = {must_take_die = false}",
        "Single values of the edition that are different at this table.", {"type": "object"},
    ),
)  # fmt: skip

SEAT: Final[tuple[Key, ...]] = (
    Key(
        "vp", "number", "0 or more", "0", "vp = 27", "Victory points on the track.", _whole(0, MAX_COINS),
    ),
    Key(
        "cards", "number", "0 or more", "0; for `me` the length of `hand`", "cards = 3",
        "How many action cards the player holds.", _whole(0, MAX_COUNT),
    ),
    Key(
        "hand", "cards", "only for `me`", "no card", 'hand = "market, four coins x2"',
        "Your own action cards, with commas between them; German names work too.", _CARDS,
    ),
    Key(
        "die", "die", "0-6, 0 = none", "0", "die = 4",
        "The last die the player took in this round.",
        {"anyOf": [_whole(0, FACES), {"const": "-"}]},
    ),
    Key(
        "gems", "gems", "what the edition has", "none", 'gems = "2 clear 1 blue"',
        "The gems in front of the player. A list counts clear, blue, red.", _GEMS,
    ),
    Key(
        "cash", "number or range", "a range only for others", "required for `me`, else unknown",
        'cash = "3-6"',
        "Coins in hand: 4, \"3-6\", \"3..6\" or [3, 6].", _RANGE,
    ),
    Key(
        "chest", "number or range", "", "unknown; for `me` 0 unless `gave` tells more", "chest = 6",
        "Coins donated.", _RANGE,
    ),
    Key(
        "wealth", "number or range", "", "unknown", "wealth = 11", "Cash and chest together.", _RANGE,
    ),
    Key(
        "gave", "times or coins", "", "unknown", 'gave = "4 times"',
        "Donations in the whole game: how often (4, \"once\", \"4 times\", \"2-4 times\") or how much in all "
        "(\"7 coins\", \"5-9 coins\").",
        _GAVE,
    ),
    Key(
        "donations", "list of tables", "", "none", "donations = [{round=3}, {round=5, wealth=9, least_wealth=4}]",
        "The donations you remember, in their order: the round, and where you know them the wealth when it "
        "gave (the given coins included) and the least wealth since.",
        {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "round": _whole(1, MAX_ROUND),
                    "wealth": _whole(0, MAX_COINS),
                    "least_wealth": _whole(0, MAX_COINS),
                },
                "required": ["round"],
                "additionalProperties": False,
            },
        },
    ),
    Key(
        "letter", "letter", "one letter, each seat its own", "first letter of the name", 'letter = "X"',
        "The player's letter on the board.", {"type": "string", "pattern": r"^[^\W\d_]$"},
    ),
    Key(
        "passed", "yes/no", "", "false", "passed = true",
        "The player passed and is finished for this round (editions in which passing is allowed).", _YES_NO,
    ),
    Key(
        "forfeited", "yes/no", "", "false", "forfeited = true",
        "The player has given up; the tents stay.", _YES_NO,
    ),
    Key(
        "old_cards", "number", "at most `cards`", "`cards` after a shuffle, else 0", "old_cards = 1",
        "How many cards the player surely still holds from before the deck was last shuffled.",
        _whole(0, MAX_COUNT),
    ),
)  # fmt: skip


def table(keys: tuple[Key, ...]) -> str:
    """The keys as a Markdown table, as it stands in ``docs/position.md``."""
    lines = ["| key | type | range | default | example | meaning |", "|---|---|---|---|---|---|"]
    for key in keys:
        cells = (f"`{key.name}`", key.kind, key.limits, key.default, f"`{key.example}`", key.about)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def schema() -> Schema:
    """The JSON Schema (draft 2020-12) of a position file read as JSON."""
    seat = {
        "type": "object",
        "properties": {key.name: {**key.schema, "description": key.about} for key in SEAT},
        "additionalProperties": False,
    }
    properties = {key.name: {**key.schema, "description": key.about} for key in TOP}
    properties["seats"]["additionalProperties"] = {"$ref": "#/$defs/seat"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Livingstone position",
        "description": "A moment of a game of Livingstone as one player sees it.",
        "type": "object",
        "properties": properties,
        "required": [key.name for key in TOP if key.required],
        "additionalProperties": False,
        "$defs": {"seat": seat},
    }


def schema_text() -> str:
    """:func:`schema` as the text of ``docs/position.schema.json``."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
