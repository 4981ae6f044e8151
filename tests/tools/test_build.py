"""A process uses a whole build that belongs to its sources, or none."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import distribution
from pathlib import Path

import pytest

import build
import compiled
from compiled import compiled_build

ROOT = Path(__file__).resolve().parents[2]
SETUP = """
from setuptools import Extension, setup
setup(name="bestagon", ext_modules=[Extension("bestagon.core.dice", ["dice.c"]), Extension("bestagon__mypyc", ["group.c"])])
"""
DICE = """
#include <Python.h>
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "dice", NULL, -1, NULL};
PyMODINIT_FUNC PyInit_%s(void) { return PyModule_Create(&module); }
"""
WHICH = "import bestagon.core.dice as dice; print(dice.__file__)"
LIMIT = "src/bestagon/core/limit.py"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a small source tree: one module to compile, which uses a constant of another."""
    files = {
        "setup.py": SETUP,
        "dice.c": DICE % "dice",
        "group.c": DICE % "bestagon__mypyc",
        "src/bestagon/__init__.py": "from bestagon import compiled_imports\n",
        "src/bestagon/core/__init__.py": "",
        "src/bestagon/core/dice.py": "from bestagon.core.limit import LIMIT\nprint(LIMIT)\n",
        LIMIT: "from typing import Final\nLIMIT: Final = 3\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for name in ("compiled_build.py", "compiled_imports.py"):
        shutil.copy(ROOT / "src" / "bestagon" / name, tmp_path / "src" / "bestagon")
    (tmp_path / "build").mkdir()
    for module in (build, compiled):
        monkeypatch.setattr(module, "HERE", tmp_path)
    monkeypatch.setattr("exclusive.BUILD", tmp_path / "build")
    compiled._constants.cache_clear()
    if not compiled.compiler():
        pytest.skip("there is no C compiler")
    return tmp_path


def runs_compiled(tree: Path, **environment: str) -> bool:
    """Return what a new process imports."""
    command = [sys.executable, "-c", WHICH]
    done = subprocess.run(command, env={"PYTHONPATH": str(tree / "src"), **environment}, check=True, capture_output=True, text=True)
    return not done.stdout.strip().endswith(".py")


def test_a_build_is_used_until_a_source_changes(tree: Path) -> None:
    assert not runs_compiled(tree)
    assert build.main() == 0
    assert compiled.stale() == []
    assert runs_compiled(tree)
    assert not runs_compiled(tree, BESTAGON_PURE="1")
    source = tree / "src/bestagon/core/dice.py"
    before = source.read_text(encoding="utf-8")
    source.write_text(before + "# changed\n", encoding="utf-8")
    assert compiled.stale() == ["src/bestagon/core/dice.py"]
    assert not runs_compiled(tree)
    source.write_text(before, encoding="utf-8")
    assert runs_compiled(tree)


def test_a_changed_constant_of_another_module_makes_a_build_stale(tree: Path) -> None:
    assert build.main() == 0
    (tree / LIMIT).write_text("from typing import Final\nLIMIT: Final = 4\n", encoding="utf-8")
    assert compiled.stale() == [LIMIT]
    assert not runs_compiled(tree)
    assert build.main() == 0
    assert runs_compiled(tree)


def test_a_build_of_another_python_is_not_used(tree: Path) -> None:
    assert build.main() == 0
    path = tree / "build" / "compiled.json"
    path.write_text(path.read_text(encoding="utf-8").replace(compiled_build.VERSION, "3.10.0.so"), encoding="utf-8")
    assert compiled.stale() == ["Python 3.10.0.so"]
    assert not runs_compiled(tree)


@pytest.mark.parametrize("damage", ["manifest", "half a manifest", "file", "folder"])
def test_half_a_build_is_not_used_and_is_made_again(tree: Path, damage: str) -> None:
    assert build.main() == 0
    path = tree / "build" / "compiled.json"
    (folder,) = (tree / "build").glob("compiled-*")
    if damage == "manifest":
        path.unlink()
    elif damage == "half a manifest":
        path.write_bytes(path.read_bytes()[:100])
    elif damage == "file":
        next(folder.rglob("dice*")).unlink()
    else:
        shutil.rmtree(folder)
    assert not runs_compiled(tree)
    assert build.main() == 0
    assert runs_compiled(tree)
    assert len(list((tree / "build").glob("compiled-*"))) == 1


def test_a_build_that_cannot_be_imported_is_not_used(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "dice.c").write_text(DICE % "dice" + "__attribute__((constructor)) void end(void) { _exit(7); }\n", encoding="utf-8")
    assert build.main() == 1
    assert "7" in capsys.readouterr().out
    assert not runs_compiled(tree)
    assert not list((tree / "build").glob("compiled-*"))


def test_compiled_files_beside_the_sources_are_removed(tree: Path) -> None:
    old = tree / "src/bestagon/core" / f"dice{EXTENSION_SUFFIXES[0]}"
    old.write_bytes(b"of an earlier version")
    assert build.main() == 0
    assert not old.exists()
    assert json.loads((tree / "build" / "compiled.json").read_bytes())["modules"].keys() == {"bestagon.core.dice", "bestagon__mypyc"}


def awaits(handler: ast.ExceptHandler) -> bool:
    """Tell whether a handler may let other tasks run."""
    return any(isinstance(node, ast.Await | ast.AsyncWith | ast.AsyncFor) for step in handler.body for node in ast.walk(step))


def test_compiled_code_awaits_nothing_in_an_exception_handler() -> None:
    """Otherwise exceptions pile up for ever (decision 164)."""
    found = []
    for module in compiled.hot_modules():
        for node in ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ExceptHandler) and awaits(node):
                found.append(f"{module}:{node.lineno}")
    assert found == []


def build_requirements() -> set[str]:
    """Return the packages that are installed where the package is built, and what these need."""
    found: set[str] = set()
    wanted = list(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"])
    while wanted:
        name = re.split(r"[^\w.-]", wanted.pop())[0]
        if name not in found:
            found.add(name)
            wanted += [need for need in distribution(name).requires or [] if ";" not in need]
    return found


@pytest.mark.long
def test_the_package_can_be_compiled_with_only_what_building_needs(tmp_path: Path) -> None:
    """`pip install .` does not see the packages of the extras, such as numpy."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path], check=True)
    (site,) = tmp_path.glob("lib/python*/site-packages")
    for name in build_requirements():
        package = distribution(name)
        for top in {file.parts[0] for file in package.files or []} - {"..", "__pycache__"}:
            (site / top).symlink_to(Path(str(package.locate_file(top))))
    assert not (site / "numpy").exists()
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--python-executable",
        str(tmp_path / "bin" / "python"),
        "--cache-dir",
        str(tmp_path / "cache"),
    ]
    done = subprocess.run([*command, *compiled.MYPY_FLAGS, *compiled.hot_modules()], cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
