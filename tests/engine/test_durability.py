"""Folders are synced where that can be done; a failing disk is not passed over."""

import errno
import os
from pathlib import Path

import pytest

from livingstone.engine.durability import sync_folder


@pytest.mark.skipif(os.name != "posix", reason="elsewhere folders are not synced")
@pytest.mark.parametrize(("number", "is_raised"), [(errno.EINVAL, False), (errno.EIO, True)])
def test_only_what_cannot_be_done_is_passed_over(
    number: int, is_raised: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync_folder(tmp_path)

    def fails(handle: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fails)
    if is_raised:
        with pytest.raises(OSError, match=os.strerror(number)):
            sync_folder(tmp_path)
    else:
        sync_folder(tmp_path)
    assert not [link for link in Path("/proc/self/fd").glob("*") if link.exists() and link.samefile(tmp_path)]
