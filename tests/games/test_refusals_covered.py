"""No refusal without a test: every sentence that explains why something cannot be chosen occurs in the tests of its game."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SOURCES = HERE.parents[1] / "src" / "bestagon" / "games"
FEWEST = 12


def defined(tree: ast.Module) -> dict[str, ast.stmt]:
    """Return functions and constants of a module by name."""
    found: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node
    return found


def texts(node: ast.AST) -> set[str]:
    """Return the sentences in a part of a program; names of players, numbers and the like are in braces."""
    strings = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}
    return {text for text in strings if re.fullmatch(r"[A-Z{0-9].* .*[.?]", text)}


def refusals(file: Path) -> set[str]:
    """Return the sentences of `why_not`, and of all in the same module that it leads to."""
    parts = defined(ast.parse(file.read_text(encoding="utf-8")))
    if "why_not" not in parts:
        return set()
    reached, waiting = set(), ["why_not"]
    while waiting:
        name = waiting.pop()
        if name in parts and name not in reached:
            reached.add(name)
            waiting += [part.id for part in ast.walk(parts[name]) if isinstance(part, ast.Name)]
    found: set[str] = set()
    for name in reached:
        body = parts[name]
        described = {ast.get_docstring(body)} if isinstance(body, ast.FunctionDef) else set()
        found |= texts(body) - described
    return found


def strings_of(file: Path) -> set[str]:
    """Return all strings of a file of tests; what a formatted one computes stands for anything."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr):
            found.add("".join(str(part.value) if isinstance(part, ast.Constant) else "?" for part in node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
    return found


@pytest.mark.parametrize("game", ["beerhex", "hex_dice", "hex_roller", "hexagone", "pocket_hexes"])
def test_every_refusal_occurs_in_the_tests(game: str) -> None:
    wanted = set().union(*(refusals(file) for file in (SOURCES / game).glob("*.py") if file.name != "game.py"))
    assert len(wanted) >= FEWEST
    strings = strings_of(HERE / game / "test_story.py")
    patterns = {text: re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)) for text in wanted}
    assert sorted(text for text, pattern in patterns.items() if not any(re.search(pattern, one) for one in strings)) == []
