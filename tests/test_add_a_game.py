"""docs/add-a-game.md: its sessions run, its code is that of the example, and it names everything a game needs."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from bestagon import testing
from bestagon.core import scene_parts
from bestagon.core.codec import Reader, Writer
from bestagon.core.dice import Dice
from bestagon.core.evaluator import Evaluator
from bestagon.core.game import Game
from bestagon.core.option import Option
from bestagon.core.position import Position
from bestagon.grid import Shape
from bestagon.scene import grids
from bestagon.scene.model import Scene

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "add-a-game.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
INTERNAL = {"to_bytes", "from_bytes", "name", "usual", "origin"}


def public(kind: object) -> set[str]:
    return {name for name in vars(kind) if not name.startswith("_")} | set(getattr(kind, "__annotations__", ()))


def unindented(code: str) -> str:
    """Code as a formatter of Markdown may leave it."""
    return "\n".join(line.strip() for line in code.splitlines() if line.strip())


def test_the_sessions_show_what_happens() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    assert (found.failed, found.attempted > 30) == (0, True)


def test_methods_shown_are_those_of_the_example() -> None:
    source = unindented((ROOT / "examples" / "tictactoe.py").read_text(encoding="utf-8"))
    shown = [block for block in BLOCKS if not block.startswith(">>>") and "bestagon_check" not in block and "check_game" not in block]
    assert len(shown) == 3
    assert all(unindented(block) in source for block in shown)


def test_the_check_can_be_run_as_it_is_shown() -> None:
    (code,) = (block for block in BLOCKS if "check_game(GAME)" in block)
    exec(compile(code, str(PAGE), "exec"), {})


@pytest.mark.parametrize(
    "names",
    [
        public(Position) - INTERNAL,
        public(Game),
        {"start_common", "copy_common", *public(Dice) - INTERNAL - {"a", "b", "c", "kind", "secret", "block", "drawn", "enter", "unused"}},
        public(Writer) | public(Reader) - {"at", "data"} - {"parts"},
        public(Option) - INTERNAL,
        public(Shape) - INTERNAL,
        {name for name, value in vars(scene_parts).items() if getattr(value, "__module__", "") == scene_parts.__name__ and name[0] != "_"},
        {name for name, value in vars(grids).items() if getattr(value, "__module__", "") == grids.__name__},
        set(Scene.__struct_fields__),
        public(Evaluator),
        {name for name in testing.__all__ if name.startswith("check_")},
    ],
    ids=["Position", "Game", "Dice", "codec", "Option", "Shape", "scene_parts", "grids", "Scene", "Evaluator", "testing"],
)
def test_the_page_names_everything_a_game_needs(names: set[str]) -> None:
    assert {name for name in names if not re.search(rf"\b{name}\b", TEXT)} == set()
