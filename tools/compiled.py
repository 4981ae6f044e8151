"""The list of compiled modules, and a check that the compiled files are up to date."""

from __future__ import annotations

import hashlib
import importlib.machinery
import json
import os
import platform
import shutil
import sysconfig
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
MANIFEST = HERE / "build" / "compiled.json"
PATTERNS = (
    "src/bestagon/grid/bits.py",
    "src/bestagon/core/actions.py",
    "src/bestagon/core/codec.py",
    "src/bestagon/core/dice.py",
    "src/bestagon/core/evaluator.py",
    "src/bestagon/core/position.py",
    "src/bestagon/core/scene_parts.py",
    "src/bestagon/core/story.py",
    "src/bestagon/core/table.py",
    "src/bestagon/engine/perft.py",
    "src/bestagon/engine/rollout.py",
    "src/bestagon/bots/players.py",
    "src/bestagon/bots/mcts*.py",
    "src/bestagon/games/{only}/board*.py",
    "src/bestagon/games/{only}/ai/*.py",
    "src/bestagon/games/{only}/rules/*.py",
    "src/bestagon/games/{only}/scene*.py",
    "src/bestagon/games/{only}/story*.py",
    "src/bestagon/server/clock.py",
    "src/bestagon/server/edge/connection.py",
    "src/bestagon/server/edge/frames.py",
    "src/bestagon/server/edge/socket_session.py",
    "src/bestagon/server/http/dispatch.py",
    "src/bestagon/server/http/handlers/tables.py",
    "src/bestagon/server/http/socket_moves.py",
    "src/bestagon/server/limits/allowance.py",
    "src/bestagon/server/limits/limits.py",
    "src/bestagon/server/metrics.py",
    "src/bestagon/server/store/checks.py",
    "src/bestagon/server/store/sqlite/queries.py",
    "src/bestagon/server/store/sqlite/store.py",
    "src/bestagon/server/store/sqlite/writer.py",
    "src/bestagon/server/tables/clocks.py",
    "src/bestagon/server/tables/commands.py",
    "src/bestagon/server/tables/live.py",
    "src/bestagon/server/tables/loaded.py",
    "src/bestagon/server/tables/log.py",
    "src/bestagon/server/tables/manager.py",
    "src/bestagon/server/tables/scene_json.py",
    "src/bestagon/server/tables/seats.py",
    "src/bestagon/server/tables/subscribers.py",
    "src/bestagon/server/tables/views.py",
)
EXAMPLES = ("examples/hex.py",)
"""Compiled in a source tree, but not part of the package."""


def hot_modules() -> list[str]:
    """Return the files to compile, relative to the project.

    BESTAGON_EXAMPLES=1 adds the examples; BESTAGON_ONLY=game keeps one game, for quick work on it.
    """
    only = os.environ.get("BESTAGON_ONLY", "*")
    patterns = PATTERNS + (EXAMPLES if os.environ.get("BESTAGON_EXAMPLES") else ())
    found = [path for pattern in patterns for path in HERE.glob(pattern.format(only=only)) if path.name != "__init__.py"]
    return sorted(path.relative_to(HERE).as_posix() for path in found)


def fingerprint() -> dict[str, str]:
    """Return the hashes of everything a build depends on."""
    files = [*hot_modules(), "setup.py", "tools/compiled.py"]
    prints = {name: hashlib.sha256((HERE / name).read_bytes()).hexdigest() for name in files}
    prints["python"] = platform.python_version() + importlib.machinery.EXTENSION_SUFFIXES[0]
    return prints


def compiler() -> bool:
    """Return whether there is a C compiler: the one named by the environment or by Python, or a usual one."""
    named = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    return os.name == "nt" or any(shutil.which(name) for name in (named, "cc", "gcc", "clang"))


def built() -> list[Path]:
    """Return the compiled files in the source tree."""
    suffixes = tuple(importlib.machinery.EXTENSION_SUFFIXES)
    places = [*(HERE / "src").rglob("*"), *(HERE / "examples").glob("*")]
    return [path for path in places if path.name.endswith(suffixes)]


def stale() -> list[str]:
    """Return what has changed since the tree was compiled; empty if it is up to date or not compiled."""
    if not built():
        return []
    known = json.loads(MANIFEST.read_text(encoding="utf-8")) if MANIFEST.exists() else {}
    now = fingerprint()
    return sorted(name for name in {*known, *now} if known.get(name) != now.get(name))
