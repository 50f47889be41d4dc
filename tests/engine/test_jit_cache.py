"""The disk cache of compiled kernels: never stale, never in the way.

A tiny package named ``livingstone`` holds copies of the two cache modules, a constant and a kernel; each run
is a process of its own, so that what is found on the disk decides.
"""

import os
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from livingstone.engine import _jit, _jit_cache, codes

CONSTANTS = "ADDED = 100\n"
TINY = """
from livingstone.engine._jit import kernel
from livingstone.engine.constants import ADDED

@kernel(inline=True)
def inner(x):
    return x + ADDED

@kernel
def outer(x):
    return inner(x) * 2
"""
ASK = """
from livingstone.engine import tiny
print(tiny.outer(1), sum(tiny.outer.stats.cache_hits.values()))
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder for PYTHONPATH that holds the tiny package."""
    root = tmp_path / "path"
    engine = root / "livingstone" / "engine"
    engine.mkdir(parents=True)
    (root / "livingstone" / "ai").mkdir()
    for folder in (root / "livingstone", engine, root / "livingstone" / "ai"):
        (folder / "__init__.py").touch()
    for module in (_jit, _jit_cache):
        shutil.copy(str(module.__file__), engine)
    (engine / "constants.py").write_text(CONSTANTS)
    (engine / "tiny.py").write_text(TINY)
    (engine / "drawing.py").write_text("WIDTH = 80\n")
    return root


def start(package: Path, code: str = ASK, **environment: str) -> "subprocess.Popen[str]":
    """A process with an empty home, its cache beside the package unless told otherwise."""
    fixed = {
        "PYTHONPATH": str(package),
        "PYTHONDONTWRITEBYTECODE": "1",  # Python's own cache must not answer for an edited module
        "LIVINGSTONE_CACHE_DIR": str(package.parent / "cache"),
    }
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("NUMBA_", "COVERAGE"))}
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env=kept | fixed | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(package: Path, code: str = ASK, **environment: str) -> str:
    """What a process prints, after it ended well and said nothing on stderr."""
    process = start(package, code, **environment)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert err == ""
    return out.strip()


def folders(package: Path) -> list[Path]:
    """The digest folders of the tiny package's cache."""
    return sorted((package.parent / "cache" / "kernels").iterdir())


def test_the_second_process_finds_the_code_of_the_first(package: Path) -> None:
    assert run(package) == "202 0"
    assert run(package) == "202 1"


def test_a_changed_constant_in_another_module_is_seen_even_with_the_same_size_and_time(package: Path) -> None:
    file = package / "livingstone" / "engine" / "constants.py"
    times = (file.stat().st_atime, file.stat().st_mtime)
    assert run(package) == "202 0"
    file.write_text(CONSTANTS.replace("100", "200"))
    os.utime(file, times)
    assert run(package) == "402 0"
    file.write_text(CONSTANTS)
    assert run(package) == "202 1", "the first folder is still good"


def test_new_file_times_and_other_modules_do_not_cost_a_compilation(package: Path) -> None:
    assert run(package) == "202 0"
    engine = package / "livingstone" / "engine"
    for file in engine.iterdir():
        os.utime(file, (1, 1))
    (engine / "drawing.py").write_text("WIDTH = 100\n")
    assert run(package) == "202 1"


def test_options_of_the_compiler_have_folders_of_their_own(package: Path) -> None:
    assert run(package) == "202 0"
    assert run(package, NUMBA_BOUNDSCHECK="1") == "202 0"
    assert run(package, NUMBA_OPT="1") == "202 0"
    assert len(folders(package)) == 3


def test_without_a_writable_folder_kernels_compile_in_memory(package: Path, tmp_path: Path) -> None:
    # A folder below a file can be made by nobody, not even by root, whom permissions do not stop.
    blocker = tmp_path / "file"
    blocker.touch()
    before = sorted(package.rglob("*"))
    code = ASK + "from livingstone.engine import _jit\nprint(_jit.cache_folder()[0], _jit.is_warm())"
    for key in ("LIVINGSTONE_CACHE_DIR", "XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"):
        shown = run(package, code, **({"LIVINGSTONE_CACHE_DIR": ""} | {key: str(blocker / "cache")}))
        if key == "LIVINGSTONE_CACHE_DIR":
            assert shown.split() == ["202", "0", "None", "False"]
        else:
            assert shown.startswith("202 "), key
    assert sorted(package.rglob("*")) == before, "the installation is never written to"


def test_two_processes_with_different_types_at_once_both_succeed_and_both_are_kept(package: Path) -> None:
    whole, real = "from livingstone.engine import tiny\nprint(tiny.outer(1))", ASK.replace("(1)", "(1.5)")
    processes = [start(package, whole), start(package, real)]
    shown = [process.communicate(timeout=60) for process in processes]
    assert [process.returncode for process in processes] == [0, 0], shown
    assert [out.split()[0] for out, _ in shown] == ["202", "203.0"]
    assert run(package) == "202 1"
    assert run(package, real) == "203.0 1"


