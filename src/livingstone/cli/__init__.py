"""The command ``livingstone-ai``: a group that imports a command's module only when that command runs.

``--help`` needs no engine: the short texts stand in ``COMMANDS``. Exit codes: 0 done, 1 an error of the
LivingstoneError family or of a file (one line on stderr), 2 wrong usage, 130 interrupted.
"""

import contextlib
import difflib
import importlib
import os
import sys
from collections.abc import Mapping
from typing import Any, Final, cast

import click

from livingstone import __version__

COMMANDS: Final = {
    "suggest": "The best moves in a position, with reasons.",
    "track": "Follow a real game, a line an event, with hints.",
    "review": "Grade a played game decision by decision.",
    "position": "Write, show and check position files.",
    "rules": "The rules and the values of an edition.",
    "edition": "List, write and check edition files.",
    "replay": "Step through a game record.",
    "verify": "Check game records against the rules.",
    "simulate": "A rules service for programs in any language.",
    "match": "Games between bots, built-in players and commands.",
    "gate": "Whether a candidate is better than a base.",
    "tournament": "Play tournaments, resume and extend them, and rate the bots.",
    "nightly": "One night of a season of tournaments, for a timer to start.",
    "bot": "Write, check and run bots.",
    "protocol": "The line protocol of bots, as JSON Schemas.",
    "warmup": "Compile everything once, ahead of time.",
}
"""Name to short help; the module is ``livingstone.cli.<name>``, and its ``command`` is what runs."""


class OneLineError(click.ClickException):
    """An error shown as ``error: ...`` on one line of stderr; exit code 1."""

    def show(self, file: Any = None) -> None:
        """Prints the line (to ``file``, else to stderr)."""
        click.echo("error: " + " ".join(self.format_message().split("\n")), file=file, err=file is None)


class LazyGroup(click.Group):
    """Commands by name from a table, imported late: the module is ``modules`` and the name, together."""

    def __init__(self, *args: Any, table: Mapping[str, str], modules: str, **extra: Any) -> None:
        super().__init__(*args, **extra)
        self._table = table
        self._modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of the table."""
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now; None if there is none."""
        if cmd_name not in self._table:
            return None
        return cast(click.Command, importlib.import_module(f"{self._modules}{cmd_name}").command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's, but an unknown name is answered with the nearest one."""
        if args and not args[0].startswith("-") and args[0] not in self._table:
            near = difflib.get_close_matches(args[0], self._table, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(self._table)}."
            ctx.fail(f"no command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table itself: nothing is imported."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._table.items()))


class Shell(LazyGroup):
    """The outermost group: errors and interruptions become one line and an exit code."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Runs the command line (see :meth:`click.Command.main`)."""
        _open_missing_streams()
        for stream in (sys.stdout, sys.stderr):
            # A terminal or pipe that cannot show a letter gets a question mark in its place, not a traceback.
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        extra["prog_name"] = extra.get("prog_name") or self.name
        return super().main(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the chosen command and turns what it raises into a line and an exit code."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()  # here, where a closed pipe is still caught
            return result
        except (KeyboardInterrupt, click.Abort):
            click.echo("interrupted", err=True)
            ctx.exit(130)
        except BrokenPipeError:
            _close_stdout()
            ctx.exit(1)
        except OSError as error:
            if error.filename is not None:
                raise OneLineError(f"{error.filename}: {error.strerror}") from error
            if error.strerror is None:
                raise
            _close_stdout()  # it may be the disk behind stdout that is full
            raise OneLineError(error.strerror) from error
        except Exception as error:
            if _is_ours(error):
                raise OneLineError(str(error)) from error
            raise


def _is_ours(error: Exception) -> bool:
    """Whether it is a LivingstoneError; when that module was never loaded, it is not."""
    module = sys.modules.get("livingstone.engine.errors")
    return module is not None and isinstance(error, module.LivingstoneError)


def _open_missing_streams() -> None:
    """Puts nothing in place of standard streams that the caller closed (Python then has None for them)."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123


def _close_stdout() -> None:
    """Points stdout at nothing, so that the interpreter's last flush does not complain of the closed pipe."""
    with contextlib.suppress(OSError, ValueError):  # no real file behind stdout (a test's buffer)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(
    name="livingstone-ai",
    cls=Shell,
    table=COMMANDS,
    modules="livingstone.cli.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="livingstone-ai %(version)s")
def main() -> None:
    """Rules, hints and games for the board game Livingstone (unofficial)."""
