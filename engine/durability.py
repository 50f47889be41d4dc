"""Names of files that outlast a machine that stops."""

import errno
import os
from pathlib import Path
from typing import Final

_CANNOT: Final = frozenset({errno.EINVAL, errno.EACCES})
"""A file system without this, and a folder that one may write into but not read."""


def sync_folder(folder: Path) -> None:
    """Wait until the new names in a folder are on the disk, where folders can be synced.

    Raises:
        OSError: of the disk.
    """
    if os.name != "posix":  # others have no such call, and do not need it
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in _CANNOT:
            raise
