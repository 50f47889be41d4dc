"""``livingstone-ai nightly``: exit codes, what it prints, and the units that start it."""

import os
import shutil
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from livingstone.cli import main
from livingstone.tournaments.night.service import Service
from livingstone.web import page as page_module
from run_samples import program, write_config

HAS_REPORT = find_spec("jinja2") is not None and find_spec("matplotlib") is not None
BOTS = ["random", "scripted", "scripted:frugal"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a config of three bots at tables of two."""
    monkeypatch.chdir(tmp_path)
    write_config(tmp_path, BOTS, players=[2], workers=1)
    return tmp_path


def nightly(*words: str) -> Result:
    return CliRunner().invoke(main, ["nightly", "night.toml", *words])


@pytest.mark.skipif(not HAS_REPORT, reason="needs the extra 'report'")
def test_a_night_prints_its_verdict_and_writes_summary_and_report(folder: Path) -> None:
    result = nightly()
    assert result.exit_code == 0, result.output
    verdict, summary, report = result.stdout.splitlines()
    assert verdict.startswith("ok: 6 games, leader ")
    season = folder / "night-season"
    assert summary == f"summary: {season / 'summary.md'}"
    assert report == f"report: {season / 'report.html'}"
    assert (season / "summary.md").read_text().startswith(f"{verdict}\n")
    page = (season / "report.html").read_text()
    assert "scripted:frugal" in page
    # All games are played, but another night follows: the seed stays secret until the season is closed.
    assert ">ice<" not in page
    assert nightly("--close-season").exit_code == 0
    assert ">ice<" in (season / "report.html").read_text()


def test_a_night_without_the_report_extra_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    page_module._environment.cache_clear()
    result = nightly()
    assert result.exit_code == 0, result.output
    assert "report: none: " in result.stdout


def test_quiet_says_nothing_unless_something_is_wrong(folder: Path) -> None:
    result = nightly("--quiet")
    assert (result.exit_code, result.output) == (0, "")
    write_config(folder, [*BOTS, f"ill@{program('never')}"], players=[2], workers=1)
    result = nightly("--quiet", "--strict")
    assert result.exit_code == 3
    assert result.stderr.startswith("faults: ill left out; 6 games, leader ")
    assert result.stdout == ""


def test_exit_codes_of_errors(folder: Path) -> None:
    assert nightly("--nonsense").exit_code == 2
    result = nightly("--budget", "soon")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "'soon', expected a time such as 6h" in result.stderr
    result = CliRunner().invoke(main, ["nightly", "other.toml"])
    assert result.exit_code == 1 and "other.toml: there is no such file" in result.stderr
    nightly()
    write_config(folder, BOTS, players=[3], workers=1)
    result = nightly("--quiet")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: night.toml: [tournament] players has changed")
    assert (folder / "night-season" / "summary.md").read_text().startswith("failed: night.toml: ")
    (folder / "file").touch()
    assert nightly("--season", "file").exit_code == 1


def test_a_second_start_has_a_code_of_its_own(folder: Path) -> None:
    write_config(folder, [*BOTS, "scripted:steady"], players=[2], cycles=200, workers=1)
    words = [sys.executable, "-m", "livingstone", "nightly", "night.toml", "--quiet"]
    both = [subprocess.Popen(words, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    until = time.monotonic() + 60
    while time.monotonic() < until and all(process.poll() is None for process in both):
        time.sleep(0.01)
    refused, playing = sorted(both, key=lambda process: process.poll() is None)
    assert refused.returncode == 6
    assert refused.communicate()[1].strip().endswith("another process is playing a night of this season")
    result = nightly()
    assert result.exit_code == 6
    playing.send_signal(signal.SIGTERM)
    text = playing.communicate(timeout=30)[1]
    assert playing.returncode == 5, text
    assert text.startswith("interrupted: ")
    assert (folder / "night-season" / "summary.md").read_text().startswith("interrupted: ")


def test_close_season_reveals_the_seed(folder: Path) -> None:
    assert nightly("--close-season").exit_code == 1
    nightly()
    result = nightly("--close-season")
    assert result.exit_code == 0, result.output
    commitment = (folder / "night-season" / "commitment.txt").read_text().strip()
    assert "master seed: ice (in " in result.stdout and commitment in result.stdout
    assert (folder / "night-season" / "seed.txt").read_text() == "ice\n"
    result = nightly()
    assert result.exit_code == 1 and "the season is closed" in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="cron is")
def test_a_night_as_cron_starts_it(folder: Path) -> None:
    """No terminal, no HOME, a bare PATH, another folder: the printed line itself, in an empty environment."""
    line = nightly("--print-cron", "--budget", "5 min", "--at", "23:30").stdout
    variables, command = line.strip().splitlines()[:-1], line.strip().splitlines()[-1]
    minute, hour, *_ = command.split()
    assert (minute, hour) == ("30", "23")
    assert any(variable.startswith("PATH=") for variable in variables)
    kept = {
        "LIVINGSTONE_CACHE_DIR",
        "XDG_CACHE_HOME",
    }  # else everything is compiled anew, which takes a minute
    environment = {"PATH": "/usr/bin:/bin"} | {name: os.environ[name] for name in kept & os.environ.keys()}
    done = subprocess.run(
        ["/bin/sh", "-c", command.split(maxsplit=5)[5].replace(r"\%", "%")],
        cwd="/",
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (folder / "night-season" / "report.html").exists() == HAS_REPORT
    assert (folder / "night-season" / "summary.md").read_text().startswith("ok: 6 games")


def units(text: str) -> dict[str, str]:
    """The printed units by file name."""
    found = {}
    for part in text.split("# /etc/systemd/system/")[1:]:
        name, _, content = part.partition("\n")
        found[name] = content
    return found


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze")
def test_the_printed_units_are_accepted(folder: Path) -> None:
    result = nightly("--print-systemd", "--budget", "6h", "--at", "2:30", "--season", "a season 100%")
    found = units(result.stdout)
    assert set(found) == {"livingstone-a-season-100.service", "livingstone-a-season-100.timer"}
    for name, content in found.items():
        (folder / name).write_text(content)
    done = subprocess.run(
        ["systemd-analyze", "verify", *(str(folder / name) for name in found)],
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [line for line in done.stderr.splitlines() if str(folder) in line or "livingstone" in line]
    assert not complaints, done.stderr


def test_the_printed_units_name_everything_by_absolute_paths(folder: Path) -> None:
    service = next(
        text for name, text in units(nightly("--print-systemd", "--budget", "6h").stdout).items()
        if name.endswith(".service")
    )  # fmt: skip
    lines = dict(line.split("=", 1) for line in service.splitlines() if "=" in line and line[0] != "#")
    assert lines["ExecStart"].startswith(f"{sys.executable} -m livingstone nightly {folder / 'night.toml'} ")
    assert f"--season {folder / 'night-season'}" in lines["ExecStart"]
    assert lines["WorkingDirectory"] == str(folder)
    assert lines["TimeoutStartSec"] == str(6 * 3600 + 900)
    assert (lines["SuccessExitStatus"], lines["StandardInput"], lines["Nice"]) == ("5", "null", "10")


def test_special_signs_survive_in_units_and_cron() -> None:
    argv = ["/usr/bin/python3", "a b", "50%", "$HOME", 'say "x"', "back\\slash"]
    service = Service(argv, Path("/a b/50%"), "night", 1, 5, None, "me", {"PATH": "/bin:/my bin"})
    text = service.systemd()["night.service"]
    assert r'ExecStart=/usr/bin/python3 "a b" 50%% "$$HOME" "say \"x\"" "back\\slash"' in text
    assert "WorkingDirectory=/a b/50%%\n" in text
    assert 'Environment="PATH=/bin:/my bin"\n' in text
    assert "TimeoutStartSec=infinity\n" in text
    variables, line = service.cron().splitlines()
    assert variables == "PATH=/bin:/my bin"
    words = r"""/usr/bin/python3 'a b' 50\% '$HOME' 'say "x"' 'back\slash'"""
    assert line == rf"5 1 * * * cd '/a b/50\%' && nice -n 10 {words} </dev/null"


def test_a_wrong_time_of_day() -> None:
    result = nightly("--print-cron", "--at", "25:00")
    assert result.exit_code == 1 and "time of day '25:00': expected hours and minutes" in result.stderr
