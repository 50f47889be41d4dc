"""The protocol's name and numbers: what both sides may rely on."""

from typing import Final

PROTOCOL: Final = "livingstone"
MAJOR: Final = 1
"""A change that an old bot would not survive."""
MINOR: Final = 0
"""Additions only: new fields, new message types, new features."""
SUPPORTED: Final = (1,)
"""The majors this host speaks; the last two, once there are two."""
UNSUPPORTED: Final = "unsupported_version"
"""Code of an ``error``, on both sides, where no major is common."""
FEATURES: Final = ("events", "text")
"""What a bot can ask for: events between its requests; the legal list as text too."""

HOST_LINE_BYTES: Final = 256 * 1024
BOT_LINE_BYTES: Final = 64 * 1024
"""The longest lines, newline included."""
NOTE_BYTES: Final = 1024
"""The longest note with an action, as UTF-8."""
