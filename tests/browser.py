"""A headless Chromium driven over a pair of pipes with the DevTools protocol: no driver, no port, no library."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS: Final = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--remote-debugging-pipe",
)
KEYS: Final = {
    "ArrowLeft": 37,
    "ArrowRight": 39,
    "Home": 36,
    "End": 35,
    "PageUp": 33,
    "PageDown": 34,
    "Tab": 9,
    "Enter": 13,
}
"""The codes of the keys that tests press."""
PATIENCE_S: Final = 30.0
_STARTER: Final = """\
import os, sys
for given, place in zip(sys.argv[1:3], (3, 4)):
    os.dup2(int(given), place)
    os.close(int(given))
os.execv(sys.argv[3], sys.argv[3:])
"""
"""The browser reads from descriptor 3 and writes to 4. A process of its own puts them there: done between fork and
exec (preexec_fn), Python 3.12 warns of the threads of the tests."""


def chromium() -> str | None:
    """The browser's path, or None where there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Browser:
    """One page of a browser with a profile of its own. What the page says and asks for is kept."""

    def __init__(self, program: str, profile: Path) -> None:
        commands, self._to = os.pipe()
        self._from, replies = os.pipe()
        ends = [
            fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (commands, replies)
        ]  # out of the way of 3 and 4
        self._process = subprocess.Popen(
            [sys.executable, "-c", _STARTER, *map(str, ends), program, *FLAGS, f"--user-data-dir={profile}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=ends,
            start_new_session=True,
        )
        for end in (commands, replies, *ends):
            os.close(end)
        self._rest = b""
        self._number = 0
        self._session: str | None = None
        self._events: deque[dict[str, Any]] = deque()
        self.errors: list[str] = []
        """Uncaught exceptions and messages of the console at the level of an error or a warning."""
        self.requests: list[str] = []
        """Addresses the page asked for, but for data: ones."""
        try:
            self._attach()
        except (TimeoutError, OSError):
            self.close()
            raise

    def _attach(self) -> None:
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """The answer to a command; what happens meanwhile is noted."""
        self._number += 1
        number = self._number
        message: dict[str, object] = {"id": number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next(method)
            if answer.get("id") == number:
                assert "error" not in answer, f"{method}: {answer['error']['message']}"
                result: dict[str, Any] = answer["result"]
                return result
            self._note(answer)

    def _next(self, waiting_for: str) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE_S
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._from], [], [], max(0.0, deadline - time.monotonic()))
            part = os.read(self._from, 1 << 20) if ready else b""
            if not part:
                raise TimeoutError(
                    f"the browser {'is gone' if ready else 'is silent'}, waiting for {waiting_for}"
                )
            self._rest += part
        line, _, self._rest = self._rest.partition(b"\0")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _note(self, event: Mapping[str, Any]) -> None:
        what, said = event.get("method"), event.get("params", {})
        self._events.append({"method": what, "params": said})
        if what == "Runtime.exceptionThrown":
            self.errors.append(str(said["exceptionDetails"]))
        elif what == "Runtime.consoleAPICalled" and said["type"] in ("error", "warning", "assert"):
            self.errors.append(str(said["args"]))
        elif what == "Log.entryAdded" and said["entry"]["level"] in ("error", "warning"):
            self.errors.append(said["entry"]["text"])
        elif what == "Network.requestWillBeSent" and not said["request"]["url"].startswith("data:"):
            self.requests.append(said["request"]["url"])

    def open(self, address: str) -> None:
        """Load a page and wait until its script has run."""
        self.errors.clear()
        self.requests.clear()
        self._events.clear()
        self.call("Page.navigate", url="about:blank")  # else a new fragment alone would not load it again
        self._wait("Page.loadEventFired")
        self.requests.clear()
        self.call("Page.navigate", url=address)
        self._wait("Page.loadEventFired")

    def _wait(self, method: str) -> None:
        while True:
            while self._events:
                if self._events.popleft()["method"] == method:
                    return
            self._note(self._next(method))

    def run(self, expression: str) -> Any:
        """The value of a JavaScript expression as plain values."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str, modifiers: int = 0) -> None:
        """A key down and up; ``modifiers`` as the protocol counts them (1 Alt, 2 Ctrl, 8 Shift)."""
        for kind in ("rawKeyDown", "keyUp"):
            code = KEYS[key]
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                code=key,
                windowsVirtualKeyCode=code,
                modifiers=modifiers,
            )

    def resize(self, width: int, height: int) -> None:
        """The size of the window in CSS pixels."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def prefer(self, scheme: str, medium: str = "") -> None:
        """``light`` or ``dark``; ``medium``: "print" for the look on paper, "" for the screen's."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", media=medium, features=features)

    def picture(self, *, whole: bool = False) -> bytes:
        """A screenshot as PNG; ``whole``: the page beyond the window too."""
        answer = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        return base64.b64decode(answer["data"])

    def pdf(self) -> bytes:
        """The page printed on A4."""
        answer = self.call(
            "Page.printToPDF",
            printBackground=True,
            paperWidth=8.27,
            paperHeight=11.69,
            preferCSSPageSize=True,
        )
        return base64.b64decode(answer["data"])

    def close(self) -> None:
        """End the browser; its helper processes end with it."""
        if self._process.poll() is None:
            self._session = None
            try:
                self.call("Browser.close")
            except (AssertionError, TimeoutError, OSError):
                self._process.kill()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(10)
        for end in (self._to, self._from):
            os.close(end)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
