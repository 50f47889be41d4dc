"""The config of a tournament: a TOML file, read strictly into plain values."""

import hashlib
import secrets
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from livingstone.engine.codec import dumps
from livingstone.engine.editions import BUILTIN, DEFAULT, Edition
from livingstone.engine.errors import EditionError, LivingstoneError
from livingstone.engine.names import did_you_mean, quote
from livingstone.protocol.isolation import Isolation
from livingstone.protocol.messages import TimeControl
from livingstone.tournaments import config_values as values
from livingstone.tournaments.config_season import READERS, Competition, Night, Nightly, Season
from livingstone.tournaments.config_text import ConfigText
from livingstone.tournaments.scoring import Score


class BotEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One ``[[bot]]``."""

    bot: str
    """A built-in player, a path or a command; see :func:`livingstone.tournaments.entrants.read_entrant`."""
    name: str = ""
    """Empty: what the bot calls itself."""
    author: str = ""
    """Empty: what the manifest says, or nobody."""
    memory_mb: int | None = None
    threads: int | None = None
    """None: what the manifest says, or the default."""


class TournamentConfig(msgspec.Struct, frozen=True, kw_only=True):
    """``[tournament]`` and the bots."""

    bots: tuple[BotEntry, ...]
    players: tuple[int, ...]
    """Table sizes, ascending."""
    name: str = "tournament"
    cycles: int = 1
    format: Literal["round_robin", "gauntlet"] = "round_robin"
    challengers: tuple[str, ...] = ()
    """Names of bots; empty for a round robin."""
    seed: str | None = None
    """The master seed; None: not drawn yet, see :func:`draw_seed`."""
    deals: Literal["shared", "fresh"] = "shared"
    score: Score = "placement"
    edition: Edition
    """With its changed rules."""
    time: TimeControl = TimeControl()
    tries: int = 1
    """Answers a request may have: 1 is strict."""
    isolation: Isolation | None = None
    """None: the best there is."""
    require_isolation: Isolation | None = None
    memory_mb: int = 1024
    """For bots that ask for nothing."""
    anchor: str | None = None
    """The bot whose rating is 1000; None: left to the rating."""
    same_author_together: bool = False
    """Whether two bots of an author may share a table of three or more."""
    exclude_after: int | None = None
    """Faults after which a bot is excluded; None: it stays."""
    workers: int | None = None
    """Processes; None: one for each core."""
    season: Season = Season()
    """For a tournament that is played night by night."""

    @property
    def digest(self) -> str:
        """16 hex digits of everything that changes which games are played, or how."""
        parts = {name: getattr(self, name) for name in self.__struct_fields__ if name not in _NOT_IN_GAMES}
        if self.season.nights:
            parts["nights"] = self.season.nights
        return hashlib.sha256(dumps({**parts, "edition": self.edition.digest})).hexdigest()[:16]

    def check_names(self, names: Sequence[str]) -> None:
        """That the challengers and the anchor are among the bots' names. Raises LivingstoneError."""
        for key, wanted in [*(("challengers", name) for name in self.challengers), ("anchor", self.anchor)]:
            if wanted is not None and wanted not in names:
                hint = did_you_mean(wanted, names) or f", expected one of {', '.join(names)}"
                raise LivingstoneError(f"{key}: {quote(wanted)} is no bot's name{hint}")


_NOT_IN_GAMES: Final = ("name", "anchor", "workers", "require_isolation", "season")

