"""Compiled files appear all together or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

import build
import compiled

SHARED = "bestagon__mypyc.cpython-311-x86_64-linux-gnu.so"
OTHERS = ("bestagon/core/dice.cpython-311-x86_64-linux-gnu.so", "hex.cpython-311-x86_64-linux-gnu.so")


class Killed(BaseException):
    """The process ends here."""


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a source tree with the result of a compiler beside it."""
    monkeypatch.setattr(build, "HERE", tmp_path)
    monkeypatch.setattr(compiled, "HERE", tmp_path)
    monkeypatch.setattr(build, "OUTPUT", tmp_path / "build" / "compiled")
    for name in (SHARED, *OTHERS):
        path = build.OUTPUT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    for folder in ("src/bestagon/core", "examples"):
        (tmp_path / folder).mkdir(parents=True)
    return tmp_path


def compiled_files() -> list[Path]:
    return [path for path in build.OUTPUT.rglob("*") if path.is_file()]


def places(tree: Path) -> list[Path]:
    return [tree / "examples" / OTHERS[1], tree / "src" / OTHERS[0], tree / "src" / SHARED]


def test_compiled_files_are_placed_beside_their_sources(tree: Path) -> None:
    build.place(compiled_files())
    assert sorted(compiled.built()) == sorted(places(tree))
    assert list(tree.glob("src/**/*.new")) == list(tree.glob("examples/*.new")) == []


@pytest.mark.parametrize("steps", range(3))
def test_a_build_killed_while_placing_leaves_no_shared_library(tree: Path, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    left = iter(range(steps))
    rename = Path.replace

    def replace(path: Path, to: Path) -> Path:
        if next(left, None) is None:
            raise Killed
        return rename(path, to)

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(Killed):
        build.place(compiled_files())
    assert len(compiled.built()) == steps
    assert tree / "src" / SHARED not in compiled.built()
    build.remove(compiled.built())
    assert not [path for path in tree.glob("src/**/*") if path.is_file()]


@pytest.mark.parametrize("steps", range(1, 4))
def test_removing_begins_with_the_shared_library(tree: Path, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    build.place(compiled_files())
    left = iter(range(steps))
    delete = Path.unlink

    def unlink(path: Path, missing_ok: bool = False) -> None:
        if next(left, None) is None:
            raise Killed
        delete(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink)
    if steps < 3:
        with pytest.raises(Killed):
            build.remove(compiled.built())
    else:
        build.remove(compiled.built())
    assert len(compiled.built()) == 3 - steps
    assert tree / "src" / SHARED not in compiled.built()