def test_a_damaged_file_is_compiled_again(package: Path) -> None:
    assert run(package) == "202 0"
    for file in folders(package)[0].glob("*.kernel"):
        file.write_bytes(file.read_bytes()[:100])
    assert run(package) == "202 0"
    assert run(package) == "202 1"


def test_a_folder_that_vanishes_while_a_process_runs_is_no_error(package: Path) -> None:
    code = "import shutil\nfrom livingstone.engine import _jit\nshutil.rmtree(_jit.cache_folder()[0])" + ASK
    assert run(package, code) == "202 0"


def test_sources_edited_while_a_process_runs_are_not_mixed_into_the_cache(package: Path) -> None:
    file = package / "livingstone" / "engine" / "constants.py"
    edit = f"import pathlib\npathlib.Path({str(file)!r}).write_text('ADDED = 300\\n')\n"
    assert run(package, "from livingstone.engine import tiny\n" + edit + ASK) == "202 0"
    assert not list(folders(package)[0].glob("*.kernel"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows protects the folder by access lists")
@pytest.mark.parametrize("part", ["root", "digest"])
def test_a_folder_others_can_write_to_is_refused(package: Path, part: str) -> None:
    assert run(package) == "202 0"
    folder = folders(package)[0]
    assert stat.S_IMODE(folder.stat().st_mode) == stat.S_IMODE(folder.parent.stat().st_mode) == 0o700
    (folder.parent if part == "root" else folder).chmod(0o777)
    shown = run(package, ASK + "from livingstone.engine import _jit\nprint(_jit.cache_folder())")
    assert shown.startswith("202 0\n(None, ")
    assert "can be written by others" in shown


def test_the_stamp_of_a_complete_compilation(package: Path) -> None:
    asked = "from livingstone.engine import _jit\nprint(_jit.is_warm(), _jit.expected_seconds())\n"
    assert run(package, asked) == "False None"
    run(package, "from livingstone.engine import _jit\n_jit.mark_warm(12.34)")
    assert run(package, asked) == "True 12.3"
    assert run(package, asked, NUMBA_OPT="1") == "False 12.3", "the time is a hint for other digests too"


def test_with_the_jit_off_kernels_are_plain_functions(package: Path) -> None:
    shown = "type(tiny.outer).__name__, tiny.outer(1), _jit.is_warm()"
    code = f"from livingstone.engine import tiny, _jit\nprint({shown})"
    assert run(package, code, NUMBA_DISABLE_JIT="1") == "function 202 True"


def test_old_folders_go_and_young_or_foreign_ones_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "kernels"
    old = [root / f"{number:024x}" for number in range(9)]
    day = 86400.0
    for age, folder in enumerate(old, start=1):
        folder.mkdir(parents=True)
        os.utime(folder, (time.time() - age * day,) * 2)
    (root / "notes").mkdir()
    young = [root / f"{number:024x}" for number in range(20, 22)]
    for folder in young:
        folder.mkdir()
    _jit_cache._prune(root, current=old[8])
    kept = {folder for folder in old + young if folder.exists()}
    assert kept == {*young, *old[:3], old[8]}, "six in all: the current one and the newest others"
    assert (root / "notes").exists()


def test_the_real_kernels_are_all_watched() -> None:
    sources = _jit_cache.kernel_sources()
    assert {"engine/codes.py", "engine/constants.py", "engine/layout.py", "engine/_jit.py"} <= set(sources)
    assert _jit_cache.covers(codes.make.__code__.co_filename)


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap makes the read-only system")
def test_a_complete_folder_of_a_read_only_system_is_read(package: Path) -> None:
    bwrap = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--"]
    if subprocess.run([*bwrap, "true"], capture_output=True, check=False).returncode:
        pytest.skip("bubblewrap may not make namespaces here")

    def read_only() -> str:
        environment = os.environ | {
            "PYTHONPATH": str(package),
            "LIVINGSTONE_CACHE_DIR": str(package.parent / "cache"),
            "NUMBA_DISABLE_JIT": "0",  # what is tested is the compiler's cache
            "TMPDIR": "/dev/shm",
        }
        command = [*bwrap, sys.executable, "-c", ASK]
        return subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True, timeout=60
        ).stdout.strip()

    assert run(package) == "202 0"
    assert read_only() == "202 0", "perhaps cut short: not relied on"
    run(package, "from livingstone.engine import _jit\n_jit.mark_warm(1)")
    assert read_only() == "202 1"


def test_what_only_python_reads_costs_no_compilation() -> None:
    from livingstone.engine._jit_cache import kernel_sources

    sources = kernel_sources()
    assert {"engine/kernels/apply.py", "engine/constants.py", "ai/search.py"} <= set(sources)
    for name in ("engine/observation.py", "engine/notation.py", "engine/editions.py", "ai/belief.py"):
        assert name not in sources, f"a module with kernels imports {name}"
