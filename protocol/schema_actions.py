"""Actions, legal entries, answers and events as JSON Schema; their forms are those of docs/notation.md."""

from typing import Any, Final, TypeAlias

from livingstone.engine.action_json import USES
from livingstone.engine.constants import FACES, MAX_COLUMNS, MAX_ROWS, MAX_SEATS, STONE_KINDS, Card
from livingstone.engine.names import CARDS, GEMS

Schema: TypeAlias = dict[str, Any]

PLAYABLE: Final = tuple(
    CARDS.key(card)
    for card in (
        Card.BOAT_BACK,
        Card.FOUR_COINS,
        Card.TWO_DICE,
        Card.LION,
        Card.RHINO,
        Card.ANTELOPE,
        Card.THREE_STONES,
    )
)
"""Cards that are played by their name alone."""
_AMOUNT: Final[Schema] = {"type": "integer", "minimum": 0}
_SOME: Final[Schema] = {"type": "integer", "minimum": 1}
_FACE: Final[Schema] = {"type": "integer", "minimum": 1, "maximum": FACES}
_YES: Final[Schema] = {"const": True}
_FLAG: Final[Schema] = {"type": "boolean"}
_GEM: Final = f"({'|'.join(GEMS.keys)})"
_USE: Final = "(card|coins|mine|tent( row [1-8] ignore_die)?( no_cost)?( from c[0-9]+ r[0-9]+( scored)?)?)"
LEGAL_TEXT: Final = (
    f"^(end|pass|die [1-6]( {_USE})?|play ({'|'.join(PLAYABLE)})|extra_tent c[0-9]+ r[0-9]+"
    f"|(sell|market) up to [0-9]+ {_GEM}( [0-9]+ {_GEM})*|donate 1\\.\\.[0-9]+)$"
)


def row_of(*items: Schema) -> Schema:
    """An array of exactly these items."""
    return {"type": "array", "prefixItems": list(items), "items": False, "minItems": len(items)}


_SPACE: Final = row_of(
    {"type": "integer", "minimum": 1, "maximum": MAX_COLUMNS},
    {"type": "integer", "minimum": 1, "maximum": MAX_ROWS},
)
_GEMS: Final[Schema] = {**row_of(*[_AMOUNT] * 3), "description": "Clear, blue, red; at least one gem."}


def closed(properties: Schema, *, optional: tuple[str, ...] = (), about: str = "") -> Schema:
    """An object with these keys and no others."""
    required = [name for name in properties if name not in optional]
    schema: Schema = {"type": "object", "properties": properties, "required": required}
    schema["additionalProperties"] = False
    return {"description": about, **schema} if about else schema


def _common(flag: Schema) -> list[Schema]:
    """The forms that a legal list and an action share; ``flag``: of the keys that say how a tent is placed."""
    tent: Schema = {
        "die": _FACE,
        "use": {"const": "tent"},
        "row": {"type": "integer", "minimum": 1, "maximum": MAX_ROWS},
        "ignore_die": flag,
        "no_cost": flag,
        "from": _SPACE,
        "scored": flag,
    }
    others = [use for use in USES if use != "tent"]
    return [
        closed({"end": _YES}, about="End the turn (R24)."),
        closed({"pass": _YES}, about="Take no die and finish the round (R10)."),
        closed({"die": _FACE}, about="Take a die (R7)."),
        closed({"die": _FACE, "use": {"enum": others}}, about="Use the die in hand (R11-R13)."),
        closed(tent, optional=tuple(tent)[2:], about="Place a tent, or move one (R14, R31-R33, R45)."),
        closed({"play": {"enum": list(PLAYABLE)}}, about="Play a card (R35-R38, R40)."),
        closed({"extra_tent": _SPACE}, about="Play extra_tent on [column, row] (R34)."),
    ]


def action_schema() -> Schema:
    """One action as JSON."""
    return {
        "title": "Action in JSON",
        "description": "An action, see docs/notation.md.",
        "oneOf": [
            *_common(_FLAG),
            closed({"market": _GEMS}, about="Play market for these gems (R39)."),
            closed({"sell": _GEMS}, about="Sell these gems (R18)."),
            closed({"donate": _SOME}, about="Put coins into the chest (R22)."),
        ],
    }


def legal_entry_schema() -> Schema:
    """One entry of a legal list: an action, or a range of amounts."""
    most = closed({"max": _GEMS})
    return {
        "title": "Legal entry",
        "description": "An action, or a range of which every amount is legal.",
        "oneOf": [
            *_common(_YES),
            closed({"market": most}, about="Up to these gems, at least one."),
            closed({"sell": most}, about="Up to these gems, at least one."),
            closed({"donate": row_of({"const": 1}, _SOME)}, about="From 1 to so many coins."),
        ],
    }


def answer_schema() -> Schema:
    """The field ``action`` of an answer."""
    return {
        "title": "Answer",
        "description": "One legal action in any of four forms.",
        "anyOf": [
            {"$ref": "#/$defs/ActionJson"},
            {"type": "string", "description": "The action as text, such as die 4 tent."},
            {**_AMOUNT, "description": "Index of the legal list; a range is taken at its most."},
            {**row_of(_AMOUNT), "description": "The same as the index alone."},
            {**row_of(_AMOUNT, _SOME), "description": "Index of a donate entry, coins."},
            {**row_of(*[_AMOUNT] * 4), "description": "Index of a sell or market entry, clear, blue, red."},
        ],
    }


def event_schema() -> Schema:
    """The field ``event`` of an event."""
    seat = {"type": "integer", "minimum": 0, "maximum": MAX_SEATS - 1}
    dice = {"type": "array", "items": _FACE}
    stones = row_of(*[_AMOUNT] * STONE_KINDS)
    hidden = closed({"donate": _YES}, about="Another seat's donation: its coins are hidden.")
    act: Schema = {
        "seat": seat,
        "act": {"oneOf": [{"$ref": "#/$defs/ActionJson"}, hidden]},
        "stones": {**stones, "description": "Drawn: black, white, clear, blue, red."},
        "cards": {
            "type": "array",
            "items": {"enum": list(CARDS.keys)},
            "description": "Drawn: every mine_collapse, then the card kept if it is one's own.",
        },
        "cards_hidden": {"const": 1, "description": "Another seat kept a card."},
    }
    return {
        "title": "Event payload",
        "oneOf": [
            closed({"roll": dice}, about="The dice of a round (R6)."),
            closed(act, optional=("stones", "cards", "cards_hidden"), about="A seat acts."),
            closed({"forfeit": seat}, about="A seat is lost; a stand-in plays on (R47)."),
            closed({"final": dice}, about="The final dice of two players (R46)."),
        ],
    }
