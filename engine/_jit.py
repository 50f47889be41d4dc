"""The one module that knows Numba: the ``kernel`` decorator, and the disk cache behind it.

Kernels are compiled at their first call for the argument types met, release the GIL, and are kept on disk in
:mod:`livingstone.engine._jit_cache`. With ``NUMBA_DISABLE_JIT=1`` they stay plain Python functions.

Numba's own cache object is replaced: it keeps one index file a function, and two processes that compile two
signatures of one function at once can leave an index entry that points to the other's code. Here every
signature is a file of its own, written whole.
"""

import hashlib
import pickle
import re
from collections.abc import Callable
from typing import Any, Final, TypeVar, overload

import numba
from numba.core import compiler, serialize

from livingstone.engine import _jit_cache

_Function = TypeVar("_Function", bound=Callable[..., Any])

# Numba's inner names, typed or not from release to release, seen as Any.
_config: Any = numba.config
_rebuild: Any = compiler.CompileResult._rebuild
_dumps: Any = serialize.dumps

_dispatchers: Final[list[Any]] = []


@overload
def kernel(function: _Function, /) -> _Function: ...
@overload
def kernel(*, inline: bool = ...) -> Callable[[_Function], _Function]: ...
def kernel(function: Any = None, /, *, inline: bool = True) -> Any:
    """Compiles a function with Numba; for type checkers it stays what it was.

    Use it only as a decorator, ``@kernel`` or ``@kernel(inline=False)``: the sources' digest finds kernels by
    that text, and a function whose file it does not watch is compiled in memory only. ``inline``: LLVM must
    inline the function into its compiled callers (worth a fifth of a random decision, see docs/performance.md).
    """
    if function is None:
        return lambda plain: _compile(plain, inline)
    return _compile(function, inline)


def _compile(function: Any, inline: bool) -> Any:
    if _config.DISABLE_JIT:
        return function
    # Numba's error model stays Python's: "numpy" gained under 2 % on random games.
    dispatcher: Any = numba.njit(nogil=True, forceinline=inline)(function)
    if _jit_cache.covers(function.__code__.co_filename):
        dispatcher._cache = _KernelCache(function)
    _dispatchers.append(dispatcher)
    return dispatcher


class _KernelCache:
    """What a Numba dispatcher asks for compiled code: one file for each signature."""

    def __init__(self, function: Any) -> None:
        self._function = function

    @property
    def cache_path(self) -> str | None:
        """The folder, for Numba's statistics."""
        folder = _jit_cache.store().folder
        return None if folder is None else str(folder)

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The compiled result for a signature, or None. A damaged file counts as none."""
        target_context.refresh()
        key = self._key(signature, target_context.codegen())
        content = _jit_cache.read(self._name(key))
        if content is None:
            return None
        try:
            kept_key, payload = pickle.loads(content)
            return _rebuild(target_context, *payload) if kept_key == key else None
        except Exception:  # noqa: BLE001 - whatever a damaged pickle raises; compiling again mends it
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keeps a compiled result; does nothing where the result cannot be kept."""
        if result.library.has_dynamic_globals or any(not lifted.can_cache for lifted in result.lifted):
            return
        if _jit_cache.store().folder is None:
            return
        key = self._key(signature, result.codegen)
        _jit_cache.write(self._name(key), _dumps((key, result._reduce())))

    def enable(self) -> None:
        """Always on."""

    def disable(self) -> None:
        """Always on."""

    def flush(self) -> None:
        """Nothing waits: every result is written at once."""

    def _key(self, signature: Any, codegen: Any) -> str:
        code = self._function.__code__
        cells = [cell.cell_contents for cell in self._function.__closure__ or ()]
        sha = hashlib.sha256(code.co_code + (_dumps(cells) if cells else b"")).hexdigest()
        place = f"{self._function.__module__}.{self._function.__qualname__}:{code.co_firstlineno}"
        return f"{place} {signature} {codegen.magic_tuple()} {sha}"

    def _name(self, key: str) -> str:
        plain = re.sub(r"\W+", "", self._function.__name__)[:40]
        return f"{plain}-{hashlib.sha256(key.encode()).hexdigest()[:20]}.kernel"


def is_warm() -> bool:
    """Whether nothing is left to compile: a warm-up of these sources ended before, or the JIT is off."""
    return bool(_config.DISABLE_JIT) or _jit_cache.is_complete()


def mark_warm(seconds: float) -> None:
    """To be called at the end of a warm-up that compiled every kernel in ``seconds``."""
    _jit_cache.mark_complete(seconds)


def expected_seconds() -> float | None:
    """How long compiling took the last time on this machine; None if it never ran to its end here."""
    return _jit_cache.last_seconds()


def cache_folder() -> tuple[str | None, str]:
    """The folder of compiled kernels, or None and the reason why there is none."""
    opened = _jit_cache.store()
    return (None if opened.folder is None else str(opened.folder)), opened.reason


def progress() -> tuple[int, int]:
    """Kernels that have compiled code in this process, and kernels defined in it."""
    return sum(bool(dispatcher.signatures) for dispatcher in _dispatchers), len(_dispatchers)
