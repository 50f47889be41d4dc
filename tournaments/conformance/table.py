"""All checks in their order; the numbers count from 1."""

from functools import partial
from typing import Final

from livingstone.tournaments.conformance import (
    checks_answers,
    checks_end,
    checks_games,
    checks_lines,
    checks_start,
    hints,
)
from livingstone.tournaments.conformance.bench import Check

_TRAP: Final = ("crash", "fields", "late")
"""A bot that falls over here, or falls silent, fell into the trap that the hint is about."""
_FOREIGN: Final = (
    'Look for your major in hello\'s "supported"; if it is missing, write {"type":"error",'
    '"code":"unsupported_version","message":"..."} and exit with 0.'
)
_QUIT: Final = {
    "": "Leave the loop at quit, end all threads, and return 0 from main.",
    "python": "Leave the loop at quit and let main return; a thread that is no daemon keeps the process alive.",
    "java": "System.exit(0) at quit: a thread or executor that still runs keeps the JVM alive.",
    "javascript": "process.exit(0) at quit, or rl.close(): open handles and timers keep Node alive.",
}
_EOF: Final = {
    "": "At the end of the input leave the loop and exit with 0: the host is gone.",
    "python": "readline() returns b'' at the end of the input: leave the loop, do not parse it.",
    "c": "getline() returns -1 (fgets NULL) at the end of the input: leave the loop and return 0.",
    "cpp": "while (std::getline(std::cin, line)) ends with the input: then return 0.",
    "java": "readLine() returns null at the end of the input: leave the loop and System.exit(0).",
    "javascript": "readline emits 'close' at the end of the input: process.exit(0) there.",
    "rust": "read_line gives Ok(0) at the end of the input: leave the loop and return.",
}

CHECKS: Final[tuple[Check, ...]] = (
    Check("start", "starts and waits", checks_start.starts, hints.START, needs=()),
    Check("hello", "says hello in time", checks_start.says_hello, hints.FLUSH, needs=("start",)),
    Check("answer", "answers a request", checks_start.answers, hints.LATE, needs=("hello",)),
    Check("stdout", "writes only messages to stdout", checks_start.writes_messages_only, hints.STDOUT),
    Check("foreign", "refuses a foreign version", checks_start.refuses_foreign_version, _FOREIGN, ("hello",)),
    Check(
        "ready",
        "is ready for every table",
        checks_start.is_ready,
        "Answer every new_game with ready, of 2 to 5 players and any edition; load what takes long before it.",
    ),
    Check(
        "ids",
        "repeats the request's id",
        checks_answers.repeats_the_id,
        hints.IDS,
    ),
    Check(
        "once",
        "answers each request once",
        checks_answers.answers_once,
        "Write exactly one action for a request, and nothing after it.",
    ),
    *(
        Check(
            f"legal_{players}",
            f"answers legally among {players}",
            partial(checks_answers.answers_legally, players=players),
            hints.LEGAL,
        )
        for players in range(2, 6)
    ),
    Check(
        "pass",
        "answers legally where it may pass",
        checks_answers.passes_where_it_may,
        'An edition may let a player pass ("must_take_die": false): {"pass": true} then stands beside the dice. '
        + hints.LEGAL,
        covered=("legal",),
    ),
    Check(
        "types",
        "ignores unknown messages",
        checks_lines.ignores_unknown_types,
        "Ignore messages of a type you do not know, silently: later minor versions add some. The type is the one of "
        "the message itself, not of an object within it.",
        covered=_TRAP,
    ),
    Check(
        "fields",
        "ignores unknown fields",
        checks_lines.ignores_unknown_fields,
        "Ignore fields you do not know, in every object: later minor versions add some. They can stand anywhere, "
        "before type too.",
        covered=_TRAP,
    ),
    Check(
        "events",
        "hears events without a word",
        checks_start.hears_events,
        "An event needs no answer, whatever its kind: roll, act, forfeit, final. Ignore what you do not know.",
        covered=_TRAP,
    ),
    Check("crlf", "reads lines that end with CR LF", checks_lines.reads_crlf, hints.CRLF, covered=_TRAP),
    Check("empty", "skips empty lines", checks_lines.skips_empty_lines, hints.BLANK, covered=_TRAP),
    Check("pieces", "reads lines in pieces", checks_lines.reads_pieces, hints.PIECES, covered=_TRAP),
    Check("several", "reads several lines at once", checks_lines.reads_several, hints.PIECES, covered=_TRAP),
    Check("long", "reads the longest line", checks_lines.reads_the_longest_line, hints.LONG, covered=_TRAP),
    Check("unicode", "reads any name", checks_lines.reads_unicode, hints.UNICODE, covered=_TRAP),
    Check(
        "second",
        "plays a second game",
        checks_answers.plays_a_second_game,
        "After game_over comes new_game or quit: begin with a fresh state at each new_game, request ids go on.",
        covered=(*_TRAP, "legal"),
    ),
    Check(
        "ping",
        "answers a ping at any time",
        checks_answers.answers_pings,
        'Answer {"type":"ping","id":3} with {"type":"pong","id":3} wherever it comes.',
        covered=_TRAP,
    ),
    Check(
        "reject",
        "answers again after a reject",
        checks_answers.tries_again,
        "After reject answer once more with the same id; index 0 of the legal list is always legal.",
        covered=_TRAP,
    ),
    Check(
        "error",
        "takes an error calmly",
        checks_end.takes_an_error,
        "An error tells that the seat is lost: write it to stderr if you like, and wait for quit.",
    ),
    Check(
        "same",
        "repeats itself with the same seed",
        checks_answers.repeats_itself,
        "Draw all random numbers from new_game's seed, and search by count rather than by time.",
    ),
    Check("quit", "exits at quit", checks_end.quits, _QUIT),
    Check("eof", "exits at the end of its input", checks_end.quits_at_the_end_of_input, _EOF),
    Check(
        "children",
        "leaves no process behind",
        checks_end.leaves_nothing,
        "End and wait for every process you started before you exit.",
    ),
    Check(
        "idle",
        "rests while it is not asked",
        checks_end.rests,
        "Block in reading the next line; do not poll in a loop, and do not think on the others' turns.",
    ),
    Check(
        "memory",
        "fits its memory",
        checks_end.fits_its_memory,
        'Use less, or ask for more with "memory_mb" in bot.json.',
    ),
    *(
        Check(
            f"game_{players}",
            f"plays a whole game of {players}",
            partial(checks_games.plays_a_whole_game, players=players),
            "The text says what the host saw; `livingstone-ai match --log-lines DIR` keeps every line of a game.",
        )
        for players in range(2, 6)
    ),
)
