"""Editions: one rules engine, and the numbers and switches of a printing as data (see docs/editions.md)."""

import functools
import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from livingstone.engine.codec import dumps
from livingstone.engine.edition_file import (
    BUILTIN,
    DEFAULT,
    PROVENANCES,
    Contents,
    read_builtin,
    read_complete,
    read_file,
)
from livingstone.engine.edition_values import KEYS, check_together, plain, read_rule
from livingstone.engine.layout import Array, new_rules

__all__ = ["BUILTIN", "DEFAULT", "PROVENANCES", "Edition", "assumption_line"]


class Edition(msgspec.Struct, frozen=True):
    """All values of an edition. Tuples are by column, by row, or in the order of the enums.

    Made by :meth:`load` or :meth:`from_dict`, which check everything; two editions are equal when their name,
    values and provenances are.
    """

    name: str
    dice_per_player: int
    tents_per_player: int
    start_coins: int
    bag: tuple[int, ...]
    stones_total: int
    gem_price: tuple[int, ...]
    market_coins: tuple[int, ...]
    market_vp: tuple[int, ...]
    kept_gem_vp: int
    cost: tuple[int, ...]
    bonus: tuple[int, ...]
    cards: tuple[int, ...]
    cards_total: int
    animal_vp: tuple[int, ...]
    animals: str
    act_before_die: bool
    must_take_die: bool
    surcharge_on_no_cost: bool
    surcharge_on_extra_tent: bool
    white_draw_pays: bool
    tie_break: str
    all_equal_all_out: bool
    max_rounds: int
    money: str
    provenance: tuple[str, ...]
    """One of ``PROVENANCES`` for each of ``KEYS``."""

    @classmethod
    def load(cls, edition: str | Path = DEFAULT, overrides: Sequence[str] = ()) -> "Edition":
        """A built-in edition by name, or a file; ``overrides`` are ``key=value`` texts, applied in order.

        Raises :class:`EditionError`: one line with the field and what was expected.
        """
        loaded = _of(read_builtin(str(edition)) if str(edition) in BUILTIN else read_file(Path(edition)))
        return loaded.with_rules(overrides) if overrides else loaded

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Edition":
        """The inverse of :meth:`to_dict`, checked in full. Raises :class:`EditionError`."""
        return _of(read_complete(data, "edition: "))

    @staticmethod
    def builtin_names() -> tuple[str, ...]:
        """The names :meth:`load` knows without a file; the first is the default."""
        return BUILTIN

    @staticmethod
    def base_of(edition: str | Path) -> "Edition":
        """The built-in edition that a file starts from; a built-in edition itself."""
        return Edition.load(edition if str(edition) in BUILTIN else read_file(Path(edition)).base)

    @property
    def columns(self) -> int:
        """Columns of the board."""
        return len(self.cost)

    @property
    def rows(self) -> int:
        """Rows of the board."""
        return len(self.bonus)

    @property
    def digest(self) -> str:
        """16 hex digits of the values (name and provenance left out): equal digests play alike."""
        return _digest(self)

    def values(self) -> dict[str, Any]:
        """Every value by key."""
        return {key.name: getattr(self, key.name) for key in KEYS}

    def to_dict(self) -> dict[str, Any]:
        """Name, values and provenance as plain data, for records, positions and the protocol."""
        return {
            "name": self.name,
            **{key.name: plain(key, getattr(self, key.name)) for key in KEYS},
            "provenance": self.sources(),
        }

    def with_rules(self, overrides: Sequence[str]) -> "Edition":
        """This edition with ``key=value`` overrides; what they state has provenance ``user``.

        Of an assumed list, stating some numbers leaves the others assumed, and so the whole key.
        """
        values, sources = self.values(), self.sources()
        stated: dict[str, set[str]] = {}
        for text in overrides:
            name, part, values[name] = read_rule(text, values)
            parts = stated.setdefault(name, set())
            parts.add(part)
            if not part or sources[name] != "assumed" or len(parts) == len(values[name]):
                sources[name] = "user"
        check_together(values, "--rule: ")
        return _of(Contents(self.name, values, sources, ""))

    def sources(self) -> dict[str, str]:
        """The provenance of every value by key."""
        return {key.name: source for key, source in zip(KEYS, self.provenance, strict=True)}

    def assumed(self) -> tuple[str, ...]:
        """Keys whose value nobody could read in a rule book."""
        return tuple(name for name, source in self.sources().items() if source == "assumed")

    def to_rules(self) -> Array:
        """The values as kernels read them: RULES array of shape (1,), the caller's own copy."""
        return self.shared_rules().copy()

    def shared_rules(self) -> Array:
        """As :meth:`to_rules`, without the copy: for the engine's own calls, which never write to it.

        It is not marked read-only: kernels would be compiled a second time for such arrays.
        """
        return _rules_of(self)


def assumption_line(edition: Edition) -> str | None:
    """One line for whoever gives advice, while assumed values are in use: which, and how to correct them."""
    keys = edition.assumed()
    if not keys:
        return None
    return (
        f"assumed values in use: {', '.join(keys)}; check your box and correct them with --rule KEY=VALUE "
        "or a file from 'livingstone-ai edition new'"
    )


def _of(contents: Contents) -> Edition:
    """The edition of checked values."""
    provenance = tuple(contents.sources[key.name] for key in KEYS)
    return Edition(name=contents.name, **contents.values, provenance=provenance)


@functools.lru_cache(maxsize=64)
def _rules_of(edition: Edition) -> Array:
    array = new_rules()
    row = array[0]
    row.columns, row.rows = edition.columns, edition.rows
    row.cost[: edition.columns] = edition.cost
    row.bonus[: edition.rows] = edition.bonus
    for name in ("bag", "cards", "gem_price", "market_coins", "market_vp", "animal_vp"):
        row[name][:] = getattr(edition, name)
    row.animals_when_played = edition.animals == "when_played"
    row.tie_break_tents = edition.tie_break == "tents"
    row.money_open = edition.money == "open"
    for key in KEYS:
        if key.kind in ("whole", "flag") and not key.name.endswith("_total"):
            row[key.name] = getattr(edition, key.name)
    return array


@functools.lru_cache(maxsize=64)
def _digest(edition: Edition) -> str:
    return hashlib.sha256(
        dumps({key.name: plain(key, getattr(edition, key.name)) for key in KEYS})
    ).hexdigest()[:16]
