"""A game that breaks the contract is told what is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from bestagon import Game
from bestagon.testing import (
    CHECKS,
    check_conformance,
    check_game,
    check_leaks,
    check_notation,
    check_scenes,
    conformance,
    leaks,
    notation,
    scenes,
)

ROOT = Path(__file__).parent.parent.parent
SOURCE = (ROOT / "examples" / "tictactoe.py").read_text(encoding="utf-8")


def changed(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> Game:
    """Tic-tac-toe with a mistake."""
    assert SOURCE.count(old) == 1, old
    module = ModuleType("broken")
    monkeypatch.setitem(sys.modules, "broken", module)
    exec(compile(SOURCE.replace(old, new), "broken.py", "exec"), module.__dict__)
    game: Game = module.GAME
    return game


def test_the_example_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    check_game(changed(monkeypatch, "GAME = TicTacToe()", "GAME = TicTacToe()  # unchanged"))


CONTRACT = [
    ("        self.cells = other.cells[:]", "        self.cells = other.cells", "playing on a copy changes the original"),
    (
        "        out.raw(bytes(self.cells))",
        "        out.raw(bytes(9))",
        "a copy and a position from bytes do not list the same legal actions",
    ),
    (
        "        self.start_common(dice)\n        self.cells = [0] * 9",
        "        self.start_common(dice)",
        "start() does not reset everything",
    ),
    ("        self.start_common(dice)", "        self.dice.copy_from(dice)", "start() does not reset everything"),
    ("            out[n] = action", "            out[n] = actions[0]", "legal() lists [0] more than once for seat 0"),
    ("super().__init__(2, 9, 9)", "super().__init__(2, 9, 5)", "legal actions [5, 6, 7, 8] are not in 0 to 4"),
    ("        return 0 if self.over else 1 if", "        return 1 if", "over is True, but acting() is"),
    (" if self.acting() == 1 << seat else []", "", "seat 1 may not act, but has 9 legal actions"),
    (
        'endings = (2,), 2, ("line", "full", "resigned")',
        'endings = (2,), 2, ("line", "resigned")',
        "ending() is 'full', which Game.endings does not list",
    ),
    ('        return "" if not self.over else', '        return "line" if not self.over else', "ending() is 'line' while the game runs"),
    ("        self.cells = list(source.raw(9))", "        self.cells = [0] * 9", "is another position|ends too early|followed by"),
    (
        "    def write(self, out):",
        "    def pick(self, seat, dice, out):\n        return self.cells.index(0)\n\n    def write(self, out):",
        "pick() chooses among [",
    ),
    (
        "    def write(self, out):",
        "    def used_up(self, action):\n        return True\n\n    def write(self, out):",
        "used_up() is true, but 0 seats may act",
    ),
    (
        "            out[n] = action\n        return len(actions)\n",
        "            out[n] = actions[-n if len(actions) % 2 else n]\n        return len(actions)\n\n"
        "    def used_up(self, action):\n        return not self.over\n",
        "used_up() is true, but seat",
    ),
]
SECRETS = [
    ("    def write(self, out):", "    def mask(self, seat):\n        pass\n\n    def write(self, out):", "mask() leaves the dice"),
    (
        "    def write(self, out):",
        "    def mask(self, seat):\n        self.dice.blank()\n        self.cells = [0] * 9\n\n    def write(self, out):",
        "legal actions depend on something mask() hides",
    ),
    (
        "    def write(self, out):",
        "    def view_from(self, other, seat):\n        self.copy_from(other)\n\n    def write(self, out):",
        "view_from() is not what mask() leaves of a copy",
    ),
    (
        "    def write(self, out):",
        "    def view_from(self, other, seat):\n        other.mask(seat)\n        self.copy_from(other)\n\n    def write(self, out):",
        "view_from() changes the position it shows",
    ),
    (
        "    def position_text(self",
        "    def seen_text(self, position, seat, action, viewer):\n        return '?'\n\n    def position_text(self",
        "seen_text() hides actions, but no mask hides anything",
    ),
]
TEXTS = [
    ("        return BOARD.names[action]\n", "        return 'cell'\n", "have the same text in"),
    (
        '        if resigned != "-":\n            fresh.resign(int(resigned) - 1)\n',
        "",
        "parse_position(position_text()) is another position",
    ),
    (
        '        if len(marks) != 9 or set(marks) - set(".XO") or',
        "        if",
        "parse_position accepts|substring not found|another position",
    ),
]
PICTURES = [
    ('legend={"stone": "mark"}', "legend={}", "the legend does not explain ['stone']"),
    ('(Board(""),)', '(Board(""), Board("b."))', "the stage has the boards ['', 'b.'], the scene ['']"),
    ("        return (BOARD.names[action],)", "        return ('z9',)", "choices or previews name ['z9'], which cannot be clicked"),
]


@pytest.mark.parametrize(("old", "new", "says"), CONTRACT)
def test_a_broken_contract_is_named(monkeypatch: pytest.MonkeyPatch, old: str, new: str, says: str) -> None:
    with pytest.raises((AssertionError, ValueError, KeyError)) as caught:
        check_conformance(changed(monkeypatch, old, new))
    assert any(words in str(caught.value) for words in says.split("|")), caught.value
    assert "bestagon.testing: " in caught.value.__notes__[0]
    assert " of tictactoe-2: Check that " in caught.value.__notes__[0]


@pytest.mark.parametrize(("old", "new", "says"), SECRETS)
def test_a_leak_is_named(monkeypatch: pytest.MonkeyPatch, old: str, new: str, says: str) -> None:
    with pytest.raises(AssertionError) as caught:
        check_leaks(changed(monkeypatch, old, new))
    assert says in str(caught.value)


@pytest.mark.parametrize(("old", "new", "says"), TEXTS)
def test_a_text_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch, old: str, new: str, says: str) -> None:
    with pytest.raises((AssertionError, ValueError)) as caught:
        check_notation(changed(monkeypatch, old, new))
    assert any(words in str(caught.value) for words in says.split("|")), caught.value


@pytest.mark.parametrize(("old", "new", "says"), PICTURES)
def test_a_wrong_picture_is_named(monkeypatch: pytest.MonkeyPatch, old: str, new: str, says: str) -> None:
    with pytest.raises(AssertionError) as caught:
        check_scenes(changed(monkeypatch, old, new))
    assert says in str(caught.value)


def test_a_game_that_never_ends_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bestagon.testing.cases.ENDLESS", 50)
    game = changed(monkeypatch, "        self.cells[action] = seat + 1\n", "")
    with pytest.raises(AssertionError, match="a random game is not over after 50 actions in"):
        check_conformance(game)


def test_every_check_is_in_the_suite() -> None:
    listed = {check.run for check in CHECKS}
    blocks = {scenes.check_names, scenes.check_clicks}
    for module in (conformance, leaks, notation, scenes):
        found = {value for name, value in vars(module).items() if name.startswith("check_") and value.__module__ == module.__name__}
        assert found - blocks <= listed


def test_the_functions_need_no_pytest() -> None:
    code = "import sys, bestagon.testing; sys.exit('pytest' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0
