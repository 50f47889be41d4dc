"""What usually causes a failure, and the cure, by the language of the bot."""

from collections.abc import Collection, Mapping
from typing import Final

Hint = str | Mapping[str, str]
"""One text, or texts by language with "" for any other."""

FLUSH: Final = {
    "": "A pipe is not flushed at each line as a terminal is: flush stdout after every line, and read line by "
    "line, not to the end of the input.",
    "python": "print(..., flush=True), or sys.stdout.flush() after each line; and read with "
    "`for line in sys.stdin`, not sys.stdin.read(), which waits for the end.",
    "c": "fflush(stdout) after each printf, or setvbuf(stdout, NULL, _IOLBF, 0) at the start; and read with "
    "fgets or getline, not fread to the end.",
    "cpp": "std::cout << ... << std::endl or std::flush; after cin.tie(nullptr) reading no longer flushes for "
    "you. Read with std::getline, not to the end.",
    "java": "new PrintWriter(System.out, true) flushes at println; without the true call out.flush() after each "
    "line. Read with BufferedReader.readLine().",
    "rust": "BufWriter and a locked stdout keep the line: stdout.flush()? after each one. Read with "
    "stdin.lock().lines(), not read_to_string.",
    "javascript": "fs.readFileSync(0) waits for the end of the input: use readline.createInterface({input: "
    "process.stdin}) and answer in its 'line' event.",
}

STDOUT: Final = {
    "": "stdout belongs to the protocol: banners and debug output go to stderr.",
    "python": "stdout belongs to the protocol: print(..., file=sys.stderr), or sys.stdout = sys.stderr at the "
    "start, after keeping the real one; libraries print too.",
    "c": "stdout belongs to the protocol: fprintf(stderr, ...) for everything else, no banner with printf.",
    "cpp": "stdout belongs to the protocol: std::cerr for everything else, no banner with std::cout.",
    "java": "stdout belongs to the protocol: System.err.println for everything else; loggers print to stdout too.",
    "rust": "stdout belongs to the protocol: eprintln! for everything else; dbg! is fine, println! is not.",
    "javascript": "stdout belongs to the protocol: console.error for everything else, console.log writes to stdout.",
}

PIECES: Final = {
    "": "One read is not one line: collect bytes until LF, and keep what follows it for the next line.",
    "python": "One read is not one line: os.read and recv return what is there. Use sys.stdin.buffer.readline().",
    "c": "One read is not one line: read() returns what is there. Use getline(), or collect until '\\n'.",
    "cpp": "One read is not one line: read() returns what is there. Use std::getline(std::cin, line).",
    "java": "One read is not one line: InputStream.read returns what is there. Use BufferedReader.readLine().",
    "rust": "One read is not one line: Read::read returns what is there. Use BufRead::read_line.",
    "javascript": "A 'data' event is not a line: it may hold half of one or several. Use readline's 'line' event.",
}

LONG: Final = {
    "": "Lines of the host have up to 262144 bytes: a fixed buffer must hold that much.",
    "c": "fgets into a fixed buffer cuts the line: lines have up to 262144 bytes. Use getline(), or a buffer of "
    "that size.",
    "cpp": "A fixed buffer cuts the line: lines have up to 262144 bytes. Use std::getline with a std::string.",
    "python": "Lines have up to 262144 bytes: readline() without a limit, and no single os.read.",
}

UNICODE: Final = {
    "": "The protocol is UTF-8 whatever the system's encoding is; only LF ends a line, and JSON has \\u escapes.",
    "python": "Read bytes: json.loads(line) for line in sys.stdin.buffer. Text input follows the system's encoding, "
    "and str.splitlines() splits at U+2028 and U+0085 as well.",
    "java": "new InputStreamReader(System.in, StandardCharsets.UTF_8): without it the system's encoding is used.",
    "javascript": "process.stdin.setEncoding('utf8') before joining chunks: a letter may be cut in two; split at "
    "'\\n' only.",
    "c": "char may be signed and letters have several bytes: copy bytes up to LF, and know \\uXXXX pairs in JSON.",
    "cpp": "char may be signed and letters have several bytes: copy bytes up to LF, and know \\uXXXX pairs in JSON.",
}

CRLF: Final = "A CR before the LF is white space: strip the line's end, whichever it is."
BLANK: Final = "An empty line is no message: read on."
START: Final = {
    "": "Try the command by hand in the bot's folder. It starts with a scrubbed environment (PATH, HOME, LANG "
    "and a private TMPDIR) and waits for the host to speak first.",
    "java": "Try the command by hand in the bot's folder: is it compiled (javac), and is the class path right? It "
    "must wait for the host to speak first.",
    "python": "Try the command by hand in the bot's folder: do all its imports work with a scrubbed environment "
    "(no PYTHONPATH)? It must wait for the host to speak first.",
}
LATE: Final = (
    "It took too long, or it waits for something: answer within the request's time.deadline_ms, and load and "
    "compile before ready."
)
LEGAL: Final = (
    "Choose from the request's own legal list: an index (from 0) is the simplest answer. Amounts are ranges: "
    '{"donate": [1, 7]} allows {"donate": 3}. Do not remember moves of an earlier request.'
)
IDS: Final = "Copy the id from the request, do not count by yourself; ids have up to 53 bits."

BY_CAUSE: Final[Mapping[str, Hint]] = {
    "late": LATE,
    "legal": LEGAL,
    "id": IDS,
    "crash": "It ended by itself: its own stderr, if it wrote any, says where.",
    "flush": FLUSH,
    "start": START,
    "long": "Lines of a bot have at most 65536 bytes: keep notes and logs short.",
    "noise": "That line counts for nothing: every line is one JSON object, with a type that docs/protocol.md has.",
    "newline": "Each message is a line: write a line feed after it, then flush.",
    "unread": "Read stdin all the time, or answer sooner: a host does not wait for a bot that does not read.",
    "fields": "See the message's table in docs/protocol.md, or `livingstone-ai protocol schema`.",
}
"""By what is known of a failure beyond the check it failed."""


def text_of(hint: Hint, language: str) -> str:
    """The hint for a language."""
    if isinstance(hint, str):
        return hint
    return hint.get(language) or hint[""]


def choose(hint: Hint, cause: str | None, language: str, covered: Collection[str] = ()) -> str:
    """The hint for the cause, if there is one, or the check's own; ``covered``: causes its own speaks of."""
    better = None if cause is None or cause in covered else BY_CAUSE.get(cause)
    return text_of(hint if better is None else better, language)
