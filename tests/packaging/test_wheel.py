"""What is built: one package at the top, the same wheel whichever way it is made."""

import hashlib
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PARTS = ("engine", "ai", "protocol", "tournaments")


def build(kind: str, source: Path, target: Path) -> Path:
    """Builds a ``wheel`` or an ``sdist`` with the installed tools, without touching the network."""
    process = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", str(target), str(source)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    (built,) = target.iterdir()
    return built


def contents(wheel: Path) -> dict[str, str]:
    """Names in a wheel and digests of the files."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree."""
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of this tree's unpacked sdist."""
    sdist = build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (root,) = folder.iterdir()
    return root


def test_only_our_package_stands_at_the_top(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in contents(wheel)}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"livingstone"}


def test_every_source_file_is_in_the_wheel_once(wheel: Path) -> None:
    inside = [name for name in contents(wheel) if ".dist-info/" not in name]
    expected = [
        f"livingstone/{part}/{path.relative_to(ROOT / part).as_posix()}"
        for part in PARTS
        for path in (ROOT / part).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    shell = ROOT / "src" / "livingstone"
    expected += [
        f"livingstone/{path.relative_to(shell).as_posix()}"
        for path in (*shell.glob("*"), *shell.glob("cli/**/*"), *shell.glob("web/**/*"))
        if path.is_file() and path.name not in PARTS and "__pycache__" not in path.parts
    ]
    expected.append("livingstone/engine/data/rules.md")
    assert sorted(set(inside)) == sorted(inside)
    assert set(expected) - set(inside) == set()


def test_the_rules_in_the_wheel_are_the_ones_in_docs(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        shipped = archive.read("livingstone/engine/data/rules.md")
    assert shipped == (ROOT / "docs" / "rules.md").read_bytes()


def test_the_wheel_from_the_sdist_is_the_same(wheel: Path, unpacked: Path, tmp_path: Path) -> None:
    assert contents(build("wheel", unpacked, tmp_path / "again")) == contents(wheel)


def test_a_tree_without_symbolic_links_builds_the_same_wheel(
    wheel: Path, unpacked: Path, tmp_path: Path
) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(unpacked, tree)
    for part in PARTS:  # what git leaves where links are not supported: a file with the link's text
        place = tree / "src" / "livingstone" / part
        if place.is_symlink():
            place.unlink()
        place.write_text(f"../../{part}")
    assert contents(build("wheel", tree, tmp_path / "again")) == contents(wheel)


@pytest.mark.parametrize(
    "name",
    ["README.md", "LICENSE", "CHANGELOG.md", ".ci/run", "tests/packaging/test_wheel.py", "docs/rules.md"],
)
def test_the_sdist_carries_what_the_tests_read(unpacked: Path, name: str) -> None:
    assert (unpacked / name).read_bytes() == (ROOT / name).read_bytes()


def test_the_links_are_relative() -> None:
    links = [ROOT / "src" / "livingstone" / part for part in PARTS]
    if not all(link.is_symlink() for link in links):
        pytest.skip("this tree came without links")
    assert [link.readlink() for link in links] == [Path("..", "..", part) for part in PARTS]


def test_the_wheel_needs_no_more_than_it_says(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = archive.read(name).decode()
        (name,) = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
        commands = archive.read(name).decode()
    needed = {
        line.split()[1].split(">")[0]
        for line in metadata.splitlines()
        if line.startswith("Requires-Dist") and "extra ==" not in line
    }
    assert needed == {
        "click",
        "msgspec",
        "multiprocessing-logging",
        "numba",
        "numpy",
        "orjson",
        "prompt-toolkit",
        "rich",
    }
    assert "livingstone-ai = livingstone.cli:main" in commands
