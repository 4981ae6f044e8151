"""An installation that is killed is not used, and the next one succeeds; a background build ends with its server."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

import environment

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
SLOW_SETUP = """
import subprocess, sys
print("compiling", file=open("started", "w"), flush=True)
subprocess.run([sys.executable, "-c", "import time; time.sleep(600)"])
"""
SERVER = """
import os, subprocess, sys, time
subprocess.Popen([sys.executable, "tools/background_build.py", str(os.getpid())], start_new_session=True)
time.sleep(600)
"""


class Killed(BaseException):
    """The process ends here."""


def plant(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a tree with nothing to install, and let the module work there."""
    monkeypatch.setattr(environment, "ROOT", tree)
    monkeypatch.setattr(environment, "VENV", tree / ".venv")
    monkeypatch.setattr(environment, "PYTHON", tree / ".venv" / "bin" / "python")
    monkeypatch.setattr("exclusive.BUILD", tree / "build")
    (tree / "requirements").mkdir()
    for name in ("server", "dev", "compile"):
        (tree / "requirements" / f"{name}.txt").write_text("", encoding="utf-8")
    for name in ("pyproject.toml", "examples/pyproject.toml"):
        (tree / name).parent.mkdir(exist_ok=True)
        (tree / name).write_text("", encoding="utf-8")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a tree with nothing to install."""
    plant(tmp_path, monkeypatch)
    return tmp_path


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an environment that was installed once; pip takes seconds to install itself."""
    folder = tmp_path_factory.mktemp("finished")
    with pytest.MonkeyPatch.context() as patch:
        plant(folder, patch)
        environment.install("server")
    return folder / ".venv"


@pytest.fixture
def installed(tree: Path, finished: Path) -> Path:
    """Return a tree whose environment is installed."""
    shutil.copytree(finished, tree / ".venv", symlinks=True)
    assert environment.installed("server")
    return tree


def killed_at(step: int) -> Callable[..., Any]:
    """Return a stand-in for subprocess.run that ends the process at one of the steps, half done."""
    run, left = subprocess.run, iter(range(step))

    def stand_in(command: list[str], **given: Any) -> Any:
        if next(left, None) is None:
            raise Killed
        return run(command, **given)

    return stand_in


@pytest.mark.long
@pytest.mark.parametrize("step", range(2))
def test_an_installation_that_is_killed_is_made_anew(tree: Path, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    left = tree / ".venv" / "lib" / "half a package"
    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "run", killed_at(step))
        with pytest.raises(Killed):
            environment.install("server")
    left.parent.mkdir(parents=True, exist_ok=True)
    left.touch()
    assert not environment.installed("server")
    environment.install("server")
    assert environment.installed("server")
    assert not environment.installed("dev")
    assert not left.exists()
    environment.pip("--version")


@pytest.mark.long
def test_other_requirements_are_installed_again_and_half_of_them_do_not_count(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = installed
    (tree / "requirements" / "server.txt").write_text("# another\n", encoding="utf-8")
    assert not environment.installed("server")
    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "run", killed_at(1))
        with pytest.raises(Killed):
            environment.install("server")
    (tree / "requirements" / "server.txt").write_text("", encoding="utf-8")
    assert not environment.installed("server"), "it may be half of either"
    environment.install("server")
    assert environment.installed("server")


def test_tools_for_compiling_are_put_in_place_at_the_end(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = installed
    (tree / "build").mkdir()
    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "run", killed_at(0))
        with pytest.raises(Killed):
            environment.compile_tools()
    assert [path.name.startswith("compile-new-") for path in (tree / "build").glob("compile-*")] == [True]
    folder = environment.compile_tools()
    assert list((tree / "build").glob("compile-*")) == [folder]
    assert environment.compile_tools() == folder


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform == "win32", reason="needs process groups")
def test_a_background_build_ends_with_its_server(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "tools", tmp_path / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "src" / "bestagon").mkdir(parents=True)
    shutil.copy(ROOT / "src" / "bestagon" / "compiled_build.py", tmp_path / "src" / "bestagon")
    (tmp_path / "setup.py").write_text(SLOW_SETUP, encoding="utf-8")
    for name in ("requirements/dev.txt", "pyproject.toml", "examples/pyproject.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    (tmp_path / "build").mkdir()
    # As if everything were installed for development.
    prepare = "import environment; environment.VENV.mkdir(); (environment.VENV / 'dev.stamp').write_text(environment.wanted('dev'))"
    subprocess.run([sys.executable, "-c", prepare], env={**os.environ, "PYTHONPATH": str(tmp_path / "tools")}, check=True)
    server = subprocess.Popen([sys.executable, "-c", SERVER], cwd=tmp_path)
    until((tmp_path / "started").exists)
    started = psutil.Process(server.pid).children(recursive=True)
    assert len(started) >= 3
    server.send_signal(signal.SIGKILL)
    server.wait()
    until(lambda: not any(one.is_running() and one.status() != psutil.STATUS_ZOMBIE for one in started))
    assert not (tmp_path / "build" / "compiled.json").exists()
