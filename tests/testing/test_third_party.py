"""A game in a third-party package: built, installed and tested as its author would."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PROJECT = """
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "noughts"
version = "1.0"

[project.entry-points."bestagon.games"]
noughts = "noughts:GAME"

[tool.setuptools]
py-modules = ["noughts"]
"""


def install(folder: Path, source: str) -> Path:
    """Build the package in a folder and return where it is installed."""
    package, site = folder / "package", folder / "site"
    package.mkdir()
    (package / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (package / "noughts.py").write_text(source.replace('"tictactoe", "Tic-tac-toe"', '"noughts", "Noughts and Crosses"'), encoding="utf-8")
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "-q"]
    command += ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(site), str(package)]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return site


def run_pytest(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(site), str(ROOT / "src"), str(ROOT / "examples")])
    # The plugin by its module, so that the test does not depend on when the package was last installed.
    command = [sys.executable, "-m", "pytest", "-p", "no:bestagon", "-p", "bestagon.testing.plugin", "-p", "no:cacheprovider", *words]
    environment = {**os.environ, "PYTHONPATH": path}
    environment.pop("PYTEST_ADDOPTS", None)
    return subprocess.run(command, env=environment, cwd=site, check=False, capture_output=True, text=True)


SOURCE = (ROOT / "examples" / "tictactoe.py").read_text(encoding="utf-8")
SUITE = ("--pyargs", "bestagon.testing.game_suite", "-q")


@pytest.mark.long
def test_an_installed_game_passes_the_suite(tmp_path: Path) -> None:
    site = install(tmp_path, SOURCE)
    done = run_pytest(site, *SUITE, "--bestagon-game", "noughts")
    assert done.returncode == 0, done.stdout
    assert "26 passed" in done.stdout
    test = site / "test_mine.py"
    test.write_text(
        "import pytest\n\n@pytest.mark.bestagon_game('noughts')\ndef test_mine(bestagon_check):\n    bestagon_check()\n", encoding="utf-8"
    )
    done = run_pytest(site, str(test), "-v", "--strict-markers", "-k", "masks or texts")
    assert done.returncode == 0, done.stdout
    assert "test_mine[noughts-2-masks] PASSED" in done.stdout
    games = [sys.executable, "-c", "import bestagon; print(*bestagon.all_games())"]
    shown = subprocess.run(
        games, env={**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{ROOT / 'src'}"}, check=True, capture_output=True, text=True
    )
    assert "noughts" in shown.stdout.split()


def test_a_broken_one_fails_and_says_why(tmp_path: Path) -> None:
    site = install(tmp_path, SOURCE.replace("self.cells = other.cells[:]", "self.cells = other.cells"))
    done = run_pytest(site, *SUITE, "--bestagon-game", "noughts")
    assert done.returncode == 1
    assert "AssertionError: playing on a copy changes the original in '" in done.stdout
    assert "bestagon.testing: serialization of noughts-2: Check that positions survive to_bytes" in done.stdout


def test_an_unknown_game_is_named(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, *SUITE, "--bestagon-game", "chess")
    assert done.returncode != 0
    assert "there is no game 'chess'" in done.stdout + done.stderr


def test_the_plugin_is_registered_with_pytest() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    plugin = import_module(project["entry-points"]["pytest11"]["bestagon"])
    assert callable(plugin.pytest_generate_tests)
    assert not any(name.startswith("pytest") for name in project["dependencies"])
    assert pytest.__name__ in project["optional-dependencies"]["testing"][0]
