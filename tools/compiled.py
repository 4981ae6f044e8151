"""Which modules are compiled, and whether what is built is what is written."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
MANIFEST = HERE / "build" / "compiled.json"
PATTERNS = (
    "src/bestagon/core/codec.py",
    "src/bestagon/core/dice.py",
    "src/bestagon/core/position.py",
    "src/bestagon/core/rollout.py",
    "src/bestagon/core/insight.py",
    "src/bestagon/core/perft.py",
    "src/bestagon/core/table.py",
    "src/bestagon/bots/*.py",
    "src/bestagon/games/{only}/board.py",
    "src/bestagon/games/{only}/position*.py",
    "src/bestagon/games/{only}/insight.py",
    "examples/hex.py",
)


def hot_modules() -> list[str]:
    """Return the files to compile, relative to the project; BESTAGON_ONLY=game keeps one game, for quick work on it."""
    only = os.environ.get("BESTAGON_ONLY", "*")
    found = [path for pattern in PATTERNS for path in HERE.glob(pattern.format(only=only)) if path.name != "__init__.py"]
    return sorted(str(path.relative_to(HERE)) for path in found)
