"""The documents a newcomer reads first: their commands, examples and versions."""

import re
import runpy
from pathlib import Path

import pytest

import livingstone

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks of the README in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_readme_has_two_commands_of_one_line_each() -> None:
    install, test = blocks("sh")
    assert install.count("\n") == test.count("\n") == 1
    assert "pip install" in install
    assert "livingstone-ai suggest examples/" in install
    assert ".[test]" in test
    assert "pytest" in test


def test_files_the_readme_names_exist() -> None:
    named = re.findall(r"\]\(([^)#:]+)\)|\b(examples/\S+?\.toml)", README)
    paths = {link or example for link, example in named}
    assert paths
    assert {path for path in paths if not (ROOT / path).exists()} == set()


@pytest.mark.parametrize("number", range(len(blocks("python"))))
def test_python_examples_of_the_readme_run(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "example.py"
    script.write_text(blocks("python")[number], encoding="utf-8")
    monkeypatch.chdir(ROOT)
    runpy.run_path(str(script), run_name="__main__")
    assert capsys.readouterr().out.strip(), "an example shows something"


def test_the_version_is_the_same_everywhere() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    newest = re.search(r"^## \[(\d[^\]]*)\]", changelog, re.MULTILINE)
    assert newest is not None
    assert newest[1] == livingstone.__version__
    assert f"version: {livingstone.__version__}\n" in citation


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_links_lead_somewhere(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    targets = set(re.findall(r"\]\(([^)#:]+)", text))
    assert {target for target in targets if not (ROOT / target).exists()} == set()
