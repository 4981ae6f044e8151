"""Finding games: a plugin that cannot be loaded is skipped and named, and the other games work."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from bestagon import BestagonError, PluginWarning
from bestagon.core import registry

ROOT = Path(__file__).parent.parent.parent


def add_plugin(folder: Path, name: str, code: str) -> None:
    """Write the files that `pip install` would leave of a plugin."""
    (folder / f"{name}.py").write_text(code, encoding="utf-8")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[bestagon.games]\n{name} = {name}:GAME\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("GAME = (", "SyntaxError: '(' was never closed"),
        ("other = 1", "AttributeError: module 'plugin' has no attribute 'GAME'"),
        ("GAME = 5", "it is int, not an instance of bestagon.Game"),
        ("import bestagon\nGAME = bestagon.Game()", "AttributeError: 'Game' object has no attribute 'name'"),
        ("import bestagon\nclass Mine(bestagon.Game):\n    name = 'beerhex'\nGAME = Mine()", "there is already a game called 'beerhex'"),
    ],
)
def test_a_broken_plugin_is_skipped_with_one_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, why: str) -> None:
    add_plugin(tmp_path, "plugin", code)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "plugin", raising=False)
    find = registry.all_games.__wrapped__
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = find()
    monkeypatch.delitem(sys.modules, "plugin", raising=False)
    assert [warning.category for warning in caught] == [PluginWarning]
    assert f"skipping the game plugin 'plugin' (plugin:GAME): {why}" in str(caught[0].message)
    assert list(found) == list(registry.all_games())


def test_the_command_line_works_with_a_broken_plugin(tmp_path: Path) -> None:
    add_plugin(tmp_path, "plugin", "raise RuntimeError('out of order')")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT / "src"), str(ROOT / "examples")])}
    done = subprocess.run(
        [sys.executable, "-c", "from bestagon.cli import main; main()", "games"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "beerhex" in done.stdout
    assert done.stderr.count("skipping the game plugin 'plugin'") == 1
    assert "RuntimeError: out of order" in done.stderr


def test_a_name_is_found_however_it_is_spelled() -> None:
    assert registry.game(" Hex_Dice ") is registry.game("hex dice") is registry.game("hex-dice")
    with pytest.raises(BestagonError, match="there is no game ''"):
        registry.game("")
