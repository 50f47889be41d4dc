"""Where compiled kernels are kept: one folder a user, in it one folder for each state of the kernel sources.

Numba's own disk cache watches only the file a function stands in: a changed constant in another module would
be answered from the old machine code. Here the folder's name holds a digest of the kernel modules, of what
they import from this package, of versions and of options that change code: nothing stale can be found.
When no folder is writable and safe, there is no cache and the kernels compile in memory.
"""

import functools
import hashlib
import os
import platform
import re
import shutil
import stat
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import llvmlite
import llvmlite.binding
import numba
import numpy as np

ENVIRONMENT: Final = "LIVINGSTONE_CACHE_DIR"
PACKAGE: Final = Path(__file__).parent.parent
"""The folder whose ``engine`` and ``ai`` hold the kernels (without symbolic links, the repository's root)."""

_KEPT_FOLDERS: Final = 6  # a developer alternates between option sets (bounds checks) and checkouts
_YOUNG_S: Final = 3600.0  # a younger folder may belong to a process that still compiles
_STAMP: Final = "complete"
_DIGEST_LETTERS: Final = 24
_OPTIONS: Final = (
    "BOUNDSCHECK",
    "CPU_FEATURES",
    "CPU_NAME",
    "DEBUGINFO_DEFAULT",
    "DISABLE_INTEL_SVML",
    "ENABLE_AVX",
    "LLVM_REFPRUNE_FLAGS",
    "LLVM_REFPRUNE_PASS",
    "LOOP_VECTORIZE",
    "OPT",
    "SLP_VECTORIZE",
)
_KERNEL: Final = re.compile(r"^\s*@(?:_jit\.)?kernel\b", re.MULTILINE)
_IMPORT: Final = re.compile(
    r"^[ \t]*(?:from\s+livingstone\.?([\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+livingstone\.([\w.]+))",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Store:
    """``folder`` for compiled kernels of this digest, or None and the ``reason`` (a clause for people)."""

    folder: Path | None
    reason: str = ""


def kernel_sources() -> dict[str, bytes]:
    """Contents of the kernel modules and, transitively, of what they import from this package, by path.

    Only these count, so that editing a renderer does not cost a compilation. Raises OSError when a file
    cannot be read (an installation without sources).
    """
    found: dict[str, bytes] = {}
    queue = [path for part in ("engine", "ai") for path in (PACKAGE / part).rglob("*.py")]
    roots = len(queue)
    for index, path in enumerate(queue):  # grows while it is walked
        name = path.relative_to(PACKAGE).as_posix()
        if name in found:
            continue
        content = path.read_bytes()
        text = content.decode("utf-8", "replace")
        if index < roots and not _KERNEL.search(text):
            continue
        found[name] = content
        queue += _imports(text)
    return found


def _imports(text: str) -> list[Path]:
    """Files of this package that a module imports; ``from livingstone.a import b`` may name a or a/b."""
    modules: set[str] = set()
    for package, names, plain in _IMPORT.findall(text):
        modules.add(package or plain)
        modules.update(f"{package}.{name}" for name in re.findall(r"\w+", names))
    bases = [PACKAGE.joinpath(*module.split(".")) for module in sorted(modules)]
    files = [file for base in bases for file in (base.with_suffix(".py"), base / "__init__.py")]
    return [file for file in files if file.is_file()]


def _digest_of(sources: dict[str, bytes]) -> str:
    """The digest for these sources, with this machine's versions and options."""
    config: Any = numba.config
    facts = [
        sys.implementation.cache_tag,
        platform.python_version(),
        platform.machine(),
        np.__version__,
        numba.__version__,
        llvmlite.__version__,
        llvmlite.binding.get_host_cpu_name(),
        *(f"{name}={getattr(config, name, None)}" for name in _OPTIONS),
    ]
    sha = hashlib.sha256("\n".join(map(str, facts)).encode())
    for name, content in sorted(sources.items()):
        sha.update(f"\0{name}\0{len(content)}\0".encode())
        sha.update(content)
    return sha.hexdigest()[:_DIGEST_LETTERS]


@functools.cache
def _at_start() -> tuple[str, frozenset[str]]:
    """Digest and files of the sources, read once, when the first kernel is defined."""
    sources = kernel_sources()
    return _digest_of(sources), frozenset(os.path.normcase(PACKAGE / name) for name in sources)


def digest() -> str:
    """The digest this process started with: names the folder. Raises OSError without readable sources."""
    return _at_start()[0]


def covers(file: str) -> bool:
    """Whether the digest watches this source file; a function from another file is never kept on disk."""
    try:
        return os.path.normcase(file) in _at_start()[1]
    except OSError:
        return False


def cache_root() -> Path:
    """The folder all compiled kernels of this user go to. Raises OSError when the user has none."""
    named = os.environ.get(ENVIRONMENT)
    if named:
        return Path(named).absolute() / "kernels"
    try:
        if sys.platform == "win32":
            base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        elif sys.platform == "darwin":
            base = Path.home() / "Library" / "Caches"
        else:
            base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError as error:
        raise OSError(str(error)) from error
    if not base.is_absolute():  # a relative one would follow the working folder
        raise OSError(f"the cache folder {str(base)!r} is not an absolute path")
    return base / "livingstone-ai" / "kernels"


@functools.cache
def store() -> Store:
    """Opens (makes, if need be) the folder of this digest; never raises. See :class:`Store`."""
    try:
        root = cache_root()
        folder = root / digest()
        fresh = not folder.exists()
        root.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for part in (root, folder):
            part.mkdir(mode=0o700, exist_ok=True)
            _require_private(part)
        _require_use(folder)
    except OSError as error:
        return Store(None, str(error))
    if fresh:
        _prune(root, folder)
    return Store(folder)


def _require_private(folder: Path) -> None:
    """Refuses (OSError) a folder another user could put code into: cached kernels are executed."""
    if sys.platform != "win32":  # there access lists decide, and LOCALAPPDATA is the user's own
        facts = folder.lstat()
        if not stat.S_ISDIR(facts.st_mode):
            raise OSError(f"{folder} is not a folder")
        if facts.st_uid != os.geteuid():
            raise OSError(f"{folder} belongs to another user")
        if facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise OSError(f"{folder} can be written by others")


def _require_use(folder: Path) -> None:
    """Refuses (OSError) a folder that cannot be written to, unless it is complete: a bot's system is read-only."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
        os.utime(folder)  # the newest used are kept
    except OSError:
        if not (folder / _STAMP).is_file():
            raise


def _prune(root: Path, current: Path) -> None:
    """Removes all but the newest folders of other digests, sparing young ones; what fails is left."""
    try:
        others = [
            (path.stat().st_mtime, path) for path in root.iterdir() if path != current and _is_digest(path)
        ]
    except OSError:
        return
    for used, path in sorted(others, reverse=True)[_KEPT_FOLDERS - 1 :]:
        if time.time() - used > _YOUNG_S:
            shutil.rmtree(path, ignore_errors=True)


def _is_digest(path: Path) -> bool:
    return re.fullmatch(rf"[0-9a-f]{{{_DIGEST_LETTERS}}}", path.name) is not None


def read(name: str) -> bytes | None:
    """A file of the folder, or None."""
    folder = store().folder
    try:
        return None if folder is None else (folder / name).read_bytes()
    except OSError:
        return None


def write(name: str, content: bytes) -> bool:
    """Puts a file into the folder, whole or not at all; False when it could not be written.

    Not written either when the sources changed since this process started: its code is a mixture then.
    """
    folder = store().folder
    if folder is None:
        return False
    try:
        if _digest_of(kernel_sources()) != digest():
            return False
        handle, temporary = tempfile.mkstemp(dir=folder, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(temporary).replace(folder / name)
        except OSError:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError:  # a full disk, or on Windows a file another process has open: compiling still works
        return False
    return True


def is_complete() -> bool:
    """Whether a warm-up for this digest ran to its end."""
    return read(_STAMP) is not None


def mark_complete(seconds: float) -> None:
    """Records that everything is compiled, and how long that took."""
    write(_STAMP, f"{seconds:.1f}\n".encode())


def last_seconds() -> float | None:
    """How long the newest complete compilation took on this machine, in seconds; None if there was none."""
    try:
        stamps = sorted(cache_root().glob(f"*/{_STAMP}"), key=lambda path: path.stat().st_mtime)
        return float(stamps[-1].read_text("ascii")) if stamps else None
    except (OSError, ValueError):
        return None
