"""livingstone-ai: rules engine, AI players and tournament harness for the board game Livingstone.

Public entry points live in :mod:`livingstone.engine` (rules), :mod:`livingstone.ai` (players and hints)
and :mod:`livingstone.tournaments` (matches).
"""

from pathlib import Path as _Path

__version__ = "0.1.0"

# An editable checkout unpacked without symbolic links (some Windows and zip set-ups) has text files where
# the four links should be; the real folders then stand at the repository's root.
if not (_Path(__file__).parent / "engine").is_dir():  # pragma: no cover - needs a file system without links
    __path__.append(str(_Path(__file__).parents[2]))
