"""``livingstone-ai warmup``, and the word said before a first run; a stand-in compiles nothing."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from click.testing import CliRunner, Result

from livingstone.cli import main
from livingstone.cli.compiling import ensure_compiled
from livingstone.engine import _jit, _jit_cache


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder of the test's own, not made yet, and a warm-up that does nothing."""
    module = ModuleType("livingstone.ai.warmup")
    module.warm_up = lambda: None  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(_jit._config, "DISABLE_JIT", 0)
    folder = tmp_path / "cache"
    monkeypatch.setenv(_jit_cache.ENVIRONMENT, str(folder))
    _jit_cache.store.cache_clear()
    yield folder
    _jit_cache.store.cache_clear()


def run(*arguments: str) -> Result:
    """The result of ``livingstone-ai warmup``, which must end well."""
    result = CliRunner().invoke(main, ["warmup", *arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return result


def test_the_first_run_says_that_it_compiles_and_the_second_that_nothing_was_left(cache: Path) -> None:
    first = run()
    assert first.stderr == "compiling once for this version: half a minute or more\n"
    assert first.stdout == f"Compiled in 0.0 s.\nKept in {cache / 'kernels' / _jit_cache.digest()}\n"
    second = run()
    assert second.stderr == ""
    assert second.stdout.startswith("Ready: was compiled before")


def test_the_time_named_is_the_one_measured_last(cache: Path) -> None:
    other = cache / "kernels" / ("0" * 24)
    other.mkdir(parents=True)
    (other / "complete").write_text("47.4\n")
    (cache / "kernels").chmod(0o700)
    assert run().stderr == "compiling once for this version: about 47 s, as last time\n"


def test_json(cache: Path) -> None:
    shown = msgspec.json.decode(run("--json").stdout)
    assert shown["was_warm"] is False
    assert Path(shown["folder"]).parent == cache / "kernels"
    assert shown["reason"] is None
    assert msgspec.json.decode(run("--json").stdout)["was_warm"] is True


def test_without_a_folder_it_says_why(cache: Path) -> None:
    cache.write_text("a file where the folder should be")
    result = run()
    assert result.stderr == "compiling: half a minute or more\n"
    assert result.stdout.startswith("Compiled in 0.0 s, but nowhere to keep it: ")
    assert str(cache) in result.stdout


def test_a_command_that_needs_kernels_says_so_once(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ensure_compiled()
    assert capsys.readouterr().err == "compiling once for this version: half a minute or more\n"
    ensure_compiled()
    assert capsys.readouterr().err == ""


def test_a_command_without_a_folder_does_not_compile_what_it_may_not_need(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache.write_text("a file where the folder should be")
    sys.modules["livingstone.ai.warmup"].warm_up = pytest.fail  # type: ignore[attr-defined]
    ensure_compiled()
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("compiling first, on every run: nowhere to keep compiled code (")
    assert "LIVINGSTONE_CACHE_DIR" in shown.err
    assert shown.err.count("\n") == 1
    assert not _jit.is_warm()