_TOURNAMENT: Final[Mapping[str, values.Reader]] = {
    "name": values.line(),
    "players": values.sizes,
    "cycles": values.whole(1, values.MOST_CYCLES),
    "format": values.choice("round_robin", "gauntlet"),
    "challengers": values.names,
    "seed": values.seed,
    "deals": values.choice("shared", "fresh"),
    "score": values.choice("placement", "win"),
    "edition": values.line(4096),
    "rules": values.rules,
    "time": values.time,
    "tries": values.whole(1, 100),
    "isolation": values.isolation,
    "require_isolation": values.isolation,
    "memory_mb": values.whole(1, values.MOST_MB),
    "anchor": values.line(),
    "same_author_together": values.flag,
    "exclude_after": values.whole(1, values.MOST_CYCLES),
    "workers": values.whole(1, values.MOST_THREADS),
}
_BOT: Final[Mapping[str, values.Reader]] = {
    "bot": values.line(4096),
    "name": values.line(),
    "author": values.line(200),
    "memory_mb": values.whole(1, values.MOST_MB),
    "threads": values.whole(1, values.MOST_THREADS),
}
_SECTIONS: Final = ("tournament", "bot", "nightly", "competition", "night")


def draw_seed() -> str:
    """A new master seed that nobody can guess."""
    return secrets.token_hex(16)


def read_config(path: Path) -> TournamentConfig:
    """The config in a file; paths in it are taken from its folder.

    Raises:
        LivingstoneError: one line with the file, the line, the key and what was expected.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        hint = "expected a config ('livingstone-ai tournament init' writes one)"
        raise LivingstoneError(f"{path}: there is no such file, {hint}") from None
    except UnicodeDecodeError:
        raise LivingstoneError(f"{path}: not UTF-8 text, expected a TOML file") from None
    except OSError as error:
        raise LivingstoneError(f"{path}: {error.strerror}, expected a config") from None
    return parse_config(text, str(path), path.parent)


def parse_config(
    text: str, source: str = "config", folder: Path = Path(), edition: Edition | None = None
) -> TournamentConfig:
    """The config in a text. ``source``: its name in messages; ``folder``: where an edition's file is looked for.

    ``edition``: the edition as it was read before; its file need not be there any more.

    Raises LivingstoneError as :func:`read_config`.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LivingstoneError(f"{source}: {error}") from None
    except RecursionError:
        raise LivingstoneError(f"{source}: nested too deeply, expected the keys of a config") from None
    return _Reading(data, ConfigText(text, source), folder, edition).config()


