"""What starts a night by itself: units for systemd and a line for cron, printed for the user to install."""

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from livingstone.engine.errors import LivingstoneError
from livingstone.engine.names import quote
from livingstone.tournaments.night.outcome import ExitCode

NICE: Final = 10
_GRACE_S: Final = 900
"""Beyond the budget, for ratings and report; then something is wrong."""
_STOP_S: Final = 90
"""For running games to be abandoned and a summary to be written."""
_TIME: Final = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")


@dataclass(frozen=True)
class Service:
    """A night that is started every day. All paths are absolute."""

    argv: Sequence[str]
    folder: Path
    """Where it is started."""
    name: str
    """Of the units; letters, digits, dots, hyphens and underscores."""
    hour: int
    minute: int
    budget_s: float | None
    user: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    """What a bare environment lacks: PATH above all, in which bots find their languages."""

    @property
    def timeout_s(self) -> int | None:
        """After which it is ended from outside."""
        return None if self.budget_s is None else round(self.budget_s) + _GRACE_S

    def systemd(self) -> dict[str, str]:
        """Texts of the service and its timer, by file name."""
        timeout = "infinity" if self.timeout_s is None else str(self.timeout_s)
        service = [
            "[Unit]",
            f"Description=A night of the season {self.name}".replace("%", "%%"),
            "",
            "[Service]",
            "Type=oneshot",
            *([f"User={self.user}"] if self.user else []),
            f"WorkingDirectory={str(self.folder).replace('%', '%%')}",
            *(f"Environment={_unit_word(f'{key}={value}')}" for key, value in self.environment.items()),
            f"ExecStart={' '.join(map(_unit_word, self.argv)).replace('$', '$$')}",
            "# The night was stopped or ran out of time: no failure, the next one goes on.",
            f"SuccessExitStatus={int(ExitCode.UNFINISHED)}",
            "StandardInput=null",
            f"Nice={NICE}",
            "IOSchedulingClass=best-effort",
            "IOSchedulingPriority=7",
            "# The host gets the signal and ends its bots itself.",
            "KillMode=mixed",
            "KillSignal=SIGTERM",
            f"TimeoutStartSec={timeout}",
            f"TimeoutStopSec={_STOP_S}",
            "",
        ]
        timer = [
            "[Unit]",
            f"Description=Every night: {self.name}".replace("%", "%%"),
            "",
            "[Timer]",
            f"OnCalendar=*-*-* {self.hour:02}:{self.minute:02}:00",
            "# A night that was missed because the machine was off is made up for.",
            "Persistent=true",
            "",
            "[Install]",
            "WantedBy=timers.target",
            "",
        ]
        return {f"{self.name}.service": "\n".join(service), f"{self.name}.timer": "\n".join(timer)}

    def cron(self) -> str:
        """Lines for ``crontab -e``: it mails what is printed, and with ``--quiet`` that is what went wrong."""
        words = ["nice", "-n", str(NICE)]
        if self.timeout_s is not None:
            words += ["timeout", "--signal=TERM", f"--kill-after={_STOP_S}", str(self.timeout_s)]
        command = f"cd {shlex.quote(str(self.folder))} && {shlex.join([*words, *self.argv])} </dev/null"
        lines = [f"{key}={value}" for key, value in self.environment.items()]
        lines.append(f"{self.minute} {self.hour} * * * {command}".replace("%", r"\%"))
        return "\n".join(lines) + "\n"


def read_time(text: str) -> tuple[int, int]:
    """Hour and minute from ``1:30``. Raises LivingstoneError."""
    match = _TIME.fullmatch(text.strip())
    if match is None:
        raise LivingstoneError(f"time of day {quote(text)}: expected hours and minutes such as 1:30 or 23:00")
    return int(match[1]), int(match[2])


def unit_name(season: Path) -> str:
    """A name for units that is made of a season's folder."""
    return "livingstone-" + (re.sub(r"[^A-Za-z0-9._-]+", "-", season.name).strip("-.") or "season")


def _unit_word(word: str) -> str:
    """A word as systemd reads it."""
    text = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return text if re.fullmatch(r"[A-Za-z0-9_@%+=:,./-]+", text) else f'"{text}"'
