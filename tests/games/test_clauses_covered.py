"""No clause without a test: RULES.md of every game against the names of its clause tests."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from bestagon.core import registry

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", ["pocket-hexes", "beerhex", "hex-roller", "hexagone", "hex-dice", "hex"])
def test_every_clause_has_a_test_named_after_it(name: str) -> None:
    clauses = re.findall(r"^- (\d+)\.(\d+) ", registry.game(name).rules(), re.MULTILINE)
    assert len(clauses) == len(set(clauses)) >= 5
    tree = ast.parse((HERE / name.replace("-", "_") / "test_clauses.py").read_text(encoding="utf-8"))
    tests = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    assert all(any(isinstance(part, ast.Assert | ast.With) for part in ast.walk(test)) for test in tests)
    missing = [f"{a}.{b}" for a, b in clauses if not any(re.match(rf"test_{a}_{b}(_|$)", test.name) for test in tests)]
    assert missing == []