class _Reading:
    """Data of one file on its way to a config."""

    def __init__(
        self, data: Mapping[str, Any], text: ConfigText, folder: Path, edition: Edition | None
    ) -> None:
        self._data, self._text, self._folder, self._known = data, text, folder, edition

    def config(self) -> TournamentConfig:
        """Everything checked. Raises LivingstoneError."""
        for key in self._data:
            if key not in _SECTIONS:
                hint = did_you_mean(key, _SECTIONS) or _belongs(key) or ": expected [tournament] and [[bot]]"
                raise LivingstoneError(f"{self._text.where('', key=key)}: not known here{hint}")
        found = self._section("tournament", 1, self._data.get("tournament"), _TOURNAMENT, "players")
        name, rules = found.get("edition", DEFAULT), found.pop("rules", ())
        found["edition"] = self._known or self._edition(name, rules)
        config = TournamentConfig(bots=self._bots(), season=self._season(), **found)
        self._check_format(config)
        self._check_bots(config)
        return config

    def _section(
        self, section: str, number: int, data: Any, readers: Mapping[str, values.Reader], needed: str
    ) -> dict[str, Any]:
        """The values of one section; ``needed``: a key that must be there, or empty."""
        where = self._text.where(section, number)
        if not isinstance(data, Mapping):
            what = "missing" if data is None else quote(data)
            keys = f" with {needed} = ..." if needed else ""
            raise LivingstoneError(f"{where}: {what}, expected a section{keys}")
        found = {}
        for key, value in data.items():
            if key not in readers:
                hint = did_you_mean(key, list(readers)) or f": expected {', '.join(readers)}"
                where = self._text.where(section, number, key).removesuffix(f" {key}")
                raise LivingstoneError(f"{where}: no key {quote(key)}{hint}")
            found[key] = self._read(section, number, key, value, readers[key])
        if needed and needed not in found:
            example = {"players": "[2, 4]", "bots": '["random"]'}.get(needed, '"scripted"')
            raise LivingstoneError(f"{where} {needed}: missing, expected for example {needed} = {example}")
        return found

    def _read(self, section: str, number: int, key: str, value: Any, reader: values.Reader) -> Any:
        try:
            return reader(value)
        except LivingstoneError as error:
            raise LivingstoneError(f"{self._text.where(section, number, key)}: {error}") from None

    def _edition(self, name: str, rules: Sequence[str]) -> Edition:
        try:
            return Edition.load(name if name in BUILTIN else self._folder / name, rules)
        except EditionError as error:
            key = "rules" if str(error).startswith("--rule") else "edition"
            message = str(error).removeprefix("--rule: ").replace("--rule ", "").removeprefix("edition ")
            raise LivingstoneError(f"{self._text.where('tournament', key=key)}: {message}") from None

    def _bots(self) -> tuple[BotEntry, ...]:
        data = self._data.get("bot")
        if not isinstance(data, list) or len(data) < 2:
            what = "one bot" if isinstance(data, list) and data else "no bot"
            raise LivingstoneError(
                f"{self._text.where('')}: {what}, expected at least two sections [[bot]] with bot = ..."
            )
        return tuple(
            BotEntry(**self._section("bot", number, entry, _BOT, "bot"))
            for number, entry in enumerate(data, 1)
        )

    def _season(self) -> Season:
        nightly = self._section("nightly", 1, self._data.get("nightly", {}), READERS["nightly"], "")
        competition = None
        if "competition" in self._data:
            found = self._section("competition", 1, self._data["competition"], READERS["competition"], "")
            competition = Competition(**found)
        nights = self._data.get("night", [])
        if not isinstance(nights, list):
            raise LivingstoneError(
                f"{self._text.where('night')}: {quote(nights)}, expected sections [[night]]"
            )
        return Season(
            nightly=Nightly(**nightly),
            competition=competition,
            nights=tuple(
                Night(**self._section("night", number, entry, READERS["night"], "bots"))
                for number, entry in enumerate(nights, 1)
            ),
        )

    def _check_format(self, config: TournamentConfig) -> None:
        where = self._text.where("tournament", key="format")
        if config.format == "gauntlet" and not config.challengers:
            raise LivingstoneError(f"{where}: a gauntlet has challengers, expected challengers = [...]")
        if config.format != "gauntlet" and config.challengers:
            where = self._text.where("tournament", key="challengers")
            raise LivingstoneError(f'{where}: only a gauntlet has them, expected format = "gauntlet"')
        level, required = config.isolation, config.require_isolation
        if level is not None and required is not None and level.rank < required.rank:
            where = self._text.where("tournament", key="isolation")
            raise LivingstoneError(f"{where}: '{level}' is below require_isolation = '{required}'")

    def _check_bots(self, config: TournamentConfig) -> None:
        seen: dict[str, int] = {}
        for number, bot in enumerate(config.bots, 1):
            if bot.name and bot.name in seen:
                where = self._text.where("bot", number, "name")
                first = f"[[bot]] {seen[bot.name]}"
                raise LivingstoneError(f"{where}: {quote(bot.name)} is the name of {first}, expected another")
            seen[bot.name] = number
        if all(bot.name for bot in config.bots):
            try:
                config.check_names([bot.name for bot in config.bots])
            except LivingstoneError as error:
                key = str(error).partition(":")[0]
                where = self._text.where("tournament", key=key).removesuffix(key)
                raise LivingstoneError(f"{where}{error}") from None


def _belongs(key: str) -> str:
    """A hint for a key of a section that stands before it."""
    for section, readers in (("[tournament]", _TOURNAMENT), ("[[bot]]", _BOT)):
        if key in readers:
            return f": expected below {section}"
    return ""
