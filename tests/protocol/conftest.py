"""After each test of the protocol nothing of its bots is left, so that one failure does not spoil the next tests."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from livingstone.protocol.reaper import REAPER, kill_all


@pytest.fixture(autouse=True)
def no_bot_outlives_its_test() -> Iterator[None]:
    before = dict(REAPER._groups)
    yield
    left = {token: group for token, group in REAPER._groups.items() if token not in before}
    for token, group in left.items():
        kill_all(group, token)
        REAPER.forget(token)
    if left:
        for private in Path(REAPER.folder()).iterdir():
            shutil.rmtree(private, ignore_errors=True)
