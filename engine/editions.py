"""Editions: one rules engine, and the numbers and switches of a printing as data (see docs/editions.md)."""

import functools
import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, Final

import msgspec

from livingstone.engine.codec import dumps
from livingstone.engine.edition_values import (
    BY_NAME,
    KEYS,
    check_together,
    hint,
    key_of,
    plain,
    read_rule,
    read_value,
)
from livingstone.engine.errors import EditionError
from livingstone.engine.layout import Array, new_rules

DEFAULT: Final = "schmidt-2009"
BUILTIN: Final = ("schmidt-2009", "bga")
PROVENANCES: Final = ("rulebook", "bga", "review", "assumed", "user")


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
        loaded = _load_builtin(str(edition)) if str(edition) in BUILTIN else _load_file(Path(edition))
        return loaded.with_rules(overrides) if overrides else loaded

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Edition":
        """The inverse of :meth:`to_dict`, checked in full."""
        return _from_data(data, "edition: ", complete=True)

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
            "provenance": {key.name: source for key, source in zip(KEYS, self.provenance, strict=True)},
        }

    def with_rules(self, overrides: Sequence[str]) -> "Edition":
        """This edition with ``key=value`` overrides; what they state has provenance ``user``."""
        values = self.values()
        sources = dict(zip(BY_NAME, self.provenance, strict=True))
        for text in overrides:
            name, values[name] = read_rule(text, values)
            sources[name] = "user"
        check_together(values, "--rule: ")
        return Edition(name=self.name, **values, provenance=tuple(sources[key.name] for key in KEYS))

    def assumed(self) -> tuple[str, ...]:
        """Keys whose value nobody could read in a rule book."""
        return tuple(key.name for key, source in zip(KEYS, self.provenance, strict=True) if source == "assumed")

    def to_rules(self) -> Array:
        """The values as kernels read them: RULES array of shape (1,), shared by equal editions; do not write."""
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
    return hashlib.sha256(dumps({key.name: plain(key, getattr(edition, key.name)) for key in KEYS})).hexdigest()[:16]


@functools.cache
def _load_builtin(name: str) -> Edition:
    text = resources.files("livingstone.engine").joinpath("data", f"{name}.toml").read_text(encoding="utf-8")
    return _from_data(tomllib.loads(text), f"{name}: ", complete=True)


def _load_file(path: Path) -> Edition:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise EditionError(f"edition {str(path)!r}: no such name or file, {hint(str(path), BUILTIN)}") from None
    except UnicodeDecodeError:
        raise EditionError(f"{path}: not UTF-8 text, expected a TOML file") from None
    except tomllib.TOMLDecodeError as error:
        raise EditionError(f"{path}: {error}") from None
    except OSError as error:
        raise EditionError(f"{path}: {error.strerror}, expected an edition file") from None
    return _from_data(data, f"{path}: ", complete=False, name=path.stem)


def _from_data(data: Mapping[str, Any], where: str, *, complete: bool, name: str = "") -> Edition:
    """An edition of plain data; one that is not ``complete`` starts from its ``base``."""
    rest = dict(data)
    title = rest.pop("name", name)
    if not isinstance(title, str) or not title or len(title) > 80 or not title.isprintable():
        raise EditionError(f"{where}name: {title!r}, expected a short text")
    base = None
    if not complete:
        base_name = rest.pop("base", DEFAULT)
        if base_name not in BUILTIN:
            raise EditionError(f"{where}base: {base_name!r}, {hint(str(base_name), BUILTIN)}")
        base = _load_builtin(base_name)
    stated = _stated_sizes(rest, where)
    given = rest.pop("provenance", {})
    values, sources = (base.values(), dict(zip(BY_NAME, base.provenance, strict=True))) if base else ({}, {})
    for raw, value in rest.items():
        key = key_of(raw, where.rstrip(": "))
        values[raw] = read_value(key, value, values.get(raw), f"{where}{raw}")
        sources[raw] = "user"
    missing = [key.name for key in KEYS if key.name not in values]
    if missing:
        raise EditionError(f"{where}{missing[0]}: missing, expected {BY_NAME[missing[0]].text}")
    _read_provenance(given, sources, where)
    check_together(values, where)
    for what, key_name in (("columns", "cost"), ("rows", "bonus")):
        if what in stated and stated[what] != len(values[key_name]):
            raise EditionError(f"{where}{what}: {stated[what]!r}, but {key_name} has {len(values[key_name])} numbers")
    return Edition(name=title, **values, provenance=tuple(sources[key.name] for key in KEYS))


def _stated_sizes(rest: dict[str, Any], where: str) -> dict[str, Any]:
    return {what: rest.pop(what) for what in ("columns", "rows") if what in rest}


def _read_provenance(given: Any, sources: dict[str, str], where: str) -> None:
    if not isinstance(given, Mapping):
        raise EditionError(f"{where}provenance: {given!r}, expected a table of key = source")
    for raw, source in given.items():
        key_of(raw, f"{where}provenance")
        if source not in PROVENANCES:
            raise EditionError(f"{where}provenance.{raw}: {source!r}, {hint(str(source), PROVENANCES)}")
        sources[raw] = source
