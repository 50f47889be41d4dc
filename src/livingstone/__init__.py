"""livingstone-ai: rules engine, AI players and tournament harness for the board game Livingstone.

Public entry points live in :mod:`livingstone.engine` (rules), :mod:`livingstone.ai` (players and hints)
and :mod:`livingstone.tournaments` (matches).
"""

import os as _os

__version__ = "0.1.0"

# An editable checkout unpacked without symbolic links (some Windows and zip set-ups) has text files where
# the four links should be; the real folders then stand at the repository's root.
_here = _os.path.dirname(__file__)  # noqa: PTH120 - pathlib would double the time of this import
if not _os.path.isdir(_os.path.join(_here, "engine")):  # noqa: PTH112, PTH118 # pragma: no cover - needs no links
    __path__.append(_os.path.dirname(_os.path.dirname(_here)))  # noqa: PTH120
